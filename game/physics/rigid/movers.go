package rigid

import "manyhold/game/fixed"

// mover is a body in a step: one that is awake, or that an awake body may touch. It fills a cache line.
type mover struct {
	x, y       int32 // in tiles, Q16.16
	vx, vy, w  int32
	dx, dy, da int32 // how far it has come in this step: 2⁻²⁴ tiles and radians
	im, ii     int32 // zero for an immovable body
	cos, sin   int32 // of boxes
	reach      int32
	at         int32  // index in the table
	kind       uint32 // and the bits below
	calm       int32  // of the set that it leads, see lull
}

// The bits of mover.kind above the number of the kind.
const (
	kindMask = MostKinds - 1
	isDisc   = 1 << (iota + kindBits) // may take the short way
	isAsleep                          // not moved by bodies that do not wake it
	isFixed
	isSensor
	isStirred // no longer asleep
	isGround  // all that is solid of the land: one mover, behind those awake
	isLoose
	isOpen // no tile round it is solid
)

// spot is where a mover is, apart, for the search.
type spot struct{ x, y int32 }

// scratch is a step's memory; it has no meaning between steps.
type scratch struct {
	movers []mover
	spots  []spot  // of the movers that are awake
	first  []int32 // by stretch: the first mover of it; one more than there are stretches
	cells  []int32 // by awake: its cell in its row
	sorted []int32 // those awake, sorted within a stretch only, see gather
	near   []int32 // partners found
	free   int32   // how many movers are awake: they come first

	west, north int32 // of the cells, in tiles
	wide, tall  int32 // in cells
	stretch     uint  // log2 of the cells of a stretch of a row: 0, or stretchBits where bodies are few
	across      int32 // stretches of a row
	fastest     int32 // greatest part of a velocity of them, in tiles per second

	span   span
	hits   []hit
	walls  []hit
	plot   plot    // the ground round the current box
	round  []round // by body: of those awake that are not loose, where the ground is kept elsewhere
	grips  [layers][]grip
	rank   int    // of the next grip of the current body
	other  uint64 // the two of the last grip, as the exclusive or of their IDs
	mate   int32  // the last grip of the two: its layer and its place there, zero for none
	table  traceTable
	bonds  []bond // by joint
	notes  []Note // since the last step, and in this one
	told   []Note // those that the last step returned
	spare  []pair
	groups []int32
	slots  []int32 // by body: its mover in this step, −1; only where there are joints or sleepers
	listed []int32 // the bodies with slot other than −1
	joined bool    // a hinge joins two bodies
}

// stretchBits is log2 of the cells of a stretch where there are fewer bodies than an eighth of the cells: a
// search then looks at whole stretches, which costs less than to go through a table of cells that are all but
// empty in every step.
const stretchBits = 3

// gather sorts those awake into cells of one tile, by counting, and appends those that never move. Where
// bodies are few they are counted by their place in a stretch first and by stretches then, which is the same
// order.
func (w *World) gather() {
	s := &w.scratch
	n := len(w.awake)
	s.free = int32(n)
	w.measure()
	s.stretch, s.across = 0, s.wide
	if int(s.wide)*int(s.tall) > 8*n {
		s.stretch, s.across = stretchBits, (s.wide+1<<stretchBits-1)>>stretchBits
	}
	s.first = sized(s.first, int(s.across*s.tall)+2)
	s.cells = sized(s.cells, n)
	s.spots = sized(s.spots, n)
	s.movers = sized(s.movers, n)[:n]
	clear(s.first)
	if s.stretch == 0 {
		w.sortCells()
	} else {
		w.sortStretches()
	}
	s.movers = append(s.movers, mover{kind: isGround | isFixed, cos: one})
	for _, i := range w.solids {
		s.movers = append(s.movers, mover{})
		w.bodies[i].fill(&s.movers[len(s.movers)-1], i, w.frames)
	}
	w.list()
}

// sortCells makes the movers of those awake, cell by cell.
func (w *World) sortCells() {
	s := &w.scratch
	first, cells := s.first, s.cells
	for k, i := range w.awake {
		b := &w.bodies[i]
		cell := (int32(b.Y>>16)-s.north)*s.wide + int32(b.X>>16) - s.west
		cells[k] = cell
		first[cell+2]++
	}
	addUp(first)
	for k, i := range w.awake {
		c := cells[k]
		at := first[c+1]
		first[c+1] = at + 1
		w.bodies[i].fill(&s.movers[at], i, w.frames)
		s.spots[at] = spot{int32(w.bodies[i].X), int32(w.bodies[i].Y)}
	}
}

// sortStretches makes the movers of those awake, stretch by stretch, and by their cells within each.
func (w *World) sortStretches() {
	s := &w.scratch
	first, cells := s.first, s.cells
	for k, i := range w.awake {
		b := &w.bodies[i]
		x := int32(b.X>>16) - s.west
		cells[k] = x
		first[(int32(b.Y>>16)-s.north)*s.across+x>>stretchBits+2]++
	}
	addUp(first)
	for _, i := range s.strew(w.awake) {
		b := &w.bodies[i]
		c := (int32(b.Y>>16)-s.north)*s.across + (int32(b.X>>16)-s.west)>>stretchBits
		at := first[c+1]
		first[c+1] = at + 1
		b.fill(&s.movers[at], i, w.frames)
		s.spots[at] = spot{int32(b.X), int32(b.Y)}
	}
}

// addUp makes starts of counts: first[c+1] is then where the next element of c is placed, and when all are
// placed, where c+1 begins.
func addUp(first []int32) {
	total := int32(0)
	for k := range first {
		total += first[k]
		first[k] = total
	}
}

// measure finds the box of cells in which those awake are, and how fast they are.
func (w *World) measure() {
	s := &w.scratch
	west, north, east, south := int32(1<<31-1), int32(1<<31-1), int32(-1<<31), int32(-1<<31)
	fastest := fixed.S(0)
	for _, i := range w.awake {
		b := &w.bodies[i]
		x, y := int32(b.X), int32(b.Y)
		west, east = min(west, x), max(east, x)
		north, south = min(north, y), max(south, y)
		fastest = max(fastest, b.VX, -b.VX, b.VY, -b.VY)
	}
	s.fastest = int32(fastest)
	s.west, s.north, s.wide, s.tall = west>>16, north>>16, 0, 0
	if len(w.awake) > 0 {
		s.wide, s.tall = east>>16-west>>16+1, south>>16-north>>16+1
	}
}

// strew sorts the awake bodies of a stretch by place; s.cells are the cells of a row.
func (s *scratch) strew(awake []int32) []int32 {
	const mask = 1<<stretchBits - 1
	var goes [mask + 2]int32
	for _, x := range s.cells {
		goes[x&mask+1]++
	}
	for k := range mask {
		goes[k+1] += goes[k]
	}
	s.sorted = sized(s.sorted, len(awake))
	for k, i := range awake {
		at := &goes[s.cells[k]&mask]
		s.sorted[*at] = i
		*at++
	}
	return s.sorted
}

// list notes the mover of each body, if the step needs the table.
func (w *World) list() {
	if len(w.joints) == 0 && len(w.sleeper.beds) == 0 {
		return
	}
	s := &w.scratch
	for _, i := range s.listed {
		s.slots[i] = -1
	}
	s.listed = s.listed[:0]
	for len(s.slots) < len(w.bodies) {
		s.slots = append(s.slots, -1)
	}
	for k := range s.movers {
		if m := &s.movers[k]; m.kind&isGround == 0 {
			s.slots[m.at] = int32(k)
			s.listed = append(s.listed, m.at)
		}
	}
}

// fill makes a mover of a body.
func (b *Body) fill(m *mover, at int32, frames []frame) {
	f := &frames[b.Kind]
	kind := uint32(b.Kind)
	m.x, m.y, m.vx, m.vy, m.w = int32(b.X), int32(b.Y), int32(b.VX), int32(b.VY), int32(b.Spin)
	m.dx, m.dy, m.da = 0, 0, 0
	m.im, m.ii, m.reach, m.at = f.im, f.ii, f.reach, at
	if f.Loose {
		kind |= isLoose
	}
	if f.disc {
		m.kind = kind | isDisc
		return
	}
	a := fixed.Angle((b.Angle + 1<<15) >> 16)
	m.cos, m.sin = int32(fixed.Cos(a)), int32(fixed.Sin(a))
	if f.Fixed {
		kind |= isFixed
	}
	if f.Sensor {
		kind |= isSensor
	}
	m.kind = kind
}

// sized returns a slice of n, reusing the old one if it is long enough; its content is undefined.
func sized[T any](old []T, n int) []T {
	if cap(old) >= n {
		return old[:n]
	}
	return make([]T, n, n+n/2+16)
}

// settle writes the movers' results back into the table.
func (w *World) settle() {
	s := &w.scratch
	bodies := w.bodies
	right, bottom := w.land.width<<16-1, w.land.height<<16-1
	for k := range s.movers[:s.free] {
		m := &s.movers[k]
		b := &bodies[m.at]
		b.VX, b.VY = bounded(fixed.S(m.vx), MaxSpeed), bounded(fixed.S(m.vy), MaxSpeed)
		b.Spin = bounded(fixed.S(m.w), MaxSpin)
		x, y := m.x+(m.dx+128)>>8, m.y+(m.dy+128)>>8
		far := max(m.dx, -m.dx, m.dy, -m.dy)>>8 > m.reach/2 || m.kind&isOpen == 0 && w.land.barred(x>>16, y>>16)
		if m.kind&isLoose == 0 && (far || len(w.solids) > 0) {
			x, y = w.sweep(m, x, y, far)
		}
		b.X, b.Y = fixed.S(min(max(x, 0), right)), fixed.S(min(max(y, 0), bottom))
		b.Angle += uint32((int64(m.da)*turnPerRadian + 1<<23) >> 24)
	}
}

// turnPerRadian is 2³²/2π.
const turnPerRadian = 683565276

package rigid

// lookahead is how far apart two discs seen from above may be to be in contact, in tiles; other pairs are
// looked at within as far as they come in a step, up to foresight.
const (
	lookahead = one / 32
	foresight = one * 2 / 5
)

// meet finds the contacts of the step.
func (w *World) meet() {
	s := &w.scratch
	s.hits, s.walls, s.spare = s.hits[:0], s.walls[:0], s.spare[:0]
	for k := range s.grips {
		s.grips[k] = s.grips[k][:0]
	}
	// How far two come towards each other at most: twice √2 of the fastest, which 3 is more than.
	ahead := int32(lookahead)
	if w.mixed {
		ahead = max(ahead, int32(min(3*int64(s.fastest)/s.span.rate, foresight)))
	}
	for k := range s.movers[:s.free] {
		m := &s.movers[k]
		s.rank, s.other, s.mate = 0, 0, 0
		near := s.partners(int32(k), m.reach+w.widest+ahead)
		if m.kind&isDisc != 0 && !w.upward {
			near = w.discs(int32(k), near)
		}
		for _, j := range near {
			w.pair(int32(k), j)
		}
		for j := s.free + 1; j <= s.free+int32(len(w.solids)); j++ {
			w.pair(int32(k), j)
		}
		if len(w.sleeper.beds) > 0 {
			w.sleepers(int32(k), s.movers[k].reach+w.widest+ahead)
		}
		w.bank(int32(k))
	}
}

// pair makes the contacts of two movers in the long form; k comes first in the order of the search.
func (w *World) pair(k, j int32) {
	a, b := &w.movers[k], &w.movers[j]
	if dx, dy := int64(b.x-a.x), int64(b.y-a.y); (a.kind|b.kind)&isFixed == 0 {
		if far := int64(a.reach + b.reach + foresight); dx*dx+dy*dy >= far*far {
			return
		}
	}
	margin := w.margin(a, b)
	if a.at > b.at { // the memory of contacts has the two in the order of the table
		a, b, k, j = b, a, j, k
	}
	fa, fb := &w.frames[a.kind&kindMask], &w.frames[b.kind&kindMask]
	if !agree(fa, fb) {
		return
	}
	if dx, dy := int64(b.x-a.x), int64(b.y-a.y); fa.Form == Disc || fb.Form == Disc || !fa.Fixed && !fb.Fixed {
		if far := int64(a.reach + b.reach + margin); dx*dx+dy*dy >= far*far {
			return
		}
	}
	switch {
	case fa.Sensor || fb.Sensor:
		w.sensed(k, j)
	case fa.Carries || fb.Carries || w.joined && w.hinged(w.bodies[a.at].ID, w.bodies[b.at].ID):
	case fa.Form == Disc && fb.Form == Disc:
		w.bump(k, j, margin)
	case fa.Form == Disc:
		w.knock(k, j, margin, true)
	case fb.Form == Disc:
		w.knock(j, k, margin, false)
	default:
		w.pile(k, j, margin)
	}
}

// partners returns the movers that come after mover k in the order of cells and are within d of it along both
// axes, in their order. The slice is valid until the next call. Whether a body is near is unpredictable for a
// processor, so there is no branch on it: each is written down, and counted if it is near.
func (s *scratch) partners(k, d int32) []int32 {
	p := s.spots[k]
	shift := s.stretch & 31
	lo := max((p.x-d)>>16-s.west, 0) >> shift
	hi := min((p.x+d)>>16-s.west, s.wide-1)>>shift + 1
	row := p.y>>16 - s.north
	last := min((p.y+d)>>16-s.north, s.tall-1)
	from, to := k+1, s.first[row*s.across+hi]
	if cap(s.near) < int(s.free)+1 {
		s.near = make([]int32, 2*s.free+16)
	}
	near := s.near[:cap(s.near)]
	n := 0
	for {
		left, top, side := p.x-d, p.y-d, 2*d
		for i, q := range s.spots[from:to] {
			x, y := q.x-left, q.y-top
			near[n] = from + int32(i)
			n += 1 - int(uint32(x|(side-x)|y|(side-y))>>31)
		}
		if row++; row > last {
			return near[:n]
		}
		from, to = s.first[row*s.across+lo], s.first[row*s.across+hi]
	}
}

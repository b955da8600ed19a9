package rigid

// grip is one point at which two bodies touch, or may within the step, in the long way: of boxes, and of all
// when there is gravity. With gravity its impulses are remembered from step to step, so that a stack is held
// from the first pass on.
type grip struct {
	key      uint64 // of the two bodies and the sides and corners that touch
	a, b     int32
	nx, ny   int32 // from a to b
	armA     int32 // of n about the middles, in tiles
	armB     int32
	sideA    int32 // of (−ny, nx) about the middles
	sideB    int32
	apart    int32 // at the beginning of the step, below zero if they overlap, in tiles
	massN    int32 // inverse of the effect of an impulse along n, Q16
	massT    int32
	xA, yA   int32 // change of velocity of a for an impulse along n; across it is (−yA, xA)
	wA, sA   int32 // of its spin, for one along n and one across
	xB, yB   int32
	wB, sB   int32
	push     int32 // impulse of a part of a step along n, Q16
	rub      int32 // and across
	most     int32 // greatest push in the step
	friction int32
	bounce   int32
	approach int32 // speed before anything was solved
	room     int32 // speed at which they may close, as last looked at
	mate     int32 // the grip of the same two that was found before, see scratch.mate
	stiff    bool  // b is not moved by it
}

// layers is how many lists of grips there are: the first grips that bodies found, the second, and so on; all
// further ones are in the last. Neighbours in a list then rarely share a body, and a processor can work at
// several at a time.
const layers = 8

// fleck is where a grip is: the point about both middles, in tiles.
type fleck struct {
	nx, ny, ax, ay, bx, by, apart int32
	feature                       uint32
}

// hold adds a grip of movers a and b, if they will touch within the step.
func (w *World) hold(k, j int32, p *fleck) {
	s := &w.scratch
	a, b := &s.movers[k], &s.movers[j]
	fa, fb := &w.frames[a.kind&kindMask], &w.frames[b.kind&kindMask]
	nx, ny := int64(p.nx), int64(p.ny)
	layer := &s.grips[min(s.rank, layers-1)]
	*layer = append(*layer, grip{a: k, b: j, nx: p.nx, ny: p.ny, apart: p.apart})
	g := &(*layer)[len(*layer)-1]
	g.armA = int32((int64(p.ax)*ny - int64(p.ay)*nx) >> 16)
	g.armB = int32((int64(p.bx)*ny - int64(p.by)*nx) >> 16)
	g.sideA = int32((int64(p.ax)*nx + int64(p.ay)*ny) >> 16)
	g.sideB = int32((int64(p.bx)*nx + int64(p.by)*ny) >> 16)
	g.approach = -g.along(a, b)
	imA, imB, iiA, iiB := int64(a.im), int64(b.im), int64(a.ii), int64(b.ii)
	kn := imA + imB + iiA*int64(mul(g.armA, g.armA))>>16 + iiB*int64(mul(g.armB, g.armB))>>16
	kt := imA + imB + iiA*int64(mul(g.sideA, g.sideA))>>16 + iiB*int64(mul(g.sideB, g.sideB))>>16
	if kn == 0 || p.apart > 2*slop && int64(g.approach) < int64(p.apart)*s.span.rate {
		*layer = (*layer)[:len(*layer)-1]
		return
	}
	g.massN, g.massT = int32(one*one/kn), int32(one*one/kt)
	g.xA, g.yA, g.wA, g.sA = mul(a.im, p.nx), mul(a.im, p.ny), mul(a.ii, g.armA), mul(a.ii, g.sideA)
	g.xB, g.yB, g.wB, g.sB = mul(b.im, p.nx), mul(b.im, p.ny), mul(b.ii, g.armB), mul(b.ii, g.sideB)
	g.stiff = imB == 0 || imA == 0
	if b.kind&isGround != 0 {
		fb = fa
	}
	g.friction, g.bounce = rubbing(fa, fb), max(int32(fa.Restitution), int32(fb.Restitution))
	idA, idB := w.idOf(a), w.idOf(b)
	g.key = traceKey(idA, idB, p.feature)
	if t := s.table.find(w.memory, g.key); t != nil {
		g.push, g.rub = t.push, t.rub
	}
	s.rank++
	if other := idA ^ idB; other != s.other {
		s.other, s.mate = other, 0
	}
	g.mate, s.mate = s.mate, int32(min(s.rank-1, layers-1))<<mateBits|int32(len(*layer))
}

// mateBits is how many bits of a mate say where in its layer it is, counted from one.
const mateBits = 27

// repeated says whether another grip of the same pair has been reported.
func (s *scratch) repeated(g *grip) bool {
	for at := g.mate; at != 0; {
		m := &s.grips[at>>mateBits][at&(1<<mateBits-1)-1]
		if m.approach >= loud && m.most != 0 {
			return true
		}
		at = m.mate
	}
	return false
}

// idOf is the ID of the body of a mover, zero of the ground.
func (w *World) idOf(m *mover) uint64 {
	if m.kind&isGround != 0 {
		return 0
	}
	return uint64(w.bodies[m.at].ID)
}

// along is the speed at which b leaves a at the point, along n.
func (g *grip) along(a, b *mover) int32 {
	return int32((int64(b.vx-a.vx)*int64(g.nx) + int64(b.vy-a.vy)*int64(g.ny) +
		int64(b.w)*int64(g.armB) - int64(a.w)*int64(g.armA) + one/2) >> 16)
}

// give changes the velocities of both by an impulse along n and one across.
func (g *grip) give(a, b *mover, push, rub int32) {
	p, r := int64(push), int64(rub)
	a.vx -= int32((p*int64(g.xA) - r*int64(g.yA) + one/2) >> 16)
	a.vy -= int32((p*int64(g.yA) + r*int64(g.xA) + one/2) >> 16)
	a.w -= int32((p*int64(g.wA) + r*int64(g.sA) + one/2) >> 16)
	b.vx += int32((p*int64(g.xB) - r*int64(g.yB) + one/2) >> 16)
	b.vy += int32((p*int64(g.yB) + r*int64(g.xB) + one/2) >> 16)
	b.w += int32((p*int64(g.wB) + r*int64(g.sB) + one/2) >> 16)
}

// warm gives all grips the impulses that they had in the part before.
func (s *scratch) warm() {
	for _, layer := range s.grips {
		for k := range layer {
			if g := &layer[k]; g.push|g.rub != 0 {
				g.give(&s.movers[g.a], &s.movers[g.b], g.push, g.rub)
			}
		}
	}
}

// solveGrips goes once through the grips in their order: first bodies that approach too fast are stopped, and
// with undo overlapping ones are pushed apart; then friction slows sliding ones.
func (s *scratch) solveGrips(undo bool) {
	for _, layer := range s.grips {
		solveLayer(layer, s.movers, &s.span, undo)
	}
}

func solveLayer(layer []grip, movers []mover, span *span, undo bool) {
	fine := span.rate * span.parts
	for k := range layer {
		g := &layer[k]
		a, b := &movers[g.a], &movers[g.b]
		bias, mass, yield := g.aim(a, b, span, fine, undo)
		g.room = max(bias, 0)
		g.solve(a, b, int64(bias), int64(mass), int64(yield))
	}
}

// aim holds the bias of the speed along n, the effective mass, and the softness of the impulse.
func (g *grip) aim(a, b *mover, span *span, fine int64, undo bool) (bias, mass, yield int32) {
	apart := int64(g.apart) + (int64(b.dx-a.dx)*int64(g.nx)+int64(b.dy-a.dy)*int64(g.ny)+
		int64(b.da)*int64(g.armB)-int64(a.da)*int64(g.armA))>>24
	switch {
	case apart > 0:
		return int32(min(apart*fine, 1<<30)), g.massN, 0
	case !undo:
		return 0, g.massN, 0
	}
	soft := &span.soft
	if g.stiff {
		soft = &span.stiff
	}
	bias = int32(max(min(apart+slop, 0)*soft.bias>>16, -mostParting))
	return bias, int32(int64(g.massN) * soft.mass >> 16), int32(soft.yield * int64(g.push) >> 16)
}

// solve stops bodies that approach too fast along n, then applies friction across it.
func (g *grip) solve(a, b *mover, bias, mass, yield int64) {
	along := (int64(b.vx-a.vx)*int64(g.nx) + int64(b.vy-a.vy)*int64(g.ny) + int64(b.w)*int64(g.armB) - int64(a.w)*int64(g.armA) + one/2) >> 16
	push := min(max(int64(g.push)-(mass*(along+bias)+one/2)>>16-yield, 0), mostImpulse)
	p := push - int64(g.push)
	g.push = int32(push)
	g.most = max(g.most, g.push)
	vx := a.vx - int32((p*int64(g.xA)+one/2)>>16)
	vy := a.vy - int32((p*int64(g.yA)+one/2)>>16)
	w := a.w - int32((p*int64(g.wA)+one/2)>>16)
	ox := b.vx + int32((p*int64(g.xB)+one/2)>>16)
	oy := b.vy + int32((p*int64(g.yB)+one/2)>>16)
	o := b.w + int32((p*int64(g.wB)+one/2)>>16)

	across := (int64(oy-vy)*int64(g.nx) - int64(ox-vx)*int64(g.ny) + int64(o)*int64(g.sideB) - int64(w)*int64(g.sideA) + one/2) >> 16
	most := push * int64(g.friction) >> 16
	rub := min(max(int64(g.rub)-(int64(g.massT)*across+one/2)>>16, -most), most)
	r := rub - int64(g.rub)
	g.rub = int32(rub)
	a.vx = vx + int32((r*int64(g.yA)+one/2)>>16)
	a.vy = vy - int32((r*int64(g.xA)+one/2)>>16)
	a.w = w - int32((r*int64(g.sA)+one/2)>>16)
	b.vx = ox - int32((r*int64(g.yB)+one/2)>>16)
	b.vy = oy + int32((r*int64(g.xB)+one/2)>>16)
	b.w = o + int32((r*int64(g.sB)+one/2)>>16)
}

// relax goes once through the grips and takes the part that undid overlaps out of the velocities: along n
// only, by the distance before the move.
func (s *scratch) relax() {
	for _, layer := range s.grips {
		for k := range layer {
			g := &layer[k]
			a, b := &s.movers[g.a], &s.movers[g.b]
			along := (int64(b.vx-a.vx)*int64(g.nx) + int64(b.vy-a.vy)*int64(g.ny) +
				int64(b.w)*int64(g.armB) - int64(a.w)*int64(g.armA) + one/2) >> 16
			push := min(max(int64(g.push)-(int64(g.massN)*(along+int64(g.room))+one/2)>>16, 0), mostImpulse)
			p := push - int64(g.push)
			g.push = int32(push)
			a.vx -= int32((p*int64(g.xA) + one/2) >> 16)
			a.vy -= int32((p*int64(g.yA) + one/2) >> 16)
			a.w -= int32((p*int64(g.wA) + one/2) >> 16)
			b.vx += int32((p*int64(g.xB) + one/2) >> 16)
			b.vy += int32((p*int64(g.yB) + one/2) >> 16)
			b.w += int32((p*int64(g.wB) + one/2) >> 16)
		}
	}
}

// mostImpulse bounds the impulse of a contact or joint in a part of a step, in mass × tiles per second, Q16,
// so that contradictory joints do not push without end.
const mostImpulse = 1 << 26

// mostParting is how fast an overlap is undone at most, in tiles per second.
const mostParting = 4 * one

// partGrips moves bodies apart that overlap more than the slop: by a part of the overlap, without giving them
// speed.
func (s *scratch) partGrips() {
	for _, layer := range s.grips {
		for k := range layer {
			g := &layer[k]
			a, b := &s.movers[g.a], &s.movers[g.b]
			apart := g.apart + slop + int32((int64(b.dx-a.dx)*int64(g.nx)+int64(b.dy-a.dy)*int64(g.ny)+
				int64(b.da)*int64(g.armB)-int64(a.da)*int64(g.armA))>>24)
			if apart >= 0 {
				continue
			}
			// with the eight bits that dx has more
			push := int64(g.massN) * int64(max(apart, -one/8)) * 2 / 5 >> 8
			a.dx, a.dy, a.da = a.dx+int32(push*int64(g.xA)>>16), a.dy+int32(push*int64(g.yA)>>16), a.da+int32(push*int64(g.wA)>>16)
			b.dx, b.dy, b.da = b.dx-int32(push*int64(g.xB)>>16), b.dy-int32(push*int64(g.yB)>>16), b.da-int32(push*int64(g.wB)>>16)
		}
	}
}

// reboundGrips gives back the part of the approach speed that restitution returns.
func (w *World) reboundGrips() {
	s := &w.scratch
	for _, layer := range s.grips {
		for k := range layer {
			g := &layer[k]
			if g.approach < leastBounce || g.most == 0 {
				continue
			}
			a, b := &s.movers[g.a], &s.movers[g.b]
			if g.approach >= loud && !s.repeated(g) {
				w.heard(g.a, g.b, a.x, a.y, g.approach)
			}
			push := min(max(g.push+mul(g.massN, mul(g.approach, g.bounce)-g.along(a, b)), 0), mostImpulse)
			change := push - g.push
			g.push = push
			g.give(a, b, change, 0)
		}
	}
}

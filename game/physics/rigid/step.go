package rigid

import "manyhold/game/fixed"

// span holds the constants that follow from the length of a step.
type span struct {
	rate  int64 // steps per second
	parts int64 // into which a step is divided
	whole int64 // the length of a step, 2⁻³² s
	part  int64 // that of a part
	soft  softness
	stiff softness // that of contacts with immovable bodies
	firm  softness // of joints
}

// softness is how an overlap is undone: like a damped spring, so that stacks do not jump (Catto, "Solver2D",
// 2024, soft contacts; after his "Soft Constraints", GDC 2011).
type softness struct {
	bias  int64 // speed per distance, 1/s, Q16
	mass  int64 // part of the impulse that would stop it at once, Q16
	yield int64 // part of the impulse so far that is taken back, Q16
}

// newSoftness is a spring of that many hertz with a damping ratio in tenths, in parts of a step of 1/rate s.
func newSoftness(hertz, damping, rate int64) softness {
	omega := hertz * 411775 // 2π, Q16
	step := omega / rate
	a1 := 2*damping*one/10 + step
	a2 := step * a1 >> 16
	a3 := one * one / (one + a2)
	return softness{bias: omega * one / a1, mass: a2 * a3 >> 16, yield: a3}
}

// newSpan divides a step finely enough for stacks: with gravity into parts of 6.25 ms at most, and four at
// least (a pyramid of 31 rows stands still with that, and creeps with 8 ms or three); seen from above it is
// not divided.
func newSpan(rate int64, upward bool) span {
	parts := int64(1)
	if upward {
		parts = max((160+rate-1)/rate, 4)
	}
	fine := rate * parts
	hertz := min(30, fine/4)
	return span{rate: rate, parts: parts, whole: 1 << 32 / rate, part: 1 << 32 / fine,
		soft: newSoftness(hertz, 100, fine), stiff: newSoftness(2*hertz, 100, fine),
		firm: newSoftness(min(60, fine/4), 20, fine)}
}

// slop is the overlap of bodies that is not corrected, in tiles: they rest on it.
const slop = one / 256

// Step moves the world on by 1/rate of a second; rate is 10 to 240. It returns the events since the step
// before, valid until the next.
func (w *World) Step(rate int) []Note {
	if rate < 10 || rate > 240 {
		panic("rigid: no such rate")
	}
	s := &w.scratch
	w.tidy()
	if s.span.rate != int64(rate) {
		s.span = newSpan(int64(rate), w.upward)
	}
	w.rally()
	w.carry()
	w.survey()
	w.force()
	if len(w.awake) == 0 && len(w.within) == 0 && len(w.notes) == 0 {
		return nil // no body moves, and there are no events
	}
	for w.gather(); ; w.gather() {
		w.meet()
		if !w.rouse() {
			break
		}
		w.survey()
	}
	w.bind()
	for k := range s.span.parts {
		w.pass((s.span.parts-k)&1 == 1)
	}
	if !w.upward {
		part(s.movers, s.hits)
		part(s.movers, s.walls)
		s.partGrips()
	}
	w.reboundHits(s.walls)
	w.reboundHits(s.hits)
	w.reboundGrips()
	w.remember()
	w.unbind()
	w.settle()
	w.notice()
	if !w.rules.Restless {
		w.lull()
	}
	s.notes, s.told = s.told[:0], s.notes
	return s.told
}

// pass is one part of a step: gravity, then velocities are solved, then bodies move. With gravity overlaps
// are undone by velocities as well, which are taken back out then (Macklin et al., "Small Steps in Physics
// Simulation", 2019); every second part and the last is enough. Seen from above, without stacks to carry,
// bodies are parted by places alone (partGrips), and contacts have no memory, so that no impulse adds energy.
func (w *World) pass(relax bool) {
	s := &w.scratch
	if !w.upward {
		w.warmBonds()
		for range 2 {
			w.pull(true)
			s.solveGrips(false)
			solveWalls(s.movers, s.walls)
			solveHits(s.movers, s.hits)
		}
		w.advance()
		w.pull(false)
		return
	}
	x, y := s.perPart(w.rules.Gravity.X), s.perPart(w.rules.Gravity.Y)
	for k := range s.movers[:s.free] {
		m := &s.movers[k]
		m.vx, m.vy = m.vx+x, m.vy+y
	}
	s.warm()
	w.warmBonds()
	w.pull(true)
	s.solveGrips(true)
	w.advance()
	if relax {
		w.pull(false)
		s.relax()
	}
}

// perPart is how much something changes in a part of a step that changes by v in a second.
func (s *scratch) perPart(v fixed.S) int32 {
	return int32((int64(v)*s.span.part + 1<<31) >> 32)
}

// advance moves those awake by their velocities for one part of a step.
func (w *World) advance() {
	part := w.span.part
	for k := range w.movers[:w.free] {
		m := &w.movers[k]
		if m.kind&isLoose != 0 {
			continue
		}
		m.dx += int32((int64(m.vx)*part + 1<<23) >> 24)
		m.dy += int32((int64(m.vy)*part + 1<<23) >> 24)
		m.da += int32((int64(m.w)*part + 1<<23) >> 24)
	}
}

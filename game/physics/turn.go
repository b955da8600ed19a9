package physics

import (
	"math/bits"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// Mover moves the bodies of a Space by a tick. It keeps nothing from tick to tick: all state is in the Space, so that
// the mover of a world can be exchanged.
type Mover interface {
	// Move moves all bodies by one tick. What happened is appended to the Events of the space. do may be nil, and changes
	// no result.
	Move(s *Space, land Lands, now game.Tick, do Do)
}

// The movers of package physics, in which nothing turns: see Space.Step and Space.StepByRegions.
type (
	Whole struct{}
	Lanes struct{}
)

// Move implements Mover.
func (Whole) Move(s *Space, land Lands, now game.Tick, _ Do) { s.Step(land.Lane(0), now) }

// Move implements Mover.
func (Lanes) Move(s *Space, land Lands, now game.Tick, do Do) { s.StepByRegions(land, now, do) }

// Turner is the Mover in which crates and balls turn, rub, pile up and sleep together: those that lie on the ground are
// moved by package rigid. Who walks and what flies is moved by itself, as in Step, and takes part there as a disc or a
// box that has a mass, that the ground does nothing to, and that is parted from what it is in.
//
// A tick is in two parts:
//
//  1. The bodies that are awake, those that lie near them, and those that lie near those, are put into a rigid.World and
//     go one step. Its result for a body depends on those near it alone, and on their places to each other, not on the
//     origin nor on what else is in it: so it does not matter what else the island holds, and whether bodies far from
//     each other are in one such world or in several. Where there are many, they are put into several, which are shared
//     out (see divide).
//  2. Who walks, flies or touches nobody moves on by itself, in ascending ID; then what is carried follows.
//
// What is asleep and has nobody awake near it is not looked at. The zero value is ready; it is not safe for concurrent use.
type Turner struct {
	marks  []uint64 // a bit for each body that takes part, all clear between ticks
	rim    []int32  // bodies at rest that take part because somebody awake is near
	list   []int32  // bodies that take part, in ascending order
	spots  []cell   // where they are
	loose  []int32  // those awake who move on by themselves, in ascending order
	held   []int32  // and those who are carried
	parts  []*part  // the first of them are in use
	hands  []*hand  // as well
	shares int      // how many hands are in use
	dividing

	lists  []int32      // those of the parts, one behind the other: places of their own would meet in the same lines of a cache
	bodies []rigid.Body // as well

	deal, step, settle func(k int) // of a hand, a part and a hand, kept so that a steady tick allocates nothing
	space              *Space      // that it works on
}

// near is how far from each other, along an axis, the middles of two bodies are at most that touch within a tick: twice
// the half diagonal of a crate, and how far ahead package rigid looks. beside is that for those at rest.
const (
	near   fixed.Q = 17 * fixed.One / 10
	beside fixed.Q = 13 * fixed.One / 10
)

// Move implements Mover.
func (t *Turner) Move(s *Space, land Lands, now game.Tick, do Do) {
	t.choose(s)
	t.divide(s)
	t.shares = min(len(t.list)/manyBodies+1, mostHands)
	if do == nil || len(t.list) < crowd {
		do, t.shares = inTurn, 1
	}
	t.prepare(land)
	parts, hands := t.parts[:t.count], t.hands[:t.shares]
	t.space = s
	do(len(hands), t.deal)
	do(len(hands), t.step)
	do(len(hands), t.settle)
	t.space = nil
	for _, p := range parts {
		p.tell(s, now)
	}
	ground, woken := land.Lane(0), len(s.awake)
	for _, h := range hands {
		h.tell(s, ground)
	}
	for _, i := range t.loose {
		s.stroll(i, ground, now)
	}
	for _, i := range s.awake[woken:] {
		if b := &s.bodies[i]; b.Flags&entity.Carried == 0 && !turns(b) {
			s.stroll(i, ground, now)
		}
	}
	for _, i := range t.held {
		s.hold(i)
	}
}

// stroll moves one body by itself.
func (s *Space) stroll(i int32, land Land, now game.Tick) {
	b := &s.bodies[i]
	from := b.Pos
	s.advance(b, land, now)
	if b.Kind != entity.Player && !forms[b.Kind].untouching {
		b.Flags &^= entity.Resting // it may have come down on others
	}
	s.Moved(int(i), from)
}

// choose lists the bodies that take part in the first part of the tick, and who moves in the second. It goes through the
// table once, if nobody rests: that is most of what it costs.
func (t *Turner) choose(s *Space) {
	if s.stale {
		s.tidy()
	}
	t.list, t.spots, t.loose, t.held = t.list[:0], t.spots[:0], t.loose[:0], t.held[:0]
	awake := s.awake[:0]
	for _, i := range s.awake {
		b := &s.bodies[i]
		if b.Flags&entity.Resting != 0 {
			continue
		}
		awake = append(awake, i)
		if b.Flags&entity.Carried != 0 {
			t.held = append(t.held, i)
			continue
		}
		if !turns(b) {
			t.loose = append(t.loose, i)
		}
		if takesPart(b) {
			t.list, t.spots = append(t.list, i), append(t.spots, cellOf(b.Pos))
		}
	}
	s.awake = awake
	if len(awake) < len(s.bodies) {
		t.surround(s)
	}
	for _, i := range t.list {
		if s.bodies[i].Kind != entity.Player {
			return
		}
	}
	t.list, t.spots = t.list[:0], t.spots[:0] // nobody but walkers, who do not meet each other
}

// surround adds to the list those at rest that lie near those on it, those near them, and who is tied to any.
func (t *Turner) surround(s *Space) {
	for words := (len(s.bodies) + 63) / 64; len(t.marks) < words; {
		t.marks = append(t.marks, 0)
	}
	t.rim = t.rim[:0]
	for _, i := range t.list {
		t.marks[i>>6] |= 1 << (i & 63)
	}
	for _, i := range t.list {
		t.include(s, s.bodies[i].Pos, near)
	}
	t.includeTied(s)
	for _, i := range t.rim[:len(t.rim)] { // only those that were there before
		t.include(s, s.bodies[i].Pos, beside)
	}
	t.list, t.spots = t.list[:0], t.spots[:0]
	for k, word := range t.marks {
		for ; word != 0; word &= word - 1 {
			i := int32(k<<6 | bits.TrailingZeros64(word))
			t.list, t.spots = append(t.list, i), append(t.spots, cellOf(s.bodies[i].Pos))
		}
		t.marks[k] = 0
	}
}

// include marks those at rest around a place.
func (t *Turner) include(s *Space, p fixed.Vec, d fixed.Q) {
	for _, j := range s.Around(p, d) {
		if o := &s.bodies[j]; o.Flags&entity.Resting != 0 && t.marks[j>>6]>>(j&63)&1 == 0 && takesPart(o) {
			t.marks[j>>6] |= 1 << (j & 63)
			t.rim = append(t.rim, j)
		}
	}
}

package physics

import (
	"math/bits"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
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
	marks []uint64 // a bit for each body that takes part, all clear between ticks
	rim   []int32  // bodies at rest that take part because somebody awake is near
	list  []int32  // bodies that take part, part by part, in ascending order within each
	parts []*part  // the first of them are in use
	dividing

	step  func(k int) // of a part, kept so that a steady tick allocates nothing
	space *Space      // that it works on
}

// near is how far from each other, along an axis, the middles of two bodies are at most that touch within a tick: twice
// the half diagonal of a crate, and how far ahead package rigid looks. beside is that for those at rest.
const (
	near   fixed.Q = 17 * fixed.One / 10
	beside fixed.Q = 13 * fixed.One / 10
)

// Move implements Mover.
func (t *Turner) Move(s *Space, land Lands, now game.Tick, do Do) {
	s.tidy()
	t.choose(s)
	t.divide(s)
	from := int32(0)
	for k, to := range t.ends {
		if k == len(t.parts) {
			t.parts = append(t.parts, new(part))
		}
		p := t.parts[k]
		p.list, from = t.list[from:to], to
		p.ground.land = land.Lane(k)
		p.ground.barred, _ = p.ground.land.(Barred)
	}
	if t.step == nil {
		t.step = func(k int) { t.parts[k].step(t.space) }
	}
	if do == nil || len(t.list) < crowd {
		do = inTurn
	}
	t.space = s
	do(len(t.ends), t.step)
	t.space = nil
	for k := range t.ends {
		t.parts[k].tell(s, now)
	}
	ground := land.Lane(0)
	for k := 0; k < len(s.awake); k++ {
		i := s.awake[k]
		b := &s.bodies[i]
		if b.Flags&entity.Carried != 0 || turns(b) {
			continue
		}
		from := b.Pos
		s.advance(b, ground, now)
		if b.Kind != entity.Player && !forms[b.Kind].untouching {
			b.Flags &^= entity.Resting // it may have come down on others
		}
		s.Moved(int(i), from)
	}
	s.follow()
}

// choose lists the bodies that take part in the first part of the tick.
func (t *Turner) choose(s *Space) {
	for words := (len(s.bodies) + 63) / 64; len(t.marks) < words; {
		t.marks = append(t.marks, 0)
	}
	t.rim, t.list = t.rim[:0], t.list[:0]
	restless := len(s.awake) == len(s.bodies)
	for _, i := range s.awake {
		b := &s.bodies[i]
		if !takesPart(b) {
			continue
		}
		if t.marks[i>>6] |= 1 << (i & 63); !restless {
			t.include(s, b.Pos, near)
		}
	}
	t.includeTied(s)
	for _, i := range t.rim[:len(t.rim)] { // only those that were there before
		t.include(s, s.bodies[i].Pos, beside)
	}
	alone := true // nobody but walkers, who do not meet each other
	for k, word := range t.marks {
		for ; word != 0; word &= word - 1 {
			i := int32(k<<6 | bits.TrailingZeros64(word))
			alone = alone && s.bodies[i].Kind == entity.Player
			t.list = append(t.list, i)
		}
		t.marks[k] = 0
	}
	if alone {
		t.list = t.list[:0]
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

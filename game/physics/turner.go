package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// Mover moves the bodies of a Space by a tick. It has no state between ticks: all state is in the Space, so
// that the mover of a world can be exchanged.
type Mover interface {
	// Move moves all bodies by one tick. Events are appended to the Events of the space. do may be nil, and
	// changes no result.
	Move(s *Space, land Lands, now game.Tick, do Do)
}

// Turner is the Mover in which crates and balls turn, rub, pile up and sleep together: package rigid moves
// those that lie on the ground. Walkers and flying bodies move by themselves (see Space.stroll). In the rigid
// world they take part as a disc or a box with mass, free of the ground's effects, and are pushed out of
// overlaps.
//
// A tick is in two parts:
//
//  1. The awake bodies, those near them, and those near these, are put into a rigid.World for one step. Its
//     result for a body depends only on the bodies near it and their relative places. So the rest of the
//     island has no effect, and distant bodies may share one such world or be in several. Large numbers are
//     divided into several worlds, which the workers share (see divide).
//  2. Walkers, flying bodies and bodies without contacts move by themselves, in ascending ID; then carried
//     bodies follow.
//
// Sleeping bodies without awake ones near are skipped. The zero value is ready; it is not safe for concurrent
// use.
type Turner struct {
	surrounding
	dividing
	list  []int32 // bodies that take part, in ascending order
	spots []cell  // where they are
	loose []int32 // awake bodies that move by themselves, in ascending order
	held  []int32 // carried ones
	parts []*part // the first of them are in use
	all   []*hand // as well
	hands []*hand // those of them that are in use

	// those of the parts, one behind the other: places of their own would meet in the same lines of a cache
	lists  []int32
	bodies []rigid.Body // as well

	made  made
	work  works  // the hands' work, kept so that a steady tick allocates nothing
	space *Space // that it works on
	do    Do     // runs the hands' work
}

// works is the work of each hand in a tick, stage by stage.
type works struct {
	scan, ask, answer, join, label, deal, step, settle func(k int)
}

// near is how far from each other, along an axis, the middles of two bodies are at most that touch within a
// tick: twice the half diagonal of a crate, and how far ahead package rigid looks. beside is that for those
// at rest.
const (
	near   fixed.Q = 17 * fixed.One / 10
	beside fixed.Q = 13 * fixed.One / 10
)

// Move implements Mover.
func (t *Turner) Move(s *Space, land Lands, now game.Tick, do Do) {
	if len(s.awake) == 0 {
		return
	}
	t.begin(s, do)
	t.choose()
	t.divide()
	t.prepare(land)
	t.do(len(t.hands), t.work.deal)
	t.do(len(t.hands), t.work.step)
	t.do(len(t.hands), t.work.settle)
	t.space, t.do = nil, nil
	for _, p := range t.parts[:t.count] {
		p.tell(s, now)
	}
	ground, woken := land.Lane(0), len(s.awake)
	for _, h := range t.hands {
		h.tell(s, ground, now)
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

// begin hires as many hands as there is work for.
func (t *Turner) begin(s *Space, do Do) {
	if t.work.scan == nil {
		t.work = works{
			scan:   func(k int) { t.hands[k].scan(t) },
			ask:    func(k int) { t.hands[k].ask(t) },
			answer: func(k int) { t.hands[k].answer(t) },
			join:   func(k int) { t.hands[k].join(t) },
			label:  func(k int) { t.hands[k].label(t) },
			deal:   func(k int) { t.hands[k].deal(t) },
			step:   func(k int) { t.hands[k].step(t) },
			settle: func(k int) { t.hands[k].settle(t) },
		}
	}
	n := mostHands
	if do == nil || len(s.awake) < crowd {
		do, n = inTurn, 1
	}
	for len(t.all) < n {
		t.all = append(t.all, &hand{world: rigid.Over(turningRules())})
	}
	t.space, t.do, t.hands = s, do, t.all[:n]
}

// stroll moves one body by itself.
func (s *Space) stroll(i int32, land Land, now game.Tick) {
	b := &s.bodies[i]
	from := b.Pos
	s.advance(b, land, now)
	if b.Kind != entity.Player && !untouching(b) {
		b.Flags &^= entity.Resting // it may have come down on others
	}
	s.Moved(int(i), from)
}

package island

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
)

// TestShaft: crates and balls fall in a shaft, pile up on its floor and come to rest there; beside it nothing falls.
func TestShaft(t *testing.T) {
	s := newStage(t).enter(1).clear(14).build(shaft).put(1, -4, 0)
	for _, at := range [...][2]int32{{2, 0}, {2, 2}, {2, 4}, {3, 5}} {
		s.crate(at[0], at[1])
	}
	beside := s.crate(-4, 4).ID
	from := s.Body(beside).Pos
	s.run(600)
	rested, high := 0, s.at(0, 8).Corner().Y
	for _, b := range s.Bodies() {
		if b.Kind != entity.Crate || b.ID == beside {
			continue
		}
		if b.Flags&entity.Resting != 0 {
			rested++
		}
		if high = min(high, b.Pos.Y); b.Pos.Y < s.at(0, 4).Corner().Y || b.Pos.Y > s.at(0, 8).Corner().Y {
			t.Errorf("a crate is at %.2f", float64(b.Pos.Y-s.spawn.Corner().Y)/fixed.One)
		}
	}
	if rested != 4 || high > s.at(0, 7).Corner().Y || s.Body(beside).Pos != from {
		t.Errorf("%d of 4 crates rest, the highest at %.2f", rested, float64(high-s.spawn.Corner().Y)/fixed.One)
	}
	s.balanced()
}

// TestJump: who walks into a shaft falls to its floor, walks there, jumps onto a step and from it, not from the air, and gets
// out where the wall ends.
func TestJump(t *testing.T) {
	s := newStage(t).enter(1).clear(14).build(shaft).put(1, 3, -2)
	y := func() float64 { return float64(s.body(1).Pos.Y-s.spawn.Corner().Y) / fixed.One }
	s.ask(1, moving(0, fixed.One))
	s.run(60)
	s.ask(1, command.Command{Kind: command.Move})
	if s.run(120); y() < 7.5 || y() > 8 || s.body(1).Vel != (fixed.SVec{}) {
		t.Fatalf("fell to %.2f, %v", y(), s.body(1).Vel)
	}
	if s.run(30); s.space.Awake() != 0 {
		t.Error("who stands on the floor does not rest")
	}
	s.ask(1, moving(0, -fixed.One))
	top := y()
	for range 90 {
		s.run(1)
		top = min(top, y())
	}
	if top < 5.9 || top > 6.9 {
		t.Errorf("jumped up to %.2f", top)
	}
	s.ask(1, moving(-fixed.One*7/10, -fixed.One*7/10))
	s.run(120)
	s.ask(1, command.Command{Kind: command.Move})
	if s.run(60); y() > 7 || s.body(1).Pos.X > s.at(1, 0).Corner().X {
		t.Errorf("did not get onto the step: %.2f, %v", y(), s.body(1).Pos)
	}
}

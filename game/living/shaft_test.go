package living_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestShaft: crates and balls fall in a shaft, pile up on its floor and come to rest there; beside it nothing
// falls.
func TestShaft(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Build(exhibit.Shaft).Put(1, -4, 0)
	for _, at := range [...][2]int32{{2, 0}, {2, 2}, {2, 4}, {3, 5}} {
		s.Crate(at[0], at[1])
	}
	beside := s.Crate(-4, 4).ID
	from := s.Space.Body(beside).Pos
	s.Run(600)
	rested, high := 0, s.At(0, 8).Corner().Y
	for _, b := range s.Space.Bodies() {
		if b.Kind != entity.Crate || b.ID == beside {
			continue
		}
		if b.Flags&entity.Resting != 0 {
			rested++
		}
		if high = min(high, b.Pos.Y); b.Pos.Y < s.At(0, 4).Corner().Y || b.Pos.Y > s.At(0, 8).Corner().Y {
			t.Errorf("a crate is at %.2f", float64(b.Pos.Y-s.SpawnTile.Corner().Y)/fixed.One)
		}
	}
	if rested != 4 || high > s.At(0, 7).Corner().Y || s.Space.Body(beside).Pos != from {
		t.Errorf("%d of 4 crates rest, the highest at %.2f", rested, float64(high-s.SpawnTile.Corner().Y)/fixed.One)
	}
	s.Balanced()
}

// TestJump: a player that walks into a shaft falls to its floor, walks there, jumps onto a step and from it,
// not from the air, and gets out where the wall ends.
func TestJump(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Build(exhibit.Shaft).Put(1, 3, -2)
	y := func() float64 { return float64(s.Body(1).Pos.Y-s.SpawnTile.Corner().Y) / fixed.One }
	s.Ask(1, rig.Moving(0, fixed.One))
	s.Run(60)
	s.Ask(1, command.Command{Kind: command.Move})
	if s.Run(120); y() < 7.5 || y() > 8 || s.Body(1).Vel != (fixed.SVec{}) {
		t.Fatalf("fell to %.2f, %v", y(), s.Body(1).Vel)
	}
	if s.Run(30); s.Space.Awake() != 0 {
		t.Error("who stands on the floor does not rest")
	}
	s.Ask(1, rig.Moving(0, -fixed.One))
	top := y()
	for range 90 {
		s.Run(1)
		top = min(top, y())
	}
	if top < 5.9 || top > 6.9 {
		t.Errorf("jumped up to %.2f", top)
	}
	s.Ask(1, rig.Moving(-fixed.One*7/10, -fixed.One*7/10))
	s.Run(120)
	s.Ask(1, command.Command{Kind: command.Move})
	if s.Run(60); y() > 7 || s.Body(1).Pos.X > s.At(1, 0).Corner().X {
		t.Errorf("did not get onto the step: %.2f, %v", y(), s.Body(1).Pos)
	}
}

// TestLadder: a player that walks onto a ladder climbs to its end, stays where it lets go, stands on its top,
// steps off to the side and falls; things thrown in fall past it; and it is set up in shafts only.
func TestLadder(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Build(exhibit.Well).Put(1, exhibit.WellLadder, 7)
	y := func() float64 { return float64(s.Body(1).Pos.Y-s.SpawnTile.Corner().Y) / fixed.One }
	for k := int32(0); k < 3; k++ { // it ends three tiles below the edge
		living.SetTile(&s.State, s.At(exhibit.WellLadder, k), tile.Shaft, tile.NoBlock, 0)
	}
	ball := s.Animal(entity.Ball, exhibit.WellLadder, 1)
	if s.Run(120); s.Space.Body(ball).Pos.Y < s.At(0, 5).Corner().Y {
		t.Errorf("a ball hangs in the air at %.2f", float64(s.Space.Body(ball).Pos.Y-s.SpawnTile.Corner().Y)/fixed.One)
	}
	s.RemoveBody(ball)
	s.Ask(1, rig.Moving(0, -fixed.One))
	s.Run(60)
	s.Ask(1, rig.Moving(0, 0))
	s.Run(12)
	half := y()
	if s.Run(60); half < 4 || half > 6.5 || y() != half || s.Space.Awake() != 0 {
		t.Errorf("climbed to %.2f, then it is at %.2f, %d awake", half, y(), s.Space.Awake())
	}
	s.Ask(1, rig.Moving(0, -fixed.One))
	s.Run(180)
	if top := y(); top < 2.5 || top > 3 {
		t.Errorf("on the top of the ladder it stands at %.2f", top)
	}
	s.Ask(1, rig.Moving(0, fixed.One))
	if s.Run(60); y() < 4 {
		t.Errorf("from its top it climbed down to %.2f", y())
	}
	s.Ask(1, rig.Moving(-fixed.One, 0))
	s.Run(60)
	s.Ask(1, rig.Moving(0, 0))
	if s.Run(90); y() < 7 {
		t.Errorf("stepped off and is at %.2f", y())
	}
	s.Put(1, exhibit.WellLadder, -1)
	s.Ask(1, rig.Moving(0, fixed.One))
	s.Run(30)
	s.Ask(1, rig.Moving(0, 0))
	if s.Run(120); y() < 2.5 || y() > 3.6 {
		t.Errorf("who falls onto a ladder is at %.2f", y())
	}
	s.Put(1, 0, -2)
	s.Give(1, item.Ladder, 2)
	s.Place(1, item.Ladder, 0, -1)
	s.Run(3)
	s.Refused(event.WrongItem)
	s.Place(1, item.Ladder, 0, 0)
	s.Run(3)
	s.Allowed()
	s.Balanced()
}

// TestOutOfAWell: a ladder to the edge of a shaft leads out of it and in again.
func TestOutOfAWell(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Build(exhibit.Well).Put(1, exhibit.WellLadder, 7)
	s.Ask(1, rig.Moving(0, -fixed.One))
	if s.Run(300); s.Body(1).Pos.Y > s.At(0, -2).Corner().Y {
		t.Errorf("did not get out: %.2f", float64(s.Body(1).Pos.Y-s.SpawnTile.Corner().Y)/fixed.One)
	}
	s.Put(1, exhibit.WellLadder, -1)
	s.Ask(1, rig.Moving(0, fixed.One/2))
	s.Run(60)
	s.Ask(1, rig.Moving(0, 0))
	s.Run(60)
	if t1 := grid.TileAt(s.Body(1).Pos); t1.Y < s.At(0, 0).Y || t1.Y > s.At(0, 5).Y || s.Body(1).Vel != (fixed.SVec{}) {
		t.Errorf("does not hang on the ladder: %v, %v", t1, s.Body(1).Vel)
	}
}

package act_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/rig"
)

// TestGoHome: a command brings a player with its load to the hearth, from the same island and from another. A
// rider stays, and so do all players under older rules.
func TestGoHome(t *testing.T) {
	home := command.Command{Kind: command.Home}
	s := rig.NewStage(t).Enter(2).Clear(12).Put(1, 9, 9).Put(2, -9, 0)
	atHome := func() bool { return s.Body(1).Pos.Sub(s.SpawnTile.Centre()).Near(3 * fixed.One) }
	s.Place(1, item.Crate, 10, 9)
	s.Run(3).Allowed()
	for _, o := range s.Space.Bodies() {
		if o.Kind == entity.Crate {
			s.Ask(1, command.Command{Kind: command.PickUp, Entity: o.ID})
		}
	}
	s.Run(3).Allowed()
	s.Ask(1, home)
	s.Run(3).Allowed()
	if o := s.Space.Body(s.Body(1).Other); !atHome() || o == nil || o.Kind != entity.Crate || !o.Pos.Sub(s.Body(1).Pos).Near(2*fixed.One) {
		t.Errorf("stands at %v and carries %+v", s.Body(1).Pos, o)
	}
	if s.Saw(event.Travelled) == nil {
		t.Error("nobody is told of the way")
	}
	s.Balanced()

	s = rig.NewStage(t).Enter(1).Clear(14).Put(1, -1, 5).Build(exhibit.Railway)
	s.Use(1, 0, 4)
	s.Allowed()
	s.Ask(1, home)
	s.Run(3).Refused(event.HandsFull)

	f := newGuests(t)
	child := f.Of(2)
	f.Step(3, map[int][]command.Command{2: {home}})
	f.Wait(20)
	if now := f.Of(2); now == child || !f.Body(2).Pos.Sub(now.SpawnTile.Centre()).Near(3*fixed.One) {
		t.Errorf("from the other island: stands at %v", f.Body(2).Pos)
	}
}

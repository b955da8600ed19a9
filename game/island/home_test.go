package island_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/item"
)

// TestGoHome: a command brings a player with its load to the hearth, from the same island and from another. A
// rider stays, and so do all players under older rules.
func TestGoHome(t *testing.T) {
	home := command.Command{Kind: command.Home}
	s := newStage(t).enter(2).clear(12).put(1, 9, 9).put(2, -9, 0)
	atHome := func() bool { return s.body(1).Pos.Sub(s.SpawnTile.Centre()).Near(3 * fixed.One) }
	s.place(1, item.Crate, 10, 9)
	s.run(3).allowed()
	for _, o := range s.Space.Bodies() {
		if o.Kind == entity.Crate {
			s.ask(1, command.Command{Kind: command.PickUp, Entity: o.ID})
		}
	}
	s.run(3).allowed()
	s.ask(1, home)
	s.run(3).allowed()
	if o := s.Space.Body(s.body(1).Other); !atHome() || o == nil || o.Kind != entity.Crate || !o.Pos.Sub(s.body(1).Pos).Near(2*fixed.One) {
		t.Errorf("stands at %v and carries %+v", s.body(1).Pos, o)
	}
	if s.saw(event.Travelled) == nil {
		t.Error("nobody is told of the way")
	}
	s.balanced()

	s = newStage(t).enter(1).clear(14).put(1, -1, 5).build(exhibit.Railway)
	s.use(1, 0, 4)
	s.allowed()
	s.ask(1, home)
	s.run(3).refused(event.HandsFull)

	f := newGuests(t)
	child := f.of(2)
	f.step(3, map[int][]command.Command{2: {home}})
	f.wait(20)
	if now := f.of(2); now == child || !f.bodyOf(2).Pos.Sub(now.SpawnTile.Centre()).Near(3*fixed.One) {
		t.Errorf("from the other island: stands at %v", f.bodyOf(2).Pos)
	}
}

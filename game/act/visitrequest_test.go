package act_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/rig"
)

// TestVisits: a guest that asks and is let in within the time is beside its host, with its load. A player
// that did not ask, was asked for by another, or came too late, stays.
func TestVisits(t *testing.T) {
	s := rig.NewStage(t).Enter(3).Clear(10).Put(1, 0, 0).Put(2, 9, 9).Put(3, -9, 0)
	near := func(a, b int) bool { return s.Body(a).Pos.Sub(s.Body(b).Pos).Near(2 * fixed.One) }
	visit := func(n, host int) {
		s.Ask(n, command.Command{Kind: command.Visit, Entity: s.Player(host).Body})
		s.Run(3)
	}
	welcome := func(n, guest int) {
		s.Ask(n, command.Command{Kind: command.Welcome, Entity: s.Player(guest).Body})
		s.Run(3)
	}
	welcome(1, 2)
	s.Refused(event.NothingThere)
	visit(2, 2)
	s.Refused(event.NothingThere)
	visit(2, 1)
	s.Allowed()
	if e := s.Saw(event.VisitRequested); e == nil || e.Entity != s.Player(1).Body || e.Seat != s.Player(2).Seat || near(1, 2) {
		t.Fatalf("told %+v", e)
	}
	visit(2, 1)
	s.Refused(event.TooSoon)
	welcome(3, 2) // it was not asked
	s.Refused(event.NothingThere)
	s.Place(2, item.Crate, 9, 8)
	s.Run(3).Allowed()
	for _, o := range s.Space.Bodies() {
		if o.Kind == entity.Crate {
			s.Ask(2, command.Command{Kind: command.PickUp, Entity: o.ID})
		}
	}
	s.Run(3).Allowed()
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Fatalf("a snapshot between: %v", err)
	}
	welcome(1, 2)
	s.Allowed()
	if e := s.Saw(event.Visited); e == nil || e.Tile != s.At(9, 9) || !near(1, 2) {
		t.Fatalf("told %+v, and the guest is at %v", e, grid.TileAt(s.Body(2).Pos))
	}
	if o := s.Space.Body(s.Body(2).Other); o == nil || !o.Pos.Sub(s.Body(2).Pos).Near(fixed.One) {
		t.Error("what the guest carried stayed behind")
	}
	s.Put(2, 9, 9)
	welcome(1, 2) // once asked, once let in
	s.Refused(event.NothingThere)
	visit(2, 1)
	s.Run(int(federation.VisitTime))
	welcome(1, 2)
	s.Refused(event.NothingThere)
	if near(1, 2) {
		t.Error("who was let in too late has come")
	}
	s.Balanced()
}

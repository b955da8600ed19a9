package island_test

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
)

// TestVisits: a guest that asks and is let in within the time is beside its host, with its load. A player
// that did not ask, was asked for by another, or came too late, stays.
func TestVisits(t *testing.T) {
	s := newStage(t).enter(3).clear(10).put(1, 0, 0).put(2, 9, 9).put(3, -9, 0)
	near := func(a, b int) bool { return s.body(a).Pos.Sub(s.body(b).Pos).Near(2 * fixed.One) }
	visit := func(n, host int) {
		s.ask(n, command.Command{Kind: command.Visit, Entity: s.player(host).Body})
		s.run(3)
	}
	welcome := func(n, guest int) {
		s.ask(n, command.Command{Kind: command.Welcome, Entity: s.player(guest).Body})
		s.run(3)
	}
	welcome(1, 2)
	s.refused(event.NothingThere)
	visit(2, 2)
	s.refused(event.NothingThere)
	visit(2, 1)
	s.allowed()
	if e := s.saw(event.VisitRequested); e == nil || e.Entity != s.player(1).Body || e.Seat != s.player(2).Seat || near(1, 2) {
		t.Fatalf("told %+v", e)
	}
	visit(2, 1)
	s.refused(event.TooSoon)
	welcome(3, 2) // it was not asked
	s.refused(event.NothingThere)
	s.place(2, item.Crate, 9, 8)
	s.run(3).allowed()
	for _, o := range s.Space.Bodies() {
		if o.Kind == entity.Crate {
			s.ask(2, command.Command{Kind: command.PickUp, Entity: o.ID})
		}
	}
	s.run(3).allowed()
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Fatalf("a snapshot between: %v", err)
	}
	welcome(1, 2)
	s.allowed()
	if e := s.saw(event.Visited); e == nil || e.Tile != s.at(9, 9) || !near(1, 2) {
		t.Fatalf("told %+v, and the guest is at %v", e, grid.TileAt(s.body(2).Pos))
	}
	if o := s.Space.Body(s.body(2).Other); o == nil || !o.Pos.Sub(s.body(2).Pos).Near(fixed.One) {
		t.Error("what the guest carried stayed behind")
	}
	s.put(2, 9, 9)
	welcome(1, 2) // once asked, once let in
	s.refused(event.NothingThere)
	visit(2, 1)
	s.run(int(federation.VisitTime))
	welcome(1, 2)
	s.refused(event.NothingThere)
	if near(1, 2) {
		t.Error("who was let in too late has come")
	}
	s.balanced()
}

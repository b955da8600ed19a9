package rig

import (
	"bytes"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/physics"
)

// Sound checks the invariants of every world. Of every kind, the present items are those created and not
// destroyed. Every body exists once, every player in the world has a body, and every carrier has its load.
// The world read from its bytes is the same world, and writes the same bytes.
func Sound(t Failer, i *island.Island) (again *island.Island) {
	t.Helper()
	Balanced(t, i)
	for k := range i.Space.Bodies() {
		if k > 0 && i.Space.Bodies()[k-1].ID >= i.Space.Bodies()[k].ID {
			t.Fatalf("body %x comes before body %x", i.Space.Bodies()[k-1].ID, i.Space.Bodies()[k].ID)
		}
	}
	if i.Partial {
		return nil // a copy for looking: no snapshot is made of one
	}
	if err := i.Consistent(); err != nil {
		t.Fatalf("tick %d: %v", i.Clock, err)
	}
	written := i.Snapshot(nil)
	again = new(island.Island)
	if err := again.Restore(written); err != nil {
		t.Fatalf("tick %d: what was written is not read: %v", i.Clock, err)
	}
	if field, differ := island.Diff(i, again); differ || again.Digest() != i.Digest() || !bytes.Equal(again.Snapshot(nil), written) {
		t.Fatalf("tick %d: what was written is another: %s", i.Clock, field)
	}
	return again
}

// Holds fails unless an island is sound, and the island read from its bytes goes the same way. It is stepped
// by a turn for that.
func Holds(t Failer, i *island.Island) {
	t.Helper()
	again := Sound(t, i)
	if again == nil {
		return
	}
	again.Motion.Mover = i.Motion.Mover
	turn := i.Begin(game.MaxTicksPerTurn).Turn()
	for _, o := range [...]*island.Island{i, again} {
		o.Step(turn)
	}
	if field, differ := island.Diff(i, again); differ || again.Digest() != i.Digest() {
		t.Fatalf("tick %d: what was written goes another way: %s", i.Clock, field)
	}
}

// WithinBudget fails if a region's own work has cost more in the last tick than a visit beyond its budget.
func WithinBudget(t Failer, i *island.Island) {
	t.Helper()
	most := 0
	for k := range living.Rules {
		most = max(most, living.Rules[k].Cost)
	}
	if i.Visits.Spent > living.WorkBudget+living.VisitCost+3*most { // a block has three rows at most
		t.Fatalf("tick %d: the work of a region cost %d in a tick", i.Clock, i.Visits.Spent)
	}
}

// held fails unless a carried body is exactly where its carrier is, over its head or, if a cart, under it.
func held(t Failer, i *island.Island) {
	t.Helper()
	for k := range i.Space.Bodies() {
		b := &i.Space.Bodies()[k]
		o := i.Space.Body(b.Other)
		if b.Flags&entity.Carried == 0 || o == nil {
			continue
		}
		height := physics.CarryHeight
		if o.Flags&entity.Riding != 0 {
			height = 0
		}
		if b.Pos != o.Pos || b.Z != o.Z+height || b.Vel != o.Vel {
			t.Fatalf("tick %d: %s is at %v, %d high and goes %v; its carrier is at %v, %d high and goes %v", i.Clock, b.Kind, b.Pos, b.Z, b.Vel, o.Pos, o.Z, o.Vel)
		}
	}
}

// Numbers checks, turn by turn, that each region's own work keeps to its budget, that carried bodies are
// held, and that the commands of each player take effect at most once and in their order, and none is refused
// twice.
type Numbers struct {
	last    map[game.PlayerID]uint64
	refused map[entity.Seat]uint64
}

// After looks at an island that has executed a turn.
func (n *Numbers) After(t Failer, i *island.Island) {
	t.Helper()
	if n.last == nil {
		n.last, n.refused = map[game.PlayerID]uint64{}, map[entity.Seat]uint64{}
	}
	WithinBudget(t, i)
	held(t, i)
	for _, list := range [...][]entity.PlayerState{i.Roster.Here, i.Roster.Away} {
		for k := range list {
			p := &list[k]
			if p.LastSeq < n.last[p.Key] {
				t.Fatalf("tick %d: seat %d was at command %d, and is at %d", i.Clock, p.Seat, n.last[p.Key], p.LastSeq)
			}
			n.last[p.Key] = p.LastSeq
		}
	}
	for _, e := range i.Happened {
		if e.Kind != event.Refused || e.Seq == 0 || e.Seat == 0 {
			continue
		}
		if p := i.Roster.BySeat(e.Seat); p != nil && e.Seq > p.LastSeq {
			t.Fatalf("tick %d: command %d of seat %d is refused before its turn", i.Clock, e.Seq, e.Seat)
		}
		if e.Seq <= n.refused[e.Seat] {
			t.Fatalf("tick %d: command %d of seat %d is refused after command %d", i.Clock, e.Seq, e.Seat, n.refused[e.Seat])
		}
		n.refused[e.Seat] = e.Seq
	}
}

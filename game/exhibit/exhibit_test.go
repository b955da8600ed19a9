package exhibit_test

import (
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestExhibits: a visitor enters every exhibit and walks about. Two visitors of the same exhibit see the
// same. From a snapshot on the way it goes on as it was, and nothing comes out of nothing.
func TestExhibits(t *testing.T) {
	for k := range exhibit.Exhibits {
		t.Run(exhibit.Exhibits[k].Name, func(t *testing.T) { visitExhibit(t, &exhibit.Exhibits[k]) })
	}
}

func visitExhibit(t *testing.T, e *exhibit.Exhibit) {
	shown := []*exhibit.Show{e.Open(), e.Open()}
	me, turns := exhibit.CastKey(99), 120
	if e.Crowd {
		turns = 40
	}
	for n, seq := 0, uint64(0); n < turns; n++ {
		var asked []command.Command
		switch {
		case n == 0:
			asked = append(asked, command.Command{Kind: command.Enter, Text: "Visitor"})
		case n%7 == 0:
			asked = append(asked, rig.Moving(fixed.One, 0), command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(n * 4001))})
		}
		for _, s := range shown {
			if taken, err := s.Next(me, seq+1, asked); err != nil || taken != len(asked) {
				t.Fatalf("turn %d: %d of %d commands taken, %v", n, taken, len(asked), err)
			}
			if s.World.Digest() != shown[0].World.Digest() {
				field, _ := island.Diff(shown[0].World, s.World)
				t.Fatalf("turn %d: one is shown something else: %s", n, field)
			}
		}
		seq += uint64(len(asked))
		// the exhibit's own players, and its being a copy, are in no snapshot
		if n == turns/2 && !e.Crowd && e.Player == nil {
			later := &exhibit.Show{World: new(island.Island)}
			if err := later.World.Restore(shown[0].World.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
			shown = append(shown, later)
		}
	}
	w := shown[0].World
	if p := w.Roster.ByKey(me); p == nil || w.Space.Body(p.Body) == nil {
		t.Fatal("the visitor is not there")
	}
	if e.Crowd {
		if len(w.Land.Places()) != exhibit.CrowdWide*exhibit.CrowdWide || len(w.Space.Bodies()) <= exhibit.CrowdWide*exhibit.CrowdWide*exhibit.CrowdEach {
			t.Errorf("%d regions, %d bodies", len(w.Land.Places()), len(w.Space.Bodies()))
		}
		return // its bodies were created by nobody
	}
	rig.Holds(t, w)
}

// TestFarm: on the field of the exhibit ripe wheat is harvested and sown again, and unripe wheat is left.
func TestFarm(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Build(exhibit.Field).Put(1, -4, 3)
	for y := int32(-3); y <= 2; y++ {
		if s.Block(-5, y) != tile.Wheat {
			t.Fatalf("no wheat at -5 %d", y)
		}
	}
	s.Use(1, -5, 2)
	s.Allowed()
	s.Run(120)
	if s.Block(-5, 2) != tile.Furrow || s.Count(1, item.WheatEar) == 0 {
		t.Fatalf("%s, %d wheat", s.Block(-5, 2), s.Count(1, item.WheatEar))
	}
	s.Apply(1, item.Seeds, -5, 2)
	s.Allowed()
	if s.Block(-5, 2) != tile.Wheat {
		t.Error("not sown")
	}
	s.Balanced()
}

// TestLineExhibit: a player on the other island lights a lamp beside the visitor again and again, and the
// visitor lights one over there, which it sees.
func TestLineExhibit(t *testing.T) {
	k := slices.IndexFunc(exhibit.Exhibits[:], func(e exhibit.Exhibit) bool { return e.Name == "line" })
	s := exhibit.Exhibits[k].Open()
	n := s.Player.(*exhibit.Neighbours)
	me, lit, unlit := exhibit.CastKey(99), 0, 0
	next := func(seq uint64, list ...command.Command) {
		t.Helper()
		if taken, err := s.Next(me, seq, list); taken != len(list) || err != nil {
			t.Fatal(taken, err)
		}
		for _, e := range s.World.Happened {
			if e.Tile == n.At(exhibit.LinedLamp.X, exhibit.LinedLamp.Y) {
				lit += living.Either(e.Kind == event.Lit, 1, 0)
				unlit += living.Either(e.Kind == event.Unlit, 1, 0)
			}
		}
	}
	next(1, command.Command{Kind: command.Enter, Text: "Visitor"})
	for range 6 * exhibit.LeverTurns {
		next(2)
	}
	if lit < 2 || unlit < 2 {
		t.Errorf("the lamp was lit %d times and put out %d times", lit, unlit)
	}
	far := func() (on, seen bool) {
		at := n.At(exhibit.LinedFar.X, exhibit.LinedFar.Y)
		_, _, state, _ := n.Other.TileAt(at)
		return state&living.FedBit != 0, s.World.Beyond(at.Region()).State[at.Index()]&living.FedBit != 0
	}
	next(2, command.Command{Kind: command.Use, Tile: n.At(exhibit.LinedOwn.X, exhibit.LinedOwn.Y)})
	for range exhibit.LeverTurns / 2 {
		next(3)
	}
	if on, seen := far(); !on || !seen {
		t.Errorf("the lamp over there has a signal: %v; it is seen: %v", on, seen)
	}
}

// TestShowTakesWhatItCan: commands beyond the limits of a turn wait, and one that can never be taken is
// reported.
func TestShowTakesWhatItCan(t *testing.T) {
	s := exhibit.Exhibits[0].Open()
	me := exhibit.CastKey(99)
	if taken, err := s.Next(me, 1, []command.Command{{Kind: command.Say, Text: "hello"}}); taken != 0 || err == nil {
		t.Errorf("a stranger speaks: %d, %v", taken, err)
	}
	if taken, err := s.Next(me, 1, []command.Command{{Kind: command.Enter, Text: "Ada"}}); taken != 1 || err != nil {
		t.Fatal(taken, err)
	}
	many := make([]command.Command, 3*command.MaxPerTurn)
	for k := range many {
		many[k] = command.Command{Kind: command.Move, Face: entity.Facing(k)}
	}
	taken, err := s.Next(me, 2, many)
	if taken == 0 || taken > command.MaxPerTurn || err != nil {
		t.Errorf("%d commands in a turn, %v", taken, err)
	}
	if s.World.Clock != 3*game.TicksPerTurn {
		t.Errorf("at tick %d after three turns", s.World.Clock)
	}
}

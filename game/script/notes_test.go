package script_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/rig"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/thing"
)

func useOf(s *rig.Stage, x *thing.Thing) command.Command {
	return command.Command{Kind: command.Use, Tile: s.ThingPlace(x)}
}

func putOf(s *rig.Stage, b *blueprint.Blueprint, dx, dy int32) command.Command {
	return command.Command{Kind: command.Put, Entity: game.EntityID(b.ID()), Tile: s.At(dx, dy)}
}

func TestNotes(t *testing.T) {
	s := stage(t)
	bad := placed(s, "Bad", block, "def deep(n):\n    return [1][n]\n\ndef on_use(me, who):\n    deep(7)\n", 0, 1)
	s.Run(1)
	if n := script.Notes(&s.State); len(n) != 0 || script.Count(&s.State) != (script.Totals{}) {
		t.Fatalf("before anything ran: %+v", n)
	}
	s.Ask(2, useOf(s, bad))
	s.Run(1)
	n := script.Notes(&s.State)
	if len(n) != 1 || n[0].Thing != bad.ID || n[0].Fault == nil || n[0].Fault.At.Line != 2 || len(n[0].Fault.Stack) != 2 || n[0].Fault.Why == "" {
		t.Errorf("a fault: %+v", n)
	}
	once := script.Count(&s.State)
	if once.Steps <= 0 || once.Steps > 100 {
		t.Errorf("it cost %+v", once)
	}
	if s.Run(1); len(script.Notes(&s.State)) != 0 || script.Count(&s.State) != once {
		t.Error("the notes outlive their tick, or nothing costs something")
	}
	broken := placed(s, "Broken", block, "def on_use(me, who):\n    sya(1)\n", 1, 1)
	if h := is(s, broken).Health; !h.Stopped {
		t.Error("it runs")
	}
	thief := placed(s, "Thief", block, "def on_use(me, who):\n    take(who, \"copper\", 1)\n    x = [\"long\"] * 1000\n", 1, 2)
	s.Ask(2, useOf(s, thief))
	s.Run(1)
	if n := script.Notes(&s.State); len(n) != 1 || n[0].Fault != nil || n[0].Effect != "take" || n[0].Why != event.NothingThere {
		t.Errorf("a refused effect: %+v", n)
	}
	if c := script.Count(&s.State); c.Bytes < 1000 || c.Bytes > star.RunLimits.Bytes {
		t.Errorf("it took %d bytes", c.Bytes)
	}
}

// A script that cannot be loaded says why in the tick in which it is stopped.
func TestNotesOfABrokenScript(t *testing.T) {
	s := stage(t)
	b := hold(s, "Broken", 1, block, "def on_use(me, who):\n    sya(1)\n")
	s.Ask(1, putOf(s, b, 1, 1))
	for range 3 {
		s.Run(1)
		if n := script.Notes(&s.State); len(n) == 1 && n[0].Fault != nil && n[0].Fault.At.Line == 2 && n[0].Fault.Why != "" {
			return
		}
	}
	t.Error("nothing is said of it")
}

func askOf(_ *rig.Stage, x *thing.Thing, words string) command.Command {
	return command.Command{Kind: command.Ask, Entity: x.ID, Text: words}
}

// placedAt is placed, however far from player 1, who goes back to where it was.
func placedAt(s *rig.Stage, title string, shape blueprint.Shape, source string, dx, dy int32) *thing.Thing {
	s.T.Helper()
	b := hold(s, title, 1, shape, source)
	from := s.Body(1).Pos
	s.Put(1, dx-2, dy)
	x := put(s, 1, b, dx, dy)
	k, _ := s.Space.Find(s.Player(1).Body)
	now := s.Space.Bodies()[k].Pos
	s.Space.Bodies()[k].Pos = from
	s.Space.Moved(k, now)
	return x
}

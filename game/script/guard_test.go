package script_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/making"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/script"
	"manyhold/game/thing"
	"manyhold/game/world"
)

const biter = `
def on_tick(me):
    for p in near("player", 10):
        if p != me.owner:
            hurt(p, 1)
`

// A builder's script on a keeper's thing has no keeper's power: neither as it was placed nor by a later
// version.
func TestAKeeperLendsNoPower(t *testing.T) {
	s := stage(t).Grant(2, rights.Keeper)
	b := hold(s, "Pet", 1, block, "def on_use(me, who):\n    pass\n") // of player 1, a builder
	put(s, 2, b, 1, 2)
	hold(s, "Pet", 2, block, biter)
	if s.Run(30); s.Player(1).Health != world.MaxHealth {
		t.Error("a builder's script hurts with a keeper's rights")
	}
	s.Grant(1, rights.Keeper)
	if s.Run(30); s.Player(1).Health == world.MaxHealth {
		t.Error("a keeper's script does not hurt")
	}
}

// A thing is given another script by its owner and by keepers only.
func TestRelinkIsTheOwners(t *testing.T) {
	s := stage(t)
	mine := placed(s, "Mine", block, "def on_use(me, who):\n    pass\n", 0, 2)
	other := &blueprint.Blueprint{Author: rig.Key(2), Editor: rig.Key(2), Version: 1, By: "bo", Title: "Biter", Licence: "CC0-1.0", Shape: block, Host: biter}
	act.Hold(&s.State, act.EntryOf(&s.State, other))
	for n, want := range map[int]event.Reason{2: event.NotAllowed, 1: event.NoReason} {
		s.Ask(n, command.Command{Kind: command.Relink, Entity: mine.ID, Text: making.Named(other.ID())})
		s.Run(game.TicksPerTurn)
		got := event.NoReason
		if e := s.Saw(event.Refused); e != nil {
			got = event.Reason(e.A)
		}
		if got != want {
			t.Errorf("by %d: %s, want %s", n, got, want)
		}
	}
}

// Sights from before all things were gone for a while are not remembered: a peer that came meanwhile has not
// seen it.
func TestNothingSeenIsKept(t *testing.T) {
	digests := map[bool]uint64{}
	for _, fresh := range []bool{false, true} {
		s := stage(t)
		placed(s, "Mat", blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 3}, "def on_enter(me, who):\n    show(\"in\")\n", -1, -1)
		s.Run(6)
		things := s.Things
		s.Things = thing.Table{}
		script.Look(&s.State)
		if fresh {
			s.Workshop = nil
		}
		s.Things = things
		script.Run(&s.State)
		digests[fresh] = s.Things.Sum()
	}
	if digests[false] != digests[true] {
		t.Error("a peer that was there before goes on otherwise than one that has just come")
	}
}

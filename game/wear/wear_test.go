package wear_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/dark"
	"manyhold/game/event"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/wear"
)

// give lets player 1 have one of each kind, in the slots from 0 on.
func give(s *rig.Stage, kinds ...item.Kind) {
	p := s.Player(1)
	for n := range p.Inventory {
		s.Ledger.Destroyed[p.Inventory[n].Kind] += uint64(p.Inventory[n].Count)
		p.Inventory[n] = item.Stack{}
	}
	for n, k := range kinds {
		p.Inventory[n] = item.Stack{Kind: k, Count: 1}
		s.Ledger.Created[k]++
	}
}

func put(s *rig.Stage, slot uint8) {
	s.Ask(1, command.Command{Kind: command.Place, Tile: grid.TileAt(s.Body(1).Pos).Add(90, 0), Slot: slot})
	s.Run(6)
}

// TestDressing: everything to wear is put on by using it wherever one stands, stays in the bag, gives way to
// another of its part, and is taken off by using it again.
func TestDressing(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	for part := item.OnHead; part < item.PartCount; part++ {
		var kinds []item.Kind
		for k := item.None + 1; k < item.KindCount; k++ {
			if k.Info().Part == part {
				kinds = append(kinds, k)
			}
		}
		give(s, kinds...)
		for n, k := range kinds {
			put(s, uint8(n))
			if e := s.Saw(event.Dressed); e == nil || item.Kind(e.A) != k || e.B != 1 || s.Player(1).Wears(part) != k || !wear.Owns(s.Player(1), k) {
				t.Fatalf("%s is not worn: %+v, worn %s", k, e, s.Player(1).Wears(part))
			}
		}
		last := kinds[len(kinds)-1]
		if put(s, uint8(len(kinds)-1)); s.Player(1).Wears(part) != item.None || s.Saw(event.Dressed).B != 0 {
			t.Errorf("%s is still worn", last)
		}
	}
}

// TestWhatIsGoneIsNotWorn: what leaves the bag is not worn, and is again when it is back; after a snapshot,
// too. It is never in two places.
func TestWhatIsGoneIsNotWorn(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	give(s, item.KeeperHat, item.StarCloak)
	put(s, 0)
	put(s, 1)
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if p := again.Roster.ByKey(rig.Key(1)); p.Wears(item.OnHead) != item.KeeperHat || p.Wears(item.OnBack) != item.StarCloak || again.Digest() != s.Digest() {
		t.Errorf("after a restart: %+v", p.Outfit)
	}
	s.Ask(1, command.Command{Kind: command.Drop, Slot: 0, Count: 1})
	s.Run(3)
	if p := s.Player(1); p.Wears(item.OnHead) != item.None || p.Wears(item.OnBack) != item.StarCloak {
		t.Errorf("the dropped hat is worn: %s, %s", p.Wears(item.OnHead), p.Wears(item.OnBack))
	}
	s.Run(6 * 60) // it is taken up again
	if p := s.Player(1); wear.Owns(p, item.KeeperHat) != (p.Wears(item.OnHead) == item.KeeperHat) {
		t.Errorf("bag and head differ: %v, %s", wear.Owns(p, item.KeeperHat), p.Wears(item.OnHead))
	}
}

// TestNobodyWearsWhatIsNoGarment: other things are placed, not worn, and an empty slot is refused.
func TestNobodyWearsWhatIsNoGarment(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	give(s, item.Stick)
	for slot, why := range []event.Reason{event.TooFar, event.NotEnough} {
		put(s, uint8(slot))
		if e := s.Saw(event.Refused); e == nil || event.Reason(e.A) != why {
			t.Errorf("slot %d: %+v, want %s", slot, e, why)
		}
	}
}

// TestLanternsLight: a lantern at the belt keeps gloom off as a torch in hand does.
func TestLanternsLight(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	for k := range s.Land.Regions {
		for n := range grid.Index(grid.RegionTiles) {
			s.Land.Regions[k].Set(n, 4, 0, 0)
		}
	}
	s.Clock = midnight(s.Clock)
	give(s, item.SeaLantern)
	s.Run(6)
	if dark.Level(&s.State, s.Body(1).Pos) == 0 {
		t.Fatal("there is no gloom at midnight")
	}
	put(s, 0)
	if l := dark.Level(&s.State, s.Body(1).Pos); l != 0 || !wear.Shines(s.Player(1)) {
		t.Errorf("with a lantern: gloom %d", l)
	}
}

// midnight returns a tick from now on in the middle of the night.
func midnight[T ~uint64](now T) T {
	for gloom.Depth(game.Tick(now)) < gloom.Full {
		now += 600
	}
	return now
}

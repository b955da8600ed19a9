package fall_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// knockOut takes all health from a player.
func knockOut(s *rig.Stage, n int) { living.Hurt(&s.State, s.Player(n), world.MaxHealth) }

// carried counts what a player carries.
func carried(s *rig.Stage, n int) (sum int) {
	for _, st := range s.Player(n).Inventory {
		sum += int(st.Count)
	}
	return sum
}

// TestRemains: what a knocked-out player carried lies where it fell, on its own map, and comes back into the
// same slots when the player walks there; nobody else takes it, and by law it is kept.
func TestRemains(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(20).Put(1, 12, 0).Put(2, -12, 0)
	had := s.Player(1).Inventory
	knockOut(s, 1)
	s.Run(3)
	if n := carried(s, 1); n != 0 || s.Saw(event.Fell) == nil {
		t.Fatalf("still has %d items", n)
	}
	s.Put(2, 12, 0)
	s.Run(60)
	s.Balanced()
	if at, until, ok := s.Player(1).Remains(s.Clock); !ok || at != s.At(12, 0) || until < s.Clock+entity.RemainsTime-120 {
		t.Errorf("its record has %v until %d: %v", at, until, ok)
	}
	if s.Count(2, item.WoodWall) != 60 {
		t.Error("another player took it")
	}
	s.Put(2, -18, -18)
	s.Run(int(fall.SwoonTime) + 60)
	if b := s.Body(1); b.Flags&entity.Asleep != 0 || !b.Pos.Sub(s.SpawnTile.Centre()).Near(4*fixed.One) {
		t.Fatalf("woke at %v", b.Pos)
	}
	s.Put(1, 12, 1)
	s.Run(6)
	if s.Player(1).Inventory != had || s.Saw(event.Recovered) == nil {
		t.Error("did not get all of it back into its slots")
	}
	if _, _, ok := s.Player(1).Remains(s.Clock); ok || s.Space.Count(entity.Remains) != 0 {
		t.Error("the map still shows remains")
	}
	s.Rule(world.Keep)
	s.Run(3)
	knockOut(s, 1)
	s.Run(int(fall.SwoonTime) + 6)
	if s.Player(1).Inventory != had {
		t.Error("lost something by law of Keep")
	}
	s.Balanced()
}

// TestRemainsAreGone after an hour, also in a region that slept, and the ledger knows.
func TestRemainsAreGone(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(20).Put(1, 12, 0)
	knockOut(s, 1)
	s.Run(3)
	n := s.Space.Count(entity.Remains)
	at, _ := s.Land.Find(s.At(12, 0).Region())
	s.Put(1, 0, 0)
	if s.At(12, 0).Region() != s.SpawnTile.Region() {
		living.Retire(&s.State, at)
	}
	s.Clock += entity.RemainsTime - 200
	s.Run(60)
	if left := s.Space.Count(entity.Remains); left != n && s.Land.Active(s.At(12, 0).Region()) != nil {
		t.Errorf("%d of %d are left before the hour is over", left, n)
	}
	s.Run(240)
	if left := s.Space.Count(entity.Remains); left != 0 || s.Player(1).FellAt != 0 {
		t.Errorf("%d lie for more than an hour; on the map: %d", left, s.Player(1).FellAt)
	}
	s.Balanced()
}

// TestLastHearth: a player wakes at the hearth that it used last, and at night that burns; at the first one
// if that is gone.
func TestLastHearth(t *testing.T) {
	for _, gone := range []bool{false, true} {
		s := rig.NewStage(t).Enter(1).Clear(22).Put(1, 15, 10)
		living.SetTile(&s.State, s.At(15, 11), tile.Grass, tile.Hearth, 0)
		s.Use(1, 15, 11)
		s.Run(3)
		if s.Player(1).Hearth != s.At(15, 11) {
			t.Fatal("it is not remembered")
		}
		block := tile.Hearth
		if gone {
			block = tile.NoBlock
		}
		living.SetTile(&s.State, s.At(15, 11), tile.Grass, block, 0)
		s.Clock = game.TicksPerDay / 24 * 14
		s.Put(1, -9, -9)
		knockOut(s, 1)
		s.Run(int(fall.SwoonTime) + 6)
		near := s.Body(1).Pos.Sub(s.At(15, 11).Centre()).Near(3 * fixed.One)
		if _, b, state, _ := s.TileAt(s.At(15, 11)); near == gone || !gone && tile.Emits(b, state) == 0 {
			t.Errorf("gone %v: near %v, its state %d", gone, near, state)
		}
	}
}

// TestRevive: a friend beside the knocked-out player brings it back on the spot, with its things, while it
// lies longer than alone; nobody is revived from afar, and the player may give up.
func TestRevive(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(20).Put(1, 12, 0).Put(2, 4, 0)
	had := s.Player(1).Inventory
	knockOut(s, 1)
	s.Run(int(fall.SwoonTime) + 60)
	if s.Body(1).Flags&entity.Asleep == 0 {
		t.Fatal("does not wait for the friend")
	}
	s.Ask(2, command.Command{Kind: command.Use, Tile: s.At(12, 0)})
	s.Run(3)
	s.Refused(event.TooFar)
	s.Put(2, 11, 0)
	s.Use(2, 12, 0)
	s.Run(6)
	if p := s.Player(1); s.Body(1).Flags&entity.Asleep != 0 || p.Health != fall.ReviveHealth || s.Far(s.Body(1).ID, 12, 0) > fixed.One || p.Inventory != had {
		t.Errorf("health %d, %d items, %v", p.Health, carried(s, 1), s.Body(1).Pos)
	}
	knockOut(s, 1)
	s.Run(150)
	s.Ask(1, command.Command{Kind: command.Home})
	s.Run(3)
	if s.Body(1).Flags&entity.Asleep != 0 || !s.Body(1).Pos.Sub(s.SpawnTile.Centre()).Near(4*fixed.One) {
		t.Error("cannot give up")
	}
	s.Balanced()
}

// TestNothingIsDoubled: whatever players carry, wherever and however often they fall, are revived and walk
// back, sleep or not, every item is in one place.
func TestNothingIsDoubled(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		s := rig.BareStage(outer).Enter(2).Clear(16).Put(1, 3, 0).Put(2, -3, 0)
		if rapid.Bool().Draw(t, "keep") {
			s.Rule(world.Keep)
		}
		for range rapid.IntRange(1, 12).Draw(t, "deeds") {
			n := rapid.IntRange(1, 2).Draw(t, "who")
			switch rapid.IntRange(0, 5).Draw(t, "deed") {
			case 0:
				knockOut(s, n)
			case 1:
				s.Ask(3-n, command.Command{Kind: command.Use, Tile: grid.TileAt(s.Body(n).Pos)})
			case 2:
				s.Put(n, rapid.Int32Range(-10, 10).Draw(t, "x"), rapid.Int32Range(-10, 10).Draw(t, "y"))
			case 3:
				s.Ask(n, command.Command{Kind: command.Drop, Slot: uint8(rapid.IntRange(0, 35).Draw(t, "slot")), Count: 1})
			case 4:
				s.Ask(n, command.Command{Kind: command.Home})
			case 5:
				s.Clock += entity.RemainsTime / 2
			}
			s.Run(rapid.IntRange(3, 200).Draw(t, "ticks"))
			rig.Balanced(outer, s.Island)
		}
		rig.Sound(outer, s.Island)
	})
}

// TestRemainsAreBounded: a player that falls again and again, each time with a full bag, leaves the stacks of
// a few falls; the newest are there, and what is gone is counted.
func TestRemainsAreBounded(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(20).Put(1, 12, 0).Put(2, -12, 0)
	for n := range 8 {
		p := s.Player(1)
		for k := range p.Inventory {
			s.Ledger.Destroyed[p.Inventory[k].Kind] += uint64(p.Inventory[k].Count)
			p.Inventory[k] = item.Stack{Kind: item.Stone, Count: 1}
			s.Ledger.Created[item.Stone]++
		}
		p.Health = world.MaxHealth
		s.Space.Body(p.Body).Flags &^= entity.Asleep
		s.Put(1, int32(12-3*(n&1)), int32(n*2-8))
		at := s.Clock
		knockOut(s, 1)
		s.Run(6)
		last, all := 0, 0
		for k := range s.Space.Bodies() {
			if r := &s.Space.Bodies()[k]; r.Kind == entity.Remains {
				all++
				if r.Born >= at {
					last++
				}
			}
		}
		if all > fall.MostRemains || last != item.InventorySlots {
			t.Fatalf("after fall %d there are %d stacks, %d of them new", n+1, all, last)
		}
	}
	s.Balanced()
}

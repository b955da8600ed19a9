package revert_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	undo "manyhold/game/revert"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
)

const (
	eve = 1 // does harm
	bob = 2 // builds
	kim = 3 // keeps order
)

// stage has three players on bare grass, kim being a keeper.
func stage(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(3).Clear(14)
	s.Grant(kim, rights.Keeper)
	s.Put(eve, 0, 0).Put(bob, 3, 0).Put(kim, -3, 0)
	return s
}

// order is the command that reverts what a player did in the last minutes.
func order(s *rig.Stage, whom int, radius, minutes uint8) command.Command {
	return command.Command{Kind: command.Revert, Tile: s.At(0, 0), Slot: radius, Count: minutes, Entity: s.Player(whom).Body}
}

// revert lets kim revert, and returns what the event says.
func revert(s *rig.Stage, whom int, minutes uint8) (done, kept int32) {
	s.T.Helper()
	s.Ask(kim, order(s, whom, 20, minutes))
	s.Run(3)
	s.Allowed()
	e := s.Saw(event.Reverted)
	if minutes == 0 {
		e = s.Saw(event.Reinstated)
	}
	if e == nil {
		s.T.Fatal("nothing is told of it")
		return 0, 0
	}
	return e.A, e.B
}

// place lets a player place an item and look that it stands.
func place(s *rig.Stage, n int, k item.Kind, dx, dy int32) {
	s.T.Helper()
	s.Place(n, k, dx, dy)
	s.Run(3)
	s.Allowed()
}

// dig lets a player dig until a tile has changed.
func dig(s *rig.Stage, n int, dx, dy int32) {
	s.T.Helper()
	s.Ask(n, command.Command{Kind: command.Dig, Tile: s.At(dx, dy)})
	for range 400 {
		s.Run(3)
		s.Allowed()
		if s.Saw(event.Dug) != nil || s.Saw(event.Felled) != nil {
			return
		}
	}
	s.T.Fatal("nothing was dug")
}

// give gives a player items from nowhere, which are counted.
func give(s *rig.Stage, n int, k item.Kind, count uint8) {
	s.Ledger.Created[k] += uint64(count)
	if item.Add(s.Player(n).Inventory[:], item.Stack{Kind: k, Count: count}) != 0 {
		s.T.Fatal("no room")
	}
}

// TestTilesAreRestored: what one player placed and dug goes, what another did stays, and an undo brings it
// back.
func TestTilesAreRestored(t *testing.T) {
	s := stage(t)
	place(s, bob, item.StoneWall, 2, 0)
	dig(s, eve, 2, 0)                   // bob's wall: to be restored
	place(s, eve, item.WoodWall, 1, 0)  // to go
	place(s, eve, item.WoodWall, 1, 1)  // bob builds over it
	dig(s, bob, 1, 1)                   //
	place(s, bob, item.Lamp, 1, 1)      // stays
	place(s, bob, item.StoneWall, 2, 1) // nobody touched it
	created := s.Ledger
	if done, kept := revert(s, eve, 10); done != 2 || kept != 1 {
		t.Fatalf("%d changes reverted, %d kept", done, kept)
	}
	for _, c := range []struct {
		x, y int32
		want tile.Block
	}{{2, 0, tile.StoneWall}, {1, 0, tile.NoBlock}, {1, 1, tile.Lamp}, {2, 1, tile.StoneWall}} {
		if got := s.Block(c.x, c.y); got != c.want {
			t.Errorf("at %d %d stands %s, not %s", c.x, c.y, got, c.want)
		}
	}
	s.Balanced()
	if s.Ledger != created {
		t.Error("tiles made or destroyed items")
	}
	s.Ask(kim, order(s, eve, 20, 10))
	s.Run(3)
	s.Refused(event.NothingToRevert)
	if done, kept := revert(s, eve, 0); done != 2 || kept != 0 {
		t.Fatalf("undone: %d, kept %d", done, kept)
	}
	if s.Block(2, 0) != tile.NoBlock || s.Block(1, 0) != tile.WoodWall || s.Block(1, 1) != tile.Lamp {
		t.Error("the undo did not bring back what was there")
	}
	s.Ask(kim, order(s, eve, 20, 0))
	s.Run(3)
	s.Refused(event.NothingToRevert)
	if done, _ := revert(s, eve, 10); done != 2 {
		t.Error("after the undo, it cannot be reverted again")
	}
}

// TestTheSameAgainIsSomebodyElses: a wall that another player took away and set up again is that player's.
func TestTheSameAgainIsSomebodyElses(t *testing.T) {
	s := stage(t)
	place(s, eve, item.WoodWall, 1, 1)
	place(s, eve, item.WoodWall, 2, 1)
	dig(s, bob, 1, 1)
	place(s, bob, item.WoodWall, 1, 1)
	if done, kept := revert(s, eve, 10); done != 1 || kept != 1 || s.Block(1, 1) != tile.WoodWall {
		t.Errorf("%d reverted, %d kept, there is %s", done, kept, s.Block(1, 1))
	}
}

// TestStolenStacksReturn: from the thief's hands as far as they are there, else made anew; what the thief put
// in goes back to it; an emptied chest that was dug up stands again first.
func TestStolenStacksReturn(t *testing.T) {
	s := stage(t)
	place(s, bob, item.Chest, 2, 0)
	put := func(n int, k item.Kind, count uint8) {
		s.Ask(n, command.Command{Kind: command.ChestPut, Tile: s.At(2, 0), Slot: s.Slot(n, k), Count: count})
		s.Run(3)
		s.Allowed()
	}
	put(bob, item.StoneWall, 9)
	put(bob, item.Lamp, 2)
	put(eve, item.WoodWall, 3)
	s.Ask(eve, command.Command{Kind: command.ChestTake, Tile: s.At(2, 0), Slot: 0, Count: 9})
	s.Ask(eve, command.Command{Kind: command.ChestTake, Tile: s.At(2, 0), Slot: 1, Count: 2})
	s.Ask(eve, command.Command{Kind: command.ChestTake, Tile: s.At(2, 0), Slot: 2, Count: 3})
	s.Run(3)
	s.Allowed()
	dig(s, eve, 2, 0)
	had := [...]int{s.Count(eve, item.StoneWall), s.Count(eve, item.Lamp), s.Count(eve, item.WoodWall)}
	for k := range s.Player(eve).Inventory { // she loses the lamps
		if st := &s.Player(eve).Inventory[k]; st.Kind == item.Lamp {
			s.Ledger.Destroyed[item.Lamp] += uint64(st.Count)
			*st = item.Stack{}
		}
	}
	created := s.Ledger.Created
	if done, kept := revert(s, eve, 10); done != 5 || kept != 0 {
		t.Fatalf("%d reverted, %d kept", done, kept)
	}
	slots := s.Chests.Slots(s.At(2, 0))
	if slots == nil || slots[0] != (item.Stack{Kind: item.StoneWall, Count: 9}) || slots[1] != (item.Stack{Kind: item.Lamp, Count: 2}) || slots[2].Count != 0 {
		t.Fatalf("the chest holds %v", slots)
	}
	if s.Count(eve, item.StoneWall) != had[0]-9 || s.Count(eve, item.WoodWall) != had[2] {
		t.Error("the walls are not those of the thief")
	}
	if s.Ledger.Created[item.Lamp] != created[item.Lamp]+2 || s.Ledger.Created[item.StoneWall] != created[item.StoneWall] {
		t.Error("the lamps must be made anew, and the walls not")
	}
	s.Balanced()
	if done, kept := revert(s, eve, 0); done != 5 || kept != 0 {
		t.Fatalf("undone: %d, kept: %d", done, kept)
	}
	if s.Block(2, 0) != tile.NoBlock || s.Chests.Slots(s.At(2, 0)) != nil || s.Count(eve, item.StoneWall) != had[0] || s.Count(eve, item.WoodWall) != had[2] {
		t.Error("the undo did not take the stacks and the chest again")
	}
	s.Balanced()
}

// TestAFilledChestStays: one that was placed stays while something of others is in it.
func TestAFilledChestStays(t *testing.T) {
	s := stage(t)
	place(s, eve, item.Chest, 2, 0)
	s.Ask(bob, command.Command{Kind: command.ChestPut, Tile: s.At(2, 0), Slot: s.Slot(bob, item.Lamp), Count: 1})
	s.Run(3)
	s.Ask(kim, order(s, eve, 20, 10))
	s.Run(3)
	s.Refused(event.NothingToRevert)
	if s.Block(2, 0) != tile.Chest || s.Chests.Slots(s.At(2, 0))[0].Kind != item.Lamp {
		t.Error("the chest or the lamp is gone")
	}
}

// TestBodiesComeAndGo: crates that were set down disappear, and those that were put away stand again.
func TestBodiesComeAndGo(t *testing.T) {
	s := stage(t)
	crates := func() int { return len(s.All(entity.Crate)) }
	place(s, bob, item.Crate, 2, 0)
	s.Ask(eve, command.Command{Kind: command.Dig, Tile: s.At(2, 0)})
	s.Run(60)
	if s.Ask(eve, command.Command{Kind: command.StopDig}); crates() != 0 {
		t.Fatal("the crate was not put away")
	}
	place(s, eve, item.Crate, -1, 1)
	place(s, eve, item.Crate, 1, -1)
	if done, kept := revert(s, eve, 10); done != 3 || kept != 0 || crates() != 1 || grid.TileAt(s.Space.Body(s.All(entity.Crate)[0]).Pos) != s.At(2, 0) {
		t.Fatalf("%d reverted, %d kept, %d crates", done, kept, crates())
	}
	if done, _ := revert(s, eve, 0); done != 3 || crates() != 2 {
		t.Fatalf("%d undone, %d crates", done, crates())
	}
	rig.Sound(t, s.Island)
}

// TestHingesAndDoors: an arm goes and comes with its gate; a used door and a thrown lever are still the work
// of the player that placed them.
func TestHingesAndDoors(t *testing.T) {
	s := stage(t)
	give(s, bob, item.SwingGate, 1)
	give(s, eve, item.Rotor, 1)
	give(s, eve, item.Lever, 1)
	place(s, bob, item.SwingGate, 2, 0)
	place(s, bob, item.Door, 2, 2)
	dig(s, eve, 2, 0)
	place(s, eve, item.Rotor, 0, -2)
	place(s, eve, item.Door, -1, 1)
	place(s, eve, item.Lever, 1, 1)
	s.Ask(bob, command.Command{Kind: command.Use, Tile: s.At(1, 1)})
	s.Put(bob, 0, 3)
	s.Use(bob, -1, 1).Run(6)
	s.Allowed()
	if done, kept := revert(s, eve, 10); done != 4 || kept != 0 {
		t.Fatalf("%d reverted, %d kept", done, kept)
	}
	if s.Block(2, 0) != tile.SwingGate || s.Block(0, -2) != tile.NoBlock || s.Block(-1, 1) != tile.NoBlock || s.Block(1, 1) != tile.NoBlock {
		t.Error("not as it was before")
	}
	rig.Hung(t, s.Island)
	if done, _ := revert(s, eve, 0); done != 4 || s.Block(2, 0) != tile.NoBlock || s.Block(0, -2) != tile.Rotor {
		t.Error("not as it was before the revert")
	}
	if _, _, state, _ := s.TileAt(s.At(-1, 1)); state&tile.StateBit0 == 0 {
		t.Error("bob had opened the door")
	}
	rig.Hung(t, s.Island)
}

// TestNobodyIsWalledIn: where somebody stands, no wall comes back; the next command restores it.
func TestNobodyIsWalledIn(t *testing.T) {
	s := stage(t)
	place(s, bob, item.StoneWall, 2, 0)
	place(s, bob, item.StoneWall, 2, 1)
	dig(s, eve, 2, 0)
	dig(s, eve, 2, 1)
	s.Put(bob, 2, 0)
	if done, kept := revert(s, eve, 10); done != 1 || kept != 1 || s.Block(2, 0) != tile.NoBlock || s.Block(2, 1) != tile.StoneWall {
		t.Fatalf("%d reverted, %d kept", done, kept)
	}
	s.Put(bob, 5, 5)
	if done, kept := revert(s, eve, 10); done != 1 || kept != 0 || s.Block(2, 0) != tile.StoneWall {
		t.Fatalf("later %d reverted, %d kept", done, kept)
	}
}

// TestWaterAndFire: poured water goes and is counted; a kindled bush stands again, whether it burns or not,
// and undoing that lights no fire.
func TestWaterAndFire(t *testing.T) {
	s := stage(t)
	give(s, eve, item.WaterBucket, 1)
	place(s, eve, item.WaterBucket, 2, 0)
	if s.Block(2, 0) != tile.Flood {
		t.Fatal("there is no water")
	}
	for _, burnt := range []bool{false, true} {
		living.SetTile(&s.State, s.At(0, 2), tile.Grass, tile.Bush, 0)
		give(s, eve, item.Tinder, 1)
		place(s, eve, item.Tinder, 0, 2)
		if burnt {
			s.Run(2000)
		}
		if (s.Block(0, 2) == tile.Fire) == burnt {
			t.Fatalf("burnt %v: there is %s", burnt, s.Block(0, 2))
		}
		if done, _ := revert(s, eve, 10); done == 0 || s.Block(0, 2) != tile.Bush || s.Block(2, 0) == tile.Flood && !burnt {
			t.Fatalf("burnt %v: there is %s, and %s", burnt, s.Block(0, 2), s.Block(2, 0))
		}
		s.Balanced()
		if revert(s, eve, 0); s.Block(0, 2) == tile.Fire || s.Block(0, 2) == tile.Bush {
			t.Errorf("burnt %v: undone it is %s", burnt, s.Block(0, 2))
		}
		s.Balanced()
	}
}

// TestRights: keepers revert what those below them and they themselves did; the founder everybody.
func TestRights(t *testing.T) {
	for _, c := range []struct {
		by, against rights.Rank
		may         bool
	}{
		{rights.Visitor, rights.Visitor, false}, {rights.Builder, rights.Visitor, false},
		{rights.Keeper, rights.Visitor, true}, {rights.Keeper, rights.Builder, true},
		{rights.Keeper, rights.Keeper, false}, {rights.Keeper, rights.Founder, false},
		{rights.Founder, rights.Keeper, true}, {rights.Founder, rights.Builder, true},
	} {
		s := stage(t)
		place(s, eve, item.WoodWall, 1, 1)
		s.Grant(eve, c.against).Grant(kim, c.by)
		s.Ask(kim, order(s, eve, 20, 10))
		s.Run(3)
		if c.may {
			s.Allowed()
			s.Grant(eve, rights.Keeper)
			s.Ask(eve, order(s, eve, 20, 0)) // undoes kim's revert of her own changes
			if s.Run(3); c.by > rights.Keeper {
				s.Refused(event.NotAllowed)
			} else {
				s.Allowed()
			}
		} else {
			s.Refused(event.NotAllowed)
		}
	}
	s := stage(t)
	place(s, kim, item.WoodWall, -2, 1)
	if done, _ := revert(s, kim, 5); done != 1 {
		t.Error("a keeper must be able to revert its own changes")
	}
	place(s, eve, item.WoodWall, 1, 1)
	s.Ask(eve, order(s, eve, 20, 10))
	s.Run(3)
	s.Refused(event.NotAllowed)
}

// TestLimits: of the command, in space and in time.
func TestLimits(t *testing.T) {
	s := stage(t)
	place(s, eve, item.WoodWall, 2, 0)
	for _, c := range []struct {
		change func(c *command.Command)
		why    event.Reason
	}{
		{func(c *command.Command) { c.Slot = undo.MaxRadius + 1 }, event.TooFar},
		{func(c *command.Command) { c.Slot = 1 }, event.NothingToRevert},
		{func(c *command.Command) { c.Entity = 77 }, event.NothingToRevert},
		{func(c *command.Command) { c.Entity = 1 << 40 }, event.NothingToRevert},
		{func(c *command.Command) { c.Entity = 0 }, event.NothingToRevert},
		{func(c *command.Command) { c.Count = 0 }, event.NothingToRevert},
		{func(c *command.Command) { c.Tile = s.At(64, 0) }, event.NothingToRevert},
		{func(c *command.Command) { c.Tile.X = command.MaxCoordinate }, event.NothingToRevert},
		{func(c *command.Command) { c.Slot, c.Entity = 2, game.EntityID(s.Player(eve).Seat) }, event.NoReason},
	} {
		o := order(s, eve, 20, 10)
		c.change(&o)
		s.Ask(kim, o)
		if s.Run(3); c.why == event.NoReason {
			s.Allowed()
		} else {
			s.Refused(c.why)
		}
	}
	place(s, eve, item.WoodWall, 2, 1)
	s.Run(70 * game.TicksPerSecond)
	s.Ask(kim, order(s, eve, 20, 1))
	s.Run(3)
	s.Refused(event.NothingToRevert)
	if done, _ := revert(s, eve, 2); done != 1 {
		t.Error("what is older than a minute is younger than two")
	}
}

// TestSleepingRegionsAreWoken: the diary sleeps and wakes with its region, and a revert wakes it.
func TestSleepingRegionsAreWoken(t *testing.T) {
	s := stage(t)
	far := s.SpawnTile.Add(4*grid.RegionSide, 0)
	s.Put(eve, 4*grid.RegionSide, 0)
	s.Moved = true
	s.Run(3)
	living.SetTile(&s.State, far.Add(1, 0), tile.Grass, tile.NoBlock, 0)
	s.Ask(eve, command.Command{Kind: command.Place, Tile: far.Add(1, 0), Slot: s.Slot(eve, item.WoodWall)})
	s.Run(3)
	s.Allowed()
	s.Put(eve, 0, 0)
	s.Moved = true
	for s.Land.Active(far.Region()) != nil {
		s.Run(30)
	}
	o := order(s, eve, 10, 10)
	o.Tile = far
	s.Ask(kim, o)
	s.Run(3)
	s.Allowed()
	if _, b, _, ok := s.TileAt(far.Add(1, 0)); !ok || b != tile.NoBlock {
		t.Error("the wall still stands, or its region sleeps")
	}
}

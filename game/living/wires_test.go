package living_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestMachine: a player steps on a plate; through a wire and a not gate that makes a piston, driven until
// then, go back; stepping off drives it out, and it pushes a crate onto a conveyor, which brings it to
// another plate, which lights a lamp.
func TestMachine(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -6, 0)
	s.Build(exhibit.Machine)
	s.Run(30)
	if !s.IsOn(-6, 0) || !s.IsOn(-4, 0) || s.IsOn(-3, 0) || s.IsOn(-1, 0) || s.Block(0, 0) != tile.NoBlock {
		t.Fatal("the plate did not hold the piston back")
	}
	id := s.Crate(0, 0).ID
	s.Run(30)
	if grid.TileAt(s.Space.Body(id).Pos) != s.At(0, 0) || s.IsOn(6, 0) {
		t.Fatal("the crate did not wait")
	}
	s.Put(1, -6, 3)
	s.Run(30)
	if !s.IsOn(-1, 0) || s.Block(0, 0) != tile.PistonHead {
		t.Fatalf("the piston did not go out: %s", s.Block(0, 0))
	}
	s.Run(300)
	if !s.IsOn(6, 0) || s.IsOn(8, 0) {
		t.Errorf("the crate at %v did not press the plate, or the lamp is not lit", grid.TileAt(s.Space.Body(id).Pos).X-s.At(0, 0).X)
	}
	if s.Saw(event.Switched) == nil {
		t.Error("what happened was not told")
	}
	s.Put(1, -6, 0).Run(30)
	if s.IsOn(-1, 0) || s.Block(0, 0) != tile.NoBlock {
		t.Error("the piston did not go back")
	}
	s.Balanced()
}

// TestMachinesRest: a machine that has done its work costs nothing.
func TestMachinesRest(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 5)
	s.Set(0, 0, tile.Lever, 0)
	for x := int32(1); x < 10; x++ {
		s.Set(x, 0, tile.Wire, 0)
	}
	s.Set(10, 0, tile.NotGate, tile.East).Set(11, 0, tile.Lamp, 0).Set(5, 1, tile.Piston, tile.South).Set(3, -1, tile.Door, 0)
	s.Run(60)
	for range 4 {
		s.Put(1, 0, 2)
		s.Use(1, 0, 0)
		s.Run(60)
		s.Allowed()
		if len(s.Works.List) != 0 {
			t.Fatalf("%d visits are still due", s.Works.Due(s.Works.List[0].At))
		}
		on := s.IsOn(0, 0)
		if s.IsOn(9, 0) != on || s.IsOn(10, 0) == on || s.IsOn(5, 1) != on || s.IsOn(3, -1) != on || s.IsOn(11, 0) != on {
			t.Errorf("lever %v: wire %v gate %v piston %v door %v lamp out %v", on, s.IsOn(9, 0), s.IsOn(10, 0), s.IsOn(5, 1), s.IsOn(3, -1), s.IsOn(11, 0))
		}
	}
}

// TestLogic compares every gate with its table of truth.
func TestLogic(t *testing.T) {
	for _, c := range []struct {
		gate              tile.Block
		left, right, back bool
		want              bool
	}{
		{tile.NotGate, true, true, false, true}, {tile.NotGate, false, false, true, false},
		{tile.AndGate, true, true, false, true}, {tile.AndGate, true, false, true, false}, {tile.AndGate, false, true, true, false},
		{tile.OrGate, false, false, false, false}, {tile.OrGate, true, false, false, true}, {tile.OrGate, false, true, false, true}, {tile.OrGate, false, false, true, true},
		{tile.Delay, true, true, false, false}, {tile.Delay, false, false, true, true},
	} {
		for h := range tile.HeadingCount {
			s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 5, 5)
			input := func(side tile.Heading, on bool) {
				at := world.Beside(s.At(0, 0), side)
				living.SetTile(&s.State, at, tile.Grass, tile.Lever, uint8(living.Either(on, 1, 0)))
			}
			s.Set(0, 0, c.gate, h)
			input(h.Turned(3), c.left)
			input(h.Turned(1), c.right)
			input(h.Turned(2), c.back)
			for n := range 4 { // only the front gives
				at := world.Beside(s.At(0, 0), h.Turned(n))
				if _, b, _, _ := s.TileAt(at); b == tile.NoBlock {
					living.SetTile(&s.State, at, tile.Grass, tile.Wire, 0)
				}
			}
			s.Run(60)
			_, _, wire, _ := s.TileAt(world.Beside(s.At(0, 0), h))
			if s.IsOn(0, 0) != c.want || (wire&1 != 0) != c.want {
				t.Errorf("%s to %d with left %v right %v back %v: %v, before it %d", c.gate, h, c.left, c.right, c.back, s.IsOn(0, 0), wire)
			}
		}
	}
}

// TestDelay: a signal shorter than a delay does not come through, a longer one comes late.
func TestDelay(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 2)
	s.Set(0, 0, tile.Lever, 0).Set(1, 0, tile.Delay, tile.East)
	for range 3 {
		s.Use(1, 1, 0)
		s.Allowed()
	}
	s.Use(1, 0, 0)
	s.Run(30)
	s.Use(1, 0, 0)
	s.Run(120)
	if s.IsOn(1, 0) {
		t.Error("half a second came through")
	}
	s.Use(1, 0, 0)
	late := 3
	for ; !s.IsOn(1, 0) && late < 120; late += 3 {
		s.Run(3)
	}
	if late < 36 || late > 48 {
		t.Errorf("came after %d ticks, want 36 to 48", late)
	}
}

// TestWiresReach: a signal goes wireReach tiles, round loops and corners, and ends with its source.
func TestWiresReach(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(20).Put(1, 0, 2)
	s.Set(-1, 0, tile.Lever, 0)
	for x := int32(0); x < 20; x++ {
		s.Set(x, 0, tile.Wire, 0).Set(x, -2, tile.Wire, 0)
	}
	s.Set(19, -1, tile.Wire, 0).Set(0, -1, tile.Wire, 0) // a loop
	for y := int32(1); y < 20; y++ {
		s.Set(19, y, tile.Wire, 0)
	}
	s.Use(1, -1, 0)
	s.Run(12)
	if !s.IsOn(19, 0) || !s.IsOn(19, -2) || !s.IsOn(19, living.WireReach-20) || s.IsOn(19, living.WireReach-19) {
		t.Error("the signal does not reach as far as it says")
	}
	s.Use(1, -1, 0)
	s.Run(60)
	for x := int32(0); x < 20; x++ {
		if s.IsOn(x, 0) || s.IsOn(x, -2) {
			t.Fatal("a loop of wire keeps a signal whose source is off")
		}
	}
}

// TestPistonWaits: a body that cannot move holds a piston back until it can.
func TestPistonWaits(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(10).Put(1, 0, 2)
	s.Set(-1, 0, tile.Lever, 0).Set(0, 0, tile.Piston, tile.East)
	s.Crate(1, 0)
	s.Crate(2, 0)
	s.Use(1, -1, 0)
	s.Run(60)
	if s.IsOn(0, 0) {
		t.Fatal("pushed a crate into another")
	}
	s.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind == entity.Crate && b.Pos.X > s.At(2, 0).Corner().X })
	s.Run(60)
	if !s.IsOn(0, 0) || s.Block(1, 0) != tile.PistonHead {
		t.Fatal("did not go out when there was room")
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(3)
	s.Refused(event.TooHard)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(0, 0)})
	s.Run(90)
	if s.Block(0, 0) != tile.NoBlock || s.Block(1, 0) != tile.NoBlock {
		t.Error("digging out a piston left its head")
	}
	s.Balanced()
}

// TestDoorDoesNotShutOnSomebody, at anybody's request.
func TestWiredDoor(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(10).Put(1, 2, 2)
	s.Set(0, 0, tile.Lever, 0).Set(1, 0, tile.Door, 0)
	s.Use(1, 0, 0)
	s.Run(30)
	if !s.IsOn(1, 0) {
		t.Fatal("the door did not open")
	}
	s.Put(1, 1, 0)
	s.Use(1, 0, 0)
	s.Run(30)
	if !s.IsOn(1, 0) {
		t.Fatal("the door shut on somebody")
	}
	s.Put(1, 2, 2)
	s.Run(30)
	if s.IsOn(1, 0) || len(s.Works.List) != 0 {
		t.Error("the door did not shut when it could")
	}
}

// TestLocks: a player with the key opens, locks and digs; others, and signals, do not.
func TestLocks(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(10).Put(1, 0, 2).Put(2, 2, 2)
	s.Set(1, 1, tile.Door, 0)
	s.Give(1, item.CopperKey, 1).Hold(1, item.CopperKey)
	s.Use(1, 1, 1)
	s.Allowed()
	if e := s.Saw(event.Locked); e == nil || e.B != 1 {
		t.Fatal("not locked")
	}
	s.Use(2, 1, 1)
	s.Refused(event.NeedsKey)
	s.Ask(2, command.Command{Kind: command.Dig, Tile: s.At(1, 1)})
	s.Run(60)
	s.Refused(event.NeedsKey)
	s.Set(1, 0, tile.Lever, 0)
	s.Use(2, 1, 0)
	s.Run(30)
	if s.IsOn(1, 1) {
		t.Fatal("a signal opened a locked door")
	}
	s.Player(1).Slot = 1
	s.Use(1, 1, 1)
	if !s.IsOn(1, 1) {
		t.Fatal("the key in the bag did not open")
	}
	s.Use(2, 1, 1) // which is refused as it is locked, open or not
	s.Refused(event.NeedsKey)
	s.Use(1, 1, 1)
	s.Player(1).Slot = 0
	s.Use(1, 1, 1)
	if e := s.Saw(event.Locked); e == nil || e.B != 0 {
		t.Fatal("the lock was not taken off")
	}
	s.Use(2, 1, 1)
	s.Allowed()
}

// TestConveyorsCarry things, drops and people, round a corner.
func TestConveyorsCarry(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, -4, 4)
	for x := int32(0); x < 4; x++ {
		s.Set(x, 0, tile.Conveyor, tile.East).Set(x-4, 4, tile.Conveyor, tile.East)
	}
	for y := int32(0); y < 4; y++ {
		s.Set(4, y, tile.Conveyor, tile.South)
	}
	id := s.Crate(0, 0).ID
	s.Run(300)
	if at := grid.TileAt(s.Space.Body(id).Pos); at.X != s.At(4, 0).X || at.Y < s.At(4, 4).Y {
		t.Errorf("the crate is at %d %d", at.X-s.At(0, 0).X, at.Y-s.At(0, 0).Y)
	}
	if x := s.Body(1).Pos.X - s.At(0, 0).Corner().X; x < -fixed.One/8 || x > fixed.One {
		t.Errorf("the player is at %.2f", float64(x)/fixed.One)
	}
}

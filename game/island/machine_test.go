package island_test

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
	"manyhold/game/tile"
	"manyhold/game/world"
)

// give puts items into the first free slot of player n.
func (s *stage) give(n int, k item.Kind, count uint8) *stage {
	exhibit.Round(s.Island).Give(s.player(n), k, count)
	return s
}

// hold takes an item into the hand of player n.
func (s *stage) hold(n int, k item.Kind) {
	p := s.player(n)
	slot := s.slot(n, k)
	p.Inventory[0], p.Inventory[slot] = p.Inventory[slot], p.Inventory[0]
	p.Slot = 0
}

// set sets a block up that looks to h.
func (s *stage) set(dx, dy int32, b tile.Block, h tile.Heading) *stage {
	exhibit.Round(s.Island).Set(dx, dy, b, h)
	return s
}

func (s *stage) isOn(dx, dy int32) bool {
	_, _, state, _ := s.TileAt(s.at(dx, dy))
	return state&tile.StateBit0 != 0
}

// crate sets a crate down.
func (s *stage) crate(dx, dy int32) *entity.Body {
	return s.Space.Body(exhibit.Round(s.Island).Crate(dx, dy))
}

// TestMachine: a player steps on a plate; through a wire and a not gate that makes a piston, driven until
// then, go back; stepping off drives it out, and it pushes a crate onto a conveyor, which brings it to
// another plate, which lights a lamp.
func TestMachine(t *testing.T) {
	s := newStage(t).enter(1).clear(14).put(1, -6, 0)
	s.build(exhibit.Machine)
	s.run(30)
	if !s.isOn(-6, 0) || !s.isOn(-4, 0) || s.isOn(-3, 0) || s.isOn(-1, 0) || s.block(0, 0) != tile.NoBlock {
		t.Fatal("the plate did not hold the piston back")
	}
	id := s.crate(0, 0).ID
	s.run(30)
	if grid.TileAt(s.Space.Body(id).Pos) != s.at(0, 0) || s.isOn(6, 0) {
		t.Fatal("the crate did not wait")
	}
	s.put(1, -6, 3)
	s.run(30)
	if !s.isOn(-1, 0) || s.block(0, 0) != tile.PistonHead {
		t.Fatalf("the piston did not go out: %s", s.block(0, 0))
	}
	s.run(300)
	if !s.isOn(6, 0) || s.isOn(8, 0) {
		t.Errorf("the crate at %v did not press the plate, or the lamp is not lit", grid.TileAt(s.Space.Body(id).Pos).X-s.at(0, 0).X)
	}
	if s.saw(event.Switched) == nil {
		t.Error("what happened was not told")
	}
	s.put(1, -6, 0).run(30)
	if s.isOn(-1, 0) || s.block(0, 0) != tile.NoBlock {
		t.Error("the piston did not go back")
	}
	s.balanced()
}

// TestMachinesRest: a machine that has done its work costs nothing.
func TestMachinesRest(t *testing.T) {
	s := newStage(t).enter(1).clear(14).put(1, 0, 5)
	s.set(0, 0, tile.Lever, 0)
	for x := int32(1); x < 10; x++ {
		s.set(x, 0, tile.Wire, 0)
	}
	s.set(10, 0, tile.NotGate, tile.East).set(11, 0, tile.Lamp, 0).set(5, 1, tile.Piston, tile.South).set(3, -1, tile.Door, 0)
	s.run(60)
	for range 4 {
		s.put(1, 0, 2)
		s.use(1, 0, 0)
		s.run(60)
		s.allowed()
		if len(s.Works.List) != 0 {
			t.Fatalf("%d visits are still due", s.Works.Due(s.Works.List[0].At))
		}
		on := s.isOn(0, 0)
		if s.isOn(9, 0) != on || s.isOn(10, 0) == on || s.isOn(5, 1) != on || s.isOn(3, -1) != on || s.isOn(11, 0) != on {
			t.Errorf("lever %v: wire %v gate %v piston %v door %v lamp out %v", on, s.isOn(9, 0), s.isOn(10, 0), s.isOn(5, 1), s.isOn(3, -1), s.isOn(11, 0))
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
			s := newStage(t).enter(1).clear(8).put(1, 5, 5)
			input := func(side tile.Heading, on bool) {
				at := world.Beside(s.at(0, 0), side)
				living.SetTile(&s.State, at, tile.Grass, tile.Lever, uint8(living.Either(on, 1, 0)))
			}
			s.set(0, 0, c.gate, h)
			input(h.Turned(3), c.left)
			input(h.Turned(1), c.right)
			input(h.Turned(2), c.back)
			for n := range 4 { // only the front gives
				at := world.Beside(s.at(0, 0), h.Turned(n))
				if _, b, _, _ := s.TileAt(at); b == tile.NoBlock {
					living.SetTile(&s.State, at, tile.Grass, tile.Wire, 0)
				}
			}
			s.run(60)
			_, _, wire, _ := s.TileAt(world.Beside(s.at(0, 0), h))
			if s.isOn(0, 0) != c.want || (wire&1 != 0) != c.want {
				t.Errorf("%s to %d with left %v right %v back %v: %v, before it %d", c.gate, h, c.left, c.right, c.back, s.isOn(0, 0), wire)
			}
		}
	}
}

// TestDelay: a signal shorter than a delay does not come through, a longer one comes late.
func TestDelay(t *testing.T) {
	s := newStage(t).enter(1).clear(8).put(1, 0, 2)
	s.set(0, 0, tile.Lever, 0).set(1, 0, tile.Delay, tile.East)
	for range 3 {
		s.use(1, 1, 0)
		s.allowed()
	}
	s.use(1, 0, 0)
	s.run(30)
	s.use(1, 0, 0)
	s.run(120)
	if s.isOn(1, 0) {
		t.Error("half a second came through")
	}
	s.use(1, 0, 0)
	late := 3
	for ; !s.isOn(1, 0) && late < 120; late += 3 {
		s.run(3)
	}
	if late < 36 || late > 48 {
		t.Errorf("came after %d ticks, want 36 to 48", late)
	}
}

// TestWiresReach: a signal goes wireReach tiles, round loops and corners, and ends with its source.
func TestWiresReach(t *testing.T) {
	s := newStage(t).enter(1).clear(20).put(1, 0, 2)
	s.set(-1, 0, tile.Lever, 0)
	for x := int32(0); x < 20; x++ {
		s.set(x, 0, tile.Wire, 0).set(x, -2, tile.Wire, 0)
	}
	s.set(19, -1, tile.Wire, 0).set(0, -1, tile.Wire, 0) // a loop
	for y := int32(1); y < 20; y++ {
		s.set(19, y, tile.Wire, 0)
	}
	s.use(1, -1, 0)
	s.run(12)
	if !s.isOn(19, 0) || !s.isOn(19, -2) || !s.isOn(19, living.WireReach-20) || s.isOn(19, living.WireReach-19) {
		t.Error("the signal does not reach as far as it says")
	}
	s.use(1, -1, 0)
	s.run(60)
	for x := int32(0); x < 20; x++ {
		if s.isOn(x, 0) || s.isOn(x, -2) {
			t.Fatal("a loop of wire keeps a signal whose source is off")
		}
	}
}

// TestPistonWaits: a body that cannot move holds a piston back until it can.
func TestPistonWaits(t *testing.T) {
	s := newStage(t).enter(1).clear(10).put(1, 0, 2)
	s.set(-1, 0, tile.Lever, 0).set(0, 0, tile.Piston, tile.East)
	s.crate(1, 0)
	s.crate(2, 0)
	s.use(1, -1, 0)
	s.run(60)
	if s.isOn(0, 0) {
		t.Fatal("pushed a crate into another")
	}
	s.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind == entity.Crate && b.Pos.X > s.at(2, 0).Corner().X })
	s.run(60)
	if !s.isOn(0, 0) || s.block(1, 0) != tile.PistonHead {
		t.Fatal("did not go out when there was room")
	}
	s.ask(1, command.Command{Kind: command.Dig, Tile: s.at(1, 0)})
	s.run(3)
	s.refused(event.TooHard)
	s.ask(1, command.Command{Kind: command.Dig, Tile: s.at(0, 0)})
	s.run(90)
	if s.block(0, 0) != tile.NoBlock || s.block(1, 0) != tile.NoBlock {
		t.Error("digging out a piston left its head")
	}
	s.balanced()
}

// TestDoorDoesNotShutOnSomebody, at anybody's request.
func TestWiredDoor(t *testing.T) {
	s := newStage(t).enter(1).clear(10).put(1, 2, 2)
	s.set(0, 0, tile.Lever, 0).set(1, 0, tile.Door, 0)
	s.use(1, 0, 0)
	s.run(30)
	if !s.isOn(1, 0) {
		t.Fatal("the door did not open")
	}
	s.put(1, 1, 0)
	s.use(1, 0, 0)
	s.run(30)
	if !s.isOn(1, 0) {
		t.Fatal("the door shut on somebody")
	}
	s.put(1, 2, 2)
	s.run(30)
	if s.isOn(1, 0) || len(s.Works.List) != 0 {
		t.Error("the door did not shut when it could")
	}
}

// TestLocks: a player with the key opens, locks and digs; others, and signals, do not.
func TestLocks(t *testing.T) {
	s := newStage(t).enter(2).clear(10).put(1, 0, 2).put(2, 2, 2)
	s.set(1, 1, tile.Door, 0)
	s.give(1, item.CopperKey, 1).hold(1, item.CopperKey)
	s.use(1, 1, 1)
	s.allowed()
	if e := s.saw(event.Locked); e == nil || e.B != 1 {
		t.Fatal("not locked")
	}
	s.use(2, 1, 1)
	s.refused(event.NeedsKey)
	s.ask(2, command.Command{Kind: command.Dig, Tile: s.at(1, 1)})
	s.run(60)
	s.refused(event.NeedsKey)
	s.set(1, 0, tile.Lever, 0)
	s.use(2, 1, 0)
	s.run(30)
	if s.isOn(1, 1) {
		t.Fatal("a signal opened a locked door")
	}
	s.player(1).Slot = 1
	s.use(1, 1, 1)
	if !s.isOn(1, 1) {
		t.Fatal("the key in the bag did not open")
	}
	s.use(2, 1, 1) // which is refused as it is locked, open or not
	s.refused(event.NeedsKey)
	s.use(1, 1, 1)
	s.player(1).Slot = 0
	s.use(1, 1, 1)
	if e := s.saw(event.Locked); e == nil || e.B != 0 {
		t.Fatal("the lock was not taken off")
	}
	s.use(2, 1, 1)
	s.allowed()
}

// TestConveyorsCarry things, drops and people, round a corner.
func TestConveyorsCarry(t *testing.T) {
	s := newStage(t).enter(1).clear(12).put(1, -4, 4)
	for x := int32(0); x < 4; x++ {
		s.set(x, 0, tile.Conveyor, tile.East).set(x-4, 4, tile.Conveyor, tile.East)
	}
	for y := int32(0); y < 4; y++ {
		s.set(4, y, tile.Conveyor, tile.South)
	}
	id := s.crate(0, 0).ID
	s.run(300)
	if at := grid.TileAt(s.Space.Body(id).Pos); at.X != s.at(4, 0).X || at.Y < s.at(4, 4).Y {
		t.Errorf("the crate is at %d %d", at.X-s.at(0, 0).X, at.Y-s.at(0, 0).Y)
	}
	if x := s.body(1).Pos.X - s.at(0, 0).Corner().X; x < -fixed.One/8 || x > fixed.One {
		t.Errorf("the player is at %.2f", float64(x)/fixed.One)
	}
}

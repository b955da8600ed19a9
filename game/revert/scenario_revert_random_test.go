package revert_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

const side = 3 // the players build on the tiles within that of the middle

// picture is what a revert may change, and an undo must bring back.
type picture struct {
	tiles  map[grid.Tile]diary.Look
	chests map[grid.Tile]world.Counts
	bodies []grid.Tile // where crates and balls lie
	items  world.Counts
}

func pictureOf(s *rig.Stage) picture {
	p := picture{tiles: map[grid.Tile]diary.Look{}, chests: map[grid.Tile]world.Counts{}}
	for y := int32(-side); y <= side; y++ {
		for x := int32(-side); x <= side; x++ {
			t := s.At(x, y)
			g, b, state, _ := s.TileAt(t)
			p.tiles[t] = diary.Look{Ground: g, Block: b, State: state & tile.Settings(b)}
			if slots := s.Chests.Slots(t); slots != nil {
				var n world.Counts
				n.Items(slots[:])
				n[item.None] = 0
				p.chests[t] = n
			}
		}
	}
	for k := range s.Space.Bodies() {
		if b := &s.Space.Bodies()[k]; b.Kind == entity.Crate {
			p.bodies = append(p.bodies, grid.TileAt(b.Pos))
		}
	}
	slices.SortFunc(p.bodies, func(a, b grid.Tile) int { return int(a.Y-b.Y)*1000 + int(a.X-b.X) })
	_, _, p.items = world.Audit(&s.State)
	return p
}

// differs reports the differences of two pictures.
func (p *picture) differs(t *rapid.T, o *picture, what string) {
	for at, was := range p.tiles {
		if o.tiles[at] != was {
			t.Errorf("%s: tile %v is %v, and was %v", what, at, o.tiles[at], was)
		}
		if p.chests[at] != o.chests[at] {
			t.Errorf("%s: chest %v holds something else", what, at)
		}
	}
	if !slices.Equal(p.bodies, o.bodies) {
		t.Errorf("%s: crates are at %v, and were at %v", what, o.bodies, p.bodies)
	}
	if p.items != o.items {
		t.Errorf("%s: the items are %v, and were %v", what, o.items, p.items)
	}
}

// draw lets a player do something by chance.
func draw(t *rapid.T, s *rig.Stage, n int) {
	at := s.At(int32(rapid.IntRange(-side, side).Draw(t, "x")), int32(rapid.IntRange(-side, side).Draw(t, "y")))
	c := command.Command{Tile: at}
	switch rapid.IntRange(0, 9).Draw(t, "what") {
	case 0, 1, 2:
		c.Kind, c.Slot = command.Place, uint8(rapid.IntRange(0, item.InventorySlots-1).Draw(t, "slot"))
	case 3, 4, 5:
		c.Kind = command.Dig
	case 6:
		c.Kind = command.Use
	case 7:
		c.Kind, c.Slot, c.Count = command.ChestPut, uint8(rapid.IntRange(0, item.InventorySlots-1).Draw(t, "slot")), uint8(rapid.IntRange(1, 5).Draw(t, "count"))
	case 8:
		c.Kind, c.Slot, c.Count = command.ChestTake, uint8(rapid.IntRange(0, 3).Draw(t, "slot")), uint8(rapid.IntRange(1, 5).Draw(t, "count"))
	case 9:
		c.Kind = command.Fill
	}
	s.Ask(n, c)
	s.Run(rapid.SampledFrom([]int{3, 3, 30, 120}).Draw(t, "ticks"))
}

// TestRevertAndUndo: after any doings of three players, a revert leaves what others made last, an undo of it
// brings back the state before (tiles, settings of machines, chests, crates, and all items but for those in
// flight), and two peers, one of them with the state of a snapshot, go the same way.
func TestRevertAndUndo(tt *testing.T) {
	rapid.Check(tt, func(t *rapid.T) {
		s := rig.BareStage(tt).Enter(3).Clear(14)
		s.Grant(kim, rights.Keeper)
		s.Put(eve, -1, 0).Put(bob, 1, 0).Put(kim, -8, 0)
		for _, n := range []int{eve, bob} {
			for _, k := range []item.Kind{item.SwingGate, item.Rotor, item.Piston, item.Lever, item.Crate, item.Chest, item.Hoe, item.Delay} {
				s.Ledger.Created[k] += 2
				s.Ledger.Destroyed[k] += uint64(item.Add(s.Player(n).Inventory[:], item.Stack{Kind: k, Count: 2}))
			}
		}
		for k := range int32(3) {
			s.Outlines.Add(world.Outline{At: s.At(k, 2), Ground: tile.Grass, Block: tile.StoneWall, Seat: s.Player(bob).Seat})
		}
		living.SetTile(&s.State, s.At(-2, -2), tile.Grass, tile.Oak, 0)
		living.SetTile(&s.State, s.At(2, -2), tile.Grass, tile.Chest, 0)
		s.Chests.Add(s.At(2, -2)).Slots[0] = item.Stack{Kind: item.CopperKey, Count: 9}
		s.Ledger.Created[item.CopperKey] += 9
		for range rapid.IntRange(1, 25).Draw(t, "doings") {
			draw(t, s, rapid.SampledFrom([]int{eve, eve, bob}).Draw(t, "who"))
		}
		for _, n := range []int{eve, bob} {
			s.Ask(n, command.Command{Kind: command.StopDig})
			s.Put(n, -10, int32(n)) // out of the way
		}
		s.Run(240)
		before := pictureOf(s)
		last := lastBy(s)
		again := new(island.Island)
		if err := again.Restore(s.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		again.Motion.Mover = s.Motion.Mover
		s.Ask(kim, order(s, eve, 12, 200))
		turn := s.Turn.Turn()
		again.Step(rig.Reparsed(t, turn))
		s.Run(game.TicksPerTurn)
		if field, differ := island.Diff(s.Island, again); differ || s.Digest() != again.Digest() {
			t.Fatalf("two peers differ: %s", field)
		}
		if s.Saw(event.Reverted) == nil {
			s.Refused(event.NothingToRevert)
			return
		}
		kept := s.Saw(event.Reverted).B
		s.Balanced()
		for at, whose := range last {
			if whose != s.Player(eve).Key {
				if now := pictureOf(s); now.tiles[at] != before.tiles[at] {
					t.Errorf("tile %v was last changed by another, and is %v now, not %v (%d kept)", at, now.tiles[at], before.tiles[at], kept)
				}
			}
		}
		rig.Sound(t, s.Island)
		s.Ask(kim, order(s, eve, 12, 0))
		s.Run(game.TicksPerTurn)
		if e := s.Saw(event.Reinstated); e == nil || e.B != 0 {
			t.Fatalf("the undo: %+v", e)
		}
		after := pictureOf(s)
		before.differs(t, &after, "after the undo")
		rig.Sound(t, s.Island)
	})
}

// lastBy returns whose the last change of each tile is.
func lastBy(s *rig.Stage) map[grid.Tile]game.PlayerID {
	last := map[grid.Tile]game.PlayerID{}
	for _, d := range s.Diary.List {
		for _, e := range d.Entries {
			if e.Kind == diary.Tile {
				last[d.At.Tile(e.K)] = d.Authors[e.Author].Key
			}
		}
	}
	return last
}

package island_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// jumble is a patch of random blocks in random states round the corner of four regions near the spawn, with
// two players in it that act at random.
type jumble struct {
	*rig.Stage
	corner grid.Tile
}

const jumbleSide = 7 // tiles from the corner to each side

// livingBlocks are those for which there are rules, and some for them to act on.
func livingBlocks() (list []tile.Block) {
	list = append(list, tile.SwingGate, tile.Ladder)
	for b := range tile.BlockCount {
		if len(living.RulesOf[b]) > 0 {
			list = append(list, b)
		}
	}
	return append(list, tile.NoBlock, tile.NoBlock, tile.NoBlock, tile.Lever, tile.Conveyor, tile.StoneWall, tile.Chest, tile.Tuft, tile.Oak, tile.Tuft, tile.Flood, tile.Furrow, tile.Wheat, tile.Rail, tile.Rail)
}

func newJumble(rt *rapid.T, tt *testing.T) *jumble {
	j := &jumble{Stage: rig.BareStage(tt)}
	j.Enter(2)
	at := j.SpawnTile.Region()
	j.corner = at.Tile(0)
	blocks, grounds := livingBlocks(), []tile.Ground{tile.Grass, tile.Grass, tile.Dirt, tile.WoodFloor, tile.Pit, tile.Water}
	seed := rapid.Uint64().Draw(rt, "seed")
	for n := range 4 * jumbleSide * jumbleSide {
		h := random.Hash(seed, uint64(n), 0, 0)
		t, b := j.tileOf(n), blocks[h%uint64(len(blocks))]
		living.SetTile(&j.State, t, grounds[h>>16%uint64(len(grounds))], b, uint8(h>>32)&uint8(h>>40))
		j.settleMass(t, b)
	}
	for n := 1; n <= 2; n++ {
		b := j.Body(n)
		k, _ := j.Space.Find(b.ID)
		from := b.Pos
		b.Pos = j.corner.Add(int32(n), 0).Centre()
		j.Space.Moved(k, from)
		bench := j.Slot(n, item.Bench) // whose slot something else needs
		j.Player(n).Inventory[bench] = item.Stack{}
		j.Ledger.Destroyed[item.Bench]++
		for _, k := range []item.Kind{item.Wire, item.Lever, item.Piston, item.Delay, item.CopperKey, item.Conveyor, item.Tinder, item.Hoe, item.Bucket, item.WaterBucket, item.Seeds, item.Bread} {
			j.Give(n, k, 20)
		}
	}
	for n := range rapid.IntRange(0, 8).Draw(rt, "things") {
		d := rapid.IntRange(0, 4*jumbleSide*jumbleSide-1).Draw(rt, "crate at")
		at := j.tileOf(d)
		j.Animal([]entity.Kind{entity.Crate, entity.Cart, entity.Hen, entity.Sheep}[n%4], at.X-j.SpawnTile.X, at.Y-j.SpawnTile.Y)
	}
	return j
}

// settleMass counts the items that a test puts into the world.
func (j *jumble) settleMass(t grid.Tile, b tile.Block) {
	if b == tile.Flood {
		j.Ledger.Created[item.Water] += uint64(living.FloodAt(&j.Stage.Island.State, t))
	}
}

func (j *jumble) tileOf(n int) grid.Tile {
	return j.corner.Add(int32(n%(2*jumbleSide))-jumbleSide, int32(n/(2*jumbleSide))-jumbleSide)
}

// wish draws a command of one of the players.
func (j *jumble) wish(rt *rapid.T, n int) command.Command {
	b := j.Body(n)
	near := grid.TileAt(b.Pos).Add(int32(rapid.IntRange(-3, 3).Draw(rt, "dx")), int32(rapid.IntRange(-3, 3).Draw(rt, "dy")))
	slot := uint8(rapid.IntRange(0, item.InventorySlots-1).Draw(rt, "slot"))
	c := command.Command{Kind: rapid.SampledFrom([]command.Kind{command.Use, command.Use, command.Place, command.Place, command.Dig, command.Move, command.Select, command.Throw, command.ChestPut, command.Craft}).Draw(rt, "kind"), Tile: near, Slot: slot, Count: 1}
	c.Dir = fixed.Direction(fixed.Angle(rapid.Uint16().Draw(rt, "angle")))
	return c
}

// turns makes random turns, which several islands can execute.
func (j *jumble) turns(rt *rapid.T, n int) (list []*turn.Turn) {
	for range n {
		next := j.Begin(game.TicksPerTurn)
		for p := 1; p <= 2; p++ {
			if rapid.IntRange(0, 3).Draw(rt, "idle") > 0 {
				continue
			}
			c := j.wish(rt, p)
			c.Tick = j.Clock
			_, _ = next.Append(rig.Key(p), j.Sequence(rig.Key(p))+1, command.Append(nil, c))
		}
		turn := rig.Reparsed(rt, next.Turn())
		list = append(list, turn)
		j.Step(turn)
	}
	return list
}

// TestLivingRandom: with random blocks in random states, and random commands, nothing panics, the cost of a
// region's work stays within its budget, nothing comes out of nothing, and an island that was restored from a
// snapshot on the way goes the same way.
func TestLivingRandom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		j := newJumble(rt, t)
		j.turns(rt, rapid.IntRange(0, 15).Draw(rt, "before"))
		var twin island.Island
		if err := twin.Restore(j.Snapshot(nil)); err != nil {
			rt.Fatal(err)
		}
		if twin.Digest() != j.Digest() {
			field, _ := island.Diff(&twin, j.Island)
			rt.Fatalf("restored: %s", field)
		}
		for range rapid.IntRange(1, 4).Draw(rt, "spells") {
			for _, turn := range j.turns(rt, 10) {
				twin.Step(turn)
			}
			rig.WithinBudget(rt, j.Island)
			if field, differ := island.Diff(&twin, j.Island); differ {
				rt.Fatalf("what was restored goes another way: %s", field)
			}
		}
		rig.Holds(rt, j.Island)
	})
}

// TestWorkIsItsRegions: a region's own work is independent of the rest of the island: of far regions, and of
// the amount of work in those.
func TestWorkIsItsRegions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		j := newJumble(rt, t)
		var far island.Island
		if err := far.Restore(j.Snapshot(nil)); err != nil {
			rt.Fatal(err)
		}
		for n := range int32(4) { // two rows of regions to both sides, each with work without end
			at := j.SpawnTile.Region()
			at = grid.Region{X: at.X + n%2, Y: at.Y + 8*(n/2) - 4}
			living.Activate(&far.State, at)
			for k := range int32(20) {
				gate := at.Tile(0).Add(3*k+2, 3*k+1)
				living.SetTile(&far.State, gate, tile.Grass, tile.NotGate, tile.East.Facing(0))
				for _, d := range [][2]int32{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}} {
					living.SetTile(&far.State, gate.Add(d[0], d[1]), tile.Grass, tile.Wire, 0)
				}
			}
		}
		for _, turn := range j.turns(rt, 10) {
			far.Step(turn)
		}
		if len(far.Works.List) < 2 {
			rt.Fatal("the others do nothing")
		}
		for _, r := range j.Land.Regions {
			if o := far.Land.Active(r.At); o == nil || o.Tiles != r.Tiles {
				rt.Fatalf("region %v depends on what is far away", r.At)
			}
		}
	})
}

// TestCarriesOver: work beyond a tick's budget is done in the next ticks, all of it.
func TestCarriesOver(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at := s.SpawnTile.Region()
	for k := range grid.Index(grid.RegionTiles) {
		if t := at.Tile(k); (t.X+t.Y)%2 == 0 {
			living.SetTile(&s.State, t, tile.Grass, tile.NotGate, tile.East.Facing(0))
		}
	}
	ticks := 0
	for ; len(s.Works.List) > 0 && ticks < 600; ticks++ {
		s.StepTick(nil)
		if s.Visits.Spent > living.WorkBudget+8 {
			t.Fatalf("%d in a tick", s.Visits.Spent)
		}
	}
	if ticks < grid.RegionTiles/2*3/living.WorkBudget || ticks == 600 {
		t.Errorf("%d ticks", ticks)
	}
	for k := range grid.Index(grid.RegionTiles) {
		if t := at.Tile(k); (t.X+t.Y)%2 == 0 {
			if _, _, state, _ := s.TileAt(t); state&1 == 0 {
				s.T.Fatal("a gate was forgotten")
			}
		}
	}
}

// TestVisitsComeToRest: where nothing is due any more, visiting everything again changes nothing.
func TestVisitsComeToRest(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		j := newJumble(rt, t)
		work := func(ticks int) { // without growth
			for range ticks {
				living.Labour(&j.Stage.Island.State)
				j.Clock++
			}
		}
		work(600)
		if len(j.Works.List) > 0 {
			rt.Skip("a machine that never rests")
		}
		was := j.Sections()[world.TileSection]
		for _, r := range j.Land.Regions {
			living.RouseAll(&j.Stage.Island.State, r)
		}
		work(3 * living.BeatTicks)
		if j.Sections()[world.TileSection] != was {
			rt.Fatal("visits change what is at rest")
		}
	})
}

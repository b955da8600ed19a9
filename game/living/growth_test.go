package living_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/exhibit"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// plot is a region far from everybody, on which the same land is compared awake and asleep.
type plot struct {
	*rig.Stage
	at grid.Region
}

func newPlot(t testing.TB) plot {
	s := rig.BareStage(t).Enter(1)
	p := plot{s, grid.Region{X: s.SpawnTile.Region().X + 6, Y: s.SpawnTile.Region().Y}}
	living.Activate(&s.State, p.at)
	return p
}

// plant fills the plot with blocks of these kinds, by chance, in the states in which they can stand there, on
// grass and here and there beside a pond.
func (p plot) plant(seed uint64, kinds ...tile.Block) {
	for k := range grid.Index(grid.RegionTiles) {
		h := random.Hash(seed, uint64(k), 0, 0)
		ground, b, state := tile.Grass, kinds[h%uint64(len(kinds))], uint8(h>>32)&15
		switch {
		case h>>20&15 == 0:
			ground, b, state = tile.Water, tile.NoBlock, 0
		case b == tile.Stump:
			state |= living.StumpFelled
		case b == tile.Flood:
			state = 1 // a puddle: deeper water flows, and only awake
		}
		living.SetTile(&p.State, p.at.Tile(k), ground, b, state)
	}
	for k := range grid.Index(grid.RegionTiles) {
		if t := p.at.Tile(k); living.FloodAt(&p.Stage.Island.State, t) > 0 {
			if s := (world.Site{T: t, Ground: tile.Grass, Block: tile.Flood, State: 1}); living.Swallowed(&p.Island.State, &s) {
				living.SetTile(&p.State, t, tile.Grass, tile.NoBlock, 0)
				continue
			}
			p.Ledger.Created[item.Water]++
		}
	}
	p.StepTick(nil)
}

// sleep puts the plot to sleep, lets time pass, and wakes it. It returns its tiles as they were before.
func (p plot) sleep(pass func()) tile.Region {
	before := p.Land.Active(p.at).Tiles
	k, _ := p.Land.Find(p.at)
	living.Retire(&p.State, k)
	pass()
	living.Activate(&p.State, p.at)
	return before
}

// differences counts the tiles in which two regions differ.
func differences(a, b *tile.Region) (n int) {
	for k := range grid.Index(grid.RegionTiles) {
		if a.Ground[k] != b.Ground[k] || a.Block[k] != b.Block[k] || a.State[k] != b.State[k] {
			n++
		}
	}
	return n
}

// grows are the blocks of the table of growth.
func grows() (list []tile.Block) {
	for k := range living.Growths {
		list = append(list, living.Growths[k].Block)
	}
	return list
}

// TestSleepingRegionsCatchUp: a region that slept for up to CatchUpTicks becomes, to the tile, the region
// that it would be awake, with every row of the table growing in it.
func TestSleepingRegionsCatchUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(t)
		p.plant(rapid.Uint64().Draw(rt, "seed"), grows()...)
		var awake island.Island
		p.CopyNear(&awake, p.at.Tile(0)) // in which regions neither come nor go
		p.sleep(func() {
			for range rapid.IntRange(0, 400).Draw(rt, "ticks") {
				p.StepTick(nil)
				awake.StepTick(nil)
			}
		})
		if n := differences(&p.Land.Active(p.at).Tiles, &awake.Land.Active(p.at).Tiles); n > 0 {
			rt.Fatalf("%d tiles are not what they would be", n)
		}
		rig.Holds(rt, p.Island)
	})
}

// TestLongSleepsCatchUp is TestSleepingRegionsCatchUp for each row of the table alone, and for as long as the
// rule says: after minutes of sleep every tile is as if it had been awake.
func TestLongSleepsCatchUp(t *testing.T) {
	for n := range living.Growths {
		for _, ticks := range []game.Tick{2_500, 9_999, living.CatchUpTicks} {
			p := newPlot(t)
			p.Clock += game.Tick(n) * 1_234_567
			p.plant(uint64(ticks), living.Growths[n].Block)
			var awake island.Island
			p.CopyNear(&awake, p.at.Tile(0))
			before := p.sleep(func() {
				p.Clock += ticks
				for range ticks {
					awake.StepTick(nil)
				}
			})
			other := differences(&p.Land.Active(p.at).Tiles, &awake.Land.Active(p.at).Tiles)
			if grown := differences(&before, &awake.Land.Active(p.at).Tiles); other > 0 || grown == 0 {
				t.Errorf("%s (%s), %d ticks: %d tiles have grown, %d are not what they would be", living.Growths[n].Name, living.Growths[n].Block, ticks, grown, other)
			}
		}
	}
}

// TestMachinesWaitAsleep: the table of rules does not work asleep. Every tile is as it was when its region
// wakes, however long that slept, unless the row states an effect of sleep.
func TestMachinesWaitAsleep(t *testing.T) {
	rows := 0
	for n := range living.Rules {
		if slices.ContainsFunc(living.RulesOf[living.Rules[n].Block], func(k uint8) bool { return living.Rules[k].Asleep != nil }) {
			continue
		}
		rows++
		p := newPlot(t)
		p.plant(uint64(n), living.Rules[n].Block, living.Rules[n].Block, tile.NoBlock)
		if living.Rules[n].Block == tile.Flood { // deeper than a puddle, which dries up
			for k := range grid.Index(grid.RegionTiles) {
				if t := p.at.Tile(k); living.FloodAt(&p.Stage.Island.State, t) > 0 {
					living.SetTile(&p.State, t, tile.Dirt, tile.Flood, uint8(5+k%9))
				}
			}
		}
		if p.Works.Due(p.at) == 0 && living.Rules[n].Block != tile.PistonHead {
			t.Errorf("%s: nothing of it was going on", living.Rules[n].Name)
		}
		before := p.sleep(func() { p.Clock += living.CatchUpTicks / 2 })
		if other := differences(&before, &p.Land.Active(p.at).Tiles); other > 0 {
			t.Errorf("%s: %d tiles changed in their sleep", living.Rules[n].Name, other)
		}
	}
	if rows < len(living.Rules)/2 {
		t.Errorf("only %d rows of %d were looked at", rows, len(living.Rules))
	}
}

// TestMachinesGoOnAwake: a machine that fell asleep at work comes to the same rest as one that stayed awake.
func TestMachinesGoOnAwake(t *testing.T) {
	for _, ticks := range []int{1, 2, 7, 13} {
		rest := [2]tile.Region{}
		for n := range rest {
			p := newPlot(t)
			d := exhibit.Decor{Island: p.Island, Middle: p.at.Tile(0).Add(30, 30)}
			exhibit.Machine(d)
			for dy := int32(-12); dy <= 12; dy += 6 { // levers, through gates and delays, to lamps and doors
				d.Set(-12, dy, tile.Lever, 0).Set(-11, dy, tile.Wire, 0).Set(-10, dy, tile.Delay, tile.East).Set(-9, dy, tile.NotGate, tile.East)
				d.Set(-8, dy, tile.Wire, 0).Set(-8, dy+1, tile.Lamp, 0).Set(-8, dy-1, tile.Door, 0)
			}
			for range ticks {
				p.StepTick(nil)
			}
			if n == 1 {
				if p.Works.Due(p.at) == 0 {
					t.Fatalf("after %d ticks it is at rest already", ticks)
				}
				p.sleep(func() { p.Clock += 1234 })
			}
			for k := 0; p.Works.Due(p.at) > 0; k++ {
				if p.StepTick(nil); k > 600 {
					t.Fatal("it never comes to rest")
				}
			}
			rest[n] = p.Land.Active(p.at).Tiles
		}
		if n := differences(&rest[0], &rest[1]); n > 0 {
			t.Errorf("asleep after %d ticks: %d tiles come to be something else", ticks, n)
		}
	}
}

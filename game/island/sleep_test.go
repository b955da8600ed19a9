package island

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// plot is a region far from everybody, on which what happens awake is compared with what comes of it asleep.
type plot struct {
	*stage
	at grid.Region
}

func newPlot(t testing.TB) plot {
	s := bareStage(t).enter(1)
	p := plot{s, grid.Region{X: s.spawn.Region().X + 6, Y: s.spawn.Region().Y}}
	s.activate(p.at)
	return p
}

// plant fills the plot with blocks of these kinds, by chance, in the states in which they can stand there, on grass and
// here and there beside a pond.
func (p plot) plant(seed uint64, kinds ...tile.Block) {
	for k := range grid.Index(grid.RegionTiles) {
		h := random.Hash(seed, uint64(k), 0, 0)
		ground, b, state := tile.Grass, kinds[h%uint64(len(kinds))], uint8(h>>32)&15
		switch {
		case h>>20&15 == 0:
			ground, b, state = tile.Water, tile.NoBlock, 0
		case b == tile.Stump:
			state |= stumpFelled
		case b == tile.Flood:
			state = 1 // a puddle: what is deeper flows, and that it does awake only
		}
		p.setTile(p.at.Tile(k), ground, b, state)
	}
	for k := range grid.Index(grid.RegionTiles) {
		if t := p.at.Tile(k); floodAt(&p.stage.Island.State, t) > 0 {
			if s := (site{t: t, ground: tile.Grass, block: tile.Flood, state: 1}); swallowed(&p.Island.State, &s) {
				p.setTile(t, tile.Grass, tile.NoBlock, 0)
				continue
			}
			p.created[item.Water]++
		}
	}
	p.StepTick(nil)
}

// sleep puts the plot to sleep, lets time pass, and wakes it. It returns its tiles as they were before.
func (p plot) sleep(pass func()) tile.Region {
	before := p.region(p.at).tiles
	k, _ := p.findRegion(p.at)
	p.retire(k)
	pass()
	p.activate(p.at)
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

// grows are the blocks of the table of what grows.
func grows() (list []tile.Block) {
	for k := range growths {
		list = append(list, growths[k].block)
	}
	return list
}

// TestSleepingRegionsCatchUp: a region that slept for up to CatchUpTicks comes to be, to the tile, what it would have
// come to be awake, whatever of the table grows in it.
func TestSleepingRegionsCatchUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(t)
		p.plant(rapid.Uint64().Draw(rt, "seed"), grows()...)
		var awake Island
		p.CopyNear(&awake, p.at.Tile(0)) // in which regions neither come nor go
		p.sleep(func() {
			for range rapid.IntRange(0, 400).Draw(rt, "ticks") {
				p.StepTick(nil)
				awake.StepTick(nil)
			}
		})
		if n := differences(&p.region(p.at).tiles, &awake.region(p.at).tiles); n > 0 {
			rt.Fatalf("%d tiles are not what they would be", n)
		}
		holds(rt, p.Island)
	})
}

// TestLongSleepsCatchUp: what TestSleepingRegionsCatchUp shows of any mixture for seconds, for each row of the table and
// for as long as the rule says: after minutes of sleep every tile is what it would have come to be awake.
func TestLongSleepsCatchUp(t *testing.T) {
	for n := range growths {
		for _, ticks := range []game.Tick{2_500, 9_999, CatchUpTicks} {
			p := newPlot(t)
			p.tick += game.Tick(n) * 1_234_567
			p.plant(uint64(ticks), growths[n].block)
			var awake Island
			p.CopyNear(&awake, p.at.Tile(0))
			before := p.sleep(func() {
				p.tick += ticks
				for range ticks {
					awake.StepTick(nil)
				}
			})
			other := differences(&p.region(p.at).tiles, &awake.region(p.at).tiles)
			if grown := differences(&before, &awake.region(p.at).tiles); other > 0 || grown == 0 {
				t.Errorf("%s (%s), %d ticks: %d tiles have grown, %d are not what they would be", growths[n].name, growths[n].block, ticks, grown, other)
			}
		}
	}
}

// TestMachinesWaitAsleep: what a row of the table of rules does, it does not do asleep. Every tile is as it was when its
// region wakes, however long that slept, unless the row says what its sleep does to it.
func TestMachinesWaitAsleep(t *testing.T) {
	rows := 0
	for n := range rules {
		if slices.ContainsFunc(rulesOf[rules[n].block], func(k uint8) bool { return rules[k].asleep != nil }) {
			continue
		}
		rows++
		p := newPlot(t)
		p.plant(uint64(n), rules[n].block, rules[n].block, tile.NoBlock)
		if rules[n].block == tile.Flood { // deeper than a puddle, which dries up
			for k := range grid.Index(grid.RegionTiles) {
				if t := p.at.Tile(k); floodAt(&p.stage.Island.State, t) > 0 {
					p.setTile(t, tile.Dirt, tile.Flood, uint8(5+k%9))
				}
			}
		}
		if p.Work(p.at) == 0 && rules[n].block != tile.PistonHead {
			t.Errorf("%s: nothing of it was going on", rules[n].name)
		}
		before := p.sleep(func() { p.tick += CatchUpTicks / 2 })
		if other := differences(&before, &p.region(p.at).tiles); other > 0 {
			t.Errorf("%s: %d tiles changed in their sleep", rules[n].name, other)
		}
	}
	if rows < len(rules)/2 {
		t.Errorf("only %d rows of %d were looked at", rows, len(rules))
	}
}

// TestMachinesGoOnAwake: a machine that fell asleep at work comes to the same rest as one that stayed awake.
func TestMachinesGoOnAwake(t *testing.T) {
	for _, ticks := range []int{1, 2, 7, 13} {
		rest := [2]tile.Region{}
		for n := range rest {
			p := newPlot(t)
			d := decor{p.Island, p.at.Tile(0).Add(30, 30)}
			machine(d)
			for dy := int32(-12); dy <= 12; dy += 6 { // levers, through gates and delays, to lamps and doors
				d.set(-12, dy, tile.Lever, 0).set(-11, dy, tile.Wire, 0).set(-10, dy, tile.Delay, tile.East).set(-9, dy, tile.NotGate, tile.East)
				d.set(-8, dy, tile.Wire, 0).set(-8, dy+1, tile.Lamp, 0).set(-8, dy-1, tile.Door, 0)
			}
			for range ticks {
				p.StepTick(nil)
			}
			if n == 1 {
				if p.Work(p.at) == 0 {
					t.Fatalf("after %d ticks it is at rest already", ticks)
				}
				p.sleep(func() { p.tick += 1234 })
			}
			for k := 0; p.Work(p.at) > 0; k++ {
				if p.StepTick(nil); k > 600 {
					t.Fatal("it never comes to rest")
				}
			}
			rest[n] = p.region(p.at).tiles
		}
		if n := differences(&rest[0], &rest[1]); n > 0 {
			t.Errorf("asleep after %d ticks: %d tiles come to be something else", ticks, n)
		}
	}
}

package mind

import (
	"slices"

	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// gatherReach is how far the player remembers where something grows, in tiles.
const gatherReach = 70

// obtain returns the next thing to do to have n items of a kind: dig it where it is known, or make it by the
// first recipe for which everything can be had. It returns nil when the player has them.
func (p *Player) obtain(k item.Kind, n int) act {
	return p.get(k, n, 0)
}

func (p *Player) get(k item.Kind, n, depth int) act {
	if p.count(k) >= n || depth > 6 {
		return nil
	}
	if precious(k) && p.tier() == item.HandTier { // its pick may be lost
		if a := p.get(item.StonePick, 1, depth+1); a != nil {
			return a
		}
	}
	if grows(k) {
		if a := p.gather(k); a != nil {
			return a
		}
		if k != item.Coal || depth > 4 {
			return p.seek(k)
		}
	}
	r, ok := recipeFor(k)
	if !ok {
		return p.seek(k)
	}
	times := (n - p.count(k) + int(item.Recipes[r].Makes.Count) - 1) / int(item.Recipes[r].Makes.Count)
	for _, need := range item.Recipes[r].Needs {
		if need.Count > 0 {
			if a := p.get(need.Kind, int(need.Count)*times, depth+1); a != nil {
				return a
			}
		}
	}
	if a := p.station(item.Recipes[r].At, depth); a != nil {
		return a
	}
	return p.crafting(r, times)
}

// grows reports whether a kind is dug from what is there, rather than made.
func grows(k item.Kind) bool {
	switch k {
	case item.Stick, item.Stone, item.Coal, item.RawCopper, item.Earth, item.SandPile, item.Fibre, item.EmberStone, item.Berry, item.Glowcap:
		return true
	}
	return false
}

// recipeFor returns the first recipe for a kind.
func recipeFor(k item.Kind) (n int, ok bool) {
	for n := range item.Recipes {
		if item.Recipes[n].Makes.Kind == k {
			return n, true
		}
	}
	return 0, false
}

// yields reports whether digging a cell gives an item of a kind. Of trees that is wood, not a sapling.
func yields(c senses.Cell, k item.Kind) bool {
	if c.Block == tile.NoBlock {
		return item.FromGround(c.Ground).Kind == k && k == item.Earth && c.Ground != tile.Path
	}
	for _, s := range item.FromBlock(c.Block) {
		if s.Kind == k && s.Count > 0 && (k != item.Stick || s.Count > 2) && (k != item.Stone || !vein(c.Block)) {
			return true
		}
	}
	return false
}

func vein(b tile.Block) bool {
	return b == tile.CoalOre || b == tile.CopperOre || b == tile.EmberOre
}

// precious reports whether a kind is dug from ore.
func precious(k item.Kind) bool {
	return k == item.Coal || k == item.RawCopper || k == item.EmberStone
}

// gather goes to the nearest block known that yields a kind, and digs it; nil if none is known.
func (p *Player) gather(k item.Kind) act {
	tier := p.tier()
	at, ok := p.Memory.Nearest(p.Here, gatherReach, func(t grid.Tile, c senses.Cell) bool {
		if p.vain[t] > 2 || t == p.Here || !yields(c, k) {
			return false
		}
		if c.Block == tile.NoBlock {
			return item.GroundTier(c.Ground) <= tier && c.Ground.Info().Fertile
		}
		return item.BlockTier(c.Block) <= tier && (c.Block != tile.Cliff && !vein(c.Block) || p.exposed(t))
	})
	if !ok {
		return nil
	}
	if reaches(p.Here, at) {
		return &digging{at: at}
	}
	w := p.near(at, manner{})
	return &counted{act: w, at: at}
}

// counted notes that a target was set out for: one that is never reached is given up.
type counted struct {
	act
	at grid.Tile
}

func (c *counted) step(p *Player) bool {
	over := c.act.step(p)
	if over && !reaches(p.Here, c.at) {
		p.vain[c.at]++
	}
	return over
}

// exposed reports whether a tile has open ground beside it, as far as is known.
func (p *hands) exposed(t grid.Tile) bool {
	for _, d := range steps[:4] {
		if c := p.Memory.At(t.Add(d.X, d.Y)); c.Seen && !tile.Solid(c.Block, c.State) && !c.Ground.Info().Solid {
			return true
		}
	}
	return false
}

// stationItems are the items that become stations when they are placed.
var stationItems = [item.StationCount]item.Kind{item.AtBench: item.Bench, item.AtFurnace: item.Furnace, item.AtLoom: item.Loom, item.AtAnvil: item.Anvil}

// stationReach is how far a player goes back to a station, in tiles. Another one costs less than a longer
// way.
const stationReach = 14

// station goes to a station, or sets one up here; nil when one is in reach.
func (p *Player) station(s item.Station, depth int) act {
	if s == item.Hands || p.Near.At[s] {
		return nil
	}
	if p.count(stationItems[s]) > 0 {
		return p.setUp(stationItems[s])
	}
	at, ok := p.Memory.Nearest(p.Here, stationReach, func(t grid.Tile, c senses.Cell) bool { return c.Block == s.Block() && p.vain[t] < 3 })
	if ok {
		return &counted{act: p.walk(at, manner{}, func(t grid.Tile) bool { return apart(t, at) <= 3 }), at: at}
	}
	if a := p.get(stationItems[s], 1, depth+1); a != nil {
		return a
	}
	return p.setUp(stationItems[s])
}

// setUp sets a block up beside the player.
func (p *Player) setUp(k item.Kind) act {
	if t, ok := p.room(); ok {
		return p.placing(k, t)
	}
	return p.explore()
}

// room returns a free tile beside the player.
func (p *hands) room() (grid.Tile, bool) {
	for r := int32(1); r <= 2; r++ {
		for _, d := range steps {
			t := p.Here.Add(d.X*r, d.Y*r)
			if c := p.Memory.At(t); p.free(c) && p.vain[t] < 2 {
				return t, true
			}
		}
	}
	return grid.Tile{}, false
}

// free reports whether something can be set up on a cell.
func (p *hands) free(c senses.Cell) bool {
	g := c.Ground.Info()
	return c.Seen && (c.Block == tile.NoBlock || c.Block.Info().Soft) && !g.Liquid && !g.SideOn && c.Ground != tile.Pit && !g.Solid
}

// pack takes a station of the player's along that stands near, and is not needed here any more.
func (p *Player) pack() act {
	if !slices.Contains(p.Near.At[item.AtBench:], true) {
		return nil
	}
	at, ok := p.Memory.Nearest(p.Here, 6, func(t grid.Tile, c senses.Cell) bool {
		return item.StationOf(c.Block) != item.Hands && p.vain[t] < 2
	})
	if !ok {
		return nil
	}
	return p.at(at, manner{}, func() act { return &digging{at: at} })
}

// seek explores for a kind that is not known anywhere: rock and ore along the mountains, first of all where
// the goal line has shown them, and now and then by a tunnel.
func (p *Player) seek(k item.Kind) act {
	switch k {
	case item.Stone, item.Coal, item.RawCopper, item.EmberStone:
		if m := p.tried.mountain; m != (grid.Tile{}) && p.tier() > item.HandTier && p.vain[m] < 3 && !p.Memory.At(m).Seen {
			if p.tried.setOut == 0 {
				p.tried.setOut = p.Now
			}
			return p.toMountain(k, m)
		}
		if a := p.follow(k); a != nil {
			return a
		}
		if apart(p.Here, p.tried.mountain) <= 10 {
			p.vain[p.tried.mountain] = 9 // nothing is left there
		}
		if m := p.tried.mountain; m != (grid.Tile{}) && apart(p.Here, m) > 60 && p.vain[m] < 3 { // back to the ore that it knows
			return p.walk(m, manner{}, func(t grid.Tile) bool { return apart(t, m) <= 8 })
		}
		if apart(p.Here, p.began) > farOff+farOff/2*p.tried.homes { // it has lost its way: it looks elsewhere from home
			p.heading += 5
			p.tried.homes++
			return p.goHome()
		}
		if p.looked++; p.looked%3 == 0 {
			if a := p.tunnel(); a != nil {
				return a
			}
		}
		return p.roam(p.rocky)
	}
	return p.explore()
}

// toMountain goes to the mountain of the goal line. Where no way is found for a while it follows the panel to
// other ore, and explores round whatever is between where that leads nowhere either.
func (p *Player) toMountain(k item.Kind, m grid.Tile) act {
	if p.Now < p.tried.setOut+detour {
		return p.onto(m, manner{})
	}
	if a := p.follow(k); a != nil {
		return a
	}
	if p.tried.asked++; p.tried.asked%4 == 0 { // now and then the mountain again
		return p.onto(m, manner{})
	}
	return p.explore()
}

// leadLeg is how far a player goes by what the panel said before it looks again, in tiles; leadNear is how
// near it comes before it looks around by itself.
const leadLeg, leadNear = 44, 6

// follow goes where the crafting panel says that the nearest ore is: a direction and a distance, which it
// looks up again on its way. Where that leads nowhere it looks by itself for a while.
func (p *Player) follow(k item.Kind) act {
	l := &p.lead
	if l.kind != k {
		*l = lead{kind: k, least: 1 << 20}
	}
	if p.Now < l.after {
		return nil
	}
	if l.legs == 0 {
		return &consulting{until: p.Now + p.leaf(-int(k), p.Now) + 14*readsWord}
	}
	to := ahead(p.Here, l.dir*2, l.legs)
	l.legs = 0
	w := p.walk(to, manner{}, func(t grid.Tile) bool { return apart(t, to) <= 4 })
	w.limit = 14 * game.TicksPerSecond
	return w
}

// consulting looks an ore up in the crafting panel.
type consulting struct{ until game.Tick }

func (c *consulting) step(p *Player) bool {
	p.halt()
	if p.Now < c.until {
		return false
	}
	l := &p.lead
	tiles, dir, ok := p.Lead(l.kind)
	if tiles < l.least-8 {
		l.least, l.vain = tiles, 0
	} else {
		l.vain++
	}
	if !ok || tiles <= leadNear || l.vain > 5 {
		l.after, l.least, l.vain = p.Now+mountainTime, 1<<20, 0
		return true
	}
	l.dir, l.legs = dir, min(tiles, leadLeg)
	return true
}

// rocky says how much rock is known around a place, at most 12.
func (p *hands) rocky(t grid.Tile) (n int) {
	for dy := int32(-8); dy <= 8; dy += 2 {
		for dx := int32(-8); dx <= 8; dx += 2 {
			if c := p.Memory.At(t.Add(dx, dy)); c.Block == tile.Cliff || c.Ground == tile.Rock {
				n++
			}
		}
	}
	return min(n, 12)
}

// tunnel digs on through rock, straight on where it stands before some, else from the nearest rock that is
// beside open ground.
func (p *Player) tunnel() act {
	if p.tier() == item.HandTier {
		return nil
	}
	for n := range 4 {
		d := steps[(p.heading+n)&3]
		t := p.Here.Add(d.X, d.Y)
		if c := p.Memory.At(t); c.Block == tile.Cliff && p.vain[t] < 3 {
			p.heading += n
			return p.onto(p.Here.Add(d.X*5, d.Y*5), manner{})
		}
	}
	at, ok := p.Memory.Nearest(p.Here, 40, func(t grid.Tile, c senses.Cell) bool { return c.Block == tile.Cliff && p.vain[t] < 3 && p.exposed(t) })
	if !ok {
		return nil
	}
	if apart(p.Here, at) <= 1 {
		p.vain[at]++
		return &digging{at: at}
	}
	return &counted{act: p.walk(at, manner{}, func(t grid.Tile) bool { return abs(t.X-at.X)+abs(t.Y-at.Y) == 1 }), at: at}
}

// squareOf is the square of eight tiles in which the player notes that it has been there.
func squareOf(t grid.Tile) grid.Tile { return grid.Tile{X: t.X >> 3, Y: t.Y >> 3} }

// ahead returns the tile so many tiles from another in a direction, in sixteenths of a turn.
func ahead(t grid.Tile, dir int, far int32) grid.Tile {
	d := fixed.Direction(fixed.Angle((dir & 15) * 4096))
	return t.Add(int32(int64(d.X)*int64(far)/fixed.One), int32(int64(d.Y)*int64(far)/fixed.One))
}

// explore walks to where the player has been least, of sixteen directions, preferring its heading.
func (p *Player) explore() act { return p.roam(nil) }

// roam is explore, with a liking for places.
func (p *Player) roam(likes func(grid.Tile) int) act {
	p.roamed[squareOf(p.Here)]++
	best, least, turned := p.Here, int(1)<<30, 0
	for n := range 16 {
		for _, far := range [...]int32{26, 16} {
			t := ahead(p.Here, p.heading+n, far)
			v := p.roamed[squareOf(t)]*40 + p.vain[t]*30 + min(n, 16-n)*3
			if likes != nil {
				v -= likes(t) * 5
			}
			if v < least {
				best, least, turned = t, v, n
			}
		}
	}
	p.heading += turned
	p.roamed[squareOf(best)]++
	w := p.walk(best, manner{}, func(t grid.Tile) bool { return apart(t, best) <= 2 })
	w.limit = 9 * game.TicksPerSecond
	return w
}

// eat eats something, if the player has it.
func (p *Player) eat() act {
	for n, s := range p.Bag {
		if s.Count > 0 && s.Kind.Info().Use == item.Eat {
			return p.using(uint8(n), p.Here)
		}
	}
	return nil
}

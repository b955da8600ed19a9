package chart

import (
	"math"
	"slices"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// This file finds the way to the target: along land that can be walked, faster on paths, and straight through
// what was not seen.

const (
	// wayMost is the farthest target to which a way is looked for, in tiles along each axis, and wayMargin
	// how far the way may lead around; a farther target has a straight line.
	wayMost, wayMargin = 200, 40
	// wayEvery is how long a way is kept while the player walks on, in looks around.
	wayEvery = 5
	// fogCost is the cost of a tile that was not seen: the same as that of meadow, so that the line is
	// straight.
	fogCost = 14
	// near is how near the player has come when it has arrived, in tiles.
	near = 3
)

// target is where the player wants to go.
type target struct {
	on   bool
	at   grid.Tile
	name string
	path []grid.Tile
	far  int
	from grid.Tile // where path begins
	made int       // the look around when it was made
}

// SetTarget shows the way to a tile from now on, or no way.
func (c *Chart) SetTarget(on bool, t grid.Tile, name string) {
	c.target = target{on: on, at: t, name: name}
}

// lead brings the way up to date. A player who has arrived needs none.
func (c *Chart) lead(w *world.State, at grid.Tile) {
	g := &c.target
	if !g.on {
		return
	}
	if d := g.at.Region(); d.Scene() != at.Region().Scene() || distance(at, g.at) <= near {
		*g = target{}
		return
	}
	if g.path != nil && (g.from == at || c.looks < g.made+wayEvery) {
		return
	}
	g.from, g.made = at, c.looks
	g.path, g.far = Way(c.costs(w), at, g.at)
}

// distance returns how far two tiles are from each other, along the longer axis.
func distance(a, b grid.Tile) int32 { return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) }

// costs returns what it costs to enter a tile, 0 where nobody can.
func (c *Chart) costs(w *world.State) func(grid.Tile) int {
	var have grid.Region
	var tiles *tile.Region
	asked := false
	return func(t grid.Tile) int {
		if r := t.Region(); !asked || r != have {
			have, asked, tiles = r, true, w.Land.Tiles(r)
		}
		if tiles == nil || !c.Knows(t) {
			return fogCost
		}
		k := t.Index()
		g, b := tiles.Ground[k].Info(), tiles.Block[k]
		if g.Solid || tile.Solid(b, tiles.State[k]) && b != tile.Door && b != tile.Gate {
			return 0
		}
		return int(60 * 65536 * 2 / (9 * int64(g.Speed)))
	}
}

// Way returns a way from a tile to another by what it costs to enter each tile (0: nobody can): the tiles
// where it turns, and its length in tiles. If none is found, it is a straight line.
func Way(cost func(grid.Tile) int, from, to grid.Tile) (path []grid.Tile, far int) {
	straight, d := []grid.Tile{from, to}, int(distance(from, to))
	if d > wayMost || from == to {
		return straight, d
	}
	least := grid.Tile{X: min(from.X, to.X) - wayMargin, Y: min(from.Y, to.Y) - wayMargin}
	width := int(max(from.X, to.X)-least.X) + wayMargin + 1
	height := int(max(from.Y, to.Y)-least.Y) + wayMargin + 1
	slot := func(t grid.Tile) int { return int(t.Y-least.Y)*width + int(t.X-least.X) }
	spent, back := make([]int32, width*height), make([]uint8, width*height)
	const most = 255 // the most that a tile costs: a wheel of buckets sorts the tiles
	var wheel [most + 1][]grid.Tile
	wheel[1] = append(wheel[1], from)
	spent[slot(from)] = 1
	steps := [4]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}}
	for now, idle := int32(1), 0; idle <= most && spent[slot(to)] == 0; now++ {
		b := &wheel[now%(most+1)]
		idle++
		for _, t := range *b {
			if spent[slot(t)] != now {
				continue
			}
			idle = 0
			for k, d := range steps {
				n := t.Add(d.X, d.Y)
				if n.X < least.X || n.Y < least.Y || int(n.X-least.X) >= width || int(n.Y-least.Y) >= height {
					continue
				}
				c := int32(min(cost(n), most))
				if n == to {
					c = max(c, 1)
				}
				if at := &spent[slot(n)]; c > 0 && (*at == 0 || *at > now+c) {
					*at = now + c
					back[slot(n)] = uint8(k)
					wheel[*at%(most+1)] = append(wheel[*at%(most+1)], n)
				}
			}
		}
		*b = (*b)[:0]
	}
	if spent[slot(to)] == 0 {
		return straight, d
	}
	var steep []grid.Tile // tile by tile
	for t := to; t != from; {
		steep = append(steep, t)
		k := back[slot(t)]
		t = t.Add(-steps[k].X, -steps[k].Y)
	}
	steep = append(steep, from)
	slices.Reverse(steep)
	return pull(cost, steep)
}

// reach is how far a way is pulled straight at once, in tiles.
const reach = 40

// pull makes straight what leads from tile to tile, where that costs no more.
func pull(cost func(grid.Tile) int, steep []grid.Tile) (path []grid.Tile, far int) {
	path = append(path, steep[0])
	length := 0.0
	for k := 0; k < len(steep)-1; {
		to, spent := k+1, 0
		for n := k + 1; n < len(steep) && n <= k+reach; n++ {
			spent += max(cost(steep[n]), 1)
			if c := along(cost, steep[k], steep[n], spent); c <= spent {
				to = n
			}
		}
		length += math.Hypot(float64(steep[to].X-steep[k].X), float64(steep[to].Y-steep[k].Y))
		path = append(path, steep[to])
		k = to
	}
	return path, int(math.Round(length))
}

// along returns what the straight way between two tiles costs, more than most if nobody can go there.
func along(cost func(grid.Tile) int, a, b grid.Tile, most int) (sum int) {
	n := distance(a, b)
	for k := int32(1); k < n && sum <= most; k++ {
		c := cost(a.Add(divide((b.X-a.X)*k, n), divide((b.Y-a.Y)*k, n)))
		if c == 0 {
			return most + 1
		}
		sum += c
	}
	return sum
}

// divide divides, rounded to the nearest.
func divide(a, n int32) int32 { return int32(math.Round(float64(a) / float64(n))) }

// showTarget fills in the target.
func (c *Chart) showTarget(m *model.Target) {
	g := &c.target
	*m = model.Target{On: g.on, Tile: g.at, Name: g.name, Path: g.path, Far: g.far}
}

package mind

import (
	"container/heap"

	"manyhold/app/newcomer/senses"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// A path leads over what is known, and hopefully over what is not: unknown land costs about as much as a
// meadow, so the player goes straight towards its goal until it sees why not.

const (
	// half is how far a search looks from the start, in tiles along each axis. A goal beyond is approached.
	half = 160
	side = 2*half + 1
	// mostNodes bounds a search; then the path to the tile that seemed nearest to the goal is taken.
	mostNodes = 40000
	// sureNodes bounds the search for a way that is known.
	sureNodes = 5000
	// unit is the cost of a tile of meadow, hope that of an unknown one. A tick costs tickCost/16.
	unit, hope = 20, 23
	tickCost   = 24
	// bother is the cost of each thing that is dug or built on the way, besides its time.
	bother = 60
)

// manner is how a path is allowed to go.
type manner struct {
	sure  bool // only over what is known, and not far: to see whether there is a way
	dry   bool // embers in hand: no water, no digging
	build bool // water is filled with earth, and ladders are set up in shafts
	tier  item.Tier
	shun  func(grid.Tile) bool // what is not to be entered
}

// cost returns what entering a tile costs; ok is false if the manner does not allow it. work says that
// something is to be done there first.
func (m *manner) cost(mem *senses.Memory, t grid.Tile) (cost int32, work, ok bool) {
	c := mem.At(t)
	if !c.Seen {
		return hope, false, !m.sure
	}
	if m.shun != nil && m.shun(t) {
		return 0, false, false
	}
	g := c.Ground.Info()
	if tile.Solid(c.Block, c.State) {
		ticks, may := digs(c, m.tier)
		if !may || m.dry {
			return 0, false, false
		}
		return unit + ticks*tickCost/16 + bother, true, true
	}
	switch {
	case c.Block == tile.Fire, c.Block == tile.Portal:
		return 0, false, false
	case g.SideOn && !footing(mem, t):
		return unit + bother, true, m.build
	case c.Ground == tile.Water && m.build:
		return unit + 2*bother, true, true
	case g.Solid || g.Liquid && m.dry:
		return 0, false, false
	}
	return int32(unit * fixed.One / max(g.Speed, 1)), false, true
}

// digs returns how long a player of a tier digs the block of a cell that is in its way, and whether it would:
// what people have set up, and what makes a light, stays.
func digs(c senses.Cell, tier item.Tier) (ticks int32, may bool) {
	switch c.Block {
	case tile.Hearth, tile.Bench, tile.Furnace, tile.Anvil, tile.Loom, tile.Chest, tile.Lamp, tile.Lever, tile.Pump, tile.Gadget:
		return 0, false
	}
	n := tier.BlockTicks(c.Block)
	return int32(n), n > 0 && item.BlockTier(c.Block) <= tier
}

// footing reports whether a body can be on a tile of a shaft: on a ladder, or on something
// solid. On the top of a ladder, nobody gets on upwards.
func footing(mem *senses.Memory, t grid.Tile) bool {
	if mem.At(t).Block == tile.Ladder {
		return true
	}
	below := mem.At(t.Add(0, 1))
	return tile.Solid(below.Block, below.State)
}

// route searches paths; its memory is used again and again.
type route struct {
	gen   uint32
	seen  [side * side]uint32
	best  [side * side]int32
	from  [side * side]uint8
	queue frontier
}

type entry struct {
	at        int32
	cost, sum int32
}

type frontier []entry

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(a, b int) bool { return f[a].sum < f[b].sum }
func (f frontier) Swap(a, b int)      { f[a], f[b] = f[b], f[a] }
func (f *frontier) Push(x any)        { *f = append(*f, x.(entry)) }
func (f *frontier) Pop() any {
	old := *f
	e := old[len(old)-1]
	*f = old[:len(old)-1]
	return e
}

// steps are the eight directions, straight ones first.
var steps = [8]grid.Tile{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: -1}, {X: 1, Y: -1}}

// find returns the tiles from a on to one for which there says yes, without a, and whether it comes there;
// else those to where it seemed nearest to b. towards b the search goes.
func (r *route) find(mem *senses.Memory, a, b grid.Tile, m *manner, there func(grid.Tile) bool) (path []grid.Tile, whole bool) {
	r.gen++
	r.queue = r.queue[:0]
	at := func(t grid.Tile) int32 {
		x, y := t.X-a.X+half, t.Y-a.Y+half
		if x < 0 || y < 0 || x >= side || y >= side {
			return -1
		}
		return y*side + x
	}
	tileOf := func(k int32) grid.Tile { return grid.Tile{X: k%side - half + a.X, Y: k/side - half + a.Y} }
	start := at(a)
	r.seen[start], r.best[start], r.from[start] = r.gen, 0, 255
	r.queue = append(r.queue, entry{start, 0, far(a, b)})
	near, least := start, far(a, b)
	most := min(mostNodes, 4000+200*int(apart(a, b))) // who is near its goal does not look for a long way round
	if m.sure {
		most = sureNodes
	}
	for nodes := 0; len(r.queue) > 0 && nodes < most; {
		e := heap.Pop(&r.queue).(entry)
		if e.cost > r.best[e.at] {
			continue
		}
		nodes++
		t := tileOf(e.at)
		if there(t) {
			return r.trace(a, e.at, tileOf), true
		}
		if h := far(t, b); h < least {
			near, least = e.at, h
		}
		for d, s := range steps {
			n := t.Add(s.X, s.Y)
			k := at(n)
			if k < 0 {
				return r.trace(a, e.at, tileOf), false
			}
			c, work, ok := m.cost(mem, n)
			if !ok || d >= 4 && (work || !r.squeezes(mem, t, s, m)) {
				continue
			}
			if d >= 4 {
				c = c * 3 / 2
			}
			if sum := e.cost + c; r.seen[k] != r.gen || sum < r.best[k] {
				r.seen[k], r.best[k], r.from[k] = r.gen, sum, uint8(d)
				heap.Push(&r.queue, entry{k, sum, sum + far(n, b)})
			}
		}
	}
	return r.trace(a, near, tileOf), false
}

// squeezes reports whether a diagonal step goes between two free tiles.
func (r *route) squeezes(mem *senses.Memory, t, s grid.Tile, m *manner) bool {
	if mem.At(t).Ground.Info().SideOn || mem.At(t.Add(s.X, s.Y)).Ground.Info().SideOn {
		return false
	}
	_, w1, ok1 := m.cost(mem, t.Add(s.X, 0))
	_, w2, ok2 := m.cost(mem, t.Add(0, s.Y))
	return ok1 && ok2 && !w1 && !w2
}

func (r *route) trace(a grid.Tile, k int32, tileOf func(int32) grid.Tile) (path []grid.Tile) {
	for t := tileOf(k); t != a; {
		path = append(path, t)
		d := steps[r.from[(t.Y-a.Y+half)*side+t.X-a.X+half]]
		t = t.Add(-d.X, -d.Y)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// far is about what the way from a to b costs.
func far(a, b grid.Tile) int32 {
	dx, dy := abs(a.X-b.X), abs(a.Y-b.Y)
	return unit*max(dx, dy) + unit/2*min(dx, dy)
}

func abs(n int32) int32 { return max(n, -n) }

// apart is how far two tiles are from each other along the longer axis.
func apart(a, b grid.Tile) int32 { return max(abs(a.X-b.X), abs(a.Y-b.Y)) }

// reaches reports whether hands reach a tile from the middle of another: three tiles, middle to middle, less
// a little because nobody stands in the middle.
func reaches(from, t grid.Tile) bool {
	dx, dy := from.X-t.X, from.Y-t.Y
	return dx*dx+dy*dy <= 6
}

// face returns the direction of v in 256 steps.
func face(v fixed.SVec) entity.Facing { return entity.FacingOf(v) }

package gloom

import (
	"slices"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// The field of a region has a cell for every 2×2 tiles: the distance to the rim of the nearest light, in
// tiles, up to Full. It is computed from the lights of the region and of a margin around it in two passes
// (Borgefors: "Distance transformations in digital images", 1986), with steps of 5 along an axis and 7
// across: it is too great by 8 % at most.

const (
	cellTiles = 2
	cells     = grid.RegionSide / cellTiles
	// margin is from how many cells beyond the region a light reaches into it: the greatest radius, 15, and
	// Full.
	margin = (15+Full+cellTiles-1)/cellTiles + 1
	span   = cells + 2*margin

	straight, across = 5, 7 // in units of 2/5 of a tile
	far              = 1 << 12

	// caveReach is how far the rock on both sides of a cave may be, in tiles, as the eye sees it.
	caveReach = 3
	// keptFields is how many fields are kept though nobody asked for them in unasked ticks: those of a player
	// alone.
	keptFields, unasked = 12, 10 * game.TicksPerSecond
)

// Land is where fields are computed.
type Land interface {
	// Marked returns an active region's tiles and marks; nil for another.
	Marked(at grid.Region) (*tile.Region, *Marks)
}

// Field is the light of one region.
type Field struct {
	At    grid.Region
	dist  [cells * cells]uint8
	caves [grid.RegionTiles / 64]uint64
	dark  bool // no light reaches it
	key   [9]Marks
	asked game.Tick // when somebody asked for it last
	seen  uint64    // when it was last compared with the land, as Fields.turn counts
}

// Fields are the fields that were needed lately. They are no state.
type Fields struct {
	turn   uint64 // how often Begin was called, and in the tick now
	now    game.Tick
	list   []*Field // in the order of their regions
	latest *Field
	spare  []*Field
	grid   []int16
	Beams  []Beam   // of this tick
	People []Person // likewise: those that are awake
	Count  int      // how many fields were computed, for measurements
}

// Begin lets each field be compared with the land again. So a look at the island between two ticks has no
// effect on the next one: others have not looked.
func (f *Fields) Begin() { f.turn, f.latest = f.turn+1, nil }

// Of returns the field of a region as it is at its first call in a tick, or since Begin.
func (f *Fields) Of(land Land, at grid.Region, now game.Tick) *Field {
	if now != f.now || f.turn == 0 {
		f.now = now
		f.Begin()
	}
	if f.latest != nil && f.latest.At == at {
		return f.latest
	}
	k, ok := slices.BinarySearchFunc(f.list, at, func(x *Field, at grid.Region) int { return x.At.Compare(at) })
	if !ok {
		if len(f.list) >= keptFields {
			f.forget(now)
			k, _ = slices.BinarySearchFunc(f.list, at, func(x *Field, at grid.Region) int { return x.At.Compare(at) })
		}
		f.list = slices.Insert(f.list, k, f.fresh(at))
	}
	x := f.list[k]
	f.latest, x.asked = x, now
	if x.seen != f.turn {
		if key := around(land, at); !ok || key != x.key {
			x.key = key
			f.compute(x, land)
		}
		x.seen = f.turn
	}
	return x
}

// forget puts the fields aside that nobody asked for lately, for others.
func (f *Fields) forget(now game.Tick) {
	kept := f.list[:0]
	for _, x := range f.list {
		if x.asked+unasked >= now {
			kept = append(kept, x)
		} else if len(f.spare) < keptFields {
			f.spare = append(f.spare, x)
		}
	}
	clear(f.list[len(kept):])
	f.list, f.latest = kept, nil
}

func (f *Fields) fresh(at grid.Region) *Field {
	if n := len(f.spare); n > 0 {
		x := f.spare[n-1]
		f.spare = f.spare[:n-1]
		*x = Field{At: at}
		return x
	}
	return &Field{At: at}
}

// around returns the marks of the 3×3 regions round a place, row by row.
func around(land Land, at grid.Region) (key [9]Marks) {
	for n := range key {
		if _, m := land.Marked(grid.Region{X: at.X + int32(n%3) - 1, Y: at.Y + int32(n/3) - 1}); m != nil {
			key[n] = *m
		}
	}
	return key
}

// Dist returns how far a tile is from the rim of the nearest light of a block, up to Full.
func (x *Field) Dist(k grid.Index) uint8 {
	if x.dark {
		return Full
	}
	return x.dist[int(k/grid.RegionSide/cellTiles)*cells+int(k%grid.RegionSide/cellTiles)]
}

// Cave reports whether a tile is in a cave: a floor of rock between rock on two opposite sides.
func (x *Field) Cave(k grid.Index) bool { return x.caves[k/64]>>(k%64)&1 != 0 }

// compute derives a field from the land.
func (f *Fields) compute(x *Field, land Land) {
	f.Count++
	x.dark = true
	for n := range x.key {
		x.dark = x.dark && x.key[n].Lamps == 0
	}
	if !x.dark {
		f.spread(x, land)
	}
	x.caves = [grid.RegionTiles / 64]uint64{}
	if x.key[4].Rocks > 0 {
		hollow(x, land)
	}
}

// spread computes the distances.
func (f *Fields) spread(x *Field, land Land) {
	if f.grid == nil {
		f.grid = make([]int16, span*span)
	}
	g := f.grid
	for k := range g {
		g[k] = far
	}
	for n := range x.key {
		if x.key[n].Lamps == 0 {
			continue
		}
		dx, dy := n%3-1, n/3-1
		tiles, _ := land.Marked(grid.Region{X: x.At.X + int32(dx), Y: x.At.Y + int32(dy)})
		left := int(x.key[n].Lamps)
		for k := 0; k < grid.RegionTiles && left > 0; k++ {
			b := tiles.Block[k]
			if b == tile.NoBlock || b.Info().Light == 0 && b != tile.Gadget {
				continue
			}
			r := tile.Emits(b, tiles.State[k])
			if r == 0 {
				continue
			}
			left--
			cx, cy := (k%grid.RegionSide)/cellTiles+dx*cells+margin, (k/grid.RegionSide)/cellTiles+dy*cells+margin
			if cx > 0 && cy > 0 && cx < span-1 && cy < span-1 {
				g[cy*span+cx] = min(g[cy*span+cx], -int16(r)*straight/cellTiles)
			}
		}
	}
	for y := 1; y < span-1; y++ { // the outermost cells stay far
		up, row := g[(y-1)*span:][:span], g[y*span:][:span]
		v := row[0]
		for c := 1; c < span-1; c++ {
			v = min(row[c], v+straight, up[c]+straight, up[c-1]+across, up[c+1]+across)
			row[c] = v
		}
	}
	for y := span - 2; y > 0; y-- {
		row, down := g[y*span:][:span], g[(y+1)*span:][:span]
		v := row[span-1]
		for c := span - 2; c > 0; c-- {
			v = min(row[c], v+straight, down[c]+straight, down[c-1]+across, down[c+1]+across)
			row[c] = v
		}
	}
	for y := range cells {
		row := g[(y+margin)*span+margin:][:cells]
		for c, v := range row {
			x.dist[y*cells+c] = uint8(min(max(v, 0)*cellTiles/straight, Full))
		}
	}
}

// hollow finds the caves of a region.
func hollow(x *Field, land Land) {
	var near [9]*tile.Region
	for n := range near {
		near[n], _ = land.Marked(grid.Region{X: x.At.X + int32(n%3) - 1, Y: x.At.Y + int32(n/3) - 1})
	}
	rock := func(c, r int) bool {
		t := near[(r+grid.RegionSide)/grid.RegionSide*3+(c+grid.RegionSide)/grid.RegionSide]
		return t != nil && Natural(t.Block[(r&(grid.RegionSide-1))*grid.RegionSide+c&(grid.RegionSide-1)])
	}
	beside := func(c, r, dx, dy int) bool {
		for n := 1; n <= caveReach; n++ {
			if rock(c+n*dx, r+n*dy) {
				return true
			}
		}
		return false
	}
	tiles := near[4]
	for k := range grid.RegionTiles {
		if tiles.Ground[k] != tile.Rock || Natural(tiles.Block[k]) {
			continue
		}
		c, r := k%grid.RegionSide, k/grid.RegionSide
		if beside(c, r, 1, 0) && beside(c, r, -1, 0) || beside(c, r, 0, 1) && beside(c, r, 0, -1) {
			x.caves[k/64] |= 1 << (k % 64)
		}
	}
}

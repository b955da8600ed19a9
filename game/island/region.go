package island

import (
	"slices"

	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// region is an active region. It has no pointers: copying it is one memcpy. What is looked at in every tick comes first: it shares
// two lines of a processor's cache.
type region struct {
	at      grid.Region
	sum     uint64                                       // sum of tileSum over all tiles
	doors   uint16                                       // how many portals there are
	treads  uint16                                       // how many tiles act on what lies on them (see treads)
	fires   uint16                                       // how many tiles burn
	growing [grid.RegionTiles / growingTiles / 64]uint64 // a bit for each growingTiles tiles, see mayGrow
	tiles   tile.Region
	edited  [grid.RegionTiles / 64]uint64 // which tiles were ever changed since the region woke or was born
}

// growingTiles is how many tiles share a bit of region.growing.
const growingTiles = 8

// mayGrow reports whether a tile may be one that changes when it is visited by chance. Where none of its neighbours in
// memory ever was one since the sums were made, it is not: most visits end here, and do not fetch the tile.
func (r *region) mayGrow(k grid.Index) bool {
	k /= growingTiles
	return r.growing[k/64]>>(k%64)&1 != 0
}

func (r *region) noteGrowing(k grid.Index, b tile.Block) {
	if !changing[b] {
		return
	}
	k /= growingTiles
	r.growing[k/64] |= 1 << (k % 64)
}

// tileSum is the share of one tile in its region's sum. Sums do not depend on the order of changes.
func tileSum(k grid.Index, g tile.Ground, b tile.Block, state uint8) uint64 {
	return random.Mix(uint64(k)<<24 | uint64(g)<<16 | uint64(b)<<8 | uint64(state))
}

// generate makes r the untouched region at a place, in the scene to which it belongs.
func (r *region) generate(g Genesis, at grid.Region) {
	r.at = at
	r.edited = [grid.RegionTiles / 64]uint64{}
	scene := at.Scene()
	seed := SceneSeed(g.Seed, scene)
	terrain.Build(seed, at.Local(), terrain.Grazed, &r.tiles)
	if back := wayBack(g.Seed, scene); scene != 0 && back.Region() == at {
		r.tiles.Block[back.Index()], r.tiles.State[back.Index()] = tile.Portal, 0
	}
	r.resum()
}

// resum computes the sum anew.
func (r *region) resum() {
	r.sum, r.doors, r.treads, r.fires = 0, 0, 0, 0
	clear(r.growing[:])
	for k := range grid.Index(grid.RegionTiles) {
		r.sum += tileSum(k, r.tiles.Ground[k], r.tiles.Block[k], r.tiles.State[k])
		r.doors += door(r.tiles.Block[k])
		r.treads += acts(r.tiles.Block[k]) + weight(r.tiles.Ground[k])
		r.fires += flame(r.tiles.Block[k])
		r.noteGrowing(k, r.tiles.Block[k])
	}
}

// set changes one tile.
func (r *region) set(k grid.Index, g tile.Ground, b tile.Block, state uint8) {
	t := &r.tiles
	r.sum += tileSum(k, g, b, state) - tileSum(k, t.Ground[k], t.Block[k], t.State[k])
	r.doors += door(b) - door(t.Block[k])
	r.treads += acts(b) - acts(t.Block[k]) + weight(g) - weight(t.Ground[k])
	r.fires += flame(b) - flame(t.Block[k])
	r.noteGrowing(k, b)
	t.Ground[k], t.Block[k], t.State[k] = g, b, state
	r.edited[k/64] |= 1 << (k % 64)
}

// regionIndex finds a region by the low bits of its place. Entries may be wrong or missing; whoever
// looks compares the place.
type regionIndex [256]uint8

func (x *regionIndex) slot(at grid.Region) *uint8 { return &x[uint8(at.X&15)|uint8(at.Y&15)<<4] }

// region returns the active region at a place, nil if there is none.
func (i *State) region(at grid.Region) *region {
	if i.latest != nil && i.latest.at == at {
		return i.latest
	}
	if k := int(*i.index.slot(at)); k < len(i.regions) && i.regions[k].at == at {
		i.latest = i.regions[k]
		return i.latest
	}
	if k, ok := i.findRegion(at); ok {
		i.latest = i.regions[k]
		return i.latest
	}
	return nil
}

// findRegion returns where the region at a place is in the table, or belongs.
func (i *State) findRegion(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.regions, at, func(r *region, at grid.Region) int { return compareRegions(r.at, at) })
}

// compareRegions compares regions as grid.Region.Less does.
func compareRegions(a, b grid.Region) int {
	switch {
	case a.Less(b):
		return -1
	case a == b:
		return 0
	}
	return 1
}

// reindex derives the index from the table of regions.
func (i *State) reindex() {
	i.latest = nil
	for k, r := range i.regions {
		*i.index.slot(r.at) = uint8(k)
	}
}

// Cell implements physics.Land.
func (i *State) Cell(x, y int32) physics.Cell {
	t := grid.Tile{X: x, Y: y}
	r := i.latest
	if at := t.Region(); r == nil || r.at != at {
		if r = i.region(at); r == nil {
			if len(i.borders) > 0 {
				return beyond(i, x, y)
			}
			return physics.Unknown
		}
	}
	return r.cell(t.Index())
}

// cell returns what physics needs to know of a tile of the region.
func (r *region) cell(k grid.Index) physics.Cell {
	c := physics.Cell{Ground: r.tiles.Ground[k]}
	if b := r.tiles.Block[k]; b != tile.NoBlock && tile.Solid(b, r.tiles.State[k]) {
		c.Height = b.Info().Height
	}
	return c
}

// setTile changes a tile of an active region, hangs or takes away its arm, and wakes what lies there. Where an arm comes or
// goes, indices into the table of bodies are others afterwards.
func (i *State) setTile(t grid.Tile, g tile.Ground, b tile.Block, state uint8) {
	r := i.region(t.Region())
	if r == nil {
		panic("island: changing a tile that is not active")
	}
	hinged := tile.Hinged(b) || tile.Hinged(r.tiles.Block[t.Index()])
	r.set(t.Index(), g, b, state)
	if hinged {
		hang(i, t)
	}
	i.fulfil(t, g, b)
	stirTile(i, t)
	i.space.WakeNear(t.Centre(), fixed.One)
}

// newRegion returns a region to be filled, of those that were put aside if there is one.
func (i *State) newRegion() *region {
	if n := len(i.spare); n > 0 {
		r := i.spare[n-1]
		i.spare = i.spare[:n-1]
		return r
	}
	return new(region)
}

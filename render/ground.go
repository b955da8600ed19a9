package render

import (
	"manyhold/game/estate"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/porthole"
)

// ground reads tiles of a world one by one, quickly when they lie near each other.
type ground struct {
	world World
	at    grid.Region
	tiles *tile.Region
	known bool
	lands *estate.Estates // nil: the ground looks as it is
	arena uint8           // scene of the arena beside the world that is shown, if world is one
	gates []porthole.Gate // portals to matches, where no block is in the way
}

// on makes g read w from now on, whose ground looks as its lands say; nil: as it is. Regions are looked up
// again every frame: a world may exchange them.
func (g *ground) on(w World, lands *estate.Estates) {
	*g = ground{world: w, lands: lands, gates: g.gates}
}

// beyond is a world that includes the known tiles of other islands.
type beyond interface {
	Beyond(grid.Region) *tile.Region
}

func (g *ground) region(r grid.Region) *tile.Region {
	if !g.known || r != g.at {
		g.at, g.known, g.tiles = r, true, nil
		if g.world != nil {
			if g.tiles = g.world.Region(r); g.tiles == nil {
				if w, ok := g.world.(beyond); ok {
					g.tiles = w.Beyond(r)
				}
			}
		}
	}
	return g.tiles
}

// tile returns the block at (x, y), or an empty one where the tile is unknown.
func (g *ground) tile(x, y int32) (tile.Ground, tile.Block, uint8) {
	t := grid.Tile{X: x, Y: y}
	r := g.region(t.Region())
	if r == nil {
		return tile.NoGround, tile.NoBlock, 0
	}
	i := t.Index()
	block, state := r.Block[i], r.State[i]
	if len(g.gates) > 0 && g.arena == 0 {
		block, state = porthole.Gated(g.gates, t, block, state)
	}
	if g.lands != nil {
		return g.lands.Shown(t, r.Ground[i]), block, state
	}
	return r.Ground[i], block, state
}

func (g *ground) block(x, y int32) tile.Block {
	_, b, _ := g.tile(x, y)
	return b
}

// joins says whether walls join to the block at (x, y).
func (g *ground) joins(x, y int32) bool { return atlas.Joins(g.block(x, y)) }

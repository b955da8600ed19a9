package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// land is a window on a world. Its regions are generated at their first use.
type land struct {
	seed    uint64
	layer   Layer
	regions map[grid.Region]*tile.Region
}

func newLand(seed uint64) *land { return &land{seed, Bare, map[grid.Region]*tile.Region{}} }

func (l *land) region(r grid.Region) *tile.Region {
	t := l.regions[r]
	if t == nil {
		t = new(tile.Region)
		Build(l.seed, r, l.layer, t)
		l.regions[r] = t
	}
	return t
}

func (l *land) at(t grid.Tile) (tile.Ground, tile.Block) {
	r := l.region(t.Region())
	return r.Ground[t.Index()], r.Block[t.Index()]
}

// walkable reports whether t can be walked on.
func (l *land) walkable(t grid.Tile) bool {
	g, b := l.at(t)
	return !g.Info().Solid && !tile.Solid(b, 0)
}

package chart

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// mostLands is how many regions are kept as they were seen last; a map needs one to paint it, and keeps the
// picture.
const mostLands = 24

// lands are regions as they were seen last, the one used last at the end.
type lands struct {
	list []land
}

type land struct {
	at    grid.Region
	tiles *tile.Region
}

// Reveal returns a region as it was seen last, nil if nothing of it was seen: untouched land, with what the
// player remembers of it. It is made when it is asked for.
func (c *Chart) Reveal(r grid.Region) *tile.Region {
	if c.seen[r] == 0 {
		return nil
	}
	l := &c.lands
	if k := slices.IndexFunc(l.list, func(x land) bool { return x.at == r }); k >= 0 {
		x := l.list[k]
		l.list = append(slices.Delete(l.list, k, k+1), x)
		return x.tiles
	}
	t := new(tile.Region)
	c.untouched(r, t)
	for _, m := range c.memory.of[r] {
		t.Ground[m.at], t.Block[m.at] = m.ground, m.block
	}
	if len(l.list) >= mostLands {
		l.list = slices.Delete(l.list, 0, 1)
	}
	l.list = append(l.list, land{r, t})
	return t
}

// untouched makes a region as it was before anybody came.
func (c *Chart) untouched(r grid.Region, to *tile.Region) {
	terrain.Build(world.SceneSeed(c.seed, r.Scene()), r.Local(), terrain.Stocked, to) // without animals: a map shows none
}

// forget lets a region be made anew when it is asked for.
func (l *lands) forget(r grid.Region) {
	l.list = slices.DeleteFunc(l.list, func(x land) bool { return x.at == r })
}

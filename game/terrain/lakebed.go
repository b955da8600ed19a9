package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// lakeThings lie on the bed of the lake of OfLake: a boat, the foundation of a house, a fallen lamp post,
// trunks, and where the mud is dry. The marks are those of plot.mark.
var lakeThings = []drawing{
	{-8, -4, []string{".FF.", "FwwF", ".ww.", "FwwF", ".FF."}},
	{4, -7, []string{"##.#", "#==.", ".=.#", "..#."}},
	{5, 2, []string{"..o..", "kLk..", ".ko.k", "...k."}},
	{-8, 3, []string{"s.d.", "..s.", "kk..", ".k.."}},
	{-6, 5, []string{",,..", ",,,,", ".,,,"}}, // cracked
	{3, -3, []string{".,,.", ",,,,", ",,.."}},
	{-2, -8, []string{"ko.", ".kt", "..k"}},
}

const (
	// lakeRim is the squared distance from which the bed of a lake is sand, lakeBank that from which reeds
	// stand there.
	lakeRim, lakeBank = 72, 88
	// lakeWay is half the width of the way to the lantern from the south, on which nothing solid lies.
	lakeWay = 2
)

// LakeBed returns what is found on a tile of the lake around the lantern at, when its water is gone: mud in
// the middle, which dries to cracked earth in patches, sand and reeds at the rim, and what sank.
func LakeBed(seed uint64, at, t grid.Tile) (g tile.Ground, b tile.Block, state uint8) {
	p := plot{seed: seed}
	dx, dy := t.X-at.X, t.Y-at.Y
	d, worn := dx*dx+dy*dy, p.worn(t)
	g, b = tile.Mud, tile.NoBlock
	switch {
	case d+worn>>4 >= lakeRim:
		g = tile.Sand
		switch {
		case d >= lakeBank && worn < 110:
			b = tile.Reed
		case worn > 205:
			b = tile.Shell
		}
	case p.clump(t)&3 == 0:
		g = tile.Dirt
		if worn > 225 {
			b = tile.Shell
		}
	default:
		switch {
		case worn > 232:
			b = tile.Tuft
		case worn > 218:
			b = tile.Reed
		case worn > 210:
			b = tile.Shell
		}
	}
	for _, l := range lakeThings {
		x, y := int(dx-l.x), int(dy-l.y)
		if y < 0 || y >= len(l.rows) || x < 0 || x >= len(l.rows[y]) || l.rows[y][x] == '.' {
			continue
		}
		g, b = p.mark(&countries[Beach], l.rows[y][x], g, worn)
	}
	if tile.Solid(b, 0) && dy > 0 && dx >= -lakeWay && dx <= lakeWay {
		b = tile.NoBlock
	}
	return g, b, found(b)
}

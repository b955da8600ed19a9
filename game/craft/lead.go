package craft

import (
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// oreOf returns the ore that an item is dug from, NoBlock if it is found otherwise. Stone, which all ores
// yield besides, is not dug from ore.
func oreOf(k item.Kind) tile.Block {
	for _, ore := range [...]tile.Block{tile.CoalOre, tile.CopperOre, tile.EmberOre, tile.CrystalOre} {
		if item.FromBlock(ore)[0].Kind == k {
			return ore
		}
	}
	return tile.NoBlock
}

// Lead returns the nearest place to a tile where an item is dug from ore that shows beside open ground: what
// the crafting panel says of a material that is missing. Ore near is left out when somebody has dug it; of
// land that sleeps nobody knows. It knows the first scene only. It builds land, some milliseconds: ask once
// for a place and remember.
func Lead(i *world.State, from grid.Tile, k item.Kind) (t grid.Tile, ok bool) {
	ore := oreOf(k)
	if ore == tile.NoBlock || from.Region().Scene() != 0 {
		return t, false
	}
	return terrain.NearestLeft(i.Gen.Seed, from, ore, func(t grid.Tile) bool {
		_, b, _, ok := i.Land.TileAt(t)
		return !ok || b == ore
	})
}

// leadStride is how far a player goes before Leads looks again, in tiles.
const leadStride = 24

// Leads remembers the places that Lead has found. The zero value is ready; it is for one world.
type Leads struct{ of [item.KindCount]lead }

// lead is the place of the nearest ore, as it was found at a tile.
type lead struct {
	asked, known bool
	from, at     grid.Tile
}

// Of is Lead, remembered while the player stays near and the ore there is not dug.
func (l *Leads) Of(i *world.State, from grid.Tile, k item.Kind) (t grid.Tile, ok bool) {
	x := &l.of[k]
	far := max(from.X-x.from.X, x.from.X-from.X, from.Y-x.from.Y, x.from.Y-from.Y) >= leadStride
	if _, b, _, here := i.Land.TileAt(x.at); !x.asked || far || x.known && here && b != oreOf(k) {
		*x = lead{asked: true, from: from}
		x.at, x.known = Lead(i, from, k)
	}
	return x.at, x.known
}

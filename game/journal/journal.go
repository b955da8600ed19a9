// Package journal finds the discoveries of a player: places with names of their own, countries, plants, loose
// things, and remains of other players. It only reads the world, and discoveries are no part of the world's
// state: every player keeps a journal of their own.
package journal

import (
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

// Page is a page of the journal. The numbers are kept in files: they are only appended.
type Page uint8

// The pages, and the meaning of Find.Number on each.
const (
	NoPage    Page = iota
	Places         // terrain.LandmarkKind
	Countries      // terrain.Biome
	Plants         // tile.Block
	Stones         // tile.Block
	Traces         // tile.Block
	Skies          // Sky
	Lights         // always 1: a lighthouse that burns
	Creatures      // Creature
	Hoards         // terrain.LandmarkKind: a natural chest that the player has opened
	PageCount
)

// Sky is the state of the sky, as far as the journal records it.
type Sky uint8

// The skies. Numbers are only appended.
const (
	NoSky Sky = iota
	Noon
	Dusk
	Night
	Dawn
	Rain
	Snowfall
	Storm
	Fog
	SkyCount
)

// Find is one thing that can be found. Two finds are the same thing exactly if they are equal.
type Find struct {
	Page   Page
	Number uint8
	Tile   grid.Tile // the middle of a place or light, or a chest; zero on the other pages
}

const (
	// PlaceReach is the distance within which a place counts as found, in tiles along each axis.
	PlaceReach = 10
	// Reach is the distance within which anything else counts as found, in tiles along each axis.
	Reach = 3
)

// Land is the journal's view of the world; *island.Island is one. ok is false where the tile is unknown.
type Land interface {
	TileAt(t grid.Tile) (g tile.Ground, b tile.Block, state uint8, ok bool)
}

// pages are the pages of the blocks that can be found; built blocks are on none.
var pages = [tile.BlockCount]Page{
	tile.Oak: Plants, tile.Pine: Plants, tile.DeadTree: Plants, tile.Bush: Plants, tile.BerryBush: Plants,
	tile.Tuft: Plants, tile.Flower: Plants, tile.Mushroom: Plants, tile.Reed: Plants, tile.Flax: Plants, tile.Glowcap: Plants,
	tile.Cliff: Stones, tile.CoalOre: Stones, tile.CopperOre: Stones, tile.CrystalOre: Stones, tile.EmberOre: Stones, tile.Boulder: Stones,
	tile.Shell: Stones, tile.StandingStone: Traces, tile.RuinWall: Traces, tile.Stump: Traces, tile.Portal: Traces, tile.Gate: Traces,
}

// OfBlock returns the find that a block is; ok is false for one that is none.
func OfBlock(b tile.Block) (f Find, ok bool) {
	if b >= tile.BlockCount || pages[b] == NoPage {
		return Find{}, false
	}
	return Find{Page: pages[b], Number: uint8(b)}, true
}

// OfPlace returns the find of a landmark. The tiles of a landmark of another scene belong to that scene.
func OfPlace(l terrain.Landmark, scene uint8) Find {
	return Find{Page: Places, Number: uint8(l.Kind), Tile: l.Tile.InScene(scene)}
}

// Grand reports whether a find is one that a player remembers: a place, a light, a creature, a land or a sky.
// The others are found in passing.
func (f Find) Grand() bool {
	switch f.Page {
	case Places, Lights, Creatures, Countries, Skies:
		return true
	}
	return false
}

// Valid reports whether the find exists.
func (f Find) Valid() bool {
	switch f.Page {
	case Places, Hoards:
		return f.Number > 0 && f.Number < uint8(terrain.LandmarkKindCount)
	case Lights:
		return f.Number == 1
	case Creatures:
		return f.Number > 0 && f.Number < uint8(CreatureCount) && f.Tile == grid.Tile{}
	case Countries:
		return f.Number < uint8(terrain.BiomeCount) && f.Tile == grid.Tile{}
	case Skies:
		return f.Number > 0 && f.Number < uint8(SkyCount) && f.Tile == grid.Tile{}
	}
	g, ok := OfBlock(tile.Block(f.Number))
	return ok && f == g
}

// Atlas is the landmarks around a place. The zero value is ready; it caches the last region, so that repeated
// queries are cheap.
type Atlas struct {
	// Seed returns the seed of a scene of the world. It is set before the first question.
	Seed func(scene uint8) uint64

	known bool
	at    grid.Region
	marks []terrain.Landmark // their tiles within the world
}

// Around returns the landmarks in the 3×3 regions around t, in order of region, with their tiles in the
// world. They are read-only, and valid until the next question.
func (a *Atlas) Around(t grid.Tile) []terrain.Landmark {
	at := t.Region()
	if a.known && a.at == at {
		return a.marks
	}
	a.known, a.at, a.marks = true, at, a.marks[:0]
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			a.marks = append(a.marks, a.In(grid.Region{X: at.X + dx, Y: at.Y + dy})...)
		}
	}
	return a.marks
}

// In returns the landmarks of a region, with their tiles in the world.
func (a *Atlas) In(r grid.Region) []terrain.Landmark {
	list := a.in(r.Scene(), r.Local())
	for k := range list {
		list[k].Tile = list[k].Tile.InScene(r.Scene())
	}
	return list
}

// in returns the landmarks of a region, with its and their places within its scene.
func (a *Atlas) in(scene uint8, r grid.Region) []terrain.Landmark {
	return terrain.Places(a.Seed(scene), r)
}

// Name returns the name of a place of the world; ok is false where there is none.
func (a *Atlas) Name(t grid.Tile) (name terrain.Name, ok bool) {
	for _, l := range a.In(t.Region()) {
		if l.Tile == t {
			return l.Name, true
		}
	}
	return name, false
}

// Look appends the finds of a player who stands on t at a tick, in a fixed order. The same find may come
// twice.
func (a *Atlas) Look(dst []Find, land Land, t grid.Tile, now game.Tick) []Find {
	for _, l := range a.Around(t) {
		if near(l.Tile, t, PlaceReach) {
			dst = append(dst, OfPlace(l, 0))
		}
	}
	scene := t.Region().Scene()
	local := t.Add(-int32(scene)*grid.SceneSide*grid.RegionSide, 0)
	biome := terrain.BiomeAt(a.Seed(scene), local)
	dst = append(dst, Find{Page: Countries, Number: uint8(biome)})
	dst = lookUp(dst, weather.At(a.Seed(0), now, t), biome, now)
	for dy := int32(-Reach); dy <= Reach; dy++ {
		for dx := int32(-Reach); dx <= Reach; dx++ {
			if _, b, state, ok := land.TileAt(t.Add(dx, dy)); ok {
				if b == tile.Beacon && state&tile.StateBit0 != 0 {
					dst = append(dst, Find{Page: Lights, Number: 1, Tile: t.Add(dx, dy)})
				}
				if f, ok := OfBlock(b); ok {
					dst = append(dst, f)
				}
			}
		}
	}
	return dst
}

// lookUp appends the finds of the sky over a country.
func lookUp(dst []Find, w weather.Sky, b terrain.Biome, now game.Tick) []Find {
	// from here on it is always noticed
	const clear = weather.Full / 3
	// tick 0 is eight in the morning
	hour := (uint64(now) + game.TicksPerDay/3) % game.TicksPerDay * 24 / game.TicksPerDay
	add := func(s Sky, is bool) {
		if is {
			dst = append(dst, Find{Page: Skies, Number: uint8(s)})
		}
	}
	add(Noon, hour == 12)
	add(Dusk, hour == 18 || hour == 19)
	add(Night, hour >= 21 || hour < 4)
	add(Dawn, hour == 5 || hour == 6)
	add(Rain, w.Rain > clear && b != terrain.Tundra)
	add(Snowfall, w.Rain > clear && b == terrain.Tundra)
	add(Storm, w.Storm > clear)
	add(Fog, w.Fog > clear)
	return dst
}

// near reports whether two tiles are within reach of each other along each axis.
func near(a, b grid.Tile, reach int32) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return dx <= reach && dx >= -reach && dy <= reach && dy >= -reach
}

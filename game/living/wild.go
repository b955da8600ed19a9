package living

import (
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Meadows have wild sheep and hens. They appear when their region is first active: the state of the tuft
// round which they graze says that they are still to come (see terrain.Graze), and is cleared when they do,
// which is kept. So they come once, however often the region sleeps and wakes, and on two sides that both
// wake it they are the same animals.

// Flocks holds the animals that graze round a tuft: their kind and number.
var Flocks = [...]struct {
	Kind entity.Kind
	Size int
}{
	terrain.NoWild:    {},
	terrain.WildSheep: {entity.Sheep, 6},
	terrain.WildHens:  {entity.Hen, 4},
}

// grazing are where they stand, in tiles from the tuft.
var grazing = [...]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {X: 2, Y: 1}, {X: -2, Y: 1}, {X: 1, Y: -2}, {X: -1, Y: 2}, {X: 2, Y: -2}}

// streamWild sets the IDs of wild animals apart.
const streamWild = 0x77696c64

// Magpies nest beside a tree in one region of nestOne. The nest and its magpie come when their region is
// first active. As the nest never moves, the region is never again one that is as it was made, so they come
// once.

const (
	nestOne = 7
	// streamNest sets the chance and the IDs of nests apart.
	streamNest = 0x6e657374
)

// NestIn returns where the magpie's nest of a region is, which is as it was made: on the first open tile
// south of a tree, from a tile by chance on. ok is false for most regions.
func NestIn(seed uint64, r *world.Region) (t grid.Tile, ok bool) {
	h := random.Hash(seed^streamNest, world.RegionKey(r.At), 0, 0)
	if !random.Chance(h, nestOne) {
		return t, false
	}
	from := random.Mix(h)
	for n := range uint64(grid.RegionTiles) {
		k := grid.Index((from + n) % grid.RegionTiles)
		below := k + grid.RegionSide
		if b := r.Tiles.Block[k]; b != tile.Oak && b != tile.Pine || below >= grid.RegionTiles {
			continue
		}
		if b := r.Tiles.Block[below]; (b == tile.NoBlock || b.Info().Soft) && r.Tiles.Ground[below].Info().Fertile {
			return r.At.Tile(below), true
		}
	}
	return t, false
}

// Treasured is the Calm of a magpie that has a treasure to bring home, once: see package dark.
const Treasured = 1

// NestTreasure is what the magpie of a region brings home once. It follows from the nest, so that it is the
// same on both sides of a fork, and a merge keeps one.
func NestTreasure(seed uint64, at grid.Region) item.Stack {
	s, _ := item.Treasure(item.NestHaul, random.Hash(seed^streamNest, world.RegionKey(at), 1, 0))
	return s
}

// letNest lets the magpie of a region come that is active for the first time.
func letNest(i *world.State, r *world.Region) {
	t, ok := NestIn(i.Gen.Seed, r)
	if !ok {
		return
	}
	for n, kind := range [...]entity.Kind{entity.Nest, entity.Magpie} {
		b := entity.Body{Kind: kind, Pos: t.Centre(), Flags: entity.Resting}
		b.ID = i.Space.NewID(i.Gen.Seed^streamNest, world.RegionKey(r.At), uint64(n))
		if kind == entity.Magpie {
			b.Calm = Treasured
		}
		i.Space.Insert(b)
	}
}

// letGraze lets the wild animals of a region come that is active for the first time.
func letGraze(i *world.State, r *world.Region) {
	at := r.At.Local()
	k, wild := terrain.GrazesIn(world.SceneSeed(i.Gen.Seed, r.At.Scene()), at, &r.Tiles)
	if wild == terrain.NoWild || r.Tiles.Block[k] != tile.Tuft || r.Tiles.State[k] != uint8(wild) {
		return
	}
	r.Set(k, r.Tiles.Ground[k], tile.Tuft, 0)
	f := Flocks[wild]
	for n, d := range grazing {
		spot := r.At.Tile(k).Add(d.X, d.Y).Centre()
		if f.Size == 0 || !physics.Free(&i.Land, f.Kind, spot) {
			continue
		}
		f.Size--
		b := entity.Body{Kind: f.Kind, Pos: spot, Face: entity.Facing(n * 40)}
		b.ID = i.Space.NewID(i.Gen.Seed^streamWild, world.RegionKey(r.At), uint64(n))
		i.Space.Insert(b)
	}
}

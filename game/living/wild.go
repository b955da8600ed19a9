package living

import (
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/physics"
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

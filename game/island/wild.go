package island

import (
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// Where meadows are, sheep and hens live that nobody has made. They are there from when their region is first active:
// the tuft round which they graze says in its state that they have not come yet (see terrain.Graze), and is cleared when
// they do, which is kept. So they come once, however often the region sleeps and wakes, and on two sides that both wake
// it they are the same animals.

// flocks is what grazes round a tuft: a kind, and how many.
var flocks = [...]struct {
	kind entity.Kind
	size int
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
func letGraze(i *State, r *region) {
	at := r.at.Local()
	k, wild := terrain.GrazesIn(SceneSeed(i.genesis.Seed, r.at.Scene()), at, &r.tiles)
	if wild == terrain.NoWild || r.tiles.Block[k] != tile.Tuft || r.tiles.State[k] != uint8(wild) {
		return
	}
	r.set(k, r.tiles.Ground[k], tile.Tuft, 0)
	f := flocks[wild]
	for n, d := range grazing {
		spot := r.at.Tile(k).Add(d.X, d.Y).Centre()
		if f.size == 0 || !physics.Free(i, f.kind, spot) {
			continue
		}
		f.size--
		b := entity.Body{Kind: f.kind, Pos: spot, Face: entity.Facing(n * 40)}
		b.ID = i.newID(i.genesis.Seed^streamWild, regionKey(r.at), uint64(n))
		i.space.Insert(b)
	}
}

package journal

import (
	"manyhold/game/grid"
	"manyhold/game/terrain"
)

// Creature is a kind of small animal. Creatures are drawn only, and not part of the world's state. A player
// who sees one has found it.
type Creature uint8

// The creatures. Numbers are only appended.
const (
	NoCreature Creature = iota
	Butterfly
	Bird
	Crab
	Fish
	Hen
	Firefly
	CreatureCount
)

// OfCreature returns the find that a creature is.
func OfCreature(c Creature) Find { return Find{Page: Creatures, Number: uint8(c)} }

// Hoard returns the find of the chest on a tile, and the landmark of the chest. ok is false unless the land
// has it from the beginning.
func (a *Atlas) Hoard(t grid.Tile) (f Find, of grid.Tile, ok bool) {
	scene := t.Region().Scene()
	trove, ok := terrain.TroveAt(a.Seed(scene), t.Add(-int32(scene)*grid.SceneSide*grid.RegionSide, 0))
	return Find{Page: Hoards, Number: uint8(trove.At), Tile: t}, trove.Of.InScene(scene), ok
}

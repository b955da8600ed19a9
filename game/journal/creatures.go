package journal

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/terrain"
)

// Creature is a kind of animal. Most are drawn only, and not part of the world's state. A player who sees one
// has found it.
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
	Sheep // this and the following are bodies of the world
	Magpie
	Shade
	GreatMoth
	CreatureCount
)

// creatures are the animals that are bodies.
var creatures = map[entity.Kind]Creature{entity.Hen: Hen, entity.Sheep: Sheep, entity.Magpie: Magpie, entity.Shade: Shade, entity.GreatMoth: GreatMoth}

// Bodies are what moves in a world; its Space is one.
type Bodies interface {
	Around(at fixed.Vec, reach fixed.Q) []int32 // indices
	Bodies() []entity.Body
}

// LookAlive appends the finds of animals that are bodies, as a player at a place sees them.
func LookAlive(dst []Find, of Bodies, at fixed.Vec) []Find {
	for _, k := range of.Around(at, PlaceReach*fixed.One) {
		if c, ok := creatures[of.Bodies()[k].Kind]; ok {
			dst = append(dst, OfCreature(c))
		}
	}
	return dst
}

// OfCreature returns the find that a creature is.
func OfCreature(c Creature) Find { return Find{Page: Creatures, Number: uint8(c)} }

// Hoard returns the find of the chest on a tile, and the landmark of the chest. ok is false unless the land
// has it from the beginning.
func (a *Atlas) Hoard(t grid.Tile) (f Find, of grid.Tile, ok bool) {
	scene := t.Region().Scene()
	trove, ok := terrain.TroveAt(a.Seed(scene), t.Add(-int32(scene)*grid.SceneSide*grid.RegionSide, 0))
	return Find{Page: Hoards, Number: uint8(trove.At), Tile: t}, trove.Of.InScene(scene), ok
}

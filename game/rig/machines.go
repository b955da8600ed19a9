package rig

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Give puts items into the first free slot of player n.
func (s *Stage) Give(n int, k item.Kind, count uint8) *Stage {
	exhibit.Round(s.Island).Give(s.Player(n), k, count)
	return s
}

// Hold takes an item into the hand of player n.
func (s *Stage) Hold(n int, k item.Kind) {
	p := s.Player(n)
	slot := s.Slot(n, k)
	p.Inventory[0], p.Inventory[slot] = p.Inventory[slot], p.Inventory[0]
	p.Slot = 0
}

// Set sets a block up that looks to h.
func (s *Stage) Set(dx, dy int32, b tile.Block, h tile.Heading) *Stage {
	exhibit.Round(s.Island).Set(dx, dy, b, h)
	return s
}

// Crate sets a crate down.
func (s *Stage) Crate(dx, dy int32) *entity.Body {
	return s.Space.Body(exhibit.Round(s.Island).Crate(dx, dy))
}

// Animal sets an animal down.
func (s *Stage) Animal(k entity.Kind, dx, dy int32) game.EntityID {
	return exhibit.Round(s.Island).Animal(k, dx, dy)
}

// Hung fails unless every gate and rotor has an arm, every arm is in its hinge, and each is there once.
func Hung(t Failer, i *island.Island) {
	t.Helper()
	arms := map[grid.Tile]int{}
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; b.Kind.Pinned() {
			at := grid.TileAt(b.Pos)
			arms[at]++
			_, block, state, _ := i.TileAt(at)
			if want := world.NewArm(at, block, state, 0); want.Kind != b.Kind || want.Pos != b.Pos || want.Face != b.Face || b.Vel != (fixed.SVec{}) {
				t.Fatalf("%+v is on a %s in state %d", *b, block, state)
			}
		}
	}
	for _, r := range i.Land.Regions {
		for k := range grid.Index(grid.RegionTiles) {
			if n := arms[r.At.Tile(k)]; tile.Hinged(r.Tiles.Block[k]) != (n == 1) || n > 1 {
				t.Fatalf("the %s on tile %s has %d arms", r.Tiles.Block[k], world.TileName(r.At.Tile(k)), n)
			}
		}
	}
}

// ArmOn returns the arm of a tile, nil where there is none.
func ArmOn(i *world.State, t grid.Tile) *entity.Body {
	if k, ok := world.ArmOn(i, t); ok {
		return &i.Space.Bodies()[k]
	}
	return nil
}

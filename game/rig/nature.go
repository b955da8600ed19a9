package rig

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Apply asks player n to put an item to use on a tile.
func (s *Stage) Apply(n int, k item.Kind, dx, dy int32) *Stage {
	s.T.Helper()
	if s.Count(n, k) == 0 {
		s.Give(n, k, 5)
	}
	s.Place(n, k, dx, dy)
	return s.Run(3)
}

// Counts counts the blocks of a kind within r tiles of the spawn.
func (s *Stage) Counts(b tile.Block, r int32) (n int) {
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			if s.Block(dx, dy) == b {
				n++
			}
		}
	}
	return n
}

// Animal sets an animal down.
func (s *Stage) Animal(k entity.Kind, dx, dy int32) game.EntityID {
	return exhibit.Round(s.Island).Animal(k, dx, dy)
}

// All returns the IDs of the bodies of a kind.
func (s *Stage) All(k entity.Kind) (ids []game.EntityID) {
	for _, b := range s.Space.Bodies() {
		if b.Kind == k {
			ids = append(ids, b.ID)
		}
	}
	return ids
}

func (s *Stage) Far(id game.EntityID, dx, dy int32) fixed.S {
	return fixed.S(s.Space.Body(id).Pos.Sub(s.At(dx, dy).Centre()).Len())
}

// DormantBut counts the regions that sleep, without those that have wild animals only.
func (s *Stage) DormantBut() (n int) {
	r := new(world.Region)
	for _, d := range s.Dormant.List {
		r.Generate(s.Gen, d.At)
		if _, wild := terrain.GrazesIn(s.Gen.Seed, d.At, &r.Tiles); wild == terrain.NoWild && !nested(s.Gen.Seed, r) {
			n++
		}
	}
	return n
}

func nested(seed uint64, r *world.Region) bool {
	_, ok := living.NestIn(seed, r)
	return ok
}

// FarMeadow returns a bare tile of grass far from the spawn.
func (s *Stage) FarMeadow() grid.Tile {
	r := new(world.Region)
	for at := s.SpawnTile.Region().X + 10; ; at++ {
		r.Generate(s.Gen, grid.Region{X: at, Y: s.SpawnTile.Region().Y})
		for k := range grid.Index(grid.RegionTiles) {
			if x := k % grid.RegionSide; x > 8 && x < 56 && r.Tiles.Ground[k] == tile.Grass && r.Tiles.Block[k] == tile.NoBlock {
				return r.At.Tile(k)
			}
		}
	}
}

// Bodied counts what there is of each kind of body that is an item in a hand: on the ground and in hands,
// chests and drops.
func (s *Stage) Bodied() (n [entity.KindCount]uint64) {
	_, _, present := world.Audit(&s.State)
	for k := entity.NoKind + 1; k < entity.KindCount; k++ {
		if it := k.Item(); it != item.None {
			n[k] = present[it]
		}
	}
	for k := range s.Space.Bodies() {
		// those in the wild come with their regions
		if b := &s.Space.Bodies()[k]; b.Kind.Item() != item.None && (b.Born != 0 || !b.Kind.Animal()) {
			n[b.Kind]++
		}
	}
	return n
}

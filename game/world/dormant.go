package world

import (
	"slices"

	"manyhold/game/grid"
)

// dormant is a region that is kept without ticks: data is its part of a snapshot (see encodeRegion).
type DormantRegion struct {
	At   grid.Region
	Data []byte
	Sum  uint64 // hash of at and data
}

func (i *State) FindDormant(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.Dormant, at, func(d DormantRegion, at grid.Region) int { return CompareRegions(d.At, at) })
}

// Prune forgets which tiles were edited that are again as they were made.
func (i *State) Prune(r *Region) {
	base := i.NewRegion()
	base.Generate(i.Gen, r.At)
	for k := range grid.Index(grid.RegionTiles) {
		if bit := uint64(1) << (k % 64); r.Edited[k/64]&bit != 0 && r.Tiles.Ground[k] == base.Tiles.Ground[k] &&
			r.Tiles.Block[k] == base.Tiles.Block[k] && r.Tiles.State[k] == base.Tiles.State[k] {
			r.Edited[k/64] &^= bit
		}
	}
	i.Spare = append(i.Spare, base)
}

// Package terrain is the untouched world: an endless land that follows from a 64-bit seed, before any
// player has changed it.
//
// Build writes one region. It is a pure function of (seed, region): it reads no other region and remembers
// nothing, so that peers agree on a region whichever of its neighbours they have seen. All arithmetic is on
// integers. The package changes only together with game.CurrentRules, because a stored world keeps the
// difference to this package.
//
// A region is made in five steps:
//
//  1. survey: smooth fields (height, mountains, warmth, moisture, growth, rivers, caves) are sampled on a
//     lattice of points four tiles apart (noise.go, climate.go, rivers.go).
//  2. classify: each tile takes the fields by bilinear interpolation and becomes a ground, perhaps a
//     cliff, and a Biome (biomes.go).
//  3. scatter: trees, veins of ore, and one small detail in every 4×4 tiles (scatter.go, veins.go).
//  4. landmarks: at most one in each square of LandmarkSpacing tiles (landmarks.go, ruins.go, names.go).
//  5. home: the clearing and the hearth at the spawn (spawn.go).
//
// That is the layer Bare. Further layers lie on top of it, see Layer (furnish.go, stock.go, graze.go).
//
// Rivers, passages and shores are contour lines of fields that are continuous everywhere. So they never
// break at the border of two regions. Other things that cross borders (landmarks, the clearing) are derived
// from a coarse grid by every region that they touch.
//
// Water can be waded, DeepWater cannot. A path of tiles that are neither DeepWater nor solid is called
// walkable.
package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Layer is a part of the land; it includes all layers before it.
type Layer uint8

// The layers. Numbers are only appended.
const (
	Bare      Layer = iota // the natural land
	Furnished              // with lighthouses, the old roads to them, and small landmarks
	Stocked                // with chests, and vaults
	Grazed                 // with tufts for wild animals
)

// Generate writes the region as Build does, bare.
func Generate(seed uint64, r grid.Region, dst *tile.Region) { Build(seed, r, Bare, dst) }

// Build writes the whole region r of the world of that seed into dst, with all layers up to one. It
// overwrites dst, and does not allocate.
func Build(seed uint64, r grid.Region, to Layer, dst *tile.Region) {
	var s survey
	f := finderOf(seed)
	f.region, f.survey = r, &s
	p := plot{seed: seed, region: r, dst: dst}
	f.lay(dst)
	if to >= Furnished {
		f.roads(&p)
	}
	f.raise(&p)
	f.home.clear(seed, r, dst)
	if to >= Furnished {
		f.furnish(&p)
	}
	if to >= Stocked {
		f.stock(&p)
	}
	if to >= Grazed {
		f.graze(dst)
	}
}

// lay writes the natural content of the region, and takes its survey.
func (f *finder) lay(dst *tile.Region) {
	seed, s, origin := f.seed, f.survey, f.region.Tile(0)
	s.take(seed, origin.X>>spacingBits, origin.Y>>spacingBits, regionPoints, f.home)
	var sites [spacing * spacing]site
	for cy := range int32(grid.RegionSide / spacing) {
		for cx := range int32(grid.RegionSide / spacing) {
			s.classify(cx, cy, &sites)
			corner := origin.Add(cx*spacing, cy*spacing)
			plant(seed, corner, &sites)
			detail(seed, corner, &sites)
			base := int(cy*spacing)<<grid.RegionBits + int(cx*spacing)
			for v := range spacing {
				row := base + v<<grid.RegionBits
				for u := range spacing {
					at := &sites[v*spacing+u]
					dst.Ground[row+u] = at.ground
					dst.Block[row+u] = at.block
				}
			}
		}
	}
	dst.State = [grid.RegionTiles]uint8{}
	veins(seed, origin, s, dst)
}

// BiomeAt returns the original biome of a tile; landmarks do not count. It costs a few microseconds:
// suitable for the samples of a map, not for every tile of the screen.
func BiomeAt(seed uint64, t grid.Tile) Biome {
	at := siteAt(seed, homeOf(seed), t)
	return at.biome
}

// siteAt classifies a single tile.
func siteAt(seed uint64, home home, t grid.Tile) site {
	var s survey
	s.take(seed, t.X>>spacingBits, t.Y>>spacingBits, 2, home)
	var sites [spacing * spacing]site
	s.classify(0, 0, &sites)
	return sites[(t.Y&(spacing-1))*spacing+t.X&(spacing-1)]
}

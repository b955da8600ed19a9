package terrain

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// side says on which side of a border a ground is: 1 or 2, and 0 for grounds that it does not part.
type side func(tile.Ground) int

// straight counts how many tiles of a border lie between the tiles of a square of four regions by four, how
// many of them in straight runs of eight or more, and how long the longest run is.
func straight(seed uint64, at grid.Region, of side) (all, inRuns, longest int) {
	const wide = 4 * grid.RegionSide
	land := make([]uint8, wide*wide)
	var r tile.Region
	for dy := range int32(4) {
		for dx := range int32(4) {
			Generate(seed, grid.Region{X: at.X + dx, Y: at.Y + dy}, &r)
			for k, g := range r.Ground {
				x, y := int(dx)*grid.RegionSide+k%grid.RegionSide, int(dy)*grid.RegionSide+k/grid.RegionSide
				land[y*wide+x] = uint8(of(g))
			}
		}
	}
	along := func(step, across int) {
		for line := range wide - 1 {
			run, was := 0, uint8(0)
			for k := range wide + 1 {
				is := uint8(0)
				if k < wide {
					here := line*across + k*step
					if a, b := land[here], land[here+across]; a != 0 && b != 0 && a != b {
						is, all = a, all+1
					}
				}
				if is == was && is != 0 {
					run++
					continue
				}
				if run >= 8 {
					inRuns += run
				}
				longest = max(longest, run)
				run, was = min(int(is), 1), is
			}
		}
	}
	along(1, wide)
	along(wide, 1)
	return all, inRuns, longest
}

// TestNaturalEdges: in 24 worlds, no border of deep water or of the floor of woods is straight for long. A
// screen is 27 tiles wide and 15 high. Before borders were looked up aside, the longest runs were 24 and 16
// tiles, and 93 and 45 of a thousand tiles lay in runs of eight or more.
func TestNaturalEdges(t *testing.T) {
	pair := func(a, b tile.Ground) side {
		return func(g tile.Ground) int {
			switch g {
			case a:
				return 1
			case b:
				return 2
			}
			return 0
		}
	}
	for _, c := range []struct {
		name    string
		of      side
		longest int
		share   int // of a border in runs of eight or more, in thousandths
	}{
		{"deep and shallow water", pair(tile.DeepWater, tile.Water), 15, 12},
		{"woods and meadow", pair(tile.Moss, tile.Grass), 15, 12},
		{"water and beach", pair(tile.Water, tile.Sand), 15, 12},
		{"beach and meadow", pair(tile.Sand, tile.Grass), 15, 12},
	} {
		all, inRuns, longest := 0, 0, 0
		for seed := range uint64(24) {
			a, b, l := straight(seed, grid.Region{X: -2 - int32(seed)*3, Y: int32(seed) * 5}, c.of)
			all, inRuns, longest = all+a, inRuns+b, max(longest, l)
		}
		t.Logf("%s: %d tiles of border, %d in runs of eight or more, the longest %d", c.name, all, inRuns, longest)
		if all < 4000 {
			t.Errorf("%s: only %d tiles of border were seen", c.name, all)
		}
		if longest > c.longest || inRuns*1000 > all*c.share {
			t.Errorf("%s: the longest straight run is %d tiles, and %d of %d tiles lie in runs of eight or more", c.name, longest, inRuns, all)
		}
	}
}

package terrain

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestOresByDepth counts the ores of some lands by depth and climate. The rim of mountains has coal and
// copper only (crystal where it is cold), ember ore is in the inner part and most in the heart, more of it
// where it is dry, and crystal more where it is cold.
func TestOresByDepth(t *testing.T) {
	var squares [depthCount][climateCount]int
	var found [depthCount][climateCount]map[tile.Block]int
	for d := range depthCount {
		for c := range climateCount {
			found[d][c] = map[tile.Block]int{}
		}
	}
	for seed := range uint64(24) {
		for r := range int32(10 * 10) {
			at := grid.Region{X: r%10 - 5, Y: r/10 - 5}
			var dst tile.Region
			var s survey
			f := finder{seed: seed, home: homeOf(seed), region: at, survey: &s}
			f.lay(&dst)
			for y := int32(veinSquare / 2); y < grid.RegionSide; y += veinSquare {
				for x := int32(veinSquare / 2); x < grid.RegionSide; x += veinSquare {
					k := (y/spacing+1)*surveySide + x/spacing + 1
					d, c := depthOf(s.ridge[k]), climateOf(s.warmth[k], s.moisture[k])
					if b := dst.Block[y<<grid.RegionBits+x]; b < tile.Cliff || b > tile.CrystalOre && b != tile.EmberOre {
						continue
					}
					squares[d][c]++
					seen := map[tile.Block]bool{}
					for v := range int32(veinSquare) {
						for u := range int32(veinSquare) {
							seen[dst.Block[(y-veinSquare/2+v)<<grid.RegionBits+x-veinSquare/2+u]] = true
						}
					}
					for b := range seen {
						found[d][c][b]++
					}
				}
			}
		}
	}
	share := func(d depth, c climate, b tile.Block) int {
		return found[d][c][b] * 1000 / max(squares[d][c], 1)
	}
	for d := range depthCount {
		for c := range climateCount {
			t.Logf("depth %d, climate %d: %d squares; per 1000 coal %d, copper %d, ember %d, crystal %d", d, c, squares[d][c],
				share(d, c, tile.CoalOre), share(d, c, tile.CopperOre), share(d, c, tile.EmberOre), share(d, c, tile.CrystalOre))
			if squares[d][c] < 100 {
				t.Errorf("only %d squares at depth %d in climate %d: the limits leave nothing", squares[d][c], d, c)
			}
			if share(d, c, tile.CoalOre) == 0 || share(d, c, tile.CopperOre) == 0 {
				t.Errorf("no coal or copper at depth %d in climate %d", d, c)
			}
		}
	}
	for c := range climateCount {
		if share(rim, c, tile.EmberOre) != 0 || share(inner, c, tile.EmberOre) == 0 || share(heart, c, tile.EmberOre) <= share(inner, c, tile.EmberOre) {
			t.Errorf("climate %d: ember ore %d, %d, %d per 1000 squares by depth", c, share(rim, c, tile.EmberOre), share(inner, c, tile.EmberOre), share(heart, c, tile.EmberOre))
		}
	}
	if share(heart, arid, tile.EmberOre) <= share(heart, cold, tile.EmberOre) || share(heart, cold, tile.CrystalOre) <= share(heart, arid, tile.CrystalOre) {
		t.Error("the climate changes nothing")
	}
}

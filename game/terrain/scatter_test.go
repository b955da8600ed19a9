package terrain

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestNoStumpsInWater: trees leave stumps on land, and nothing else does.
func TestNoStumpsInWater(t *testing.T) {
	for seed := range uint64(4) {
		wet := 0
		for n := range int32(64) {
			var r tile.Region
			Generate(seed, grid.Region{X: n%8*3 - 12, Y: n/8*3 - 12}, &r)
			for k := range r.Ground {
				if r.Ground[k].Info().Liquid {
					wet++
					if r.Block[k] == tile.Stump {
						t.Errorf("seed %d: a stump in water", seed)
					}
				}
			}
		}
		if wet == 0 {
			t.Errorf("seed %d: no water was looked at", seed)
		}
	}
}

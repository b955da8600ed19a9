package terrain

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestFindersAgree: building a region finds the same landmarks as a finder without survey and cache, on
// every repetition.
func TestFindersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		r := grid.Region{X: rapid.Int32Range(-50, 50).Draw(t, "x"), Y: rapid.Int32Range(-50, 50).Draw(t, "y")}
		first := r.Tile(0)
		f := finderOf(seed)
		f.region, f.survey = r, new(survey)
		f.lay(new(tile.Region))
		for range 2 {
			eachSquare(first, landmarkReach, func(square grid.Tile) {
				alone := finderOf(seed)
				k, at := f.great(square, first, landmarkSpread+landmarkReach)
				if other, there := alone.great(square, first, landmarkSpread+landmarkReach); k != other || at != there {
					t.Fatalf("%v at %v, alone %v at %v", k, at, other, there)
				}
			})
			eachOdd(first, oddReach, func(square grid.Tile) {
				alone := finderOf(seed)
				k, at := f.odd(square)
				if other, there := alone.odd(square); k != other || at != there {
					t.Fatalf("%v at %v, alone %v at %v", k, at, other, there)
				}
			})
		}
		if f.odds.n == 0 || f.greats.n == len(f.greats.list) {
			t.Fatalf("%d small ones, and %d great ones are remembered", f.odds.n, f.greats.n)
		}
	})
}

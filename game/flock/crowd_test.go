package flock_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/grid"
)

// TestCrowdsDoNotWander: sheep that are pressed together part to all sides alike. Otherwise herds would go to
// one end of the field by themselves, which helps whoever has the pen there.
func TestCrowdsDoNotWander(t *testing.T) {
	const sheep, runs, middle = 300, 6, 100 * fixed.One
	var sum fixed.Vec
	for seed := range uint64(runs) {
		var f flock.Table
		f.Add(seed*977+1, 1, sheep, fixed.SVec{X: middle, Y: middle}, 2*fixed.One)
		for k := range game.Tick(10 * game.TicksPerSecond) {
			f.Step(flock.Surroundings{Seed: seed + 1, Tick: k + 2, Wall: func(grid.Tile) bool { return false },
				Where: func(game.EntityID) (at fixed.Vec, ok bool) { return at, false }})
		}
		for _, s := range f.All() {
			sum = sum.Add(s.Pos.Sub(fixed.SVec{X: middle, Y: middle}).Vec())
		}
	}
	const most = fixed.One / 4 // with one side first it is more than a tile
	if x, y := sum.X/(sheep*runs), sum.Y/(sheep*runs); x.Abs() > most || y.Abs() > most {
		t.Errorf("after ten seconds, the middle of a crowd is %v, %v tiles from where it was", x, y)
	}
}

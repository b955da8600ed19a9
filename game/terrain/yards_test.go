package terrain

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestYardsHaveCharacter: no lighthouse stands in plain grass. Around each are many kinds of things, the
// ground is that of the country, and two puzzles in the same country differ.
func TestYardsHaveCharacter(t *testing.T) {
	for seed := range uint64(24) {
		w, bare, lights := litLand(seed), newLand(seed), Lights(seed)
		for n := 1; n < LightCount; n++ {
			kinds, plain, all := map[tile.Block]bool{}, 0, 0
			around(lights[n], LightReach, func(here grid.Tile, dx, dy int32) {
				g, b := w.at(here)
				if d := dx*dx + dy*dy; d <= moatReach && (Puzzle(n) == OfBridge || Puzzle(n) == OfCart || Puzzle(n) == OfLake) || d <= keepOuter || d > yardDry {
					return
				}
				all++
				kinds[b] = true
				if was, _ := bare.at(here); g == tile.Grass && (was == tile.Snow || was == tile.Rock || was == tile.Sand || was == tile.Moss) {
					t.Errorf("world %d: grass instead of %s at %d %d of light %d", seed, was, dx, dy, n)
				}
				if b == tile.NoBlock && g == tile.Grass {
					plain++
				}
			})
			if len(kinds) < 9 {
				t.Errorf("world %d: around light %d are only %d kinds of things", seed, n, len(kinds)-1)
			}
			if plain*100 > all*72 {
				t.Errorf("world %d: %d of %d tiles around light %d are plain grass", seed, plain, all, n)
			}
		}
	}
}

// TestYardsLeaveRoom: nothing solid stands on the way to the gate, nor around the hearth and what the puzzles
// ask to build.
func TestYardsLeaveRoom(t *testing.T) {
	for seed := range uint64(24) {
		w, lights := litLand(seed), Lights(seed)
		for n := 1; n < LightCount; n++ {
			free := func(dx, dy int32) {
				if g, b := w.at(lights[n].Add(dx, dy)); tile.Solid(b, 0) && b != tile.VaultWall && b != tile.Gate && b != tile.StandingStone && g != tile.DeepWater {
					t.Errorf("world %d: %s stands at %d %d of light %d", seed, b, dx, dy, n)
				}
			}
			for dy := int32(GateSouth); dy < LightReach; dy++ {
				free(0, dy)
				free(1, dy)
			}
			if Puzzle(n) == OfCart {
				continue
			}
			around(grid.Tile{X: HearthEast, Y: HearthSouth}, 1, func(here grid.Tile, dx, dy int32) {
				if dx != 0 || dy != 0 {
					free(here.X, here.Y)
				}
			})
		}
	}
}

// TestLakeBed: a lake without water has many things on its bed, most of it is mud, and the way from the south
// to the lantern is free.
func TestLakeBed(t *testing.T) {
	for seed := range uint64(24) {
		at := Lights(seed)[OfLake]
		kinds, grounds := map[tile.Block]int{}, map[tile.Ground]int{}
		around(at, LightReach, func(here grid.Tile, dx, dy int32) {
			if d := dx*dx + dy*dy; d <= isletReach || d > moatReach {
				return
			}
			g, b, _ := LakeBed(seed, at, here)
			kinds[b]++
			grounds[g]++
			if g.Info().Liquid || g.Info().Solid {
				t.Fatalf("world %d: the bed is %s at %d %d", seed, g, dx, dy)
			}
			if dx >= -1 && dx <= 1 && dy > 0 && tile.Solid(b, 0) {
				t.Errorf("world %d: %s lies on the way, at %d %d", seed, b, dx, dy)
			}
		})
		if len(kinds) < 8 || kinds[tile.Shell] < 4 || kinds[tile.Reed] < 4 || grounds[tile.Mud] < 80 || grounds[tile.Sand] < 40 || grounds[tile.Dirt] < 12 {
			t.Errorf("world %d: on the bed are %v on %v", seed, kinds, grounds)
		}
	}
}

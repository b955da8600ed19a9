package living_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestWoodsComeBack: a felled tree gives a sapling; where that is planted there is a tree after some five
// minutes, while the stump needs half an hour. One walks over both meanwhile.
func TestWoodsComeBack(t *testing.T) {
	for _, tree := range []tile.Block{tile.Oak, tile.Pine} {
		s := rig.NewStage(t).Enter(1).Clear(10).Put(1, 0, 0)
		had := s.Count(1, item.Sapling)
		s.Set(1, 0, tree, 0)
		s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
		s.Run(120)
		for _, to := range []int32{2, 3, 4} { // along what it has dropped
			s.Put(1, to, 0)
			s.Run(30)
		}
		if n := s.Count(1, item.Sapling) - had; n != 1 {
			t.Fatalf("%s: %d saplings", tree, n)
		}
		s.Place(1, item.Sapling, 3, 2)
		s.Run(3).Allowed()
		if s.Block(3, 2) != tile.Sapling || tile.Solid(tile.Sapling, 0) || tile.Solid(tile.Stump, 0) {
			t.Fatalf("%s: planted is %s", tree, s.Block(3, 2))
		}
		minutes := func(dx, dy int32, from float64) float64 {
			began := s.Clock
			for s.Block(dx, dy) != tile.Oak && s.Block(dx, dy) != tile.Pine {
				if s.StepTick(nil); s.Clock-began > 60*60*game.TicksPerSecond {
					t.Fatalf("%s: there is no tree at %d %d", tree, dx, dy)
				}
			}
			return from + float64(s.Clock-began)/60/game.TicksPerSecond
		}
		planted := minutes(3, 2, 0)
		stump := minutes(1, 0, planted)
		t.Logf("%s: the sapling is a tree after %.1f minutes, the stump after %.1f", tree, planted, stump)
		if planted < 2.5 || planted > 9 || stump < 25 || stump > 45 || s.Block(1, 0) != tree {
			t.Errorf("%s: the sapling is a tree after %.1f minutes, the stump %s after %.1f", tree, planted, s.Block(1, 0), stump)
		}
		s.Balanced()
	}
}

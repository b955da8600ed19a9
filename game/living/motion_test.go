package living_test

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestBarred: the solid surroundings of a tile equal those read tile by tile, at the edges of regions, too.
func TestBarred(t *testing.T) {
	s := rig.NewStage(t)
	for n := range int32(400) {
		living.SetTile(&s.State, s.SpawnTile.Add(n%20-10, n/20-10), tile.Grass, []tile.Block{tile.NoBlock, tile.NoBlock, tile.StoneWall, tile.Door, tile.Tuft}[n*7%5], uint8(n>>2&1))
	}
	land := s.Land.Lane(0).(physics.Barred)
	for y := int32(-150); y < 150; y++ {
		for x := int32(-150); x < 150; x++ {
			at := grid.Tile{X: s.SpawnTile.X + x, Y: s.SpawnTile.Y + y}
			on, got := land.Barred(at.X, at.Y)
			if want := s.Land.Cell(at.X, at.Y).Ground; on != want {
				t.Fatalf("%v: the ground is %v, not %v", at, on, want)
			}
			for n := range int32(9) {
				if want := s.Land.Cell(at.X+n%3-1, at.Y+n/3-1).Height != 0; want != (got>>n&1 != 0) {
					t.Fatalf("%v: the tile %d of nine is %v, not %v", at, n, !want, want)
				}
			}
		}
	}
}

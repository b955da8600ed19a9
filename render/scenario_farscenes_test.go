package render

import (
	"testing"

	"manyhold/game/grid"
)

// TestFarScenes: in a scene that lies far off, where a pixel's place is more than a float32 or an int32
// holds, tiles are where they are in the first.
func TestFarScenes(t *testing.T) {
	for scene := range uint8(grid.Scenes) {
		at := grid.Tile{X: 37, Y: -5}.InScene(scene)
		p := groundPainter{x0: at.X - 5, y0: at.Y - 1, px: 512, py: 3}
		if x, y := p.at(at.X, at.Y); x != 512+5*TilePixels || y != 3+TilePixels {
			t.Errorf("scene %d: painted at %v, %v", scene, x, y)
		}
		r := &Renderer{}
		r.ox, r.oy = int64(at.X)*TilePixels-9, int64(at.Y)*TilePixels-4
		if x, y := r.tileAt(at); x != 9 || y != 4 {
			t.Errorf("scene %d: drawn at %v, %v", scene, x, y)
		}
		if v := viewTiles(r.ox, r.oy, 400, 200); v.x0 != at.X-1 || v.y0 != at.Y-1 {
			t.Errorf("scene %d: the view begins at %d, %d", scene, v.x0, v.y0)
		}
	}
}

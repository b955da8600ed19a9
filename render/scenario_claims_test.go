package render

import (
	"image/color"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/palette"
)

// claimed is a scene with a claim of a colour, and one that is only wanted.
func claimed(p *painted) *Scene {
	return &Scene{World: p, Claims: []Bounds{
		{At: grid.Tile{X: -6, Y: -4}, W: 7, H: 6, Colour: color.RGBA{R: 255, A: 255}},
		{At: grid.Tile{X: 3, Y: -2}, W: 6, H: 5, Colour: color.RGBA{G: 255, A: 255}, Draft: true},
		{At: grid.Tile{X: 900, Y: 0}, W: 6, H: 5, Colour: color.RGBA{B: 255, A: 255}},
	}}
}

// TestBounds: a claim has dashes along its edges in its owner's colour and a post at each corner; one that is
// only wanted has no posts; one out of view costs nothing.
func TestBounds(t *testing.T) {
	r := newRenderer(t, "simple")
	s := claimed(newPainted(7, tile.Grass))
	r.Camera().Jump(fixed.Vec{})
	r.list.Reset()
	drawClaims(&r.stage, s, rectangle{-20, -12, 20, 12})
	count := map[[3]float32]int{}
	posts := 0
	for _, d := range r.list.Sprites {
		if d.Rect == r.atlas.Shapes.Dot[palette.Stone3] {
			count[[3]float32{d.Tint.R, d.Tint.G, d.Tint.B}]++
		}
		if d.Rect == r.atlas.Shapes.Dot[palette.Earth3] {
			posts++
		}
	}
	perTile := TilePixels / dashEvery
	if red, green := count[[3]float32{1, 0, 0}], count[[3]float32{0, 1, 0}]; red != perTile*2*(7+6)+4 || green != perTile*2*(6+5) || count[[3]float32{0, 0, 1}] != 0 {
		t.Errorf("%d dashes and pennants of the claim, %d of the wanted one; all: %v", red, green, count)
	}
	if posts != 4 {
		t.Errorf("%d posts", posts)
	}
	r.list.Reset()
	drawClaims(&r.stage, &Scene{Claims: []Bounds{{At: grid.Tile{X: -500, Y: 1}, W: 1000, H: 1000}}}, rectangle{-20, -12, 20, 12})
	if n := len(r.list.Sprites); n > 2*2*perTile*44+4*6 {
		t.Errorf("%d sprites for an edge that crosses the view", n)
	}
}

// TestPictureClaims draws claims on grass, by day and night: a player stands before a post, and is hidden by
// none.
func TestPictureClaims(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(7, tile.Grass)
	s := claimed(p)
	p.person(s, -6, -3.6, 64, entity.Look{})
	r.SetHour(12)
	r.Camera().Jump(fixed.Vec{})
	day := shoot(t, r, s, 1280, 720, 30)
	write(t, day, "claims-day")
	x, y := r.Camera().ToScreen(grid.Tile{X: -3, Y: -4}.Corner())
	near := func(want color.RGBA) bool {
		for dy := -8; dy <= 8; dy++ {
			for dx := -24; dx <= 24; dx++ {
				c := day.RGBAAt(int(x)+dx, int(y)+dy)
				if int(c.R) > 150 && int(c.G) < 120 && want.R > 0 {
					return true
				}
			}
		}
		return false
	}
	if !near(color.RGBA{R: 255}) {
		t.Error("the edge is not drawn in its owner's colour")
	}
	r.SetHour(23)
	write(t, shoot(t, r, s, 1280, 720, 30), "claims-night")
}

package render

import (
	"image"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/gputest"
)

// TestVista: a player at a portal sees the land behind it as it is now, with its people. From farther off, or
// when that land is unknown, the portal is closed; things before it hide it.
func TestVista(t *testing.T) {
	r := newRenderer(t, "full")
	p, far := newPainted(7, tile.Grass), newPainted(9, tile.Sand)
	s := &Scene{World: p}
	p.person(s, 1.5, 2.6, 192, entity.Look{Shirt: 2})
	s.Me = &p.players[0]
	p.block(0, 0, tile.Portal, 1)
	behind := &Scene{}
	there := grid.Tile{X: 20, Y: 20}.InScene(1)
	walker := far.person(behind, float64(there.X)+0.5, float64(there.Y)+1, 64, entity.Look{Hair: 2, Shirt: 4, Hat: 3})
	far.block(there.X-1, there.Y-1, tile.Oak, 0)
	far.block(there.X+1, there.Y-2, tile.StoneWall, 0)
	vista := &Vista{Scene: 1, World: far, Centre: there.Centre(), Bodies: behind.Bodies}
	r.Camera().SetZoom(12)
	r.Camera().Jump(toVec(0.5, 0))
	r.SetHour(12)
	dst := ebiten.NewImageWithOptions(imageRect(1280, 720), &ebiten.NewImageOptions{Unmanaged: true})
	defer dst.Deallocate()
	most := 0
	look := func(frames int) *image.RGBA {
		for n := range frames {
			s.Tick++
			r.UpdateScene(s)
			if n >= frames-8 { // the ground is drawn piece by piece
				r.DrawScene(dst, s)
				most = max(most, r.Stats().DrawCalls)
			}
		}
		return gputest.Pixels(dst)
	}
	scale := float64(r.Camera().Scale())
	// sandy counts the pixels of sand round the middle of the portal.
	sandy := func(m *image.RGBA) (n int) {
		x, y := r.Camera().ToScreen(toVec(0.5, 0.5))
		for dy := -30 * scale; dy < 0; dy++ {
			for dx := -10 * scale; dx < 10*scale; dx++ {
				if c := m.RGBAAt(int(x+dx), int(y+dy)); c.R > 140 && c.R > c.B+15 && c.G > 110 && c.G < c.R {
					n++
				}
			}
		}
		return n
	}
	closed := sandy(look(60))
	s.Vista = vista
	open := look(120)
	write(t, open, "vista")
	seen := sandy(open)
	if seen < closed+int(250*scale*scale) {
		t.Errorf("%d pixels of sand are seen through the portal, %d without it", seen, closed)
	}
	if most > MaxDrawCalls+MaxVistaCalls {
		t.Errorf("%d draw calls", most)
	}
	walker.Pos.X += fixed.One
	vista.Bodies[0].Pos = walker.Pos
	moved := look(vistaFrames)
	if differ(open, moved) < int(20*scale*scale) {
		t.Error("who walks there does not walk in the picture")
	}
	vista.Scene = 2 // it is of other land than the portal leads to
	if n := sandy(look(120)); n > closed {
		t.Errorf("%d pixels of sand are seen of land that the portal does not lead to", n)
	}
	vista.Scene = 1
	s.Bodies[0].Pos = grid.Tile{X: 9, Y: 2}.Centre()
	r.Camera().Jump(toVec(0.5, 0))
	if n := sandy(look(1)); n > closed {
		t.Errorf("%d pixels of sand are seen from far", n)
	}
}

// differ counts the pixels that differ in the middle of two pictures.
func differ(a, b *image.RGBA) (n int) {
	for y := a.Rect.Dy() / 4; y < a.Rect.Dy()*3/4; y++ {
		for x := a.Rect.Dx() / 4; x < a.Rect.Dx()*3/4; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}

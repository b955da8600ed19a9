package chart

import (
	"image"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/grid"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// miniSide is the side of the small map, in logical pixels: a tile has one.
	miniSide = kit.MapPanel - 8
	// miniEvery is the age in ticks beyond which it is painted anew for a player who stands still.
	miniEvery = 40
)

// mini is the small map in the corner.
type mini struct {
	canvas  canvas
	view    view
	centre  grid.Tile
	edition uint64
	drawn   uint64 // when, 0: never
	fresh   bool   // the canvas is newer than the atlas
	sub     *ebiten.Image
}

var miniCell = kit.Cell{X: 0, Y: kit.MapTop, W: miniSide, H: miniSide}

// refresh paints the map anew if the player has walked, has seen more, or it is old.
func (v *mini) refresh(u *kit.Context, g *gallery) {
	m := &u.Model.Map
	if v.drawn > 0 && v.centre == u.Model.Game.Centre && v.edition == m.Edition && u.Now-v.drawn < miniEvery && !v.canvas.pending {
		return
	}
	v.centre, v.edition, v.drawn, v.fresh = u.Model.Game.Centre, m.Edition, max(u.Now, 1), true
	v.view = view{x: float64(v.centre.X), y: float64(v.centre.Y), w: miniSide, h: miniSide}
	v.canvas.paint(u, g, &v.view)
}

// flush brings the map into the atlas.
func (v *mini) flush(atlas *ebiten.Image) {
	if !v.fresh {
		return
	}
	v.fresh = false
	if v.sub == nil {
		x, y := int(miniCell.X), int(miniCell.Y)
		v.sub = atlas.SubImage(image.Rect(x, y, x+miniSide, y+miniSide)).(*ebiten.Image)
	}
	v.sub.WritePixels(v.canvas.pix)
}

// ShowSmall draws the small map, with its north-west corner at x, y.
func (m *Map) ShowSmall(u *kit.Context, x, y int) {
	v := &m.mini
	if !u.P.On {
		return
	}
	v.refresh(u, &m.gallery)
	u.P.Picture(x, y, miniCell, 1, kit.White)
	clip := u.P.Within(kit.R(x, y, miniSide, miniSide))
	v.claims(u, x, y)
	for i := range u.Model.Map.Signs {
		v.sign(u, x, y, &u.Model.Map.Signs[i])
	}
	v.way(u, x, y)
	u.P.Clip = clip
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		if p.Asleep || p.Far() || p.Secret {
			continue
		}
		px, py := v.view.dot(grid.TileAt(p.Pos))
		size := 3
		if px < 2 || py < 2 || px > miniSide-3 || py > miniSide-3 {
			px, py, size = min(max(px, 2), miniSide-3), min(max(py, 2), miniSide-3), 2
		}
		col := kit.NameColour(int(p.Seat))
		if p.Me {
			col = kit.White
		}
		u.Dot(x+px-1, y+py-1, size, col)
	}
}

// claims draws the edges of claims.
func (v *mini) claims(u *kit.Context, x, y int) {
	edge := func(at grid.Tile, w, h uint8, col color.RGBA) {
		px, py := v.view.dot(at)
		r := kit.R(x+px, y+py, int(w), int(h))
		if r.Overlaps(kit.R(x, y, miniSide, miniSide)) {
			u.P.Fill(r, kit.Fade(col, 50))
			frame(u, r, col)
		}
	}
	for k := range u.Model.Land.Claims {
		c := &u.Model.Land.Claims[k]
		edge(c.At, c.W, c.H, c.Colour)
	}
	if o := u.Model.Land.Offer; o.W > 0 {
		edge(o.At, o.W, o.H, kit.GoodColour)
	}
}

// sign draws a sign; one that lies beyond the map stands at its edge if it is worth it.
func (v *mini) sign(u *kit.Context, x, y int, s *model.Sign) {
	if smallShapes[s.Kind] == nil {
		return
	}
	px, py := v.view.dot(s.Tile)
	if px < 0 || py < 0 || px >= miniSide || py >= miniSide {
		if !s.Edge {
			return
		}
		if s.Kind == model.UnseenSign {
			px, py = min(max(px, 2), miniSide-3), min(max(py, 2), miniSide-3)
			u.Dot(x+px-1, y+py-1, 2, kit.FocusColour)
			return
		}
		px, py = min(max(px, smallSide/2), miniSide-1-smallSide/2), min(max(py, smallSide/2), miniSide-1-smallSide/2)
	}
	u.P.Picture(x+px-smallSide/2, y+py-smallSide/2, smallCell(s.Kind), 1, kit.White)
}

// way draws the beginning of the way to the target, and the target.
func (v *mini) way(u *kit.Context, x, y int) {
	t := &u.Model.Map.Target
	if !t.On {
		return
	}
	for k, next := 1, 0.0; k < len(t.Path); k++ {
		ax, ay := v.view.dot(t.Path[k-1])
		bx, by := v.view.dot(t.Path[k])
		next = dotted(u, x+ax, y+ay, x+bx, y+by, next, 4)
	}
	px, py := v.view.dot(t.Tile)
	px, py = min(max(px, 3), miniSide-4), min(max(py, 3), miniSide-4)
	u.P.Fill(kit.R(x+px-2, y+py-2, 5, 5), kit.InkColour)
	u.P.Fill(kit.R(x+px-1, y+py-1, 3, 3), kit.PaleColour)
}

// dotted draws dots along a line, a step apart, the first at next; it returns where the next one is on a line
// that goes on.
func dotted(u *kit.Context, ax, ay, bx, by int, next float64, step float64) float64 {
	length := math.Hypot(float64(bx-ax), float64(by-ay))
	if length == 0 {
		return next
	}
	for ; next < length; next += step {
		if next < 0 {
			continue
		}
		x, y := ax+int(float64(bx-ax)*next/length), ay+int(float64(by-ay)*next/length)
		if x > -4 && y > -4 && x < u.W+4 && y < u.H+4 {
			u.P.Fill(kit.R(x-1, y-1, 3, 3), kit.InkColour)
			u.P.Fill(kit.R(x, y, 2, 2), kit.PaleColour)
		}
	}
	return next - length
}

package ui

import (
	"image"
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/input"
)

const (
	// miniSide and wideSide are the tiles along a side of the small and the large map: a pixel each.
	miniSide, wideSide = mapPanel - 8, 192
	// mapEvery is the age in ticks beyond which a map is drawn anew though nobody moved.
	mapEvery = 40
)

// mapView is a square of the world as seen from above, a pixel to a tile, in the atlas.
type mapView struct {
	side   int
	at     cell
	pix    []byte
	centre grid.Tile
	drawn  uint64 // when, 0: never
	fresh  bool   // pix is newer than the atlas
	sub    *ebiten.Image
}

func newMapView(side, x int) mapView {
	return mapView{side: side, at: cell{int16(x), mapTop, int16(side), int16(side)}, pix: make([]byte, side*side*4)}
}

// refresh paints the map anew if the player has walked or it is old.
func (v *mapView) refresh(u *Context) {
	if u.m.World == nil || v.drawn > 0 && v.centre == u.m.Centre && u.now-v.drawn < mapEvery {
		return
	}
	v.centre, v.drawn, v.fresh = u.m.Centre, max(u.now, 1), true
	half := int32(v.side / 2)
	var have grid.Region
	var region *tile.Region
	known := false
	for y := range int32(v.side) {
		for x := range int32(v.side) {
			t := v.centre.Add(x-half, y-half)
			if r := t.Region(); !known || r != have {
				have, known, region = r, true, u.m.tilesOf(r)
			}
			c := unknownGround(t)
			if region != nil {
				c = u.art.MapColour(region.Ground[t.Index()], region.Block[t.Index()])
			}
			i := (int(y)*v.side + int(x)) * 4
			v.pix[i], v.pix[i+1], v.pix[i+2], v.pix[i+3] = c.R, c.G, c.B, 255
		}
	}
}

// unknownGround is what the map shows of a tile that nobody here has seen: hatching that stays where it is while one
// walks, so that it is no hole in the picture.
func unknownGround(t grid.Tile) color.RGBA {
	if (t.X+t.Y)&7 == 0 && (t.X-t.Y)&3 != 0 {
		return borderColour
	}
	return panelColour
}

// flush brings the map into the atlas.
func (v *mapView) flush(atlas *ebiten.Image) {
	if !v.fresh {
		return
	}
	v.fresh = false
	if v.sub == nil {
		x, y := int(v.at.x), int(v.at.y)
		v.sub = atlas.SubImage(image.Rect(x, y, x+v.side, y+v.side)).(*ebiten.Image)
	}
	v.sub.WritePixels(v.pix)
}

// draw draws the map at x, y, and people on it.
func (v *mapView) draw(u *Context, x, y int) {
	if !u.p.on {
		return
	}
	v.refresh(u)
	if v.drawn > 0 {
		u.p.picture(x, y, v.at, 1, white)
	}
	for i := range u.m.Marks {
		v.mark(u, x, y, &u.m.Marks[i])
	}
	for i := range u.m.People {
		p := &u.m.People[i]
		if p.Asleep || p.far() {
			continue
		}
		px, py := v.place(p.Pos)
		edge := px < 2 || py < 2 || px > v.side-3 || py > v.side-3
		px, py = min(max(px, 2), v.side-3), min(max(py, 2), v.side-3)
		col := nameColour(int(p.Seat))
		if p.Me {
			col = white
		}
		size := 3
		if edge {
			size = 2
		}
		u.dot(x+px-1, y+py-1, size, col)
	}
}

// mark draws a place on the map at x, y: a ring until it was found, then a full square. One that is still to be
// found stays at the edge of the map where it lies beyond it, and so does a light.
func (v *mapView) mark(u *Context, x, y int, m *Mark) {
	px, py := v.place(m.Tile.Centre())
	if m.Lit {
		px, py = min(max(px, 4), v.side-5), min(max(py, 4), v.side-5)
		spark(u, x+px, y+py)
		return
	}
	if edge := px < 3 || py < 3 || px > v.side-4 || py > v.side-4; edge {
		if m.Found {
			return
		}
		px, py = min(max(px, 2), v.side-3), min(max(py, 2), v.side-3)
		u.dot(x+px-1, y+py-1, 2, focusColour)
		return
	}
	u.dot(x+px-2, y+py-2, 5, focusColour)
	if !m.Found {
		u.p.fill(rect{x + px - 1, y + py - 1, 3, 3}, inkColour)
	}
}

// spark draws a light with four rays round x, y.
func spark(u *Context, x, y int) {
	u.p.fill(rect{x - 1, y - 4, 3, 9}, inkColour)
	u.p.fill(rect{x - 4, y - 1, 9, 3}, inkColour)
	u.p.fill(rect{x, y - 3, 1, 7}, badColour)
	u.p.fill(rect{x - 3, y, 7, 1}, badColour)
	u.p.fill(rect{x - 1, y - 1, 3, 3}, paleColour)
}

func (v *mapView) place(p fixed.Vec) (x, y int) {
	t := grid.TileAt(p)
	return int(t.X-v.centre.X) + v.side/2, int(t.Y-v.centre.Y) + v.side/2
}

// minimap draws the small map and the clock below it.
func (h *HUD) minimap(u *Context) {
	if u.m.World == nil {
		return
	}
	r := rect{u.w - 8 - mapPanel, 8, mapPanel, mapPanel}
	u.panel(r)
	h.mini.draw(u, r.x+4, r.y+4)
	h.dial(u, rect{r.x, r.y + r.h + 4, r.w, dialHeight})
}

// showMap lays out the large map.
func (v *Map) Show(u *Context) {
	r := u.centred(wideSide+24, wideSide+24+24)
	u.panel(r)
	in := r.inset(padding)
	u.heading(&in, u.m.Name)
	v.view.draw(u, in.x, in.y)
	if u.backed() || u.again(input.Map) {
		u.close()
	}
}

const dialHeight = 24

// dial draws the time of day: sun or moon on its way over the sky, and the hour in figures.
func (h *HUD) dial(u *Context, r rect) {
	u.panel(r)
	sky := rect{r.x + 3, r.y + 3, 30, r.h - 6}
	hour := u.m.Hour
	day := hour >= 6 && hour < 18
	back, disc := nightColour, moonCell
	part := (hour - 18) / 12
	switch {
	case hour < 6:
		part = (hour + 6) / 12
	case day:
		part, disc, back = (hour-6)/12, sunCell, waterColour
		if hour < 7 || hour >= 17 {
			back = hurtColour
		}
	}
	u.p.fill(sky, back)
	rise := 4 * part * (1 - part)
	clip := u.p.within(rect{sky.x, sky.y, sky.w, sky.h - 3})
	x := sky.x + int(part*float64(sky.w-int(disc.w))+0.5)
	u.p.picture(x, sky.y+sky.h-3-6-int(rise*float64(sky.h-12)+0.5), disc, 1, white)
	u.p.clip = clip
	u.p.fill(rect{sky.x, sky.y + sky.h - 3, sky.w, 3}, inkColour)
	u.text(rect{r.x + 34, r.y, r.w - 38, r.h}, h.clockWords(u), style{col: textColour, align: right})
}

// clock returns the time of day in figures, in steps of ten minutes.
func (h *HUD) clockWords(u *Context) string {
	at := [2]int{int(u.m.Hour), int(u.m.Hour*6) % 6 * 10}
	if h.clockText == "" || at != h.clock {
		h.clock = at
		h.clockText = u.say2("hud.clock", "h", itoa(at[0]), "m", twoDigits(at[1]))
	}
	return h.clockText
}

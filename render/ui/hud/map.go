package hud

import (
	"image"
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// MiniSide and wideSide are the tiles along a side of the small and the large map: a pixel each.
	MiniSide, WideSide = kit.MapPanel - 8, 192
	// mapEvery is the age in ticks beyond which a map is redrawn even for a player who stands still.
	mapEvery = 40
)

// mapView is a square of the world as seen from above, a pixel to a tile, in the atlas.
type mapView struct {
	side   int
	at     kit.Cell
	pix    []byte
	centre grid.Tile
	drawn  uint64 // when, 0: never
	fresh  bool   // pix is newer than the atlas
	sub    *ebiten.Image
}

func NewMapView(side, x int) mapView {
	return mapView{side: side, at: kit.Cell{X: int16(x), Y: kit.MapTop, W: int16(side), H: int16(side)}, pix: make([]byte, side*side*4)}
}

// refresh paints the map anew if the player has walked or it is old.
func (v *mapView) refresh(u *kit.Context) {
	if u.Model.Game.World == nil || v.drawn > 0 && v.centre == u.Model.Game.Centre && u.Now-v.drawn < mapEvery {
		return
	}
	v.centre, v.drawn, v.fresh = u.Model.Game.Centre, max(u.Now, 1), true
	half := int32(v.side / 2)
	var have grid.Region
	var region *tile.Region
	known := false
	for y := range int32(v.side) {
		for x := range int32(v.side) {
			t := v.centre.Add(x-half, y-half)
			if r := t.Region(); !known || r != have {
				have, known, region = r, true, u.Model.TilesOf(r)
			}
			c := unknownGround(t)
			if region != nil {
				c = u.Art.MapColour(region.Ground[t.Index()], region.Block[t.Index()])
			}
			i := (int(y)*v.side + int(x)) * 4
			v.pix[i], v.pix[i+1], v.pix[i+2], v.pix[i+3] = c.R, c.G, c.B, 255
		}
	}
}

// unknownGround is the map's picture of unknown tiles: hatching fixed to the land, so that it does not look
// like a hole.
func unknownGround(t grid.Tile) color.RGBA {
	if (t.X+t.Y)&7 == 0 && (t.X-t.Y)&3 != 0 {
		return kit.BorderColour
	}
	return kit.PanelColour
}

// Flush brings the map into the atlas.
func (v *mapView) Flush(atlas *ebiten.Image) {
	if !v.fresh {
		return
	}
	v.fresh = false
	if v.sub == nil {
		x, y := int(v.at.X), int(v.at.Y)
		v.sub = atlas.SubImage(image.Rect(x, y, x+v.side, y+v.side)).(*ebiten.Image)
	}
	v.sub.WritePixels(v.pix)
}

// draw draws the map at x, y, and people on it.
func (v *mapView) draw(u *kit.Context, x, y int) {
	if !u.P.On {
		return
	}
	v.refresh(u)
	if v.drawn > 0 {
		u.P.Picture(x, y, v.at, 1, kit.White)
	}
	v.land(u, x, y)
	for i := range u.Model.Map.Marks {
		v.mark(u, x, y, &u.Model.Map.Marks[i])
	}
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		if p.Asleep || p.Far() || p.Secret {
			continue
		}
		px, py := v.place(p.Pos)
		edge := px < 2 || py < 2 || px > v.side-3 || py > v.side-3
		px, py = min(max(px, 2), v.side-3), min(max(py, 2), v.side-3)
		col := kit.NameColour(int(p.Seat))
		if p.Me {
			col = kit.White
		}
		size := 3
		if edge {
			size = 2
		}
		u.Dot(x+px-1, y+py-1, size, col)
	}
}

// mark draws a place on the map at x, y: a ring until it was found, then a full square. One that is still to
// be found stays at the edge of the map where it lies beyond it, and so does a light.
func (v *mapView) mark(u *kit.Context, x, y int, m *model.Mark) {
	px, py := v.place(m.Tile.Centre())
	if m.Lost {
		px, py = min(max(px, 4), v.side-5), min(max(py, 4), v.side-5)
		cross(u, x+px, y+py)
		return
	}
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
		u.Dot(x+px-1, y+py-1, 2, kit.FocusColour)
		return
	}
	u.Dot(x+px-2, y+py-2, 5, kit.FocusColour)
	if !m.Found {
		u.P.Fill(kit.R(x+px-1, y+py-1, 3, 3), kit.InkColour)
	}
}

// cross draws where something was lost.
func cross(u *kit.Context, x, y int) {
	u.P.Fill(kit.R(x-4, y-4, 9, 9), kit.InkColour)
	for d := -3; d <= 3; d++ {
		u.P.Fill(kit.R(x+d, y+d, 1, 1), kit.BadColour)
		u.P.Fill(kit.R(x+d, y-d, 1, 1), kit.BadColour)
	}
	u.P.Fill(kit.R(x-1, y-1, 3, 3), kit.PaleColour)
}

// spark draws a light with four rays round x, y.
func spark(u *kit.Context, x, y int) {
	u.P.Fill(kit.R(x-1, y-4, 3, 9), kit.InkColour)
	u.P.Fill(kit.R(x-4, y-1, 9, 3), kit.InkColour)
	u.P.Fill(kit.R(x, y-3, 1, 7), kit.BadColour)
	u.P.Fill(kit.R(x-3, y, 7, 1), kit.BadColour)
	u.P.Fill(kit.R(x-1, y-1, 3, 3), kit.PaleColour)
}

func (v *mapView) place(p fixed.Vec) (x, y int) {
	t := grid.TileAt(p)
	return int(t.X-v.centre.X) + v.side/2, int(t.Y-v.centre.Y) + v.side/2
}

// minimap draws the small map and the clock below it.
func (h *HUD) minimap(u *kit.Context) {
	if u.Model.Game.World == nil {
		return
	}
	r := kit.R(u.W-8-kit.MapPanel, 8, kit.MapPanel, kit.MapPanel)
	u.Panel(r)
	h.Mini.draw(u, r.X+4, r.Y+4)
	h.dial(u, kit.R(r.X, r.Y+r.H+4, r.W, dialHeight))
}

// Show lays out the large map.
func (v *Map) Show(u *kit.Context) {
	r := u.Centred(WideSide+24, WideSide+24+24)
	u.Panel(r)
	in := r.Inset(kit.Padding)
	u.Heading(&in, u.Model.Game.Name)
	v.View.draw(u, in.X, in.Y)
	if u.Backed() || u.Again(input.Map) {
		u.Close()
	}
}

const dialHeight = 24

// dial draws the time of day: sun or moon on its way over the sky, and the hour in figures.
func (h *HUD) dial(u *kit.Context, r kit.Rect) {
	u.Panel(r)
	sky := kit.R(r.X+3, r.Y+3, 30, r.H-6)
	hour := u.Model.Game.Hour
	day := hour >= 6 && hour < 18
	back, disc := kit.NightColour, kit.MoonCell
	part := (hour - 18) / 12
	switch {
	case hour < 6:
		part = (hour + 6) / 12
	case day:
		part, disc, back = (hour-6)/12, kit.SunCell, kit.WaterColour
		if hour < 7 || hour >= 17 {
			back = kit.HurtColour
		}
	}
	u.P.Fill(sky, back)
	rise := 4 * part * (1 - part)
	clip := u.P.Within(kit.R(sky.X, sky.Y, sky.W, sky.H-3))
	x := sky.X + int(part*float64(sky.W-int(disc.W))+0.5)
	u.P.Picture(x, sky.Y+sky.H-3-6-int(rise*float64(sky.H-12)+0.5), disc, 1, kit.White)
	u.P.Clip = clip
	u.P.Fill(kit.R(sky.X, sky.Y+sky.H-3, sky.W, 3), kit.InkColour)
	u.Text(kit.R(r.X+34, r.Y, r.W-38, r.H), h.clockWords(u), kit.Style{Col: kit.TextColour, Align: kit.Right})
}

// clockWords returns the time of day in figures, in steps of ten minutes.
func (h *HUD) clockWords(u *kit.Context) string {
	at := [2]int{int(u.Model.Game.Hour), int(u.Model.Game.Hour*6) % 6 * 10}
	if h.ClockText == "" || at != h.clock {
		h.clock = at
		h.ClockText = u.Say2("hud.clock", "h", kit.Itoa(at[0]), "m", twoDigits(at[1]))
	}
	return h.ClockText
}

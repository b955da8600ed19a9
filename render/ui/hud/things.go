package hud

import (
	"image/color"

	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// labelWidth is the greatest width of the label over a thing.
const labelWidth = 160

// labels writes the labels over things, and a mark over those with which something is wrong.
func labels(u *kit.Context, free *room) {
	if u.Model.Game.Camera == nil || !u.P.On {
		return
	}
	for k := range u.Model.Things.Labels {
		l := &u.Model.Things.Labels[k]
		x, y, seen := u.OnScreen(l.At)
		if !seen {
			continue
		}
		if l.Text != "" {
			y = label(u, free, x, y, l.Text)
		}
		if l.Stopped || l.Unknown {
			FaultMark(u, x, y-1, l.Unknown)
		}
	}
}

// label writes a label whose lower edge is at y, and returns where what stands above it begins.
func label(u *kit.Context, free *room, x, y int, text string) int {
	lines := u.Wrap(text, labelWidth)
	w := 0
	for _, l := range lines {
		w = max(w, u.Measure(l, false))
	}
	r := free.rise(kit.R(x-w/2, y-2-kit.LineHeight*len(lines), w+1, kit.LineHeight*len(lines)))
	for k, l := range lines {
		u.Text(kit.R(r.X, r.Y+k*kit.LineHeight, r.W, kit.LineHeight), l, kit.Style{Col: kit.TextColour, Outline: true, Align: kit.Centre})
	}
	return r.Y + 2
}

// writings writes what the view halves of things write.
func writings(u *kit.Context, free *room) {
	if u.Model.Game.Camera == nil || !u.P.On {
		return
	}
	for k := range u.Model.Things.Writings {
		t := &u.Model.Things.Writings[k]
		if t.Text == "" {
			continue
		}
		if x, y, seen := u.OnScreen(t.At); seen {
			w := min(u.Measure(t.Text, false), labelWidth)
			r := kit.R(x-w/2, y-16, w+1, 16)
			free.take(r)
			u.Text(r, t.Text, kit.Style{Col: t.Colour.RGBA(), Outline: true, Align: kit.Centre})
		}
	}
}

// areas draws the outlines and names of the areas of things; that of the thing that the player looks at is
// bright, and its line whole.
func areas(u *kit.Context) {
	if u.Model.Game.Camera == nil || !u.P.On {
		return
	}
	for k := range u.Model.Things.Areas {
		a := &u.Model.Things.Areas[k]
		r := tiles(u, a.At, a.W, a.H)
		if r.X > u.W || r.Y > u.H || r.X+r.W < 0 || r.Y+r.H < 0 {
			continue
		}
		col, pattern := kit.GoodColour, kit.DashedLine
		if a.Looks {
			col, pattern = kit.FocusColour, kit.SolidLine
		}
		u.P.Fill(r, kit.Fade(col, 24))
		frame(u, r, pattern, col)
		u.Text(kit.R(r.X+3, r.Y+1, max(r.W-6, 48), kit.LineHeight), a.Name, kit.Style{Col: col, Outline: true})
	}
}

// tiles returns where w × h tiles are in the window.
func tiles(u *kit.Context, at grid.Tile, w, h int32) kit.Rect {
	corner := at.Corner()
	fx, fy := u.Model.Game.Camera.ToScreen(corner)
	gx, gy := u.Model.Game.Camera.ToScreen(fixed.Vec{X: corner.X + fixed.Q(w)*fixed.One, Y: corner.Y + fixed.Q(h)*fixed.One})
	return kit.R(int(fx)/u.Scale, int(fy)/u.Scale, int(gx-fx)/u.Scale, int(gy-fy)/u.Scale)
}

// frame draws the outline of a rectangle.
func frame(u *kit.Context, r kit.Rect, p kit.LinePattern, col color.RGBA) {
	u.BrokenLine(r.X, r.Y, r.W, 1, false, p, col)
	u.BrokenLine(r.X, r.Y+r.H-1, r.W, 1, false, p, col)
	u.BrokenLine(r.X, r.Y, r.H, 1, true, p, col)
	u.BrokenLine(r.X+r.W-1, r.Y, r.H, 1, true, p, col)
}

// FaultMark draws the mark of a thing with which something is wrong, its lower edge at y: a red plate with an
// exclamation mark for a script that stopped, a question mark for a blueprint that is not known.
func FaultMark(u *kit.Context, x, y int, unknown bool) {
	r := kit.R(x-6, y-14, 13, 13)
	u.P.Panel(r, kit.HurtColour, kit.InkColour, kit.HurtColour)
	if !unknown {
		u.P.Fill(kit.R(x-1, r.Y+2, 3, 5), kit.White)
		u.P.Fill(kit.R(x-1, r.Y+9, 3, 2), kit.White)
		return
	}
	u.P.Fill(kit.R(x-2, r.Y+2, 5, 2), kit.White)
	u.P.Fill(kit.R(x+1, r.Y+4, 2, 2), kit.White)
	u.P.Fill(kit.R(x-1, r.Y+6, 3, 2), kit.White)
	u.P.Fill(kit.R(x-1, r.Y+9, 2, 2), kit.White)
}

// thingTool draws where the thing in hand would stand, and says what it is, and why it cannot stand there.
func thingTool(u *kit.Context) {
	m := &u.Model.Things.Hand
	for k := range m.Pieces {
		piece(u, &m.Pieces[k], m.Why)
	}
	words, keys := m.Name, u.Say2("palette.keys", "place", u.In.Name(input.Place), "menu", u.In.Name(input.Menu))
	col := kit.DimColour
	if m.Why != event.NoReason {
		keys, col = u.Say(kit.ReasonKey(m.Why)), kit.BadColour
	}
	w := max(u.Measure(words, false), u.Measure(keys, false)) + 24
	r := kit.R(u.W-w-24, u.H-kit.SlotSide-24-40, w+16, 40)
	u.P.Panel(r, kit.PanelColour, kit.FocusColour, kit.PanelColour)
	u.P.Pixels(kit.R(r.X+6, r.Y+4, 16, 16), m.Picture, 255)
	u.Text(kit.R(r.X+28, r.Y+4, w-18, 16), words, kit.Style{Col: kit.FocusColour})
	u.Text(kit.R(r.X+28, r.Y+20, w-18, 16), keys, kit.Style{Col: col})
}

// piece draws a thing where it would stand: its picture, and a frame that is broken and crossed where it
// cannot.
func piece(u *kit.Context, p *model.Piece, why event.Reason) {
	r := tiles(u, p.At, p.W, p.H)
	if r.X > u.W || r.Y > u.H || r.X+r.W < 0 || r.Y+r.H < 0 {
		return
	}
	col, pattern := kit.SkyColour, kit.SolidLine
	switch why {
	case event.NoReason:
	case event.TooFar:
		col, pattern = kit.PaleColour, kit.DottedLine
	default:
		col, pattern = kit.BadColour, kit.DashedLine
	}
	u.P.Pixels(r, p.Picture, 170)
	frame(u, r, pattern, col)
	if why == event.NoReason || why == event.TooFar {
		return
	}
	for i := 4; i < r.W-4; i += 2 {
		u.P.Fill(kit.R(r.X+i, r.Y+i*r.H/max(r.W, 1), 2, 2), col)
		u.P.Fill(kit.R(r.X+r.W-i-2, r.Y+i*r.H/max(r.W, 1), 2, 2), col)
	}
}

// ring draws how far a key was held around its name: a line that begins above the middle and closes
// clockwise.
func ring(u *kit.Context, r kit.Rect, part float64) {
	const w = 2
	r = r.Inset(-3)
	half := r.W / 2
	left := int(part*float64(2*(r.W+r.H)) + 0.5)
	for _, side := range [...]struct {
		length int
		at     func(n int) kit.Rect
	}{
		{r.W - half, func(n int) kit.Rect { return kit.R(r.X+half, r.Y, n, w) }},
		{r.H, func(n int) kit.Rect { return kit.R(r.X+r.W-w, r.Y, w, n) }},
		{r.W, func(n int) kit.Rect { return kit.R(r.X+r.W-n, r.Y+r.H-w, n, w) }},
		{r.H, func(n int) kit.Rect { return kit.R(r.X, r.Y+r.H-n, w, n) }},
		{half, func(n int) kit.Rect { return kit.R(r.X, r.Y, n, w) }},
	} {
		u.P.Fill(side.at(min(side.length, max(left, 0))), kit.FocusColour)
		left -= side.length
	}
}

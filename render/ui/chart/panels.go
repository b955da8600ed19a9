package chart

import (
	"image/color"
	"math"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// This file lays out what lies over the map: bars, tip, legend, and the card of what was chosen.

// bars draws the bar at the top with the name of the world and the place that is pointed at, and the one at
// the foot with what the hands do.
func (m *Map) bars(u *kit.Context) {
	top := kit.R(0, 0, u.W+1, topBar)
	u.P.Fill(top, kit.PanelColour)
	u.P.Fill(kit.R(0, topBar-1, u.W+1, 1), kit.FocusColour)
	u.Text(kit.R(10, 0, u.W/2-20, topBar-1), u.Model.Game.Name, kit.Style{Col: kit.FocusColour})
	x, y := m.pointer(u)
	words := ""
	if m.onMap(u, x, y) {
		words = where(u, m.tileAt(x, y))
	}
	u.Text(kit.R(u.W/2-90, 0, 180, topBar-1), words, kit.Style{Col: kit.TextColour, Align: kit.Centre})
	ruler(u, m.view.scale()*float64(m.grow), kit.R(u.W-130, 0, 120, topBar-1))
	foot := kit.R(0, u.H-footBar, u.W+1, footBar+1)
	u.P.Fill(foot, kit.PanelColour)
	u.P.Fill(kit.R(0, foot.Y, u.W+1, 1), kit.BorderColour)
	hints(u, kit.R(10, foot.Y+1, u.W-20, footBar-1))
}

// where writes a place: its coordinates and how far away it is.
func where(u *kit.Context, t grid.Tile) string {
	return u.Say2("map.place", "x", kit.Itoa(int(t.X)), "y", kit.Itoa(int(t.Y))) + " · " + u.Count("map.tiles", away(u.Model.Game.Centre, t))
}

// away returns how far apart two tiles are, in tiles.
func away(a, b grid.Tile) int {
	return int(math.Round(math.Hypot(float64(a.X)-float64(b.X), float64(a.Y)-float64(b.Y))))
}

// ruler draws a length on a map where a tile has k pixels, and how many tiles it has.
func ruler(u *kit.Context, k float64, r kit.Rect) {
	tiles := 1
	for _, n := range [...]int{2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if float64(n)*k <= 56 {
			tiles = n
		}
	}
	w := int(float64(tiles) * k)
	x, y := r.X+r.W-w, r.Y+r.H-7
	u.P.Fill(kit.R(x, y, w, 2), kit.TextColour)
	u.P.Fill(kit.R(x, y-3, 1, 5), kit.TextColour)
	u.P.Fill(kit.R(x+w-1, y-3, 1, 5), kit.TextColour)
	u.Text(kit.R(r.X-40, r.Y, r.W+40-w-6, r.H), u.Count("map.tiles", tiles), kit.Style{Col: kit.DimColour, Align: kit.Right})
}

// handWords are what the hands do, by device: pairs of keys of words, or of the labels of keys.
var handWords = [...][][2]string{
	input.Keys:  {{"map.key_arrows", "map.do_move"}, {"+ -", "map.do_zoom"}, {"Enter", "map.do_choose"}, {"L", "map.do_legend"}, {"C", "map.do_me"}, {"V", "map.do_world"}, {"Esc", "map.do_close"}},
	input.Mouse: {{"map.key_drag", "map.do_move"}, {"map.key_wheel", "map.do_zoom"}, {"map.key_click", "map.do_choose"}, {"map.key_right", "map.do_pin"}, {"L", "map.do_legend"}, {"C", "map.do_me"}, {"V", "map.do_world"}},
	input.Pad:   {{"map.key_stick", "map.do_move"}, {"L1 R1", "map.do_zoom"}, {"A", "map.do_choose"}, {"Y", "map.do_legend"}, {"X", "map.do_me"}, {"R3", "map.do_world"}, {"B", "map.do_close"}},
}

// hints writes what the hands do, as much as there is room for.
func hints(u *kit.Context, r kit.Rect) {
	x := r.X
	for _, h := range handWords[u.In.Device] {
		key, say := h[0], u.Say(h[1])
		if len(key) > 5 {
			key = u.Say(key)
		}
		w := u.Measure(key, true) + 8
		if x+w+4+u.Measure(say, true) > r.X+r.W {
			return
		}
		cap := kit.R(x, r.Y+3, w, r.H-6)
		u.P.Panel(cap, kit.RaisedColour, kit.BorderColour, kit.BorderColour)
		u.Text(kit.R(x, r.Y, w, r.H), key, kit.Style{Col: kit.FocusColour, Small: true, Align: kit.Centre})
		x += w + 4
		x += u.Text(kit.R(x, r.Y, u.W, r.H), say, kit.Style{Col: kit.DimColour, Small: true}) + 10
	}
}

// reticle draws the middle of the window, which points when there is no cursor.
func reticle(u *kit.Context, x, y int) {
	for _, r := range [...]kit.Rect{kit.R(x-9, y, 6, 1), kit.R(x+4, y, 6, 1), kit.R(x, y-9, 1, 6), kit.R(x, y+4, 1, 6)} {
		u.P.Fill(kit.R(r.X-1, r.Y-1, r.W+2, r.H+2), kit.InkColour)
		u.P.Fill(r, kit.PaleColour)
	}
}

// tipWidth is the width of the longest line of a tip.
const tipWidth = 190

// tip tells what is at a logical place: a sign, or a player.
func (m *Map) tip(u *kit.Context, x, y int, who *model.Person) {
	var name, about string
	var t grid.Tile
	if s := m.at(u, x, y); who != nil {
		name, t = who.Name, grid.TileAt(who.Pos)
		if about = u.Say("map.friend"); who.Me {
			about = u.Say("map.you")
		}
	} else if s != nil {
		name, about, t = s.Name, s.About, s.Tile
	} else {
		return
	}
	far := u.Count("map.tiles", away(u.Model.Game.Centre, t))
	lines := u.Wrap(about, tipWidth)
	if about == "" {
		lines = nil
	}
	w := u.Measure(name, false) + 12 + u.Measure(far, false)
	for _, l := range lines {
		w = max(w, u.Measure(l, false))
	}
	r := kit.R(x+12, y+10, w+16, 20+len(lines)*kit.LineHeight+4)
	edge := u.W - 4
	if l := m.legendPlace(u); !m.closed && r.Y < l.Y+l.H {
		edge = l.X - 4
	}
	if r.X+r.W > edge {
		r.X = x - 8 - r.W
	}
	if r.Y+r.H > u.H-footBar-4 {
		r.Y = y - 8 - r.H
	}
	u.P.Panel(r, kit.InkColour, kit.FocusColour, kit.InkColour)
	u.Text(kit.R(r.X+8, r.Y+2, r.W-16, 18), name, kit.Style{Col: kit.FocusColour})
	u.Text(kit.R(r.X+8, r.Y+2, r.W-16, 18), far, kit.Style{Col: kit.DimColour, Align: kit.Right})
	for k, l := range lines {
		u.Text(kit.R(r.X+8, r.Y+20+k*kit.LineHeight, r.W-14, kit.LineHeight), l, kit.Style{Col: kit.TextColour})
	}
}

const (
	legendWidth = 148
	legendRow   = 18
)

// legendPlace is where the legend is.
func (m *Map) legendPlace(u *kit.Context) kit.Rect {
	return kit.R(u.W-8-legendWidth, topBar+8, legendWidth, int(groups)*legendRow+12)
}

// toggleLegend opens the legend, lets the keys go to it, or closes it.
func (m *Map) toggleLegend(u *kit.Context) {
	switch {
	case m.closed:
		m.closed, m.mode = false, inLegend
	case m.mode == inLegend:
		m.closed, m.mode = true, panning
	default:
		m.mode = inLegend
	}
	u.Focused = 0
	u.Sound(kit.SoundHover)
}

// showLegend lays out the legend: a row for each group of signs, which shows or hides it.
func (m *Map) showLegend(u *kit.Context) {
	if m.closed {
		return
	}
	panel := m.legendPlace(u)
	u.Panel(panel)
	if m.mode == inLegend {
		u.P.Panel(panel, kit.PanelColour, kit.FocusColour, kit.BorderColour)
	}
	r := panel.Inset(6)
	live := m.mode == inLegend || m.mode == panning && panel.Contains(u.CursorX, u.CursorY)
	for g := range groups {
		row := r.Cut(legendRow)
		focused, chosen := false, false
		if live {
			focused, chosen = u.Take(kit.Widget{ID: kit.Ident("map.group", int(g)), R: row})
		}
		if chosen {
			m.hidden[g] = !m.hidden[g]
			u.Sound(kit.SoundOK)
		}
		col := kit.TextColour
		if focused {
			u.P.Fill(row, kit.RaisedColour)
			col = kit.PaleColour
		}
		shade := kit.White
		if m.hidden[g] {
			col, shade = kit.DimColour, kit.Fade(kit.White, 90)
		}
		groupSign(u, g, row.X+1, row.Y+2, shade)
		u.Text(kit.R(row.X+20, row.Y, row.W-36, row.H), u.Say(groupKeys[g]), kit.Style{Col: col})
		box := kit.R(row.X+row.W-12, row.Y+4, 10, 10)
		u.P.Panel(box, kit.WellColour, kit.BorderColour, kit.WellColour)
		if !m.hidden[g] {
			u.TickMark(box.X+1, box.Y+1)
		}
	}
}

// groupSign draws the picture of a group.
func groupSign(u *kit.Context, g group, x, y int, shade color.RGBA) {
	switch g {
	case friendGroup:
		for i := range u.Model.Game.People {
			if p := &u.Model.Game.People[i]; p.Me {
				kit.DrawHead(u, x-1, y-2, p)
				return
			}
		}
	case nameGroup:
		u.Text(kit.R(x, y-1, 14, 16), u.Say("map.letters"), kit.Style{Col: shade, Align: kit.Centre})
	case pinGroup:
		u.P.Picture(x, y+1, pinCell(1, false), 1, shade)
	default:
		u.P.Picture(x, y, cellOf(groupSigns[g]), 1, shade)
	}
}

// card is what was chosen on the map.
type card struct {
	tile grid.Tile
	on   bool // sign is there
	sign model.Sign
}

const cardWidth, cardHeight = 236, 158

// place is where the card is.
func (c *card) place(u *kit.Context) kit.Rect {
	return kit.R(8, u.H-footBar-8-cardHeight, cardWidth, cardHeight)
}

// showCard lays out what was chosen, and what can be done with it.
func (m *Map) showCard(u *kit.Context) {
	c := &m.card
	x, y := m.place(c.tile)
	pulse(u, x, y, max(int(m.view.scale())*m.grow/2, 5))
	panel := c.place(u)
	u.Panel(panel)
	r := panel.Inset(8)
	name, about := u.Say("map.spot"), where(u, c.tile)
	head := r.Cut(18)
	if c.on {
		name = c.sign.Name
		u.P.Picture(head.X, head.Y+2, cell(&c.sign), 1, kit.White)
		head.X, head.W = head.X+18, head.W-18
		if c.sign.About != "" {
			about = c.sign.About + " · " + about
		}
	}
	u.Text(head, name, kit.Style{Col: kit.FocusColour})
	u.Paragraph(r.Cut(3*kit.LineHeight), about, kit.Style{Col: kit.DimColour, Small: true})
	r.Cut(4)
	t := &u.Model.Map.Target
	there := t.On && t.Tile == c.tile
	key := "map.way"
	if there {
		key = "map.no_way"
	}
	if u.Button(r.Cut(kit.ButtonHeight-2), kit.Ident("map.way", 0), u.Say(key), "") {
		u.Do(model.SetTarget{On: !there, Tile: c.tile, Name: name})
		m.mode = panning
		return
	}
	r.Cut(4)
	m.pinRow(u, r.Cut(24), false)
	r.Cut(2)
	m.pinRow(u, r.Cut(24), true)
}

// pinRow lays out the signs of own pins, or of shared ones. The one that is there is pressed to take it away.
func (m *Map) pinRow(u *kit.Context, r kit.Rect, share bool) {
	words, why := u.Say("map.mine"), ""
	if share {
		words = u.Say2("map.everyone", "n", kit.Itoa(u.Model.Map.Shared), "of", kit.Itoa(entity.MostPins))
	}
	have := pinAt(u, m.card.tile, share)
	if have == 0 && (share && u.Model.Map.Shared >= entity.MostPins || !share && u.Model.Map.Pins >= model.MostPins) {
		why = u.Say("map.full")
	}
	if !u.Model.Map.MayPin {
		why = u.Say("map.full")
	}
	u.Text(kit.R(r.X, r.Y, r.W-6*20-2, r.H), words, kit.Style{Col: kit.TextColour, Small: true})
	key := "map.pin"
	if share {
		key = "map.share"
	}
	for n := range entity.PinSigns {
		b := kit.R(r.X+r.W-(entity.PinSigns-n)*20, r.Y+1, 19, 22)
		focused, chosen := u.Take(kit.Widget{ID: kit.Ident(key, n), R: b})
		u.Face(b, focused, why != "")
		if have == n+1 {
			frame(u, b.Inset(1), kit.GoodColour)
		}
		u.P.Picture(b.X+3, b.Y+5, pinCell(uint8(n+1), share), 1, kit.White)
		if !u.Answer(chosen, why) {
			continue
		}
		sign := uint8(n + 1)
		if have == n+1 {
			sign = 0
		}
		u.Do(model.SetPin{Tile: m.card.tile, Sign: sign, Share: share})
	}
}

// pinAt returns the sign of the player's own or shared pin on a tile, 0 for none.
func pinAt(u *kit.Context, t grid.Tile, share bool) int {
	for k := range u.Model.Map.Signs {
		s := &u.Model.Map.Signs[k]
		if s.Tile == t && (share && s.Kind == model.SharedSign && s.Mine || !share && s.Kind == model.PinSign) {
			return int(s.Pin)
		}
	}
	return 0
}

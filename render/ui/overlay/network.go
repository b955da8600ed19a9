package overlay

import (
	"image/color"
	"unicode"

	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Network is the view of the network over the world, and its state between frames.
type Network struct {
	Open    bool
	Anchors []anchor // of the links, in their order
}

const (
	// NetworkDim is how much of the world is taken away under the network: a quarter stays.
	NetworkDim = 191
	// atlasSpan is how many regions the map of the network shows along a side, and regionSide the size of one
	// in logical pixels.
	atlasSpan, regionSide = 5, 22
)

// Toggle opens the view of the network, or closes it.
func (n *Network) Toggle(u *kit.Context) {
	n.Open = !n.Open
	if n.Open {
		u.Sound(kit.SoundOpen)
	} else {
		u.Sound(kit.SoundClose)
	}
}

// Show draws the network over the world: the holders of regions, the links with their traffic, and a card for
// each peer.
func (n *Network) Show(u *kit.Context) {
	if !u.P.On {
		return
	}
	held := u.Model.Net.Territories
	for i := range held {
		for _, r := range held[i].Regions {
			outlineRegion(u, r, &held[i])
		}
	}
	cards := cardColumn(u)
	n.placeAnchors(u, cards)
	n.drawLinks(u)
	drawCards(u, cards)
	regionMap(u, kit.R(8, 60, atlasSpan*regionSide+8, atlasSpan*regionSide+28))
	networkLegend(u)
}

// DimWorld takes three quarters of the world's light away under the network.
func DimWorld(u *kit.Context) {
	u.P.Fill(kit.R(0, 0, u.W+1, u.H+1), kit.Fade(kit.InkColour, NetworkDim))
}

// SignOf returns the colour and the pattern of a peer: the same on every machine, for they follow from its
// name.
func SignOf(name string) (color.RGBA, kit.LinePattern) {
	if name == "" {
		return kit.DimColour, kit.DottedLine
	}
	h := kit.Ident(name, 0)
	return kit.NameColours[h%uint32(len(kit.NameColours))], kit.LinePattern(h / 64 % uint32(kit.PatternCount))
}

// Initials returns at most two letters of a name: the first of its first two words, or its first two.
func Initials(name string) string {
	var first, out []rune
	start := true
	for _, r := range name {
		switch {
		case kit.Invisible(r) || unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r) || r == '-' || r == '_':
			start = true
		default:
			if start {
				out = append(out, unicode.ToUpper(r))
			}
			first, start = append(first, unicode.ToUpper(r)), false
		}
	}
	if len(out) < 2 {
		out = first
	}
	if len(out) == 0 {
		return "?"
	}
	return string(out[:min(2, len(out))])
}

// outlineRegion draws the border of a region in the world and, where it is visible, its holder's badge.
func outlineRegion(u *kit.Context, r grid.Region, t *model.Territory) {
	if u.Model.Game.Camera == nil {
		return
	}
	corner := func(x, y int32) (int, int) {
		const side = grid.RegionSide
		fx, fy := u.Model.Game.Camera.ToScreen(fixed.Vec{X: fixed.Q(x) * side * fixed.One, Y: fixed.Q(y) * side * fixed.One})
		return int(fx) / u.Scale, int(fy) / u.Scale
	}
	x0, y0 := corner(r.X, r.Y)
	x1, y1 := corner(r.X+1, r.Y+1)
	if x1 < 0 || y1 < 0 || x0 > u.W || y0 > u.H {
		return
	}
	col, pattern := SignOf(t.Holder)
	if !t.Firm {
		col = kit.ProvisionalColour
	}
	x0, y0, x1, y1 = x0+2, y0+2, x1-2, y1-2
	u.BrokenLine(x0, y0, x1-x0, 2, false, pattern, col)
	u.BrokenLine(x0, y1-2, x1-x0, 2, false, pattern, col)
	u.BrokenLine(x0, y0, y1-y0, 2, true, pattern, col)
	u.BrokenLine(x1-2, y0, y1-y0, 2, true, pattern, col)
	// The badge stands in the upper left of the visible part of the region.
	bx, by := max(x0+4, u.W/2-80), max(y0+4, 64)
	if bx+24 < x1 && by+16 < y1 && by < u.H-80 && bx < u.W-220 {
		badge(u, bx, by, t.Holder, !t.Here)
	}
}

// badge draws the initials of a peer in its colour, underlined in its pattern.
func badge(u *kit.Context, x, y int, name string, dim bool) {
	col, pattern := SignOf(name)
	if dim {
		col = kit.Fade(col, 170)
	}
	r := kit.R(x, y, 22, 18)
	u.P.Panel(r, kit.InkColour, kit.BorderColour, kit.InkColour)
	u.Text(kit.R(x+1, y, 20, 15), Initials(name), kit.Style{Col: signText(col), Align: kit.Centre})
	u.BrokenLine(x+3, y+14, 16, 2, false, pattern, col)
}

// signText is a sign's colour for letters, which must not be faded.
func signText(c color.RGBA) color.RGBA { c.A = 255; return c }

// regionMap draws the regions around the player, a square each: the border has the colour of the holder; a
// region without holder is empty.
func regionMap(u *kit.Context, r kit.Rect) {
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.BorderColour)
	u.Text(kit.R(r.X+6, r.Y+2, r.W-10, 16), u.Say("network.regions"), kit.Style{Col: kit.FocusColour})
	here := u.Model.Game.Centre.Region()
	ox, oy := r.X+4, r.Y+22
	cellOf := func(at grid.Region) (kit.Rect, bool) {
		x, y := int(at.X-here.X)+atlasSpan/2, int(at.Y-here.Y)+atlasSpan/2
		return kit.R(ox+x*regionSide, oy+y*regionSide, regionSide-2, regionSide-2), x >= 0 && y >= 0 && x < atlasSpan && y < atlasSpan
	}
	for i := range u.Model.Net.Territories {
		t := &u.Model.Net.Territories[i]
		col, pattern := SignOf(t.Holder)
		if !t.Firm {
			col = kit.ProvisionalColour
		}
		for _, at := range t.Regions {
			c, seen := cellOf(at)
			if !seen {
				continue
			}
			u.P.Fill(c, kit.WellColour)
			u.BrokenLine(c.X, c.Y, c.W, 2, false, pattern, col)
			u.BrokenLine(c.X, c.Y+c.H-2, c.W, 2, false, pattern, col)
			u.BrokenLine(c.X, c.Y, c.H, 2, true, pattern, col)
			u.BrokenLine(c.X+c.W-2, c.Y, c.H, 2, true, pattern, col)
			u.Text(kit.R(c.X+2, c.Y+2, c.W-4, c.H-4), Initials(t.Holder), kit.Style{Col: col, Align: kit.Centre})
		}
	}
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		if p.Far() || p.Asleep {
			continue
		}
		at := grid.TileAt(p.Pos)
		c, seen := cellOf(at.Region())
		if !seen {
			continue
		}
		const side = grid.RegionSide
		dx, dy := (int(at.X)%side+side)%side, (int(at.Y)%side+side)%side
		col := kit.NameColour(int(p.Seat))
		if p.Me {
			col = kit.White
		}
		u.Dot(c.X+dx*(c.W-3)/side, c.Y+dy*(c.H-3)/side, 2, col)
	}
}

// networkLegend explains the lines and comets.
func networkLegend(u *kit.Context) {
	keys := [...]string{"network.legend_speed", "network.legend_agree", "network.legend_close"}
	w := 0
	for _, k := range keys {
		w = max(w, u.Measure(legend(u, k), false))
	}
	w = min(w+12, u.W-CardWidth-24)
	y := u.H - kit.SlotSide - 24 - len(keys)*16 - 8
	r := kit.R(8, y, w, len(keys)*16+8)
	u.P.Panel(r, kit.PanelColour, kit.BorderColour, kit.BorderColour)
	for i, k := range keys {
		u.Text(kit.R(r.X+6, r.Y+4+i*16, r.W-10, 16), legend(u, k), kit.Style{Col: kit.DimColour})
	}
}

func legend(u *kit.Context, key string) string {
	return u.Say2(key, "key", u.In.Name(networkAction), "n", kit.Itoa(cometSlow))
}

package ui

import (
	"image/color"
	"unicode"

	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// Network is the view of the network over the world, and what it remembers between frames.
type Network struct {
	open    bool
	anchors []anchor // of the links, in their order
}

const (
	// networkDim is how much of the world is taken away under the network: a quarter stays.
	networkDim = 191
	// atlasSpan is how many regions the map of the network shows along a side, and regionSide how large one is there.
	atlasSpan, regionSide = 5, 22
)

// toggleNetwork opens the view of the network, or closes it.
func (n *Network) toggle(u *Context) {
	n.open = !n.open
	if n.open {
		u.sound(SoundOpen)
	} else {
		u.sound(SoundClose)
	}
}

// showNetwork draws the network over the world: who holds which regions, the links with what runs over them, and a
// card for each peer.
func (n *Network) show(u *Context) {
	if !u.p.on {
		return
	}
	held := u.m.Net.Territories
	for i := range held {
		for _, r := range held[i].Regions {
			outlineRegion(u, r, &held[i])
		}
	}
	cards := cardColumn(u)
	n.placeAnchors(u, cards)
	n.drawLinks(u)
	drawCards(u, cards)
	regionMap(u, rect{8, 60, atlasSpan*regionSide + 8, atlasSpan*regionSide + 28})
	networkLegend(u)
}

// dimWorld takes three quarters of the world's light away under the network.
func dimWorld(u *Context) {
	u.p.fill(rect{0, 0, u.w + 1, u.h + 1}, fade(inkColour, networkDim))
}

// signOf returns the colour and the pattern of a peer: the same on every machine, for they follow from its name.
func signOf(name string) (color.RGBA, linePattern) {
	if name == "" {
		return dimColour, dottedLine
	}
	h := ident(name, 0)
	return nameColours[h%uint32(len(nameColours))], linePattern(h / 64 % uint32(patternCount))
}

// initials returns at most two letters of a name: the first of its first two words, or its first two.
func initials(name string) string {
	var first, out []rune
	start := true
	for _, r := range name {
		switch {
		case invisible(r) || unicode.Is(unicode.Mn, r):
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

// outlineRegion draws the border of a region in the world and, where it is seen, the badge of who holds it.
func outlineRegion(u *Context, r grid.Region, t *Territory) {
	if u.m.Camera == nil {
		return
	}
	corner := func(x, y int32) (int, int) {
		const side = grid.RegionSide
		fx, fy := u.m.Camera.ToScreen(fixed.Vec{X: fixed.Q(x) * side * fixed.One, Y: fixed.Q(y) * side * fixed.One})
		return int(fx) / u.s, int(fy) / u.s
	}
	x0, y0 := corner(r.X, r.Y)
	x1, y1 := corner(r.X+1, r.Y+1)
	if x1 < 0 || y1 < 0 || x0 > u.w || y0 > u.h {
		return
	}
	col, pattern := signOf(t.Holder)
	if !t.Firm {
		col = provisionalColour
	}
	x0, y0, x1, y1 = x0+2, y0+2, x1-2, y1-2
	u.brokenLine(x0, y0, x1-x0, 2, false, pattern, col)
	u.brokenLine(x0, y1-2, x1-x0, 2, false, pattern, col)
	u.brokenLine(x0, y0, y1-y0, 2, true, pattern, col)
	u.brokenLine(x1-2, y0, y1-y0, 2, true, pattern, col)
	// The badge stands in the upper left of what is seen of the region.
	bx, by := max(x0+4, u.w/2-80), max(y0+4, 64)
	if bx+24 < x1 && by+16 < y1 && by < u.h-80 && bx < u.w-220 {
		badge(u, bx, by, t.Holder, !t.Here)
	}
}

// badge draws the initials of a peer in its colour, underlined in its pattern.
func badge(u *Context, x, y int, name string, dim bool) {
	col, pattern := signOf(name)
	if dim {
		col = fade(col, 170)
	}
	r := rect{x, y, 22, 18}
	u.p.panel(r, inkColour, borderColour, inkColour)
	u.text(rect{x + 1, y, 20, 15}, initials(name), style{col: signText(col), align: centre})
	u.brokenLine(x+3, y+14, 16, 2, false, pattern, col)
}

// signText is a sign's colour for letters, which must not be faded.
func signText(c color.RGBA) color.RGBA { c.A = 255; return c }

// regionMap draws the regions around the player, a square each: the border is that of who holds it, an empty one is
// held by nobody.
func regionMap(u *Context, r rect) {
	u.p.panel(r, panelColour, borderColour, borderColour)
	u.text(rect{r.x + 6, r.y + 2, r.w - 10, 16}, u.say("network.regions"), style{col: focusColour})
	here := u.m.Centre.Region()
	ox, oy := r.x+4, r.y+22
	cellOf := func(at grid.Region) (rect, bool) {
		x, y := int(at.X-here.X)+atlasSpan/2, int(at.Y-here.Y)+atlasSpan/2
		return rect{ox + x*regionSide, oy + y*regionSide, regionSide - 2, regionSide - 2}, x >= 0 && y >= 0 && x < atlasSpan && y < atlasSpan
	}
	for i := range u.m.Net.Territories {
		t := &u.m.Net.Territories[i]
		col, pattern := signOf(t.Holder)
		if !t.Firm {
			col = provisionalColour
		}
		for _, at := range t.Regions {
			c, seen := cellOf(at)
			if !seen {
				continue
			}
			u.p.fill(c, wellColour)
			u.brokenLine(c.x, c.y, c.w, 2, false, pattern, col)
			u.brokenLine(c.x, c.y+c.h-2, c.w, 2, false, pattern, col)
			u.brokenLine(c.x, c.y, c.h, 2, true, pattern, col)
			u.brokenLine(c.x+c.w-2, c.y, c.h, 2, true, pattern, col)
			u.text(rect{c.x + 2, c.y + 2, c.w - 4, c.h - 4}, initials(t.Holder), style{col: col, align: centre})
		}
	}
	for i := range u.m.People {
		p := &u.m.People[i]
		if p.far() || p.Asleep {
			continue
		}
		at := grid.TileAt(p.Pos)
		c, seen := cellOf(at.Region())
		if !seen {
			continue
		}
		const side = grid.RegionSide
		dx, dy := (int(at.X)%side+side)%side, (int(at.Y)%side+side)%side
		col := nameColour(int(p.Seat))
		if p.Me {
			col = white
		}
		u.dot(c.x+dx*(c.w-3)/side, c.y+dy*(c.h-3)/side, 2, col)
	}
}

// networkLegend says what the lines and comets mean.
func networkLegend(u *Context) {
	keys := [...]string{"network.legend_speed", "network.legend_agree", "network.legend_close"}
	w := 0
	for _, k := range keys {
		w = max(w, u.measure(legend(u, k), false))
	}
	w = min(w+12, u.w-cardWidth-24)
	y := u.h - slotSide - 24 - len(keys)*16 - 8
	r := rect{8, y, w, len(keys)*16 + 8}
	u.p.panel(r, panelColour, borderColour, borderColour)
	for i, k := range keys {
		u.text(rect{r.x + 6, r.y + 4 + i*16, r.w - 10, 16}, legend(u, k), style{col: dimColour})
	}
}

func legend(u *Context, key string) string {
	return u.say2(key, "key", u.in.Name(networkAction), "n", itoa(cometSlow))
}

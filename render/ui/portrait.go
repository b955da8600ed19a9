package ui

import "image/color"

// head draws a face of 16 × 16, or the first letter of the name where there is no picture.
func drawHead(u *Context, x, y int, p *Person) {
	if !u.p.on {
		return
	}
	c, ok := u.p.atlas.face(p.Look)
	if !ok {
		n, _ := fit(p.Name, 12)
		u.text(rect{x, y, 16, 16}, p.Name[:n], style{col: nameColour(int(p.Seat)), align: centre})
		return
	}
	u.p.picture(x+(16-int(c.w))/2, y+(16-int(c.h))/2, c, 1, white)
}

// linkDot draws the state of a link; each state has a shape besides its colour.
func (u *Canvas) linkDot(x, y int, s LinkState) {
	if s == LinkUnknown {
		return
	}
	u.p.fill(rect{x - 1, y - 1, 7, 7}, inkColour)
	switch s {
	case LinkGood:
		u.p.fill(rect{x, y, 5, 5}, agreeColour)
	case LinkSlow: // half
		u.p.fill(rect{x, y + 3, 5, 2}, focusColour)
		u.p.fill(rect{x, y, 5, 1}, focusColour)
		u.p.fill(rect{x, y, 1, 5}, focusColour)
		u.p.fill(rect{x + 4, y, 1, 5}, focusColour)
	case LinkGone: // crossed
		for i := range 5 {
			u.p.fill(rect{x + i, y + i, 1, 1}, provisionalColour)
			u.p.fill(rect{x + 4 - i, y + i, 1, 1}, provisionalColour)
		}
	}
}

// nameColours tell people apart in chat; each is legible on a panel.
var nameColours = [6]color.RGBA{rgb(0xFFC857), rgb(0x6CC6C4), rgb(0xC9DB7A), rgb(0xEE8A3C), rgb(0xE2BE86), rgb(0xBDEFE0)}

func nameColour(seat int) color.RGBA { return nameColours[seat%len(nameColours)] }

package kit

import (
	"image/color"

	"manyhold/render/ui/model"
)

// DrawHead draws a face of 16 × 16, or the first letter of the name where there is no picture.
func DrawHead(u *Context, x, y int, p *model.Person) {
	if !u.P.On {
		return
	}
	c, ok := u.P.Atlas.face(p.Look)
	if !ok {
		n, _ := fit(p.Name, 12)
		u.Text(Rect{x, y, 16, 16}, p.Name[:n], Style{Col: NameColour(int(p.Seat)), Align: Centre})
		return
	}
	u.P.Picture(x+(16-int(c.W))/2, y+(16-int(c.H))/2, c, 1, White)
}

// LinkDot draws the state of a link; each state has a shape besides its colour.
func (u *Canvas) LinkDot(x, y int, s model.LinkState) {
	if s == model.LinkUnknown {
		return
	}
	u.P.Fill(Rect{x - 1, y - 1, 7, 7}, InkColour)
	switch s {
	case model.LinkGood:
		u.P.Fill(Rect{x, y, 5, 5}, AgreeColour)
	case model.LinkSlow: // half
		u.P.Fill(Rect{x, y + 3, 5, 2}, FocusColour)
		u.P.Fill(Rect{x, y, 5, 1}, FocusColour)
		u.P.Fill(Rect{x, y, 1, 5}, FocusColour)
		u.P.Fill(Rect{x + 4, y, 1, 5}, FocusColour)
	case model.LinkGone: // crossed
		for i := range 5 {
			u.P.Fill(Rect{x + i, y + i, 1, 1}, ProvisionalColour)
			u.P.Fill(Rect{x + 4 - i, y + i, 1, 1}, ProvisionalColour)
		}
	}
}

// NameColours tell people apart in chat; each is legible on a panel.
var NameColours = [6]color.RGBA{Rgb(0xFFC857), Rgb(0x6CC6C4), Rgb(0xC9DB7A), Rgb(0xEE8A3C), Rgb(0xE2BE86), Rgb(0xBDEFE0)}

func NameColour(seat int) color.RGBA { return NameColours[seat%len(NameColours)] }

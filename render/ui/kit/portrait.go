package kit

import (
	"image/color"

	"manyhold/render/palette"
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

// DrawPicture draws a world's picture into a square, as large as whole pixels allow; without a picture, the
// first letter of the world's name.
func DrawPicture(u *Context, r Rect, p *model.Picture, name string) {
	u.P.Panel(r, WellColour, BorderColour, WellColour)
	if !u.P.On {
		return
	}
	if p == nil {
		n := 0
		for n < len(name) && (n == 0 || name[n]&0xC0 == 0x80) {
			n++
		}
		u.Text(r, name[:n], Style{Col: DimColour, Align: Centre})
		return
	}
	grow := max(1, min(r.W, r.H)/model.PictureSide)
	x0, y0 := r.X+(r.W-grow*model.PictureSide)/2, r.Y+(r.H-grow*model.PictureSide)/2
	for y := range model.PictureSide {
		for from := 0; from < model.PictureSide; {
			to, c := from+1, p[y*model.PictureSide+from]
			for to < model.PictureSide && p[y*model.PictureSide+to] == c {
				to++
			}
			u.P.plain(Rect{x0 + from*grow, y0 + y*grow, (to - from) * grow, grow}, (palette.Index(c) + 1).RGBA())
			from = to
		}
	}
}

// plain fills a rectangle with a colour that no theme dyes.
func (p *Painter) plain(r Rect, col color.RGBA) {
	p.Quad(p.ox+float32(r.X)*p.K, p.oy+float32(r.Y)*p.K, float32(r.W)*p.K, float32(r.H)*p.K, whiteCell, col)
}

package menu

import (
	"strings"

	"github.com/skip2/go-qrcode"

	"manyhold/render/ui/kit"
)

// letterWidth is the width of a window for a text of 500 characters, in logical pixels.
const letterWidth = 580

// letter is a text that is sent to somebody, with its picture, made once.
type letter struct {
	of   string
	grid [][]bool // true is dark; with a border of four light modules; nil: it is too long for a picture
}

// letterPlan is where the parts of a letter are: how it is used, the text, and the picture beside both.
type letterPlan struct {
	body, how, lines int // heights, and the number of lines of the text
	side, module     int // of the picture in modules, and of a module in logical pixels; no side: no picture
}

// Qr returns the picture of a text that a telephone reads, nil if it is too long. It is made of capitals,
// which take half the room, and in which all these texts may be written.
func (l *letter) Qr(text string) [][]bool {
	if l.of == text {
		return l.grid
	}
	l.of, l.grid = text, nil
	if code, err := qrcode.New(strings.ToUpper(text), qrcode.Low); err == nil {
		l.grid = code.Bitmap()
	}
	return l.grid
}

// textWidth returns the width of the text in a letter of width w.
func (p *letterPlan) textWidth(w int) int {
	if p.side == 0 {
		return w - 16
	}
	return w - 16 - p.side*p.module - 12
}

// plan lays a letter out in width w, with the picture at most tall logical pixels high.
func (l *letter) plan(u *kit.Context, w, tall int, how, text string) (p letterPlan) {
	p.module = 1
	if text != "" && u.W >= kit.LeastWidth {
		p.side = len(l.Qr(text))
	}
	for p.module < 3 && (p.module+1)*p.side <= min(tall, u.H-160) {
		p.module++
	}
	width := p.textWidth(w)
	p.how, p.lines = u.Height(how, width+16, false), max(1, len(u.Wrap(text, width)))
	p.body = max(p.how+4+p.lines*kit.LineHeight+12, p.side*p.module)
	return p
}

// show draws a letter; none stands in place of an empty text.
func (l *letter) show(u *kit.Context, p letterPlan, top kit.Rect, how, text, none string) {
	width := p.textWidth(top.W)
	if p.side > 0 {
		l.code(u, top.X+top.W-p.side*p.module, top.Y, p.module)
		top.W -= p.side*p.module + 12
	}
	u.Paragraph(top.Cut(p.how+4), how, kit.Style{Col: kit.TextColour})
	well := top.Cut(p.lines*kit.LineHeight + 12)
	u.P.Panel(well, kit.WellColour, kit.BorderColour, kit.WellColour)
	if text == "" {
		u.Text(well.Inset(6), none, kit.Style{Col: kit.DimColour})
		return
	}
	u.Paragraph(kit.R(well.X+6, well.Y+6, width+2, well.H-12), text, kit.Style{Col: kit.FocusColour})
}

// code draws the picture, a module of it as so many logical pixels.
func (l *letter) code(u *kit.Context, x, y, module int) {
	if !u.P.On {
		return
	}
	grid := l.grid
	u.P.Fill(kit.R(x, y, len(grid)*module, len(grid)*module), kit.White)
	for i, row := range grid {
		for from := 0; from < len(row); from++ {
			to := from
			for to < len(row) && row[to] {
				to++
			}
			if to > from {
				u.P.Fill(kit.R(x+from*module, y+i*module, (to-from)*module, module), kit.InkColour)
				from = to
			}
		}
	}
}

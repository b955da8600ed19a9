package kit

import (
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hajimehoshi/bitmapfont/v4"
	"golang.org/x/text/language"
)

// align says where in its place a line of text stands.
type align uint8

const (
	left align = iota
	Centre
	Right
)

// Style is how a line of text is written.
type Style struct {
	Col     color.RGBA
	Outline bool // a line of ink around the letters: for text over the world
	Small   bool // one whole multiple smaller, where the scale allows
	Align   align
}

// Width returns the width of s in font pixels.
func Width(s string) int {
	w := 0
	for _, r := range s {
		w += advance(r)
	}
	return w
}

// fit returns how many bytes of s fit into w font pixels, and their width.
func fit(s string, w int) (n, used int) {
	for i, r := range s {
		a := advance(r)
		if used+a > w {
			return i, used
		}
		used += a
	}
	return len(s), used
}

// TextScale returns the window pixels per font pixel of a style.
func (u *Canvas) TextScale(small bool) int {
	if small {
		return max(1, u.Scale-1)
	}
	return u.Scale
}

// Measure returns the width of s in logical pixels, rounded up.
func (u *Canvas) Measure(s string, small bool) int {
	return (Width(s)*u.TextScale(small) + u.Scale - 1) / u.Scale
}

// ellipsis stands where a text was cut.
const ellipsis = "…"

// Text writes one line into r, vertically centred, cut with an ellipsis if it is too long. It returns the
// width of the written text, in logical pixels.
func (u *Canvas) Text(r Rect, s string, st Style) int {
	k := u.TextScale(st.Small)
	room := r.W * u.Scale / k
	s = u.Shaped(s)
	n, used := fit(s, room)
	cut := n < len(s)
	if cut {
		n, used = fit(s, room-Width(ellipsis))
		used += Width(ellipsis)
	}
	w := (used*k + u.Scale - 1) / u.Scale
	if !u.P.On {
		return w
	}
	x := float32(r.X) * u.P.K
	switch st.Align {
	case Centre:
		x += float32((r.W*u.Scale - used*k) / 2)
	case Right:
		x += float32(r.W*u.Scale - used*k)
	}
	y := float32(r.Y)*u.P.K + float32((r.H*u.Scale-LineHeight*k)/2)
	st.Col = Dye(u.P.Theme, st.Col)
	u.P.Trace.wrote(Rect{int(x) / u.Scale, int(y) / u.Scale, w, LineHeight * k / u.Scale}, s, st.Col, st.Outline, cut)
	if st.Outline {
		u.P.glyphs(x, y, s[:n], cut, k, true, InkColour)
	}
	u.P.glyphs(x, y, s[:n], cut, k, false, st.Col)
	return w
}

// glyphs draws the glyphs of s, and an ellipsis after them if cut, from x, y in window pixels relative to the
// painter's origin.
func (p *Painter) glyphs(x, y float32, s string, cut bool, k int, ring bool, col color.RGBA) {
	x, y = x+p.ox, y+p.oy
	for _, r := range s {
		x = p.drawGlyph(x, y, r, k, ring, col)
	}
	if cut {
		r, _ := utf8.DecodeRuneInString(ellipsis)
		p.drawGlyph(x, y, r, k, ring, col)
	}
}

func (p *Painter) drawGlyph(x, y float32, r rune, k int, ring bool, col color.RGBA) float32 {
	a := advance(r)
	if c, ok := p.Atlas.Glyph(r, ring); ok {
		at := x
		if a == 0 { // a mark over the letter before
			at -= float32(6 * k)
		}
		f := float32(k)
		p.Quad(at-f, y-f, float32(c.W)*f, float32(c.H)*f, c, col)
	}
	return x + float32(a*k)
}

// Paragraph writes s in lines of r's width from its top, at most as many as fit, and returns the height used.
func (u *Canvas) Paragraph(r Rect, s string, st Style) int {
	k := u.TextScale(st.Small)
	step := (LineHeight*k + u.Scale - 1) / u.Scale
	lines := u.Wrap(s, r.W*u.Scale/k)
	most := max(1, r.H/step)
	for i, line := range lines {
		if i == most-1 && len(lines) > most {
			line += ellipsis
		}
		u.Text(Rect{r.X, r.Y + i*step, r.W, step}, line, st)
		if i == most-1 {
			return most * step
		}
	}
	return len(lines) * step
}

// Height returns the height that paragraph needs for s, in logical pixels.
func (u *Canvas) Height(s string, w int, small bool) int {
	k := u.TextScale(small)
	return len(u.Wrap(s, w*u.Scale/k)) * ((LineHeight*k + u.Scale - 1) / u.Scale)
}

// Shaped returns a line in the order of drawing from left to right: Hebrew and Arabic reversed and joined.
// The result is cached for the next frame.
func (u *Canvas) Shaped(s string) string {
	if !strings.ContainsFunc(s, rightToLeft) {
		return s
	}
	if done, ok := u.Shapes[s]; ok {
		return done
	}
	if len(u.Shapes) >= memoMost {
		clear(u.Shapes)
	}
	visible := strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return r
	}, s)
	done := bitmapfont.PresentationForms(visible, bitmapfont.DirectionLeftToRight, language.English)
	u.Shapes[s] = done
	return done
}

// rightToLeft reports whether r belongs to a script that is written from right to left.
func rightToLeft(r rune) bool {
	return r >= 0x0590 && r < 0x0900 || r >= 0xFB1D && r < 0xFE00 || r >= 0xFE70 && r < 0xFEFF
}

type wrapKey struct {
	text string
	w    int
}

// memoMost is how many wrapped or filled-in texts are kept; beyond it all are forgotten and made again.
const memoMost = 512

// Wrap breaks s into lines of at most w font pixels, kept for the next frame.
func (u *Canvas) Wrap(s string, w int) []string {
	key := wrapKey{s, w}
	if lines, ok := u.wraps[key]; ok {
		return lines
	}
	if len(u.wraps) >= memoMost {
		clear(u.wraps)
	}
	lines := WrapLines(s, w)
	u.wraps[key] = lines
	return lines
}

// WrapLines breaks s at spaces, between ideographs, and within words that are longer than a line.
func WrapLines(s string, w int) []string {
	var lines []string
	w = max(w, 12)
	for _, s := range strings.Split(s, "\n") {
		for {
			n, _ := fit(s, w)
			if n == len(s) {
				lines = append(lines, s)
				break
			}
			at := breakBefore(s, n)
			lines = append(lines, strings.TrimRight(s[:at], " "))
			s = strings.TrimLeft(s[at:], " ")
		}
	}
	return lines
}

// breakBefore returns the best place to break s at or before byte n: more than 0.
func breakBefore(s string, n int) int {
	if s[n] == ' ' {
		return n
	}
	for i := n; i > n/3; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if r == ' ' || r >= 0x2E80 && !unicode.IsPunct(r) {
			return i
		}
		i -= size
	}
	if n == 0 { // not even one letter fits: it is shown cut rather than never
		_, n = utf8.DecodeRuneInString(s)
	}
	return n
}

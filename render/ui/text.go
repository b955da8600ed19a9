package ui

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
	centre
	right
)

// style is how a line of text is written.
type style struct {
	col     color.RGBA
	outline bool // a line of ink around the letters: for text over the world
	small   bool // one whole multiple smaller, where the scale allows
	align   align
}

// width returns the width of s in font pixels.
func width(s string) int {
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

// textScale returns the window pixels per font pixel of a style.
func (u *Canvas) textScale(small bool) int {
	if small {
		return max(1, u.s-1)
	}
	return u.s
}

// measure returns the width of s in logical pixels, rounded up.
func (u *Canvas) measure(s string, small bool) int {
	return (width(s)*u.textScale(small) + u.s - 1) / u.s
}

// ellipsis stands where a text was cut.
const ellipsis = "…"

// text writes one line into r, in the middle of its height, cut with an ellipsis if it is too long. It
// returns the width of what it wrote, in logical pixels.
func (u *Canvas) text(r rect, s string, st style) int {
	k := u.textScale(st.small)
	room := r.w * u.s / k
	s = u.shaped(s)
	n, used := fit(s, room)
	cut := n < len(s)
	if cut {
		n, used = fit(s, room-width(ellipsis))
		used += width(ellipsis)
	}
	w := (used*k + u.s - 1) / u.s
	if !u.p.on {
		return w
	}
	x := float32(r.x) * u.p.k
	switch st.align {
	case centre:
		x += float32((r.w*u.s - used*k) / 2)
	case right:
		x += float32(r.w*u.s - used*k)
	}
	y := float32(r.y)*u.p.k + float32((r.h*u.s-lineHeight*k)/2)
	st.col = dye(u.p.theme, st.col)
	u.p.trace.wrote(rect{int(x) / u.s, int(y) / u.s, w, lineHeight * k / u.s}, s, st.col, st.outline, cut)
	if st.outline {
		u.p.letters(x, y, s[:n], cut, k, true, inkColour)
	}
	u.p.letters(x, y, s[:n], cut, k, false, st.col)
	return w
}

// letters draws the glyphs of s, and an ellipsis after them if cut, from x, y in window pixels relative to the
// painter's origin.
func (p *painter) letters(x, y float32, s string, cut bool, k int, ring bool, col color.RGBA) {
	x, y = x+p.ox, y+p.oy
	for _, r := range s {
		x = p.letter(x, y, r, k, ring, col)
	}
	if cut {
		r, _ := utf8.DecodeRuneInString(ellipsis)
		p.letter(x, y, r, k, ring, col)
	}
}

func (p *painter) letter(x, y float32, r rune, k int, ring bool, col color.RGBA) float32 {
	a := advance(r)
	if c, ok := p.atlas.glyph(r, ring); ok {
		at := x
		if a == 0 { // a mark over the letter before
			at -= float32(6 * k)
		}
		f := float32(k)
		p.quad(at-f, y-f, float32(c.w)*f, float32(c.h)*f, c, col)
	}
	return x + float32(a*k)
}

// paragraph writes s in lines of r's width from its top, at most as many as fit, and returns the height used.
func (u *Canvas) paragraph(r rect, s string, st style) int {
	k := u.textScale(st.small)
	step := (lineHeight*k + u.s - 1) / u.s
	lines := u.wrap(s, r.w*u.s/k)
	most := max(1, r.h/step)
	for i, line := range lines {
		if i == most-1 && len(lines) > most {
			line += ellipsis
		}
		u.text(rect{r.x, r.y + i*step, r.w, step}, line, st)
		if i == most-1 {
			return most * step
		}
	}
	return len(lines) * step
}

// height returns the height that paragraph needs for s, in logical pixels.
func (u *Canvas) height(s string, w int, small bool) int {
	k := u.textScale(small)
	return len(u.wrap(s, w*u.s/k)) * ((lineHeight*k + u.s - 1) / u.s)
}

// shaped returns a line as it is written from left to right: Hebrew and Arabic turned round and joined. What
// it returns is kept for the next frame.
func (u *Canvas) shaped(s string) string {
	if !strings.ContainsFunc(s, rightToLeft) {
		return s
	}
	if done, ok := u.shapes[s]; ok {
		return done
	}
	if len(u.shapes) >= memoMost {
		clear(u.shapes)
	}
	visible := strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, s)
	done := bitmapfont.PresentationForms(visible, bitmapfont.DirectionLeftToRight, language.English)
	u.shapes[s] = done
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

// wrap breaks s into lines of at most w font pixels, kept for the next frame.
func (u *Canvas) wrap(s string, w int) []string {
	key := wrapKey{s, w}
	if lines, ok := u.wraps[key]; ok {
		return lines
	}
	if len(u.wraps) >= memoMost {
		clear(u.wraps)
	}
	lines := wrapLines(s, w)
	u.wraps[key] = lines
	return lines
}

// wrapLines breaks s at spaces, between ideographs, and within words that are longer than a line.
func wrapLines(s string, w int) []string {
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

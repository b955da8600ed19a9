package kit

import (
	"image/color"
	"unicode"

	"github.com/hajimehoshi/bitmapfont/v4"
	"golang.org/x/image/math/fixed"
)

const (
	// fontAscent is the height of a line over its base line, and lineHeight that of a whole line, in font
	// pixels; the letters themselves stand 9 high.
	fontAscent = 12
	LineHeight = 16
	// missing stands for runes missing from the font, such as emoji.
	missing = '□'
)

// advance returns how far r moves the pen, in font pixels. Runes without a picture (controls, marks that
// change direction, joiners) do not move it.
func advance(r rune) int {
	switch {
	case r >= ' ' && r < 0x7F:
		return 6
	case Invisible(r) || unicode.Is(unicode.Mn, r):
		return 0
	}
	a, ok := bitmapfont.Face.GlyphAdvance(r)
	if !ok || a == 0 {
		return 6
	}
	return a.Round()
}

// Invisible reports whether r is never drawn: controls, and the marks by which a text could reorder or hide
// the text around it.
func Invisible(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0000
}

// Glyph returns the place of r in the atlas, making it if needed; ring asks for the outline around it alone.
// ok is false for invisible runes.
func (a *atlas) Glyph(r rune, ring bool) (Cell, bool) {
	if r == ' ' || Invisible(r) {
		return Cell{}, false
	}
	key := glyphKey{r, ring}
	if c, ok := a.glyphs[key]; ok {
		return c, c.W > 0
	}
	if len(a.glyphs) >= glyphsMax {
		return Cell{}, false
	}
	i := len(a.glyphs)
	c := Cell{int16(i % glyphsPerRow * glyphW), int16(glyphTop + i/glyphsPerRow*glyphH), 14, 18}
	a.raster(c, r, ring)
	a.glyphs[key] = c
	return c, true
}

// raster paints r into c, whose pixel (1,1) is the upper left of the glyph's box.
func (a *atlas) raster(c Cell, r rune, ring bool) {
	_, mask, at, adv, ok := bitmapfont.Face.Glyph(fixed.P(0, 0), r)
	if !ok || mask == nil {
		_, mask, at, adv, ok = bitmapfont.Face.Glyph(fixed.P(0, 0), missing)
	}
	a.fill(Cell{c.X, c.Y, glyphW, glyphH}, color.RGBA{})
	if !ok || mask == nil {
		return
	}
	var on [18][14]bool
	for y := range 16 {
		for x := range min(adv.Round(), 12) {
			_, _, _, alpha := mask.At(at.X+x, at.Y+y).RGBA()
			on[y+1][x+1] = alpha > 0x7FFF
		}
	}
	for y := range on {
		for x := range on[y] {
			if on[y][x] != ring && on[y][x] || ring && !on[y][x] && nearOn(&on, x, y) {
				a.set(int(c.X)+x, int(c.Y)+y, color.RGBA{255, 255, 255, 255})
			}
		}
	}
}

func nearOn(on *[18][14]bool, x, y int) bool {
	for dy := max(y-1, 0); dy <= min(y+1, 17); dy++ {
		for dx := max(x-1, 0); dx <= min(x+1, 13); dx++ {
			if on[dy][dx] {
				return true
			}
		}
	}
	return false
}

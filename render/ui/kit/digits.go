package kit

import (
	"image/color"
)

// The interface has digits of its own, four by seven pixels, for the corners of slots where letters of the
// font would touch each other.
const (
	digitRunes           = "0123456789-="
	digitW, digitAdvance = 4, 5
	digitTop             = 60 // in the atlas: the digits, and digitRing below them their outlines
	digitRing            = 10
)

var digitShapes = [len(digitRunes)][7]string{
	{".##.", "#..#", "#..#", "#..#", "#..#", "#..#", ".##."},
	{".#..", "##..", ".#..", ".#..", ".#..", ".#..", "###."},
	{".##.", "#..#", "...#", "..#.", ".#..", "#...", "####"},
	{".##.", "#..#", "...#", ".##.", "...#", "#..#", ".##."},
	{"..##", ".#.#", "#..#", "#..#", "####", "...#", "...#"},
	{"####", "#...", "###.", "...#", "...#", "#..#", ".##."},
	{".##.", "#...", "#...", "###.", "#..#", "#..#", ".##."},
	{"####", "...#", "...#", "..#.", "..#.", ".#..", ".#.."},
	{".##.", "#..#", "#..#", ".##.", "#..#", "#..#", ".##."},
	{".##.", "#..#", "#..#", ".###", "...#", "...#", ".##."},
	{"....", "....", "....", "####", "....", "....", "...."},
	{"....", "....", "####", "....", "####", "....", "...."},
}

// digitCell returns the place of a digit with a pixel of room around it; ok is false for other runes.
func digitCell(r rune, ring bool) (c Cell, ok bool) {
	for i, d := range digitRunes {
		if d == r {
			c = Cell{int16(8 + 8*i), digitTop, digitW + 2, 9}
			if ring {
				c.Y += digitRing
			}
			return c, true
		}
	}
	return Cell{}, false
}

// paintDigits paints the digits and their outlines.
func (a *atlas) paintDigits() {
	for i, r := range digitRunes {
		on := func(x, y int) bool {
			return x >= 0 && y >= 0 && x < digitW && y < 7 && digitShapes[i][y][x] == '#'
		}
		fill, _ := digitCell(r, false)
		ring, _ := digitCell(r, true)
		for y := range int(fill.H) {
			for x := range int(fill.W) {
				switch {
				case on(x-1, y-1):
					a.set(int(fill.X)+x, int(fill.Y)+y, White)
				case near(on, x-1, y-1):
					a.set(int(ring.X)+x, int(ring.Y)+y, White)
				}
			}
		}
	}
}

func near(on func(x, y int) bool, x, y int) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if on(x+dx, y+dy) {
				return true
			}
		}
	}
	return false
}

// Digits writes a text of digits with an outline, its upper left letter at x, y, or its upper right one if
// fromRight. It reports whether the text has digits only; otherwise it draws nothing.
func (u *Canvas) Digits(x, y int, s string, col color.RGBA, fromRight bool) bool {
	for _, r := range s {
		if _, ok := digitCell(r, false); !ok {
			return false
		}
	}
	if !u.P.On {
		return true
	}
	if fromRight {
		x -= len(s)*digitAdvance - 1
	}
	col = Dye(u.P.Theme, col)
	u.P.Trace.wrote(Rect{x, y, len(s) * digitAdvance, 7}, s, col, true, false)
	for _, ring := range [2]bool{true, false} {
		c := col
		if ring {
			c = InkColour
		}
		for i, r := range s {
			at, _ := digitCell(r, ring)
			u.P.Picture(x+i*digitAdvance-1, y-1, at, 1, c)
		}
	}
	return true
}

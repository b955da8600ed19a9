package ui

import "image/color"

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
func digitCell(r rune, ring bool) (c cell, ok bool) {
	for i, d := range digitRunes {
		if d == r {
			c = cell{int16(8 + 8*i), digitTop, digitW + 2, 9}
			if ring {
				c.y += digitRing
			}
			return c, true
		}
	}
	return cell{}, false
}

// paintDigits paints the digits and their outlines.
func (a *atlas) paintDigits() {
	for i, r := range digitRunes {
		on := func(x, y int) bool {
			return x >= 0 && y >= 0 && x < digitW && y < 7 && digitShapes[i][y][x] == '#'
		}
		fill, _ := digitCell(r, false)
		ring, _ := digitCell(r, true)
		for y := range int(fill.h) {
			for x := range int(fill.w) {
				switch {
				case on(x-1, y-1):
					a.set(int(fill.x)+x, int(fill.y)+y, white)
				case near(on, x-1, y-1):
					a.set(int(ring.x)+x, int(ring.y)+y, white)
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

// digits writes a text of digits with an outline, its upper left letter at x, y, or its upper right one if
// fromRight. It reports whether the text has digits only; otherwise it writes nothing.
func (u *Canvas) digits(x, y int, s string, col color.RGBA, fromRight bool) bool {
	for _, r := range s {
		if _, ok := digitCell(r, false); !ok {
			return false
		}
	}
	if !u.p.on {
		return true
	}
	if fromRight {
		x -= len(s)*digitAdvance - 1
	}
	col = dye(u.p.theme, col)
	u.p.trace.wrote(rect{x, y, len(s) * digitAdvance, 7}, s, col, true, false)
	for _, ring := range [2]bool{true, false} {
		c := col
		if ring {
			c = inkColour
		}
		for i, r := range s {
			at, _ := digitCell(r, ring)
			u.p.picture(x+i*digitAdvance-1, y-1, at, 1, c)
		}
	}
	return true
}

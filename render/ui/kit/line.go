package kit

import (
	"image/color"
)

// LinePattern is how a line is broken, so that colour never speaks alone.
type LinePattern uint8

const (
	SolidLine LinePattern = iota
	DashedLine
	DottedLine
	dashDotLine
	PatternCount
)

// patternGaps holds the lengths of drawn and empty parts in turn, in logical pixels.
var patternGaps = [PatternCount][]int{{1 << 20}, {8, 4}, {2, 3}, {8, 3, 2, 3}}

// BrokenLine draws a straight line of a pattern along an axis, w wide, from x, y for a length to the right
// or, if upright, downwards. Only the part in the window is laid out.
func (u *Canvas) BrokenLine(x, y, length, w int, upright bool, p LinePattern, col color.RGBA) {
	at, end, limit := x, x+length, u.W
	if upright {
		at, end, limit = y, y+length, u.H
	}
	gaps := patternGaps[p]
	period := 0
	for _, g := range gaps {
		period += g
	}
	if len(gaps) > 1 && at < -period {
		at += (-at / period) * period
	}
	for k := 0; at < min(end, limit); k++ {
		n := min(gaps[k%len(gaps)], end-at)
		if k%2 == 0 && at+n > 0 {
			r := Rect{at, y, n, w}
			if upright {
				r = Rect{x, at, w, n}
			}
			u.P.Glow(r, col)
		}
		at += n
	}
}

func (u *Canvas) Dot(x, y, size int, col color.RGBA) {
	u.P.Fill(Rect{x - 1, y - 1, size + 2, size + 2}, InkColour)
	u.P.Fill(Rect{x, y, size, size}, col)
}

// TickMark draws a mark of seven by seven pixels that something is done.
func (u *Canvas) TickMark(x, y int) {
	for i := range 3 {
		u.P.Fill(Rect{x + i, y + 3 + i, 1, 2}, GoodColour)
	}
	for i := range 4 {
		u.P.Fill(Rect{x + 3 + i, y + 4 - i, 1, 2}, GoodColour)
	}
}

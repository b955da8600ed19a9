package ui

import "image/color"

// linePattern is how a line is broken, so that colour never speaks alone.
type linePattern uint8

const (
	solidLine linePattern = iota
	dashedLine
	dottedLine
	dashDotLine
	patternCount
)

// gaps holds the lengths of what is drawn and left out in turn, in logical pixels.
var patternGaps = [patternCount][]int{{1 << 20}, {8, 4}, {2, 3}, {8, 3, 2, 3}}

// brokenLine draws a straight line of a pattern along an axis, w wide, from x, y for a length to the right or, if
// upright, downwards. Only what is in the window is laid out.
func (u *Canvas) brokenLine(x, y, length, w int, upright bool, p linePattern, col color.RGBA) {
	at, end, limit := x, x+length, u.w
	if upright {
		at, end, limit = y, y+length, u.h
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
			r := rect{at, y, n, w}
			if upright {
				r = rect{x, at, w, n}
			}
			u.p.glow(r, col)
		}
		at += n
	}
}

func (u *Canvas) dot(x, y, size int, col color.RGBA) {
	u.p.fill(rect{x - 1, y - 1, size + 2, size + 2}, inkColour)
	u.p.fill(rect{x, y, size, size}, col)
}

// tick draws a mark of seven by seven pixels that something is done.
func (u *Canvas) tickMark(x, y int) {
	for i := range 3 {
		u.p.fill(rect{x + i, y + 3 + i, 1, 2}, goodColour)
	}
	for i := range 4 {
		u.p.fill(rect{x + 3 + i, y + 4 - i, 1, 2}, goodColour)
	}
}

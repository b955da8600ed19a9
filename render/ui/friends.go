package ui

import (
	"math"

	"manyhold/game/fixed"
)

const (
	// friendsMost is how many people beyond the edges of the window are pointed at; beyond it the farther in the table
	// are left out.
	friendsMost = 8
	// friendSide is the width of the sign that points at somebody.
	friendSide = 20
)

// friends points from the edges of the window at people who are beyond them: a face, an arrow towards them, and how far
// they are in tiles.
func friends(u *Context) {
	if u.m.Camera == nil || u.m.Me == nil || !u.p.on {
		return
	}
	me, known := u.m.mine()
	if !known {
		return
	}
	n := 0
	for i := range u.m.People {
		p := &u.m.People[i]
		if p.Me || p.Asleep || p.far() || n == friendsMost {
			continue
		}
		fx, fy := u.m.Camera.ToScreen(p.Pos)
		x, y := int(fx)/u.s, int(fy)/u.s
		if x > 4 && x < u.w-4 && y > 4 && y < u.h-4 {
			continue
		}
		friend(u, p, me, x, y)
		n++
	}
}

// friend draws the sign of somebody at x, y, which is outside of the window.
func friend(u *Context, p *Person, me fixed.Vec, x, y int) {
	dx, dy := float64(x-u.w/2), float64(y-u.h/2)
	// The sign stands where the line from the middle leaves the part of the window that nothing else needs.
	halfW, halfH := float64(u.w/2-friendSide-8), float64(u.h/2-80)
	k := min(halfW/max(math.Abs(dx), 1), halfH/max(math.Abs(dy), 1))
	cx, cy := u.w/2+int(dx*k), u.h/2+int(dy*k)
	if cx > u.w-mapPanel-40 && cy < mapPanel+dialHeight+32 {
		cy = mapPanel + dialHeight + 32 // beside the map
	}
	r := rect{cx - friendSide/2, cy - friendSide/2, friendSide, friendSide}
	u.p.panel(r, panelColour, nameColour(int(p.Seat)), panelColour)
	drawHead(u, r.x+2, r.y+2, p)
	pointer(u, r, dx, dy, int(p.Seat))
	tiles := int(math.Hypot(float64(p.Pos.X-me.X), float64(p.Pos.Y-me.Y)) / fixed.One)
	u.digits(r.x+r.w/2+5*len(itoa(tiles))/2, r.y+r.h+4, itoa(tiles), textColour, true)
}

// pointer draws a small triangle beside r, in the one of eight directions that is nearest to dx, dy.
func pointer(u *Context, r rect, dx, dy float64, seat int) {
	eighth := int(math.Round(math.Atan2(dy, dx)*4/math.Pi)) & 7
	sx := [8]int{1, 1, 0, -1, -1, -1, 0, 1}[eighth]
	sy := [8]int{0, 1, 1, 1, 0, -1, -1, -1}[eighth]
	x, y := r.x+r.w/2+sx*(r.w/2+5), r.y+r.h/2+sy*(r.h/2+5)
	if sy > 0 { // below stands the distance
		y += 8
	}
	for grow := 1; grow >= 0; grow-- {
		col := nameColour(seat)
		if grow == 1 {
			col = inkColour
		}
		for i := range 4 { // slices, the widest at the foot
			half := 3 - i
			switch {
			case sx != 0 && sy != 0:
				u.p.fill(rect{x - sx*i - grow, y - sy*(3-i) - grow, 1 + 2*grow, 1 + 2*grow}, col)
				u.p.fill(rect{x - max(0, sx)*i - grow, y - max(0, sy)*0 - grow, i + 1 + 2*grow, 1 + 2*grow}, col)
			case sx != 0:
				u.p.fill(rect{x + sx*(i-1) - grow, y - half - grow, 1 + 2*grow, 2*half + 1 + 2*grow}, col)
			default:
				u.p.fill(rect{x - half - grow, y + sy*(i-1) - grow, 2*half + 1 + 2*grow, 1 + 2*grow}, col)
			}
		}
	}
}

package hud

import (
	"math"

	"manyhold/game/fixed"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// friendsMost is how many people beyond the edges of the window are pointed at; beyond it the farther in
	// the table are left out.
	friendsMost = 8
	// friendSide is the width of the sign that points at a player.
	friendSide = 20
)

// friends points from the edges of the window at players beyond them: a face, an arrow, and the distance in
// tiles.
func friends(u *kit.Context) {
	if u.Model.Game.Camera == nil || u.Model.Game.Me == nil || !u.P.On {
		return
	}
	me, known := u.Model.Mine()
	if !known {
		return
	}
	n := 0
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		if p.Me || p.Asleep && p.Lies == 0 || p.Far() || p.Secret || p.Bot || n == friendsMost {
			continue
		}
		fx, fy := u.Model.Game.Camera.ToScreen(p.Pos)
		x, y := int(fx)/u.Scale, int(fy)/u.Scale
		if x > 4 && x < u.W-4 && y > 4 && y < u.H-4 {
			continue
		}
		friend(u, p, me, x, y)
		n++
	}
}

// friend draws the sign of a player at x, y, which is outside of the window.
func friend(u *kit.Context, p *model.Person, me fixed.Vec, x, y int) {
	dx, dy := float64(x-u.W/2), float64(y-u.H/2)
	// The sign stands where the line from the middle leaves the free part of the window.
	halfW, halfH := float64(u.W/2-friendSide-8), float64(u.H/2-80)
	k := min(halfW/max(math.Abs(dx), 1), halfH/max(math.Abs(dy), 1))
	cx, cy := u.W/2+int(dx*k), u.H/2+int(dy*k)
	if cx > u.W-kit.MapPanel-40 && cy < kit.MapPanel+dialHeight+32 {
		cy = kit.MapPanel + dialHeight + 32 // beside the map
	}
	r := kit.R(cx-friendSide/2, cy-friendSide/2, friendSide, friendSide)
	u.P.Panel(r, kit.PanelColour, kit.NameColour(int(p.Seat)), kit.PanelColour)
	kit.DrawHead(u, r.X+2, r.Y+2, p)
	pointer(u, r, dx, dy, int(p.Seat))
	tiles := int(math.Hypot(float64(p.Pos.X-me.X), float64(p.Pos.Y-me.Y)) / fixed.One)
	u.Digits(r.X+r.W/2+5*len(kit.Itoa(tiles))/2, r.Y+r.H+4, kit.Itoa(tiles), kit.TextColour, true)
}

// pointer draws a small triangle beside r, in the one of eight directions that is nearest to dx, dy.
func pointer(u *kit.Context, r kit.Rect, dx, dy float64, seat int) {
	eighth := int(math.Round(math.Atan2(dy, dx)*4/math.Pi)) & 7
	sx := [8]int{1, 1, 0, -1, -1, -1, 0, 1}[eighth]
	sy := [8]int{0, 1, 1, 1, 0, -1, -1, -1}[eighth]
	x, y := r.X+r.W/2+sx*(r.W/2+5), r.Y+r.H/2+sy*(r.H/2+5)
	if sy > 0 { // below stands the distance
		y += 8
	}
	for grow := 1; grow >= 0; grow-- {
		col := kit.NameColour(seat)
		if grow == 1 {
			col = kit.InkColour
		}
		for i := range 4 { // slices, the widest at the foot
			half := 3 - i
			switch {
			case sx != 0 && sy != 0:
				u.P.Fill(kit.R(x-sx*i-grow, y-sy*(3-i)-grow, 1+2*grow, 1+2*grow), col)
				u.P.Fill(kit.R(x-max(0, sx)*i-grow, y-max(0, sy)*0-grow, i+1+2*grow, 1+2*grow), col)
			case sx != 0:
				u.P.Fill(kit.R(x+sx*(i-1)-grow, y-half-grow, 1+2*grow, 2*half+1+2*grow), col)
			default:
				u.P.Fill(kit.R(x-half-grow, y+sy*(i-1)-grow, 2*half+1+2*grow, 1+2*grow), col)
			}
		}
	}
}

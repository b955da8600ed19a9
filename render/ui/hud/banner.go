package hud

import (
	"manyhold/render/ui/kit"
)

// bannerTicks is how long a banner stands that tells of something over.
const bannerTicks = 480

// showBanner draws the network's message at y, and returns the y of the next thing. A continuing state has a
// pattern beside its colour.
func (h *HUD) showBanner(u *kit.Context, y int) int {
	waiting := u.Model.Net.Waiting
	if h.banner == "" || !waiting && u.Now-h.bannerAt > bannerTicks {
		return y
	}
	col := kit.AgreeColour
	if waiting {
		col = kit.ProvisionalColour
	}
	w := min(u.Notices.LaneWidth(u), u.Measure(h.banner, false)+2*kit.Padding+16)
	r := kit.R(u.Notices.LaneCentre(u)-w/2, y, w, 8+u.Height(h.banner, w-2*kit.Padding-14, false))
	u.Solid(r)
	u.P.Panel(r, kit.PanelColour, col, kit.PanelColour)
	for i := range 3 { // three dots that run while something is waited for, and stand when it is done
		c := col
		if waiting && int(u.Now/20)%3 == i {
			c = kit.TextColour
		}
		u.P.Fill(kit.R(r.X+6+i*5, r.Y+r.H/2-1, 3, 3), c)
	}
	u.Paragraph(kit.R(r.X+kit.Padding+14, r.Y+4, r.W-2*kit.Padding-12, r.H-8), h.banner, kit.Style{Col: kit.TextColour})
	return y + r.H + 4
}

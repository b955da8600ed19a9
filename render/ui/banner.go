package ui

// bannerTicks is how long a banner stands that tells of something over.
const bannerTicks = 480

// showBanner draws what the network has to tell at y, and returns where the next thing may stand. A thing
// that is not over has a pattern of its own beside its colour.
func (h *HUD) showBanner(u *Context, y int) int {
	waiting := u.m.Net.Waiting
	if h.banner == "" || !waiting && u.now-h.bannerAt > bannerTicks {
		return y
	}
	col := agreeColour
	if waiting {
		col = provisionalColour
	}
	w := min(u.notices.laneWidth(u), u.measure(h.banner, false)+2*padding+16)
	r := rect{u.notices.laneCentre(u) - w/2, y, w, 8 + u.height(h.banner, w-2*padding-14, false)}
	u.solid(r)
	u.p.panel(r, panelColour, col, panelColour)
	for i := range 3 { // three dots that run while something is waited for, and stand when it is done
		c := col
		if waiting && int(u.now/20)%3 == i {
			c = textColour
		}
		u.p.fill(rect{r.x + 6 + i*5, r.y + r.h/2 - 1, 3, 3}, c)
	}
	u.paragraph(rect{r.x + padding + 14, r.y + 4, r.w - 2*padding - 12, r.h - 8}, h.banner, style{col: textColour})
	return y + r.h + 4
}

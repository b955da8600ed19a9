package ui

// plateMost is the greatest width of a plate, in units of the interface.
const plateMost = 260

// plate draws what stands on the lighthouse that is looked at.
func plate(u *Context) {
	p := &u.m.Plate
	if p.Title == "" || u.m.Camera == nil || !u.p.on {
		return
	}
	x, y, seen := u.onScreen(p.At)
	if !seen {
		return
	}
	lines := u.wrap(p.Text, plateMost-2*padding)
	w := u.measure(p.Title, false)
	for _, l := range lines {
		w = max(w, u.measure(l, false))
	}
	w = min(w, plateMost-2*padding) + 2*padding
	h := (len(lines)+1)*lineHeight + padding
	r := rect{min(max(x-w/2, 4), u.w-w-4), min(max(y-h, 4), u.h-h-72), w, h}
	u.p.panel(r, panelColour, borderColour, panelColour)
	r.y += padding / 2
	u.text(rect{r.x, r.y, r.w, lineHeight}, p.Title, style{col: focusColour, align: centre})
	for n, l := range lines {
		u.text(rect{r.x, r.y + (n+1)*lineHeight, r.w, lineHeight}, l, style{col: textColour, align: centre})
	}
}

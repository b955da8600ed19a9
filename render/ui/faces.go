package ui

// facesMost is how many faces are shown; the rest is a number.
const facesShown = 8

// faces draws those who are present, the player first, each with a dot for its link.
func faces(u *Context, r rect) {
	if len(u.m.People) == 0 {
		return
	}
	n := 0
	for i := range u.m.People {
		if p := &u.m.People[i]; p.Me {
			portrait(u, rect{r.x, r.y, 20, 20}, p)
			n = 1
		}
	}
	rest := 0
	for i := range u.m.People {
		p := &u.m.People[i]
		if p.Me || p.Asleep {
			continue
		}
		if n >= facesShown {
			rest++
			continue
		}
		portrait(u, rect{r.x + n%4*24, r.y + n/4*24, 20, 20}, p)
		n++
	}
	if rest > 0 {
		u.text(rect{r.x, r.y + 48, 48, 16}, u.say1("hud.more", "n", itoa(rest)), style{col: textColour, outline: true})
	}
}

// portrait draws one face and its dot.
func portrait(u *Context, r rect, p *Person) {
	if !u.p.on {
		return
	}
	border := borderColour
	if p.Me {
		border = focusColour
	}
	u.p.panel(r, panelColour, border, panelColour)
	drawHead(u, r.x+2, r.y+2, p)
	if !p.Me {
		u.linkDot(r.x+r.w-5, r.y+r.h-5, p.Link)
	}
}

package hud

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// facesShown is how many faces are shown; the rest is a number.
const facesShown = 8

// faces draws the players present, the own player first, each with a dot for its link.
func faces(u *kit.Context, r kit.Rect) {
	if len(u.Model.Game.People) == 0 {
		return
	}
	n := 0
	for i := range u.Model.Game.People {
		if p := &u.Model.Game.People[i]; p.Me {
			portrait(u, kit.R(r.X, r.Y, 20, 20), p)
			n = 1
		}
	}
	rest := 0
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		if p.Me || p.Asleep && p.Lies == 0 || p.Bot {
			continue
		}
		if n >= facesShown {
			rest++
			continue
		}
		portrait(u, kit.R(r.X+n%4*24, r.Y+n/4*24, 20, 20), p)
		n++
	}
	if rest > 0 {
		u.Text(kit.R(r.X, r.Y+48, 48, 16), u.Say1("hud.more", "n", kit.Itoa(rest)), kit.Style{Col: kit.TextColour, Outline: true})
	}
}

// portrait draws one face and its dot.
func portrait(u *kit.Context, r kit.Rect, p *model.Person) {
	if !u.P.On {
		return
	}
	border := kit.BorderColour
	switch {
	case p.Lies > 0:
		border = kit.BadColour
	case p.Me:
		border = kit.FocusColour
	}
	u.P.Panel(r, kit.PanelColour, border, kit.PanelColour)
	kit.DrawHead(u, r.X+2, r.Y+2, p)
	if !p.Me {
		u.LinkDot(r.X+r.W-5, r.Y+r.H-5, p.Link)
	}
}

package hud

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	goalTop    = 62 // of the line: between faces and hints
	goalHeight = 18
	goalNear   = 6 // within so many tiles no arrow is needed
	arrowSide  = 9
)

// goalLine lays out the goal that the player has before it: its words, and the way there.
func goalLine(u *kit.Context) {
	g := &u.Model.HUD.Goal
	if !g.On || !u.P.On {
		return
	}
	words := GoalWords(u, &g.Goal)
	w := u.Measure(words, false) + 12
	far := ""
	if g.Known && g.Tiles > goalNear {
		far = kit.Itoa(g.Tiles)
		w += arrowSide + 8 + u.Measure(far, false)
	}
	r := kit.R(8, goalTop, w, goalHeight)
	u.Solid(r)
	u.P.Panel(r, kit.PanelColour, kit.FocusColour, kit.PanelColour)
	u.Text(kit.R(r.X+6, r.Y, r.W, r.H), words, kit.Style{Col: kit.TextColour})
	if far != "" {
		x := r.X + r.W - 6 - u.Measure(far, false)
		goalArrow(u, x-arrowSide-4, r.Y+(r.H-arrowSide)/2, g.Eighth)
		u.Text(kit.R(x, r.Y, r.W, r.H), far, kit.Style{Col: kit.DimColour})
	}
}

// GoalWords are the words of a goal.
func GoalWords(u *kit.Context, g *model.Goal) string {
	key, n := g.Words()
	return u.Say1(key, "n", n)
}

// arrows are an arrow to the east and one to the south-east; the others are these, turned.
var arrows = [2][arrowSide]string{
	{"", "    #", "    ##", "    ###", "#########", "    ###", "    ##", "    #", ""},
	{"#", "##", " ##    #", "  ##   #", "   ##  #", "    ## #", "     ###", "      ##", "  #######"},
}

// goalArrow draws an arrow in one of eight directions, in eighths of a circle from east over south.
func goalArrow(u *kit.Context, x, y, eighth int) {
	for dy, line := range arrows[eighth&1] {
		for dx, c := range line {
			if c != '#' {
				continue
			}
			px, py := dx, dy
			for range eighth >> 1 & 3 { // a quarter turn from east to south
				px, py = arrowSide-1-py, px
			}
			u.P.Fill(kit.R(x+px, y+py, 1, 1), kit.FocusColour)
		}
	}
}

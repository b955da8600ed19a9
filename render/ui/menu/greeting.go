package menu

import (
	"manyhold/game/entity"
	"manyhold/input"
	dolls "manyhold/render/atlas"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Greeting is the state of the screen that asks a newcomer for a name and a look.
type Greeting struct {
	name   kit.Field
	open   bool
	rolls  int         // throws of the dice that name and look are of
	chosen int         // of the looks
	look   entity.Look // the chosen one, with the colours that were changed
	mirror *Wardrobe   // which has the walking figure of the atlas
	crew   [kit.CrewSize]entity.Look
	ready  bool // the atlas has them
	idle   int  // ticks without a touch; -1 once something was touched
}

// greetingParts are the parts of a look that a newcomer can change: skin, hair and shirt.
var greetingParts = [...]int{0, 2, 3}

const (
	greetingWidth = 424
	greetingWell  = 112 // width of the place of the figure
	greetingGrow  = 4   // of the figure
	crewHeight    = 56
	// GreetingWait is how long the screen waits for a player who touches nothing, in ticks, before the world
	// begins with what is offered: 15 s.
	GreetingWait = 15 * 60
	// greetingCalm is how long, in ticks, a cursor that goes on moving after the click on Play counts as no
	// touch.
	greetingCalm = 45
)

// Follow opens the screen when the model asks, and closes it when it does no more.
func (g *Greeting) Follow(u *kit.Context) {
	want := &u.Model.Title.Greeting
	if want.On && want.Rolls != g.rolls {
		g.rolls, g.chosen, g.look, g.ready = want.Rolls, 0, want.Looks[0], false
		g.name.Set(want.Name)
		g.name.SelectAll()
	}
	switch {
	case want.On && !g.open:
		g.open, g.idle = true, 0
		if u.In.Device == input.Pad {
			u.Open(g)
			u.Prefer = kit.Ident("greeting.go", 0)
		} else {
			u.Write(g, "greeting.name")
		}
	case g.open && (!want.On || !u.IsOpen(g)):
		g.open = false
		if u.IsOpen(g) {
			u.Close()
		}
	}
}

// Show lays out the figure at the left, and at the right the name and what can be chosen.
func (g *Greeting) Show(u *kit.Context) {
	u.Veil()
	panel := u.Centred(greetingWidth, 24+20+kit.RowHeight+8+crewHeight+8+len(greetingParts)*kit.RowHeight+8+kit.RowHeight+20+2*kit.Padding)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("greeting.title"))
	foot := kit.R(r.X, r.Y+r.H-20-kit.RowHeight, r.W, 20+kit.RowHeight)
	body := kit.R(r.X, r.Y, r.W, foot.Y-r.Y-8)
	well := kit.R(body.X, body.Y, greetingWell, body.H)
	u.P.Panel(well, kit.WellColour, kit.BorderColour, kit.WellColour)
	g.stand(u, well)
	right := kit.R(body.X+greetingWell+12, body.Y, body.W-greetingWell-12, body.H)
	u.Text(right.Cut(20), u.Say("greeting.name"), kit.Style{Col: kit.TextColour})
	row := right.Cut(kit.RowHeight)
	dice := kit.R(row.X+row.W-76, row.Y, 76, kit.ButtonHeight)
	_, entered := u.Box(kit.R(row.X, row.Y, row.W-84, kit.ButtonHeight), kit.Ident("greeting.name", 0), &g.name, u.Model.Title.Greeting.Name)
	if u.Button(dice, kit.Ident("greeting.roll", 0), "    "+u.Say("greeting.roll"), "") {
		u.Do(model.RollPersona{})
	}
	die(u, dice.X+8, dice.Y+5)
	right.Cut(8)
	g.looks(u, right.Cut(crewHeight))
	right.Cut(8)
	for _, part := range greetingParts {
		showPart(u, right.Cut(kit.RowHeight), part, &g.look)
	}
	buttons := foot.Cut(kit.RowHeight)
	half := (buttons.W - 8) / 2 &^ 3
	waited := g.wait(u)
	begin := u.Say("greeting.go")
	if g.idle >= 0 {
		begin = u.Say1("greeting.go_in", "n", kit.Itoa((GreetingWait-g.idle+59)/60))
	}
	goes := u.Button(kit.R(buttons.X, buttons.Y, half, kit.ButtonHeight), kit.Ident("greeting.go", 0), begin, "")
	skips := u.Button(kit.R(buttons.X+buttons.W-half, buttons.Y, half, kit.ButtonHeight), kit.Ident("greeting.skip", 0), u.Say("greeting.skip"), "")
	u.Text(kit.R(foot.X, foot.Y, foot.W, 16), u.Say("greeting.how"), kit.Style{Col: kit.DimColour})
	switch {
	case skips || u.Backed():
		u.Do(model.Greet{Skipped: true})
	case goes || entered || waited:
		g.idle = -1
		u.Do(model.Greet{Name: g.name.Trimmed(), Look: g.look})
	}
}

// wait counts the ticks in which nothing was touched, and reports that they are over. The count ends for good
// at the first touch, and stands still while the player looks at another window.
func (g *Greeting) wait(u *kit.Context) (over bool) {
	in := u.In
	switch {
	case u.Drawing || g.idle < 0:
	case in.Fresh() != input.NoButton || in.CursorMoved && g.idle > greetingCalm || len(in.Text) > 0 || in.Touching():
		g.idle = -1
	case in.Focused:
		g.idle++
	}
	return !u.Drawing && g.idle >= GreetingWait
}

// looks lays out the looks to choose from, each with the colours that were chosen.
func (g *Greeting) looks(u *kit.Context, r kit.Rect) {
	side := r.W/model.GreetingLooks - 4
	for i, l := range u.Model.Title.Greeting.Looks {
		c := kit.R(r.X+i*(r.W/model.GreetingLooks), r.Y, side, r.H)
		focused, picked := u.Take(kit.Widget{ID: kit.Ident("greeting.look", i), R: c})
		u.Face(c, focused, i != g.chosen)
		if u.P.On {
			if dressed := g.dressed(l); !g.ready || g.crew[i] != dressed {
				u.P.Atlas.Stand(i, dressed)
				g.crew[i] = dressed
			}
			cell, lift := kit.CrewCell(i), 0
			if focused {
				lift = 1
			}
			u.P.Picture(c.X+(c.W-2*int(cell.W))/2, c.Y+(c.H-2*int(cell.H))/2-lift, cell, 2, kit.White)
			if i == g.chosen {
				u.P.Fill(kit.R(c.X+4, c.Y+c.H-3, c.W-8, 2), kit.FocusColour)
			}
		}
		if u.Answer(picked, "") {
			g.chosen, g.look = i, g.dressed(l)
		}
	}
	g.ready = g.ready || u.P.On
}

// dressed is a look with the colours of the chosen one.
func (g *Greeting) dressed(l entity.Look) entity.Look {
	l.Skin, l.HairColour = g.look.Skin, g.look.HairColour
	l.Shirt += g.look.Shirt%dolls.Dyes - l.Shirt%dolls.Dyes
	l.Trousers = g.look.Trousers
	return l
}

// stand draws the walking figure on a patch of grass.
func (g *Greeting) stand(u *kit.Context, well kit.Rect) {
	if !u.P.On || !g.mirror.load(u, dolls.Dress{Look: dolls.Fold(g.look)}) {
		return
	}
	for k, col := range [...]uint32{0x16304F, 0x1F5578, 0x3389A3, 0x6CC6C4} { // a sky that grows lighter
		top := well.H * 2 / 3 * k / 4
		u.P.Fill(kit.R(well.X+2, well.Y+2+top, well.W-4, well.H*2/3-top), kit.Rgb(col))
	}
	ground := kit.R(well.X+2, well.Y+well.H*2/3, well.W-4, well.H/3-2)
	u.P.Fill(ground, kit.Rgb(0x2F5E45))
	u.P.Fill(kit.R(ground.X, ground.Y, ground.W, 2), kit.Rgb(0x4F8A4B))
	for k := range 9 { // tufts
		x, y := ground.X+4+(k*37)%(ground.W-8), ground.Y+6+(k*23)%max(ground.H-10, 1)
		u.P.Fill(kit.R(x, y, 2, 2), kit.Rgb(0x4F8A4B))
		u.P.Fill(kit.R(x+2, y-2, 2, 2), kit.Rgb(0x8CB85A))
	}
	feet := ground.Y + ground.H/3
	u.P.Fill(kit.R(well.X+well.W/2-22, feet-3, 44, 6), kit.Fade(kit.InkColour, 90))
	walk(u, kit.R(well.X, feet-11*greetingGrow, well.W, 0), greetingGrow)
}

// die draws a die with five eyes.
func die(u *kit.Context, x, y int) {
	u.P.Panel(kit.R(x, y, 13, 13), kit.TextColour, kit.InkColour, kit.White)
	for _, at := range [...][2]int{{3, 3}, {9, 3}, {6, 6}, {3, 9}, {9, 9}} {
		u.P.Fill(kit.R(x+at[0]-1, y+at[1]-1, 2, 2), kit.InkColour)
	}
}

package menu

import (
	"manyhold/game/entity"
	dolls "manyhold/render/atlas"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Wardrobe is the state of the screen of appearance between ticks.
type Wardrobe struct {
	look dolls.Dress // of the figure in the atlas
	worn bool        // there is one
	tab  int         // 1: what can be found and made to wear
}

// wardrobePart is a part of a look that can be chosen.
type wardrobePart struct {
	key   string // of its words
	count int
	of    func(*entity.Look) *uint8
	unit  int // of a byte that holds two parts: how much a choice adds to it; 0 for 1
}

// value is the choice of the part in a look, and dress the look with another choice.
func (p *wardrobePart) value(l entity.Look) int {
	return int(*p.of(&l)) / max(p.unit, 1) % p.count
}

func (p *wardrobePart) dress(l entity.Look, choice int) entity.Look {
	unit := max(p.unit, 1)
	*p.of(&l) += uint8(choice*unit - p.value(l)*unit)
	return l
}

var wardrobeParts = [...]wardrobePart{
	{"wardrobe.skin", dolls.SkinCount, func(l *entity.Look) *uint8 { return &l.Skin }, 1},
	{"wardrobe.hair", dolls.HairCount, func(l *entity.Look) *uint8 { return &l.Hair }, 1},
	{"wardrobe.hair_colour", dolls.HairColours, func(l *entity.Look) *uint8 { return &l.HairColour }, 1},
	{"wardrobe.shirt", dolls.Dyes, func(l *entity.Look) *uint8 { return &l.Shirt }, 1},
	{"wardrobe.coat", dolls.Cuts, func(l *entity.Look) *uint8 { return &l.Shirt }, dolls.Dyes},
	{"wardrobe.trousers", dolls.TrousersCount, func(l *entity.Look) *uint8 { return &l.Trousers }, 1},
	{"wardrobe.hat", dolls.HatCount, func(l *entity.Look) *uint8 { return &l.Hat }, 1},
}

func (w *Wardrobe) Open(u *kit.Context) { u.Open(w) }

// Show lays out how the player is dressed: the figure at the left, walking and turning, its parts at the
// right.
func (w *Wardrobe) Show(u *kit.Context) {
	u.Veil()
	const figureWidth = 96
	height := 24 + len(wardrobeParts)*kit.RowHeight + 8 + kit.RowHeight + 20 + 2*kit.Padding
	playing := u.Phase == model.Playing
	if playing {
		height += 12 + kit.RowHeight
	}
	panel := u.Centred(436, height)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	top := r
	title, other := "wardrobe.title", "wardrobe.finery"
	if w.tab == 1 {
		title, other = other, title
	}
	u.Heading(&r, u.Say(title))
	tabs := playing && u.Model.Game.Me != nil
	if tabs {
		r.Cut(4)
	}
	look := dolls.Fold(u.Model.Look)
	rows := r.Cut(len(wardrobeParts) * kit.RowHeight)
	well := kit.R(rows.X, rows.Y, figureWidth, rows.H-4)
	u.P.Panel(well, kit.WellColour, kit.BorderColour, kit.WellColour)
	dress := dolls.Dress{Look: look}
	if me := u.Model.Game.Me; me != nil && playing {
		dress.Worn = dolls.DressOf(me).Worn
	}
	w.figure(u, well, dress)
	list := kit.R(rows.X+figureWidth+12, rows.Y, rows.W-figureWidth-12, rows.H)
	next := look
	if w.tab == 1 && u.Model.Game.Me != nil {
		w.finery(u, list)
	} else {
		for i := range wardrobeParts {
			showPart(u, list.Cut(kit.RowHeight), i, &next)
		}
	}
	if tabs && u.Button(kit.R(top.X+top.W-176, top.Y-2, 176, kit.ButtonHeight), kit.Ident("wardrobe.tab", 0), u.Say(other), "") {
		w.tab = 1 - w.tab
	}
	r.Cut(8)
	foot := r.Cut(kit.RowHeight)
	third := (foot.W - 16) / 3 &^ 3
	button := func(i int, key string) bool {
		return u.Button(kit.R(foot.X+i*(third+8), foot.Y, third, kit.ButtonHeight), kit.Ident(key, 0), u.Say(key), "")
	}
	if w.tab == 0 && button(0, "wardrobe.random") {
		for i, part := range wardrobeParts { // cosmetic: the interface's own clock decides
			next = part.dress(next, int((u.Now>>i*2654435761+u.Now*uint64(i+7))%uint64(part.count)))
		}
	}
	if w.tab == 0 && button(1, "wardrobe.reset") {
		u.Do(model.ResetSetting{Key: "player.look"})
		next = look
	}
	back := button(2, "menu.back")
	u.Text(r.Cut(20), u.Say("wardrobe.how"), kit.Style{Col: kit.DimColour})
	if playing {
		r.Cut(8)
		w.picture(u, r.Cut(kit.ButtonHeight))
	}
	if next != look {
		u.Do(model.SetLook{Look: next})
	}
	if back || u.Backed() {
		u.Close()
	}
}

// picture lays out what there is to say of a picture to wear, and takes it off.
func (w *Wardrobe) picture(u *kit.Context, r kit.Rect) {
	a := &u.Model.Avatar
	say := "wardrobe.picture_off"
	switch {
	case a.Allowed && a.Worn:
		say = "wardrobe.picture_worn"
	case a.Allowed:
		say = "wardrobe.picture_how"
	}
	if a.Worn {
		at := kit.R(r.X+r.W-128, r.Y, 128, kit.ButtonHeight)
		if u.Button(at, kit.Ident("wardrobe.bare", 0), u.Say("wardrobe.bare"), "") {
			u.Do(model.TakeOffPicture{})
		}
		r.W -= at.W + 8
	}
	u.Text(r, u.Say(say), kit.Style{Col: kit.DimColour})
}

// showPart lays out one part, which left and right change.
func showPart(u *kit.Context, r kit.Rect, i int, l *entity.Look) {
	part := &wardrobeParts[i]
	v := part.value(*l)
	r.H = kit.ButtonHeight
	at := kit.R(r.X+r.W-128, r.Y, 128, r.H)
	id := kit.Ident("wardrobe", i)
	focused, chosen := u.Take(kit.Widget{ID: id, R: at, Hold: true})
	u.Face(at, focused, false)
	col := kit.TextColour
	if focused {
		col = kit.FocusColour
	}
	u.Text(kit.R(r.X, r.Y, r.W-at.W-8, r.H), u.Say(part.key), kit.Style{Col: col})
	u.Arrows(at, u.Say2("wardrobe.part", "n", kit.Itoa(v+1), "all", kit.Itoa(part.count)))
	turn := u.Turned(focused)
	if chosen {
		turn = 1
		if u.Hot == id && u.CursorX < at.X+at.W/3 {
			turn = -1
		}
	}
	if turn == 0 {
		return
	}
	u.Sound(kit.SoundHover)
	*l = part.dress(*l, (v+turn+part.count)%part.count)
}

const (
	// figureTicks is how long each direction is looked in, in ticks.
	figureTicks = 90
	figureGrow  = 3
)

// figure draws a person so dressed in the middle of r.
func (w *Wardrobe) figure(u *kit.Context, r kit.Rect, l dolls.Dress) {
	if u.P.On && w.load(u, l) {
		walk(u, r, figureGrow)
	}
}

// load has the atlas hold the walking figure of a person so dressed; false where there is none.
func (w *Wardrobe) load(u *kit.Context, l dolls.Dress) bool {
	if !w.worn || w.look != l {
		w.worn = u.P.Atlas.Figure(l)
		w.look = l
	}
	return w.worn
}

// walk draws the walking figure of the atlas in the middle of r, grown: it turns now and then.
func walk(u *kit.Context, r kit.Rect, grow int) {
	turn, step := int(u.Now/figureTicks)%kit.FigureTurns, int(u.Now/8)%kit.FigureSteps
	if u.Model.Window.ReducedMotion {
		turn, step = 0, 0
	}
	c := kit.FigureCell(turn, step)
	u.P.Picture(r.X+(r.W-int(c.W)*grow)/2, r.Y+(r.H-int(c.H)*grow)/2, c, float32(grow), kit.White)
}

package ui

import (
	"manyhold/game/entity"
	dolls "manyhold/render/atlas"
)

// WardrobeScreen is what the screen of appearance remembers between ticks.
type WardrobeScreen struct {
	look entity.Look // what the figure in the atlas wears
	worn bool        // there is one
}

// wardrobePart is a part of a look that can be chosen.
type wardrobePart struct {
	key   string // of its words
	count int
	of    func(*entity.Look) *uint8
}

var wardrobeParts = [...]wardrobePart{
	{"wardrobe.skin", dolls.SkinCount, func(l *entity.Look) *uint8 { return &l.Skin }},
	{"wardrobe.hair", dolls.HairCount, func(l *entity.Look) *uint8 { return &l.Hair }},
	{"wardrobe.hair_colour", dolls.HairColours, func(l *entity.Look) *uint8 { return &l.HairColour }},
	{"wardrobe.shirt", dolls.ShirtCount, func(l *entity.Look) *uint8 { return &l.Shirt }},
	{"wardrobe.trousers", dolls.TrousersCount, func(l *entity.Look) *uint8 { return &l.Trousers }},
	{"wardrobe.hat", dolls.HatCount, func(l *entity.Look) *uint8 { return &l.Hat }},
}

func (w *WardrobeScreen) Open(u *Context) { u.open(w) }

// showWardrobe lays out how the player is dressed: the figure at the left, walking and turning, its parts at the right.
func (w *WardrobeScreen) Show(u *Context) {
	u.veil()
	const figureWidth = 96
	panel := u.centred(436, 24+len(wardrobeParts)*rowHeight+8+rowHeight+20+2*padding)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("wardrobe.title"))
	look := dolls.Fold(u.m.Look)
	rows := r.cut(len(wardrobeParts) * rowHeight)
	well := rect{rows.x, rows.y, figureWidth, rows.h - 4}
	u.p.panel(well, wellColour, borderColour, wellColour)
	w.figure(u, well, look)
	list := rect{rows.x + figureWidth + 12, rows.y, rows.w - figureWidth - 12, rows.h}
	next := look
	for i := range wardrobeParts {
		w.part(u, list.cut(rowHeight), i, &next)
	}
	r.cut(8)
	foot := r.cut(rowHeight)
	third := (foot.w - 16) / 3 &^ 3
	button := func(i int, key string) bool {
		return u.button(rect{foot.x + i*(third+8), foot.y, third, buttonHeight}, ident(key, 0), u.say(key), "")
	}
	if button(0, "wardrobe.chance") {
		for i, part := range wardrobeParts { // cosmetic: the interface's own clock decides
			*part.of(&next) = uint8((u.now>>i*2654435761 + u.now*uint64(i+7)) % uint64(part.count))
		}
	}
	if button(1, "wardrobe.own") {
		u.do(ResetSetting{Key: "player.look"})
		next = look
	}
	back := button(2, "menu.back")
	u.text(r, u.say("wardrobe.how"), style{col: dimColour})
	if next != look {
		u.do(SetLook{Look: next})
	}
	if back || u.backed() {
		u.close()
	}
}

// wardrobePart lays out one part, which left and right change.
func (w *WardrobeScreen) part(u *Context, r rect, i int, l *entity.Look) {
	part := &wardrobeParts[i]
	v := part.of(l)
	r.h = buttonHeight
	at := rect{r.x + r.w - 128, r.y, 128, r.h}
	id := ident("wardrobe", i)
	focused, chosen := u.take(place{id: id, r: at, hold: true})
	u.face(at, focused, false)
	col := textColour
	if focused {
		col = focusColour
	}
	u.text(rect{r.x, r.y, r.w - at.w - 8, r.h}, u.say(part.key), style{col: col})
	u.arrows(at, u.say2("wardrobe.part", "n", itoa(int(*v)+1), "all", itoa(part.count)))
	turn := u.turned(focused)
	if chosen {
		turn = 1
		if u.hot == id && u.cx < at.x+at.w/3 {
			turn = -1
		}
	}
	if turn == 0 {
		return
	}
	u.sound(SoundHover)
	*v = uint8((int(*v) + turn + part.count) % part.count)
}

const (
	// figureTicks is how long each direction is looked in, in ticks.
	figureTicks = 90
	figureGrow  = 3
)

// figure draws a person so dressed in the middle of r: it walks, and turns now and then.
func (w *WardrobeScreen) figure(u *Context, r rect, l entity.Look) {
	if !u.p.on {
		return
	}
	if w := w; !w.worn || w.look != l {
		w.worn = u.p.atlas.figure(l)
		w.look = l
	}
	if !w.worn {
		return
	}
	turn, step := int(u.now/figureTicks)%figureTurns, int(u.now/8)%figureSteps
	if u.m.ReducedMotion {
		turn, step = 0, 0
	}
	c := figureCell(turn, step)
	u.p.picture(r.x+(r.w-int(c.w)*figureGrow)/2, r.y+(r.h-int(c.h)*figureGrow)/2, c, figureGrow, white)
}

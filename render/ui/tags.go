package ui

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
)

const (
	// bubbleTicks is how long what was said stands over the speaker's head (5 s), emoteTicks an emote (3 s).
	bubbleTicks, emoteTicks = 300, 180
	bubbleWidth             = 168
	bubbleLines             = 4
	// headHeight is how far over its feet the top of a figure is, in tiles.
	headHeight = fixed.One * 26 / 16
)

// tags draws what stands over the heads of people: names, what they said, how they feel.
func (u *UI) tags() {
	if u.m.Camera == nil || !u.p.on {
		return
	}
	for i := range u.m.People {
		p := &u.m.People[i]
		if p.far() {
			continue
		}
		x, y, seen := u.onScreen(fixed.Vec{X: p.Pos.X, Y: p.Pos.Y - headHeight})
		if !seen {
			continue
		}
		said := u.said(p.Seat)
		switch {
		case said != "" && !u.network.open:
			y = u.bubble(x, y, said)
		case !p.Me:
			u.nameTag(x, y, p)
			y -= 16
		}
		if age := u.m.Tick - p.EmoteAt; p.Emote > 0 && p.Emote <= EmoteCount && u.m.Tick >= p.EmoteAt && age < emoteTicks {
			u.emoteBubble(x, y, p.Emote)
		}
	}
}

// onScreen returns where a place of the world is in the window, in logical pixels, and whether it is near it.
func (u *UI) onScreen(at fixed.Vec) (x, y int, seen bool) {
	fx, fy := u.m.Camera.ToScreen(at)
	x, y = int(fx)/u.s, int(fy)/u.s
	return x, y, x > -40 && x < u.w+40 && y > -20 && y < u.h+60
}

// said returns what a player said within the last 5 seconds.
func (u *UI) said(seat entity.Seat) string {
	if seat == 0 {
		return ""
	}
	for i := len(u.m.Chat) - 1; i >= 0; i-- {
		l := &u.m.Chat[i]
		if u.m.Tick >= l.Tick+bubbleTicks {
			return ""
		}
		if l.Seat == seat {
			return l.Text
		}
	}
	return ""
}

// nameTag writes a name over a head, and health below it when that is not whole.
func (u *UI) nameTag(x, y int, p *Person) {
	col := textColour
	if p.Asleep {
		col = dimColour
	}
	w := min(u.measure(p.Name, false), 160)
	u.text(rect{x - w/2, y - 18, w + 1, 16}, p.Name, style{col: col, outline: true, align: centre})
	if p.Health > 0 && p.Health < maxHealth && !p.Asleep {
		u.p.fill(rect{x - 11, y - 3, 22, 4}, inkColour)
		u.p.fill(rect{x - 10, y - 2, int(p.Health), 2}, hurtColour)
	}
}

// bubble draws what was said, its tail at x, y, and returns its upper edge.
func (u *UI) bubble(x, y int, words string) int {
	lines := u.wrap(words, bubbleWidth)
	w := 0
	for _, l := range lines {
		w = max(w, u.measure(l, false))
	}
	h := min(len(lines), bubbleLines) * lineHeight
	r := rect{x - w/2 - 8, y - h - 14, w + 16, h + 8}
	r.x = min(max(r.x, 4), max(4, u.w-r.w-4))
	r.y = max(r.y, 4)
	u.p.panel(r, panelColour, borderColour, borderColour)
	for i := range 3 {
		u.p.fill(rect{x - 3 + i, r.y + r.h - 1 + i, 7 - 2*i, 1}, borderColour)
	}
	u.paragraph(rect{r.x + 8, r.y + 4, bubbleWidth, h}, words, style{col: textColour})
	return r.y
}

// emoteBubble draws a feeling over a head.
func (u *UI) emoteBubble(x, y int, which uint8) {
	r := rect{x - 9, y - 20, 18, 18}
	u.p.panel(r, textColour, inkColour, textColour)
	u.p.fill(rect{x - 2, r.y + r.h - 1, 4, 1}, textColour)
	u.p.fill(rect{x - 1, r.y + r.h, 2, 1}, textColour)
	u.p.picture(r.x+3, r.y+3, emoteCell(which), 1, white)
}

// aim draws what a key would do with the thing that is near: "E open".
func (u *UI) aim() {
	a := &u.m.Aim
	key, action := aimWords(a)
	if key == "" || u.m.Camera == nil || !u.p.on {
		return
	}
	x, y, seen := u.onScreen(fixed.Vec{X: a.At.X, Y: a.At.Y - fixed.One})
	if !seen {
		return
	}
	if a.Wind > 0 {
		u.wind(x, y, a.Wind)
		return
	}
	words := a.Why
	switch {
	case words != "":
	case a.Outline != item.None:
		words = u.say2(key, "item", u.say(itemKey(a.Outline)), "erase", u.in.Name(input.Use))
	default:
		words = u.say(key)
	}
	name := u.in.Name(action)
	kw := max(16, u.measure(name, false)+8)
	w := u.measure(words, false)
	x = min(max(x-(kw+4+w)/2, 4), u.w-kw-w-12)
	y = min(max(y-20, 4), u.h-72)
	u.p.panel(rect{x, y, kw, 18}, panelColour, focusColour, panelColour)
	u.text(rect{x, y, kw, 18}, name, style{col: focusColour, align: centre})
	u.text(rect{x + kw + 4, y, w + 2, 18}, words, style{col: textColour, outline: true})
}

// wind draws how far a throw is wound up: a bar that glows when it is full.
func (u *UI) wind(x, y int, part float64) {
	const w, h = 40, 6
	r := rect{x - w/2, y - h, w, h}
	u.p.panel(r, inkColour, borderColour, inkColour)
	colour := textColour
	if part >= 1 {
		colour = focusColour
	}
	u.p.fill(rect{r.x + 2, r.y + 2, int(part * (w - 4)), h - 4}, colour)
}

// aimWords returns what would be done, and by which key; empty for nothing.
func aimWords(a *Aim) (key string, action input.Action) {
	if a.Carried {
		return "hint.throw", input.Throw
	}
	switch a.Body {
	case entity.Crate, entity.Ball:
		if a.Body == entity.Ball {
			return "hint.pick_ball", input.PickUp
		}
		return "hint.pick_crate", input.PickUp
	}
	switch {
	case a.Outline == item.None:
	case a.Ready:
		return "hint.build_outline", input.Place
	default:
		return "hint.select_for_outline", input.Place
	}
	set := a.State&tile.StateBit0 != 0
	switch a.Block {
	case tile.Door:
		if set {
			return "hint.close_door", input.Use
		}
		return "hint.open_door", input.Use
	case tile.Lamp, tile.Torch:
		if set {
			return "hint.light_lamp", input.Use
		}
		return "hint.douse_lamp", input.Use
	case tile.Hearth:
		if set {
			return "hint.douse_fire", input.Use
		}
		return "hint.light_fire", input.Use
	case tile.Chest:
		return "hint.open_chest", input.Use
	case tile.Sign:
		return "hint.read_sign", input.Use
	case tile.BerryBush:
		return "hint.pick_berries", input.Use
	case tile.Bed:
		return "hint.use_bed", input.Use
	}
	return "", input.NoAction
}

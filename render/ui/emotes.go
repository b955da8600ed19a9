package ui

import (
	"math"

	"manyhold/input"
)

const (
	// wheelX and wheelY are the half axes on which the feelings stand around the middle of the wheel, and spoke the
	// size of one.
	wheelX, wheelY = 92, 62
	spokeW, spokeH = 60, 36
)

// showEmotes lays out the wheel of feelings, around the player: each also has the number of its place.
func (e *Emotes) Show(u *Context) {
	cx, cy := u.w/2, min(u.h/2, u.h-slotSide-40-wheelY-spokeH/2)
	hub := rect{cx - 48, cy - 12, 96, 24}
	u.panel(hub)
	u.text(hub, u.say("emote.title"), style{col: focusColour, align: centre})
	for i, name := range emoteNames {
		if spoke(u, i, name, cx, cy) {
			u.do(SendEmote{Which: uint8(i + 1)})
			u.close()
			return
		}
	}
	if u.backed() || u.again(input.Emote) {
		u.close()
	}
}

// spoke lays out one feeling of the wheel, the first at its top and on with the clock, and reports whether it was
// picked.
func spoke(u *Context, i int, name string, cx, cy int) bool {
	a := 2 * math.Pi * float64(i) / EmoteCount
	x, y := cx+int(math.Round(wheelX*math.Sin(a))), cy-int(math.Round(wheelY*math.Cos(a)))
	c := rect{x - spokeW/2, y - spokeH/2, spokeW, spokeH}
	focused, chosen := u.take(place{id: ident("emote", i), r: c})
	u.solid(c)
	u.face(c, focused, false)
	col := textColour
	if focused {
		c.y--
		col = paleColour
	}
	u.p.picture(c.x+(c.w-12)/2, c.y+5, emoteCell(uint8(i+1)), 1, white)
	u.digits(c.x+4, c.y+4, itoa(i+1), dimColour, false)
	u.text(rect{c.x, c.y + 18, c.w, 16}, u.say("emote."+name), style{col: col, align: centre})
	picked := chosen || !u.drawing && u.now > u.since && u.in.Pressed(input.Slot1+input.Action(i))
	return u.answer(picked, "")
}

package ui

import (
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
)

// hint is one of the first things to do in a world.
type hint uint8

// The hints, in the order in which they are shown.
const (
	hintWalk hint = iota
	hintDig
	hintLamp
	hintThrow
	hintTalk
	hintInvite
	hintCount
)

const (
	// walkTicks is how long one walks, in ticks, until that counts as known.
	walkTicks = 45
	// hintFade is how long a hint is still seen, ticked off, after it was done.
	hintFade = 75
	// hintsTop is where the hints begin: below the faces.
	hintsTop = 84
)

// Hints is which of the first things have been done, and when.
type Hints struct {
	walked int // ticks
	done   [hintCount]uint64
	told   bool // that all are done
}

// did ticks a hint off.
func (l *Hints) did(u *Context, h hint) {
	if u.m != nil && u.m.Hints && u.phase == Playing && l.done[h] == 0 {
		l.done[h] = max(u.now, 1)
		u.sound(SoundOK)
	}
}

// tick notices a walk, and tells once when there is nothing left to hint at.
func (l *Hints) tick(u *Context) {
	if !u.m.Hints || u.phase != Playing || u.m.Me == nil {
		return
	}
	if u.in.MoveX != 0 || u.in.MoveY != 0 {
		if l.walked++; l.walked >= walkTicks {
			l.did(u, hintWalk)
		}
	}
	last := uint64(0)
	for _, at := range l.done {
		if at == 0 {
			return
		}
		last = max(last, at)
	}
	if !l.told && u.now > last+hintFade {
		l.told = true
		u.do(SetSetting{Key: "player.hints", Value: "false"})
	}
}

// observe notices what the player did in the world.
func (l *Hints) observe(u *Context, e *event.Event) {
	switch e.Kind {
	case event.Dug:
		l.did(u, hintDig)
	case event.Placed:
		if b := tile.Block(e.A); e.B == 0 && (b == tile.Lamp || b == tile.Torch) {
			l.did(u, hintLamp)
		}
	case event.Thrown:
		l.did(u, hintThrow)
	}
}

// showHints lays out what is still to be tried, each with its key and a box that is ticked when it is done.
func (l *Hints) show(u *Context) {
	if !u.p.on {
		return
	}
	var lines [hintCount]string
	n, w := 0, 0
	for h := range hintCount {
		if at := l.done[h]; at > 0 && u.now > at+hintFade {
			continue
		}
		lines[h] = hintWords(u, h)
		n, w = n+1, max(w, u.measure(lines[h], false))
	}
	if n == 0 {
		return
	}
	r := rect{8, hintsTop, w + 32, n*16 + 8}
	for _, b := range u.in.TouchButtons() { // beside those at the left
		if x := int(b.X+b.Side/2)/u.s + 4; b.X < u.in.TouchArea.Width/4 {
			r.x = max(r.x, x)
		}
	}
	u.solid(r)
	u.p.panel(r, panelColour, borderColour, borderColour)
	y := r.y + 4
	for h := range hintCount {
		if lines[h] == "" {
			continue
		}
		box, col := rect{r.x + 7, y + 4, 9, 9}, textColour
		u.p.panel(box, wellColour, dimColour, wellColour)
		if l.done[h] > 0 {
			col = goodColour
			u.tickMark(box.x+1, box.y+1)
		}
		u.text(rect{r.x + 22, y, w + 4, 16}, lines[h], style{col: col})
		y += 16
	}
}

// lampSlot returns the slot of the hotbar with a lamp, if none is in hand.
func lampSlot(u *Context) (slot int, ok bool) {
	me := u.m.Me
	if me == nil {
		return 0, false
	}
	lamp := func(i int) bool {
		s := me.Inventory[i]
		return s.Count > 0 && (s.Kind == item.Lamp || s.Kind == item.Torch)
	}
	if int(me.Slot) < item.HotbarSlots && lamp(int(me.Slot)) {
		return 0, false
	}
	for i := range item.HotbarSlots {
		if lamp(i) {
			return i, true
		}
	}
	return 0, false
}

// hintWords returns what to do and by which key.
func hintWords(u *Context, h hint) string {
	in := u.in
	switch h {
	case hintWalk:
		if in.Device == input.Pad {
			return u.say("first.move_pad")
		}
		keys := in.Name(input.MoveUp) + in.Name(input.MoveLeft) + in.Name(input.MoveDown) + in.Name(input.MoveRight)
		if len(keys) > 8 {
			keys = in.Name(input.MoveUp)
		}
		return u.say1("first.move", "key", keys)
	case hintDig:
		return u.say1("first.dig", "key", in.Name(input.Dig))
	case hintLamp:
		if slot, ok := lampSlot(u); ok && in.Device != input.Pad {
			return u.say2("first.lamp_slot", "slot", in.Name(input.Slot1+input.Action(slot)), "key", in.Name(input.Place))
		}
		return u.say1("first.lamp", "key", in.Name(input.Place))
	case hintThrow:
		return u.say1("first.throw", "key", in.Name(input.Throw))
	case hintTalk:
		return u.say1("first.talk", "key", in.Name(input.Chat))
	}
	return u.say1("first.invite", "key", in.Name(input.Menu))
}

package ui

import (
	"manyhold/game/item"
	"manyhold/input"
)

// hotbar lays out the slots at the foot of the window.
func (u *UI) hotbar(live bool) {
	if u.m.Me == nil {
		return
	}
	bar := rect{(u.w - hotbarW) / 2 &^ 3, u.h - slotSide - 8, hotbarW, slotSide}
	u.panel(rect{bar.x - 4, bar.y - 4, bar.w + 8, bar.h + 8})
	u.bag.tip = ""
	for i := range item.HotbarSlots {
		r := rect{bar.x + i*slotSide, bar.y, slotSide, slotSide}
		inHand := int(u.m.Me.Slot) == i
		u.slot(r, u.m.Me.Inventory[i], inHand)
		u.slotKey(r, i, inHand)
		if live && !u.drawing && r.contains(u.cx, u.cy) && u.in.ButtonPressed(input.MouseLeft) {
			u.do(Select{Slot: uint8(i)})
			u.sound(SoundPick)
		}
		if s := u.m.Me.Inventory[i]; live && s.Count > 0 && r.contains(u.cx, u.cy) {
			u.bag.tip, u.bag.tipAt, u.bag.heads = u.stackWords(s), r, u.bag.heads[:0]
		}
	}
	if live {
		u.tip()
	}
	if age := u.now - u.hud.slotAt; u.hud.slotAt > 0 && age < nameTicks && u.hud.kind != item.None && live && u.bag.tip == "" {
		a := uint8(min(255, (nameTicks-age)*16))
		at := rect{bar.x, bar.y - 24, bar.w, 16}
		if u.m.Me.Health < maxHealth {
			at.y -= 16
		}
		u.text(at, u.say(itemKey(u.hud.kind)), style{col: fade(textColour, a), outline: true, align: centre})
	}
}

// slot draws one slot of an inventory and the stack in it.
func (u *UI) slot(r rect, s item.Stack, lit bool) {
	if !u.p.on {
		return
	}
	in := r.inset(1)
	border := borderColour
	if lit {
		border = focusColour
		in.y--
	}
	body := raisedColour
	if s.Count == 0 {
		body = wellColour
	}
	u.p.panel(in, body, border, body)
	u.stackPicture(in.x+3, in.y+3, s)
}

// stackPicture draws a stack: its picture, and its count if that is not one.
func (u *UI) stackPicture(x, y int, s item.Stack) {
	if s.Count == 0 || !u.p.on {
		return
	}
	if c, ok := u.p.atlas.icon(s.Kind); ok {
		u.p.picture(x, y, c, 1, white)
	} else { // no picture: the first letter of its name
		n, _ := fit(u.say(itemKey(s.Kind)), 12)
		u.text(rect{x, y, 16, 16}, u.say(itemKey(s.Kind))[:n], style{col: textColour, outline: true, align: centre})
	}
	if s.Count > 1 {
		u.digits(x+17, y+11, itoa(int(s.Count)), textColour, true)
	}
}

// slotKey writes the key of a hotbar slot in its corner.
func (u *UI) slotKey(r rect, i int, lit bool) {
	name := u.in.Name(input.Slot1 + input.Action(i))
	if name == minusLabel {
		name = digitRunes[10:11]
	}
	col := dimColour
	if lit {
		col, r.y = focusColour, r.y-1
	}
	if len(name) > 2 || u.digits(r.x+3, r.y+3, name, col, false) {
		return
	}
	if u.s > 1 {
		u.text(rect{r.x + 2, r.y, 12, 10}, name, style{col: col, outline: true, small: true})
	}
}

// minusLabel is what package input calls the key of the minus sign.
const minusLabel = "−"

// hearts draws the player's health, when it is not whole.
func (u *UI) hearts() {
	if u.m.Me == nil || u.m.Me.Health >= maxHealth || !u.p.on {
		return
	}
	x, y := (u.w-maxHealth/2*10)/2, u.h-slotSide-8-4-14
	for i := range maxHealth / 2 {
		c := heartCells[0]
		switch have := int(u.m.Me.Health) - 2*i; {
		case have >= 2:
			c = heartCells[2]
		case have == 1:
			c = heartCells[1]
		}
		u.p.picture(x+i*10, y, c, 1, white)
	}
}

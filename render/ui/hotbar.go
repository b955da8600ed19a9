package ui

import (
	"manyhold/game/item"
	"manyhold/input"
)

// hotbar lays out the slots at the foot of the window.
func (h *HUD) hotbar(u *Context, live bool) {
	if u.m.Me == nil {
		return
	}
	bar := rect{(u.w - hotbarW) / 2 &^ 3, u.h - slotSide - 8, hotbarW, slotSide}
	u.panel(rect{bar.x - 4, bar.y - 4, bar.w + 8, bar.h + 8})
	h.tip.words = ""
	for i := range item.HotbarSlots {
		r := rect{bar.x + i*slotSide, bar.y, slotSide, slotSide}
		inHand := int(u.m.Me.Slot) == i
		drawSlot(u, r, u.m.Me.Inventory[i], inHand)
		drawSlotKey(u, r, i, inHand)
		if live && !u.drawing && r.contains(u.cx, u.cy) && u.in.ButtonPressed(input.MouseLeft) {
			u.do(Select{Slot: uint8(i)})
			u.sound(SoundPick)
		}
		if s := u.m.Me.Inventory[i]; live && s.Count > 0 && r.contains(u.cx, u.cy) {
			h.tip.words, h.tip.at, h.tip.heads = stackWords(u, s), r, h.tip.heads[:0]
		}
	}
	if live {
		h.tip.show(u)
	}
	if age := u.now - h.slotAt; h.slotAt > 0 && age < nameTicks && h.kind != item.None && live && h.tip.words == "" {
		a := uint8(min(255, (nameTicks-age)*16))
		at := rect{bar.x, bar.y - 24, bar.w, 16}
		if u.m.Me.Health < maxHealth {
			at.y -= 16
		}
		u.text(at, u.say(itemKey(h.kind)), style{col: fade(textColour, a), outline: true, align: centre})
	}
}

// hearts draws the player's health, when it is not whole.
func hearts(u *Context) {
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

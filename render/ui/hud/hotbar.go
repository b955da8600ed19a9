package hud

import (
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// hotbar lays out the slots at the foot of the window.
func (h *HUD) hotbar(u *kit.Context, live bool) {
	me := u.Model.Game.Me
	if h.Covered != nil && h.Covered() {
		return // a panel shows the slots itself, or lies over them
	}
	if me == nil || u.Model.Game.Matches.Live.On && me.Inventory == ([item.InventorySlots]item.Stack{}) {
		return // many matches are played with empty hands
	}
	bar := kit.R((u.W-kit.HotbarW)/2&^3, u.H-kit.SlotSide-8, kit.HotbarW, kit.SlotSide)
	u.Panel(kit.R(bar.X-4, bar.Y-4, bar.W+8, bar.H+8))
	h.tip.Words = ""
	for i := range item.HotbarSlots {
		r := kit.R(bar.X+i*kit.SlotSide, bar.Y, kit.SlotSide, kit.SlotSide)
		inHand := int(u.Model.Game.Me.Slot) == i
		kit.DrawSlot(u, r, u.Model.Game.Me.Inventory[i], inHand)
		kit.DrawSlotKey(u, r, i, inHand)
		if live && !u.Drawing && r.Contains(u.CursorX, u.CursorY) && u.In.ButtonPressed(input.MouseLeft) {
			u.Do(model.Select{Slot: uint8(i)})
			u.Sound(kit.SoundPick)
		}
		if s := u.Model.Game.Me.Inventory[i]; live && s.Count > 0 && r.Contains(u.CursorX, u.CursorY) {
			h.tip.Words, h.tip.At, h.tip.Heads = kit.StackWords(u, s), r, h.tip.Heads[:0]
		}
	}
	notes(u, bar, live)
	if live {
		h.tip.Show(u)
	}
	if age := u.Now - h.slotAt; h.slotAt > 0 && age < nameTicks && h.kind != item.None && live && h.tip.Words == "" {
		a := uint8(min(255, (nameTicks-age)*16))
		at := kit.R(bar.X, bar.Y-24, bar.W, 16)
		if u.Model.Game.Me.Health < maxHealth {
			at.Y -= 16
		}
		u.Text(at, u.Say(kit.ItemKey(h.kind)), kit.Style{Col: kit.Fade(kit.TextColour, a), Outline: true, Align: kit.Centre})
	}
}

// hearts draws the player's health, when it is not whole.
func hearts(u *kit.Context) {
	if u.Model.Game.Me == nil || u.Model.Game.Me.Health >= maxHealth || !u.P.On {
		return
	}
	x, y := (u.W-maxHealth/2*10)/2, u.H-kit.SlotSide-8-4-14
	for i := range maxHealth / 2 {
		c := kit.HeartCells[0]
		switch have := int(u.Model.Game.Me.Health) - 2*i; {
		case have >= 2:
			c = kit.HeartCells[2]
		case have == 1:
			c = kit.HeartCells[1]
		}
		u.P.Picture(x+i*10, y, c, 1, kit.White)
	}
}

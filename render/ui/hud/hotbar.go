package hud

import (
	"manyhold/game/dark"
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
		if inHand {
			burning(u, r)
		}
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

// burning draws beside the torch in hand how much of it is left, once it has burnt for a while; it blinks red
// when the torch gutters.
func burning(u *kit.Context, r kit.Rect) {
	t := &u.Model.Game.Torch
	if !t.Burns {
		return
	}
	at := kit.R(r.X+3, r.Y+r.H-15, 3, 11)
	col := kit.FocusColour
	if t.Left <= dark.GutterTime && (u.Now/torchBlink&1 == 0 || u.Model.Window.ReducedMotion) {
		col = kit.BadColour
	}
	full := max(1, at.H*int(t.Left)/int(dark.TorchTime))
	u.P.Fill(at.Inset(-1), kit.InkColour)
	u.P.Fill(kit.R(at.X, at.Y+at.H-full, at.W, full), col)
}

// torchBlink is how long the bar of a torch that gutters has one colour, in ticks.
const torchBlink = 20

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

package kit

import (
	"image/color"

	"manyhold/game/item"
	"manyhold/input"
)

// DrawSlot draws one slot of an inventory and the stack in it.
func DrawSlot(u *Context, r Rect, s item.Stack, lit bool) {
	if !u.P.On {
		return
	}
	in := r.Inset(1)
	border := BorderColour
	if lit {
		border = FocusColour
		in.Y--
	}
	body := RaisedColour
	if s.Count == 0 {
		body = WellColour
	}
	u.P.Panel(in, body, border, body)
	DrawStack(u, in.X+3, in.Y+3, s)
}

// DrawStack draws a stack: its picture, and its count if that is not one.
func DrawStack(u *Context, x, y int, s item.Stack) {
	if s.Count == 0 || !u.P.On {
		return
	}
	if c, ok := u.P.Atlas.Icon(s.Kind); ok {
		u.P.Picture(x, y, c, 1, White)
	} else { // no picture: the first letter of its name
		n, _ := fit(u.Say(ItemKey(s.Kind)), 12)
		u.Text(Rect{x, y, 16, 16}, u.Say(ItemKey(s.Kind))[:n], Style{Col: TextColour, Outline: true, Align: Centre})
	}
	if s.Count > 1 {
		u.Digits(x+17, y+11, Itoa(int(s.Count)), TextColour, true)
	}
}

// DrawSlotKey writes the key of a hotbar slot in its corner.
func DrawSlotKey(u *Context, r Rect, i int, lit bool) {
	name := u.In.Name(input.Slot1 + input.Action(i))
	if name == minusLabel {
		name = digitRunes[10:11]
	}
	col := DimColour
	if lit {
		col, r.Y = FocusColour, r.Y-1
	}
	DrawKeyName(u, r, name, col)
}

// DrawKeyName writes the name of a key in the corner of r; a long one not at all.
func DrawKeyName(u *Context, r Rect, name string, col color.RGBA) {
	if len(name) > 2 || u.Digits(r.X+3, r.Y+3, name, col, false) {
		return
	}
	if u.Scale > 1 {
		u.Text(Rect{r.X + 2, r.Y, 12, 10}, name, Style{Col: col, Outline: true, Small: true})
	}
}

// minusLabel is package input's label of the minus key.
const minusLabel = "−"

// StackWords returns the name of a stack and how many there are.
func StackWords(u *Context, s item.Stack) string {
	if s.Count == 1 {
		return u.Say(ItemKey(s.Kind))
	}
	return u.Say2("bag.stack", "n", Itoa(int(s.Count)), "item", u.Say(ItemKey(s.Kind)))
}

// slotSide is the side of a slot, and hotbarW the width of a row of them.
const SlotSide, HotbarW = 24, item.HotbarSlots * SlotSide

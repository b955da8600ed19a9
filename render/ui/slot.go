package ui

import (
	"manyhold/game/item"
	"manyhold/input"
)

// slot draws one slot of an inventory and the stack in it.
func drawSlot(u *Context, r rect, s item.Stack, lit bool) {
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
	drawStack(u, in.x+3, in.y+3, s)
}

// stackPicture draws a stack: its picture, and its count if that is not one.
func drawStack(u *Context, x, y int, s item.Stack) {
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
func drawSlotKey(u *Context, r rect, i int, lit bool) {
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

// stackWords returns the name of a stack and how many there are.
func stackWords(u *Context, s item.Stack) string {
	if s.Count == 1 {
		return u.say(itemKey(s.Kind))
	}
	return u.say2("bag.stack", "n", itoa(int(s.Count)), "item", u.say(itemKey(s.Kind)))
}

// slotSide is the side of a slot, and hotbarW the width of a row of them.
const slotSide, hotbarW = 24, item.HotbarSlots * slotSide

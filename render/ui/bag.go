package ui

import (
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
)

// Bag is what the inventory screen remembers between ticks.
type Bag struct {
	chest   bool // a chest is open
	tile    grid.Tile
	held    int  // slot whose stack is on the cursor, counted from 1, those of the chest after those of the player; 0: none
	byMouse bool // it was taken with the mouse button held, so that letting go puts it down
	tip     Tip  // what the focused slot holds
	missing int  // ticks for which the open chest has not been there
}

// bagColumns is the number of slots in a row.
const bagColumns = item.HotbarSlots

// openBag opens the inventory without a chest.
func (b *Bag) openAlone(u *Context) {
	*b = Bag{}
	u.open(b)
}

// OpenChest opens the inventory beside the chest on t.
func (b *Bag) openChest(u *Context, t grid.Tile) {
	if u.isOpen(b) {
		u.close()
	}
	*b = Bag{chest: true, tile: t}
	u.open(b)
}

func (b *Bag) leave(u *Context) {
	if b.chest {
		u.do(CloseChest{Tile: b.tile})
	}
	*b = Bag{}
	u.close()
}

// showBag lays out the inventory, and the open chest above it.
func (b *Bag) Show(u *Context) {
	if u.m.Me == nil {
		u.closeUnlessDrawing()
		return
	}
	chest := b.container(u)
	if b.chest && chest == nil && !u.drawing {
		if b.missing++; b.missing > chestPatience {
			u.toast(u.say("bag.chest_gone"))
			b.leave(u)
			return
		}
	}
	b.tip.words, b.tip.heads = "", b.tip.heads[:0]
	rows := item.InventorySlots / bagColumns
	h := 24 + rows*slotSide + 8 + 20 + 2*padding
	if chest != nil {
		h += 24 + item.ChestSlots/bagColumns*slotSide + 8
	}
	crafts := chest == nil && u.m.World != nil && u.m.World.Recipes() > 0
	if crafts {
		h += 24 + craftRows*slotSide + 8
	}
	panel := u.centred(hotbarW+2*padding, h)
	panel.y = max(4, min(panel.y, u.h-slotSide-24-panel.h))
	u.panel(panel)
	r := panel.inset(padding)
	if chest != nil {
		b.heading(u, &r, u.say("bag.chest"))
		b.slots(u, r.cut(item.ChestSlots/bagColumns*slotSide), chest[:], item.InventorySlots)
		r.cut(8)
	}
	if crafts {
		b.heading(u, &r, u.say("craft.title"))
		b.recipes(u, r.cut(craftRows*slotSide))
		r.cut(8)
	}
	b.heading(u, &r, u.say("bag.title"))
	grid := r.cut(rows * slotSide)
	inv := u.m.Me.Inventory[:]
	hot := rect{grid.x, grid.y + (rows-1)*slotSide + 4, grid.w, slotSide}
	b.slots(u, rect{grid.x, grid.y, grid.w, grid.h - slotSide}, inv[item.HotbarSlots:], item.HotbarSlots)
	b.slots(u, hot, inv[:item.HotbarSlots], 0)
	r.cut(8)
	u.text(rect{r.x, r.y, r.w, 20}, u.say("bag.how"), style{col: dimColour})
	if b.held == 0 {
		b.tip.show(u)
	}
	b.carried(u)
	b.dropOutside(u, panel)
	if u.backed() || u.again(input.Inventory) && !u.in.Edit(input.Tab) {
		b.leave(u)
	}
}

// chestPatience is how long, in ticks, a chest may be unknown before its screen closes.
const chestPatience = 60

// container returns the slots of the open chest, or nil.
func (b *Bag) container(u *Context) *[item.ChestSlots]item.Stack {
	if !b.chest || u.m.World == nil {
		return nil
	}
	return u.m.World.Container(b.tile)
}

// slots lays out a block of slots, the first of which has number from.
func (b *Bag) slots(u *Context, r rect, list []item.Stack, from int) {
	for i, s := range list {
		c := rect{r.x + i%bagColumns*slotSide, r.y + i/bagColumns*slotSide, slotSide, slotSide}
		b.slot(u, c, from+i, s)
	}
}

// bagSlot lays out one slot: choosing it takes its stack up, or puts down what is held.
func (b *Bag) slot(u *Context, r rect, n int, s item.Stack) {
	focused, chosen := u.take(place{id: ident("slot", n), r: r})
	if b.held == n+1 {
		s = item.Stack{}
	}
	drawSlot(u, r, s, focused)
	if n < item.HotbarSlots {
		drawSlotKey(u, r, n, int(u.m.Me.Slot) == n)
	}
	if focused && s.Count > 0 {
		b.tip.words, b.tip.at = stackWords(u, s), r
	}
	if u.drawing {
		return
	}
	if focused && s.Count > 0 && b.held == 0 && u.in.Pressed(input.Drop) && n < item.InventorySlots {
		u.do(DropItem{Slot: uint8(n), Count: s.Count})
		u.sound(SoundPick)
		return
	}
	over := u.hot == ident("slot", n)
	switch {
	case over && u.in.ButtonReleased(input.MouseLeft) && b.held > 0 && b.held != n+1 && b.byMouse:
		b.put(u, n)
	case chosen && b.held == 0 && s.Count > 0 && u.in.Shift:
		b.quick(u, n, s)
	case chosen && b.held == 0 && s.Count > 0:
		b.held, b.byMouse = n+1, over && u.in.ButtonPressed(input.MouseLeft)
		u.sound(SoundPick)
	case chosen && b.held > 0:
		b.put(u, n)
	}
}

// bagHeading lays out a heading, and notes where it is.
func (b *Bag) heading(u *Context, r *rect, words string) {
	top := *r
	u.heading(r, words)
	b.tip.heads = append(b.tip.heads, rect{top.x, top.y, top.w, r.y - top.y})
}

// stackAt returns the stack of slot n.
func (b *Bag) stackAt(u *Context, n int) item.Stack {
	if n < item.InventorySlots {
		return u.m.Me.Inventory[n]
	}
	if c := b.container(u); c != nil && n-item.InventorySlots < item.ChestSlots {
		return c[n-item.InventorySlots]
	}
	return item.Stack{}
}

// put puts the held stack into slot n.
func (b *Bag) put(u *Context, n int) {
	from := b.held - 1
	b.held = 0
	u.sound(SoundPick)
	s := b.stackAt(u, from)
	if from == n || s.Count == 0 {
		return
	}
	fromChest, toChest := from >= item.InventorySlots, n >= item.InventorySlots
	switch {
	case !fromChest && !toChest:
		u.do(SwapSlots{A: uint8(from), B: uint8(n)})
	case fromChest && !toChest:
		u.do(ChestTake{Tile: b.tile, Slot: uint8(from - item.InventorySlots), Count: s.Count})
	case !fromChest && toChest:
		u.do(ChestPut{Tile: b.tile, Slot: uint8(from), Count: s.Count})
	}
}

// quick moves a stack to the other side: into or out of the chest, or between hotbar and bag.
func (b *Bag) quick(u *Context, n int, s item.Stack) {
	switch {
	case n >= item.InventorySlots:
		u.do(ChestTake{Tile: b.tile, Slot: uint8(n - item.InventorySlots), Count: s.Count})
	case b.container(u) != nil:
		u.do(ChestPut{Tile: b.tile, Slot: uint8(n), Count: s.Count})
	default:
		from, to := item.HotbarSlots, item.InventorySlots
		if n >= item.HotbarSlots {
			from, to = 0, item.HotbarSlots
		}
		for i := from; i < to; i++ {
			if u.m.Me.Inventory[i].Count == 0 {
				u.do(SwapSlots{A: uint8(n), B: uint8(i)})
				u.sound(SoundPick)
				return
			}
		}
		u.refuse(u.say("bag.full"))
		return
	}
	u.sound(SoundPick)
}

// carried draws the held stack at the cursor, or over the focus while keys are used.
func (b *Bag) carried(u *Context) {
	if b.held == 0 {
		return
	}
	s := b.stackAt(u, b.held-1)
	if s.Count == 0 && !u.drawing {
		b.held = 0
		return
	}
	x, y := u.cx-8, u.cy-8
	if !b.byMouse {
		for _, it := range u.items {
			if it.id == u.focus {
				x, y = it.r.x+6, it.r.y-4
			}
		}
	}
	drawStack(u, x, y, s)
}

// dropOutside lays the held stack on the ground when it is let go outside of the panel.
func (b *Bag) dropOutside(u *Context, panel rect) {
	if u.drawing || b.held == 0 {
		return
	}
	if panel.contains(u.cx, u.cy) || !u.in.ButtonPressed(input.MouseLeft) && !(b.byMouse && u.in.ButtonReleased(input.MouseLeft)) {
		return
	}
	from := b.held - 1
	b.held = 0
	if from < item.InventorySlots {
		u.do(DropItem{Slot: uint8(from), Count: b.stackAt(u, from).Count})
	}
	u.sound(SoundPick)
}

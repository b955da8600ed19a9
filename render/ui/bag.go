package ui

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
)

// bagState is what the inventory screen remembers between ticks.
type bagState struct {
	chest   bool // a chest is open
	tile    grid.Tile
	held    int    // slot whose stack is on the cursor, counted from 1, those of the chest after those of the player; 0: none
	byMouse bool   // it was taken with the mouse button held, so that letting go puts it down
	tip     string // what the focused slot holds
	tipAt   rect
	heads   []rect // headings, which no tip covers
	missing int    // ticks for which the open chest has not been there
}

// bagColumns is the number of slots in a row.
const bagColumns = item.HotbarSlots

// openBag opens the inventory without a chest.
func (u *UI) openBag() {
	u.bag = bagState{}
	u.open(bagScreen)
}

// OpenChest opens the inventory beside the chest on t.
func (u *UI) OpenChest(t grid.Tile) {
	if u.isOpen(bagScreen) {
		u.close()
	}
	u.bag = bagState{chest: true, tile: t}
	u.open(bagScreen)
}

func (u *UI) closeBag() {
	if u.bag.chest {
		u.do(CloseChest{Tile: u.bag.tile})
	}
	u.bag = bagState{}
	u.close()
}

// showBag lays out the inventory, and the open chest above it.
func (u *UI) showBag() {
	if u.m.Me == nil {
		u.closeUnlessDrawing()
		return
	}
	chest := u.container()
	if u.bag.chest && chest == nil && !u.drawing {
		if u.bag.missing++; u.bag.missing > chestPatience {
			u.Toast(u.say("bag.chest_gone"))
			u.closeBag()
			return
		}
	}
	u.bag.tip, u.bag.heads = "", u.bag.heads[:0]
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
		u.bagHeading(&r, u.say("bag.chest"))
		u.slots(r.cut(item.ChestSlots/bagColumns*slotSide), chest[:], item.InventorySlots)
		r.cut(8)
	}
	if crafts {
		u.bagHeading(&r, u.say("craft.title"))
		u.recipes(r.cut(craftRows * slotSide))
		r.cut(8)
	}
	u.bagHeading(&r, u.say("bag.title"))
	grid := r.cut(rows * slotSide)
	inv := u.m.Me.Inventory[:]
	hot := rect{grid.x, grid.y + (rows-1)*slotSide + 4, grid.w, slotSide}
	u.slots(rect{grid.x, grid.y, grid.w, grid.h - slotSide}, inv[item.HotbarSlots:], item.HotbarSlots)
	u.slots(hot, inv[:item.HotbarSlots], 0)
	r.cut(8)
	u.text(rect{r.x, r.y, r.w, 20}, u.say("bag.how"), style{col: dimColour})
	u.tip()
	u.carried()
	u.dropOutside(panel)
	if u.backed() || u.again(input.Inventory) && !u.in.Edit(input.Tab) {
		u.closeBag()
	}
}

// chestPatience is how long, in ticks, a chest may be unknown before its screen closes.
const chestPatience = 60

// closeUnlessDrawing closes the top screen when its ground is gone.
func (u *UI) closeUnlessDrawing() {
	if !u.drawing {
		u.close()
	}
}

// container returns the slots of the open chest, or nil.
func (u *UI) container() *[item.ChestSlots]item.Stack {
	if !u.bag.chest || u.m.World == nil {
		return nil
	}
	return u.m.World.Container(u.bag.tile)
}

// slots lays out a block of slots, the first of which has number from.
func (u *UI) slots(r rect, list []item.Stack, from int) {
	for i, s := range list {
		c := rect{r.x + i%bagColumns*slotSide, r.y + i/bagColumns*slotSide, slotSide, slotSide}
		u.bagSlot(c, from+i, s)
	}
}

// bagSlot lays out one slot: choosing it takes its stack up, or puts down what is held.
func (u *UI) bagSlot(r rect, n int, s item.Stack) {
	focused, chosen := u.take(place{id: ident("slot", n), r: r})
	b := &u.bag
	if b.held == n+1 {
		s = item.Stack{}
	}
	u.slot(r, s, focused)
	if n < item.HotbarSlots {
		u.slotKey(r, n, int(u.m.Me.Slot) == n)
	}
	if focused && s.Count > 0 {
		b.tip, b.tipAt = u.stackWords(s), r
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
		u.put(n)
	case chosen && b.held == 0 && s.Count > 0 && u.in.Shift:
		u.quick(n, s)
	case chosen && b.held == 0 && s.Count > 0:
		b.held, b.byMouse = n+1, over && u.in.ButtonPressed(input.MouseLeft)
		u.sound(SoundPick)
	case chosen && b.held > 0:
		u.put(n)
	}
}

// tip draws what the focused slot holds, over it.
func (u *UI) tip() {
	b := &u.bag
	if b.tip == "" || b.held > 0 {
		return
	}
	r := u.tipPlace()
	u.p.panel(r, inkColour, focusColour, inkColour)
	u.text(rect{r.x + 8, r.y, r.w - 14, r.h}, b.tip, style{col: textColour})
}

// tipPlace returns where the tip stands: above its slot, or below where a heading is above.
func (u *UI) tipPlace() rect {
	b := &u.bag
	w := u.measure(b.tip, false) + 16
	r := rect{b.tipAt.x + b.tipAt.w/2 - w/2, b.tipAt.y - 24, w, 20}
	r.x = min(max(r.x, 4), u.w-w-4)
	if slices.ContainsFunc(b.heads, r.overlaps) {
		r.y = b.tipAt.y + b.tipAt.h + 4
	}
	return r
}

// bagHeading lays out a heading, and notes where it is.
func (u *UI) bagHeading(r *rect, words string) {
	top := *r
	u.heading(r, words)
	u.bag.heads = append(u.bag.heads, rect{top.x, top.y, top.w, r.y - top.y})
}

// stackWords returns the name of a stack and how many there are.
func (u *UI) stackWords(s item.Stack) string {
	if s.Count == 1 {
		return u.say(itemKey(s.Kind))
	}
	return u.say2("bag.stack", "n", itoa(int(s.Count)), "item", u.say(itemKey(s.Kind)))
}

// stackAt returns the stack of slot n.
func (u *UI) stackAt(n int) item.Stack {
	if n < item.InventorySlots {
		return u.m.Me.Inventory[n]
	}
	if c := u.container(); c != nil && n-item.InventorySlots < item.ChestSlots {
		return c[n-item.InventorySlots]
	}
	return item.Stack{}
}

// put puts the held stack into slot n.
func (u *UI) put(n int) {
	from := u.bag.held - 1
	u.bag.held = 0
	u.sound(SoundPick)
	s := u.stackAt(from)
	if from == n || s.Count == 0 {
		return
	}
	fromChest, toChest := from >= item.InventorySlots, n >= item.InventorySlots
	switch {
	case !fromChest && !toChest:
		u.do(SwapSlots{A: uint8(from), B: uint8(n)})
	case fromChest && !toChest:
		u.do(ChestTake{Tile: u.bag.tile, Slot: uint8(from - item.InventorySlots), Count: s.Count})
	case !fromChest && toChest:
		u.do(ChestPut{Tile: u.bag.tile, Slot: uint8(from), Count: s.Count})
	}
}

// quick moves a stack to the other side: into or out of the chest, or between hotbar and bag.
func (u *UI) quick(n int, s item.Stack) {
	switch {
	case n >= item.InventorySlots:
		u.do(ChestTake{Tile: u.bag.tile, Slot: uint8(n - item.InventorySlots), Count: s.Count})
	case u.container() != nil:
		u.do(ChestPut{Tile: u.bag.tile, Slot: uint8(n), Count: s.Count})
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
func (u *UI) carried() {
	b := &u.bag
	if b.held == 0 {
		return
	}
	s := u.stackAt(b.held - 1)
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
	u.stackPicture(x, y, s)
}

// dropOutside lays the held stack on the ground when it is let go outside of the panel.
func (u *UI) dropOutside(panel rect) {
	b := &u.bag
	if u.drawing || b.held == 0 {
		return
	}
	if panel.contains(u.cx, u.cy) || !u.in.ButtonPressed(input.MouseLeft) && !(b.byMouse && u.in.ButtonReleased(input.MouseLeft)) {
		return
	}
	from := b.held - 1
	b.held = 0
	if from < item.InventorySlots {
		u.do(DropItem{Slot: uint8(from), Count: u.stackAt(from).Count})
	}
	u.sound(SoundPick)
}

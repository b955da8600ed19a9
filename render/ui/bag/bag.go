package bag

import (
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Bag is the state of the inventory screen between ticks.
type Bag struct {
	chest bool // a chest is open
	tile  grid.Tile
	// slot of the stack on the cursor, counted from 1, those of the chest after those of the player; 0: none
	held    int
	byMouse bool    // it was taken with the mouse button held, so that letting go puts it down
	Tip     kit.Tip // content of the focused slot
	missing int     // ticks since the open chest vanished
}

// bagColumns is the number of slots in a row.
const bagColumns = item.HotbarSlots

// OpenAlone opens the inventory without a chest.
func (b *Bag) OpenAlone(u *kit.Context) {
	*b = Bag{}
	u.Open(b)
}

// OpenChest opens the inventory beside the chest on t.
func (b *Bag) OpenChest(u *kit.Context, t grid.Tile) {
	if u.IsOpen(b) {
		u.Close()
	}
	*b = Bag{chest: true, tile: t}
	u.Open(b)
}

func (b *Bag) leave(u *kit.Context) {
	if b.chest {
		u.Do(model.CloseChest{Tile: b.tile})
	}
	*b = Bag{}
	u.Close()
}

// Show lays out the inventory, and the open chest above it.
func (b *Bag) Show(u *kit.Context) {
	if u.Model.Game.Me == nil {
		u.CloseUnlessDrawing()
		return
	}
	chest := b.container(u)
	if b.chest && chest == nil && !u.Drawing {
		if b.missing++; b.missing > chestPatience {
			u.Toast(u.Say("bag.chest_gone"))
			b.leave(u)
			return
		}
	}
	b.Tip.Words, b.Tip.Heads = "", b.Tip.Heads[:0]
	rows := item.InventorySlots / bagColumns
	h := 24 + rows*kit.SlotSide + 8 + 20 + 2*kit.Padding
	if chest != nil {
		h += 24 + item.ChestSlots/bagColumns*kit.SlotSide + 8
	}
	crafts := chest == nil && u.Model.Game.World != nil && u.Model.Game.World.Recipes() > 0
	if crafts {
		h += 24 + craftRows*kit.SlotSide + 8
	}
	panel := u.Centred(kit.HotbarW+2*kit.Padding, h)
	panel.Y = max(4, min(panel.Y, u.H-kit.SlotSide-24-panel.H))
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	if chest != nil {
		b.heading(u, &r, u.Say("bag.chest"))
		b.slots(u, r.Cut(item.ChestSlots/bagColumns*kit.SlotSide), chest[:], item.InventorySlots)
		r.Cut(8)
	}
	if crafts {
		b.heading(u, &r, u.Say("craft.title"))
		b.recipes(u, r.Cut(craftRows*kit.SlotSide))
		r.Cut(8)
	}
	b.heading(u, &r, u.Say("bag.title"))
	grid := r.Cut(rows * kit.SlotSide)
	inv := u.Model.Game.Me.Inventory[:]
	hot := kit.R(grid.X, grid.Y+(rows-1)*kit.SlotSide+4, grid.W, kit.SlotSide)
	b.slots(u, kit.R(grid.X, grid.Y, grid.W, grid.H-kit.SlotSide), inv[item.HotbarSlots:], item.HotbarSlots)
	b.slots(u, hot, inv[:item.HotbarSlots], 0)
	r.Cut(8)
	u.Text(kit.R(r.X, r.Y, r.W, 20), u.Say("bag.how"), kit.Style{Col: kit.DimColour})
	if b.held == 0 {
		b.Tip.Show(u)
	}
	b.carried(u)
	b.dropOutside(u, panel)
	if u.Backed() || u.Again(input.Inventory) && !u.In.Edit(input.Tab) {
		b.leave(u)
	}
}

// chestPatience is how long, in ticks, a chest may be unknown before its screen closes.
const chestPatience = 60

// container returns the slots of the open chest, or nil.
func (b *Bag) container(u *kit.Context) *[item.ChestSlots]item.Stack {
	if !b.chest || u.Model.Game.World == nil {
		return nil
	}
	return u.Model.Game.World.Container(b.tile)
}

// slots lays out a block of slots, numbered on from number.
func (b *Bag) slots(u *kit.Context, r kit.Rect, list []item.Stack, from int) {
	for i, s := range list {
		c := kit.R(r.X+i%bagColumns*kit.SlotSide, r.Y+i/bagColumns*kit.SlotSide, kit.SlotSide, kit.SlotSide)
		b.slot(u, c, from+i, s)
	}
}

// slot lays out one slot: choosing it picks its stack up, or puts the held one down.
func (b *Bag) slot(u *kit.Context, r kit.Rect, n int, s item.Stack) {
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("slot", n), R: r})
	if b.held == n+1 {
		s = item.Stack{}
	}
	kit.DrawSlot(u, r, s, focused)
	if n < item.HotbarSlots {
		kit.DrawSlotKey(u, r, n, int(u.Model.Game.Me.Slot) == n)
	}
	if focused && s.Count > 0 {
		b.Tip.Words, b.Tip.At = kit.StackWords(u, s), r
	}
	if u.Drawing {
		return
	}
	if focused && s.Count > 0 && b.held == 0 && u.In.Pressed(input.Drop) && n < item.InventorySlots {
		u.Do(model.DropItem{Slot: uint8(n), Count: s.Count})
		u.Sound(kit.SoundPick)
		return
	}
	over := u.Hot == kit.Ident("slot", n)
	switch {
	case over && u.In.ButtonReleased(input.MouseLeft) && b.held > 0 && b.held != n+1 && b.byMouse:
		b.put(u, n)
	case chosen && b.held == 0 && s.Count > 0 && u.In.Shift:
		b.quick(u, n, s)
	case chosen && b.held == 0 && s.Count > 0:
		b.held, b.byMouse = n+1, over && u.In.ButtonPressed(input.MouseLeft)
		u.Sound(kit.SoundPick)
	case chosen && b.held > 0:
		b.put(u, n)
	}
}

// heading lays out a heading, and notes where it is.
func (b *Bag) heading(u *kit.Context, r *kit.Rect, words string) {
	top := *r
	u.Heading(r, words)
	b.Tip.Heads = append(b.Tip.Heads, kit.R(top.X, top.Y, top.W, r.Y-top.Y))
}

// stackAt returns the stack of slot n.
func (b *Bag) stackAt(u *kit.Context, n int) item.Stack {
	if n < item.InventorySlots {
		return u.Model.Game.Me.Inventory[n]
	}
	if c := b.container(u); c != nil && n-item.InventorySlots < item.ChestSlots {
		return c[n-item.InventorySlots]
	}
	return item.Stack{}
}

// put puts the held stack into slot n.
func (b *Bag) put(u *kit.Context, n int) {
	from := b.held - 1
	b.held = 0
	u.Sound(kit.SoundPick)
	s := b.stackAt(u, from)
	if from == n || s.Count == 0 {
		return
	}
	fromChest, toChest := from >= item.InventorySlots, n >= item.InventorySlots
	switch {
	case !fromChest && !toChest:
		u.Do(model.SwapSlots{A: uint8(from), B: uint8(n)})
	case fromChest && !toChest:
		u.Do(model.ChestTake{Tile: b.tile, Slot: uint8(from - item.InventorySlots), Count: s.Count})
	case !fromChest && toChest:
		u.Do(model.ChestPut{Tile: b.tile, Slot: uint8(from), Count: s.Count})
	}
}

// quick moves a stack to the other side: into or out of the chest, or between hotbar and bag.
func (b *Bag) quick(u *kit.Context, n int, s item.Stack) {
	switch {
	case n >= item.InventorySlots:
		u.Do(model.ChestTake{Tile: b.tile, Slot: uint8(n - item.InventorySlots), Count: s.Count})
	case b.container(u) != nil:
		u.Do(model.ChestPut{Tile: b.tile, Slot: uint8(n), Count: s.Count})
	default:
		from, to := item.HotbarSlots, item.InventorySlots
		if n >= item.HotbarSlots {
			from, to = 0, item.HotbarSlots
		}
		for i := from; i < to; i++ {
			if u.Model.Game.Me.Inventory[i].Count == 0 {
				u.Do(model.SwapSlots{A: uint8(n), B: uint8(i)})
				u.Sound(kit.SoundPick)
				return
			}
		}
		u.Refuse(u.Say("bag.full"))
		return
	}
	u.Sound(kit.SoundPick)
}

// carried draws the held stack at the cursor, or over the focus while keys are used.
func (b *Bag) carried(u *kit.Context) {
	if b.held == 0 {
		return
	}
	s := b.stackAt(u, b.held-1)
	if s.Count == 0 && !u.Drawing {
		b.held = 0
		return
	}
	x, y := u.CursorX-8, u.CursorY-8
	if !b.byMouse {
		for _, it := range u.Items {
			if it.ID == u.Focused {
				x, y = it.R.X+6, it.R.Y-4
			}
		}
	}
	kit.DrawStack(u, x, y, s)
}

// dropOutside lays the held stack on the ground when it is let go outside of the panel.
func (b *Bag) dropOutside(u *kit.Context, panel kit.Rect) {
	if u.Drawing || b.held == 0 {
		return
	}
	if panel.Contains(u.CursorX, u.CursorY) || !u.In.ButtonPressed(input.MouseLeft) && !(b.byMouse && u.In.ButtonReleased(input.MouseLeft)) {
		return
	}
	from := b.held - 1
	b.held = 0
	if from < item.InventorySlots {
		u.Do(model.DropItem{Slot: uint8(from), Count: b.stackAt(u, from).Count})
	}
	u.Sound(kit.SoundPick)
}

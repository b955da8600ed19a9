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

	group  item.Group // of recipes, shown now
	recipe int        // described now
	list   []int      // the recipes of the group, in their order on the screen
	listOf item.Group // of which group, counted from 1; 0: of none yet
}

// bagColumns is the number of slots in a row.
const bagColumns = item.HotbarSlots

// OpenAlone opens the inventory without a chest.
func (b *Bag) OpenAlone(u *kit.Context) {
	*b = Bag{group: b.group}
	u.Open(b)
}

// OpenChest opens the inventory beside the chest on t.
func (b *Bag) OpenChest(u *kit.Context, t grid.Tile) {
	if u.IsOpen(b) {
		u.Close()
	}
	*b = Bag{chest: true, tile: t, group: b.group}
	u.Open(b)
}

func (b *Bag) leave(u *kit.Context) {
	if b.chest {
		u.Do(model.CloseChest{Tile: b.tile})
	}
	*b = Bag{group: b.group}
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
		h += 24 + item.ChestSlots/bagColumns*kit.SlotSide + 4 + kit.ButtonHeight + 8
	}
	crafts := chest == nil && u.Model.Game.World != nil && u.Model.Game.World.Recipes() > 0
	if crafts {
		h += craftHeight
	}
	panel := u.Centred(kit.HotbarW+2*kit.Padding, h)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	if chest != nil {
		b.heading(u, &r, u.Say("bag.chest"))
		b.slots(u, r.Cut(item.ChestSlots/bagColumns*kit.SlotSide), chest[:], item.InventorySlots)
		r.Cut(4)
		b.chestButtons(u, r.Cut(kit.ButtonHeight), chest)
		r.Cut(8)
	}
	if crafts {
		b.recipes(u, r.Cut(craftHeight))
	}
	title := r
	b.heading(u, &r, u.Say("bag.title"))
	grid := r.Cut(rows * kit.SlotSide)
	inv := u.Model.Game.Me.Inventory[:]
	hot := kit.R(grid.X, grid.Y+(rows-1)*kit.SlotSide+4, grid.W, kit.SlotSide)
	b.slots(u, kit.R(grid.X, grid.Y, grid.W, grid.H-kit.SlotSide), inv[item.HotbarSlots:], item.HotbarSlots)
	b.slots(u, hot, inv[:item.HotbarSlots], 0)
	b.sortButton(u, title)
	r.Cut(8)
	u.Text(kit.R(r.X, r.Y, r.W, 20), bagHow(u), kit.Style{Col: kit.DimColour})
	if b.held == 0 {
		b.Tip.Show(u)
	}
	b.carried(u)
	b.dropOutside(u, panel)
	if u.Backed() || u.Again(input.Inventory) && !u.In.Edit(input.Tab) {
		b.leave(u)
	}
}

// bagHow describes how stacks are moved, by the device in hand.
func bagHow(u *kit.Context) string {
	key := u.ByDevice("bag.how", "bag.how_keys", "bag.how_pad")
	return u.Say2(key, "key", u.In.Name(input.Confirm), "drop", u.In.Name(input.Drop))
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
	if from < item.InventorySlots && n < item.InventorySlots {
		u.Do(model.SwapSlots{A: uint8(from), B: uint8(n)})
		return
	}
	u.Do(model.ChestMove{Tile: b.tile, From: uint8(from), To: uint8(n), Count: s.Count})
}

// chestButtons lays out what is done with a whole chest.
func (b *Bag) chestButtons(u *kit.Context, r kit.Rect, chest *[item.ChestSlots]item.Stack) {
	why := ""
	if *chest == ([item.ChestSlots]item.Stack{}) {
		why = u.Say("bag.empty")
	}
	w := (r.W - 2*4) / 3 &^ 1
	for n, one := range []struct {
		id, label string
		do        model.Action
	}{
		{"take_all", "bag.take_all", model.ChestAll{Tile: b.tile}},
		{"stack", "bag.quick_stack", model.ChestStack{Tile: b.tile}},
		{"sort_chest", "bag.sort", model.ChestSort{Tile: b.tile}},
	} {
		if u.Button(kit.R(r.X+n*(w+4), r.Y, w, r.H), kit.Ident(one.id, 0), u.Say(one.label), why) && b.held == 0 {
			u.Do(one.do)
			u.Sound(kit.SoundPick)
		}
	}
}

// sortButton lays out the button that sorts the inventory, at the right of its heading. It comes last, so
// that keys begin at the slots.
func (b *Bag) sortButton(u *kit.Context, top kit.Rect) {
	label := u.Say("bag.sort")
	w := u.Measure(label, false) + 12
	at := kit.R(top.X+top.W-w, top.Y-2, w, 18)
	if u.Button(at, kit.Ident("sort_bag", 0), label, "") && b.held == 0 {
		u.Do(model.BagSort{})
		u.Sound(kit.SoundPick)
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

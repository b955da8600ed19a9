// Package build holds the tools for building: they draw a plan of tiles, copy an area, and undo. The player
// executes the plan within reach of its hands, by the same commands as by hand, so that the rules are the
// same.
package build

import (
	"slices"

	"manyhold/app/window/land"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/predict"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

const (
	// planMost is the most tiles of a plan; beyond it a line or a box is cut short.
	planMost = 128
	// stampSide is the most tiles along a side of a copied area.
	stampSide = 16
	// undoMost is how many steps can be undone; the oldest is forgotten beyond.
	undoMost = 50
	// planPatience is how long, in ticks, a part of a plan is dug at before it is left.
	planPatience = 600
)

// Site is the place where a player builds, as it is now.
type Site struct {
	View      *predict.View // with the player in it
	Confirmed *island.Island
	Tick      uint64 // of the window
	Issue     func(command.Command) uint64
}

// Builder has the plan of a player, and the steps that can be undone. Its zero value has neither.
type Builder struct {
	Tool    model.Tool
	Land    land.Surveyor // what model.ToolClaim draws
	from    grid.Tile     // where the place button went down
	drawing bool
	turn    int // quarters of a turn
	stamp   []planned
	picking bool
	copied  grid.Tile // where the pick button went down

	plan    []planned
	digging *planned
	was     [2]uint16 // ground and block of what is dug at
	since   uint64    // when digging began, in ticks of the window
	steps   []step
	number  uint32 // of the newest step
	// the step that a requested change of a tile will belong to; zero: none, the change undoes a step
	pending map[grid.Tile]uint32
}

// planned is a tile of a plan: an item to place there or, with item.None, a block to dig away.
type planned struct {
	at   grid.Tile
	item item.Kind
	step uint32
}

// step is the unit of undo.
type step struct {
	number uint32
	edits  []edit
}

// edit is one thing that the player changed.
type edit struct {
	at   grid.Tile
	item item.Kind // what came, or what is gone
	dug  bool
}

// shape returns the tiles that a tool draws between two, at most planMost.
func (b *Builder) shape(from, to grid.Tile, held item.Kind) (list []planned) {
	add := func(x, y int32) {
		if len(list) < planMost {
			list = append(list, planned{at: from.Add(x, y), item: held})
		}
	}
	dx, dy := to.X-from.X, to.Y-from.Y
	switch b.Tool {
	case model.ToolLine:
		line(dx, dy, add)
	case model.ToolBox, model.ToolFilled:
		for y := min(0, dy); y <= max(0, dy); y++ {
			for x := min(0, dx); x <= max(0, dx); x++ {
				if b.Tool == model.ToolFilled || x == 0 || x == dx || y == 0 || y == dy {
					add(x, y)
				}
			}
		}
	case model.ToolStamp:
		for _, s := range b.stamp {
			list = append(list, planned{at: to.Add(s.at.X, s.at.Y), item: s.item})
		}
		from = to
	}
	for i := range list {
		x, y := list[i].at.X-from.X, list[i].at.Y-from.Y
		for range b.turn & 3 {
			x, y = -y, x
		}
		list[i].at = from.Add(x, y)
	}
	return list
}

// line calls add for the tiles of a straight line from 0, 0 (Bresenham).
func line(dx, dy int32, add func(x, y int32)) {
	sx, sy := int32(1), int32(1)
	if dx < 0 {
		sx, dx = -1, -dx
	}
	if dy < 0 {
		sy, dy = -1, -dy
	}
	for x, y, wrong := int32(0), int32(0), dx-dy; ; {
		add(x, y)
		if x == sx*dx && y == sy*dy || max(x*sx, y*sy) >= planMost {
			return
		}
		twice := 2 * wrong
		if twice > -dy {
			wrong, x = wrong-dy, x+sx
		}
		if twice < dx {
			wrong, y = wrong+dx, y+sy
		}
	}
}

// CopyArea copies the blocks between two tiles as the stamp; it returns the number of tiles.
func (b *Builder) CopyArea(w *island.Island, from, to grid.Tile) int {
	b.stamp, b.turn = b.stamp[:0], 0
	x0, x1, y0, y1 := min(from.X, to.X), max(from.X, to.X), min(from.Y, to.Y), max(from.Y, to.Y)
	x1, y1 = min(x1, x0+stampSide-1), min(y1, y0+stampSide-1)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if k := ItemAt(w, grid.Tile{X: x, Y: y}); k != item.None && len(b.stamp) < planMost {
				b.stamp = append(b.stamp, planned{at: grid.Tile{X: x - x0, Y: y - y0}, item: k})
			}
		}
	}
	if len(b.stamp) > 0 {
		b.Tool = model.ToolStamp
	}
	return len(b.stamp)
}

// ItemAt returns the item that places the block on a tile, or item.None.
func ItemAt(w *island.Island, t grid.Tile) item.Kind {
	ground, block, _, ok := w.TileAt(t)
	if !ok {
		return item.None
	}
	if block != tile.NoBlock {
		return itemOf(int32(block), 0)
	}
	if ground == tile.WoodFloor || ground == tile.StoneFloor {
		return itemOf(int32(ground), 1)
	}
	return item.None
}

// itemOf returns the item that places a block or, with ground 1, a ground: as events name them.
func itemOf(what, ground int32) item.Kind {
	for k := item.None + 1; k < item.KindCount; k++ {
		info := k.Info()
		if ground == 0 && info.Block != tile.NoBlock && info.Block == tile.Block(what) || ground == 1 && info.Ground != tile.NoGround && info.Ground == tile.Ground(what) {
			return k
		}
	}
	return item.None
}

// begin makes a step of a plan.
func (b *Builder) begin(list []planned) {
	b.number++
	for i := range list {
		list[i].step = b.number
	}
	b.plan = append(b.plan, list...)
	b.plan = b.plan[:min(len(b.plan), planMost)]
}

// Clear drops the rest of the plan.
func (b *Builder) Clear() { b.plan, b.drawing, b.picking = b.plan[:0], false, false }

// Undo plans the opposite of the last step; ok is false when there is none.
func (b *Builder) Undo() (ok bool) {
	had := len(b.plan) > 0
	b.Clear()
	if len(b.steps) == 0 {
		return had
	}
	last := b.steps[len(b.steps)-1]
	b.steps = b.steps[:len(b.steps)-1]
	for _, e := range slices.Backward(last.edits) {
		p := planned{at: e.at}
		if e.dug {
			p.item = e.item
		}
		if !e.dug || e.item != item.None {
			b.plan = append(b.plan, p)
		}
	}
	return true
}

// Note records a change by the player.
func (b *Builder) Note(e *event.Event) {
	if e.Kind != event.Placed && e.Kind != event.Dug {
		return
	}
	number, planned := b.pending[e.Tile]
	delete(b.pending, e.Tile)
	if planned && number == 0 {
		return // it undid something
	}
	if !planned {
		b.number++
		number = b.number
	}
	done := edit{at: e.Tile, item: itemOf(e.A, e.B), dug: e.Kind == event.Dug}
	if k := slices.IndexFunc(b.steps, func(s step) bool { return s.number == number }); k >= 0 {
		b.steps[k].edits = append(b.steps[k].edits, done)
		return
	}
	b.steps = append(b.steps, step{number, []edit{done}})
	if len(b.steps) > undoMost {
		b.steps = slices.Delete(b.steps, 0, len(b.steps)-undoMost)
	}
}

// SlotWith returns the slot of an inventory that holds an item, -1 if none does.
func SlotWith(p *entity.PlayerState, k item.Kind) int {
	return slices.IndexFunc(p.Inventory[:], func(s item.Stack) bool { return s.Count > 0 && s.Kind == k })
}

// Work does the next part of the plan that is in reach, unless the player is busy. It returns why a part was
// given up, or no reason, and whether something was placed.
func (b *Builder) Work(at *Site, busy bool) (why event.Reason, placed bool) {
	if d := b.digging; d != nil {
		if !b.dug(at, d) {
			return event.NoReason, false
		}
		b.digging = nil
		at.Issue(command.Command{Kind: command.StopDig})
	}
	if busy || len(b.plan) == 0 {
		return event.NoReason, false
	}
	body := at.View.World.Space.Body(at.View.Me.Body)
	for i, part := range b.plan {
		if !part.at.Centre().Sub(body.Pos).Near(world.Reach) {
			continue
		}
		b.plan = slices.Delete(b.plan, i, i+1)
		return b.do(at, body, part)
	}
	return event.NoReason, false
}

// do asks for one part of the plan.
func (b *Builder) do(at *Site, body *entity.Body, part planned) (why event.Reason, placed bool) {
	if b.pending == nil || len(b.pending) > 4*planMost {
		b.pending = map[grid.Tile]uint32{}
	}
	if part.item == item.None {
		b.pending[part.at], b.since = part.step, at.Tick
		b.digging, b.was = &part, standing(at.Confirmed, part.at)
		at.Issue(command.Command{Kind: command.Dig, Tile: part.at})
		return event.NoReason, false
	}
	why = at.View.World.Fits(body, part.at, part.item)
	slot := SlotWith(at.View.Me, part.item)
	if why == event.NoReason && slot < 0 {
		why = event.NotEnough
	}
	if why != event.NoReason {
		return why, false
	}
	b.pending[part.at] = part.step
	at.Issue(command.Command{Kind: command.Place, Tile: part.at, Slot: uint8(slot)})
	return event.NoReason, true
}

// standing returns ground and block of a tile.
func standing(w *island.Island, t grid.Tile) [2]uint16 {
	ground, block, _, _ := w.TileAt(t)
	return [2]uint16{uint16(ground), uint16(block)}
}

// dug reports whether the target of digging is gone, out of reach, or took too long. It reads the confirmed
// world: digging may end a little sooner in the predicted one, and stopping then would leave it unfinished.
func (b *Builder) dug(at *Site, d *planned) bool {
	body := at.View.World.Space.Body(at.View.Me.Body)
	return standing(at.Confirmed, d.at) != b.was || at.Tick > b.since+planPatience || !d.at.Centre().Sub(body.Pos).Near(world.Reach)
}

// Show appends the visible tiles of the plan and, while a tool is in use, those that it would add at the
// target.
func (b *Builder) Show(out []model.PlanTile, at *Site, target grid.Tile, using bool) []model.PlanTile {
	body := at.View.World.Space.Body(at.View.Me.Body)
	show := func(list []planned, sure bool) {
		for _, part := range list {
			t := model.PlanTile{At: part.at, Item: part.item, Sure: sure, State: model.PlanFits}
			switch why := at.View.World.Fits(body, part.at, part.item); {
			case part.item == item.None:
			case why == event.TooFar || !part.at.Centre().Sub(body.Pos).Near(world.Reach):
				t.State = model.PlanFar
			case why != event.NoReason:
				t.State = model.PlanBlocked
			}
			out = append(out, t)
		}
	}
	show(b.plan, true)
	if b.Tool != model.ToolPoint && b.Tool != model.ToolInspect && b.Tool != model.ToolThing && using {
		from := target
		if b.drawing {
			from = b.from
		}
		held := at.View.Me.Inventory[min(int(at.View.Me.Slot), item.InventorySlots-1)]
		if held.Count > 0 || b.Tool == model.ToolStamp {
			show(b.shape(from, target, held.Kind), false)
		}
	}
	if b.picking && b.copied != target {
		for _, t := range [...]grid.Tile{b.copied, target, {X: b.copied.X, Y: target.Y}, {X: target.X, Y: b.copied.Y}} {
			out = append(out, model.PlanTile{At: t, State: model.PlanFits})
		}
	}
	return out
}

// Turn turns the drawing by a quarter.
func (b *Builder) Turn() { b.turn++ }

// Stop gives up the plan, and puts the tool away.
func (b *Builder) Stop() {
	b.Clear()
	b.Tool = model.ToolPoint
}

// Press begins to draw at a tile.
func (b *Builder) Press(t grid.Tile) { b.from, b.drawing = t, true }

// Release ends drawing at a tile and adds the drawing to the plan.
func (b *Builder) Release(t grid.Tile, held item.Kind) {
	if b.drawing {
		b.drawing = false
		b.begin(b.shape(b.from, t, held))
	}
}

// PressPick begins to pick at a tile.
func (b *Builder) PressPick(t grid.Tile) { b.copied, b.picking = t, true }

// ReleasePick ends picking, and returns where it began; ok is false when it did not.
func (b *Builder) ReleasePick() (from grid.Tile, ok bool) {
	ok, b.picking = b.picking, false
	return b.copied, ok
}

// Stamped reports whether something was copied.
func (b *Builder) Stamped() bool { return len(b.stamp) > 0 }

// Idle reports whether there is nothing left to do of the plan.
func (b *Builder) Idle() bool { return len(b.plan) == 0 && b.digging == nil }

// Steps returns how many steps can be undone.
func (b *Builder) Steps() int { return len(b.steps) }

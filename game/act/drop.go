package act

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rights"
	"manyhold/game/world"
)

const (
	// drawReach is from how far drops are drawn to a player, drawSpeed how fast in tiles per second.
	drawReach fixed.Q = 3 * fixed.One / 2
	drawSpeed fixed.Q = 9 * fixed.One
	// takeReach is from how near a drop is collected.
	takeReach fixed.Q = 2 * fixed.One / 5
	// fresh is the time before any player draws a drop, own the time before its own thrower does, in ticks.
	fresh game.Tick = 14
	own   game.Tick = 90
	// tossSpeed is the speed of a dropped item, in tiles per second.
	tossSpeed fixed.S = 4 * fixed.One
)

func tileOf(p fixed.Vec) grid.Tile { return grid.TileAt(p) }

// Gather draws drops to the players near them, and lets them be collected. Players take their turn in
// ascending seat, drops in ascending ID.
func Gather(i *world.State) {
	if i.Space.Count(entity.Drop) == 0 {
		return
	}
	emptied := false
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		at, ok := i.Space.Find(p.Body)
		if !ok || p.Body == 0 || i.Space.Bodies()[at].Flags&entity.Asleep != 0 {
			continue
		}
		here := i.Space.Bodies()[at].Pos
		for _, j := range i.Space.Around(here, drawReach) {
			d := &i.Space.Bodies()[j]
			if d.Kind != entity.Drop || d.Stack.Count == 0 || !ripe(i, d, p) || item.Room(p.Inventory[:], d.Stack) == 0 {
				continue
			}
			emptied = draw(i, p, d, int(j), here) || emptied
		}
	}
	if emptied {
		i.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind == entity.Drop && b.Stack.Count == 0 })
	}
}

// ripe reports whether a drop has lain long enough to be drawn by a player.
func ripe(i *world.State, d *entity.Body, p *entity.PlayerState) bool {
	wait := fresh
	if d.Seat == p.Seat {
		wait = own
	} else if len(i.Claims.List()) > 0 && i.Rank(p) < rights.Keeper && somebodyElses(i, p, grid.TileAt(d.Pos)) {
		return false
	}
	return i.Clock >= d.Born+wait
}

// draw moves a drop towards a player, or lets it be collected; it reports whether nothing is left of it.
func draw(i *world.State, p *entity.PlayerState, d *entity.Body, k int, here fixed.Vec) (gone bool) {
	way := here.Sub(d.Pos)
	dist := way.Len()
	if dist > drawReach {
		return false
	}
	if dist <= takeReach {
		federation.TakeIn(i, p, d)
		return d.Stack.Count == 0
	}
	from := d.Pos
	step := min(drawSpeed/game.TicksPerSecond, dist)
	d.Pos.X += way.X * step / dist
	d.Pos.Y += way.Y * step / dist
	d.Vel = fixed.SVec{}
	i.Space.Moved(k, from)
	return false
}

// Drop lays down items of a slot before the player.
func Drop(i *world.State, p *entity.PlayerState, b *entity.Body, slot, count uint8) event.Reason {
	switch {
	case slot >= item.InventorySlots || p.Inventory[slot].Count == 0:
		return event.NothingThere
	case count == 0 || p.Inventory[slot].Count < count:
		return event.NotEnough
	case !i.Space.Room(tileOf(b.Pos).Region(), 1):
		return event.NoRoom
	}
	d := entity.Body{Kind: entity.Drop, Pos: living.Besides(i, entity.Drop, b.Pos), Seat: p.Seat, Born: i.Clock}
	d.Stack = item.Take(&p.Inventory[slot], count)
	d.ID = i.Space.NewID(KeyHash(p.Key), p.LastSeq, 0)
	k := i.Space.Insert(d)
	face := i.Space.Body(p.Body).Face
	i.Space.Hurl(k, face.Direction().Scale(tossSpeed), physics.CarryHeight/2, living.HopSpeed/2)
	i.TellBody(event.Dropped, p, &d, int32(d.Stack.Kind), int32(d.Stack.Count))
	return event.NoReason
}

// Swap exchanges two slots of the inventory, or puts the first on the second if they are of one kind.
func Swap(i *world.State, p *entity.PlayerState, a, b uint8) event.Reason {
	if a >= item.InventorySlots || b >= item.InventorySlots {
		return event.NothingThere
	}
	x, y := &p.Inventory[a], &p.Inventory[b]
	if a != b && x.Kind == y.Kind && x.Count > 0 && y.Count < item.MaxStack {
		n := min(x.Count, item.MaxStack-y.Count)
		item.Take(x, n)
		y.Count += n
		return event.NoReason
	}
	*x, *y = *y, *x
	return event.NoReason
}

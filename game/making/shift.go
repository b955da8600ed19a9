package making

import (
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// shifting is a thing that moves, with its children.
type shifting struct {
	list   []*thing.Thing // the thing first
	dx, dy int32
}

// MayShift says why a player may not move a thing, if there is a reason: its owner and keepers may, where
// they may build. A child moves with its parent.
func MayShift(i *world.State, p *entity.PlayerState, x *thing.Thing) event.Reason {
	x = whole(i, x)
	if p.Key != x.Owner && i.Rank(p) < rights.Keeper {
		return event.NotAllowed
	}
	return act.Permitted(i, p, rights.Build, i.ThingPlace(x))
}

// whole returns the thing with which a thing comes and goes: its parent, or itself.
func whole(i *world.State, x *thing.Thing) *thing.Thing {
	if parent := i.Things.Find(x.Parent); parent != nil {
		return parent
	}
	return x
}

// FitsShift says why a player cannot move a thing to a tile, if there is a reason. The window asks it, too.
func FitsShift(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID, t grid.Tile) event.Reason {
	_, why := shiftTo(i, p, b, id, t)
	return why
}

func shiftTo(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID, t grid.Tile) (m shifting, why event.Reason) {
	x := i.Things.Find(id)
	if x == nil {
		return m, event.NothingThere
	}
	from := i.ThingPlace(x)
	if !living.Within(b, from) || !living.Within(b, t) || i.Land.Active(t.Region()) == nil {
		return m, event.TooFar
	}
	if b.Flags&entity.Carrying != 0 {
		return m, event.HandsFull
	}
	m.dx, m.dy = t.X-from.X, t.Y-from.Y
	x = whole(i, x)
	m.list = append(append(m.list, x), i.Things.Children(x.ID)...)
	if why := MayShift(i, p, x); why != event.NoReason || m.dx == 0 && m.dy == 0 {
		return m, why
	}
	to := m.to(i, x).Region()
	for _, y := range m.list {
		if why := m.fits(i, p, y, to); why != event.NoReason {
			return m, why
		}
	}
	if to != i.ThingPlace(x).Region() && len(i.ThingsIn(to))+len(m.list) > thing.MaxIn {
		return m, event.NoRoom
	}
	return m, event.NoReason
}

// to is where a thing moves.
func (m *shifting) to(i *world.State, x *thing.Thing) grid.Tile {
	return i.ThingPlace(x).Add(m.dx, m.dy)
}

// moves reports whether a thing is one of those that move.
func (m *shifting) moves(x *thing.Thing) bool { return x != nil && slices.Contains(m.list, x) }

// fits says why a thing cannot stand where it moves: blocks and areas must stay in one region. The places
// that the others leave are free.
func (m *shifting) fits(i *world.State, p *entity.PlayerState, x *thing.Thing, region grid.Region) event.Reason {
	t := m.to(i, x)
	if i.Land.Active(t.Region()) == nil || x.Static() && t.Region() != region {
		return event.TooFar
	}
	for dy := range max(x.Shape.Height, 1) {
		for dx := range max(x.Shape.Width, 1) {
			if why := act.Permitted(i, p, rights.Build, t.Add(int32(dx), int32(dy))); why != event.NoReason {
				return why
			}
		}
	}
	switch x.Shape.Form {
	case blueprint.Block:
		if !m.moves(i.Things.Block(t)) {
			return living.FreeForGadget(i, t)
		}
		if living.Occupied(i, t, false) {
			return event.Blocked
		}
		return event.NoReason
	case blueprint.Area:
		if o := i.Things.Area(t); o != nil && !m.moves(o) {
			return event.Blocked
		}
		return event.NoReason
	}
	b := i.Space.Body(x.Body)
	if b == nil || b.Flags&entity.Carried != 0 {
		return event.Blocked
	}
	return act.FitsBodyBeside(i, t, b.Kind, func(o game.EntityID) bool { return m.moves(i.Things.OfBody(o)) })
}

// Shift moves a thing to a tile, with its children: their number, owner, settings, state, timers and waiting
// events stay.
func Shift(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID, t grid.Tile) event.Reason {
	m, why := shiftTo(i, p, b, id, t)
	if why != event.NoReason || m.dx == 0 && m.dy == 0 {
		return why
	}
	for _, x := range m.list { // all leave before one arrives
		if !x.Static() {
			continue
		}
		i.Things.Remove(x)
		if ground, _, _, _ := i.Land.TileAt(x.At); x.Shape.Form == blueprint.Block {
			living.SetTile(i, x.At, ground, tile.NoBlock, 0)
		}
	}
	for _, x := range m.list {
		to := x.At.Add(m.dx, m.dy)
		if x.Static() {
			next := *x
			next.At = to
			living.SetThing(i, &next)
		} else {
			to = m.to(i, x)
			moveBody(i, x.Body, to)
		}
		i.Happened = append(i.Happened, event.Event{Kind: event.ThingMoved, Tick: i.Clock, Seat: p.Seat, Pos: to.Centre(), Tile: to,
			Entity: x.ID, A: int32(x.Shape.Form)})
	}
	living.Act(i, p, entity.Placing)
	return event.NoReason
}

// moveBody sets a body down in the middle of another tile, at rest.
func moveBody(i *world.State, id game.EntityID, to grid.Tile) {
	k, ok := i.Space.Find(id)
	if !ok {
		return
	}
	b := &i.Space.Bodies()[k]
	living.NoteBody(i, diary.PutAway, b)
	from := b.Pos
	b.Pos, b.Vel, b.Z, b.VZ = to.Centre(), fixed.SVec{}, 0, 0
	i.Space.Moved(k, from)
	i.Space.Wake(k)
	living.NoteBody(i, diary.SetDown, b)
}

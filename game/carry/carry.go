// Package carry lets a player carry another one, as functions on a world.State: a friend that is knocked out
// is taken up at once, one that is awake is asked, and agrees by the same command. The carrier walks slowly,
// and its hands are full. The carried one gets off by taking a step, and nothing keeps it from that.
//
// Both stay players in every other respect: what is carried is no body over the head (entity.Carried), but a
// player that is put where its carrier is, at the end of each tick. Both go over a line between islands,
// through a portal, home and on a visit at once (package federation), and wherever they are apart, the one is
// carried no more.
package carry

import (
	"manyhold/game"
	"manyhold/game/carry/bond"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

const (
	// askTime is how long a question holds, and again from when on it may be asked once more, in ticks.
	askTime, again = 10 * game.TicksPerSecond, 2 * game.TicksPerSecond
	// pace is the remaining part of a carrier's speed.
	pace fixed.S = 13 * fixed.One / 20
	// height is that of the carried one over the ground, in tiles.
	height fixed.S = 5 * fixed.One / 4
	// arm is how far before it a carrier lays down its load, in tiles.
	arm fixed.S = 4 * fixed.One / 5
	// fireside is how near a burning hearth must be for a knocked-out player to wake by it, in tiles.
	fireside = 3
)

// Pace returns the part of its speed at which a player walks.
func Pace(i *world.State, b *entity.Body) fixed.S {
	if bond.Load(i, b.ID) != 0 {
		return pace
	}
	return fixed.One
}

// Do takes the player of a body up, or asks it, or agrees to its question, or puts it down.
func Do(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID) event.Reason {
	o := i.Space.Body(id)
	switch load := bond.Load(i, b.ID); {
	case load != 0 && (load == id || id == 0):
		putDown(i, load)
		return event.NoReason
	case load != 0:
		return event.HandsFull
	case bond.Carrier(i, b.ID) != 0:
		putDown(i, b.ID)
		return event.NoReason
	case o == nil || o.Kind != entity.Player || o.ID == b.ID:
		return event.NothingThere
	case !o.Pos.Sub(b.Pos).Near(world.LiftReach):
		return event.TooFar
	case walled(i, b.Pos, o.Pos):
		return event.Blocked
	}
	who := i.Roster.BySeat(o.Seat)
	if who == nil {
		return event.NothingThere
	}
	switch {
	case !free(i, b):
		return event.HandsFull
	case bond.Asked(i, b.ID) == o.ID && free(i, o):
		return hoist(i, who, o, b)
	case !free(i, o):
		return event.Blocked
	case fall.Out(i, who):
		return hoist(i, p, b, o)
	case o.Flags&entity.Asleep != 0:
		return event.NothingThere
	}
	if l, ok := bond.Of(i, o.ID); ok && l.Other == b.ID && l.Left > askTime-again {
		return event.TooSoon
	}
	if why := bond.Tie(i, o.ID, bond.Bond{Other: b.ID, Left: askTime}); why != event.NoReason {
		return why
	}
	i.TellBody(event.CarryAsked, p, o, 0, 0)
	return event.NoReason
}

// walled reports whether a wall stands between two places: nobody is pulled through it.
func walled(i *world.State, a, b fixed.Vec) bool {
	const steps = 8
	d := b.Sub(a)
	for n := fixed.Q(1); n < steps; n++ {
		if !physics.Free(&i.Land, entity.Drop, a.Add(fixed.Vec{X: d.X * n / steps, Y: d.Y * n / steps})) {
			return true
		}
	}
	return false
}

// free reports whether a player's hands are empty, and nobody carries it.
func free(i *world.State, b *entity.Body) bool {
	return b.Flags&(entity.Carrying|entity.Riding) == 0 && bond.Load(i, b.ID) == 0 && bond.Carrier(i, b.ID) == 0
}

// hoist lets a player carry the one of body o.
func hoist(i *world.State, p *entity.PlayerState, b, o *entity.Body) event.Reason {
	if why := bond.Tie(i, o.ID, bond.Bond{Other: b.ID, Held: true}); why != event.NoReason {
		return why
	}
	if p.Action == entity.Digging || p.Action == entity.Holding {
		living.Act(i, p, entity.Idle)
	}
	i.TellBody(event.Hoisted, p, o, 0, 0)
	return event.NoReason
}

// putDown lets the player of a body go that is carried, before its carrier. One that is knocked out wakes if
// a hearth burns there.
func putDown(i *world.State, id game.EntityID) {
	carrier := i.Space.Body(bond.Carrier(i, id))
	bond.Cut(i, id)
	k, ok := i.Space.Find(id)
	if carrier == nil || !ok {
		return
	}
	o := &i.Space.Bodies()[k]
	from := o.Pos
	if spot := carrier.Pos.Add(carrier.Face.Direction().Scale(arm).Vec()); physics.Free(&i.Land, entity.Player, spot) {
		o.Pos, o.Z = spot, 0
		i.Space.Moved(k, from)
	}
	i.Space.Wake(k)
	p, who := i.Roster.BySeat(carrier.Seat), i.Roster.BySeat(o.Seat)
	if p == nil || who == nil {
		return
	}
	i.TellBody(event.SetDown, p, o, 0, 0)
	if fall.Out(i, who) && warm(i, grid.TileAt(o.Pos)) && !i.Partial {
		who.Health, who.SleptAt = fall.WakeHealth, 0
		o.Flags &^= entity.Asleep
		i.TellBody(event.Revived, who, carrier, 0, 0)
	}
}

// warm reports whether a hearth burns near a tile.
func warm(i *world.State, t grid.Tile) bool {
	for dy := int32(-fireside); dy <= fireside; dy++ {
		for dx := int32(-fireside); dx <= fireside; dx++ {
			if _, b, state, ok := i.Land.TileAt(t.Add(dx, dy)); ok && b == tile.Hearth && state&tile.StateBit0 != 0 {
				return true
			}
		}
	}
	return false
}

// Step puts the carried where their carriers are, in ascending ID, and lets go of those that want to get off
// or are elsewhere. Questions grow old.
func Step(i *world.State) {
	c, any := i.Components.Find(bond.Column)
	if !any || len(i.Components.Columns[c].Ids) == 0 {
		return
	}
	var list [world.MaxPlayers]game.EntityID
	for _, id := range list[:copy(list[:], i.Components.Columns[c].Ids)] {
		l, ok := bond.Of(i, id)
		switch {
		case !ok:
		case l.Held:
			follow(i, id, l.Other)
		case l.Left <= 1:
			bond.Cut(i, id)
		default:
			l.Left--
			bond.Tie(i, id, l)
		}
	}
}

// follow puts a carried player where its carrier is.
func follow(i *world.State, id, carrier game.EntityID) {
	k, ok := i.Space.Find(id)
	if !ok {
		bond.Cut(i, id)
		return
	}
	o, b := &i.Space.Bodies()[k], i.Space.Body(carrier)
	who := i.Roster.BySeat(o.Seat)
	switch {
	case b == nil || b.Kind != entity.Player || who == nil,
		(b.Flags|o.Flags)&(entity.Carrying|entity.Riding) != 0, !o.Pos.Sub(b.Pos).Near(bond.Leash),
		bond.Load(i, carrier) != id, bond.Carrier(i, carrier) != 0: // a merge can leave it two, or one on another
		bond.Cut(i, id)
		i.Space.Wake(k)
		return
	}
	out := fall.Out(i, who)
	if b.Flags&entity.Asleep != 0 || o.Flags&entity.Asleep != 0 && !out || !out && who.Move != (fixed.SVec{}) {
		putDown(i, id)
		return
	}
	if out { // it does not wake elsewhere by itself, but may whenever it wants to
		who.SleptAt = max(who.SleptAt, i.Clock-min(i.Clock, fall.SwoonTime/2))
	}
	from := o.Pos
	o.Pos, o.Vel, o.Z, o.VZ = b.Pos, fixed.SVec{}, height, 0
	i.Space.Moved(k, from)
	i.Space.Wake(k)
}

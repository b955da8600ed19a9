// Package carry lets a player carry another one, as functions on a world.State: a friend that is knocked out
// is taken up at once, one that is awake is asked, and agrees by the same command. The carrier walks slowly,
// and its hands are full. The carried one gets off by taking a step, and nothing keeps it from that.
//
// Both stay players in every other respect: what is carried is no body over the head (entity.Carried), but a
// player that is put where its carrier is, at the end of each tick. So both go over lines and through portals
// as two players do, and wherever they are apart, the one is carried no more.
package carry

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/codec"
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
	// Column is the component of a player that is carried, or asked: the body of the other one (u64), for
	// how many ticks the question still holds (u16), and whether it is carried (u8).
	Column = "manyhold:carry"
	// askTime is how long a question holds, and again from when on it may be asked once more, in ticks.
	askTime, again = 10 * game.TicksPerSecond, 2 * game.TicksPerSecond
	// leash is how far apart the two may be, in tiles: as much as two come over a line.
	leash fixed.Q = 3 * fixed.One
	// pace is the remaining part of a carrier's speed.
	pace fixed.S = 13 * fixed.One / 20
	// height is that of the carried one over the ground, in tiles.
	height fixed.S = 5 * fixed.One / 4
	// arm is how far before it a carrier lays down its load, in tiles.
	arm fixed.S = 4 * fixed.One / 5
	// fireside is how near a burning hearth must be for a knocked-out player to wake by it, in tiles.
	fireside = 3
)

// link is a row of the column.
type link struct {
	other game.EntityID
	left  uint16
	bound bool
}

func linkOf(i *world.State, id game.EntityID) (l link, ok bool) {
	row := i.Components.Get(Column, id)
	if row == nil {
		return l, false
	}
	return link{game.EntityID(binary.LittleEndian.Uint64(row)), binary.LittleEndian.Uint16(row[8:]), row[10] != 0}, true
}

func (l link) row() []byte {
	return codec.U8(codec.U16(codec.U64(nil, uint64(l.other)), l.left), world.Bit(l.bound))
}

// Carrier returns the body of the player that carries a body, 0 if nobody does.
func Carrier(i *world.State, id game.EntityID) game.EntityID {
	if l, ok := linkOf(i, id); ok && l.bound {
		return l.other
	}
	return 0
}

// Load returns the body of the player that a body carries, 0 if it carries none.
func Load(i *world.State, carrier game.EntityID) game.EntityID {
	k, any := i.Components.Find(Column)
	if !any {
		return 0
	}
	c := &i.Components.Columns[k]
	for n, id := range c.Ids {
		if row := c.Row(n); row[10] != 0 && game.EntityID(binary.LittleEndian.Uint64(row)) == carrier {
			return id
		}
	}
	return 0
}

// Asked returns the body of the player that wants to carry the one of a body, 0 if none does.
func Asked(i *world.State, id game.EntityID) game.EntityID {
	if l, ok := linkOf(i, id); ok && !l.bound {
		return l.other
	}
	return 0
}

// Pace returns the part of its speed at which a player walks.
func Pace(i *world.State, b *entity.Body) fixed.S {
	if Load(i, b.ID) != 0 {
		return pace
	}
	return fixed.One
}

// Do takes the player of a body up, or asks it, or agrees to its question, or puts it down.
func Do(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID) event.Reason {
	o := i.Space.Body(id)
	switch load := Load(i, b.ID); {
	case load != 0 && (load == id || id == 0):
		putDown(i, load)
		return event.NoReason
	case load != 0:
		return event.HandsFull
	case Carrier(i, b.ID) != 0:
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
	case Asked(i, b.ID) == o.ID && free(i, o):
		return hoist(i, who, o, b)
	case !free(i, o):
		return event.Blocked
	case fall.Out(i, who):
		return hoist(i, p, b, o)
	case o.Flags&entity.Asleep != 0:
		return event.NothingThere
	}
	if l, ok := linkOf(i, o.ID); ok && l.other == b.ID && l.left > askTime-again {
		return event.TooSoon
	}
	if why := i.Note(Column, o.ID, link{other: b.ID, left: askTime}.row()); why != event.NoReason {
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
	return b.Flags&(entity.Carrying|entity.Riding) == 0 && Load(i, b.ID) == 0 && Carrier(i, b.ID) == 0
}

// hoist lets a player carry the one of body o.
func hoist(i *world.State, p *entity.PlayerState, b, o *entity.Body) event.Reason {
	if why := i.Note(Column, o.ID, link{other: b.ID, bound: true}.row()); why != event.NoReason {
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
	carrier := i.Space.Body(Carrier(i, id))
	part(i, id)
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

// part forgets that a player is carried, or asked.
func part(i *world.State, id game.EntityID) {
	if err := i.SetComponent(Column, id, nil); err != nil {
		panic(err) // it was there
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
	c, any := i.Components.Find(Column)
	if !any || len(i.Components.Columns[c].Ids) == 0 {
		return
	}
	var list [world.MaxPlayers]game.EntityID
	for _, id := range list[:copy(list[:], i.Components.Columns[c].Ids)] {
		l, ok := linkOf(i, id)
		switch {
		case !ok:
		case l.bound:
			follow(i, id, l.other)
		case l.left <= 1:
			part(i, id)
		default:
			l.left--
			i.Note(Column, id, l.row())
		}
	}
}

// follow puts a carried player where its carrier is.
func follow(i *world.State, id, carrier game.EntityID) {
	k, ok := i.Space.Find(id)
	if !ok {
		part(i, id)
		return
	}
	o, b := &i.Space.Bodies()[k], i.Space.Body(carrier)
	who := i.Roster.BySeat(o.Seat)
	if b == nil || b.Kind != entity.Player || (b.Flags|o.Flags)&(entity.Carrying|entity.Riding) != 0 || !o.Pos.Sub(b.Pos).Near(leash) || who == nil {
		part(i, id)
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

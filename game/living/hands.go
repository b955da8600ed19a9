package living

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Spill lets a stack lie on a tile: on a drop of its kind that is there, or as a new one that hops.
func Spill(i *world.State, s item.Stack, t grid.Tile, parent, n uint64) {
	for _, k := range i.Space.Around(t.Centre(), fixed.One/2) {
		b := &i.Space.Bodies()[k]
		if b.Kind == entity.Drop && b.Stack.Kind == s.Kind && b.Seat == 0 && int(b.Stack.Count)+int(s.Count) <= item.MaxStack {
			b.Stack.Count += s.Count
			b.Born = i.Clock
			return
		}
	}
	drop := entity.Body{Kind: entity.Drop, Pos: t.Centre(), Stack: s, Born: i.Clock}
	drop.ID = i.Space.NewID(parent, uint64(i.Clock), n)
	if n > 0 {
		drop.Pos.X += fixed.One / 5
	}
	k := i.Space.Insert(drop)
	if physics.Free(&i.Land, entity.Drop, drop.Pos) {
		i.Space.Hurl(k, fixed.SVec{}, 0, HopSpeed)
	}
}

// HopSpeed is the upward speed of a body that springs out of the ground, in tiles per second.
const HopSpeed fixed.S = 3 * fixed.One

// Hurt takes health from a player that is awake.
func Hurt(i *world.State, p *entity.PlayerState, n uint8) {
	b := i.Space.Body(p.Body)
	if b == nil || b.Flags&entity.Asleep != 0 || p.Health == 0 {
		return
	}
	p.Health -= min(n, p.Health)
	Act(i, p, entity.Hurt)
	i.TellBody(event.Hurt, p, b, int32(n), int32(p.Health))
	if p.Health > 0 {
		return
	}
	Unload(i, p)
	b = i.Space.Body(p.Body)
	b.Flags |= entity.Asleep
	p.Move, p.SleptAt = fixed.SVec{}, i.Clock
	Act(i, p, entity.Idle)
	i.TellBody(event.KnockedOut, p, b, 0, 0)
}

// A door is locked with a key in hand, and unlocked again in the same way. Only a player that carries a key
// of that kind opens it or may dig it out; nobody else does, and no signal. The lock is bits 3 and 4 of the
// door's state: the kind of key.

// LockShift is where the lock begins in the state of a door.
const LockShift = 3

// LockOf returns the lock of a door: 0 for none.
func LockOf(state uint8) uint8 { return state >> LockShift & 3 }

// PlacedState is the state of a block placed by a body: a front looks away from the body, and a gate stands
// across its way.
func PlacedState(b *entity.Body, t grid.Tile, block tile.Block) uint8 {
	if !tile.Oriented(block) {
		return 0
	}
	h := HeadingTo(t.Centre().Sub(b.Pos))
	if block == tile.SwingGate {
		h = h.Turned(1)
	}
	return h.Facing(0)
}

// HeadingTo returns the heading nearest to a direction.
func HeadingTo(d fixed.Vec) tile.Heading {
	switch {
	case d.X.Abs() >= d.Y.Abs() && d.X >= 0:
		return tile.East
	case d.X.Abs() >= d.Y.Abs():
		return tile.West
	case d.Y >= 0:
		return tile.South
	}
	return tile.North
}

// Act sets the action of a player's hands.
func Act(i *world.State, p *entity.PlayerState, a entity.Action) {
	p.Action, p.ActionAt = a, i.Clock
	p.DigTicks = 0
	if a != entity.Digging {
		p.DigTile, p.DigSeq = grid.Tile{}, 0
	}
}

// Lent returns the strength of the signal that a tile beyond a line gives towards h, 0 for none.
func Lent(i *world.State, t grid.Tile, h tile.Heading) uint8 {
	if len(i.Border.Signals) == 0 {
		return 0
	}
	if k, ok := slices.BinarySearchFunc(i.Border.Signals, world.Signal{At: t, To: h}, world.CompareSignals); ok {
		return i.Border.Signals[k].Strength
	}
	return 0
}

// Of a Bush, bit 0 of the state says that its berries were picked: they grow again.
const BerriesPicked = tile.StateBit0

func Either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

const (
	// LadenSpeed is the remaining part of its speed for a player that carries something.
	LadenSpeed fixed.S = 17 * fixed.One / 20
	// GestureTime is how long a single gesture (placing, throwing, kicking, using) is shown, in ticks.
	GestureTime game.Tick = 18
)

// Occupied reports whether a body that is not carried touches a tile, the beam of an arm included; drops
// count only if drops is set.
func Occupied(i *world.State, t grid.Tile, drops bool) bool {
	for _, k := range i.Space.Around(t.Centre(), 3*fixed.One/2) {
		b := &i.Space.Bodies()[k]
		if b.Flags&entity.Borne == 0 && !b.Kind.Pinned() && !b.Kind.Airy() && (drops || !b.Kind.Holds()) && physics.On(b, t) {
			return true
		}
	}
	return i.Space.Swept(t)
}

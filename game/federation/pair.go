package federation

import (
	"manyhold/game"
	"manyhold/game/carry/bond"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// A player that carries another one goes to another island together with it, in one message of the kind pair:
//
//	blob, blob: the handoffs of the carrier and of its load, without the kind
//
// Each is as it is in a message of its own. The carrier's place counts for both, and both need room there.

// pairBytes bounds what a pair adds to the length of its handoffs.
const pairBytes = 2 * 5

// loadOf returns the body of the player that a body carries, if both are at one place; else 0.
func loadOf(i *world.State, id game.EntityID) game.EntityID {
	b := i.Space.Body(id)
	if b == nil || b.Kind != entity.Player {
		return 0
	}
	if load := bond.Load(i, id); load != 0 {
		if o := i.Space.Body(load); o != nil && o.Kind == entity.Player && o.Pos == b.Pos {
			return load
		}
	}
	return 0
}

// inArms reports whether a body is carried by a player at its place: it goes where that player goes.
func inArms(i *world.State, b *entity.Body) bool {
	if b.Kind != entity.Player {
		return false
	}
	c := bond.Carrier(i, b.ID)
	return c != 0 && loadOf(i, c) == b.ID
}

// onPair takes both handoffs of a pair in, or sends them on.
func onPair(i *world.State, c *codec.Cursor) {
	first, second := c.Blob(world.MaxMessage), c.Blob(world.MaxMessage)
	if c.Done() != nil {
		return
	}
	a, b := codec.Read(first), codec.Read(second)
	x, o := readCrossing(&a), readCrossing(&b)
	if a.Err() != nil || b.Err() != nil || x.player == nil || o.player == nil || len(x.bodies)+len(o.bodies) > 2 {
		return
	}
	if to, elsewhere := x.elsewhere(i); elsewhere {
		Send(i, to, codec.Blob(codec.Blob([]byte{uint8(PairLetter)}, first), second))
		return
	}
	came := x.mayCome(i)
	if came {
		receive(i, &x)
	}
	if !o.mayCome(i) {
		return
	}
	o.bodies[0].Pos = x.bodies[0].Pos
	receive(i, &o)
	if came && i.Space.Has(x.player.Body) && i.Space.Has(o.player.Body) {
		bond.Tie(i, o.player.Body, bond.Bond{Other: x.player.Body, Held: true})
	}
}

// putInArms brings the player that a body carries to the body's place.
func putInArms(i *world.State, load, carrier game.EntityID) {
	k, ok := i.Space.Find(load)
	b := i.Space.Body(carrier)
	if !ok || b == nil {
		return
	}
	o := &i.Space.Bodies()[k]
	from := o.Pos
	o.Pos, o.Vel = b.Pos, fixed.SVec{}
	i.Space.Moved(k, from)
	i.Space.Wake(k)
}

// PassToBoth is PassTo of a body and the player that it carries.
func PassToBoth(i *world.State, k int, to grid.Tile) bool {
	return pass(i, k, to, loadOf(i, i.Space.Bodies()[k].ID))
}

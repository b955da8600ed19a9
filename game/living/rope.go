package living

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/world"
)

// A crate can be tied to another or to a cart with a rope: using it ties it to the nearest beside it, and
// using it again unties it. Using a cart gets the player into it (see useCart). A rope is a component of the
// body that was used, and goes with it everywhere. While the other body is absent, or one of both is carried,
// the rope hangs loose. A ridden cart draws the bodies tied to it (see tow). A body has one rope of its own,
// and as many of others as were tied to it. A rope drawn further than RopeTears tears.

const (
	// RopeReach is how far from each other two bodies are tied at most, middle to middle, along an axis.
	RopeReach = physics.AroundMost
	// RopeTears is the length at which a rope tears, in tiles.
	RopeTears fixed.Q = 5 * fixed.One
	// RopeLeast is the shortest rope, in tiles: so that tied bodies can turn.
	RopeLeast fixed.Q = 3 * fixed.One / 2
	// towDraw is the speed with which a body behind a ridden cart catches up per tile of excess rope, in
	// tiles per second. towLoss is the cart's loss of speed in a tick by each body that it draws: half of the
	// rider's push.
	towDraw fixed.S = 8 * fixed.One
	towLoss fixed.S = RidePush / 2
)

// RopeColumn is the component: the other body (u64), and how long the rope is in Q16.16 tiles (u32).
const (
	RopeColumn = "manyhold:rope"
	RopeBytes  = 12
)

func ReadRope(row []byte) (other game.EntityID, length fixed.S) {
	return game.EntityID(binary.LittleEndian.Uint64(row)), fixed.S(binary.LittleEndian.Uint32(row[8:]))
}

// Ropes appends the ropes both of whose ends are here, in ascending order of their own body.
func Ropes(i *world.State, dst []world.Rope) []world.Rope {
	k, ok := i.Components.Find(RopeColumn)
	if !ok {
		return dst
	}
	c := &i.Components.Columns[k]
	if c.Size != RopeBytes {
		return dst // somebody else's column of that name
	}
	for n, id := range c.Ids {
		if other, length := ReadRope(c.Row(n)); other != id && ropeHolds(i, i.Space.Body(id)) && ropeHolds(i, i.Space.Body(other)) {
			dst = append(dst, world.Rope{A: id, B: other, Length: min(max(length, RopeLeast.S()), RopeTears.S())})
		}
	}
	return dst
}

// Tiable reports whether a body can be tied.
func tiable(i *world.State, b *entity.Body) bool {
	return b != nil && (b.Kind == entity.Crate || b.Kind == entity.Cart) && b.Flags&entity.Carried == 0
}

// ropeHolds reports whether a rope does not hang loose at a body.
func ropeHolds(i *world.State, b *entity.Body) bool {
	return tiable(i, b) || b != nil && b.Kind == entity.Cart && rider(i, b) != nil
}

// rider returns the body of the player that rides a cart, or nil.
func rider(i *world.State, b *entity.Body) *entity.Body {
	if b.Flags&entity.Carried == 0 {
		return nil
	}
	if p := i.Space.Body(b.Other); p != nil && p.Flags&entity.Riding != 0 {
		return p
	}
	return nil
}

// Untie takes the rope of a body off.
func Untie(i *world.State, id game.EntityID) {
	i.Components.Remove(RopeColumn, id)
	if k, ok := i.Space.Find(id); ok {
		i.Space.Wake(k)
	}
}

// pullRopes tells physics the tied bodies, and tears ropes that are drawn too far.
func pullRopes(i *world.State) {
	i.Motion.Ropes = Ropes(i, i.Motion.Ropes[:0])
	i.Space.Ties = i.Space.Ties[:0]
	for _, r := range i.Motion.Ropes {
		a, b := i.Space.Body(r.A), i.Space.Body(r.B)
		if d := b.Pos.Sub(a.Pos); !d.Near(RopeTears) {
			Untie(i, r.A)
			i.Tell(event.Switched, nil, grid.TileAt(a.Pos), 0, 0)
			continue
		}
		switch p, q := rider(i, a), rider(i, b); {
		case p == nil && q == nil:
			i.Space.Ties = append(i.Space.Ties, physics.Tie{A: r.A, B: r.B, Length: r.Length})
		case p == nil:
			tow(i, q, a, r.Length)
		case q == nil:
			tow(i, p, b, r.Length)
		}
	}
}

// tow lets the rider of a cart draw a body that is tied to the cart: on a tight rope the body is at least as
// fast as the cart along the rope, and the cart loses speed. Two ridden carts do not draw each other.
func tow(i *world.State, p, b *entity.Body, length fixed.S) {
	d := p.Pos.Sub(b.Pos)
	gap := d.Len().S() - length
	if gap <= 0 || b.Z|b.VZ != 0 {
		return
	}
	along := d.S().Unit()
	if lack := p.Vel.Dot(along) + gap.Mul(towDraw) - b.Vel.Dot(along); lack > 0 {
		b.Vel = b.Vel.Add(along.Scale(lack))
		p.Vel = p.Vel.Clamp(max(p.Vel.Len()-towLoss, 0))
		k, _ := i.Space.Find(b.ID)
		i.Space.Wake(k)
	}
}

// Tiable reports whether using a tile would tie or untie something on it.
func Tiable(i *world.State, t grid.Tile) bool {
	return nearest(i, t.Centre(), fixed.One/2, 0) >= 0
}

// UseBody ties or unties the body on a tile: that nearest to the tile's middle, of two the one of lower ID.
func UseBody(i *world.State, p *entity.PlayerState, t grid.Tile) event.Reason {
	a := nearest(i, t.Centre(), fixed.One/2, 0)
	if a < 0 {
		return event.NothingThere
	}
	b := i.Space.Bodies()[a]
	if i.Components.Get(RopeColumn, b.ID) != nil {
		Untie(i, b.ID)
		i.Tell(event.Switched, p, t, 0, 0)
		Act(i, p, entity.Using)
		return event.NoReason
	}
	o := nearest(i, b.Pos, RopeReach, b.ID)
	if o < 0 {
		return event.NothingThere
	}
	other := &i.Space.Bodies()[o]
	length := max(other.Pos.Sub(b.Pos).Len(), RopeLeast).S()
	row := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, uint64(other.ID)), uint32(length))
	if why := i.Note(RopeColumn, b.ID, row); why != event.NoReason {
		return why
	}
	i.Space.Wake(a)
	i.Tell(event.Switched, p, t, 0, 1)
	Act(i, p, entity.Using)
	return event.NoReason
}

// nearest returns the index of the body within d of p along both axes that can be tied and is nearest to it,
// −1 if there is none; bodies tied to but already, and but itself, do not count.
func nearest(i *world.State, p fixed.Vec, d fixed.Q, but game.EntityID) int {
	best, least := -1, 4*fixed.Q(fixed.One)
	for _, k := range i.Space.Around(p, d) {
		b := &i.Space.Bodies()[k]
		if b.ID == but || !tiable(i, b) {
			continue
		}
		if row := i.Components.Get(RopeColumn, b.ID); but != 0 && len(row) == RopeBytes {
			if other, _ := ReadRope(row); other == but {
				continue
			}
		}
		if far := b.Pos.Sub(p).Len(); far < least {
			best, least = int(k), far
		}
	}
	return best
}

package island

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
)

// A crate can be tied to another or to a cart with a rope: whoever uses it ties it to
// the nearest beside it, and whoever uses it again unties it. Who uses a cart gets into it (see useCart). A rope is a component of the body that was used, and goes with
// it everywhere; while the other is not there, or one of both is carried, it hangs loose. A cart that is ridden draws what
// is tied to it (see tow). A body has one rope of its own, and as many of others as were tied to it. What is drawn apart
// further than RopeTears tears.

const (
	// RopeReach is how far from each other two bodies are tied at most, middle to middle, along an axis.
	RopeReach = physics.AroundMost
	// RopeTears is the length at which a rope tears, in tiles.
	RopeTears fixed.Q = 5 * fixed.One
	// ropeLeast is the shortest rope, in tiles: so that what is tied can turn.
	ropeLeast fixed.Q = 3 * fixed.One / 2
	// towDraw is how fast what is drawn by a cart that is ridden makes up for a tile that the rope is too long, in tiles
	// per second, and towLoss how much of its speed the cart loses in a tick by each that it draws: half of what who rides
	// adds to it.
	towDraw fixed.S = 8 * fixed.One
	towLoss fixed.S = ridePush / 2
)

// ropeColumn is the component: the other body (u64), and how long the rope is in Q16.16 tiles (u32).
const (
	ropeColumn = "manyhold:rope"
	ropeBytes  = 12
)

// Rope ties two bodies.
type Rope struct {
	A, B   game.EntityID
	Length fixed.S // in tiles
}

func readRope(row []byte) (other game.EntityID, length fixed.S) {
	return game.EntityID(binary.LittleEndian.Uint64(row)), fixed.S(binary.LittleEndian.Uint32(row[8:]))
}

// Ropes appends the ropes both of whose ends are here, in ascending order of their own body.
func (i *State) Ropes(dst []Rope) []Rope {
	k, ok := i.findColumn(ropeColumn)
	if !ok {
		return dst
	}
	c := &i.columns[k]
	if c.size != ropeBytes {
		return dst // somebody else's column of that name
	}
	for n, id := range c.ids {
		if other, length := readRope(c.row(n)); other != id && ropeHolds(i, i.Body(id)) && ropeHolds(i, i.Body(other)) {
			dst = append(dst, Rope{id, other, min(max(length, ropeLeast.S()), RopeTears.S())})
		}
	}
	return dst
}

// tiable reports whether a body can be tied.
func tiable(i *State, b *entity.Body) bool {
	return b != nil && (b.Kind == entity.Crate || b.Kind == entity.Cart) && b.Flags&entity.Carried == 0
}

// ropeHolds reports whether a rope does not hang loose at a body.
func ropeHolds(i *State, b *entity.Body) bool {
	return tiable(i, b) || b != nil && b.Kind == entity.Cart && rider(i, b) != nil
}

// rider returns the body of who rides a cart, nil if nobody does.
func rider(i *State, b *entity.Body) *entity.Body {
	if b.Flags&entity.Carried == 0 {
		return nil
	}
	if p := i.Body(b.Other); p != nil && p.Flags&entity.Riding != 0 {
		return p
	}
	return nil
}

// Tiable reports whether there is something on a tile that who uses the tile ties, or unties.
func Tiable(i *State, t grid.Tile) bool {
	return nearest(i, t.Centre(), fixed.One/2, 0) >= 0
}

// useBody ties or unties the body on a tile: that nearest to the tile's middle, of two the one of lower ID.
func useBody(i *State, p *entity.PlayerState, t grid.Tile) event.Reason {
	a := nearest(i, t.Centre(), fixed.One/2, 0)
	if a < 0 {
		return event.NothingThere
	}
	b := i.space.Bodies()[a]
	if i.Component(ropeColumn, b.ID) != nil {
		untie(i, b.ID)
		i.tell(event.Switched, p, t, 0, 0)
		act(i, p, entity.Using)
		return event.NoReason
	}
	o := nearest(i, b.Pos, RopeReach, b.ID)
	if o < 0 {
		return event.NothingThere
	}
	other := &i.space.Bodies()[o]
	length := max(other.Pos.Sub(b.Pos).Len(), ropeLeast).S()
	row := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, uint64(other.ID)), uint32(length))
	if why := i.note(ropeColumn, b.ID, row); why != event.NoReason {
		return why
	}
	i.space.Wake(a)
	i.tell(event.Switched, p, t, 0, 1)
	act(i, p, entity.Using)
	return event.NoReason
}

// nearest returns the index of the body within d of p along both axes that can be tied and is nearest to it, −1 if there
// is none; bodies tied to but already, and but itself, do not count.
func nearest(i *State, p fixed.Vec, d fixed.Q, but game.EntityID) int {
	best, least := -1, 4*fixed.Q(fixed.One)
	for _, k := range i.space.Around(p, d) {
		b := &i.space.Bodies()[k]
		if b.ID == but || !tiable(i, b) {
			continue
		}
		if row := i.Component(ropeColumn, b.ID); but != 0 && len(row) == ropeBytes {
			if other, _ := readRope(row); other == but {
				continue
			}
		}
		if far := b.Pos.Sub(p).Len(); far < least {
			best, least = int(k), far
		}
	}
	return best
}

// untie takes the rope of a body off.
func untie(i *State, id game.EntityID) {
	if err := i.SetComponent(ropeColumn, id, nil); err != nil {
		panic(err) // it had one
	}
	if k, ok := i.space.Find(id); ok {
		i.space.Wake(k)
	}
}

// rope tells physics which bodies are tied, and tears what is drawn too far apart.
func rope(i *State) {
	i.ropes = i.Ropes(i.ropes[:0])
	i.space.Ties = i.space.Ties[:0]
	for _, r := range i.ropes {
		a, b := i.Body(r.A), i.Body(r.B)
		if d := b.Pos.Sub(a.Pos); !d.Near(RopeTears) {
			untie(i, r.A)
			i.tell(event.Switched, nil, grid.TileAt(a.Pos), 0, 0)
			continue
		}
		switch p, q := rider(i, a), rider(i, b); {
		case p == nil && q == nil:
			i.space.Ties = append(i.space.Ties, physics.Tie{A: r.A, B: r.B, Length: r.Length})
		case p == nil:
			tow(i, q, a, r.Length)
		case q == nil:
			tow(i, p, b, r.Length)
		}
	}
}

// tow lets who rides in a cart draw a body that is tied to the cart: where the rope is tight the body is not slower than
// the cart along the rope, and the cart loses speed. Two carts that are both ridden do not draw each other.
func tow(i *State, p, b *entity.Body, length fixed.S) {
	d := p.Pos.Sub(b.Pos)
	gap := d.Len().S() - length
	if gap <= 0 || b.Z|b.VZ != 0 {
		return
	}
	along := d.S().Unit()
	if lack := p.Vel.Dot(along) + gap.Mul(towDraw) - b.Vel.Dot(along); lack > 0 {
		b.Vel = b.Vel.Add(along.Scale(lack))
		p.Vel = p.Vel.Clamp(max(p.Vel.Len()-towLoss, 0))
		k, _ := i.space.Find(b.ID)
		i.space.Wake(k)
	}
}

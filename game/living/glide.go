package living

import (
	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

// A maker's body glides when its script says so: at even speed to a place, for so many ticks. One that
// carries goes exactly there, as far as no wall is in its way, and takes along what stands on it. Any other
// is driven: it gets the speed that brings it there, pushes what it meets, and may be held up. To lift
// it ends it.

// glideColumn is the component of a body that glides: X and Y of the place (u64 each), ticks left (u16).
const (
	glideColumn = "manyhold:glide"
	glideBytes  = 18
)

// GlideMost is the longest glide, in ticks.
const GlideMost = 60 * game.TicksPerSecond

// mostGlide is how far a body glides along an axis in a tick, in tiles: nothing that is held up jumps over
// walls.
const mostGlide fixed.Q = fixed.One / 4

func within(d, most fixed.Q) fixed.Q { return min(max(d, -most), most) }

// Glide lets a body glide to a place, in place of a glide that has not ended.
func Glide(i *world.State, k int, to fixed.Vec, ticks uint16) event.Reason {
	b := &i.Space.Bodies()[k]
	row := codec.U16(codec.U64(codec.U64(nil, uint64(to.X)), uint64(to.Y)), ticks)
	if why := i.Note(glideColumn, b.ID, row); why != event.NoReason {
		return why
	}
	i.Space.Wake(k)
	return event.NoReason
}

// EndGlide lets a body stand that glides.
func EndGlide(i *world.State, id game.EntityID) {
	if i.Components.Get(glideColumn, id) == nil {
		return
	}
	i.Components.Remove(glideColumn, id)
	if k, ok := i.Space.Find(id); ok {
		i.Space.Bodies()[k].Vel = fixed.SVec{}
	}
}

// GlideOn moves the bodies that glide by a tick, in ascending ID.
func GlideOn(i *world.State) {
	n, any := i.Components.Find(glideColumn)
	if !any || len(i.Components.Columns[n].Ids) == 0 {
		return
	}
	ids := append([]game.EntityID(nil), i.Components.Columns[n].Ids...)
	for _, id := range ids {
		glide(i, &i.Components.Columns[n], id)
	}
}

func glide(i *world.State, c *component.Column, id game.EntityID) {
	k, ok := i.Space.Find(id)
	if !ok {
		return
	}
	b := &i.Space.Bodies()[k]
	row := codec.Read(i.Components.Get(glideColumn, id))
	to := fixed.Vec{X: fixed.Q(row.U64()), Y: fixed.Q(row.U64())}
	left := row.U16()
	if left == 0 || b.Flags&entity.Borne != 0 {
		EndGlide(i, id)
		return
	}
	rest := to.Sub(b.Pos)
	step := fixed.Vec{X: within(rest.X/fixed.Q(left), mostGlide), Y: within(rest.Y/fixed.Q(left), mostGlide)}
	i.Space.Wake(k)
	if b.Make&entity.Flat != 0 {
		from := b.Pos
		b.Vel = fixed.SVec{}
		i.Space.Carry(k, step, &i.Land)
		takeAlong(i, k, b.Pos.Sub(from))
	} else {
		b.Vel = fixed.SVec{X: (step.X * game.TicksPerSecond).S(), Y: (step.Y * game.TicksPerSecond).S()}
	}
	c.Set(id, codec.U16(codec.U64(codec.U64(nil, uint64(to.X)), uint64(to.Y)), left-1))
}

package world

import (
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
)

// Bodies are the bodies of the active regions, in ascending ID, in the space in which they touch.
type Bodies struct{ physics.Space }

// Body returns a body, nil if there is none of that ID. It is read-only, and valid until the next step.
func (s *Bodies) Body(id game.EntityID) *entity.Body {
	if k, ok := s.Find(id); ok && id != 0 {
		return &s.Bodies()[k]
	}
	return nil
}

// Has reports whether a body is here.
func (s *Bodies) Has(id game.EntityID) bool {
	_, ok := s.Find(id)
	return ok
}

// NewID returns the ID of a new body: a hash of its cause, such as (player, number of its command, n) or
// (parent, tick, n), hashed again while some body here has it.
func (s *Bodies) NewID(parts ...uint64) game.EntityID {
	h := uint64(0x6d616e79686f6c64) // "manyhold"
	for _, p := range parts {
		h = random.Mix(h ^ p)
	}
	for {
		if id := game.EntityID(h); id != 0 {
			if _, taken := s.Find(id); !taken {
				return id
			}
		}
		h = random.Mix(h)
	}
}

// Room reports whether n more bodies may be born into a region. Those of the dark, and what was lost in it,
// take no room.
func (s *Bodies) Room(at grid.Region, n int) bool {
	for k := range s.Bodies() {
		if b := &s.Bodies()[k]; b.Kind != entity.Remains && !b.Kind.Airy() && grid.TileAt(b.Pos).Region() == at {
			n++
		}
	}
	return n <= MaxBodies
}

// append appends all bodies, for digests.
func (s *Bodies) append(dst []byte) []byte {
	list := s.Bodies()
	for k := range list {
		dst = encoding.AppendBody(dst, &list[k])
	}
	return dst
}

// appendIn appends the number of bodies for which inside returns true, then the bodies.
func (s *Bodies) appendIn(dst []byte, inside func(*entity.Body) bool) []byte {
	list, n := s.Bodies(), 0
	for k := range list {
		if inside(&list[k]) {
			n++
		}
	}
	dst = codec.Uvarint(dst, uint64(n))
	for k := range list {
		if inside(&list[k]) {
			dst = encoding.AppendBody(dst, &list[k])
		}
	}
	return dst
}

func diffBodies(x, y *State) string {
	a, b := x.Space.Bodies(), y.Space.Bodies()
	for k := range min(len(a), len(b)) {
		p, q := &a[k], &b[k]
		if p.ID != q.ID {
			return fmt.Sprintf("bodies[%d]: %s %x in one, %s %x in the other", k, p.Kind, p.ID, q.Kind, q.ID)
		}
		if s := first("", unlike("Kind", p.Kind, q.Kind), unlike("Pos", p.Pos, q.Pos), unlike("Vel", p.Vel, q.Vel), unlike("Z", p.Z, q.Z),
			unlike("VZ", p.VZ, q.VZ), unlike("Flags", p.Flags, q.Flags), unlike("Face", p.Face, q.Face), unlike("Other", p.Other, q.Other),
			unlike("Seat", p.Seat, q.Seat), unlike("Born", p.Born, q.Born), unlike("Stack", p.Stack, q.Stack),
			unlike("Angle", p.Angle, q.Angle), unlike("Spin", p.Spin, q.Spin), unlike("Calm", p.Calm, q.Calm)); s != "" {
			at := grid.TileAt(p.Pos).Region()
			return fmt.Sprintf("region %d %d, bodies[%d], %s %x: %s", at.X, at.Y, k, p.Kind, p.ID, s)
		}
	}
	return unlike("number of bodies", len(a), len(b))
}

// InRegion reports whether a body is in a region.
func InRegion(b *entity.Body, at grid.Region) bool { return grid.TileAt(b.Pos).Region() == at }

// copyFrom takes over the bodies of regions that are near, all players, and what is carried.
func (s *Bodies) copyFrom(from *Bodies, near func(grid.Region) bool) {
	here := func(b *entity.Body) bool {
		return b.Kind == entity.Player || b.Flags&entity.Carried != 0 || near(grid.TileAt(b.Pos).Region())
	}
	s.Reset()
	list := from.Bodies()
	for k := range list {
		if here(&list[k]) {
			s.Append(list[k])
		}
	}
	s.Rebuild()
}

// SetComponent gives a body a component; nil removes it. The value is copied.
func (i *State) SetComponent(name string, id game.EntityID, value []byte) error {
	k, ok := i.Components.Find(name)
	if !ok || i.Space.Body(id) == nil {
		return fmt.Errorf("%w: there is no column %q or no body %x", component.ErrComponent, name, id)
	}
	c := &i.Components.Columns[k]
	if value == nil {
		c.Remove(id)
		return nil
	}
	if len(value) != int(c.Size) {
		return fmt.Errorf("%w: %q has %d bytes, not %d", component.ErrComponent, name, c.Size, len(value))
	}
	c.Set(id, value)
	return nil
}

// DropComponents drops the components of all bodies for which gone returns true.
func (i *State) DropComponents(gone func(*entity.Body) bool) {
	if len(i.Components.Columns) == 0 {
		return
	}
	list := i.Space.Bodies()
	for k := range list {
		if gone(&list[k]) {
			i.Components.Drop(list[k].ID)
		}
	}
}

// AppendRows appends the rows of the bodies for which inside returns true.
func (i *State) AppendRows(dst []byte, inside func(*entity.Body) bool) []byte {
	type span struct{ rows []int }
	spans, used := make([]span, len(i.Components.Columns)), 0
	for k := range i.Components.Columns {
		for row, id := range i.Components.Columns[k].Ids {
			if inside(i.Space.Body(id)) {
				spans[k].rows = append(spans[k].rows, row)
			}
		}
		if spans[k].rows != nil {
			used++
		}
	}
	dst = codec.Uvarint(dst, uint64(used))
	for k := range i.Components.Columns {
		c := &i.Components.Columns[k]
		if spans[k].rows == nil {
			continue
		}
		dst = codec.U16(codec.Text(dst, c.Name), c.Size)
		dst = codec.Uvarint(dst, uint64(len(spans[k].rows)))
		for _, row := range spans[k].rows {
			dst = append(codec.U64(dst, uint64(c.Ids[row])), c.Row(row)...)
		}
	}
	return dst
}

// Note keeps a component of a body, which is there, for a rule of the world, and declares its column.
func (i *State) Note(column string, id game.EntityID, row []byte) event.Reason {
	if err := i.Components.Declare(column, uint16(len(row))); err != nil {
		return event.NoRoom // others have declared all the columns that there can be
	}
	if err := i.SetComponent(column, id, row); err != nil {
		panic(err) // it was declared, and the body is there
	}
	return event.NoReason
}

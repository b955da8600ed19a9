package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// A child of a maker's body is a part of it (entity.Mounted): it touches nothing, and nothing moves it but
// its parent. Its place is that of the parent and its own place there, turned by the parent's angle; its
// angle, height and speed are the parent's. Where that place is in no active region of this island, the child
// is on its parent's middle meanwhile. Both sleep, wake, and cross to another island together.
//
// A child whose parent is lost, as when two islands come together that disagree, is a body by itself from
// then on.

// Follow puts all such children to their places.
func Follow(i *world.State) {
	borne := i.Things.Borne()
	for k := 0; k < len(borne); k++ {
		if x := borne[k]; !follow(i, x) {
			dismount(i, x)
			borne, k = i.Things.Borne(), k-1
		}
	}
}

// FollowOne puts the children of one body to their places.
func FollowOne(i *world.State, parent game.EntityID) {
	for _, x := range i.Things.Borne() {
		if x.Parent == parent {
			follow(i, x)
		}
	}
}

// follow puts a child to its place. It reports whether its parent is there.
func follow(i *world.State, x *thing.Thing) bool {
	k, ok := i.Space.Find(x.Body)
	if !ok {
		return true // its region is not copied
	}
	b := &i.Space.Bodies()[k]
	if b.Flags&entity.Mounted == 0 {
		return true // its parent stands on a tile
	}
	p := i.Space.Body(x.Parent)
	if p == nil {
		return i.Partial
	}
	from := b.Pos
	b.Pos = Perch(p, x)
	if i.Land.Active(grid.TileAt(b.Pos).Region()) == nil {
		b.Pos = p.Pos
	}
	b.Z, b.VZ, b.Vel, b.Angle, b.Spin, b.Calm = p.Z, p.VZ, p.Vel, p.Angle, 0, 0
	b.Flags |= entity.Resting
	i.Space.Moved(k, from)
	return true
}

// Perch is where a child of a body belongs.
func Perch(p *entity.Body, x *thing.Thing) fixed.Vec {
	a := fixed.Angle((p.Angle + 1<<15) >> 16)
	cos, sin := fixed.Cos(a).Q(), fixed.Sin(a).Q()
	dx, dy := fixed.Q(x.Off.X), fixed.Q(x.Off.Y)
	return p.Pos.Add(fixed.Vec{X: dx*cos - dy*sin, Y: dx*sin + dy*cos})
}

// dismount lets a child be a body by itself, where it fits.
func dismount(i *world.State, x *thing.Thing) {
	i.Things.Change(x.ID, func(x *thing.Thing) { x.Parent, x.Off = 0, thing.Offset{} })
	k, ok := i.Space.Find(x.Body)
	if !ok {
		return
	}
	b := &i.Space.Bodies()[k]
	from := b.Pos
	b.Flags &^= entity.Mounted
	b.Pos, b.Z, b.VZ, b.Vel = Besides(i, b.Kind, b.Pos), 0, 0, fixed.SVec{}
	i.Space.Moved(k, from)
	i.Space.Wake(k)
}

// Gather puts the children onto their parents for which apart returns true, given the places of both: before
// a part of the land goes.
func Gather(i *world.State, apart func(parent, child fixed.Vec) bool) {
	for _, x := range i.Things.Borne() {
		k, ok := i.Space.Find(x.Body)
		p := i.Space.Body(x.Parent)
		if !ok || p == nil {
			continue
		}
		if b := &i.Space.Bodies()[k]; b.Flags&entity.Mounted != 0 && apart(p.Pos, b.Pos) {
			from := b.Pos
			b.Pos = p.Pos
			i.Space.Moved(k, from)
		}
	}
}

// Whole returns the parent of a body that is mounted on it, and the body itself otherwise.
func Whole(i *world.State, id game.EntityID) game.EntityID {
	if b := i.Space.Body(id); b != nil && b.Flags&entity.Mounted != 0 {
		if x := i.Things.OfBody(id); x != nil && i.Space.Body(x.Parent) != nil {
			return x.Parent
		}
	}
	return id
}

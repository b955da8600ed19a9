package living

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A piston with a signal holds its head on the tile before it, and pushes bodies there one tile on. It waits
// while a body cannot move, or something is built there.

func drivenOut(i *world.State, s *world.Site) bool { return !s.On() && pistonFed(i, s) }

func drivenBack(i *world.State, s *world.Site) bool { return s.On() && !pistonFed(i, s) }

// pistonFed reports whether a piston gets a signal, from any side but its front.
func pistonFed(i *world.State, s *world.Site) bool {
	front := tile.HeadingOf(s.State)
	for n := 1; n < 4; n++ {
		if fedFrom(i, s.T, front.Turned(n)) {
			return true
		}
	}
	return false
}

func extend(i *world.State, s *world.Site) bool {
	h := tile.HeadingOf(s.State)
	t := world.Beside(s.T, h)
	ground, block, _, ok := i.Land.TileAt(t)
	if !ok || block != tile.NoBlock && !block.Info().Soft || !i.Claims.Reaches(s.T, t) || !thrust(i, t, h) {
		return true // until there is room, or no signal
	}
	SetTile(i, s.T, s.Ground, s.Block, s.State|tile.StateBit0)
	SetTile(i, t, ground, tile.PistonHead, h.Facing(0))
	i.Tell(event.Switched, nil, s.T, int32(s.Block), 1)
	return false
}

func retract(i *world.State, s *world.Site) bool {
	h := tile.HeadingOf(s.State)
	t := world.Beside(s.T, h)
	SetTile(i, s.T, s.Ground, s.Block, s.State&^tile.StateBit0)
	if ground, block, state, ok := i.Land.TileAt(t); ok && block == tile.PistonHead && tile.HeadingOf(state) == h {
		SetTile(i, t, ground, tile.NoBlock, 0)
	}
	i.Tell(event.Switched, nil, s.T, int32(s.Block), 0)
	return false
}

// headless reports whether no extended piston is behind a head.
func headless(i *world.State, s *world.Site) bool {
	h := tile.HeadingOf(s.State)
	_, b, state, ok := i.Land.TileAt(world.Beside(s.T, h.Turned(2)))
	return ok && (b != tile.Piston || state&tile.StateBit0 == 0 || tile.HeadingOf(state) != h)
}

func vanish(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, tile.NoBlock, 0)
	return false
}

// thrust moves the bodies that touch a tile out of it towards h, in ascending ID, each by the depth of its
// overlap; all of them, or none.
func thrust(i *world.State, t grid.Tile, h tile.Heading) bool {
	var list []int
	for _, k := range i.Space.Around(t.Centre(), 3*fixed.One/2) {
		if b := &i.Space.Bodies()[k]; b.Flags&entity.Borne == 0 && !b.Kind.Pinned() && physics.On(b, t) {
			list = append(list, int(k))
		}
	}
	for _, k := range list {
		if b := &i.Space.Bodies()[k]; !clears(i, b, thrustTo(i, b, t, h)) {
			return false
		}
	}
	for _, k := range list {
		b := &i.Space.Bodies()[k]
		from := b.Pos
		b.Pos, b.Calm = thrustTo(i, b, t, h), 0
		i.Space.Moved(k, from)
		i.Space.Wake(k)
	}
	return true
}

// thrustTo returns where a body is that is just out of a tile towards h.
func thrustTo(i *world.State, b *entity.Body, t grid.Tile, h tile.Heading) fixed.Vec {
	p, half, c := b.Pos, physics.HalfBox(b.Kind), t.Centre()
	switch h {
	case tile.East:
		p.X = c.X + fixed.One/2 + half.X
	case tile.South:
		p.Y = c.Y + fixed.One/2 + half.Y
	case tile.West:
		p.X = c.X - fixed.One/2 - half.X
	default:
		p.Y = c.Y - fixed.One/2 - half.Y
	}
	return p
}

// clears reports whether a body can be moved to p: no tile is in the way, and no other body that is not moved
// with it.
func clears(i *world.State, b *entity.Body, p fixed.Vec) bool {
	if !physics.Free(&i.Land, b.Kind, p) {
		return false
	}
	half := physics.HalfBox(b.Kind)
	for _, k := range i.Space.Around(p, 3*fixed.One/2) {
		o := &i.Space.Bodies()[k]
		if o.ID == b.ID || o.Flags&entity.Borne != 0 || !o.Kind.Boxy() && o.Kind != entity.Player || b.Kind.Holds() {
			continue
		}
		g := physics.HalfBox(o.Kind)
		in := func(q fixed.Vec) bool {
			d := o.Pos.Sub(q)
			return d.X.Abs() < half.X+g.X && d.Y.Abs() < half.Y+g.Y
		}
		if in(p) && !in(b.Pos) {
			return false
		}
	}
	return true
}

package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Some tiles act on what lies on them: a conveyor moves it, flowing water drags it, a pressure plate is pressed. What lies on such a tile is
// looked at in every tick, bodies in ascending ID, in the regions that have any.

const (
	// beltSpeed is that of a conveyor, in tiles per second.
	beltSpeed fixed.S = 2 * fixed.One
	// beltCentring is how fast what lies a tile beside its middle is drawn to it, in tiles per second.
	beltCentring fixed.S = 4 * fixed.One
)

// tread counts a block if it acts on what lies on it.
func tread(b tile.Block) uint16 {
	if b == tile.Plate || b == tile.Conveyor || b == tile.Rail || b == tile.Flood {
		return 1
	}
	return 0
}

// drive lets tiles act on what lies on them, before physics.
func (i *Island) drive() {
	if i.genesis.Rules < game.Living || !i.anyTreads() {
		return
	}
	for k := range i.space.Bodies() {
		b := &i.space.Bodies()[k]
		if b.Flags&entity.Carried != 0 || b.Z != 0 || b.Kind == entity.Flame {
			continue
		}
		t := grid.TileAt(b.Pos)
		r := i.region(t.Region())
		if r == nil || r.treads == 0 {
			continue
		}
		if r.tiles.Ground[t.Index()].Info().SideOn {
			i.weigh(k)
		}
		switch state := r.tiles.State[t.Index()]; r.tiles.Block[t.Index()] {
		case tile.Conveyor:
			i.convey(k, t, tile.HeadingOf(state))
		case tile.Flood:
			i.drag(k, t, state)
		case tile.Rail:
			switch {
			case b.Kind == entity.Cart || b.Flags&entity.Riding != 0:
				i.track(k, t)
			case b.Kind == entity.Platform:
				i.shuttle(k, t)
			}
		case tile.Plate:
			if state&tile.StateBit0 == 0 && presses(b) {
				i.rouse(t)
			}
		}
	}
}

func (i *Island) anyTreads() bool {
	for _, r := range i.regions {
		if r.treads > 0 {
			return true
		}
	}
	return false
}

// convey moves the k-th body along a belt. A player walks on it as on a moving floor; a thing takes up its speed, and
// is drawn to its middle.
func (i *Island) convey(k int, t grid.Tile, h tile.Heading) {
	b := &i.space.Bodies()[k]
	dx, dy := h.Step()
	way := fixed.SVec{X: fixed.S(dx), Y: fixed.S(dy)}
	if b.Kind == entity.Player {
		i.space.Wake(k)
		i.space.Carry(k, fixed.Vec{X: fixed.Q(way.X) * fixed.Q(beltSpeed) / game.TicksPerSecond, Y: fixed.Q(way.Y) * fixed.Q(beltSpeed) / game.TicksPerSecond}, i)
		return
	}
	off := t.Centre().Sub(b.Pos).S()
	if dx != 0 {
		b.Vel = fixed.SVec{X: way.X * beltSpeed, Y: off.Y.Mul(beltCentring)}
	} else {
		b.Vel = fixed.SVec{X: off.X.Mul(beltCentring), Y: way.Y * beltSpeed}
	}
	i.space.Wake(k)
}

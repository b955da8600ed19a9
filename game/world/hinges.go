package world

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// A swing gate and a rotor are a tile and a body: the tile owns the hinge, the body is the arm that turns in
// it (see package physics, turnerarms.go). There is an arm for every such tile and a tile for every arm,
// always: setTile hangs arms and takes them away, and the place of an arm is in its tile and never changes,
// so that the two are of one region, one island and one side of every line, asleep and awake. The tile's
// settings (the direction of a shut gate, whether and how a motor runs) are copied to the Face of the arm,
// for physics. The angle is the arm's own.
//
// A gate shuts by itself; walking players and rolling bodies push it open. A rotor turns while its tile gets
// a signal, from any side; otherwise it can be turned by hand. *Use* hangs a gate a quarter on, and lets a
// rotor turn the other way.

// armOf returns the kind of the arm of a block, entity.NoKind for a block without one.
func armOf(b tile.Block) entity.Kind {
	switch b {
	case tile.SwingGate:
		return entity.GateArm
	case tile.Rotor:
		return entity.RotorArm
	}
	return entity.NoKind
}

// armFace is the Face of the arm of a block in a state.
func armFace(b tile.Block, state uint8) entity.Facing {
	switch {
	case b == tile.SwingGate:
		return FacingTo(tile.HeadingOf(state))
	case state&tile.StateBit0 == 0:
		return entity.Still
	case state&tile.RotorBack != 0:
		return entity.Anticlockwise
	}
	return entity.Clockwise
}

// NewArm is the arm of a block that has one, as it hangs at first: without an ID.
func NewArm(t grid.Tile, b tile.Block, state uint8, now game.Tick) entity.Body {
	a := entity.Body{Kind: armOf(b), Face: armFace(b, state), Born: now}
	a.Pos = physics.Pin(a.Kind, t, a.Face)
	if a.Kind == entity.GateArm {
		a.Angle = uint32(a.Face) << 24
	}
	return a
}

// armID is the ID of an arm that comes to be on a tile, unless something has it.
func ArmID(t grid.Tile, now game.Tick) game.EntityID {
	const stream = 0x68696e6765 // "hinge"
	return max(game.EntityID(random.Hash(stream, uint64(uint32(t.X))<<32|uint64(uint32(t.Y)), uint64(now), 0)), 1)
}

// ArmOn returns the index of the arm of a tile.
func ArmOn(i *State, t grid.Tile) (k int, ok bool) {
	for _, j := range i.Space.Around(t.Centre(), fixed.One/2) {
		if b := &i.Space.Bodies()[j]; b.Kind.Pinned() && grid.TileAt(b.Pos) == t {
			return int(j), true
		}
	}
	return 0, false
}

// FacingTo is the inverse of headingTo for straight directions.
func FacingTo(h tile.Heading) entity.Facing { return entity.Facing(h) << 6 }

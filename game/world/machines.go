package world

import (
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// TreadsOf is the row of each block, counted from 1.
var TreadsOf [256]uint8

// acts counts a block if it acts on bodies on it.
func acts(b tile.Block) uint16 { return uint16(min(TreadsOf[b], 1)) }

// FacingTo is the inverse of headingTo for straight directions.
func FacingTo(h tile.Heading) entity.Facing { return entity.Facing(h) << 6 }

// Rope ties two bodies.
type Rope struct {
	A, B   game.EntityID
	Length fixed.S // in tiles
}

// weight counts a ground if there is weight.
func weight(g tile.Ground) uint16 {
	if g == tile.Shaft {
		return 1
	}
	return 0
}

// A signal is there or not. Levers and pressed plates give one to all four sides, gates and delays to their
// front only. A wire takes it from a neighbour and gives it to all sides; it reaches wireReach tiles, and a
// gate gives it new strength. Over a line to another island signals go by messages (signals.go).

const (
	// WireReach is how many tiles of wire a signal goes through.
	WireReach = 31
	// SourceStrength is the strength of a signal where it comes from.
	SourceStrength = WireReach + 1
	// FedBit of the state of a lamp or door says that it had a signal when it was visited last. A hand may
	// have switched it since: only a change of the signal does so again.
	FedBit = 2
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

// Arm returns the arm of a tile, nil where there is none. It is read-only, and valid until the next step.
func (i *State) Arm(t grid.Tile) *entity.Body {
	if k, ok := ArmOn(i, t); ok {
		return &i.Space.Bodies()[k]
	}
	return nil
}

// hinges returns the tiles of the part that have an arm, in order.
func (p *RegionPart) hinges() (list []Edit) {
	for _, e := range p.Edits { // no land grows any
		if tile.Hinged(e.Block) {
			list = append(list, e)
		}
	}
	return list
}

// fits reports whether a body is the arm of a tile of a region, wherever it has turned to.
func (e *Edit) fits(at grid.Region, b *entity.Body) bool {
	want := NewArm(at.Tile(e.K), e.Block, e.State, 0)
	return b.Kind == want.Kind && b.Pos == want.Pos && b.Face == want.Face && b.Vel == (fixed.SVec{}) && b.Z|b.VZ == 0 && b.Flags&^entity.Resting == 0
}

// belongsInHinges refuses a region in which an arm is not in its hinge, or a hinge has no arm or two.
func (p *RegionPart) belongsInHinges(at grid.Region) error {
	hung := map[grid.Index]bool{}
	hinges := p.hinges()
	for k := range p.Bodies {
		b := &p.Bodies[k]
		if !b.Kind.Pinned() {
			continue
		}
		t := grid.TileAt(b.Pos)
		n, ok := FindEdit(hinges, t.Index())
		if !ok || hung[t.Index()] || !hinges[n].fits(at, b) {
			return fmt.Errorf("body %x: a %s on tile %s that is in no hinge of its own", b.ID, b.Kind, TileName(t))
		}
		hung[t.Index()] = true
	}
	for _, e := range hinges {
		if !hung[e.K] {
			return fmt.Errorf("tile %s: a %s without its arm", TileName(at.Tile(e.K)), e.Block)
		}
	}
	return nil
}

// Rehang lets the tiles of a region that was put together have their arms: of those that are there the first
// that fits, else a new one; the others are gone.
func (p *RegionPart) Rehang(at grid.Region, now game.Tick) {
	var arms []entity.Body
	p.Bodies = slices.DeleteFunc(p.Bodies, func(b entity.Body) bool {
		if b.Kind.Pinned() {
			arms = append(arms, b)
		}
		return b.Kind.Pinned()
	})
	for _, e := range p.hinges() {
		arm := NewArm(at.Tile(e.K), e.Block, e.State, now)
		if k := slices.IndexFunc(arms, func(b entity.Body) bool { return e.fits(at, &b) }); k >= 0 {
			arm = arms[k]
		} else {
			arm.ID = ArmID(at.Tile(e.K), now)
		}
		p.Bodies = append(p.Bodies, arm)
	}
}

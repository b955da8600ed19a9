package island

import (
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// A swing gate and a rotor are a tile and a body: the tile owns the hinge, the body is the
// arm that turns in it (see package physics, turnpin.go). There is an arm for every such tile and a tile for every arm, always:
// setTile hangs arms and takes them away, and the place of an arm is in its tile and never changes, so that the two are of one
// region, one island and one side of every line, asleep and awake. What the tile says, where a gate points when it is shut
// and whether and how a motor runs, is in the Face of the arm, too, for physics. How far it has turned is the arm's own.
//
// A gate shuts by itself, and is pushed by who walks and what rolls against it. A rotor turns while its tile gets a signal, from
// any side; else it can be turned by hand. *Use* hangs a gate a quarter on, and lets a rotor turn the other way.

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
		return facingTo(tile.HeadingOf(state))
	case state&tile.StateBit0 == 0:
		return entity.Still
	case state&tile.RotorBack != 0:
		return entity.Anticlockwise
	}
	return entity.Clockwise
}

// newArm is the arm of a block that has one, as it hangs at first: without an ID.
func newArm(t grid.Tile, b tile.Block, state uint8, now game.Tick) entity.Body {
	a := entity.Body{Kind: armOf(b), Face: armFace(b, state), Born: now}
	a.Pos = physics.Pin(a.Kind, t, a.Face)
	if a.Kind == entity.GateArm {
		a.Angle = uint32(a.Face) << 24
	}
	return a
}

// armID is the ID of an arm that comes to be on a tile, unless something has it.
func armID(t grid.Tile, now game.Tick) game.EntityID {
	const stream = 0x68696e6765 // "hinge"
	return max(game.EntityID(random.Hash(stream, uint64(uint32(t.X))<<32|uint64(uint32(t.Y)), uint64(now), 0)), 1)
}

// hang lets the tile have the arm that it should have, or none. One that is there already stays the same, and turns on.
func hang(i *State, t grid.Tile) {
	_, block, state, ok := i.TileAt(t)
	if !ok {
		return
	}
	want := newArm(t, block, state, i.tick)
	k, found := armOn(i, t)
	if found && i.space.Bodies()[k].Kind != want.Kind {
		i.removeBody(i.space.Bodies()[k].ID)
		found = false
	}
	if !found {
		if want.Kind != entity.NoKind {
			want.ID = i.newID(uint64(armID(t, i.tick)))
			i.space.Insert(want)
		}
		return
	}
	b := &i.space.Bodies()[k]
	if from := b.Pos; from != want.Pos { // a gate that is hung elsewhere is shut there
		b.Pos, b.Angle, b.Spin = want.Pos, want.Angle, 0
		i.space.Moved(k, from)
	}
	if b.Face != want.Face {
		b.Face = want.Face
		i.space.Wake(k)
	}
}

// armOn returns the index of the arm of a tile.
func armOn(i *State, t grid.Tile) (k int, ok bool) {
	for _, j := range i.space.Around(t.Centre(), fixed.One/2) {
		if b := &i.space.Bodies()[j]; b.Kind.Pinned() && grid.TileAt(b.Pos) == t {
			return int(j), true
		}
	}
	return 0, false
}

// Arm returns the arm of a tile, nil where there is none. It is read-only, and valid until the next step.
func (i *State) Arm(t grid.Tile) *entity.Body {
	if k, ok := armOn(i, t); ok {
		return &i.space.Bodies()[k]
	}
	return nil
}

func rotorDiffers(i *State, s *site) bool { return fed(i, s.t) != s.on() }

// turnRotor starts and stops the motor of a rotor.
func turnRotor(i *State, s *site) bool {
	i.setTile(s.t, s.ground, s.block, s.state^tile.StateBit0)
	i.tell(event.Switched, nil, s.t, int32(s.block), either[int32](s.on(), 0, 1))
	return false
}

// fitsHinge says whether a gate or a rotor can be set up on a tile: nothing stands where its arm would be.
func fitsHinge(i *State, b *entity.Body, t grid.Tile, block tile.Block) event.Reason {
	arm := newArm(t, block, placedState(b, t, block), i.tick)
	for n := range int32(25) {
		at := t.Add(n%5-2, n/5-2)
		if c := i.Cell(at.X, at.Y); c.Height != 0 && physics.On(&arm, at) {
			return event.Blocked
		}
	}
	if !i.roomForBodies(t.Region(), 1) {
		return event.NoRoom
	}
	return event.NoReason
}

// hinges returns the tiles of the part that have an arm, in order.
func (p *regionPart) hinges() (list []edit) {
	for _, e := range p.edits { // no land grows any
		if tile.Hinged(e.block) {
			list = append(list, e)
		}
	}
	return list
}

// fits reports whether a body is the arm of a tile of a region, wherever it has turned to.
func (e *edit) fits(at grid.Region, b *entity.Body) bool {
	want := newArm(at.Tile(e.k), e.block, e.state, 0)
	return b.Kind == want.Kind && b.Pos == want.Pos && b.Face == want.Face && b.Vel == (fixed.SVec{}) && b.Z|b.VZ == 0 && b.Flags&^entity.Resting == 0
}

// belongsInHinges refuses a region in which an arm is not in its hinge, or a hinge has no arm or two.
func (p *regionPart) belongsInHinges(at grid.Region) error {
	hung := map[grid.Index]bool{}
	hinges := p.hinges()
	for k := range p.bodies {
		b := &p.bodies[k]
		if !b.Kind.Pinned() {
			continue
		}
		t := grid.TileAt(b.Pos)
		n, ok := findEdit(hinges, t.Index())
		if !ok || hung[t.Index()] || !hinges[n].fits(at, b) {
			return fmt.Errorf("body %x: a %s on tile %s that is in no hinge of its own", b.ID, b.Kind, tileName(t))
		}
		hung[t.Index()] = true
	}
	for _, e := range hinges {
		if !hung[e.k] {
			return fmt.Errorf("tile %s: a %s without its arm", tileName(at.Tile(e.k)), e.block)
		}
	}
	return nil
}

// rehang lets the tiles of a region that was put together have their arms: of those that are there the first that fits, else
// a new one; the others are gone.
func (p *regionPart) rehang(at grid.Region, now game.Tick) {
	var arms []entity.Body
	p.bodies = slices.DeleteFunc(p.bodies, func(b entity.Body) bool {
		if b.Kind.Pinned() {
			arms = append(arms, b)
		}
		return b.Kind.Pinned()
	})
	for _, e := range p.hinges() {
		arm := newArm(at.Tile(e.k), e.block, e.state, now)
		if k := slices.IndexFunc(arms, func(b entity.Body) bool { return e.fits(at, &b) }); k >= 0 {
			arm = arms[k]
		} else {
			arm.ID = armID(at.Tile(e.k), now)
		}
		p.bodies = append(p.bodies, arm)
	}
}

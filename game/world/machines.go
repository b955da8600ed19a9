package world

import (
	"encoding/binary"
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

// TreadsOf is the row of each block, counted from 1.
var TreadsOf [256]uint8

// acts counts a block if it acts on bodies on it.
func acts(b tile.Block) uint16 { return uint16(min(TreadsOf[b], 1)) }

// FacingTo is the inverse of headingTo for straight directions.
func FacingTo(h tile.Heading) entity.Facing { return entity.Facing(h) << 6 }

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

// ropeColumn is the component: the other body (u64), and how long the rope is in Q16.16 tiles (u32).
const (
	RopeColumn = "manyhold:rope"
	RopeBytes  = 12
)

// Rope ties two bodies.
type Rope struct {
	A, B   game.EntityID
	Length fixed.S // in tiles
}

func ReadRope(row []byte) (other game.EntityID, length fixed.S) {
	return game.EntityID(binary.LittleEndian.Uint64(row)), fixed.S(binary.LittleEndian.Uint32(row[8:]))
}

// Ropes appends the ropes both of whose ends are here, in ascending order of their own body.
func (i *State) Ropes(dst []Rope) []Rope {
	k, ok := i.FindColumn(RopeColumn)
	if !ok {
		return dst
	}
	c := &i.Columns[k]
	if c.Size != RopeBytes {
		return dst // somebody else's column of that name
	}
	for n, id := range c.Ids {
		if other, length := ReadRope(c.Row(n)); other != id && ropeHolds(i, i.Body(id)) && ropeHolds(i, i.Body(other)) {
			dst = append(dst, Rope{id, other, min(max(length, RopeLeast.S()), RopeTears.S())})
		}
	}
	return dst
}

// Tiable reports whether a body can be tied.
func Tiable(i *State, b *entity.Body) bool {
	return b != nil && (b.Kind == entity.Crate || b.Kind == entity.Cart) && b.Flags&entity.Carried == 0
}

// ropeHolds reports whether a rope does not hang loose at a body.
func ropeHolds(i *State, b *entity.Body) bool {
	return Tiable(i, b) || b != nil && b.Kind == entity.Cart && rider(i, b) != nil
}

// rider returns the body of the player that rides a cart, or nil.
func rider(i *State, b *entity.Body) *entity.Body {
	if b.Flags&entity.Carried == 0 {
		return nil
	}
	if p := i.Body(b.Other); p != nil && p.Flags&entity.Riding != 0 {
		return p
	}
	return nil
}

// Untie takes the rope of a body off.
func Untie(i *State, id game.EntityID) {
	if err := i.SetComponent(RopeColumn, id, nil); err != nil {
		panic(err) // it had one
	}
	if k, ok := i.Space.Find(id); ok {
		i.Space.Wake(k)
	}
}

// rope tells physics the tied bodies, and tears ropes that are drawn too far.
func rope(i *State) {
	i.RopeList = i.Ropes(i.RopeList[:0])
	i.Space.Ties = i.Space.Ties[:0]
	for _, r := range i.RopeList {
		a, b := i.Body(r.A), i.Body(r.B)
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
		k, _ := i.Space.Find(b.ID)
		i.Space.Wake(k)
	}
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
func armID(t grid.Tile, now game.Tick) game.EntityID {
	const stream = 0x68696e6765 // "hinge"
	return max(game.EntityID(random.Hash(stream, uint64(uint32(t.X))<<32|uint64(uint32(t.Y)), uint64(now), 0)), 1)
}

// hang lets the tile have the arm that it should have, or none. One that is there already stays the same, and
// turns on.
func hang(i *State, t grid.Tile) {
	_, block, state, ok := i.TileAt(t)
	if !ok {
		return
	}
	want := NewArm(t, block, state, i.Clock)
	k, found := ArmOn(i, t)
	if found && i.Space.Bodies()[k].Kind != want.Kind {
		i.RemoveBody(i.Space.Bodies()[k].ID)
		found = false
	}
	if !found {
		if want.Kind != entity.NoKind {
			want.ID = i.NewID(uint64(armID(t, i.Clock)))
			i.Space.Insert(want)
		}
		return
	}
	b := &i.Space.Bodies()[k]
	if from := b.Pos; from != want.Pos { // a gate that is hung elsewhere is shut there
		b.Pos, b.Angle, b.Spin = want.Pos, want.Angle, 0
		i.Space.Moved(k, from)
	}
	if b.Face != want.Face {
		b.Face = want.Face
		i.Space.Wake(k)
	}
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
			arm.ID = armID(at.Tile(e.K), now)
		}
		p.Bodies = append(p.Bodies, arm)
	}
}

package physics

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
	"manyhold/game/tile"
)

// The kinds of package rigid, which are its numbers: those of entity on the ground, and as loose ones.
const (
	turningCrate = iota
	turningBall
	turningCart
	loosePlayer
	looseCrate
	looseBall
	looseCart
	turningGate
	turningRotor
	turningMade // from here on those of makers' bodies: see made
)

const (
	walkers = 1 << iota // layers: walkers do not meet each other
	things
	arms // or arms
	makers
)

var turningKinds = [turningMade]rigid.Kind{
	turningCrate: {Form: rigid.Box, HalfX: fixed.S(forms[entity.Crate].half.X), HalfY: fixed.S(forms[entity.Crate].half.Y), Density: 2 * fixed.One,
		Friction: 2 * fixed.One / 5, Restitution: fixed.One / 5, Slide: 10 * fixed.One, Floats: true, Layer: things, Meets: things | walkers | arms},
	turningBall: {HalfX: fixed.S(ballRadius), Friction: fixed.One / 5, Restitution: 3 * fixed.One / 4, Slide: forms[entity.Ball].friction,
		Floats: true, Layer: things, Meets: things | walkers | arms},
	turningCart: {Form: rigid.Box, HalfX: fixed.S(forms[entity.Cart].half.X), HalfY: fixed.S(forms[entity.Cart].half.Y), Density: 3 * fixed.One,
		Friction: fixed.One / 5, Restitution: fixed.One / 5, Slide: forms[entity.Cart].friction, Upright: true, Layer: things, Meets: things | walkers | arms},
	loosePlayer:  {HalfX: fixed.S(playerRadius), Density: 13 * fixed.One / 4, Friction: fixed.One / 10, Upright: true, Loose: true, Layer: walkers, Meets: things | arms},
	turningGate:  {Form: rigid.Box, HalfX: beams[entity.GateArm].half, HalfY: armHalf, Friction: fixed.One / 10, Floats: true, Layer: arms, Meets: things | walkers},
	turningRotor: {Form: rigid.Box, HalfX: beams[entity.RotorArm].half, HalfY: armHalf, Friction: fixed.One / 5, Floats: true, Layer: arms, Meets: things | walkers},
}

func init() {
	for k := looseCrate; k <= looseCart; k++ {
		turningKinds[k] = turningKinds[k-looseCrate+turningCrate]
		turningKinds[k].Loose = true
	}
	for k := range turningKinds {
		turningKinds[k].Meets |= makers
	}
}

// solidGround is the number of the surface of solid tiles; the others are those of their grounds.
const solidGround = uint8(tile.GroundCount)

// turningRules are the kinds, and the surfaces of the grounds.
func turningRules() rigid.Rules {
	r := rigid.Rules{Kinds: turningKinds[:], Surfaces: make([]rigid.Surface, tile.GroundCount+1)}
	for g := range tile.GroundCount {
		info := g.Info()
		f := rigid.Surface{Grip: fixed.One}
		switch {
		case info.Liquid: // floating bodies slide, and are slowed by the water
			f = rigid.Surface{Liquid: true, Grip: fixed.One / 8, Drag: 3 * fixed.One}
		case info.Slippery:
			f.Grip = fixed.One / 10
		case info.Speed < fixed.One/2: // deep mud
			f.Grip, f.Drag = 2*fixed.One, 3*fixed.One
		case info.Speed < fixed.One:
			f.Grip = 2 * fixed.One
		}
		r.Surfaces[g] = f
	}
	r.Surfaces[solidGround].Solid = true
	return r
}

// Barred is Land with a fast test for solid tiles.
type Barred interface {
	// Barred returns the ground at (x, y), and which of the tiles round it have a Cell with a height.
	Barred(x, y int32) (tile.Ground, rigid.Solidity)
}

// ground is the land as seen by package rigid.
type ground struct {
	land   Land
	barred Barred // the same land; nil if it does not know that
	x, y   int32  // of the origin
}

// Surface implements rigid.Ground.
func (g *ground) Surface(x, y int32) uint8 {
	c := g.land.Cell(x+g.x, y+g.y)
	if c.Height != 0 {
		return solidGround
	}
	return uint8(c.Ground)
}

// Around implements rigid.Ground.
func (g *ground) Around(x, y int32) (surface uint8, solid rigid.Solidity) {
	if g.barred != nil {
		on, a := g.barred.Barred(x+g.x, y+g.y)
		if surface = uint8(on); a&here != 0 {
			surface = solidGround
		}
		return surface, a
	}
	for n := range int32(9) {
		if g.land.Cell(x+g.x+n%3-1, y+g.y+n/3-1).Height != 0 {
			solid |= 1 << n
		}
	}
	return g.Surface(x, y), solid
}

// here is the bit of a rigid.Solidity for the tile in the middle.
const here = 1 << 4

// turns reports whether a body is moved by package rigid alone: a thing that lies on the ground, or an arm.
func turns(b *entity.Body) bool {
	return b.Z|b.VZ == 0 && b.Make&entity.Flat == 0 && b.Flags&entity.Mounted == 0 && (b.Kind.Boxy() || b.Kind.Round() || b.Kind == entity.Cart || b.Kind.Pinned())
}

// takesPart reports whether a body can touch others.
func takesPart(b *entity.Body) bool {
	return b.Flags&(entity.Carried|entity.Slim) == 0 && !untouching(b) && b.Z < bodyHeight
}

// turningKind is the number of a body's kind in package rigid.
func turningKind(b *entity.Body) uint16 {
	k := uint16(turningCrate)
	switch b.Kind {
	case entity.Player:
		return loosePlayer
	case entity.Ball:
		k = turningBall
	case entity.Cart:
		k = turningCart
	case entity.GateArm:
		return turningGate
	case entity.RotorArm:
		return turningRotor
	}
	if !turns(b) {
		k += looseCrate - turningCrate
	}
	return k
}

// Package physics moves bodies: walkers with a foot box that slips round corners, pushed crates, balls that
// roll and bounce, and things that fly in an arc and land. The world is seen from above: x and y are the
// ground, Z is the height over it.
//
// A Space holds the bodies of an island in ascending order of ID, and one spatial hash over them. A Turner
// moves them by one tick in a stated order, so that the result is the same everywhere and independent of the
// rest of the island: see there. Bodies fall asleep (entity.Resting) and cost nothing until they are touched.
//
// No body tunnels: MaxSpeed is less than a quarter of a tile a tick, and everything solid is at least
// half a tile thick.
package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/tile"
)

const (
	// MaxSpeed bounds every velocity, in tiles per second. Faster bodies are slowed to it.
	MaxSpeed fixed.S = 14 * fixed.One
	// WalkSpeed is how fast a player walks on good ground, in tiles per second.
	WalkSpeed fixed.S = 9 * fixed.One / 2
	// PushSpeed is how fast a crate is pushed, in tiles per second.
	PushSpeed fixed.S = 13 * fixed.One / 5
	// Slip is how much of a corner a walker slips round: 7 px of 16.
	Slip fixed.Q = 7 * fixed.One / 16
	// Gravity is the plain gravity, in tiles per second and second. Land.Pull says how it differs at a place.
	Gravity fixed.S = 18 * fixed.One
	// CarryHeight is how high over the ground things are carried, in tiles.
	CarryHeight fixed.S = 7 * fixed.One / 10

	// walkGain and walkLoss are how much a walker's velocity changes in a tick, in tiles per second: full
	// speed in five ticks, to a halt in three.
	walkGain = WalkSpeed / 5
	walkLoss = WalkSpeed / 3
	// iceGrip is the part of walkGain and walkLoss that is left on ice.
	iceGrip fixed.S = fixed.One / 12
	// bodyHeight is the height of bodies for collisions, in tiles: a body that flies higher passes over.
	bodyHeight fixed.S = 7 * fixed.One / 10
	// heightUnit is the height of one unit of tile.BlockInfo.Height.
	heightUnit fixed.S = fixed.One / 128
)

// form is the shape and the stuff of a kind of body.
type form struct {
	half       fixed.Vec // half the foot box, in tiles
	touch      fixed.Q   // greatest distance along an axis to the middle of a touching body
	friction   fixed.S   // loss of speed on the ground, in tiles per second and second
	restitute  fixed.S   // part of the speed kept when it bounces off a tile
	hop        fixed.S   // part of the vertical speed kept when it lands
	loud       fixed.S   // least speed at which bouncing is worth an event, in tiles per second
	floats     bool      // deep water does not hold it up
	untouching bool      // meets no other body
}

var forms = [entity.KindCount]form{
	entity.Player: {half: fixed.Vec{X: 5 * fixed.One / 16, Y: 3 * fixed.One / 16}, touch: 3 * fixed.One / 4},
	entity.Crate: {half: fixed.Vec{X: 7 * fixed.One / 16, Y: 7 * fixed.One / 16}, touch: 7 * fixed.One / 8, friction: 14 * fixed.One,
		restitute: fixed.One / 5, hop: fixed.One / 6, loud: 2 * fixed.One, floats: true},
	entity.Ball: {half: fixed.Vec{X: 9 * fixed.One / 32, Y: 9 * fixed.One / 32}, touch: 23 * fixed.One / 32, friction: 13 * fixed.One / 10,
		restitute: 7 * fixed.One / 10, hop: 6 * fixed.One / 10, loud: fixed.One, floats: true},
	entity.Drop: {half: fixed.Vec{X: fixed.One / 8, Y: fixed.One / 8}, friction: 10 * fixed.One,
		restitute: 3 * fixed.One / 10, hop: 3 * fixed.One / 10, loud: 100 * fixed.One, floats: true, untouching: true},
	entity.Ember: {half: fixed.Vec{X: fixed.One / 4, Y: fixed.One / 4}, friction: 10 * fixed.One,
		restitute: 3 * fixed.One / 10, hop: 3 * fixed.One / 10, loud: 2 * fixed.One, floats: true, untouching: true},
	entity.Cart: {half: fixed.Vec{X: 6 * fixed.One / 16, Y: 6 * fixed.One / 16}, touch: 7 * fixed.One / 8, friction: fixed.One / 8,
		restitute: fixed.One / 5, hop: fixed.One / 6, loud: 2 * fixed.One},
	entity.Hen:      {half: fixed.Vec{X: fixed.One / 4, Y: fixed.One / 4}, untouching: true},
	entity.Sheep:    {half: fixed.Vec{X: 6 * fixed.One / 16, Y: fixed.One / 4}, untouching: true},
	entity.Platform: {half: fixed.Vec{X: 6 * fixed.One / 16, Y: 6 * fixed.One / 16}, friction: 10 * fixed.One, untouching: true},
	entity.GateArm:  {half: fixed.Vec{X: fixed.One / 8, Y: fixed.One / 8}, loud: 3 * fixed.One, floats: true},
	entity.RotorArm: {half: fixed.Vec{X: fixed.One / 8, Y: fixed.One / 8}, loud: 3 * fixed.One, floats: true},
	entity.Gizmo: {half: fixed.Vec{X: 9 * fixed.One / 32, Y: 9 * fixed.One / 32}, touch: 23 * fixed.One / 32, friction: 13 * fixed.One / 10,
		restitute: 7 * fixed.One / 10, hop: 6 * fixed.One / 10, loud: fixed.One, floats: true},
	entity.GizmoBox: {half: fixed.Vec{X: 7 * fixed.One / 16, Y: 7 * fixed.One / 16}, touch: 7 * fixed.One / 8, friction: 14 * fixed.One,
		restitute: fixed.One / 5, hop: fixed.One / 6, loud: 2 * fixed.One, floats: true},
	entity.Flame: {half: fixed.Vec{X: fixed.One / 8, Y: fixed.One / 8}, friction: 10 * fixed.One, loud: 100 * fixed.One, floats: true, untouching: true},
}

// HalfBox returns half the foot box of a kind of body, in tiles; of an arm, that of its pin.
func HalfBox(k entity.Kind) fixed.Vec { return forms[k].half }

// springs returns the parts of its speed that a body keeps when it bounces off a tile, and when it lands.
func springs(b *entity.Body) (restitute, hop fixed.S) {
	if b.Kind.Made() {
		bounce := b.Stuff.Bounce()
		return bounce, bounce.Mul(6 * fixed.One / 7)
	}
	f := &forms[b.Kind]
	return f.restitute, f.hop
}

// Cell is a tile as physics sees it.
type Cell struct {
	Height uint8 // height of the solid part, as in tile.BlockInfo; 0: none
	Ground tile.Ground
}

// Unknown is the cell of a place that is not loaded: no body can enter it.
var Unknown = Cell{Height: 255}

// Land is where bodies move.
type Land interface {
	// Cell returns the tile at (x, y), Unknown if it is not there.
	Cell(x, y int32) Cell
	// Pull returns the gravity at the tile (x, y), in multiples of Gravity.
	Pull(x, y int32) fixed.S
}

// Walk turns a walker's velocity towards want, a direction of length 0 to One; speed is the full speed on its
// ground, in tiles per second. It wakes the body if it has to move.
func (s *Space) Walk(i int, want fixed.SVec, speed fixed.S, slippery bool) {
	b := &s.bodies[i]
	if want == (fixed.SVec{}) && b.Vel == (fixed.SVec{}) {
		return
	}
	gain, loss := walkGain, walkLoss
	if slippery {
		gain, loss = gain.Mul(iceGrip), loss.Mul(iceGrip)
	}
	target := want.Scale(speed)
	change := target.Sub(b.Vel)
	most := gain
	if want == (fixed.SVec{}) || b.Vel.Len() > speed {
		most = loss
	}
	b.Vel = b.Vel.Add(change.Clamp(most))
	s.Wake(i)
}

// perTick is how far v goes in one tick, rounded to nearest, halves away from zero.
func perTick(v fixed.S) fixed.Q {
	const half = game.TicksPerSecond / 2
	if v < 0 {
		return -fixed.Q((int64(-v) + half) / game.TicksPerSecond)
	}
	return fixed.Q((int64(v) + half) / game.TicksPerSecond)
}

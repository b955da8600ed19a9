package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Where the ground is the back wall of a shaft, the place is seen from the side. All bodies there have
// weight: they fall to the south, onto solid tiles and onto each other, and pile up. A player in a shaft
// walks to the sides; one that stands on something and wants to go north jumps. Players climb a ladder, stay
// where they let go, and can stand on its top. At the edge of the wall weight ends, and the ground is seen
// from above again.

const (
	// jumpSpeed lets a player jump a tile and a half high, in tiles per second.
	jumpSpeed fixed.S = 29 * fixed.One / 4
	// wingSpeed is how fast animals come down, in tiles per second.
	wingSpeed fixed.S = 3 * fixed.One
	// footing is the greatest gap between a player's feet and its support, in tiles.
	footing fixed.Q = fixed.One / 16
	// climbSpeed is how fast one climbs a ladder, in tiles per second.
	climbSpeed fixed.S = 5 * fixed.One / 2
)

// shaftFriction is the ground friction of a kind, in tiles per second and second. Weight compensates for it,
// because there is no ground under a falling body.
var shaftFriction = [entity.KindCount]fixed.S{entity.Crate: 10 * fixed.One, entity.Ball: 13 * fixed.One / 10, entity.GizmoBox: 10 * fixed.One, entity.Gizmo: 13 * fixed.One / 10, entity.Drop: 10 * fixed.One,
	entity.Ember: 10 * fixed.One, entity.Cart: fixed.One / 8}

// shaftGravity returns the acceleration of a falling body, in tiles per second and second.
func shaftGravity(i *world.State, b *entity.Body) fixed.S {
	return physics.Gravity.Mul(i.Land.Pull(int32(b.Pos.X>>fixed.Bits), int32(b.Pos.Y>>fixed.Bits)))
}

// weigh applies weight to the k-th body, which is in a shaft and no player; see scramble. A resting body
// stays where it is.
func weigh(i *world.State, k int) {
	b := &i.Space.Bodies()[k]
	switch {
	case b.VZ != 0 || b.Flags&(entity.Resting|entity.Riding) != 0 || b.Kind == entity.Player || b.Kind == entity.Platform || b.Kind.Pinned():
	case b.Kind.Animal():
		i.Space.Carry(k, fixed.Vec{Y: fixed.Q(wingSpeed) / game.TicksPerSecond}, &i.Land)
	default:
		b.Vel.Y += (shaftGravity(i, b) + shaftFriction[b.Kind]) / game.TicksPerSecond
	}
}

// Rungs reports whether a player in a shaft is on a ladder, and whether it stands on the top of one.
func Rungs(i *world.State, b *entity.Body) (on, top bool) {
	ladder := func(below fixed.Q) bool {
		_, block, _, _ := i.Land.TileAt(grid.TileAt(b.Pos.Add(fixed.Vec{Y: below})))
		return block == tile.Ladder
	}
	feet := physics.HalfBox(entity.Player).Y
	on = ladder(0) || ladder(feet-1)
	return on, !on && ladder(feet+footing-1)
}

// climb moves a player on a ladder, the k-th body, as it wants: there is no weight.
func climb(i *world.State, p *entity.PlayerState, k int, laden bool) {
	speed := climbSpeed
	if laden {
		speed = speed.Mul(LadenSpeed)
	}
	i.Space.Walk(k, p.Move, speed, false)
}

// Scramble moves a player in a shaft, the k-th body: to the sides as it wants, up by climbing or jumping, and
// else down.
func Scramble(i *world.State, p *entity.PlayerState, k int) {
	b := &i.Space.Bodies()[k]
	onLadder, onTop := Rungs(i, b)
	if onLadder || onTop && p.Move.Y > fixed.One/2 {
		climb(i, p, k, b.Flags&entity.Carrying != 0)
		return
	}
	stands := onTop || hasFooting(i, b)
	if stands && p.Move == (fixed.SVec{}) && b.Vel == (fixed.SVec{}) {
		return
	}
	fall := b.Vel.Y + shaftGravity(i, b)/game.TicksPerSecond
	if stands && b.Vel.Y >= 0 {
		fall = 0
		if p.Move.Y < -fixed.One/2 && b.Flags&entity.Asleep == 0 && !onTop {
			fall = -jumpSpeed
		}
	}
	speed := physics.WalkSpeed
	if b.Flags&entity.Carrying != 0 {
		speed = speed.Mul(LadenSpeed)
	}
	b.Vel.Y = 0
	i.Space.Walk(k, fixed.SVec{X: p.Move.X}, speed, false)
	if b.Vel.Y = fall; fall != 0 {
		i.Space.Wake(k)
	}
}

// hasFooting reports whether a player in a shaft has something solid under its feet: a tile, a crate, a cart
// or a platform.
func hasFooting(i *world.State, b *entity.Body) bool {
	if !physics.Free(&i.Land, entity.Player, b.Pos.Add(fixed.Vec{Y: footing})) {
		return true
	}
	own := physics.HalfBox(entity.Player)
	for _, j := range i.Space.Around(b.Pos, fixed.One) {
		o := &i.Space.Bodies()[j]
		if !o.Kind.Boxy() && o.Kind != entity.Cart && o.Kind != entity.Platform || o.Flags&entity.Borne != 0 {
			continue
		}
		half, d := physics.HalfBox(o.Kind), o.Pos.Sub(b.Pos)
		if d.X.Abs() < half.X+own.X && d.Y > half.Y && d.Y < half.Y+own.X+2*footing {
			return true
		}
	}
	return false
}

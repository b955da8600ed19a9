package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// A platform runs on rails by itself, to and fro: round corners as carts do (see rail.go), and back from
// where the rail ends, after a rest in which one can step on and off. A signal on the rail under it holds it.
// Bodies on it go along, and may walk on it meanwhile: for them the platform is ground that moves. It hits
// nothing; a body that a wall holds back slides off it.

const (
	// platformStep is how far a platform goes in a tick, in Q16.16 tiles: a tile and a half in a second.
	platformStep fixed.Q = 1638
	// platformSpeed is that as a velocity, in tiles per second.
	platformSpeed fixed.S = fixed.S(platformStep) * game.TicksPerSecond
	// PlatformRest is how long it stands at an end of its rail, in ticks. Meanwhile Calm of its body counts
	// them.
	PlatformRest = game.TicksPerSecond
	// PlatformHalf is half the side of the area that bodies can stand on, in tiles.
	PlatformHalf fixed.Q = fixed.One / 2
	// platformMost is how many bodies go along with a platform: of more, those of the lowest IDs.
	platformMost = 32
)

// shuttle moves the k-th body, a platform on the rail of a tile, and the bodies on it. Its Face is its
// present or next direction.
func shuttle(i *world.State, k int, t grid.Tile) {
	b := &i.Space.Bodies()[k]
	h := HeadingTo(b.Face.Direction().Vec())
	if Fed(i, t) {
		b.Vel = fixed.SVec{}
		return
	}
	if b.Vel == (fixed.SVec{}) {
		if b.Calm < PlatformRest {
			b.Calm++
			return
		}
		i.Space.Wake(k)
		b.Calm = 0
	}
	from := b.Pos
	h, on := keepOn(i, b, t, h)
	if !on { // it rests, and goes back
		b.Vel, b.Face = fixed.SVec{}, world.FacingTo(h.Turned(2))
		i.Space.Moved(k, from)
		takeAlong(i, k, b.Pos.Sub(from))
		return
	}
	dx, dy := h.Step()
	b.Vel, b.Face = fixed.SVec{X: fixed.S(dx) * platformSpeed, Y: fixed.S(dy) * platformSpeed}, world.FacingTo(h)
	i.Space.Moved(k, from)
	takeAlong(i, k, b.Pos.Sub(from).Add(fixed.Vec{X: fixed.Q(dx) * platformStep, Y: fixed.Q(dy) * platformStep}))
}

// takeAlong moves the bodies on the k-th body, a platform, by the platform's movement in this tick. Bodies
// that stand on two platforms go along with that of lower ID.
func takeAlong(i *world.State, k int, d fixed.Vec) {
	p := i.Space.Bodies()[k]
	var list [platformMost]int32
	for _, j := range list[:copy(list[:], i.Space.Around(p.Pos, PlatformHalf))] {
		b := &i.Space.Bodies()[j]
		if b.Z != 0 || b.VZ != 0 || b.Flags&(entity.Borne|entity.Riding) != 0 || carries(b) || b.Kind == entity.Flame || b.Kind.Airy() || b.Kind.Pinned() || standsOn(i, b) != p.ID {
			continue
		}
		i.Space.Wake(int(j))
		i.Space.Carry(int(j), d, &i.Land)
	}
}

// carries reports whether a body takes along what stands on it: a platform, or a maker's.
func carries(b *entity.Body) bool { return b.Kind == entity.Platform || b.Make&entity.Flat != 0 }

// standsOn returns the platform on which a body stands, that of lowest ID; zero for none.
func standsOn(i *world.State, b *entity.Body) game.EntityID {
	for _, j := range i.Space.Around(b.Pos, PlatformHalf) {
		if o := &i.Space.Bodies()[j]; carries(o) && o.Flags&entity.Borne == 0 && o.Z == 0 {
			return o.ID
		}
	}
	return 0
}

// Package rigid is the second engine of physics: discs and boxes that rotate, rub, bounce, stack, sleep, hang
// on ropes and turn on hinges. It computes in whole numbers only, so that equal worlds with equal input stay
// equal on every processor.
//
// A World covers an area of tiles at an origin of its own, at most MostSide on a side; the outside is solid.
// Places inside are Q16.16 in tiles from that origin (an int32), velocities Q16.16 in tiles per second, spin
// in radians per second, angles in 2³² steps of a turn. The common properties of a kind of body (form, mass,
// friction, layers) and of a kind of ground (solid, ice, mud, belts, water) are rows of two tables in Rules,
// which do not change while a world lives.
//
// # Order
//
// A step solves contacts one after the other (Gauss-Seidel), so its result depends on their order, which must
// therefore follow from the state alone:
//
//  1. Bodies are in a table in ascending order of ID. Awake ones are sorted by counting into cells of one
//     tile, row by row from the north, in a row from the west, in a cell by ID: a stable sort of a sorted
//     table.
//  2. Pairs are found from the body that comes first in that order, its partners in that order; contacts with
//     the ground from each body in turn, by tile. Lists are appended to and never sorted by anything else.
//  3. Every pass goes through joints by ascending number, then contacts in the order in which they were
//     found.
//
// No part of this depends on memory addresses, time, hash order or the number of threads, so the order is the
// same everywhere. It does not depend on the order of insertion either (the table is sorted), nor on bodies
// far away: removing them leaves the others in the same order. The memory of contacts (their impulses) is
// found through a hash table that is only looked up by key and never iterated.
//
// A World is not safe for concurrent use. It allocates while it grows and not any more in steady steps.
package rigid

import (
	"manyhold/game"
	"manyhold/game/fixed"
)

// Limits, and the behaviour beyond them.
const (
	// MostSide is the longest side of an area, in tiles; New panics beyond it. The places of an area and the
	// products of two distances in it fit their integers.
	MostSide = 512
	// MostBodies is how many bodies a world holds; Insert refuses more.
	MostBodies = 1 << 14
	// MostJoints is how many joints a world holds; Attach refuses more.
	MostJoints = 1 << 12
	// MostKinds is how many kinds there can be, MostSurfaces how many surfaces; New and Extend panic beyond.
	MostKinds, MostSurfaces = 1 << kindBits, 1 << 8
	// MaxSpeed bounds every part of a velocity, in tiles per second; faster bodies are slowed to it.
	MaxSpeed fixed.S = 64 * fixed.One
	// MaxSpin bounds spin, in radians per second.
	MaxSpin fixed.S = 64 * fixed.One
	// MostHalf is the greatest half side or radius of a moving body, in tiles. Fixed bodies may have any.
	MostHalf fixed.S = 4 * fixed.One
	// LeastHalf is the smallest half side or radius, in tiles.
	LeastHalf fixed.S = fixed.One / 8
)

// Form is the shape of a kind of body.
type Form uint8

// kindBits is how many bits the number of a kind has.
const kindBits = 16

// The forms.
const (
	Disc Form = iota // of radius HalfX
	Box              // of half sides HalfX, HalfY
)

// Kind holds the common properties of a kind of body.
type Kind struct {
	Form         Form
	HalfX, HalfY fixed.S // in tiles
	Density      fixed.S // mass of a square tile; 0 is 1
	Friction     fixed.S // between bodies: that of two is the root of the product
	Restitution  fixed.S // part of the speed of approach that is given back; that of two is the greater
	Slide        fixed.S // loss of speed on ground that grips fully, in tiles per second and second
	Layer        uint16  // its layers as bits; without Layer and Meets: it meets all bodies without a layer
	// bits of the layers that it meets, if both agree; with all bits also those of no layer
	Meets uint16
	// never moves by itself: a wall if it has no velocity, a platform or a door if it has
	Fixed   bool
	Sensor  bool // notices the bodies in it and moves none
	Upright bool // does not rotate
	// a floor seen from above: it carries bodies with their middle over it, and collides with none
	Carries bool
	Floats  bool // drifts with water; others are slowed as by mud
	// the ground has no effect on it, and it never falls asleep: its owner moves it by its
	Loose bool
	// velocity, and it is only pushed out of overlaps
}

// Surface is the effect of a kind of tile on the bodies on it.
type Surface struct {
	Solid  bool
	Liquid bool
	Grip   fixed.S    // part of Slide that it has: 0 as air, a tenth as ice, One as grass
	Drag   fixed.S    // loss of speed against the flow, per second and speed: mud, water
	Flow   fixed.SVec // how the ground itself moves, in tiles per second: belts, currents
}

// Rules are constant while a world lives.
type Rules struct {
	Kinds    []Kind
	Surfaces []Surface  // by tile; an empty surface is plain ground without effect
	Gravity  fixed.SVec // in tiles per second and second; zero is seen from above
	Damping  fixed.S    // loss of speed, per second and speed
	Restless bool       // bodies never fall asleep
}

// Body is one body. It holds no pointer: a table of them is copied as memory.
type Body struct {
	ID       game.EntityID
	X, Y     fixed.S // from the origin, in tiles
	VX, VY   fixed.S // in tiles per second
	Spin     fixed.S // in radians per second, from x to y
	Angle    uint32  // in 2³² of a turn
	Kind     uint16
	Calm     uint8 // steps since it moved, up to calmMost
	Sleeping bool
}

// frame is derived from a Kind.
type frame struct {
	Kind
	reach  int32 // radius of the circle round it, in tiles
	im, ii int32 // inverse mass and inertia
	fling  int32 // of a disc: change of spin for a change of speed along its rim, ⅔ of 1/radius
	layer  uint32
	meets  uint32
	disc   bool // moves, meets as a disc, and may take the short way of hits
}

// World is one area with its bodies and joints.
type World struct {
	rules  Rules
	frames []frame
	land   land
	upward bool // there is gravity: contacts remember, steps are divided finer

	bodies []Body  // ascending ID
	awake  []int32 // indices of those that are not asleep and not Fixed; ascending
	solids []int32 // indices of the Fixed ones; ascending
	floors []int32 // those of them that carry
	stale  bool    // awake and solids must be made anew
	widest int32   // greatest reach of moving bodies
	mixed  bool    // not all that moves are discs seen from above

	joints  []Joint // ascending number
	memory  []trace // memory of the contacts of the step before, in the order of their list
	within  []pair  // bodies in sensors; ascending
	sleeper dormitory
	shadow  *World // Restore reads into it; nil before the first

	scratch
}

// New returns an empty world of an area at origin, in tiles, with surface 0 everywhere. It panics where the
// rules are beyond the limits: they are our own tables.
func New(rules Rules, width, height int) *World {
	if width < 1 || height < 1 || width > MostSide || height > MostSide || len(rules.Kinds) > MostKinds || len(rules.Surfaces) > MostSurfaces {
		panic("rigid: an area or a table is beyond the limits")
	}
	if len(rules.Surfaces) == 0 {
		rules.Surfaces = []Surface{{}}
	}
	w := &World{rules: rules, upward: rules.Gravity != fixed.SVec{}}
	for _, k := range rules.Kinds {
		w.frames = append(w.frames, newFrame(k))
	}
	w.land.reset(rules.Surfaces, int32(width), int32(height))
	return w
}

// newFrame derives the solver's constants of a kind.
func newFrame(k Kind) frame {
	if k.Form == Disc {
		k.HalfY = k.HalfX
	}
	if k.HalfX < LeastHalf || k.HalfY < LeastHalf || !k.Fixed && max(k.HalfX, k.HalfY) > MostHalf {
		panic("rigid: a kind is beyond the limits")
	}
	if k.Density == 0 {
		k.Density = fixed.One
	}
	f := frame{Kind: k, layer: uint32(k.Layer), meets: uint32(k.Meets)}
	if k.Layer == 0 && k.Meets == 0 {
		f.layer, f.meets = 1<<16, 1<<17-1
	}
	if k.Meets == 1<<16-1 {
		f.meets |= 1 << 16
	}
	hx, hy := k.HalfX.Q(), k.HalfY.Q()
	mass, turn := 4*hx.Mul(hy), (hx.Mul(hx)+hy.Mul(hy))/3
	f.reach = int32(fixed.Vec{X: hx, Y: hy}.Len()) + 1
	if k.Form == Disc {
		mass, turn, f.reach = hx.Mul(hx).Mul(205887), hx.Mul(hx)/2, int32(hx) // π·65536 = 205887
		f.fling = int32(fixed.Q(2 * fixed.One).Div(3 * hx))
	}
	mass = min(max(mass.Mul(k.Density.Q()), fixed.One/64), 256*fixed.One)
	if !k.Fixed {
		f.im = int32(fixed.Q(fixed.One).Div(mass))
		if !k.Upright {
			f.ii = int32(fixed.Q(fixed.One).Div(max(turn.Mul(mass), 64)))
		}
	}
	if k.Upright {
		f.fling = 0
	}
	f.disc = k.Form == Disc && !k.Fixed && !k.Sensor
	return f
}

// Package engine is the one door to physics: a world of bodies behind an interface that is told acts and tells what
// happened, and shares nothing else with the rules that use it. So one engine can stand in for another: Rigid has
// discs and boxes that rotate, joints and sensors; Plain walks, rolls and pushes as in the worlds that are played; Stub
// moves everything straight on and meets nothing, for tests of rules that do not care.
//
// Kinds of bodies and surfaces of tiles are numbers in tables that each engine is made with. What an engine cannot do it
// refuses, with a report that says so, and goes on.
package engine

import (
	"errors"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
	"manyhold/game/random"
)

// Deed is what an act asks for.
type Deed uint8

// The deeds.
const (
	Advance  Deed = 1 + iota // let a step pass, 1/60 of a second
	Spawn                    // put body ID of Kind at Pos with Vel, Spin and Angle
	Remove                   // take body ID out
	Push                     // add Vel and Spin to those of body ID
	Drive                    // give body ID the velocity Vel
	Teleport                 // put body ID at Pos and Angle
	Attach                   // add Joint
	Detach                   // take joint Number out
	Motor                    // give the motor of joint Number the spin Spin and the torque Joint.Torque
	Ground                   // make the tile at Pos one of surface Kind
)

// Act is one thing that an engine is told.
type Act struct {
	Do     Deed
	ID     game.EntityID
	Kind   uint16
	Number uint32
	Pos    fixed.Vec // in tiles, of the whole world
	Vel    fixed.SVec
	Spin   fixed.S // in radians per second
	Angle  uint32  // in 2³² of a turn
	Joint  rigid.Joint
}

// What says what a report is about. Those below Refused are what rigid notes.
type What = rigid.What

// The reports.
const (
	Hit     = rigid.Hit
	Enter   = rigid.Enter
	Leave   = rigid.Leave
	Slept   = rigid.Slept
	Woke    = rigid.Woke
	Tore    = rigid.Tore
	Refused = What(64) // act Act was not done, and Why
)

// Report is one thing that an engine tells.
type Report struct {
	What  What
	A, B  game.EntityID
	Pos   fixed.Vec // of a hit
	Speed fixed.S   // of approach, in tiles per second
	Act   int       // of Refused: its index among those told
	Why   error
}

// What engines refuse, beside what package rigid does.
var (
	ErrNobody = errors.New("engine: there is no such body")
	ErrTaken  = errors.New("engine: the ID is in use")
	ErrKind   = errors.New("engine: there is no such kind or surface")
	ErrCannot = errors.New("engine: this engine cannot do that")
)

// Place is where a body is and how it moves.
type Place struct {
	Pos    fixed.Vec
	Vel    fixed.SVec
	Spin   fixed.S
	Angle  uint32
	Asleep bool
}

// Engine is a world of bodies. It is not safe for concurrent use. Nothing of it allocates in steady use, when the lists
// and bytes that it is lent are long enough.
type Engine interface {
	// Tell does the acts in their order and returns what happened, in the order in which it did. The reports are
	// valid until the next call.
	Tell(acts []Act) []Report
	// Where returns a body's place; ok is false if there is none.
	Where(id game.EntityID) (p Place, ok bool)
	// Raycast returns what a ray from a place to another, in tiles of the whole world, meets first: solid ground, or a
	// body on a layer of the mask (0: any) that is no sensor and in which the ray does not begin. Of two at the same
	// distance it is the ground, then the lower ID. ok is false if there is nothing on the way, which ends at MostRay,
	// or if it begins outside the area or has no length.
	Raycast(from, to fixed.Vec, layers uint16) (hit Struck, ok bool)
	// OverlapBox appends to list, which is the caller's, the IDs of the bodies on a layer of the mask (0: any) that have
	// a place in common with the box from its north-west corner lo to its south-east corner hi, in tiles, the border
	// included; in ascending order. Sensors are found as well. Corners the other way round hold nothing.
	OverlapBox(list []game.EntityID, lo, hi fixed.Vec, layers uint16) []game.EntityID
	// OverlapCircle is that for a disc of a radius in tiles, the rim included: one of more than MostRay is made that,
	// one below zero holds nothing.
	OverlapCircle(list []game.EntityID, mid fixed.Vec, radius fixed.Q, layers uint16) []game.EntityID
	// Snapshot appends the whole state as bytes to out, which is the caller's. Tables of kinds, surfaces and layers are
	// not part of it.
	Snapshot(out []byte) []byte
	// Restore makes the engine what it was when Snapshot wrote data, of which it keeps nothing: equal acts have equal
	// outcomes from there on. What is malformed, out of order, of another sort, table or area is an error that wraps
	// ErrState and says where, and changes nothing.
	Restore(data []byte) error
	// Digest is a hash of the whole state: engines of one sort that were told the same have the same.
	Digest() uint64
}

// placeDigest adds a body to a hash.
func placeDigest(h uint64, id game.EntityID, kind uint16, p *Place) uint64 {
	h = random.Hash(h, uint64(id), uint64(p.Pos.X), uint64(p.Pos.Y))
	h = random.Hash(h, uint64(uint32(p.Vel.X)), uint64(uint32(p.Vel.Y)), uint64(uint32(p.Spin)))
	if p.Asleep {
		h++
	}
	return random.Hash(h, uint64(p.Angle), uint64(kind), 0)
}

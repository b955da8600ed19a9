// Package entity describes the things that move: bodies, and the players that some of them belong to.
// All of it is pointer-free, so that a table of them is copied in one memcpy.
package entity

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
)

// Kind is a kind of body. The numbers are stored: kinds are only ever appended.
type Kind uint8

// The bodies.
const (
	NoKind Kind = iota
	Player
	Crate
	Ball
	Drop  // items that lie on the ground: Body.Stack
	Ember // embers of a hearth, which go out some time after Body.Born
	Flame // in a lighthouse, for each player who keeps it: Body.Seat; nothing touches it
	Cart
	Hen
	Sheep
	Platform // runs on rails with whatever stands on it
	GateArm  // hangs in the hinge of a tile.SwingGate: see Pinned
	RotorArm // turns about the middle of a tile.Rotor
	KindCount
)

// Flags are the yes-or-no facts of a body.
type Flags uint8

// The flags of Body.
const (
	Carried  Flags = 1 << iota // held over the head of the body named by Body.Other
	Carrying                   // holds the body named by Body.Other
	Resting                    // not moving: costs nothing until something touches it
	Asleep                     // a player whose peer has gone; stands still until it comes back
	Riding                     // a player in a cart, which is what it carries: on the ground, not over the head
)

// Body is one thing with a place. A table of bodies is in ascending order of ID.
type Body struct {
	ID    game.EntityID
	Other game.EntityID // the carrier or the carried, see Flags
	Pos   fixed.Vec     // the middle of the foot box, in tiles
	Vel   fixed.SVec    // tiles per second
	Z, VZ fixed.S       // height over the ground and its speed, in tiles and tiles per second: throws and bounces
	Born  game.Tick     // when it came to be; a drop cannot be picked up by its thrower at once
	Seat  Seat          // the player it belongs to (Player: is); zero for nobody
	Face  Facing
	Kind  Kind
	Flags Flags
	Stack item.Stack // of a Drop

	// How it turns.
	Calm  uint8   // for how many ticks it has been as good as still
	Angle uint32  // in 2³² of a turn, from x to y
	Spin  fixed.S // in radians per second, from x to y
}

// Facing is a direction in 256 steps: 0 east, 64 south, 128 west, 192 north.
type Facing uint8

// Seat numbers the players of a world in the order in which they first entered; it stands for the
// player's key in commands. Zero means nobody.
type Seat uint16

// Action is what a player's hands are doing, for the eye.
type Action uint8

// The actions.
const (
	Idle Action = iota
	Digging
	Placing
	Throwing
	Kicking
	Using
	Hurt
	Holding // the handle on PlayerState.DigTile, until the hands do something else or it is out of reach
	ActionCount
)

// MaxName is the longest name of a player, in bytes of UTF-8.
const MaxName = 24

// Name is a player's name: UTF-8, filled up with zero bytes.
type Name [MaxName]byte

// String returns the name without its filling.
func (n Name) String() string {
	for i, b := range n {
		if b == 0 {
			return string(n[:i])
		}
	}
	return string(n[:])
}

// Look is how a player's paper doll is dressed, each byte an index that render takes modulo what it has.
type Look struct{ Skin, Hair, HairColour, Shirt, Trousers, Hat uint8 }

// PlayerState is what the world knows of one player. A table of them is in ascending order of Seat.
type PlayerState struct {
	Key       game.PlayerID
	Body      game.EntityID // its body; zero while it is not in the world
	FirstSeen game.Tick
	LastSeen  game.Tick
	LastSeq   uint64 // number of its last command that was taken
	Seat      Seat
	Move      fixed.SVec // the direction it wants to go, length 0 to 1
	Slot      uint8      // selected hotbar slot
	Health    uint8      // 0 to 20
	Action    Action
	ActionAt  game.Tick // when Action began
	DigTile   grid.Tile // what is being dug while Action is Digging, or held while it is Holding
	DigTicks  uint16    // how long it has been dug
	Emote     uint8     // last emote, 0 none
	EmoteAt   game.Tick
	Name      Name
	Look      Look
	Inventory [item.InventorySlots]item.Stack
	DigSeq    uint64    // number of the command that began the digging
	SleptAt   game.Tick // when it fell asleep, while its body is Asleep
	Last      fixed.Vec // where it was when it left the world; while in it, when it last came into another region
}

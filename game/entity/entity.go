// Package entity describes moving things: bodies, and the players that some of them belong to. All of it is
// pointer-free, so that a table of them is copied in one memcpy.
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
	Ember // an ember of a hearth; it goes out some time after Body.Born
	Flame // in a lighthouse, for each player who keeps it: Body.Seat; not touchable
	Cart
	Hen
	Sheep
	Platform // runs on rails and carries bodies on it
	GateArm  // hangs in the hinge of a tile.SwingGate: see Pinned
	RotorArm // turns about the middle of a tile.Rotor
	// bodies of makers, which are things of package thing: a disc and a box. Body.Stuff and Body.Make are
	// theirs
	Gizmo
	GizmoBox
	// Those of the dark (package dark). They touch nothing, and nothing touches them: see Airy.
	Shade
	Magpie // Stack: what it has stolen
	Nest   // of a magpie
	GreatMoth
	// Remains are what a knocked-out player had: Stack, of Seat, from Born on
	Remains
	KindCount
)

// Flags are the yes-or-no facts of a body.
type Flags uint8

// The flags of Body.
const (
	Carried  Flags = 1 << iota // held over the head of the body named by Body.Other
	Carrying                   // holds the body named by Body.Other
	Resting                    // at rest: costs nothing until it is touched
	Asleep                     // a player whose peer is gone; stands still until it is back
	// a player in a cart: it carries the cart, on the ground instead of over the head
	Riding
	// a child of another maker's body: its parent alone decides where it is, and it touches nothing
	Mounted
	// a player that squeezes through crates, balls and carts: they and it pass each other (package wedge)
	Slim

	// what moves with another body
	Borne = Carried | Mounted
)

// Body is a movable thing at a place. A table of bodies is in ascending order of ID.
type Body struct {
	ID    game.EntityID
	Other game.EntityID // the carrier or the carried, see Flags
	Pos   fixed.Vec     // the middle of the foot box, in tiles
	Vel   fixed.SVec    // tiles per second
	// height above the ground and its speed, in tiles and tiles per second: throws and bounces
	Z, VZ fixed.S
	Born  game.Tick // its first tick; a thrower cannot pick up a drop at once
	Seat  Seat      // the player it belongs to (Player: is); zero: none
	Face  Facing
	Kind  Kind
	Flags Flags
	Stack item.Stack // of what Holds items
	Make  Make       // of a maker's body
	Stuff Stuff      // as well

	// How it turns.
	Calm  uint8   // for how many ticks it has been as good as still
	Angle uint32  // in 2³² of a turn, from x to y
	Spin  fixed.S // in radians per second, from x to y
}

// Facing is a direction in 256 steps: 0 east, 64 south, 128 west, 192 north.
type Facing uint8

// Seat numbers the players of a world in the order of their first entry. It stands for the player's key in
// commands. Zero means no player.
type Seat uint16

// Action is the activity of a player's hands, for display.
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
	Playing // the score in hand (package tune), since PlayerState.ActionAt
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

// Look is the appearance of a player. Render takes each byte modulo the number of its choices.
type Look struct{ Skin, Hair, HairColour, Shirt, Trousers, Hat uint8 }

// Avatar names the picture that a player wears in place of a drawn figure: an asset, by the SHA-256 of its
// descriptor (see docs/protocol.md). Zero is none.
type Avatar [32]byte

// PlayerState is the state of one player. A table of them is in ascending order of Seat.
type PlayerState struct {
	Key       game.PlayerID
	Body      game.EntityID // its body; zero while it is not in the world
	FirstSeen game.Tick
	LastSeen  game.Tick
	LastSeq   uint64 // number of its last command taken
	Seat      Seat
	Move      fixed.SVec // the direction it wants to go, length 0 to 1
	Slot      uint8      // selected hotbar slot
	Health    uint8      // 0 to 20
	Action    Action
	ActionAt  game.Tick // when Action began
	DigTile   grid.Tile // the tile being dug (Digging) or held (Holding)
	DigTicks  uint16    // how long it has been dug
	Emote     uint8     // last emote, 0 none
	EmoteAt   game.Tick
	Name      Name
	Look      Look
	Avatar    Avatar
	Inventory [item.InventorySlots]item.Stack
	DigSeq    uint64    // number of the command that began the digging
	Goals     uint32    // the goals that it has reached: bit n is that of number n in package goal
	SleptAt   game.Tick // when it fell asleep, while its body is Asleep
	Rest
	Outfit
	// its place when it left the world; while present, the place where it last entered another region
	Last fixed.Vec
}

// Outfit is what a player has put on. A worn thing stays in the inventory, and is seen as long as it is
// there: so it is never anywhere twice.
type Outfit struct {
	Worn [item.PartCount - 1]item.Kind // by item.Part, from OnHead on
	// the prizes of challenges that it has got: their week, and below three bits for those of that week
	Prizes uint32
}

// Wears returns what a player is seen to wear on a part, item.None for nothing.
func (p *PlayerState) Wears(on item.Part) item.Kind {
	if on == item.NoPart || on >= item.PartCount {
		return item.None
	}
	k := p.Worn[on-1]
	if k == item.None || item.Total(p.Inventory[:], k) == 0 {
		return item.None
	}
	return k
}

// Rest is the places of a player: where it wakes, where it fell, and what it marks on everybody's map.
type Rest struct {
	Hearth grid.Tile // the hearth that it used last, where it wakes; zero: none
	// where its remains lie, and since when; zero: nowhere
	Fell   grid.Tile
	FellAt game.Tick
	Pins   [MostPins]Pin // those without a sign come last
}

// Pin is a mark on everybody's map.
type Pin struct {
	Tile grid.Tile
	Sign uint8 // 1 to PinSigns; 0: no pin
}

// MostPins is how many pins a player can share at a time: enough for the places of an evening, and a crowd of
// sixty cannot cover a map. PinSigns is how many signs there are.
const MostPins, PinSigns = 4, 6

// RemainsTime is how long the things of a knocked-out player lie where it fell, in ticks: an hour.
const RemainsTime game.Tick = 60 * 60 * game.TicksPerSecond

// Remains returns where the last remains of a player lie, and until which tick; ok is false if there are none
// any more.
func (p *PlayerState) Remains(now game.Tick) (at grid.Tile, until game.Tick, ok bool) {
	until = p.FellAt + RemainsTime
	return p.Fell, until, p.FellAt != 0 && now < until
}

// Out reports whether a player is knocked out; b is its body, nil if it has none.
func (p *PlayerState) Out(b *Body) bool { return b != nil && b.Flags&Asleep != 0 && p.Health == 0 }

// MaxHealth is the health of an unhurt player; emotes are 1 to Emotes.
const MaxHealth, Emotes = 20, 8

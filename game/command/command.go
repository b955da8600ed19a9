// Package command specifies the requests of players to the world, and their encoding.
//
// A command is small and complete. It carries its number in its author's sequence and the tick for which
// its author predicted it. It does not contain its author: the leader adds the seat of the link that the
// command came by, and in net/host every voter verifies the author's signature of these very bytes
// (invariant 5).
package command

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
)

// Kind is a kind of command. The numbers are on the wire and stored: kinds are only ever appended.
type Kind uint8

// The commands, and the fields of Command that each uses.
const (
	NoKind      Kind = iota
	Enter            // enters the world: Text (name), Look
	Leave            // leaves it: nothing
	Move             // held keys changed: Dir (length 0 to 1), Face
	Dig              // digs until StopDig: Tile
	StopDig          // nothing
	Place            // Tile, Slot
	Use              // opens, lights or reads the block there: Tile
	Select           // Slot
	Kick             // Dir
	PickUp           // takes a body up: Entity
	Throw            // throws the carried thing, else one item of the slot: Dir (length = force 0 to 1), Slot
	Drop             // lays down Count items: Slot, Count
	ChestPut         // Tile, Slot (of the inventory), Count
	ChestTake        // Tile, Slot (of the chest), Count
	Swap             // exchanges two slots of the inventory: Slot, Slot2
	Say              // Text
	Emote            // Count: number of the emote
	SetName          // Text
	SetLook          // Look
	Sleep            // falls asleep where it stands; the leader gives it for a player whose peer is gone
	Fill             // places the missing part of the outline on a tile: Tile
	Erase            // removes the outline on a tile, or with Count not 0 all of the author's: Tile, Count
	Craft            // makes something: Slot (number of the recipe), Count (how many times)
	Visit            // asks to come to another player: Entity (its body)
	Welcome          // lets a player come that asked to: Entity (its body)
	RemoteVisit      // asks a player of another island: Tile (its last known place), Entity (its body)
	Home             // goes to the hearth at the spawn: nothing
	// claims the rectangle of Slot × Slot2 tiles, at most 32 × 32, whose north-west corner is Tile
	Claim
	Unclaim // gives up the claim on a tile: Tile
	// what the claim on a tile grants: Tile, Count (claim.Grant), Entity (the body of the player it is about)
	Share
	// undoes what a player did: Tile (middle), Slot (radius), Count (minutes; 0: undoes the last revert),
	// Entity (the body, or the seat of a player that is away)
	Revert
	// places a thing: Entity (the ID of its blueprint), Tile
	Put
	PutAway // takes a thing away: Entity (the thing)
	Adjust  // sets a property of a thing: Entity (the thing), Text (see making.Value)
	Relink  // lets a thing be one of another blueprint of the same form: Entity (the thing), Text (making.Named)
	Ask     // asks the script of a thing, for the view half: Entity (the thing), Text
	Shift   // moves a thing, with its children: Entity (the thing), Tile
	Wear    // wears a picture: Text (64 digits, the name of an asset; "" takes it off)

	ChestTakeAll // takes everything that there is room for: Tile
	ChestStack   // puts in what the chest holds some of, except what is in hand: Tile
	// moves items of a slot to a slot, or swaps the two: Tile, Slot, Slot2, Count. Slots of the chest come
	// after those of the inventory
	ChestMove
	ChestSort // sorts a chest: Tile
	BagSort   // sorts the inventory behind the hotbar: nothing

	Play  // plays a note on the instrument in hand: Count, 1 to 5
	Carry // takes a player up, asks it, agrees, or puts it down: Entity (its body)
	Pin   // marks a tile on everybody's map: Tile, Count (the sign; 0 takes the pin off)
	KindCount
)

// Command is one request of a player.
type Command struct {
	Kind   Kind
	Tick   game.Tick // the tick for which its author predicted it
	Dir    fixed.SVec
	Face   entity.Facing
	Tile   grid.Tile
	Entity game.EntityID
	Slot   uint8
	Slot2  uint8
	Count  uint8
	Item   item.Kind
	Look   entity.Look
	Text   string // UTF-8, at most MaxText bytes
}

const (
	// MaxText is the longest text of a command, in bytes of UTF-8.
	MaxText = 200
	// MaxBytes is the longest encoded command. With its number it stays within MaxPlayerBytes.
	MaxBytes = 240
	// MaxPerTurn is the limit of commands of one player in a turn; the rest waits.
	MaxPerTurn = 8
	// MaxPlayerBytes is the limit of one player's commands in a turn, in bytes; the rest waits.
	MaxPlayerBytes = 256
	// MaxTurnBytes is the most bytes of commands in a turn. A turn with more is invalid as a whole.
	MaxTurnBytes = 340
)

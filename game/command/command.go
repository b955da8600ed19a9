// Package command is what players ask of the world, and the bytes in which they ask it.
//
// A command is small and complete: it carries its number in its author's sequence and the tick for
// which its author predicted it. The author itself is never in it: who brings a turn together stamps
// the seat of the link that the command came by, and net/host has whoever votes see the author's signature
// under these very bytes (invariant 5).
package command

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
)

// Kind is a kind of command. The numbers are sent and stored: kinds are only ever appended.
type Kind uint8

// The commands, and the fields of Command that each uses.
const (
	NoKind    Kind = iota
	Enter          // comes into the world: Text (name), Look
	Leave          // goes out of it: nothing
	Move           // held keys changed: Dir (length 0 to 1), Face
	Dig            // starts to dig and goes on until StopDig: Tile
	StopDig        // nothing
	Place          // Tile, Slot
	Use            // opens, lights, reads what stands there: Tile
	Select         // Slot
	Kick           // Dir
	PickUp         // takes a body up: Entity
	Throw          // throws what is carried, else one item of the slot: Dir (length = force 0 to 1), Slot
	Drop           // lays down Count items: Slot, Count
	ChestPut       // Tile, Slot (of the inventory), Count
	ChestTake      // Tile, Slot (of the chest), Count
	Swap           // exchanges two slots of the inventory: Slot, Slot2
	Say            // Text
	Emote          // Count: which
	SetName        // Text
	SetLook        // Look
	Sleep          // falls asleep where it stands; said by whoever leads of a player whose peer is gone
	Fill           // places what the outline on a tile still needs: Tile
	Erase          // removes the outline on a tile, or with Count not 0 all of the author's: Tile, Count
	Craft          // makes something: Slot (number of the recipe), Count (how many times)
	Visit          // asks to come to another player: Entity (its body)
	Welcome        // lets a player come that asked to: Entity (its body)
	Call           // asks a player of another island: Tile (where it is, as far as is known), Entity (its body)
	Home           // goes to the hearth where the world began: nothing
	KindCount
)

// Command is one thing a player asks to happen.
type Command struct {
	Kind   Kind
	Tick   game.Tick // the tick for which the author predicted it
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
	// MaxPerTurn is the most commands of one player in a turn; the rest waits.
	MaxPerTurn = 8
	// MaxPlayerBytes is the most bytes of commands of one player in a turn; the rest waits.
	MaxPlayerBytes = 256
	// MaxTurnBytes is the most bytes of commands in a turn. A turn with more is invalid as a whole.
	MaxTurnBytes = 340
)

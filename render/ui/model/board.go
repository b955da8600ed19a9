package model

import (
	"manyhold/game/challenge"
	"manyhold/game/grid"
	"manyhold/game/item"
)

// Board is what the notice board says.
type Board struct {
	Lights     int     // how many of the nine lighthouses burn
	Next       Way     // to the next one that is dark; its Name is empty when none is
	Care       []Light // those that are to be tended
	Whole      bool    // all nine burn
	Needs      []Need
	Challenges [challenge.Slots]Challenge
	DaysLeft   int      // of the week, counted up
	People     []string // everyone who has lived in the world, as far as is known here
	// the name of the place with a tile, in the player's language; may be nil
	PlaceName func(grid.Tile) string
}

// Way is the way to something.
type Way struct {
	Name   string
	Tiles  int
	Eighth int // the direction, in eighths of a circle from east over south
}

// Light is a lighthouse that is to be tended.
type Light struct {
	Name string
	Dim  bool
}

// Need is a player who needs help.
type Need struct {
	Way
	Out bool // it is knocked out; else its things lie there
}

// Challenge is a challenge of the week.
type Challenge struct {
	Name       string // the key of its words
	Done, Goal int
	Prize      item.Stack
	Got        bool // the player has got the prize
	Late       bool // it was met before the player came into the world
}

// Hoist is how the player and another one carry each other, or could.
type Hoist struct {
	Kind CarryKind
	Name string // of the other one
}

// CarryKind says what the key that picks up does with another player.
type CarryKind uint8

// The kinds.
const (
	NoCarry   CarryKind = iota
	CarryOut            // takes up one that is knocked out
	CarryAsk            // offers to carry
	CarryTake           // agrees to be carried
	CarryDown           // puts down
	CarryOff            // gets off
)

package model

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/rights"
)

// Person is a player as others see it.
type Person struct {
	Seat    entity.Seat
	Key     game.PlayerID
	Name    string
	Look    entity.Look
	Pos     fixed.Vec // as drawn in this frame, of the feet, in tiles; zero: too far away to be known
	Health  uint8     // 0 to 20
	Emote   uint8     // 0: none
	EmoteAt game.Tick
	Me      bool
	Asleep  bool
	Secret  bool // of the other side of a match that marks only the own one
	Bot     bool // a bot of a match: it has neither name nor mark
	Link    LinkState
	Rank    rights.Rank
	Muted   bool // by the world; others hear nothing of the player
	// for how many ticks the player still lies knocked out while a friend is near; 0: it does not
	Lies game.Tick
}

// Far reports whether the player's place is unknown here.
func (p *Person) Far() bool { return p.Pos == fixed.Vec{} }

// LinkState is how a player's peer is reached.
type LinkState uint8

// The states, each with its own dot: full, hollow, half and crossed.
const (
	LinkUnknown LinkState = iota
	LinkGood
	LinkSlow
	LinkGone
)

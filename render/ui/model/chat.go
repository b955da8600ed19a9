package model

import (
	"manyhold/game"
	"manyhold/game/entity"
)

// ChatLine is one line of chat, in the order that all peers share.
type ChatLine struct {
	Seq  uint64 // ascending within a world, from 1
	Tick game.Tick
	Seat entity.Seat // zero: the world speaks (joins, leaves, errors)
	Name string
	Text string
}

// EmoteCount is the number of emotes.
const EmoteCount = 8

// EmoteNames are the emotes' keys in the table of words, in order.
var EmoteNames = [EmoteCount]string{"wave", "heart", "laugh", "cry", "angry", "wow", "sleepy", "yes"}

// ShoutLine is a message to the whole world. Seat is zero when the speaker is unknown here.
type ShoutLine struct {
	Seat entity.Seat
	Name string
	Text string
}

package status

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
)

// Door describes who may enter the world, and who asks to.
type Door struct {
	Entry       uint64       // the policy, see charter.EntryName
	Default     charter.Rank // of players without a rank by name
	Invitations []charter.Invitation
	Ticket      Ticket
	Waiting     []Knock // for an answer by this keeper, the oldest first; nobody else has any
	Knock       MyKnock
}

// Ticket tells how far this peer's player has come with an invitation.
type Ticket struct {
	Invitation key.ID // zero: the player has none
	Done       bool   // it was used, or is not needed
	Err        error  // why it cannot be used, for people; nil: it is being used
}

// Knock is a player that asks to come in.
type Knock struct {
	Player key.ID
	Name   string
	Since  time.Time
	Known  bool // the player has been in this world
}

// KnockState is how far this peer's own knock has come.
type KnockState uint8

// The states.
const (
	NotKnocked KnockState = iota
	KnockWaits
	KnockRefused
	KnockLetIn
)

// MyKnock is this peer's own knock.
type MyKnock struct {
	State KnockState
	Since time.Time
	By    key.ID // the keeper that answered
}

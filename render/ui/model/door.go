package model

import "manyhold/game"

// Door is what a keeper sees of the door of a closed world, and a player of the invitations to the world.
type Door struct {
	Knocks      []Knocker
	MayInvite   bool // the player may make invitations
	MayKeepers  bool // also such that make keepers
	Invitations []Invitation
	Made        string // the text of the invitation made last; empty for none
}

// Knocker is a player who asks to come in.
type Knocker struct {
	Key  game.PlayerID
	Name string
}

// KnockAnswer is a keeper's answer to a knock.
type KnockAnswer uint8

// The answers.
const (
	LetIn KnockAnswer = iota
	RefuseKnock
	BanKnocker
)

// Invitation is one line of the list of invitations.
type Invitation struct {
	ID, Note, Rank string
	Used, Uses     int
	Expires, By    string
	State          string // open, expired, revoked, used up
	Mine           bool   // its text can be shown here
}

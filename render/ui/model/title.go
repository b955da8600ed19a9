package model

// Title is the content of the title. The travel screen shows the same list of worlds.
type Title struct {
	LastWorld string // the world that Play continues; empty: Play founds one
	Worlds    []WorldOffer
	Showroom  []SceneOffer
	Version   string
	Deaf      bool // this machine does not listen on the local network
	Preview   Preview
	Greeting  Greeting
	Dialog    Dialog
}

// Preview is the world of the invitation that is in the box, as the inviter shows it.
type Preview struct {
	Name    string   // "": the invitation says nothing, or the text is none
	Picture *Picture // nil: none
}

// WorldOffer is a world that can be entered from the title.
type WorldOffer struct {
	ID      string // given back in JoinWorld
	Name    string
	Host    string // the peer to join; empty for a world kept on this machine
	Players int
	Matches int      // that are not over
	Nearby  bool     // heard on the local network now
	Refusal string   // why it cannot be entered, in words; empty if it can
	Picture *Picture // nil: none is known
	Lock    Lock
}

// Lock is whether a world lets in everybody.
type Lock uint8

// The locks.
const (
	NoLock     Lock = iota // everybody
	ClosedLock             // players with an invitation, or members
	OpenLock               // the same, and the player is one of them, as far as this computer knows
)

// SceneOffer is a scene of the showroom, in the player's language.
type SceneOffer struct {
	ID    string // given back in OpenScene
	Name  string
	About string // its content and the tests' checks on it, in a line
	Kind  string // the kind of scene, if it is no world to walk in
}

// JoinStatus is how far joining has come.
type JoinStatus struct {
	Head     string  // heading; empty: the interface finds one
	Text     string  // "Looking for Ada …"; empty: the interface finds words
	Progress float64 // 0 to 1, negative if unknown
	Error    string  // why it failed, in plain words; shown with a way back
	Again    bool    // it can be tried again
	Wait     string  // why not yet, in words; empty: at once
	Answer   string  // to be sent to the friend whose offer by hand was pasted; empty for none

	// Of a world that does not let the player in:
	Knock KnockState
	Paste bool // an invitation can be pasted
}

// KnockState is whether a player can knock at a closed world.
type KnockState uint8

// The states.
const (
	NoKnock    KnockState = iota // there is nothing to knock at
	CanKnock                     // the player may
	KnockWaits                   // for a keeper, and may be withdrawn
)

package model

import (
	"manyhold/game/entity"
)

// Phase is where the program is.
type Phase uint8

// The phases.
const (
	AtTitle Phase = iota
	Joining       // Model.Join says how far
	Playing
)

// Model is the whole content of the interface. The session owns it and fills it before each Update and each
// Draw; the interface only reads it, and keeps copies only.
type Model struct {
	Window Window
	Phase  Phase
	Title  Title
	Join   JoinStatus

	// The world, while it is played or looked at.
	Game    Game
	HUD     HUD
	Chat    []ChatLine
	Build   Build
	Revert  Revert
	Map     Map
	Land    Land
	Things  Things
	Journal Collection
	Page    WorldPage
	Share   Share
	Door    Door
	ByHand  ByHand
	Replay  ReplayView // the recording shown
	Trial   TrialView  // the scene of physics shown
	Scene   SceneView  // the world of the showroom being played

	Look     entity.Look // how the player is dressed, or would be
	Avatar   Avatar
	Settings []Setting
	Net      NetView     // for F3 and F4
	Picture  PictureView // for F3
}

// Avatar is the picture that the player wears in a world.
type Avatar struct {
	Worn    bool
	Allowed bool // the laws of the world allow pictures
}

// Window is the window and how the interface is drawn in it.
type Window struct {
	Width, Height int // in pixels
	Scale         int // 1 to 4; 0 takes it from the size of the window
	Theme         Theme
	ReducedMotion bool // no sliding
}

// Build is the tool for building and its plan.
type Build struct {
	Tool    Tool
	Plan    []PlanTile // the plan, and the tool's additions
	Stamped bool       // something is copied
}

// Share is the invitation to the world.
type Share struct {
	Invite  string // empty while there is none yet
	CanCopy bool   // the machine has a clipboard
}

// ByHand is connecting with another machine by texts that people send each other.
type ByHand struct {
	Able   bool   // the window's own node can
	Busy   bool   // something is under way
	Text   string // to be sent to the other side; empty for none
	Answer bool   // Text is the answer to the other side's
	Say    string // how far it has come, and what to do
}

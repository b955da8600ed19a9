package model

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/script/star/value"
)

// Things is what the interface shows of the things of makers, and of the blueprints of the world.
type Things struct {
	Labels  []Label
	Palette []Blueprint // by name
	Keeper  bool        // the player may withdraw anybody's
	Hand    InHand
	Thing   Thing // that is looked at; without an ID there is none
}

// Label stands over a thing: words, a mark of what is wrong with it, or both.
type Label struct {
	At      fixed.Vec // the middle of its upper edge
	Text    string
	Stopped bool // its script runs no more
	Unknown bool // its blueprint is not known here
}

// Passage is a journey to another world that a thing offers the player.
type Passage struct {
	Thing   game.EntityID
	By      string   // the name of the thing's blueprint
	Name    string   // of the world; "": it is not known
	Picture *Picture // of the world; nil: none is known
}

// Blueprint is a blueprint as the palette shows it.
type Blueprint struct {
	ID      blueprint.ID
	Name    string // author and title
	About   string
	Licence string
	Version uint32
	Form    blueprint.Form
	Author  game.PlayerID
	Picture *blueprint.Picture // without a width: none
}

// InHand is the blueprint of which the player places things while the tool is ToolThing.
type InHand struct {
	Name    string
	Picture *blueprint.Picture
	Pieces  []Piece      // where they would stand: the thing first, then its children
	Why     event.Reason // why it cannot stand there; event.NoReason if it can
}

// Piece is a thing that would be placed: W × H tiles.
type Piece struct {
	At      grid.Tile
	W, H    int32
	Picture *blueprint.Picture
}

// Thing is the thing that the inspector shows.
type Thing struct {
	ID game.EntityID
	Blueprint
	Known   bool   // its blueprint is
	Author  string // the author's name and the first letters of the key
	Owner   string
	Flags   blueprint.Flags
	Credits []blueprint.Credit
	Lost    int // events that found no room
	Fault   Fault
	Props   []Property
	Source  [2]string // the host half and the view half; "": it has none
	// Why the player may not set its properties, take it away, or make a copy for it; event.NoReason if it
	// may.
	Fixed, Stays, Linked event.Reason
}

// Fault is the last fault of a script.
type Fault struct {
	Kind         value.FaultKind // 0: unknown
	Count        int             // 0: there was none
	Line, Column int
	Tick         game.Tick
	Stopped      bool
}

// Property is a property of a thing with its value.
type Property struct {
	*blueprint.Prop
	Value blueprint.Value
	Files []string // of File: what can be chosen beside nothing
}

type (
	// TakeThing takes a blueprint in hand.
	TakeThing struct{ ID blueprint.ID }
	// LookAtThing opens the inspector for the thing that the player aims at.
	LookAtThing struct{}
	// AdjustThing sets a property of a thing, or presses its button.
	AdjustThing struct {
		ID    game.EntityID
		Key   string
		Value blueprint.Value
	}
	// PutThingAway takes a thing away.
	PutThingAway struct{ ID game.EntityID }
	// UnlinkThing makes a copy of a thing's blueprint that is the player's own, and lets the thing be of it.
	UnlinkThing struct{ ID game.EntityID }
)

// AnswerThing answers the question of a thing.
type AnswerThing struct {
	ID     game.EntityID
	Answer string
}

func (AnswerThing) action() {}

func (TakeThing) action() {}

func (LookAtThing) action() {}

func (AdjustThing) action() {}

func (PutThingAway) action() {}

func (UnlinkThing) action() {}

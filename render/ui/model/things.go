package model

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/script/star/value"
	"manyhold/render/palette"
)

// Things is what the interface shows of the things of makers, and of the blueprints of the world.
type Things struct {
	Labels  []Label
	Palette []Blueprint // by name
	Keeper  bool        // the player may withdraw anybody's
	Hand    InHand
	Thing   Thing // that is looked at; without an ID there is none
	Panel   Panel // that a script shows
	// Writings are the texts that the view halves of things write into the world.
	Writings []Writing
	Failed   []game.EntityID // things whose view half was stopped by a fault, in this window
	Areas    []Area
}

// Writing is a text in the world.
type Writing struct {
	At     fixed.Vec // the middle of its lower edge
	Text   string
	Colour palette.Index
}

// Area is where a thing hears of those who come and go: W × H tiles. It is shown while the player builds or
// looks at a thing.
type Area struct {
	At    grid.Tile
	W, H  int32
	Name  string
	Looks bool // the player looks at its thing
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
	View    ViewFault // of its view half, in this window
	Props   []Property
	Source  [2]string // the host half and the view half; "": it has none
	// Why the player may not set its properties, take it away, make a copy for it, or move it;
	// event.NoReason if it may.
	Fixed, Stays, Linked, Rests event.Reason
}

// ViewFault is what stopped a view half.
type ViewFault struct {
	Line, Column int // 0: it runs, or there is none
	Why          string
}

// Fault is the last fault of a script.
type Fault struct {
	Kind         value.FaultKind // 0: unknown
	Count        int             // 0: there was none
	Line, Column int
	Tick         game.Tick
	Stopped      bool
	Why          string   // in English, as the language of scripts says it; "": unknown
	Calls        []string // that led there, the innermost first: function and place
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
	// MoveThing takes a thing up, to be set down elsewhere.
	MoveThing struct{ ID game.EntityID }
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

func (MoveThing) action() {}

func (UnlinkThing) action() {}

package model

import (
	"manyhold/game"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// HUD is the content of the heads-up display besides the world itself.
type HUD struct {
	Aim          Aim
	Plate        Plate
	Recording    bool
	RecordedSecs int
	Inspect      Inspect
	Goal         GoalLine
	Board        Board  // the notice board
	Goals        []Goal // all: the player's, then the world's
	Guide        bool   // shows the keys that a newcomer would not guess
	Hints        bool   // shows the first things to do until the player has done them
}

// Aim is the thing that the player would use or pick up now; the zero value is none.
type Aim struct {
	At      fixed.Vec // where the hint is shown
	Block   tile.Block
	State   uint8
	Body    entity.Kind
	Ride    bool         // Body is a cart to get into, or with Carried to get out of
	Carried bool         // Body is in the player's hands, or an item is about to be thrown
	Outline item.Kind    // the outlined block there that would be built next
	Ready   bool         // Outline is in hand
	Slot    int          // the player's other slot with it, from 1; 0: none
	Covered bool         // something else stands where it is
	Turns   uint8        // the scene that use would turn a standing stone or a portal to
	Made    bool         // a maker's thing
	Label   string       // what the maker calls using it; "": the interface's own words
	Holds   bool         // use is held
	Held    float64      // how far it was, 0 to 1
	Closes  bool         // use would make a stone of a portal again
	Wind    float64      // how far the throw is wound up, 0 to 1
	Carry   Hoist        // another player, who could be carried or is
	Hand    item.Kind    // what is in hand and used by itself; item.None for anything else
	Worn    bool         // Hand is worn
	Why     event.Reason // why the player may not; event.NoReason if it may
}

// Inspect is what is known of the changes of a tile.
type Inspect struct {
	On     bool
	At     fixed.Vec // where it is shown
	Ground tile.Ground
	Block  tile.Block
	Thing  item.Kind    // a crate or a ball that lies there; item.None for none
	Lines  []diary.Line // the newest first
	Now    game.Tick
	May    bool // the player may revert
}

// Revert is a revert that is prepared, and what it would do.
type Revert struct {
	On              bool
	Who             string
	Players         int // how many can be chosen
	Minutes, Radius int
	Tiles, Chests   int
	Bodies          int
	Kept, Beyond    int // changes that stay; regions that cannot be seen
	More            bool
	Why             event.Reason // why it is not possible; event.NoReason if it is
}

// Plate is the text of a lighthouse that the player looks at; without a title there is none.
type Plate struct {
	At          fixed.Vec // where it is shown
	Title, Text string
}

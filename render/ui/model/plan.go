package model

import (
	"manyhold/game/grid"
	"manyhold/game/item"
)

// Tool is the shape drawn by the place button.
type Tool uint8

// The tools.
const (
	ToolPoint   Tool = iota // one tile
	ToolLine                // from where the button goes down to where it comes up
	ToolBox                 // the border of a rectangle
	ToolFilled              // all of a rectangle
	ToolStamp               // a copied area
	ToolClaim               // land to be claimed: a rectangle
	ToolInspect             // nothing: it shows who changed the tile under the cursor
	ToolThing               // the things of a blueprint
	ToolCount
)

// PlanState is whether a tile of a plan can be done.
type PlanState uint8

// The states, each with its own mark: a frame, a dotted one, a crossed one.
const (
	PlanFits PlanState = iota
	PlanFar            // out of reach
	PlanBlocked
)

// PlanTile is a tile of the plan.
type PlanTile struct {
	At    grid.Tile
	Item  item.Kind // item.None: the block there is removed
	State PlanState
	Sure  bool // it is planned; else it would be
}

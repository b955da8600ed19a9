package model

import (
	"manyhold/game/grid"
	"manyhold/game/item"
)

// Tool is what the place button draws.
type Tool uint8

// The tools.
const (
	ToolPoint  Tool = iota // one tile
	ToolLine               // from where the button goes down to where it comes up
	ToolBox                // the border of a rectangle
	ToolFilled             // all of a rectangle
	ToolStamp              // what was copied
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

// PlanTile is a tile of what is to be built.
type PlanTile struct {
	At    grid.Tile
	Item  item.Kind // item.None: what stands there goes
	State PlanState
	Sure  bool // it is planned; else it would be
}

package model

import (
	"strconv"

	"manyhold/game/grid"
)

// Goal is something to reach in a world.
type Goal struct {
	Name  string // the key of its words
	Light int    // the number of a lighthouse, from 0; -1 for another goal
	World bool   // what anybody reaches is reached
	Done  bool
	Open  bool // offered now
	Lit   bool // a lighthouse that others have lit already: the player adds a name
}

// Words returns the key of a goal's words, and the number that stands in them for {n}, "" for none.
func (g *Goal) Words() (key, n string) {
	switch {
	case g.Light >= 0:
		return "goal.light", strconv.Itoa(g.Light + 1)
	case g.Lit:
		return "goal.add_name", ""
	}
	return "goal." + g.Name, ""
}

// GoalLine is the goal that the player has before it.
type GoalLine struct {
	On bool
	Goal
	Known  bool // it has a place:
	At     grid.Tile
	Tiles  int // so far away,
	Eighth int // in this direction, in eighths of a circle from east over south
}

package palette

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// movesMost is how many moves can be undone.
const movesMost = 32

// Moves are the things that the player has moved, so that a move can be undone. Its zero value has none.
type Moves struct {
	list []move
}

// move is a thing that was moved from a tile, after so many steps of building.
type move struct {
	id    game.EntityID
	from  grid.Tile
	steps int
}

// Note remembers that a thing is moved, after some steps of building.
func (m *Moves) Note(w *world.State, id game.EntityID, steps int) {
	x := w.Things.Find(id)
	if x == nil {
		return
	}
	if m.list = append(m.list, move{id, w.ThingPlace(x), steps}); len(m.list) > movesMost {
		m.list = m.list[1:]
	}
}

// Undo returns the command that takes the last move back; ok is false if there is none, or if something was
// built since. Moves of things that are gone are forgotten.
func (m *Moves) Undo(w *world.State, steps int) (c command.Command, ok bool) {
	for len(m.list) > 0 {
		last := m.list[len(m.list)-1]
		if last.steps < steps {
			return c, false
		}
		m.list = m.list[:len(m.list)-1]
		if w.Things.Find(last.id) != nil {
			return command.Command{Kind: command.Shift, Entity: last.id, Tile: last.from}, true
		}
	}
	return c, false
}

package model

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Map is the content of the maps besides tiles and people.
type Map struct {
	Marks  []Mark                         // places worth walking to
	Reveal func(grid.Region) *tile.Region // land that is known from afar, in its untouched state; may be nil
}

// JournalEntry tells of something that happened to the world, in whole sentences.
type JournalEntry struct {
	Title string
	Lines []string
}

// Mark is a place on the maps: one that was found, or one that only shows from afar. A lighthouse that burns
// is Lit.
type Mark struct {
	Tile       grid.Tile
	Found, Lit bool
	Lost       bool // what the player lost lies there
}

// TilesOf returns the tiles of a region, also of another island as far as they are known.
func (m *Model) TilesOf(r grid.Region) *tile.Region {
	if have := m.Game.World.Region(r); have != nil {
		return have
	}
	if w, ok := m.Game.World.(interface {
		Beyond(grid.Region) *tile.Region
	}); ok {
		if have := w.Beyond(r); have != nil {
			return have
		}
	}
	if m.Map.Reveal != nil {
		return m.Map.Reveal(r)
	}
	return nil
}

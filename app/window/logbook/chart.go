package logbook

import (
	"manyhold/game/grid"
	"manyhold/game/journal"
)

// Chart writes a place down that a map piece has shown, and the land around it, and reports whether that is
// new.
func (f *Book) Chart(t grid.Tile, log func(error)) bool {
	if f.path == "" || !f.add(journal.Find{Page: journal.Charts, Number: 1, Tile: t}) {
		return false
	}
	f.keep(log)
	return true
}

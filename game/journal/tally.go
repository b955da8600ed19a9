package journal

import (
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/lights"
)

// Kind returns the entry of the journal to which a find belongs: all places of a kind have one, and all
// chests. The entries of lights are lighthouses, each with its own.
func (f Find) Kind() Find {
	switch f.Page {
	case Places:
		f.Tile = grid.Tile{}
	case Hoards:
		f = Find{Page: Hoards}
	}
	return f
}

// Kinds returns all entries of a page, in their order. Those of lights are as many as there are lighthouses,
// whose tiles depend on the world: they are numbered from 1.
func Kinds(p Page) (list []Find) {
	switch p {
	case Hoards:
		return []Find{{Page: Hoards}}
	case Lights:
		for n := range uint8(lights.Count) {
			list = append(list, Find{Page: Lights, Number: n + 1})
		}
		return list
	}
	for n := range 256 {
		if f := (Find{Page: p, Number: uint8(n)}); f.Valid() {
			list = append(list, f)
		}
	}
	return list
}

// Tally counts what a player has found. The zero value has nothing.
type Tally struct {
	finds map[Find]bool
	kinds map[Find]bool
	of    [PageCount]int
	seen  []Find // of the last look, reused
}

// Note takes a find down and reports whether it is new.
func (t *Tally) Note(f Find) bool {
	if t.finds == nil {
		t.finds, t.kinds = map[Find]bool{}, map[Find]bool{}
	}
	if !f.Valid() || t.finds[f] {
		return false
	}
	t.finds[f] = true
	if k := f.Kind(); !t.kinds[k] {
		t.kinds[k] = true
		t.of[f.Page]++
	}
	return true
}

// Look takes down what a player finds who stands on a tile at a tick, and returns how much of it is new.
func (t *Tally) Look(a *Atlas, land Land, at grid.Tile, now game.Tick) (fresh int) {
	t.seen = a.Look(t.seen[:0], land, at, now)
	for _, f := range t.seen {
		if t.Note(f) {
			fresh++
		}
	}
	return fresh
}

// Finds returns how many finds there are, each place and each chest for itself.
func (t *Tally) Finds() int { return len(t.finds) }

// Distinct returns how many entries of the journal are found.
func (t *Tally) Distinct() int { return len(t.kinds) }

// Of returns how many entries of a page are found, of all that there are.
func (t *Tally) Of(p Page) (have, all int) { return t.of[p], len(Kinds(p)) }

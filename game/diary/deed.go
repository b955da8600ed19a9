package diary

import (
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Deed is what a player did, as it is told.
type Deed uint8

// The deeds, and what each is about.
const (
	Placed   Deed = iota // a block
	Laid                 // a ground
	Dug                  // a block
	Deepened             // a ground that was dug up
	Felled               // a tree
	Kindled              // a block that was set on fire
	Poured               // water
	Adjusted             // a block that was locked, turned or set otherwise
	Changed              // a block in place of another
	PutIn                // items, into a chest
	TookOut              // items, out of a chest
	Set                  // a crate or a ball, as an item
	Removed              // likewise
	DeedCount
)

// Thing is what a deed is about: a block, a ground, or items.
type Thing struct {
	Block  tile.Block
	Ground tile.Ground
	Items  item.Stack
}

// Deed returns what an entry tells.
func (e *Entry) Deed() (d Deed, what Thing) {
	switch e.Kind {
	case Put:
		return PutIn, Thing{Items: e.Stack}
	case Taken:
		return TookOut, Thing{Items: e.Stack}
	case SetDown:
		if e.Thing.Made() {
			return Placed, Thing{Block: tile.Gadget}
		}
		return Set, Thing{Items: item.Stack{Kind: e.Thing.Item(), Count: 1}}
	case PutAway:
		if e.Thing.Made() {
			return Dug, Thing{Block: tile.Gadget}
		}
		return Removed, Thing{Items: item.Stack{Kind: e.Thing.Item(), Count: 1}}
	}
	b, a := e.Before, e.After
	switch {
	case a.Block == tile.Flood:
		return Poured, Thing{Block: a.Block}
	case a.Block == tile.Fire:
		return Kindled, Thing{Block: b.Block}
	case a.Block == tile.Stump && (b.Block == tile.Oak || b.Block == tile.Pine):
		return Felled, Thing{Block: b.Block}
	case a.Block == tile.NoBlock && b.Block != tile.NoBlock && a.Ground == b.Ground:
		return Dug, Thing{Block: b.Block}
	case a.Block == tile.NoBlock && (a.Ground == b.Ground.Info().After || a.Ground == tile.Water):
		return Deepened, Thing{Ground: b.Ground}
	case a.Block == tile.NoBlock:
		return Laid, Thing{Ground: a.Ground}
	case a.Block == b.Block:
		return Adjusted, Thing{Block: a.Block}
	case b.Block == tile.NoBlock || b.Block.Info().Soft:
		return Placed, Thing{Block: a.Block}
	}
	return Changed, Thing{Block: a.Block}
}

// Line is an entry with the players that it names.
type Line struct {
	Entry
	Author, Reverter Author
}

// History returns what was noted about a tile, the newest first, at most so many; about a body, if its number
// is not zero, wherever in the tile's region it was set down.
func (t *Table) History(at grid.Tile, body game.EntityID, most int) (list []Line) {
	d := t.Of(at.Region())
	if d == nil {
		return nil
	}
	for k := len(d.Entries) - 1; k >= 0 && len(list) < most; k-- {
		e := &d.Entries[k]
		if body == 0 && e.K != at.Index() || body != 0 && e.Body != body {
			continue
		}
		l := Line{Entry: *e, Author: d.Authors[e.Author]}
		if e.Reverted != 0 {
			l.Reverter = d.Authors[e.Reverter]
		}
		list = append(list, l)
	}
	return list
}

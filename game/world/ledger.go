package world

import (
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Ledger counts the items that were ever created and destroyed here, by kind.
type Ledger struct{ Created, Destroyed [item.KindCount]uint64 }

// append appends the counts of the first kinds.
func (l *Ledger) append(dst []byte, kinds item.Kind) []byte {
	dst = codec.Uvarint(dst, uint64(kinds))
	created, destroyed := l.Created[:kinds], l.Destroyed[:kinds]
	for k := range created {
		dst = codec.U64(codec.U64(dst, created[k]), destroyed[k])
	}
	return dst
}

// read reads the bytes of append.
func (l *Ledger) read(c *codec.Cursor) {
	for k := range c.Count(int(item.KindCount), 16) {
		l.Created[k], l.Destroyed[k] = c.U64(), c.U64()
	}
}

// diffLedgers names the first kind of item of which two ledgers count different numbers, after what is given.
func diffLedgers(s string, a, b *Ledger) string {
	for k := range a.Created {
		s = first("", s, unlike("created "+item.Kind(k).String(), a.Created[k], b.Created[k]),
			unlike("destroyed "+item.Kind(k).String(), a.Destroyed[k], b.Destroyed[k]))
	}
	return s
}

// Counts is a number of items of each kind.
type Counts [item.KindCount]uint64

// Items counts the items of a list of stacks.
func (c *Counts) Items(list []item.Stack) {
	for _, s := range list {
		c[s.Kind] += uint64(s.Count)
	}
}

// Audit counts the items of the island: those ever created and destroyed, and those present in inventories,
// chests and drops, dormant regions included. Of every kind, created − destroyed is present. Items that have
// gone to another island, or are on their way, count as destroyed here and, on arrival, as created there.
// It walks through the whole state: it is for tests and reports.
func Audit(i *State) (created, destroyed, present Counts) {
	add := present.Items
	for _, list := range [...][]entity.PlayerState{i.Roster.Here, i.Roster.Away} {
		for k := range list {
			add(list[k].Inventory[:])
		}
	}
	for _, r := range i.Land.Regions {
		for k, b := range r.Tiles.Block {
			if b == tile.Flood {
				present[item.Water] += uint64(r.Tiles.State[k])
			}
		}
	}
	for k := range i.Chests.List {
		add(i.Chests.List[k].Slots[:])
	}
	for k := range i.Space.Bodies() {
		s := i.Space.Bodies()[k].Stack
		present[s.Kind] += uint64(s.Count)
	}
	for k := range i.Dormant.List {
		p, err := DecodeRegion(i.Dormant.List[k].Data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		present[item.Water] += Floods(p.Edits)
		for n := range p.Chests {
			add(p.Chests[n].Slots[:])
		}
		for n := range p.Bodies {
			present[p.Bodies[n].Stack.Kind] += uint64(p.Bodies[n].Stack.Count)
		}
	}
	return i.Ledger.Created, i.Ledger.Destroyed, present
}

func (n *Counts) Add(list []item.Stack) {
	for _, s := range list {
		n[s.Kind] += uint64(s.Count)
	}
}

// Clear removes the bodies for which gone is true from a state that is set up for something else, and counts
// what they hold as destroyed.
func Clear(i *State, gone func(*entity.Body) bool) {
	for k := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[k]; gone(b) {
			i.Ledger.Destroyed[b.Stack.Kind] += uint64(b.Stack.Count)
		}
	}
	i.Space.RemoveAll(gone)
}

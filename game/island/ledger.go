package island

import (
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Counts is a number of items of each kind.
type Counts [item.KindCount]uint64

// items counts what a list of stacks holds.
func (c *Counts) items(list []item.Stack) {
	for _, s := range list {
		c[s.Kind] += uint64(s.Count)
	}
}

// Ledger counts the items of the island: those ever created and destroyed, and those present in
// inventories, chests and drops, dormant regions included. Of every kind, created − destroyed is
// present. What has gone to another island, or is on its way there, counts as destroyed here and, when it has
// come, as created there. It takes a walk through everything: it is for tests and reports.
func (i *State) Ledger() (created, destroyed, present Counts) {
	add := present.items
	for _, list := range [...][]entity.PlayerState{i.players, i.away} {
		for k := range list {
			add(list[k].Inventory[:])
		}
	}
	for _, r := range i.regions {
		for k, b := range r.tiles.Block {
			if b == tile.Flood {
				present[item.Water] += uint64(r.tiles.State[k])
			}
		}
	}
	for k := range i.chests {
		add(i.chests[k].slots[:])
	}
	for k := range i.space.Bodies() {
		s := i.space.Bodies()[k].Stack
		present[s.Kind] += uint64(s.Count)
	}
	for k := range i.dormant {
		p, err := decodeRegion(i.dormant[k].data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		present[item.Water] += floods(p.edits)
		for n := range p.chests {
			add(p.chests[n].slots[:])
		}
		for n := range p.bodies {
			present[p.bodies[n].Stack.Kind] += uint64(p.bodies[n].Stack.Count)
		}
	}
	return i.created, i.destroyed, present
}

package host

import "manyhold/net/host/kernel"

// Inspect looks at all islands here, in ascending order of their ids.
func (w *World) Inspect() (isles []Isle) {
	w.islands.each(func(c *kernel.Core) {
		isles = append(isles, Isle{Island: c.ID, Machine: c.Machine, Epoch: c.History.Epoch,
			Goes: c.Machine != nil && c.Epoch != nil && !c.Ancestry.Over() && !c.History.Stale && c.Retirement.Retired.IsZero(), Inspection: c.Inspect()})
	})
	return isles
}

// Cores returns the islands that are executed here, in ascending order of their ids, for the checkers of a
// simulation. The list is the world's: callers must not change it.
func (w *World) Cores() []*kernel.Core { return w.islands.all() }

// Core returns an island's core, for the checkers of a simulation, which look at it between two calls and
// change nothing; nil: it is not executed here.
func (w *World) Core(island uint64) *kernel.Core { return w.islands.get(island) }

// Where returns the island where this peer's player is, and whether its state here says so now.
func (w *World) Where() (island uint64, there bool) {
	return w.player.here().ID, w.player.isOn(w.player.here())
}

// Successor follows an island that has gone into another to the one that goes on; gone says that it has.
func (w *World) Successor(island uint64) (into uint64, gone bool) {
	return w.directory.Successor(island), w.directory.Ended(island)
}

// Isle is where one island is on a peer, for the checkers of a simulation.
type Isle struct {
	Island  uint64
	Machine kernel.Machine // nil: it is being taken over. To be read between two calls only
	Epoch   uint64         // of the state
	// it has turns here: it is neither over, here or elsewhere, nor frozen, nor still to begin
	Goes bool
	kernel.Inspection
}

package host

import (
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
)

// Inspection is a core's position between two calls, for the checkers of a simulation. It is a copy, except
// for the record, which is immutable.
type Inspection struct {
	Record    *epoch.Record // of the present epoch; nil: it has no place in a log
	Playing   bool          // executes ordered turns
	Executed  uint64
	Hash      [32]byte // of the chain after Executed
	Committed uint64
	Member    bool // this process is a voter of the present epoch
	Leading   bool
	Closing   bool   // leads, and hears of a majority
	Over      bool   // the island goes into another, or has gone
	Idle      bool   // home, left to others
	Apart     bool   // it is in a provisional fork, or on its way from one fork to another
	Given     uint64 // last turn handed to the file
	Written   uint64
	Forged    uint64 // turns that it refused because of a forged command
}

// Inspect looks at the core.
func (c *Core) Inspect() Inspection {
	i := Inspection{Executed: c.history.executed, Hash: c.history.hash, Committed: c.history.committed, Given: c.journal.given, Written: c.journal.written,
		Forged: c.counters[counter.TurnsForged], Over: c.ancestry.over(), Apart: c.fork.apart(), Idle: c.idle}
	if c.e != nil {
		i.Record, i.Member, i.Leading = c.e.Record(), c.e.Member(), c.e.Leading()
		i.Closing = i.Leading && c.e.Closes(c.now)
		i.Playing = !c.joining.fetching() && !c.history.stale && c.epochs.restart == nil
	}
	return i
}

// Idle reports whether this is home, and left to others.
func (c *Core) Idle() bool { return c.idle }

// Newest returns the newest epoch's record that this core has taken to be true, or nil.
func (c *Core) Newest() *epoch.Record {
	if len(c.ancestry.records) == 0 {
		return nil
	}
	return c.ancestry.last()
}

// RecordOf returns the record of an epoch in the chain, or nil.
func (c *Core) RecordOf(number uint64) *epoch.Record {
	if number == 0 || number > uint64(len(c.ancestry.records)) {
		return nil
	}
	return c.ancestry.records[number-1]
}

// HashAt returns the hash of the chain after a turn, if the core still knows it. That includes turns that it
// keeps without executing them, because its state is known to be wrong.
func (c *Core) HashAt(turn uint64) (hash [32]byte, ok bool) {
	if c.history.stale && turn > c.history.executed && !c.history.forgotten {
		for _, t := range c.history.turns {
			if t.Number == turn {
				return t.Hash, true
			}
		}
	}
	return c.history.hashAt(turn)
}

// HashAside returns the hash of the chain after a turn of the parked firm epoch, while this peer is in
// another fork; ok is false if no epoch is parked or its log does not reach back so far.
func (c *Core) HashAside(turn uint64) (hash [32]byte, ok bool) {
	return c.separate.parkedHash(turn)
}

// AcceptorRow returns the file's row for the acceptor state now in force, or nil before the first promise.
func (c *Core) AcceptorRow() []byte { return c.acceptor.row() }

// Load is how long a core's queues are.
type Load struct {
	Own     int // own commands on their way
	Queued  int // of the author with the most waiting
	Mail    int // messages for the peer with the most waiting
	Ahead   int // digests ahead of this peer, of the peer with the most
	History int // turns that could be gone back
	Open    int // turns that are ordered and not known to be committed
}

// Load measures the queues.
func (c *Core) Load() Load {
	l := Load{Own: len(c.own.waiting) + len(c.own.taken), History: len(c.history.turns),
		Open: int(c.history.executed - min(c.history.executed, c.history.committed))}
	for _, p := range c.peers.Values() {
		l.Mail = max(l.Mail, len(p.mail))
	}
	l.Ahead = c.comparison.most()
	for _, q := range c.leader.queues {
		l.Queued = max(l.Queued, len(q.waiting))
	}
	return l
}

// Isle is where one island is on a peer, for the checkers of a simulation.
type Isle struct {
	Island  uint64
	Machine Machine // nil: it is being taken over. To be read between two calls only
	Epoch   uint64  // of the state
	// it has turns here: it is neither over, here or elsewhere, nor frozen, nor still to begin
	Goes bool
	Inspection
}

// Inspect looks at all islands here, in ascending order of their ids.
func (w *World) Inspect() (isles []Isle) {
	w.islands.each(func(c *Core) {
		isles = append(isles, Isle{Island: c.island, Machine: c.machine, Epoch: c.history.epoch,
			Goes: c.machine != nil && c.e != nil && !c.ancestry.over() && !c.history.stale && c.retirement.retired.IsZero(), Inspection: c.Inspect()})
	})
	return isles
}

// Cores returns the islands that are executed here, in ascending order of their ids, for the checkers of a
// simulation. The list is the world's: callers must not change it.
func (w *World) Cores() []*Core { return w.islands.all() }

// Island returns the id of the core's island.
func (c *Core) Island() uint64 { return c.island }

// Core returns an island's core, for the checkers of a simulation, which look at it between two calls and
// change nothing; nil: it is not executed here.
func (w *World) Core(island uint64) *Core { return w.islands.get(island) }

// Where returns the island where this peer's player is, and whether its state here says so now.
func (w *World) Where() (island uint64, there bool) {
	return w.player.here().island, w.player.isOn(w.player.here())
}

// Successor follows an island that has gone into another to the one that goes on; gone says that it has.
func (w *World) Successor(island uint64) (into uint64, gone bool) {
	return w.directory.ended.successor(island), w.directory.Ended(island)
}

package host

import (
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/key"
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

// HashParked returns the hash of the chain after a turn of the parked firm epoch, while this peer is in
// another fork; ok is false if no epoch is parked or its log does not reach back so far.
func (c *Core) HashParked(turn uint64) (hash [32]byte, ok bool) {
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

// Island returns the id of the core's island.
func (c *Core) Island() uint64 { return c.island }

// record is that of the present epoch; nil while this peer has no place in the log.
func (c *Core) record() *epoch.Record {
	if c.e == nil {
		return nil
	}
	return c.e.Record()
}

// leaderKey is the leader of the present epoch; zero: none is known.
func (c *Core) leaderKey() (k key.ID) {
	if c.e != nil {
		k = c.e.Leader()
	}
	return k
}

// goesFirmly reports whether this peer is in a firm epoch of an island that has not ended, and in no fork.
func (c *Core) goesFirmly() bool {
	return c.e.Record().Firm && !c.fork.apart() && !c.ancestry.over()
}

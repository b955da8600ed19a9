package kernel

import (
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
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
	Over      bool   // the island goes into another, or has gone
	Idle      bool   // home, left to others
	Apart     bool   // it is in a provisional fork, or on its way from one fork to another
	Given     uint64 // last turn handed to the file
	Written   uint64
	Forged    uint64 // turns that it refused because of a forged command
}

// Inspect looks at the core.
func (c *Core) Inspect() Inspection {
	i := Inspection{Executed: c.History.Executed, Hash: c.History.Hash, Committed: c.History.Committed, Given: c.Journal.Given, Written: c.Journal.Written,
		Forged: c.Counters[counter.TurnsForged], Over: c.Ancestry.Over(), Apart: c.Fork.Apart(), Idle: c.AtRest}
	if c.Epoch != nil {
		i.Record, i.Member, i.Leading = c.Epoch.Record(), c.Epoch.Member(), c.Epoch.Leading()
		i.Playing = !c.Joining.Fetching() && !c.History.Stale && c.Epochs.Restart == nil
	}
	return i
}

// Newest returns the newest epoch's record that this core has taken to be true, or nil.
func (c *Core) Newest() *epoch.Record {
	if len(c.Ancestry.Records) == 0 {
		return nil
	}
	return c.Ancestry.Last()
}

// RecordOf returns the record of an epoch in the chain, or nil.
func (c *Core) RecordOf(number uint64) *epoch.Record {
	if number == 0 || number > uint64(len(c.Ancestry.Records)) {
		return nil
	}
	return c.Ancestry.Records[number-1]
}

// HashAt returns the hash of the chain after a turn, if the core still knows it. That includes turns that it
// keeps without executing them, because its state is known to be wrong.
func (c *Core) HashAt(turn uint64) (hash [32]byte, ok bool) {
	if c.History.Stale && turn > c.History.Executed && !c.History.Forgotten {
		for _, t := range c.History.Turns {
			if t.Number == turn {
				return t.Hash, true
			}
		}
	}
	return c.History.HashAt(turn)
}

// HashParked returns the hash of the chain after a turn of the parked firm epoch, while this peer is in
// another fork; ok is false if no epoch is parked or its log does not reach back so far.
func (c *Core) HashParked(turn uint64) (hash [32]byte, ok bool) {
	return c.Provisional.ParkedHash(turn)
}

// AcceptorRow returns the file's row for the acceptor state now in force, or nil before the first promise.
func (c *Core) AcceptorRow() []byte { return c.Acceptor.Row() }

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
	l := Load{Own: len(c.Own.Waiting) + len(c.Own.Taken), History: len(c.History.Turns),
		Open: int(c.History.Executed - min(c.History.Executed, c.History.Committed))}
	for _, p := range c.Peers.Values() {
		l.Mail = max(l.Mail, len(p.Mail))
	}
	l.Ahead = c.Comparison.Most()
	for _, q := range c.Leader.queues {
		l.Queued = max(l.Queued, len(q.Waiting))
	}
	return l
}

// Island returns the id of the core's island.
func (c *Core) Island() uint64 { return c.ID }

// Record is that of the present epoch; nil while this peer has no place in the log.
func (c *Core) Record() *epoch.Record {
	if c.Epoch == nil {
		return nil
	}
	return c.Epoch.Record()
}

// LeaderKey is the leader of the present epoch; zero: none is known.
func (c *Core) LeaderKey() (k key.ID) {
	if c.Epoch != nil {
		k = c.Epoch.Leader()
	}
	return k
}

// GoesFirmly reports whether this peer is in a firm epoch of an island that has not ended, and in no fork.
func (c *Core) GoesFirmly() bool {
	return c.Epoch.Record().Firm && !c.Fork.Apart() && !c.Ancestry.Over()
}

// LogsIn reports whether this peer's login is still to be countersigned.
func (c *Core) LogsIn() bool {
	if !c.Options.Charter || c.Options.Offer.Headless || c.AtRest {
		return false
	}
	r := c.Standing.Charter
	return r == nil || !r.Logged
}

// ComeBack has home, which was at rest, fetched again.
func (c *Core) ComeBack() {
	c.AtRest = false
	if r := c.Standing.Charter; r != nil {
		r.Cut = true // logins are looked at again by the records that come
	}
	c.Joining.ComeBack(false)
}

// Farewell tells all linked peers that this one leaves the island to them.
func (c *Core) Farewell() {
	c.Event("leaving an island to others", "left", message.IslandName(c.ID), "turn", c.History.Executed)
	bye := message.Greeting{Incarnation: c.Self.Incarnation, Capacity: 1, Leaving: true}
	c.Peers.Each(func(p *Peer) { c.Send(p.Key, link.Stream, bye.Encode()) })
}

// Idle reports whether this is home, and left to others.
func (c *Core) Idle() bool { return c.AtRest }

package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

const (
	// baseEvery is how often the state is kept to be able to go back, while there are others.
	baseEvery = 10 * time.Second
	// checkpointEvery is how often a checkpoint goes to the file, unless Options.Checkpoint says.
	checkpointEvery = 60 * time.Second
	// digestRing is how many turns' digests are kept to be compared.
	digestRing = 256
)

// replica is what is known of the machine's way to its present state.
type replica struct {
	forgotten bool // there is none: it was that of another line

	executed    uint64 // last turn
	hash        [32]byte
	epoch       uint64
	committed   uint64
	recent      [message.DigestsSaid]message.Digest // for newest
	orderedAt   time.Time
	returned    bool // it came back into an epoch in which others lack turns, and has had none since
	committedAt time.Time
	rewound     bool // tell at the next turn that the state went back
	altered     bool // tell at the next turn that the state was changed before it
	stale       bool // the state is known to be wrong: turns are kept and not executed

	base    kept   // a committed state, and
	next    kept   // one that is not committed yet
	history []past // the turns after base

	ring [digestRing]message.Digest // the newest digests, by turn
}

// kept is a state at a turn.
type kept struct {
	at       time.Time
	turn     uint64
	epoch    uint64
	hash     [32]byte
	digest   uint64
	snapshot []byte
}

// past is a turn after the base.
type past struct {
	epoch.Turn
	epoch uint64
}

// newest returns the newest n digests, newest first, of consecutive turns.
func (r *replica) newest(n int) []message.Digest {
	out := r.recent[:0]
	for t := r.executed; len(out) < n && t > 0; t-- {
		d := r.ring[t%digestRing]
		if d.Turn != t {
			break
		}
		out = append(out, d)
	}
	return out
}

// ordered takes one ordered turn: it is executed at once.
func (c *Core) ordered(t epoch.Turn) {
	c.state.orderedAt, c.state.returned = c.now, false
	if c.e.Record().Firm {
		c.fork.firm = c.now
	}
	if h := c.state.history; len(h) == cap(h) { // doubled: append would copy it all more often
		c.state.history = slices.Grow(h, min(max(len(h), 64), epoch.Kept))
	}
	c.state.history = append(c.state.history, past{t, c.e.Record().Number})
	if !c.state.stale {
		c.execute(past{t, c.e.Record().Number})
	}
	c.journal.appendOwn()
}

// execute steps the machine through one turn.
func (c *Core) execute(t past) {
	if t.epoch > c.state.epoch {
		c.crossInto(t.epoch)
	}
	if c.state.stale {
		return
	}
	if t.Number != c.state.executed+1 {
		panic(fmt.Sprintf("host: turn %d executed after %d", t.Number, c.state.executed))
	}
	var began time.Duration
	if c.elapsed != nil {
		began = c.elapsed()
	}
	if err := c.machine.Step(t.Body); err != nil {
		c.counters[counter.TurnsRefused]++ // on every peer alike: Check depends on the turn only
	}
	sum := c.machine.Digest()
	if c.elapsed != nil {
		c.steps.add(c.elapsed() - began)
	}
	c.counters[counter.TurnsExecuted]++
	c.state.executed, c.state.hash, c.state.epoch = t.Number, t.Hash, t.epoch
	c.state.ring[t.Number%digestRing] = message.Digest{Turn: t.Number, Term: t.Term, Sum: sum}
	c.markOutbox()
	c.own.take(c.machine.Sequence(c.me), t.Number)
	if c.fork.quietNow() {
		c.state.rewound = true
	} else {
		if c.options.OnTurn != nil {
			c.options.OnTurn(Executed{Island: c.island, Machine: c.machine, Turn: t.Number, Epoch: t.epoch, Body: t.Body, Digest: sum, Rewound: c.state.rewound, Altered: c.state.altered})
		}
		c.state.rewound, c.state.altered = false, false
	}
	c.comparison.compareAhead(t.Number)
	c.comparison.tellFollowers(t.Number)
	c.certificates.mark(t.Number)
}

// back returns to the state after a turn: turns after it were ordered, and are lost.
func (c *Core) back(to uint64) {
	c.counters[counter.Rewinds]++
	h := c.state.history
	for len(h) > 0 && h[len(h)-1].Number > to {
		h = h[:len(h)-1]
	}
	c.state.history = h
	if c.state.next.turn > to {
		c.state.next = kept{}
	}
	if o := c.joining.offers.last; o != nil && o.state.turn > to { // other turns will have those numbers, and be committed
		c.joining.offers.last, c.joining.offers.waiting = nil, false
	}
	if c.state.executed <= to {
		return
	}
	if to < c.state.base.turn {
		panic(fmt.Sprintf("host: back to turn %d, before the committed %d", to, c.state.base.turn))
	}
	c.event("went back", "from", c.state.executed, "to", to)
	if err := c.machine.Restore(c.state.base.snapshot); err != nil {
		panic(fmt.Sprintf("host: own snapshot: %v", err))
	}
	c.place(c.state.base)
	c.own.restore()
	for _, t := range h {
		c.execute(t)
	}
}

// place says that the machine is in a kept state.
func (c *Core) place(k kept) {
	c.state.executed, c.state.hash, c.state.epoch = k.turn, k.hash, k.epoch
	for i := range c.state.ring {
		if c.state.ring[i].Turn > k.turn {
			c.state.ring[i] = message.Digest{}
		}
	}
	c.state.rewound = true
	c.outbox.rewind(k.turn)
	c.markOutbox()
}

// capture keeps the present state.
func (c *Core) capture() kept {
	return kept{at: c.now, turn: c.state.executed, epoch: c.state.epoch, hash: c.state.hash,
		digest: c.machine.Digest(), snapshot: c.machine.Snapshot(nil)}
}

// commit takes what is known to be safe: it goes to the file, and states up to it may be kept as base.
func (c *Core) commit(turn uint64) {
	if turn > c.state.committed {
		c.state.committed, c.state.committedAt = turn, c.now
	}
	c.own.commit(c.state.committed)
	c.follower.compareHead()
	if !c.journal.ownsLog() {
		c.journal.appendTo(c.state.committed)
	}
	if n := c.state.next; n.snapshot != nil && n.turn <= c.state.committed {
		c.rebase(n)
		c.state.next = kept{}
	}
}

// rebase makes a committed state the one to go back to.
func (c *Core) rebase(k kept) {
	c.journal.appendTo(k.turn)
	c.state.base = k
	n := 0
	for n < len(c.state.history) && c.state.history[n].Number <= k.turn {
		n++
	}
	rest := c.state.history[n:]
	c.state.history = append(make([]past, 0, len(rest)+n), rest...) // with room for as many as came since the last one
	due := c.certificates.dueSave(k) || c.journal.spoilt
	if c.journal.spoilt = false; due {
		c.journal.save(k)
	}
	c.certificates.certify(k, due)
}

// keep takes a snapshot of the state when one is due.
func (c *Core) keep() {
	if c.machine == nil || c.e == nil || c.state.stale || c.state.next.snapshot != nil || c.state.executed == c.state.base.turn {
		return
	}
	every := baseEvery
	if c.peers.Len() == 0 && c.journal.ownsLog() {
		every = max(every, c.options.Checkpoint) // nobody can make a lone voter go back
	}
	if c.now.Sub(c.state.base.at) < every {
		return
	}
	c.state.next = c.capture()
	c.commit(c.state.committed)
}

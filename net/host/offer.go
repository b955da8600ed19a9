package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/link"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

const (
	// offerLife is how long one snapshot is offered to joiners before a newer one is made.
	offerLife = 2 * time.Second
	// offerRate is how many bytes of blocks are sent to one peer in a second: turns go first.
	offerRate = 4 << 20
	// offerPatience is how long a captured state may take to be committed. When nobody commits, because
	// the leader is gone, the committed state is made from the base instead.
	offerPatience = 700 * time.Millisecond
	// offerStalled is how long no turn was ordered when it is not waited for: whoever asks may be needed to commit more.
	offerStalled = 300 * time.Millisecond
	kindHave     = byte(wire.Have)
)

// offers is what this peer gives to those who ask for the island.
type offers struct {
	waiting bool // a state was captured and is not ready yet
	last    *offered
	busy    int  // peers with something to send
	some    bool // some peer may want the island, or gets something
	at      time.Time
}

// offered is a snapshot and where it stands.
type offered struct {
	state   kept
	at      epoch.Position
	ready   *transfer.Offer
	records [][]byte
}

func (o *offers) sending() bool { return o.busy > 0 }

// serve answers those who want the island, and sends what they asked for. A snapshot is given once it is
// committed, so that nobody begins with what may be lost.
func (c *Core) serve() {
	if !c.offers.some {
		c.offers.busy, c.offers.at = 0, c.now
		return
	}
	wanted, helping := false, false
	c.each(func(p *peer) {
		wanted = wanted || c.serves(p)
		helping = helping || c.serves(p) && c.helps(p) // it is this very peer that this one asks, and it has nothing to give
		if o := c.offers.last; o != nil && c.serves(p) && p.said.Turn > o.state.turn && o.ready != nil {
			c.offers.last = nil // it is further than that
		}
	})
	if wanted && c.machine != nil && c.line.folding == nil && (c.fetch == nil || c.fetch.from.IsZero() || helping) && !c.state.frozen && !c.state.forgotten {
		c.prepare()
	}
	if o := c.offers.last; o != nil && o.ready != nil && wanted {
		c.each(func(p *peer) {
			if c.serves(p) && p.flow.worlds.Take(c.now, 1, 1./worldEvery, worldBurst) {
				c.welcome(p, o)
			}
		})
	}
	c.offers.busy = 0
	budget := int(offerRate * min(c.now.Sub(c.offers.at), 50*time.Millisecond) / time.Second)
	c.offers.at = c.now
	c.offers.some = false
	c.each(func(p *peer) {
		c.pump(p, budget)
		c.give(p, budget)
		c.offers.some = c.offers.some || p.wants || p.sender != nil || p.giving != nil
	})
}

// serves reports whether a peer wants a snapshot that can be given now: without a group, it must be one that
// has nothing, is in an earlier epoch and may be waited for in this one, or cannot recover otherwise.
func (c *Core) serves(p *peer) bool {
	if !p.wants {
		return false
	}
	behind := len(c.records) > 0 && p.said.Epoch < c.last().Number
	return c.e != nil || (p.whole || behind) && c.reunion != nil && c.recovery == nil || c.helps(p)
}

// prepare captures the state for those who want it, or sees a captured one through.
func (c *Core) prepare() {
	o := c.offers.last
	stale := o == nil || c.now.Sub(o.state.at) > offerLife || o.state.epoch != c.state.epoch
	if stale && !c.offers.waiting {
		at, ok := epoch.Position{Index: 1, Term: 1, Turn: c.state.executed, Hash: c.state.hash}, true // see noPlace
		if c.e != nil {
			at, ok = c.e.At(c.state.executed)
		}
		if !ok || at.Hash != c.state.hash {
			return
		}
		o = &offered{state: c.capture(), at: at}
		o.state.epoch = c.epochOffered()
		for _, r := range c.records {
			o.records = append(o.records, r.Append(nil))
		}
		c.offers.last, c.offers.waiting = o, true
		if c.ownsLog() { // its quiet turns may wait in the file's queue; a checkpoint does not
			c.appendTo(o.state.turn)
			c.save(o.state)
		}
	}
	if c.offers.waiting && c.e != nil && o.state.turn > c.state.committed && (c.now.Sub(o.state.at) > offerPatience || c.now.Sub(c.state.orderedAt) > offerStalled) {
		c.captureCommitted(o)
	}
	if c.offers.waiting && (c.e == nil || o.state.turn <= c.state.committed) {
		c.offers.waiting = false
		if o.state.epoch != c.epochOffered() {
			c.offers.last = nil
			return
		}
		offer, err := transfer.NewOffer(o.state.turn, o.state.snapshot)
		if err != nil {
			panic("host: own snapshot: " + err.Error())
		}
		o.ready = offer
	}
}

// epochOffered is the epoch in which the present state is: without a group, the last one that has begun.
func (c *Core) epochOffered() uint64 {
	if c.e != nil {
		return c.e.Record().Number
	}
	n := len(c.records)
	for n > 1 && c.records[n-1].FirstTurn > c.state.executed {
		n--
	}
	return uint64(n)
}

// captureCommitted makes the state after the last committed turn: from the base forward, and then on to
// where the machine was.
func (c *Core) captureCommitted(o *offered) {
	base, to := c.state.base, c.state.committed
	at, ok := c.e.At(to)
	if base.snapshot == nil || !ok || base.turn > to {
		return
	}
	step := func(first, last uint64) {
		for _, t := range c.state.history {
			if t.Number >= first && t.Number <= last {
				_ = c.machine.Step(t.Body) // as when it was executed first
			}
		}
	}
	if err := c.machine.Restore(base.snapshot); err != nil {
		panic("host: own snapshot: " + err.Error())
	}
	step(base.turn+1, to)
	o.state = kept{at: c.now, turn: to, epoch: c.e.Record().Number, hash: at.Hash, digest: c.machine.Digest(), snapshot: c.machine.Snapshot(nil)}
	o.at = at
	step(to+1, c.state.executed)
}

// welcome tells a peer what it gets.
func (c *Core) welcome(p *peer, o *offered) {
	p.wants, p.whole = false, false
	c.counters[counter.SnapshotsSent]++
	c.showAncestry(p.key)
	for _, m := range message.EncodeRecords(o.records) {
		c.send(p.key, link.Stream, m)
	}
	have := o.ready.Have()
	w := message.Welcome{Genesis: c.genesis, Epoch: o.state.epoch, At: o.at, Digest: o.state.digest, Root: have.Root}
	c.send(p.key, link.Stream, w.Encode())
	c.send(p.key, link.Stream, have.Encode())
	p.sender, c.offers.some = transfer.NewSender(o.ready), true
	c.tell(p, "sending the world", "turn", o.state.turn, "bytes", have.Total)
}

func (c *Core) receiveWant(p *peer, b []byte) error {
	if p.sender == nil {
		return errUnexpected
	}
	err := p.sender.Want(b)
	c.pump(p, 64<<10)
	return err
}

// pump sends blocks that a peer asked for.
func (c *Core) pump(p *peer, budget int) {
	if p.sender == nil || p.sender.Pending() == 0 {
		return
	}
	c.offers.busy++
	for _, m := range p.sender.Next(budget) {
		c.send(p.key, link.Stream, m)
	}
}

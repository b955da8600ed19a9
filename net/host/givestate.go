package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/link"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

const (
	// offerLife is how long one snapshot is offered to joiners before a newer one is made.
	offerLife = 2 * time.Second
	// offerRate is how many bytes of blocks are sent to one peer in a second: turns go first.
	offerRate = 4 << 20
	// offerPatience is how long a captured state may take to be committed. When nothing is committed, because
	// the leader is gone, the committed state is derived from the base instead.
	offerPatience = 700 * time.Millisecond
	// offerStalled: when no turn was ordered for so long, the commit is not waited for, because the asking
	// peer may be needed to commit more.
	offerStalled = 300 * time.Millisecond
	kindHave     = byte(wire.Have)
)

// Giving gives the island to peers that want it.
type Giving struct {
	c *Core
	observerBase
	peers slot[servedPeer]

	waiting bool // a state was captured and is not ready yet
	last    *offered
	sending int  // peers with something to send
	some    bool // some peer may want the island, or gets something
	at      time.Time
}

// newGiving makes the mechanism of an island.
func newGiving(c *Core) *Giving { return &Giving{c: c, peers: newSlot[servedPeer](c)} }

// of is the state of a peer.
func (g *Giving) of(p *peer) *servedPeer { return g.peers.of(p) }

// servedPeer is Giving's state of a peer that is given a state or a blob.
type servedPeer struct {
	whole  bool // also one without a place in a log
	sender *transfer.Sender
}

// offered is a snapshot and where it stands.
type offered struct {
	state   kept
	at      epoch.Position
	ready   *transfer.Offer
	records []*epoch.Record
}

// serve answers the peers that want the island, and sends the blocks that they asked for. A snapshot is given
// once it is committed, so that no peer begins with turns that may be lost.
func (g *Giving) serve() {
	if !g.some {
		g.sending, g.at = 0, g.c.now
		return
	}
	wanted, helping := false, false
	g.c.peers.each(func(p *peer) {
		wanted = wanted || g.serves(p)
		// it is this very peer that this one asks, and it has nothing to give
		helping = helping || g.serves(p) && g.c.fork.helps(p)
		if o := g.last; o != nil && g.serves(p) && p.said.Turn > o.state.turn && o.ready != nil {
			g.last = nil // it is further than that
		}
	})
	if wanted && g.c.machine != nil && !g.c.abandon.leaves() && (!g.c.joining.asks() || helping) && !g.c.history.stale && !g.c.history.forgotten {
		g.prepare()
	}
	if o := g.last; o != nil && o.ready != nil && wanted {
		g.c.peers.each(func(p *peer) {
			if g.serves(p) && p.flow.worlds.Take(g.c.now, 1, 1./worldEvery, worldBurst) {
				g.welcome(p, o)
			}
		})
	}
	g.sending = 0
	budget := int(offerRate * min(g.c.now.Sub(g.at), 50*time.Millisecond) / time.Second)
	g.at = g.c.now
	g.some = false
	g.c.peers.each(func(p *peer) {
		g.pump(p, budget)
		gives, sends := g.c.merger.give(p, budget)
		if sends {
			g.sending++
		}
		g.some = g.some || p.wants || g.of(p).sender != nil || gives
	})
}

// serves reports whether a peer wants a snapshot that can be given now: without a group, it must be one that
// has nothing, is in an earlier epoch and may be waited for in this one, or cannot recover otherwise.
func (g *Giving) serves(p *peer) bool {
	if !p.wants {
		return false
	}
	behind := len(g.c.ancestry.records) > 0 && p.said.Epoch < g.c.ancestry.last().Number
	return g.c.e != nil || (g.of(p).whole || behind) && g.c.recovering.gathers() && g.c.epochs.restart == nil || g.c.fork.helps(p)
}

// prepare captures the state for the peers that want it, or goes on with a captured one.
func (g *Giving) prepare() {
	o := g.last
	stale := o == nil || g.c.now.Sub(o.state.at) > offerLife || o.state.epoch != g.c.history.epoch
	if stale && !g.waiting {
		// see noPlace
		at, ok := epoch.Position{Index: 1, Term: 1, Turn: g.c.history.executed, Hash: g.c.history.hash}, true
		if g.c.e != nil {
			at, ok = g.c.e.At(g.c.history.executed)
		}
		if !ok || at.Hash != g.c.history.hash {
			return
		}
		o = &offered{state: g.c.history.capture(), at: at}
		o.state.epoch = g.epochOffered()
		o.records = g.c.ancestry.records
		g.last, g.waiting = o, true
		if g.c.journal.ownsLog() { // its quiet turns may wait in the file's queue; a checkpoint does not
			g.c.journal.appendTo(o.state.turn)
			g.c.journal.save(o.state)
		}
	}
	if g.waiting && g.c.e != nil && o.state.turn > g.c.history.committed && (g.c.now.Sub(o.state.at) > offerPatience || g.c.now.Sub(g.c.history.orderedAt) > offerStalled) {
		g.captureCommitted(o)
	}
	if g.waiting && (g.c.e == nil || o.state.turn <= g.c.history.committed) {
		g.waiting = false
		if o.state.epoch != g.epochOffered() {
			g.last = nil
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
func (g *Giving) epochOffered() uint64 {
	if g.c.e != nil {
		return g.c.e.Record().Number
	}
	n := len(g.c.ancestry.records)
	for n > 1 && g.c.ancestry.records[n-1].FirstTurn > g.c.history.executed {
		n--
	}
	return uint64(n)
}

// captureCommitted makes the state after the last committed turn: from the base forward, and then on to
// where the machine was.
func (g *Giving) captureCommitted(o *offered) {
	base, to := g.c.history.base, g.c.history.committed
	at, ok := g.c.e.At(to)
	if base.snapshot == nil || !ok || base.turn > to {
		return
	}
	step := func(first, last uint64) {
		for _, t := range g.c.history.turns {
			if t.Number >= first && t.Number <= last {
				_ = g.c.history.step(t.Body) // as when it was executed first
			}
		}
	}
	if err := g.c.machine.Restore(base.snapshot); err != nil {
		panic("host: own snapshot: " + err.Error())
	}
	step(base.turn+1, to)
	o.state = kept{at: g.c.now, turn: to, epoch: g.c.e.Record().Number, hash: at.Hash, digest: g.c.machine.Digest(), snapshot: g.c.machine.Snapshot(nil)}
	o.at = at
	step(to+1, g.c.history.executed)
}

// welcome announces to a peer the state that it gets.
func (g *Giving) welcome(p *peer, o *offered) {
	p.wants, g.of(p).whole = false, false
	g.c.counters[counter.SnapshotsSent]++
	g.c.ancestry.showAncestry(p.key)
	for _, m := range recordlist.Encode(recordlist.Welcome, [32]byte{}, o.records) {
		g.c.send(p.key, link.Stream, m)
	}
	have := o.ready.Have()
	w := message.Welcome{Genesis: g.c.genesis, Epoch: o.state.epoch, At: o.at, Digest: o.state.digest, Root: have.Root}
	g.c.send(p.key, link.Stream, w.Encode())
	g.c.send(p.key, link.Stream, have.Encode())
	g.of(p).sender, g.some = transfer.NewSender(o.ready), true
	g.c.peers.tell(p, "sending the world", "turn", o.state.turn, "bytes", have.Total)
}

func (g *Giving) receiveWant(p *peer, b []byte) error {
	if g.of(p).sender == nil {
		return errUnexpected
	}
	err := g.of(p).sender.Want(b)
	g.pump(p, 64<<10)
	return err
}

// pump sends blocks that a peer asked for.
func (g *Giving) pump(p *peer, budget int) {
	if g.of(p).sender == nil || g.of(p).sender.Pending() == 0 {
		return
	}
	g.sending++
	for _, m := range g.of(p).sender.Next(budget) {
		g.c.send(p.key, link.Stream, m)
	}
}

func (g *Giving) executorGreeted(p *peer) {
	g.some = g.some || p.wants || p.said.Wants
	g.of(p).whole = g.of(p).whole || p.said.Wants && p.said.Epoch == 0
}

// wentBack drops a state that is no longer one of this fork: other turns will have those numbers, and be
// committed.
func (g *Giving) wentBack(to uint64) {
	if o := g.last; o != nil && o.state.turn > to {
		g.last, g.waiting = nil, false
	}
}

// withdraw drops the captured state: it is not one to be given any more.
func (g *Giving) withdraw() { g.last, g.waiting = nil, false }

// serveSoon has the peers looked through for those that want something.
func (g *Giving) serveSoon() { g.some = true }

// serveWhole gives a peer the state, even if this peer has no place in a log.
func (g *Giving) serveWhole(p *peer) {
	p.wants, g.of(p).whole = true, true
	g.serveSoon()
}

// busy reports whether a state is being given.
func (g *Giving) busy() bool { return g.sending > 0 || g.waiting }

// peerLeft forgets the requests of a peer that does not execute the island any more.
func (g *Giving) peerLeft(p *peer) {
	g.of(p).whole, g.of(p).sender = false, nil
}

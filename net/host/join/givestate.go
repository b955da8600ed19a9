package join

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
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
	// admitRate is to how many peers a second the state is given, after admitBurst at once. The others ask
	// on: turns go before, and a crowd that comes at once must not stop them.
	admitRate  = 20
	admitBurst = 20
	kindHave   = byte(wire.Have)
)

// Giving gives the island to peers that want it.
type Giving struct {
	c *kernel.Core
	kernel.ObserverBase
	peers kernel.Slot[servedPeer]

	Waiting bool // a state was captured and is not ready yet
	Last    *offered
	admits  capacity.Quota
	sending int  // peers with something to send
	some    bool // some peer may want the island, or gets something
	at      time.Time
}

// NewGiving makes the mechanism of an island.
func NewGiving(c *kernel.Core) *Giving { return &Giving{c: c, peers: kernel.NewSlot[servedPeer](c)} }

// of is the state of a peer.
func (g *Giving) of(p *kernel.Peer) *servedPeer { return g.peers.Of(p) }

// servedPeer is Giving's state of a peer that is given a state or a blob.
type servedPeer struct {
	whole  bool // also one without a place in a log
	sender *transfer.Sender
}

// offered is a snapshot and where it stands.
type offered struct {
	State   kernel.KeptState
	at      epoch.Position
	ready   *transfer.Offer
	records []*epoch.Record
}

// Serve answers the peers that want the island, and sends the blocks that they asked for. A snapshot is given
// once it is committed, so that no peer begins with turns that may be lost.
func (g *Giving) Serve() {
	if !g.some {
		g.sending, g.at = 0, g.c.Now
		return
	}
	wanted, helping := false, false
	g.c.Peers.Each(func(p *kernel.Peer) {
		wanted = wanted || g.serves(p)
		// it is this very peer that this one asks, and it has nothing to give
		helping = helping || g.serves(p) && g.c.Fork.Helps(p)
		if o := g.Last; o != nil && g.serves(p) && p.Said.Turn > o.State.Turn && o.ready != nil {
			g.Last = nil // it is further than that
		}
	})
	if wanted && g.c.Machine != nil && !g.c.Abandon.Leaves() && (!g.c.Joining.Asks() || helping) && !g.c.History.Stale && !g.c.History.Forgotten {
		g.Prepare()
	}
	if o := g.Last; o != nil && o.ready != nil && wanted {
		g.c.Peers.Each(func(p *kernel.Peer) {
			if !g.serves(p) || !g.admits.Ready(g.c.Now, admitRate, admitBurst) || !p.Flow.Worlds.Take(g.c.Now, 1, 1./kernel.WorldEvery, kernel.WorldBurst) {
				return
			}
			g.admits.Take(g.c.Now, 1, admitRate, admitBurst)
			g.welcome(p, o)
		})
	}
	g.sending = 0
	budget := int(offerRate * min(g.c.Now.Sub(g.at), 50*time.Millisecond) / time.Second)
	g.at = g.c.Now
	g.some = false
	g.c.Peers.Each(func(p *kernel.Peer) {
		g.pump(p, budget)
		gives, sends := g.c.Merger.Give(p, budget)
		if sends {
			g.sending++
		}
		g.some = g.some || p.Wants || g.of(p).sender != nil || gives
	})
}

// serves reports whether a peer wants a snapshot that can be given now: without a group, it must be one that
// has nothing, is in an earlier epoch and may be waited for in this one, or cannot recover otherwise. A peer
// that only plays serves the last kind alone.
func (g *Giving) serves(p *kernel.Peer) bool {
	if !p.Wants {
		return false
	}
	if g.c.Options.Offer.PlayOnly {
		return g.c.Fork.Helps(p)
	}
	behind := len(g.c.Ancestry.Records) > 0 && p.Said.Epoch < g.c.Ancestry.Last().Number
	return g.c.Epoch != nil || (g.of(p).whole || behind) && g.c.Recovery.Gathers() && g.c.Epochs.Restart == nil || g.c.Fork.Helps(p)
}

// Prepare captures the state for the peers that want it, or goes on with a captured one.
func (g *Giving) Prepare() {
	o := g.Last
	stale := o == nil || g.c.Now.Sub(o.State.At) > offerLife || o.State.Epoch != g.c.History.Epoch
	if stale && !g.Waiting {
		// see NoPlace
		at, ok := epoch.Position{Index: 1, Term: 1, Turn: g.c.History.Executed, Hash: g.c.History.Hash}, true
		if g.c.Epoch != nil {
			at, ok = g.c.Epoch.At(g.c.History.Executed)
		}
		if !ok || at.Hash != g.c.History.Hash {
			return
		}
		o = &offered{State: g.c.History.Capture(), at: at}
		o.State.Epoch = g.epochOffered()
		o.records = g.c.Ancestry.Records
		g.Last, g.Waiting = o, true
		if g.c.Journal.OwnsLog() { // its quiet turns may wait in the file's queue; a checkpoint does not
			g.c.Journal.AppendTo(o.State.Turn)
			g.c.Journal.Save(o.State)
		}
	}
	if g.Waiting && g.c.Epoch != nil && o.State.Turn > g.c.History.Committed && (g.c.Now.Sub(o.State.At) > offerPatience || g.c.Now.Sub(g.c.History.OrderedAt) > offerStalled) {
		g.captureCommitted(o)
	}
	if g.Waiting && (g.c.Epoch == nil || o.State.Turn <= g.c.History.Committed) {
		g.Waiting = false
		if o.State.Epoch != g.epochOffered() {
			g.Last = nil
			return
		}
		offer, err := transfer.NewOffer(o.State.Turn, o.State.Snapshot)
		if err != nil {
			panic("host: own snapshot: " + err.Error())
		}
		o.ready = offer
	}
}

// epochOffered is the epoch in which the present state is: without a group, the last one that has begun.
func (g *Giving) epochOffered() uint64 {
	if g.c.Epoch != nil {
		return g.c.Epoch.Record().Number
	}
	n := len(g.c.Ancestry.Records)
	for n > 1 && g.c.Ancestry.Records[n-1].FirstTurn > g.c.History.Executed {
		n--
	}
	return uint64(n)
}

// captureCommitted makes the state after the last committed turn: from the base forward, and then on to
// where the machine was.
func (g *Giving) captureCommitted(o *offered) {
	base, to := g.c.History.Base, g.c.History.Committed
	at, ok := g.c.Epoch.At(to)
	if base.Snapshot == nil || !ok || base.Turn > to {
		return
	}
	step := func(first, last uint64) {
		for _, t := range g.c.History.Turns {
			if t.Number >= first && t.Number <= last {
				_ = g.c.History.Step(t.Body) // as when it was executed first
			}
		}
	}
	if err := g.c.Machine.Restore(base.Snapshot); err != nil {
		panic("host: own snapshot: " + err.Error())
	}
	step(base.Turn+1, to)
	o.State = kernel.KeptState{At: g.c.Now, Turn: to, Epoch: g.c.Epoch.Record().Number, Hash: at.Hash, Digest: g.c.Machine.Digest(), Snapshot: g.c.Machine.Snapshot(nil)}
	o.at = at
	step(to+1, g.c.History.Executed)
}

// welcome announces to a peer the state that it gets.
func (g *Giving) welcome(p *kernel.Peer, o *offered) {
	p.Wants, g.of(p).whole = false, false
	g.c.Counters[counter.SnapshotsSent]++
	g.c.Ancestry.ShowAncestry(p.Key)
	for _, m := range recordlist.Encode(recordlist.Welcome, [32]byte{}, o.records) {
		g.c.Send(p.Key, link.Stream, m)
	}
	have := o.ready.Have()
	w := message.Welcome{Genesis: g.c.Genesis, Epoch: o.State.Epoch, At: o.at, Digest: o.State.Digest, Root: have.Root}
	g.c.Send(p.Key, link.Stream, w.Encode())
	g.c.Send(p.Key, link.Stream, have.Encode())
	g.of(p).sender, g.some = transfer.NewSender(o.ready), true
	g.c.Peers.Tell(p, "sending the world", "turn", o.State.Turn, "bytes", have.Total)
}

// ReceiveWant takes a request for parts of the state.
func (g *Giving) ReceiveWant(p *kernel.Peer, b []byte) error {
	if g.of(p).sender == nil {
		return kernel.ErrUnexpected
	}
	err := g.of(p).sender.Want(b)
	g.pump(p, 64<<10)
	return err
}

// pump sends blocks that a peer asked for.
func (g *Giving) pump(p *kernel.Peer, budget int) {
	if g.of(p).sender == nil || g.of(p).sender.Pending() == 0 {
		return
	}
	g.sending++
	for _, m := range g.of(p).sender.Next(budget) {
		g.c.Send(p.Key, link.Stream, m)
	}
}

// ExecutorGreeted notes whether a peer wants the state.
func (g *Giving) ExecutorGreeted(p *kernel.Peer) {
	g.some = g.some || p.Wants || p.Said.Wants
	g.of(p).whole = g.of(p).whole || p.Said.Wants && p.Said.Epoch == 0
}

// WentBack drops a state that is no longer one of this fork: other turns will have those numbers, and be
// committed.
func (g *Giving) WentBack(to uint64) {
	if o := g.Last; o != nil && o.State.Turn > to {
		g.Last, g.Waiting = nil, false
	}
}

// Withdraw drops the captured state: it is not one to be given any more.
func (g *Giving) Withdraw() { g.Last, g.Waiting = nil, false }

// ServeSoon has the peers looked through for those that want something.
func (g *Giving) ServeSoon() { g.some = true }

// ServeWhole gives a peer the state, even if this peer has no place in a log.
func (g *Giving) ServeWhole(p *kernel.Peer) {
	p.Wants, g.of(p).whole = true, true
	g.ServeSoon()
}

// Busy reports whether a state is being given.
func (g *Giving) Busy() bool { return g.sending > 0 || g.Waiting }

// PeerLeft forgets the requests of a peer that does not execute the island any more.
func (g *Giving) PeerLeft(p *kernel.Peer) {
	g.of(p).whole, g.of(p).sender = false, nil
}

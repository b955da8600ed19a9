package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
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

// offers is the state that this peer gives to peers that ask for the island.
type offers struct {
	waiting bool // a state was captured and is not ready yet
	last    *offered
	busy    int  // peers with something to send
	some    bool // some peer may want the island, or gets something
	at      time.Time
}

// servedPeer is Joining's state of a peer that is given a state or a blob.
type servedPeer struct {
	whole  bool // also one without a place in a log
	sender *transfer.Sender
}

// offered is a snapshot and where it stands.
type offered struct {
	state   kept
	at      epoch.Position
	ready   *transfer.Offer
	records [][]byte
}

func (o *offers) sending() bool { return o.busy > 0 }

// serve answers the peers that want the island, and sends the blocks that they asked for. A snapshot is given
// once it is committed, so that no peer begins with turns that may be lost.
func (j *Joining) serve() {
	if !j.offers.some {
		j.offers.busy, j.offers.at = 0, j.c.now
		return
	}
	wanted, helping := false, false
	j.c.peers.each(func(p *peer) {
		wanted = wanted || j.serves(p)
		// it is this very peer that this one asks, and it has nothing to give
		helping = helping || j.serves(p) && j.c.fork.helps(p)
		if o := j.offers.last; o != nil && j.serves(p) && p.said.Turn > o.state.turn && o.ready != nil {
			j.offers.last = nil // it is further than that
		}
	})
	if wanted && j.c.machine != nil && !j.c.abandon.leaves() && (j.fetch == nil || j.fetch.from.IsZero() || helping) && !j.c.history.stale && !j.c.history.forgotten {
		j.prepare()
	}
	if o := j.offers.last; o != nil && o.ready != nil && wanted {
		j.c.peers.each(func(p *peer) {
			if j.serves(p) && p.flow.worlds.Take(j.c.now, 1, 1./worldEvery, worldBurst) {
				j.welcome(p, o)
			}
		})
	}
	j.offers.busy = 0
	budget := int(offerRate * min(j.c.now.Sub(j.offers.at), 50*time.Millisecond) / time.Second)
	j.offers.at = j.c.now
	j.offers.some = false
	j.c.peers.each(func(p *peer) {
		j.pump(p, budget)
		gives, sends := j.c.merger.give(p, budget)
		if sends {
			j.offers.busy++
		}
		j.offers.some = j.offers.some || p.wants || j.of(p).sender != nil || gives
	})
}

// serves reports whether a peer wants a snapshot that can be given now: without a group, it must be one that
// has nothing, is in an earlier epoch and may be waited for in this one, or cannot recover otherwise.
func (j *Joining) serves(p *peer) bool {
	if !p.wants {
		return false
	}
	behind := len(j.c.ancestry.records) > 0 && p.said.Epoch < j.c.ancestry.last().Number
	return j.c.e != nil || (j.of(p).whole || behind) && j.c.recovering.gathers() && j.c.epochs.restart == nil || j.c.fork.helps(p)
}

// prepare captures the state for the peers that want it, or goes on with a captured one.
func (j *Joining) prepare() {
	o := j.offers.last
	stale := o == nil || j.c.now.Sub(o.state.at) > offerLife || o.state.epoch != j.c.history.epoch
	if stale && !j.offers.waiting {
		// see noPlace
		at, ok := epoch.Position{Index: 1, Term: 1, Turn: j.c.history.executed, Hash: j.c.history.hash}, true
		if j.c.e != nil {
			at, ok = j.c.e.At(j.c.history.executed)
		}
		if !ok || at.Hash != j.c.history.hash {
			return
		}
		o = &offered{state: j.c.history.capture(), at: at}
		o.state.epoch = j.epochOffered()
		for _, r := range j.c.ancestry.records {
			o.records = append(o.records, r.Append(nil))
		}
		j.offers.last, j.offers.waiting = o, true
		if j.c.journal.ownsLog() { // its quiet turns may wait in the file's queue; a checkpoint does not
			j.c.journal.appendTo(o.state.turn)
			j.c.journal.save(o.state)
		}
	}
	if j.offers.waiting && j.c.e != nil && o.state.turn > j.c.history.committed && (j.c.now.Sub(o.state.at) > offerPatience || j.c.now.Sub(j.c.history.orderedAt) > offerStalled) {
		j.captureCommitted(o)
	}
	if j.offers.waiting && (j.c.e == nil || o.state.turn <= j.c.history.committed) {
		j.offers.waiting = false
		if o.state.epoch != j.epochOffered() {
			j.offers.last = nil
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
func (j *Joining) epochOffered() uint64 {
	if j.c.e != nil {
		return j.c.e.Record().Number
	}
	n := len(j.c.ancestry.records)
	for n > 1 && j.c.ancestry.records[n-1].FirstTurn > j.c.history.executed {
		n--
	}
	return uint64(n)
}

// captureCommitted makes the state after the last committed turn: from the base forward, and then on to
// where the machine was.
func (j *Joining) captureCommitted(o *offered) {
	base, to := j.c.history.base, j.c.history.committed
	at, ok := j.c.e.At(to)
	if base.snapshot == nil || !ok || base.turn > to {
		return
	}
	step := func(first, last uint64) {
		for _, t := range j.c.history.turns {
			if t.Number >= first && t.Number <= last {
				_ = j.c.machine.Step(t.Body) // as when it was executed first
			}
		}
	}
	if err := j.c.machine.Restore(base.snapshot); err != nil {
		panic("host: own snapshot: " + err.Error())
	}
	step(base.turn+1, to)
	o.state = kept{at: j.c.now, turn: to, epoch: j.c.e.Record().Number, hash: at.Hash, digest: j.c.machine.Digest(), snapshot: j.c.machine.Snapshot(nil)}
	o.at = at
	step(to+1, j.c.history.executed)
}

// welcome announces to a peer the state that it gets.
func (j *Joining) welcome(p *peer, o *offered) {
	p.wants, j.of(p).whole = false, false
	j.c.counters[counter.SnapshotsSent]++
	j.c.ancestry.showAncestry(p.key)
	for _, m := range message.EncodeRecords(o.records) {
		j.c.send(p.key, link.Stream, m)
	}
	have := o.ready.Have()
	w := message.Welcome{Genesis: j.c.genesis, Epoch: o.state.epoch, At: o.at, Digest: o.state.digest, Root: have.Root}
	j.c.send(p.key, link.Stream, w.Encode())
	j.c.send(p.key, link.Stream, have.Encode())
	j.of(p).sender, j.offers.some = transfer.NewSender(o.ready), true
	j.c.peers.tell(p, "sending the world", "turn", o.state.turn, "bytes", have.Total)
}

func (j *Joining) receiveWant(p *peer, b []byte) error {
	if j.of(p).sender == nil {
		return errUnexpected
	}
	err := j.of(p).sender.Want(b)
	j.pump(p, 64<<10)
	return err
}

// pump sends blocks that a peer asked for.
func (j *Joining) pump(p *peer, budget int) {
	if j.of(p).sender == nil || j.of(p).sender.Pending() == 0 {
		return
	}
	j.offers.busy++
	for _, m := range j.of(p).sender.Next(budget) {
		j.c.send(p.key, link.Stream, m)
	}
}

func (j *Joining) linkDown(id key.ID) {
	if j.fetch != nil {
		j.fetch.lost(j.c, id)
	}
}

func (j *Joining) executorGreeted(p *peer) {
	j.offers.some = j.offers.some || p.wants || p.said.Wants
	j.of(p).whole = j.of(p).whole || p.said.Wants && p.said.Epoch == 0
}

// wentBack drops a state that is no longer one of this fork: other turns will have those numbers, and be
// committed.
func (j *Joining) wentBack(to uint64) {
	if o := j.offers.last; o != nil && o.state.turn > to {
		j.offers.last, j.offers.waiting = nil, false
	}
}

// withdraw drops the captured state: it is not one to be given any more.
func (j *Joining) withdraw() { j.offers.last, j.offers.waiting = nil, false }

// serveSoon has the peers looked through for those that want something.
func (j *Joining) serveSoon() { j.offers.some = true }

// serveWhole gives a peer the state, even if this peer has no place in a log.
func (j *Joining) serveWhole(p *peer) {
	p.wants, j.of(p).whole = true, true
	j.serveSoon()
}

// busy reports whether a state is being taken or given.
func (j *Joining) busy() bool {
	return j.fetch != nil || j.offers.sending() || j.offers.waiting
}

// peerLeft forgets the requests of a peer that does not execute the island any more.
func (j *Joining) peerLeft(p *peer) {
	j.of(p).whole, j.of(p).sender = false, nil
	j.linkDown(p.key)
}

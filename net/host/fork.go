package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/request"
	"manyhold/net/transfer"
)

// Fork holds this peer's knowledge of its own fork beside the records, and of the forks of others.
type Fork struct {
	c  *Core
	in *forks
	observerBase

	met         bool      // some linked peer may be in another fork
	looked      time.Time // at other forks
	greeted     time.Time
	pause       time.Duration // how long not to abandon a fork for them again
	abandonedAt time.Time     // when this peer did that last
	goes        time.Time     // since when its leader has been heard closing turns without a break
	quiet       time.Time     // until then the window gets no turns
}

// forks are the four mechanisms of forks. They share what they know of them.
type forks struct {
	fork     Fork
	separate Provisional
	abandon  Abandon
	merger   Merger

	peers slot[forkedPeer]
}

// newForks makes the mechanisms of an island.
func newForks(c *Core) *forks {
	in := &forks{peers: newSlot[forkedPeer](c)}
	in.fork.c, in.separate.c, in.abandon.c, in.merger.c = c, c, c, c
	in.fork.in, in.separate.in, in.abandon.in, in.merger.in = in, in, in, in
	return in
}

// of is the state of a peer.
func (in *forks) of(p *peer) *forkedPeer { return in.peers.of(p) }

// forkedPeer is the state of a peer in the mechanisms of forks.
type forkedPeer struct {
	other      *otherFork           // it is in another fork; nil: in this one, or before it
	offer      recordlist.Collector // of the branch that it offers
	giving     *transfer.Sender     // of a blob
	givingBlob [32]byte
}

func (k *Fork) recordAdded(r *epoch.Record) {
	if b := k.baseLived(r); b != nil {
		k.setBase(r.Number, b)
	}
}

func (k *Fork) executorGreeted(p *peer) {
	k.noteFork(p, p.said.Epoch, p.said.Forked, tagOf(p.said.Name))
}

// peerLeft forgets the fork of a peer that does not execute the island any more.
func (k *Fork) peerLeft(p *peer) {
	k.in.of(p).other, k.in.of(p).giving = nil, nil
	k.in.of(p).offer = recordlist.Collector{}
}

// inOther reports whether a peer is in another fork.
func (k *Fork) inOther(p *peer) bool { return k.in.of(p).other != nil }

func (k *Fork) busy() bool { return k.busyWithForks() }

func (k *Fork) report(s *Status) { s.Fork.Merging = k.mergingWords() }

// # Forks
//
// A fork is a chain of records from the founding on, with the turns between. All peers that can hear each
// other are in one. A minority that lost the others goes on by a Provisional record (provisional.go), which
// makes a second fork: it branches from the first at a committed turn, the fork point. At most one fork is
// firm. When peers of two forks meet, the lesser fork is abandoned (forkchoice.go, abandon.go): each of its
// members archives its own branch, goes back to the fork point, and joins the greater fork. The voters of the
// branch offer it there, and the leader merges it by a Merged record (givestate.go, reconcile.go).
//
// A chain with a Provisional record in it is called forked. Frames of a forked chain name their epoch's
// record, because numbers alone do not tell two forks apart. Other frames need no name, because at most one
// chain without Provisional records has an epoch of a number. On the stream a greeting precedes all other
// messages from within another fork.

// maxBases is how many beginnings of Provisional epochs are kept: that of the first and the newest ones.
const maxBases = 8

// otherFork is this peer's knowledge of the fork of a peer in another one.
type otherFork struct {
	since  time.Time // when it was first heard of there
	asked  request.Request
	shared uint64          // number of the last record that both forks share
	tail   []*epoch.Record // the following records of its fork; nil: not known
}

// askForkEvery is how often a peer in another fork is asked for its records.
const askForkEvery = 250 * time.Millisecond

// setBase keeps the state at the beginning of a Provisional epoch.
func (k *Fork) setBase(number uint64, snapshot []byte) {
	if k.in.abandon.bases == nil {
		k.in.abandon.bases = map[uint64][]byte{}
	}
	k.in.abandon.bases[number] = snapshot
	if len(k.in.abandon.bases) <= maxBases {
		return
	}
	numbers := make([]uint64, 0, len(k.in.abandon.bases))
	for n := range k.in.abandon.bases {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	delete(k.in.abandon.bases, numbers[1])
}

// apart reports whether the present fork is provisional, or about to be archived.
func (k *Fork) apart() bool {
	return len(k.c.ancestry.records) > 0 && !k.c.ancestry.last().Firm || k.c.epochs.founding != nil || k.in.abandon.running != nil
}

// baseLived is the state at the beginning of a record that this peer executed before, when it still has that
// state.
func (k *Fork) baseLived(r *epoch.Record) []byte {
	if r.Reason != epoch.Provisional || k.in.abandon.bases[r.Number] != nil {
		return nil
	}
	for _, b := range k.in.abandon.pending {
		for _, x := range b.records {
			if x.Number == r.Number && x.Hash() == r.Hash() {
				return b.bases[r.Number]
			}
		}
	}
	return nil
}

// noteFork notes a peer's epoch, and reports whether that is in this peer's own chain.
func (k *Fork) noteFork(p *peer, number uint64, forked bool, tag uint32) bool {
	k.c.follower.furthest = max(k.c.follower.furthest, number)
	switch {
	case len(k.c.ancestry.records) == 0 || number == 0:
		p.epoch = max(p.epoch, number)
		return true
	case k.c.ancestry.inFork(number, forked, tag):
	case k.in.of(p).other != nil && k.continues(p, number, forked, tag):
		p.epoch = max(p.epoch, number)
		return true
	default:
		if k.in.of(p).other == nil {
			k.in.of(p).other, k.met = &otherFork{since: k.c.now}, true
		}
		p.epoch = 0
		k.askRecords(p)
		return false
	}
	if k.in.of(p).other != nil {
		k.in.of(p).other, p.epoch = nil, 0
	}
	p.epoch = max(p.epoch, number)
	return true
}

// continues reports whether a peer's chain continues this peer's own, and the epoch is one of that
// continuation.
func (k *Fork) continues(p *peer, number uint64, forked bool, tag uint32) bool {
	o := k.in.of(p).other
	if o.tail == nil || o.shared != uint64(len(k.c.ancestry.records)) || number <= o.shared || number > o.shared+uint64(len(o.tail)) {
		return false
	}
	for i, r := range o.tail[:number-o.shared] {
		if r.Reason == epoch.Provisional || i == 0 && !forked != !k.c.ancestry.forked {
			return false
		}
	}
	return !forked || tagOf(o.tail[number-o.shared-1].Hash()) == tag
}

// askRecords asks a peer in another fork for its records.
func (k *Fork) askRecords(p *peer) {
	o := k.in.of(p).other
	if k.c.machine == nil || !p.greeted || !o.asked.Due(k.c.now, max(askForkEvery, 2*p.rtt)) {
		return
	}
	o.asked.Ask(k.c.now, p.key)
	var names []recordlist.Name
	at, step := k.c.ancestry.firmOne().Number, uint64(1)
	for len(names) < recordlist.MaxNames-1 && at > 1 {
		names = append(names, recordlist.Name{Number: at, Hash: k.c.ancestry.records[at-1].Hash()})
		at -= min(step, at-1)
		step *= 2
	}
	names = append(names, recordlist.Name{Number: 1, Hash: k.c.ancestry.records[0].Hash()})
	k.c.send(p.key, message.StreamChannel, recordlist.EncodeAsk(names...))
}

// receiveRecords takes the answer. It believes only records that follow, one by one, from a record of this
// peer's own chain.
func (k *Fork) receiveRecords(p *peer, b []byte) error {
	o := k.in.of(p).other
	if k.c.machine == nil || len(k.c.ancestry.records) == 0 || o == nil {
		return nil
	}
	after, records, done, err := p.collect(b, recordlist.Tail)
	if !done {
		return err
	}
	i := slices.IndexFunc(k.c.ancestry.records, func(r *epoch.Record) bool { return r.Hash() == after })
	if i < 0 {
		return nil // of another question
	}
	if err := epoch.CheckTail(k.c.ancestry.records[:i+1], records, k.c.genesis.Founder); err != nil {
		return err
	}
	if err := k.c.runs(records); err != nil {
		return err
	}
	shared := uint64(i + 1)
	for len(records) > 0 && k.c.ancestry.has(shared+1, records[0].Hash()) {
		shared, records = shared+1, records[1:]
	}
	o.shared, o.tail = shared, append([]*epoch.Record{}, records...)
	return nil
}

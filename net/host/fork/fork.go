// Package fork goes on with an island without a majority, and merges what was done apart when the forks meet.
package fork

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/request"
	"manyhold/net/host/status"
	"manyhold/net/host/trial"
	"manyhold/net/transfer"
)

// Fork holds this peer's knowledge of its own fork beside the records, and of the forks of others.
type Fork struct {
	c      *kernel.Core
	Shared *Mechanisms
	kernel.ObserverBase

	Met         bool      // some linked peer may be in another fork
	looked      time.Time // at other forks
	greeted     time.Time
	Pause       time.Duration // how long not to abandon a fork for them again
	AbandonedAt time.Time     // when this peer did that last
	goes        time.Time     // since when its leader has been heard closing turns without a break
	quiet       time.Time     // until then the window gets no turns
}

// Mechanisms are the mechanisms of forks. They share their knowledge of forks.
type Mechanisms struct {
	Fork        Fork
	Provisional Provisional
	Abandon     Abandon
	Merger      Merger
	Judge       Judge
	Acceptance  Acceptance

	peers kernel.Slot[forkedPeer]
}

// New makes the mechanisms of an island.
func New(c *kernel.Core) *Mechanisms {
	in := &Mechanisms{peers: kernel.NewSlot[forkedPeer](c)}
	in.Fork.c, in.Provisional.c, in.Abandon.c, in.Merger.c = c, c, c, c
	in.Judge, in.Acceptance = Judge{c: c, in: in, trials: trial.New(c)}, Acceptance{c: c, in: in}
	in.Fork.Shared, in.Provisional.in, in.Abandon.in, in.Merger.in = in, in, in, in
	return in
}

// Of is the state of a peer.
func (in *Mechanisms) Of(p *kernel.Peer) *forkedPeer { return in.peers.Of(p) }

// forkedPeer is the state of a peer in the mechanisms of forks.
type forkedPeer struct {
	Other      *OtherFork           // it is in another fork; nil: in this one, or before it
	offer      recordlist.Collector // of the branch that it offers
	giving     *transfer.Sender     // of a blob
	givingBlob [32]byte
}

// RecordAdded keeps the state at the beginning of a fork that was lived here before.
func (k *Fork) RecordAdded(r *epoch.Record) {
	if b := k.baseLived(r); b != nil {
		k.setBase(r.Number, b)
	}
}

// ExecutorGreeted notes a peer's fork.
func (k *Fork) ExecutorGreeted(p *kernel.Peer) {
	k.NoteFork(p, p.Said.Epoch, p.Said.Forked, kernel.TagOf(p.Said.Name))
}

// PeerLeft forgets the fork of a peer that does not execute the island any more.
func (k *Fork) PeerLeft(p *kernel.Peer) {
	k.Shared.Of(p).Other, k.Shared.Of(p).giving = nil, nil
	k.Shared.Of(p).offer = recordlist.Collector{}
}

// InOther reports whether a peer is in another fork.
func (k *Fork) InOther(p *kernel.Peer) bool { return k.Shared.Of(p).Other != nil }

// Busy reports whether other forks need work soon.
func (k *Fork) Busy() bool { return k.busyWithForks() }

// Report describes the merge in progress.
func (k *Fork) Report(s *status.Host) { s.Fork.Merging = k.mergingWords() }

// # Forks
//
// A fork is a chain of records from the founding on, with the turns between. All peers that can hear each
// other are in one. A minority that lost the others goes on by a Provisional record (provisional.go), which
// makes a second fork: it branches from the first at a committed turn, the fork point. At most one fork is
// firm. When peers of two forks meet, the lesser fork is abandoned (forkchoice.go, abandon.go): each of its
// members archives its own branch, goes back to the fork point, and joins the greater fork. The voters of the
// branch offer it there, and the leader merges it by a Merged record (reconcile.go).
//
// A chain with a Provisional record in it is called forked. Frames of a forked chain name their epoch's
// record, because numbers alone do not tell two forks apart. Other frames need no name, because at most one
// chain without Provisional records has an epoch of a number. On the stream a greeting precedes all other
// messages from within another fork.

// maxBases is how many beginnings of Provisional epochs are kept: that of the first and the newest ones.
const maxBases = 8

// OtherFork is this peer's knowledge of the fork of a peer in another one.
type OtherFork struct {
	Since  time.Time // when it was first heard of there
	asked  request.Request
	shared uint64          // number of the last record that both forks share
	tail   []*epoch.Record // the following records of its fork; nil: not known
}

// askForkEvery is how often a peer in another fork is asked for its records.
const askForkEvery = 250 * time.Millisecond

// setBase keeps the state at the beginning of a Provisional epoch.
func (k *Fork) setBase(number uint64, snapshot []byte) {
	if k.Shared.Abandon.bases == nil {
		k.Shared.Abandon.bases = map[uint64][]byte{}
	}
	k.Shared.Abandon.bases[number] = snapshot
	if len(k.Shared.Abandon.bases) <= maxBases {
		return
	}
	numbers := make([]uint64, 0, len(k.Shared.Abandon.bases))
	for n := range k.Shared.Abandon.bases {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	delete(k.Shared.Abandon.bases, numbers[1])
}

// Apart reports whether the present fork is provisional, or about to be archived.
func (k *Fork) Apart() bool {
	return len(k.c.Ancestry.Records) > 0 && !k.c.Ancestry.Last().Firm || k.c.Epochs.Founding != nil || k.Shared.Abandon.Running != nil
}

// baseLived is the state at the beginning of a record that this peer executed before, when it still has that
// state.
func (k *Fork) baseLived(r *epoch.Record) []byte {
	if r.Reason != epoch.Provisional || k.Shared.Abandon.bases[r.Number] != nil {
		return nil
	}
	for _, b := range k.Shared.Abandon.Pending {
		for _, x := range b.records {
			if x.Number == r.Number && x.Hash() == r.Hash() {
				return b.bases[r.Number]
			}
		}
	}
	return nil
}

// NoteFork notes a peer's epoch, and reports whether that is in this peer's own chain.
func (k *Fork) NoteFork(p *kernel.Peer, number uint64, forked bool, tag uint32) bool {
	k.c.Follower.Furthest = max(k.c.Follower.Furthest, number)
	switch {
	case len(k.c.Ancestry.Records) == 0 || number == 0:
		p.Epoch = max(p.Epoch, number)
		return true
	case k.c.Ancestry.InFork(number, forked, tag):
	case k.Shared.Of(p).Other != nil && k.continues(p, number, forked, tag):
		p.Epoch = max(p.Epoch, number)
		return true
	default:
		if k.Shared.Of(p).Other == nil {
			k.Shared.Of(p).Other, k.Met = &OtherFork{Since: k.c.Now}, true
		}
		p.Epoch = 0
		k.askRecords(p)
		return false
	}
	if k.Shared.Of(p).Other != nil {
		k.Shared.Of(p).Other, p.Epoch = nil, 0
	}
	p.Epoch = max(p.Epoch, number)
	return true
}

// continues reports whether a peer's chain continues this peer's own, and the epoch is one of that
// continuation.
func (k *Fork) continues(p *kernel.Peer, number uint64, forked bool, tag uint32) bool {
	o := k.Shared.Of(p).Other
	if o.tail == nil || o.shared != uint64(len(k.c.Ancestry.Records)) || number <= o.shared || number > o.shared+uint64(len(o.tail)) {
		return false
	}
	for i, r := range o.tail[:number-o.shared] {
		if r.Reason == epoch.Provisional || i == 0 && !forked != !k.c.Ancestry.Forked {
			return false
		}
	}
	return !forked || kernel.TagOf(o.tail[number-o.shared-1].Hash()) == tag
}

// askRecords asks a peer in another fork for its records.
func (k *Fork) askRecords(p *kernel.Peer) {
	o := k.Shared.Of(p).Other
	if k.c.Machine == nil || !p.Greeted || !o.asked.Due(k.c.Now, max(askForkEvery, 2*p.RTT)) {
		return
	}
	o.asked.Ask(k.c.Now, p.Key)
	var names []recordlist.Name
	at, step := k.c.Ancestry.FirmOne().Number, uint64(1)
	for len(names) < recordlist.MaxNames-1 && at > 1 {
		names = append(names, recordlist.Name{Number: at, Hash: k.c.Ancestry.Records[at-1].Hash()})
		at -= min(step, at-1)
		step *= 2
	}
	names = append(names, recordlist.Name{Number: 1, Hash: k.c.Ancestry.Records[0].Hash()})
	k.c.Send(p.Key, message.StreamChannel, recordlist.EncodeAsk(names...))
}

// ReceiveRecords takes the answer. It believes only records that follow, one by one, from a record of this
// peer's own chain.
func (k *Fork) ReceiveRecords(p *kernel.Peer, b []byte) error {
	o := k.Shared.Of(p).Other
	if k.c.Machine == nil || len(k.c.Ancestry.Records) == 0 || o == nil {
		return nil
	}
	after, records, done, err := p.Collect(b, recordlist.Tail)
	if !done {
		return err
	}
	i := slices.IndexFunc(k.c.Ancestry.Records, func(r *epoch.Record) bool { return r.Hash() == after })
	if i < 0 {
		return nil // of another question
	}
	if err := epoch.CheckTail(k.c.Ancestry.Records[:i+1], records, k.c.Genesis.Founder); err != nil {
		return err
	}
	if err := k.c.Runs(records); err != nil {
		return err
	}
	shared := uint64(i + 1)
	for len(records) > 0 && k.c.Ancestry.Has(shared+1, records[0].Hash()) {
		shared, records = shared+1, records[1:]
	}
	o.shared, o.tail = shared, append([]*epoch.Record{}, records...)
	return nil
}

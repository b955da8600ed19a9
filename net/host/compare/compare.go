// Package compare compares the digests of turns with those of other peers, and finds wrong states.
package compare

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
)

const (
	// maxAhead is how many digests of turns not yet executed here are kept for each peer.
	maxAhead = 16
	// disputeAfter is how long a leader collects the digests of others for a turn before it judges.
	disputeAfter = 150 * time.Millisecond
	// disputeLongest is how long it collects while it has heard from less than a majority: lost digests are
	// repeated for that long.
	disputeLongest = 500 * time.Millisecond
	// QuietAfter is how long a peer that was judged has to take the right state.
	QuietAfter = 2 * time.Second
)

// Comparison compares the digests of turns with those of other peers, and finds the peers that differ.
type Comparison struct {
	c *kernel.Core
	kernel.ObserverBase

	peers kernel.Slot[comparedPeer]

	ahead   bool // some peer has sent digests of turns that are not executed here yet
	Dispute *dispute
	derived time.Time    // when the state was made again last, see rederive.go
	pending pendingCheck // see pendingcheck.go
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Comparison {
	return &Comparison{c: c, peers: kernel.NewSlot[comparedPeer](c)}
}

// Of is the state of a peer.
func (d *Comparison) Of(p *kernel.Peer) *comparedPeer { return d.peers.Of(p) }

// comparedPeer is Comparison's state of a peer.
type comparedPeer struct {
	Reports  [16]message.Digest
	marks    [marksKept]message.Digest // of turns that all tell of, see tellperiod.go
	ahead    []message.Digest          // of turns that are not executed here yet
	compared uint64                    // last turn compared
	Counts   struct{ Compared, Equal uint64 }
	quiet    time.Time // no dispute with it before
}

// TurnExecuted compares the digests of a turn that came before it, and tells this peer's.
func (d *Comparison) TurnExecuted(turn uint64) {
	d.compareAhead(turn)
	if turn%TellTurns == 0 {
		d.c.Standing.Met.Equal(d.c.Me, d.c.Now, kernel.HomeTurn(d.c)) // this peer agrees with itself
	}
	d.tellFollowers(turn)
}

// EpochBegan drops a dispute, and digests of turns to come.
func (d *Comparison) EpochBegan() {
	d.Dispute = nil
	for _, p := range d.c.Peers.Values() {
		d.Of(p).ahead = d.Of(p).ahead[:0]
	}
}

// dispute is a turn for which a follower reported another digest than the leader's.
type dispute struct {
	Turn, term uint64
	mine       uint64
	since      time.Time
}

// Report lists pairs of peers with their digests, and each peer's counts.
func (d *Comparison) Report(s *status.Host) {
	s.Pairs = d.Pairs()
	for i := range s.Peers {
		if p := d.c.Peers.Get(s.Peers[i].Key); p != nil {
			s.Peers[i].TurnsCompared, s.Peers[i].TurnsEqual = d.Of(p).Counts.Compared, d.Of(p).Counts.Equal
		}
	}
}

// Drop ends a dispute without a verdict.
func (d *Comparison) Drop() { d.Dispute = nil }

// Busy reports whether digests of others are being collected.
func (d *Comparison) Busy() bool { return d.Dispute != nil }

// CompareFrom compares only turns after one: the state was replaced.
func (d *Comparison) CompareFrom(turn uint64) {
	for _, p := range d.c.Peers.Values() {
		d.Of(p).compared, d.Of(p).ahead = turn, d.Of(p).ahead[:0]
	}
}

// PeerLeft forgets the digests of a peer that does not execute the island any more.
func (d *Comparison) PeerLeft(p *kernel.Peer) {
	d.Of(p).ahead = d.Of(p).ahead[:0]
	d.Of(p).Reports, d.Of(p).marks = [16]message.Digest{}, [marksKept]message.Digest{}
}

// Most is how many digests wait for turns to be executed here, of the peer with the most.
func (d *Comparison) Most() (n int) {
	for _, p := range d.c.Peers.Values() {
		n = max(n, len(d.Of(p).ahead))
	}
	return n
}

// Received takes the digests of a frame of the present epoch.
func (d *Comparison) Received(p *kernel.Peer, f *message.Frame) {
	d.compare(p, f.Digests)
	d.answerPending(p, f)
	d.resolve()
}

// compare compares a peer's digests of its last turns with this peer's own. The oldest comes first, so that
// each turn is compared once. Turns of different terms are different turns and are not compared.
func (comparison *Comparison) compare(p *kernel.Peer, said []message.Digest) {
	k := comparison.Of(p)
	for i := len(said) - 1; i >= 0; i-- {
		d := said[i]
		comparison.Note(p, d)
		switch {
		case d.Turn <= k.compared:
		case d.Turn <= comparison.c.History.Executed && !comparison.c.History.Stale:
			comparison.compareOne(p, d)
		case len(k.ahead) < maxAhead && (len(k.ahead) == 0 || k.ahead[len(k.ahead)-1].Turn < d.Turn):
			k.ahead, comparison.ahead = append(k.ahead, d), true
		}
	}
}

// compareAhead compares the digests that peers reported of a turn before it was executed here.
func (d *Comparison) compareAhead(turn uint64) {
	if !d.ahead {
		return
	}
	d.ahead = false
	d.c.Peers.Each(func(p *kernel.Peer) {
		k, n := d.Of(p), 0
		for n < len(k.ahead) && k.ahead[n].Turn <= turn {
			if k.ahead[n].Turn > k.compared {
				d.compareOne(p, k.ahead[n])
			}
			n++
		}
		k.ahead = append(k.ahead[:0], k.ahead[n:]...)
		d.ahead = d.ahead || len(k.ahead) > 0
	})
}

func (comparison *Comparison) compareOne(p *kernel.Peer, d message.Digest) {
	mine := comparison.c.History.Ring[d.Turn%kernel.DigestRing]
	if mine.Turn != d.Turn || mine.Term != d.Term {
		return
	}
	k := comparison.Of(p)
	k.compared = d.Turn
	k.Counts.Compared++
	comparison.c.Counters[counter.TurnsCompared]++
	if comparison.c.Options.Hooks.Same(mine.Sum, d.Sum) {
		k.Counts.Equal++
		comparison.c.Standing.Met.Equal(p.Key, comparison.c.Now, kernel.HomeTurn(comparison.c))
		comparison.c.Counters[counter.TurnsEqual]++
		return
	}
	if comparison.c.Epoch == nil || !comparison.c.Epoch.Leading() || comparison.Dispute != nil || comparison.c.Now.Before(k.quiet) {
		return
	}
	comparison.c.Counters[counter.Differed]++
	comparison.Dispute = &dispute{Turn: d.Turn, term: d.Term, mine: mine.Sum, since: comparison.c.Now}
	comparison.c.Peers.TellOften(p, 5, "a digest differs", "turn", d.Turn, "after", comparison.c.History.Executed-d.Turn, "mine", mine.Sum, "theirs", d.Sum)
}

// Judge ends a dispute: the digest that most peers report is right, the leader's when as many have it. Every
// peer with another digest, the leader included, is told to take the state of a peer with the right one.
func (comparison *Comparison) Judge() {
	d := comparison.Dispute
	if d == nil || comparison.c.Epoch == nil || !comparison.c.Epoch.Leading() || comparison.c.Now.Sub(d.since) < disputeAfter {
		return
	}
	votes := map[uint64]int{d.mine: 1}
	holder := map[uint64]key.ID{d.mine: comparison.c.Me}
	right := d.mine
	said := func(p *kernel.Peer) (uint64, bool) {
		reports := &comparison.Of(p).Reports
		r := reports[d.Turn%uint64(len(reports))]
		return r.Sum, r.Turn == d.Turn && r.Term == d.term
	}
	all, heard, tied := 1, 1, false
	comparison.c.Peers.Each(func(p *kernel.Peer) {
		if p.Greeted && p.Epoch == comparison.c.Epoch.Record().Number && p.Acked+kernel.CloseTo >= comparison.c.History.Executed {
			all++
		}
		if sum, ok := said(p); ok {
			heard++
			// else it may have another state by now
			if votes[sum]++; holder[sum].IsZero() && !comparison.c.Now.Before(comparison.Of(p).quiet) {
				holder[sum] = p.Key
			}
			if votes[sum] > votes[right] {
				right, tied = sum, false
			}
			tied = tied || sum != right && votes[sum] == votes[right]
		}
	})
	if heard < all && 2*votes[right] <= all && comparison.c.Now.Sub(d.since) < disputeLongest {
		return
	}
	if comparison.Dispute = nil; right == d.mine && tied && comparison.rederive(d.Turn, d.mine, 0) {
		return // peers that still differ are found at the next turn
	}
	v := message.Verdict{Epoch: comparison.c.Epoch.Record().Number, Right: message.Digest{Turn: d.Turn, Term: d.term, Sum: right}, Source: holder[right]}
	comparison.c.Peers.Each(func(p *kernel.Peer) {
		if sum, ok := said(p); ok && sum != right {
			comparison.Of(p).quiet = comparison.c.Now.Add(QuietAfter)
			comparison.c.Standing.Met.Wrong(p.Key)
			comparison.c.Send(p.Key, link.Stream, v.Encode())
		}
	})
	if right != d.mine {
		comparison.c.Event("desync: this peer's state is the wrong one", "turn", d.Turn)
		if comparison.c.Journal.OwnsLog() && comparison.rederive(d.Turn, d.mine, right) {
			return
		}
		comparison.c.Committee.FoundWrong()
		comparison.c.Peers.Each(func(p *kernel.Peer) { comparison.Of(p).quiet = comparison.c.Now.Add(QuietAfter) })
		comparison.c.Joining.ReplaceWrong(holder[right], v.Right)
	}
}

// ReceiveVerdict takes the leader's word that this peer's state is wrong, if it is about this state.
func (d *Comparison) ReceiveVerdict(p *kernel.Peer, b []byte) error {
	v, err := message.DecodeVerdict(b)
	if err != nil {
		return err
	}
	if d.c.Epoch == nil || v.Epoch != d.c.Epoch.Record().Number || p.Key != d.c.Epoch.Leader() {
		return kernel.ErrUnexpected
	}
	mine := d.c.History.Ring[v.Right.Turn%kernel.DigestRing]
	if mine.Turn != v.Right.Turn || mine.Term != v.Right.Term || mine.Sum == v.Right.Sum {
		return nil
	}
	d.c.Committee.FoundWrong()
	d.c.Event("desync", "turn", mine.Turn, "mine", mine.Sum, "right", v.Right.Sum)
	source := key.ID(v.Source)
	if d.c.Peers.Get(source) == nil {
		source = p.Key
	}
	if !d.c.Joining.Fetching() {
		d.c.Joining.ReplaceWrong(source, v.Right)
	}
	return nil
}

package host

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
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
	// quietAfter is how long a peer that was judged has to take the right state.
	quietAfter = 2 * time.Second
)

// Comparison compares the digests of turns with those of other peers, and finds the peers that differ.
type Comparison struct {
	c *Core
	observerBase

	peers slot[comparedPeer]

	ahead   bool // some peer has sent digests of turns that are not executed here yet
	dispute *dispute
	derived time.Time    // when the state was made again last, see rederive.go
	pending pendingCheck // see pendingcheck.go
}

// newComparison makes the mechanism of an island.
func newComparison(c *Core) *Comparison { return &Comparison{c: c, peers: newSlot[comparedPeer](c)} }

// of is the state of a peer.
func (d *Comparison) of(p *peer) *comparedPeer { return d.peers.of(p) }

// comparedPeer is Comparison's state of a peer.
type comparedPeer struct {
	reports  [16]message.Digest
	marks    [marksKept]message.Digest // of turns that all tell of, see tellperiod.go
	ahead    []message.Digest          // of turns that are not executed here yet
	compared uint64                    // last turn compared
	counts   struct{ compared, equal uint64 }
	quiet    time.Time // no dispute with it before
}

func (d *Comparison) turnExecuted(turn uint64) {
	d.compareAhead(turn)
	d.tellFollowers(turn)
}

func (d *Comparison) epochBegan() {
	d.dispute = nil
	for _, p := range d.c.peers.Values() {
		d.of(p).ahead = d.of(p).ahead[:0]
	}
}

// dispute is a turn for which a follower reported another digest than the leader's.
type dispute struct {
	turn, term uint64
	mine       uint64
	since      time.Time
}

func (d *Comparison) report(s *Status) {
	s.Pairs = d.pairs()
	for i := range s.Peers {
		if p := d.c.peers.Get(s.Peers[i].Key); p != nil {
			s.Peers[i].TurnsCompared, s.Peers[i].TurnsEqual = d.of(p).counts.compared, d.of(p).counts.equal
		}
	}
}

// drop ends a dispute without a verdict.
func (d *Comparison) drop() { d.dispute = nil }

// busy reports whether digests of others are being collected.
func (d *Comparison) busy() bool { return d.dispute != nil }

// compareFrom compares only turns after one: the state was replaced.
func (d *Comparison) compareFrom(turn uint64) {
	for _, p := range d.c.peers.Values() {
		d.of(p).compared, d.of(p).ahead = turn, d.of(p).ahead[:0]
	}
}

// peerLeft forgets the digests of a peer that does not execute the island any more.
func (d *Comparison) peerLeft(p *peer) {
	d.of(p).ahead = d.of(p).ahead[:0]
	d.of(p).reports, d.of(p).marks = [16]message.Digest{}, [marksKept]message.Digest{}
}

// most is how many digests wait for turns to be executed here, of the peer with the most.
func (d *Comparison) most() (n int) {
	for _, p := range d.c.peers.Values() {
		n = max(n, len(d.of(p).ahead))
	}
	return n
}

// received takes the digests of a frame of the present epoch.
func (d *Comparison) received(p *peer, f *message.Frame) {
	d.compare(p, f.Digests)
	d.answerPending(p, f)
	d.resolve()
}

// compare compares a peer's digests of its last turns with this peer's own. The oldest comes first, so that
// each turn is compared once. Turns of different terms are different turns and are not compared.
func (comparison *Comparison) compare(p *peer, said []message.Digest) {
	k := comparison.of(p)
	for i := len(said) - 1; i >= 0; i-- {
		d := said[i]
		comparison.note(p, d)
		switch {
		case d.Turn <= k.compared:
		case d.Turn <= comparison.c.history.executed && !comparison.c.history.stale:
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
	d.c.peers.each(func(p *peer) {
		k, n := d.of(p), 0
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

func (comparison *Comparison) compareOne(p *peer, d message.Digest) {
	mine := comparison.c.history.ring[d.Turn%digestRing]
	if mine.Turn != d.Turn || mine.Term != d.Term {
		return
	}
	k := comparison.of(p)
	k.compared = d.Turn
	k.counts.compared++
	comparison.c.counters[counter.TurnsCompared]++
	if comparison.c.options.Hooks.Same(mine.Sum, d.Sum) {
		k.counts.equal++
		comparison.c.counters[counter.TurnsEqual]++
		return
	}
	if comparison.c.e == nil || !comparison.c.e.Leading() || comparison.dispute != nil || comparison.c.now.Before(k.quiet) {
		return
	}
	comparison.c.counters[counter.Differed]++
	comparison.dispute = &dispute{turn: d.Turn, term: d.Term, mine: mine.Sum, since: comparison.c.now}
	comparison.c.peers.tellOften(p, 5, "a digest differs", "turn", d.Turn, "after", comparison.c.history.executed-d.Turn, "mine", mine.Sum, "theirs", d.Sum)
}

// judge ends a dispute: the digest that most peers report is right, the leader's when as many have it. Every
// peer with another digest, the leader included, is told to take the state of a peer with the right one.
func (comparison *Comparison) judge() {
	d := comparison.dispute
	if d == nil || comparison.c.e == nil || !comparison.c.e.Leading() || comparison.c.now.Sub(d.since) < disputeAfter {
		return
	}
	votes := map[uint64]int{d.mine: 1}
	holder := map[uint64]key.ID{d.mine: comparison.c.me}
	right := d.mine
	said := func(p *peer) (uint64, bool) {
		reports := &comparison.of(p).reports
		r := reports[d.turn%uint64(len(reports))]
		return r.Sum, r.Turn == d.turn && r.Term == d.term
	}
	all, heard, tied := 1, 1, false
	comparison.c.peers.each(func(p *peer) {
		if p.greeted && p.epoch == comparison.c.e.Record().Number && p.acked+closeTo >= comparison.c.history.executed {
			all++
		}
		if sum, ok := said(p); ok {
			heard++
			// else it may have another state by now
			if votes[sum]++; holder[sum].IsZero() && !comparison.c.now.Before(comparison.of(p).quiet) {
				holder[sum] = p.key
			}
			if votes[sum] > votes[right] {
				right, tied = sum, false
			}
			tied = tied || sum != right && votes[sum] == votes[right]
		}
	})
	if heard < all && 2*votes[right] <= all && comparison.c.now.Sub(d.since) < disputeLongest {
		return
	}
	if comparison.dispute = nil; right == d.mine && tied && comparison.rederive(d.turn, d.mine, 0) {
		return // peers that still differ are found at the next turn
	}
	v := message.Verdict{Epoch: comparison.c.e.Record().Number, Right: message.Digest{Turn: d.turn, Term: d.term, Sum: right}, Source: holder[right]}
	comparison.c.peers.each(func(p *peer) {
		if sum, ok := said(p); ok && sum != right {
			comparison.of(p).quiet = comparison.c.now.Add(quietAfter)
			comparison.c.send(p.key, link.Stream, v.Encode())
		}
	})
	if right != d.mine {
		comparison.c.event("this peer is the one that differs", "turn", d.turn)
		if comparison.c.journal.ownsLog() && comparison.rederive(d.turn, d.mine, right) {
			return
		}
		comparison.c.seats.foundWrong()
		comparison.c.peers.each(func(p *peer) { comparison.of(p).quiet = comparison.c.now.Add(quietAfter) })
		comparison.c.joining.replaceWrong(holder[right], v.Right)
	}
}

// receiveVerdict takes the leader's word that this peer's state is wrong, if it is about this state.
func (d *Comparison) receiveVerdict(p *peer, b []byte) error {
	v, err := message.DecodeVerdict(b)
	if err != nil {
		return err
	}
	if d.c.e == nil || v.Epoch != d.c.e.Record().Number || p.key != d.c.e.Leader() {
		return errUnexpected
	}
	mine := d.c.history.ring[v.Right.Turn%digestRing]
	if mine.Turn != v.Right.Turn || mine.Term != v.Right.Term || mine.Sum == v.Right.Sum {
		return nil
	}
	d.c.seats.foundWrong()
	d.c.event("desync", "turn", mine.Turn, "mine", mine.Sum, "right", v.Right.Sum)
	source := key.ID(v.Source)
	if d.c.peers.Get(source) == nil {
		source = p.key
	}
	if !d.c.joining.fetching() {
		d.c.joining.replaceWrong(source, v.Right)
	}
	return nil
}

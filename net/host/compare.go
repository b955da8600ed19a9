package host

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/mutant"
)

const (
	// maxAhead is how many digests of turns not yet executed here are kept for each peer.
	maxAhead = 16
	// disputeAfter is how long a leader collects what others say of a turn before it judges.
	disputeAfter = 150 * time.Millisecond
	// disputeLongest is how long it does when those it has heard by then are not most: what was lost is repeated for so long.
	disputeLongest = 500 * time.Millisecond
	// quietAfter is how long a peer that was judged has to take the right state.
	quietAfter = 2 * time.Second
)

// dispute is a turn for which a follower reported another digest than the leader's.
type dispute struct {
	turn, term uint64
	mine       uint64
	since      time.Time
}

// compare compares what a peer says of its last turns with the own digests. The oldest comes first, so
// that each turn is compared once. Turns of different terms are different turns and are not compared.
func (c *Core) compare(p *peer, said []message.Digest) {
	for i := len(said) - 1; i >= 0; i-- {
		d := said[i]
		p.note(d)
		switch {
		case d.Turn <= p.compared:
		case d.Turn <= c.state.executed && !c.state.frozen:
			c.compareOne(p, d)
		case len(p.ahead) < maxAhead && (len(p.ahead) == 0 || p.ahead[len(p.ahead)-1].Turn < d.Turn):
			p.ahead, c.ahead = append(p.ahead, d), true
		}
	}
}

// compareAhead compares what peers said of a turn before it was executed here.
func (c *Core) compareAhead(turn uint64) {
	if !c.ahead {
		return
	}
	c.ahead = false
	c.each(func(p *peer) {
		n := 0
		for n < len(p.ahead) && p.ahead[n].Turn <= turn {
			if p.ahead[n].Turn > p.compared {
				c.compareOne(p, p.ahead[n])
			}
			n++
		}
		p.ahead = append(p.ahead[:0], p.ahead[n:]...)
		c.ahead = c.ahead || len(p.ahead) > 0
	})
}

func (c *Core) compareOne(p *peer, d message.Digest) {
	mine := c.state.ring[d.Turn%digestRing]
	if mine.Turn != d.Turn || mine.Term != d.Term {
		return
	}
	p.compared = d.Turn
	p.counts.compared++
	c.counters[counter.TurnsCompared]++
	if mine.Sum == d.Sum {
		p.counts.equal++
		c.counters[counter.TurnsEqual]++
		return
	}
	if c.e == nil || !c.e.Leading() || c.dispute != nil || c.now.Before(p.quiet) {
		return
	}
	c.counters[counter.Differed]++
	c.dispute = &dispute{turn: d.Turn, term: d.Term, mine: mine.Sum, since: c.now}
	c.tellOften(p, 5, "a digest differs", "turn", d.Turn, "after", c.state.executed-d.Turn, "mine", mine.Sum, "theirs", d.Sum)
}

// judge ends a dispute: the digest that most peers report is right, the leader's when as many have it.
// Who has another is told to take the state of one that has it, be it the leader itself.
func (c *Core) judge() {
	d := c.dispute
	if d == nil || mutant.Is(mutant.Incomparable) || c.e == nil || !c.e.Leading() || c.now.Sub(d.since) < disputeAfter {
		return
	}
	votes := map[uint64]int{d.mine: 1}
	holder := map[uint64]key.ID{d.mine: c.me}
	right := d.mine
	said := func(p *peer) (uint64, bool) {
		r := p.reports[d.turn%uint64(len(p.reports))]
		return r.Sum, r.Turn == d.turn && r.Term == d.term
	}
	all, heard, tied := 1, 1, false
	c.each(func(p *peer) {
		if p.greeted && p.epoch == c.e.Record().Number && p.acked+closeTo >= c.state.executed {
			all++
		}
		if sum, ok := said(p); ok {
			heard++
			if votes[sum]++; holder[sum].IsZero() && !c.now.Before(p.quiet) { // else it may have another state by now
				holder[sum] = p.key
			}
			if votes[sum] > votes[right] {
				right, tied = sum, false
			}
			tied = tied || sum != right && votes[sum] == votes[right]
		}
	})
	if heard < all && 2*votes[right] <= all && c.now.Sub(d.since) < disputeLongest {
		return
	}
	if c.dispute = nil; right == d.mine && tied && c.rederive(d.turn, d.mine, 0) {
		return // those who still differ are found at the next turn
	}
	v := message.Verdict{Epoch: c.e.Record().Number, Right: message.Digest{Turn: d.turn, Term: d.term, Sum: right}, Source: holder[right]}
	c.each(func(p *peer) {
		if sum, ok := said(p); ok && sum != right {
			p.quiet = c.now.Add(quietAfter)
			c.send(p.key, link.Stream, v.Encode())
		}
	})
	if right != d.mine {
		c.event("this peer is the one that differs", "turn", d.turn)
		if c.ownsLog() && c.rederive(d.turn, d.mine, right) {
			return
		}
		c.foundWrong()
		c.each(func(p *peer) { p.quiet = c.now.Add(quietAfter) })
		c.resync(holder[right], whyDiffers)
		c.fetch.differs = v.Right
	}
}

// receiveVerdict takes the leader's word that this peer's state is wrong, if it is about this state.
func (c *Core) receiveVerdict(p *peer, b []byte) error {
	v, err := message.DecodeVerdict(b)
	if err != nil {
		return err
	}
	if c.e == nil || v.Epoch != c.e.Record().Number || p.key != c.e.Leader() {
		return errUnexpected
	}
	mine := c.state.ring[v.Right.Turn%digestRing]
	if mine.Turn != v.Right.Turn || mine.Term != v.Right.Term || mine.Sum == v.Right.Sum {
		return nil
	}
	c.foundWrong()
	c.event("desync", "turn", mine.Turn, "mine", mine.Sum, "right", v.Right.Sum)
	source := key.ID(v.Source)
	if c.peers[source] == nil {
		source = p.key
	}
	if c.fetch == nil {
		c.resync(source, whyDiffers)
		c.fetch.differs = v.Right
	}
	return nil
}

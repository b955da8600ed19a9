package host

import (
	"time"

	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Doubts
//
// Whose a command is the state tells, so that a peer whose state is wrong takes an honest leader's turn for one with commands
// that nobody asked for. So nobody is accused by a state that only the accuser has: of those who said what theirs was after
// the turn before, this peer included, most must have the same, and somebody else with it. The accused counts like
// everybody: by its own state, if that is the same, it is guilty. Until then the turn is left for later, and this peer asks
// the others: it sends them a Frame of nothing but the digest of that one turn, and who knows its own answers with those of
// that turn and the one before. (Turns of which all tell, see pairs.go, come by themselves.)
//
// A state that is not any more what it was when the turn before was executed is wrong without anybody's word: it is replaced.
// One that became wrong before that is found like any other, because its digest differs from the leader's.

const (
	// doubtAgain is how long a peer that doubts waits for answers before it asks again.
	doubtAgain = 100 * time.Millisecond
	// doubtFor is how long after what it doubts it may still judge it.
	doubtFor = 3 * time.Second
)

// doubt is a turn that has what nobody asked for, by a state that may be this peer's alone.
type doubt struct {
	forgery
	by      key.ID // whose run it was
	relayed bool
	after   [32]byte // chain hash of the turn before
	since   time.Time
	asked   time.Time
}

// shared reports whether the present state, after a turn, is that of others, too. spoilt says that it is not even what
// it was when that turn was executed.
func (c *Core) shared(turn uint64) (is, spoilt bool) {
	s := &c.state
	sum := c.machine.Digest()
	if d := s.ring[turn%digestRing]; d.Turn == turn && d.Sum != sum {
		if s.base.turn != turn || s.base.digest != sum { // an epoch's beginning may have changed it, the same for all
			return false, true
		}
		sum = d.Sum
	}
	same, other := 1, 0
	c.each(func(p *peer) {
		switch r := p.reports[turn%uint64(len(p.reports))]; {
		case r.Turn != turn:
		case r.Sum == sum:
			same++
		default:
			other++
		}
	})
	return same > 1 && same > other, false
}

// suspect keeps in mind what is wrong with a turn that a peer gave, until it is known whether this peer's state is.
func (c *Core) suspect(f forgery, p *peer, relayed bool) {
	d := &c.turn.doubt
	if d.forgery != f || d.by != p.key || d.after != c.state.hash {
		*d = doubt{forgery: f, by: p.key, relayed: relayed, after: c.state.hash, since: c.now}
	}
	c.askAround()
}

// askAround asks the others what their state was after the turn before the one that is doubted.
func (c *Core) askAround() {
	d := &c.turn.doubt
	mine := c.state.ring[(d.turn-1)%digestRing]
	if mine.Turn != d.turn-1 || c.e == nil || c.now.Sub(d.asked) < doubtAgain {
		return
	}
	d.asked = c.now
	c.each(func(p *peer) { c.tellDigests(p, mine) })
}

// answerDoubt tells a peer that doubts what the state here was. Who leads says so in every frame.
func (c *Core) answerDoubt(p *peer, f *message.Frame) {
	if c.e.Leading() || len(f.Digests) != 1 || f.HasRun || f.HasHead || f.Safe != 0 || len(f.Messages)+len(f.Commands) > 0 {
		return
	}
	turn := f.Digests[0].Turn
	if turn%tellTurns == 0 || !p.flow.doubts.Take(c.now, 1, 4*float64(time.Second/doubtAgain), 100) {
		return
	}
	mine, before := c.state.ring[turn%digestRing], c.state.ring[(turn-1)%digestRing]
	if mine.Turn == turn && before.Turn == turn-1 && !c.state.frozen {
		c.tellDigests(p, mine, before)
	}
}

// resolve judges what was doubted once enough is known.
func (c *Core) resolve() {
	d := c.turn.doubt
	if d.turn == 0 {
		return
	}
	p := c.peers[d.by]
	if p == nil || c.e == nil || c.state.frozen || c.state.executed != d.turn-1 || c.state.hash != d.after || c.now.Sub(d.since) > doubtFor {
		c.turn.doubt = doubt{}
		return
	}
	if is, _ := c.shared(d.turn - 1); is {
		c.turn.doubt, c.turn.forged = doubt{}, d.forgery
		c.accuse(p, d.relayed)
	}
}

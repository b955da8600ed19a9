package host

import (
	"time"

	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Doubts
//
// The state tells the author of a command. A peer with a wrong state may therefore take an honest leader's
// turn for a forgery. So a peer accuses a leader only when its own state is confirmed: among the peers that
// reported their digest after the turn before, itself included, most must have the same one, and at least one
// other peer must. The accused leader counts like every peer: if its state is the same, it is guilty by its
// own state. Until then the turn is deferred, and this peer queries the others: it sends them a Frame with
// only the digest of that turn. A peer that knows its own digest answers with those of that turn and of the
// one before. (Digests of turns that all peers report, see tellperiod.go, come by themselves.)
//
// A state that has changed since the turn before was executed is wrong without any peer's word: it is
// replaced. A state that became wrong earlier is found like any other, because its digest differs from the
// leader's.

const (
	// doubtAgain is how long a peer that doubts waits for answers before it asks again.
	pendingAgain = 100 * time.Millisecond
	// doubtFor is how long after a deferred turn this peer may still judge it.
	pendingFor = 3 * time.Second
)

// pendingCheck is a turn with a command that looks forged by a state that may be this peer's alone.
type pendingCheck struct {
	forgery
	by      key.ID // the peer that sent the run
	relayed bool
	after   [32]byte // chain hash of the turn before
	since   time.Time
	asked   time.Time
}

// shared reports whether other peers have the present state, after a turn, too. spoilt: the state has changed
// since that turn was executed.
func (comparison *Comparison) shared(turn uint64) (is, spoilt bool) {
	s := &comparison.c.history
	sum := comparison.c.machine.Digest()
	if d := s.ring[turn%digestRing]; d.Turn == turn && d.Sum != sum {
		// an epoch's beginning may have changed it, the same for all
		if s.base.turn != turn || s.base.digest != sum {
			return false, true
		}
		sum = d.Sum
	}
	same, other := 1, 0
	comparison.c.peers.each(func(p *peer) {
		reports := &comparison.of(p).reports
		switch r := reports[turn%uint64(len(reports))]; {
		case r.Turn != turn:
		case r.Sum == sum:
			same++
		default:
			other++
		}
	})
	return same > 1 && same > other, false
}

// deferTurn keeps the fault of a turn that a peer gave, until it is known whether this peer's own state is
// wrong.
func (comparison *Comparison) deferTurn(f forgery, p *peer, relayed bool) {
	d := &comparison.pending
	if d.forgery != f || d.by != p.key || d.after != comparison.c.history.hash {
		*d = pendingCheck{forgery: f, by: p.key, relayed: relayed, after: comparison.c.history.hash, since: comparison.c.now}
	}
	comparison.queryDigests()
}

// queryDigests asks the others for their digest after the turn before the deferred one.
func (comparison *Comparison) queryDigests() {
	d := &comparison.pending
	mine := comparison.c.history.ring[(d.turn-1)%digestRing]
	if mine.Turn != d.turn-1 || comparison.c.e == nil || comparison.c.now.Sub(d.asked) < pendingAgain {
		return
	}
	d.asked = comparison.c.now
	comparison.c.peers.each(func(p *peer) { comparison.tellDigests(p, mine) })
}

// answerPending answers a peer's query with the digests of this peer's state. A leader's frames have them
// anyway.
func (d *Comparison) answerPending(p *peer, f *message.Frame) {
	if d.c.e.Leading() || len(f.Digests) != 1 || f.HasRun || f.HasHead || f.Safe != 0 || len(f.Messages)+len(f.Commands) > 0 {
		return
	}
	turn := f.Digests[0].Turn
	if turn%tellTurns == 0 || !p.flow.pendingChecks.Take(d.c.now, 1, 4*float64(time.Second/pendingAgain), 100) {
		return
	}
	mine, before := d.c.history.ring[turn%digestRing], d.c.history.ring[(turn-1)%digestRing]
	if mine.Turn == turn && before.Turn == turn-1 && !d.c.history.stale {
		d.tellDigests(p, mine, before)
	}
}

// resolve judges the deferred turn once enough is known.
func (comparison *Comparison) resolve() {
	d := comparison.pending
	if d.turn == 0 {
		return
	}
	p := comparison.c.peers.Get(d.by)
	if p == nil || comparison.c.e == nil || comparison.c.history.stale || comparison.c.history.executed != d.turn-1 || comparison.c.history.hash != d.after || comparison.c.now.Sub(d.since) > pendingFor {
		comparison.pending = pendingCheck{}
		return
	}
	if is, _ := comparison.shared(d.turn - 1); is {
		comparison.pending, comparison.c.commands.forged = pendingCheck{}, d.forgery
		comparison.c.commands.reportForgery(p, d.relayed)
	}
}

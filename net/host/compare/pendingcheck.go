package compare

import (
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Turns that wait for a verdict
//
// The state tells the author of a command. A peer with a wrong state may therefore take an honest leader's
// turn for a forgery. So a peer accuses a leader only when its own state is confirmed: among the peers that
// reported their digest after the turn before, itself included, most must have the same one, and at least one
// other peer must. The accused leader counts like every peer: if it reports the same state, that state proves
// the forgery. Until then the turn is deferred, and this peer queries the others: it sends them a Frame with
// only the digest of that turn. A peer that knows its own digest answers with those of that turn and of the
// one before. (Digests of turns that all peers report, see tellperiod.go, come by themselves.)
//
// A state that has changed since the turn before was executed is wrong without any peer's word: it is
// replaced. A state that became wrong earlier is found like any other, because its digest differs from the
// leader's.

const (
	// pendingAgain is how long a peer waits for answers to its queries before it asks again.
	pendingAgain = 100 * time.Millisecond
	// pendingFor is how long after a deferred turn this peer may still judge it.
	pendingFor = 3 * time.Second
)

// pendingCheck is a turn with a command that looks forged by a state that may be this peer's alone.
type pendingCheck struct {
	kernel.Forgery
	by      key.ID // the peer that sent the run
	relayed bool
	after   [32]byte // chain hash of the turn before
	since   time.Time
	asked   time.Time
}

// Shared reports whether other peers have the present state, after a turn, too. spoilt: the state has changed
// since that turn was executed.
func (comparison *Comparison) Shared(turn uint64) (is, spoilt bool) {
	s := &comparison.c.History
	sum := comparison.c.Machine.Digest()
	if d := s.Ring[turn%kernel.DigestRing]; d.Turn == turn && d.Sum != sum {
		// an epoch's beginning may have changed it, the same for all
		if s.Base.Turn != turn || s.Base.Digest != sum {
			return false, true
		}
		sum = d.Sum
	}
	same, other := 1, 0
	comparison.c.Peers.Each(func(p *kernel.Peer) {
		reports := &comparison.Of(p).Reports
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

// DeferTurn keeps the fault of a turn that a peer gave, until it is known whether this peer's own state is
// wrong.
func (comparison *Comparison) DeferTurn(f kernel.Forgery, p *kernel.Peer, relayed bool) {
	d := &comparison.pending
	if d.Forgery != f || d.by != p.Key || d.after != comparison.c.History.Hash {
		*d = pendingCheck{Forgery: f, by: p.Key, relayed: relayed, after: comparison.c.History.Hash, since: comparison.c.Now}
	}
	comparison.queryDigests()
}

// queryDigests asks the others for their digest after the turn before the deferred one.
func (comparison *Comparison) queryDigests() {
	d := &comparison.pending
	mine := comparison.c.History.Ring[(d.Turn-1)%kernel.DigestRing]
	if mine.Turn != d.Turn-1 || comparison.c.Epoch == nil || comparison.c.Now.Sub(d.asked) < pendingAgain {
		return
	}
	d.asked = comparison.c.Now
	comparison.c.Peers.Each(func(p *kernel.Peer) { comparison.tellDigests(p, mine) })
}

// answerPending answers a peer's query with the digests of this peer's state. A leader's frames have them
// anyway.
func (d *Comparison) answerPending(p *kernel.Peer, f *message.Frame) {
	if d.c.Epoch.Leading() || len(f.Digests) != 1 || f.HasRun || f.HasHead || f.Synced != 0 || len(f.Messages)+len(f.Commands) > 0 {
		return
	}
	turn := f.Digests[0].Turn
	if turn%TellTurns == 0 || !p.Flow.PendingChecks.Take(d.c.Now, 1, 4*float64(time.Second/pendingAgain), 100) {
		return
	}
	mine, before := d.c.History.Ring[turn%kernel.DigestRing], d.c.History.Ring[(turn-1)%kernel.DigestRing]
	if mine.Turn == turn && before.Turn == turn-1 && !d.c.History.Stale {
		d.tellDigests(p, mine, before)
	}
}

// resolve judges the deferred turn once enough is known.
func (comparison *Comparison) resolve() {
	d := comparison.pending
	if d.Turn == 0 {
		return
	}
	p := comparison.c.Peers.Get(d.by)
	if p == nil || comparison.c.Epoch == nil || comparison.c.History.Stale || comparison.c.History.Executed != d.Turn-1 || comparison.c.History.Hash != d.after || comparison.c.Now.Sub(d.since) > pendingFor {
		comparison.pending = pendingCheck{}
		return
	}
	if is, _ := comparison.Shared(d.Turn - 1); is {
		comparison.pending, comparison.c.Commands.Forged = pendingCheck{}, d.Forgery
		comparison.c.Commands.ReportForgery(p, d.relayed)
	}
}

package host

import (
	"time"

	"manyhold/net/host/message"
)

// # Holding
//
// When the epoch ends, a peer that holds the blob of a Merged record makes the change itself; every other
// peer takes the state of one that did. The voters must hold the blob, so that the change is not lost. Peers
// without a vote are given a small blob, too, so that a merge is no pause for them, but the leader waits for
// them no longer than watchFor.

const (
	// maxWatched is the largest blob in bytes that peers without a vote are given before its epoch begins.
	maxWatched = 256 << 10
	// watchFor is how long a leader waits for them.
	watchFor = time.Second
)

// tellWatchers has the peers without a vote get the blob, if it is small, and reports whether all hold it.
func (g *Merger) tellWatchers(m *merging) (all bool) {
	all = true
	if len(g.heldBlob(m.blob)) > maxWatched {
		return all
	}
	r := g.c.e.Record()
	g.c.peers.each(func(p *peer) {
		if !p.greeted || r.Votes(p.key) || p.epoch != r.Number || g.in.of(p).other != nil || m.held[p.key] || g.c.now.Sub(p.heard) > goneAfter {
			return
		}
		if all = false; g.c.now.Sub(m.asked) >= holdEvery {
			g.c.send(p.key, message.StreamChannel, message.EncodeBlobStep(message.StepHold, m.blob))
		}
	})
	return all
}

// hold gets a blob that the epoch is to end with.
func (g *Merger) hold(p *peer, hash [32]byte) error {
	if g.c.e == nil || p.key != g.c.e.Leader() {
		return errUnexpected
	}
	if g.heldBlob(hash) != nil {
		g.c.send(p.key, message.StreamChannel, message.EncodeBlobStep(message.StepHeld, hash))
		return nil
	}
	g.pullBlob(p.key, hash)
	return nil
}

// held notes that a peer holds the blob.
func (g *Merger) held(p *peer, hash [32]byte) {
	if m := g.merging; m != nil && m.blob == hash && !m.hold.IsZero() {
		m.held[p.key] = true
		g.spread()
	}
}

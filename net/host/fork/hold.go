package fork

import (
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
	"manyhold/net/key"
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
func (g *Merger) tellWatchers(m *Merging) (all bool) {
	all = true
	if len(g.HeldBlob(m.blob)) > maxWatched {
		return all
	}
	r := g.c.Epoch.Record()
	g.c.Peers.Each(func(p *kernel.Peer) {
		if !p.Greeted || r.Votes(p.Key) || p.Epoch != r.Number || g.in.Of(p).Other != nil || m.Held[p.Key] || g.c.Now.Sub(p.Heard) > kernel.GoneAfter {
			return
		}
		if all = false; g.c.Now.Sub(m.asked) >= holdEvery {
			g.c.Send(p.Key, message.StreamChannel, message.EncodeBlobStep(message.StepHold, m.blob))
		}
	})
	return all
}

// hold gets a blob that the epoch is to end with.
func (g *Merger) hold(p *kernel.Peer, hash [32]byte) error {
	if g.c.Epoch == nil || p.Key != g.c.Epoch.Leader() {
		return kernel.ErrUnexpected
	}
	if m := g.Merging; m != nil && !g.c.Epoch.Leading() {
		g.Merging = nil // another peer leads by now
	}
	if g.HeldBlob(hash) != nil {
		g.holdOrTry(p.Key, hash)
		return nil
	}
	g.PullBlob(p.Key, hash)
	return nil
}

// holdOrTry tells the leader that this peer holds a blob. A voter executes its turns before it says so, and
// tells meanwhile that it does.
func (g *Merger) holdOrTry(leader key.ID, hash [32]byte) {
	step := message.EncodeBlobStep(message.StepHeld, hash)
	if v, known := g.in.Judge.verdict(hash); g.c.Epoch != nil && g.c.Epoch.Member() && !known {
		g.in.Judge.try(hash)
		if _, known = g.in.Judge.verdict(hash); !known {
			step = message.EncodeBlobStep(message.StepTrying, hash)
		}
	} else if known && v != "" {
		step = message.BlobFault{Blob: hash, Words: cutText(string(v), message.MaxWords)}.Encode()
	}
	g.c.Send(leader, message.StreamChannel, step)
}

// trying notes that a voter executes the turns of the blob.
func (g *Merger) trying(p *kernel.Peer, hash [32]byte) {
	if m := g.Merging; m != nil && m.blob == hash && g.c.Epoch != nil && g.c.Epoch.Record().Votes(p.Key) {
		m.alive = g.c.Now
	}
}

// fault notes that a voter has found the branch of a blob wrong.
func (g *Merger) fault(p *kernel.Peer, f message.BlobFault) {
	m := g.Merging
	if m == nil || m.blob != f.Blob || m.hold.IsZero() || g.c.Epoch == nil || !g.c.Epoch.Record().Votes(p.Key) {
		return
	}
	if m.faults == nil {
		m.faults = map[key.ID]notice.Notice{}
	}
	m.faults[p.Key] = notice.Notice(f.Words)
	g.c.Peers.Tell(p, "does not take a branch in", "why", notice.Notice(f.Words).String())
	g.spread()
}

// held notes that a peer holds the blob.
func (g *Merger) held(p *kernel.Peer, hash [32]byte) {
	if m := g.Merging; m != nil && m.blob == hash && !m.hold.IsZero() {
		m.Held[p.Key] = true
		g.spread()
	}
}

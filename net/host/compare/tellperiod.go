package compare

import (
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// # Pairs of peers that agree
//
// A follower's digests go to its leader, and the leader's to all. So that every peer knows of any two peers
// whether they have the same state, a follower also sends the other followers its digest after every
// TellTurns-th turn, in a Frame of digests alone, of some twenty bytes. The turns are the same for all, so
// that digests can be compared. Each peer speaks for itself, by its own link: a liar spoils only the pairs
// that it is part of.
//
// It costs eight linked peers 0.2 KB/s each, with all that is around such a frame and acknowledges it, and
// more of them hardly more: where there are many links, and where several islands are executed, it is said
// more rarely, at most TellRarely times.

const (
	// TellTurns is how many turns lie between two that are told of: 6.4 s.
	TellTurns = 128
	// TellRarely is how many times longer it is at most.
	TellRarely = 8
	// TellWithin is in how many turns after it the others are told, one after the other: DigestRing holds it
	// so long.
	TellWithin = 32
	// ManyLinks is how many links are so many that each is told more rarely, and WhenMany how much.
	ManyLinks = 10
	WhenMany  = 4
	// marksKept is how many of a peer's digests of such turns are kept: enough for the last two turns that
	// even rarely told peers share.
	marksKept = 2 * TellRarely
)

// maxPairs is how many pairs are told of; beyond it those of the last peers are left out.
const maxPairs = 128

// TellPeriod is how many turns lie between two digests that this peer sends the others: TellTurns times a
// power of two, so that the turns of a longer period are among those of a shorter one.
func (d *Comparison) TellPeriod() uint64 {
	rarely := 1
	if d.c.Peers.Len() > ManyLinks {
		rarely = WhenMany
	}
	if d.c.Islands != nil {
		for n := d.c.Islands.Count(); n > 1 && rarely < TellRarely; n = (n + 1) / 2 {
			rarely *= 2
		}
	}
	return uint64(rarely) * TellTurns
}

// tellFollowers sends this peer's digest to some of the other followers. It is called for each executed turn.
func (comparison *Comparison) tellFollowers(turn uint64) {
	at := turn % comparison.TellPeriod()
	if at >= TellWithin || comparison.c.Epoch == nil || comparison.c.Epoch.Leading() || turn+message.Repeated < comparison.c.Epoch.Last().Turn {
		return // who leads tells all; who catches up is behind
	}
	d := comparison.c.History.Ring[(turn-at)%kernel.DigestRing]
	if d.Turn != turn-at || d.Turn == 0 {
		return
	}
	comparison.c.Peers.Each(func(p *kernel.Peer) {
		if tellAt(comparison.c.Me, p.Key) == at && p.Key != comparison.c.Epoch.Leader() {
			comparison.tellDigests(p, d)
		}
	})
}

// tellDigests sends this peer's digests to a peer that executes the island, in a Frame of digests alone.
func (d *Comparison) tellDigests(p *kernel.Peer, all ...message.Digest) {
	if p.Greeted && !d.c.Fork.InOther(p) {
		d.c.Peers.Buffer = message.AppendDigests(d.c.Peers.BeginFrame(), all)
		d.c.Leader.SendFrame(p, d.c.Peers.Buffer)
	}
}

// tellAt is how many turns after the one that is told of two tell each other.
func tellAt(a, b key.ID) uint64 { return uint64(a[0]^b[0]) % TellWithin }

// Note keeps a peer's digest of a turn.
func (comparison *Comparison) Note(p *kernel.Peer, d message.Digest) {
	k := comparison.Of(p)
	k.Reports[d.Turn%uint64(len(k.Reports))] = d
	if d.Turn%TellTurns == 0 {
		k.marks[d.Turn/TellTurns%marksKept] = d
	}
}

// Pairs compares the linked peers' digests of the same turns.
func (d *Comparison) Pairs() (all []status.Pair) {
	var told []*kernel.Peer
	d.c.Peers.Each(func(p *kernel.Peer) { told = append(told, p) })
	since := d.c.History.Executed - min(d.c.History.Executed, marksKept*TellTurns)
	for k, b := range told {
		for _, a := range told[:k] {
			if pair, ok := d.CompareReports(a, b); ok && pair.Turn >= since && len(all) < maxPairs {
				all = append(all, pair)
			}
		}
	}
	return all
}

// CompareReports returns the digests of two peers of the last turn that both reported; ok is false if there
// is none.
func (d *Comparison) CompareReports(a, b *kernel.Peer) (pair status.Pair, ok bool) {
	look := func(x, y []message.Digest) {
		for n := range x {
			if x, y := x[n], y[n]; x.Turn > pair.Turn && x.Turn == y.Turn && x.Term == y.Term {
				pair, ok = status.Pair{A: a.Key, B: b.Key, Turn: x.Turn, Equal: x.Sum == y.Sum}, true
			}
		}
	}
	look(d.Of(a).Reports[:], d.Of(b).Reports[:])
	look(d.Of(a).marks[:], d.Of(b).marks[:])
	if b.Key.Less(a.Key) {
		pair.A, pair.B = pair.B, pair.A
	}
	return pair, ok
}

package host

import (
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Who agrees with whom
//
// A follower's digests go to its leader, and the leader's to all. So that every peer knows of any two peers
// whether they have the same state, a follower also sends the other followers its digest after every
// tellTurns-th turn, in a Frame of digests alone, of some twenty bytes. The turns are the same for all, so
// that digests can be compared. Each peer speaks for itself, by its own link: a liar spoils only the pairs
// that it is part of.
//
// It costs eight linked peers 0.2 KB/s each, with all that is around such a frame and acknowledges it, and
// more of them hardly more: where there are many links, and where several islands are executed, it is said
// more rarely, at most tellRarely times.

const (
	// tellTurns is how many turns lie between two that are told of: 6.4 s.
	tellTurns = 128
	// tellRarely is how many times longer it is at most.
	tellRarely = 8
	// tellWithin is in how many turns after it the others are told, one after the other: digestRing holds it
	// so long.
	tellWithin = 32
	// manyLinks is how many links are so many that each is told more rarely, and whenMany how much.
	manyLinks = 10
	whenMany  = 4
	// marksKept is how many of a peer's digests of such turns are kept: enough for the last two turns that
	// even rarely told peers share.
	marksKept = 2 * tellRarely
)

// maxPairs is how many pairs are told of; beyond it those of the last peers are left out.
const maxPairs = 128

// tellPeriod is how many turns lie between two digests that this peer sends the others: tellTurns times a
// power of two, so that the turns of a longer period are among those of a shorter one.
func (d *Comparison) tellPeriod() uint64 {
	rarely := 1
	if d.c.peers.Len() > manyLinks {
		rarely = whenMany
	}
	if d.c.islands != nil {
		for n := d.c.islands.Count(); n > 1 && rarely < tellRarely; n = (n + 1) / 2 {
			rarely *= 2
		}
	}
	return uint64(rarely) * tellTurns
}

// tellFollowers sends this peer's digest to some of the other followers. It is called for each executed turn.
func (comparison *Comparison) tellFollowers(turn uint64) {
	at := turn % comparison.tellPeriod()
	if at >= tellWithin || comparison.c.e == nil || comparison.c.e.Leading() || turn+message.Repeated < comparison.c.e.Last().Turn {
		return // who leads tells all; who catches up is behind
	}
	d := comparison.c.history.ring[(turn-at)%digestRing]
	if d.Turn != turn-at || d.Turn == 0 {
		return
	}
	comparison.c.peers.each(func(p *peer) {
		if tellAt(comparison.c.me, p.key) == at && p.key != comparison.c.e.Leader() {
			comparison.tellDigests(p, d)
		}
	})
}

// tellDigests sends this peer's digests to a peer that executes the island, in a Frame of digests alone.
func (d *Comparison) tellDigests(p *peer, all ...message.Digest) {
	if p.greeted && !d.c.fork.inOther(p) {
		d.c.peers.buffer = message.AppendDigests(d.c.peers.beginFrame(), all)
		d.c.leader.sendFrame(p, d.c.peers.buffer)
	}
}

// tellAt is how many turns after the one that is told of two tell each other.
func tellAt(a, b key.ID) uint64 { return uint64(a[0]^b[0]) % tellWithin }

// note keeps a peer's digest of a turn.
func (comparison *Comparison) note(p *peer, d message.Digest) {
	k := comparison.of(p)
	k.reports[d.Turn%uint64(len(k.reports))] = d
	if d.Turn%tellTurns == 0 {
		k.marks[d.Turn/tellTurns%marksKept] = d
	}
}

// pairs compares the linked peers' digests of the same turns.
func (d *Comparison) pairs() (all []Pair) {
	var told []*peer
	d.c.peers.each(func(p *peer) { told = append(told, p) })
	since := d.c.history.executed - min(d.c.history.executed, marksKept*tellTurns)
	for k, b := range told {
		for _, a := range told[:k] {
			if pair, ok := d.compareReports(a, b); ok && pair.Turn >= since && len(all) < maxPairs {
				all = append(all, pair)
			}
		}
	}
	return all
}

// compareReports returns the digests of two peers of the last turn that both reported; ok is false if there
// is none.
func (d *Comparison) compareReports(a, b *peer) (pair Pair, ok bool) {
	look := func(x, y []message.Digest) {
		for n := range x {
			if x, y := x[n], y[n]; x.Turn > pair.Turn && x.Turn == y.Turn && x.Term == y.Term {
				pair, ok = Pair{A: a.key, B: b.key, Turn: x.Turn, Equal: x.Sum == y.Sum}, true
			}
		}
	}
	look(d.of(a).reports[:], d.of(b).reports[:])
	look(d.of(a).marks[:], d.of(b).marks[:])
	if b.key.Less(a.key) {
		pair.A, pair.B = pair.B, pair.A
	}
	return pair, ok
}

package host

import (
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Who agrees with whom
//
// The digests of who follows go to its leader, and the leader's to all. So that everybody knows of any two
// peers whether they have the same state, who follows says to the others that follow, too, what its own was
// after every tellTurns-th turn: in a Frame of digests alone, of some twenty bytes. The turns are the same
// for all, so that what several said can be compared. Each speaks for itself, by its own link: who lies
// spoils the lines to itself and no others.
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
	// marksKept is how many of what a peer told of such turns are kept: of the last two that all told of who
	// are told rarely.
	marksKept = 2 * tellRarely
)

// Pair is two peers that both said what their state was after a turn: as far as this peer can tell, whether
// they agree with each other.
type Pair struct {
	A, B  key.ID // in ascending order
	Turn  uint64 // the last that both told of
	Equal bool
}

// maxPairs is how many pairs are told of; beyond it those of the last peers are left out.
const maxPairs = 128

// tellPeriod is how many turns lie between two that this peer tells the others of: tellTurns times a power of
// two, so that those of who tells more rarely are among those of who tells more often.
func (d *Comparison) tellPeriod() uint64 {
	rarely := 1
	if d.c.peers.Len() > manyLinks {
		rarely = whenMany
	}
	if d.c.siblings != nil {
		for n := d.c.siblings.Count(); n > 1 && rarely < tellRarely; n = (n + 1) / 2 {
			rarely *= 2
		}
	}
	return uint64(rarely) * tellTurns
}

// tellFollowers says to some of the others that follow what the state here was. It is called for each turn
// that is executed.
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

// tellDigests says to a peer that executes the island, in a Frame of digests alone, what the state here was.
func (d *Comparison) tellDigests(p *peer, all ...message.Digest) {
	if p.greeted && p.fork.other == nil {
		d.c.peers.buffer = message.AppendDigests(d.c.peers.beginFrame(), all)
		d.c.leader.sendFrame(p, d.c.peers.buffer)
	}
}

// tellAt is how many turns after the one that is told of two tell each other.
func tellAt(a, b key.ID) uint64 { return uint64(a[0]^b[0]) % tellWithin }

// note keeps what a peer said of a turn.
func (p *peer) note(d message.Digest) {
	p.comparison.reports[d.Turn%uint64(len(p.comparison.reports))] = d
	if d.Turn%tellTurns == 0 {
		p.comparison.marks[d.Turn/tellTurns%marksKept] = d
	}
}

// pairs compares what the linked peers said of the same turns.
func (d *Comparison) pairs() (all []Pair) {
	var told []*peer
	d.c.peers.each(func(p *peer) { told = append(told, p) })
	since := d.c.history.executed - min(d.c.history.executed, marksKept*tellTurns)
	for k, b := range told {
		for _, a := range told[:k] {
			if pair, ok := compareReports(a, b); ok && pair.Turn >= since && len(all) < maxPairs {
				all = append(all, pair)
			}
		}
	}
	return all
}

// compareReports returns what two peers said of the last turn of which both did; ok is false if there is
// none.
func compareReports(a, b *peer) (pair Pair, ok bool) {
	look := func(x, y []message.Digest) {
		for n := range x {
			if x, y := x[n], y[n]; x.Turn > pair.Turn && x.Turn == y.Turn && x.Term == y.Term {
				pair, ok = Pair{A: a.key, B: b.key, Turn: x.Turn, Equal: x.Sum == y.Sum}, true
			}
		}
	}
	look(a.comparison.reports[:], b.comparison.reports[:])
	look(a.comparison.marks[:], b.comparison.marks[:])
	if b.key.Less(a.key) {
		pair.A, pair.B = pair.B, pair.A
	}
	return pair, ok
}

func (c *Core) event(text string, args ...any) {
	if c.options.Log != nil {
		if c.island != message.Home {
			args = append(args, "island", islandName(c.island))
		}
		c.options.Log.Info(text, args...)
	}
}

package host

import "manyhold/net/key"

// Pair is two peers that both said what their state was after a turn: as far as this peer can tell, whether they agree
// with each other. A leader hears that of all who follow; who follows hears it of the leader alone.
type Pair struct {
	A, B  key.ID // in ascending order
	Turn  uint64 // the last that both told of
	Equal bool
}

// maxPairs is how many pairs are told of; beyond it those of the last peers are left out.
const maxPairs = 128

// pairs compares what the linked peers said of the same turns.
func (c *Core) pairs() (all []Pair) {
	var told []*peer
	c.each(func(p *peer) { told = append(told, p) })
	for k, b := range told {
		for _, a := range told[:k] {
			if pair, ok := compareReports(a, b); ok && len(all) < maxPairs {
				all = append(all, pair)
			}
		}
	}
	return all
}

// compareReports returns what two peers said of the last turn of which both did; ok is false if there is none.
func compareReports(a, b *peer) (pair Pair, ok bool) {
	for n, x := range a.reports {
		if y := b.reports[n]; x.turn > pair.Turn && x.turn == y.turn && x.term == y.term {
			pair, ok = Pair{A: a.key, B: b.key, Turn: x.turn, Equal: x.sum == y.sum}, true
		}
	}
	if b.key.Less(a.key) {
		pair.A, pair.B = pair.B, pair.A
	}
	return pair, ok
}

func (c *Core) event(text string, args ...any) {
	if c.options.Log != nil {
		if c.island != Home {
			args = append(args, "island", islandName(c.island))
		}
		c.options.Log.Info(text, args...)
	}
}

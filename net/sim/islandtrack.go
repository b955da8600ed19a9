package sim

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
)

// islandTrack is the checkers' memory of one island.
type islandTrack struct {
	c        *checks
	s        *Sim
	island   uint64
	chain    map[uint64]committed
	top      uint64 // greatest turn that was committed
	topAt    time.Time
	digests  map[place]uint64
	verdicts [agesKept]verdict          // the newest of them, by turn: most look-ups are for these
	recent   [agesKept]chained          // the same of chain
	firm     map[[32]byte][32]byte      // from a record's hash to that of its firm successor
	ancestry map[[32]byte]*epoch.Record // all records that any node was in
	named    map[[32]byte]time.Time     // when the first node entered an epoch
	proven   map[[32]byte]bool          // records that a voter of their predecessors has on its disk
	names    map[*epoch.Record][32]byte
	epochs   []*epoch.Record // firm ones, as they were entered first
	newest   *epoch.Record
	loss     loss
	broken   loss // of the newest epoch of several voters: when a majority of them was dead
	closed   [agesKept]closing
	majority time.Time // since when a majority is connected; zero: it is not
	over     bool      // a node knows that it was absorbed by another
}

// track returns that of an island.
func (c *checks) track(island uint64) *islandTrack {
	k := c.tracks[island]
	if k == nil {
		k = &islandTrack{c: c, s: c.s, island: island, chain: map[uint64]committed{}, digests: map[place]uint64{}, firm: map[[32]byte][32]byte{},
			ancestry: map[[32]byte]*epoch.Record{}, named: map[[32]byte]time.Time{}, proven: map[[32]byte]bool{}, names: map[*epoch.Record][32]byte{}}
		c.tracks[island] = k
		i, _ := slices.BinarySearch(c.islands, island)
		c.islands = slices.Insert(c.islands, i, island)
	}
	return k
}

// each calls f for every island, in ascending order, that has a firm chain and was not absorbed.
func (c *checks) each(f func(k *islandTrack)) {
	for _, island := range c.islands {
		if k := c.tracks[island]; k.newest != nil && !k.over {
			f(k)
		}
	}
}

// name is a record's hash.
func (c *islandTrack) name(r *epoch.Record) [32]byte {
	h, ok := c.names[r]
	if !ok {
		h = r.Hash()
		c.names[r] = h
	}
	return h
}

// fail notes a failure of a check on an island.
func (c *islandTrack) fail(check string, n *node, format string, args ...any) {
	if c.island != message.Home {
		format, args = "island %016x: "+format, append([]any{c.island}, args...)
	}
	c.s.fail(check, n, format, args...)
}

// chained is a turn of chain.
type chained struct {
	turn uint64
	hash [32]byte
}

// digest is the state that a turn is known to leave.
func (k *islandTrack) digest(at place) (sum uint64, known bool) {
	if v := &k.verdicts[at.turn%agesKept]; v.place == at {
		return v.digest, true
	}
	sum, known = k.digests[at]
	return sum, known
}

// judged notes the right state after a turn.
func (k *islandTrack) judged(right verdict) {
	k.digests[right.place], k.verdicts[right.turn%agesKept] = right.digest, right
	if k.c.flipped { // else no state was ever found wrong
		k.acquit(right)
	}
}

// verdict is a turn and the digest after it.
type verdict struct {
	place
	digest uint64
}

// acquit clears the nodes that executed a turn before its state was known to be right. A leader is always
// the first.
func (k *islandTrack) acquit(right verdict) {
	for _, n := range k.s.nodes {
		if v := n.seen.knows(k.island); v != nil && !v.tainted.IsZero() && v.first != nil && v.first[right.turn%uint64(len(v.first))] == right {
			v.tainted = time.Time{}
		}
	}
}

package host

import (
	"encoding/binary"
	"slices"

	"manyhold/net/key"
)

// index finds keys in a list that ascends by them: it is the first eight bytes of each, in the same order. A search touches
// a few hundred bytes in a row, where a map or a list of structs has it look all over memory; keys are random, so that hardly
// ever two begin alike, and who makes some that do costs a comparison each.
type index []uint64

func prefix(k *key.ID) uint64 { return binary.BigEndian.Uint64(k[:]) }

// from is the place of the first key that begins as k does or comes after those that do.
func (x index) from(k *key.ID) (place int, begins bool) { return slices.BinarySearch(x, prefix(k)) }

// begins reports whether the key at a place begins as k does.
func (x index) begins(place int, k *key.ID) bool { return place < len(x) && x[place] == prefix(k) }

// peer is what is known of a linked peer; nil: it is not linked.
func (c *Core) peer(k key.ID) *peer {
	i, ok := c.index.from(&k)
	for ; ok && c.index.begins(i, &k); i++ {
		if p := c.ranks[i]; p.key == k {
			return p
		}
	}
	return nil
}

// led is whom a peer's key was looked up for last, see leaderHere.
type led struct {
	leader key.ID
	p      *peer
	ranks  []*peer // that it was looked up in
}

// leaderHere is the peer that leads the present epoch; nil: it is not linked, or not known. It is asked for in every call, and
// nearly always the one that it was.
func (c *Core) leaderHere() *peer {
	k := c.e.Leader()
	if l := &c.led; l.leader != k || !sameList(l.ranks, c.ranks) {
		*l = led{k, c.peer(k), c.ranks}
	}
	return c.led.p
}

// sameList reports whether two lists are one: sortPeers makes a new one.
func sameList(a, b []*peer) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

package room

import "testing"

// TestChainAfter: the hash of the masters up to any generation is that of all of them one after the other,
// and costs the same in a long match: a player can have it made as often as it sends a signature.
func TestChainAfter(t *testing.T) {
	var l log
	chains := [][32]byte{{}}
	for k := range 5 * chainEvery {
		l.add(&Master{Ticks: 3, Inputs: []Input{{uint8(k % 3), []byte{byte(k)}}}})
		chains = append(chains, l.chain)
	}
	for g, want := range chains {
		if l.chainAfter(uint32(g)) != want {
			t.Fatalf("another hash after %d masters", g)
		}
	}
	for k := range l.entries[:4*chainEvery] {
		l.entries[k] = nil // so many need not be looked at again
	}
	if g := uint32(5*chainEvery - 1); l.chainAfter(g) != chains[g] {
		t.Error("masters of long ago are hashed again")
	}
}

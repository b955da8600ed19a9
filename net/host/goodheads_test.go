package host

import (
	"testing"

	"manyhold/net/epoch"
	"manyhold/net/key"
)

// TestGoodHeads: what was found good once is good for the same signer, place and words only.
func TestGoodHeads(t *testing.T) {
	pair, other := key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2})
	at := epoch.Where{Island: Home, Epoch: [32]byte{7}}
	h := epoch.Head{Term: 2, Turn: 40, Hash: [32]byte{1}}.Signed(pair, at)
	elsewhere, forged, later := at, h, h
	elsewhere.Epoch[0]++
	forged.Signature[3]++
	later.Turn++
	for what, g := range map[string]*GoodHeads{"one that remembers": {}, "none": nil} {
		for range 2 {
			if !g.signed(pair.ID(), at, h) {
				t.Errorf("%s: the signature is not found good", what)
			}
		}
		if g.signed(other.ID(), at, h) || g.signed(pair.ID(), elsewhere, h) || g.signed(pair.ID(), at, forged) || g.signed(pair.ID(), at, later) {
			t.Errorf("%s: another signature counts as good because one was", what)
		}
	}
	g := &GoodHeads{}
	for turn := range uint64(maxGoodHeads + 2) {
		h := epoch.Head{Term: 2, Turn: turn + 1}.Signed(pair, at)
		if !g.signed(pair.ID(), at, h) || len(g.good) > maxGoodHeads {
			t.Fatalf("%d signatures are remembered", len(g.good))
		}
	}
}

// TestGoodWords: the same of whatever else is signed, for the same domain only.
func TestGoodWords(t *testing.T) {
	pair, other := key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2})
	words := []byte("three coins")
	signature := pair.Sign("one", words)
	forged := signature
	forged[3]++
	for what, g := range map[string]*GoodHeads{"one that remembers": {}, "none": nil} {
		for range 2 {
			if !g.verify(pair.ID(), "one", words, signature) {
				t.Errorf("%s: the signature is not found good", what)
			}
		}
		if g.verify(other.ID(), "one", words, signature) || g.verify(pair.ID(), "two", words, signature) || g.verify(pair.ID(), "one", words, forged) ||
			g.verify(pair.ID(), "one", words[:3], signature) {
			t.Errorf("%s: another signature counts as good because one was", what)
		}
	}
}

// TestGoodWarrants: in a process that plays all peers stand-ins are aggregated and found good as signatures are elsewhere, and neither
// counts when it is another's or of something else.
func TestGoodWarrants(t *testing.T) {
	pairs := []key.Pair{key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2}), key.FromSeed([32]byte{3})}
	at := epoch.Where{Island: Home, Epoch: [32]byte{7}}
	for what, g := range map[string]*GoodHeads{"one that plays all": {}, "none": nil} {
		var all []key.Statement
		var halves [][key.HalfSize]byte
		for i, p := range pairs {
			w := g.warrant(p, commandSum(at, uint64(i), []byte("dig")))
			all = append(all, statementOf(at, p.ID(), uint64(i), []byte("dig"), [key.HalfSize]byte(w[:])))
			halves = append(halves, [key.HalfSize]byte(w[key.HalfSize:]))
		}
		half, err := key.Aggregate(warrantDomain, all, halves)
		if err != nil || !g.allWarranted(all, half) {
			t.Errorf("%s: not found good, %v", what, err)
		}
		other := all[1]
		all[1] = statementOf(at, other.Signer, 1, []byte("fill"), other.Nonce)
		if g.allWarranted(all, half) {
			t.Errorf("%s: another command counts as good", what)
		}
		if all[1], all[1].Signer = other, pairs[2].ID(); g.allWarranted(all, half) || g.allWarranted(nil, half) {
			t.Errorf("%s: another's command counts as good, or none at all", what)
		}
	}
}

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

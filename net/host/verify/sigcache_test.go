package verify

import (
	"testing"

	"manyhold/net/epoch"
	"manyhold/net/key"
)

// TestHeadSigned: a signature that was good once is good for the same signer, place and words only.
func TestHeadSigned(t *testing.T) {
	pair, other := key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2})
	at := epoch.Where{Island: 1, Epoch: [32]byte{7}}
	h := epoch.Head{Term: 2, Turn: 40, Hash: [32]byte{1}}.Signed(pair, at)
	elsewhere, forged, later := at, h, h
	elsewhere.Epoch[0]++
	forged.Signature[3]++
	later.Turn++
	for what, g := range map[string]*Cache{"one that remembers": {}, "none": nil} {
		for range 2 {
			if !g.HeadSigned(pair.ID(), at, h) {
				t.Errorf("%s: the signature is not found good", what)
			}
		}
		if g.HeadSigned(other.ID(), at, h) || g.HeadSigned(pair.ID(), elsewhere, h) || g.HeadSigned(pair.ID(), at, forged) || g.HeadSigned(pair.ID(), at, later) {
			t.Errorf("%s: another signature counts as good because one was", what)
		}
	}
	g := &Cache{}
	for turn := range uint64(maxCached + 2) {
		h := epoch.Head{Term: 2, Turn: turn + 1}.Signed(pair, at)
		if !g.HeadSigned(pair.ID(), at, h) || len(g.good) > maxCached {
			t.Fatalf("%d signatures are remembered", len(g.good))
		}
	}
}

// TestVerify: the same holds of any other signature, within its domain.
func TestVerify(t *testing.T) {
	pair, other := key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2})
	words := []byte("three coins")
	signature := pair.Sign("one", words)
	forged := signature
	forged[3]++
	for what, g := range map[string]*Cache{"one that remembers": {}, "none": nil} {
		for range 2 {
			if !g.Verify(pair.ID(), "one", words, signature) {
				t.Errorf("%s: the signature is not found good", what)
			}
		}
		if g.Verify(other.ID(), "one", words, signature) || g.Verify(pair.ID(), "two", words, signature) || g.Verify(pair.ID(), "one", words, forged) ||
			g.Verify(pair.ID(), "one", words[:3], signature) {
			t.Errorf("%s: another signature counts as good because one was", what)
		}
	}
}

package host

import (
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// noState opens no island.
func noState(store.Genesis) (kernel.Machine, kernel.Log, error) { return nil, nil, kernel.ErrNoWorld }

// TestBlame: a peer that sent wrong bytes is counted, and has to earn its presence again; others are not
// touched.
func TestBlame(t *testing.T) {
	now, liar, other := time.Unix(1000, 0), key.ID{1}, key.ID{2}
	w := NewWorld(kernel.Options{Key: key.FromSeed([32]byte{9}), Open: noState})
	if err := w.Join(now, store.WorldID{3}); err != nil {
		t.Fatal(err)
	}
	met := &w.islands.home().Standing.Met
	for _, k := range []key.ID{liar, other} {
		w.LinkUp(now, k, link.Info{})
		met.Equal(k, now, 100)
		met.Equal(k, now.Add(30*time.Second), 700)
	}
	blame(w, now.Add(31*time.Second), liar, "block 3")
	if met.Present(liar) != 0 || met.Present(other) != 30*time.Second || w.Counters[counter.FalseAssets] != 1 {
		t.Errorf("%v, %v, %d", met.Present(liar), met.Present(other), w.Counters[counter.FalseAssets])
	}
	blame(w, now.Add(32*time.Second), key.ID{7}, "of a peer that is gone") // it stops nothing
}

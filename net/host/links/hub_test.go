package links

import (
	"testing"
	"time"

	"manyhold/net/host/message"
	"manyhold/net/key"
)

// A greeting about any island says who a linked peer is; one that says only that the peer left an island does
// not.
func TestNote(t *testing.T) {
	h := &Hub{Now: time.Unix(100, 0)}
	k := key.ID{1}
	h.Peers.Set(k, &Link{Key: k})
	hello := message.Greeting{Incarnation: 7, Capacity: 1, Epoch: 3, Turn: 9, Committed: 9}
	h.Note(key.ID{2}, hello.Encode()) // not linked
	h.Note(k, []byte{255})
	if l := h.Peers.Get(k); l.Greeted {
		t.Error("something else than a greeting counts as one")
	}
	h.Note(k, hello.Encode())
	if l := h.Peers.Get(k); !l.Greeted || l.Said.Incarnation != 7 || l.SaidAt != h.Now {
		t.Errorf("kept %+v of %v", l.Said, l.SaidAt)
	}
	gone := message.Greeting{Incarnation: 8, Capacity: 1, Leaving: true}
	h.Note(k, gone.Encode())
	if l := h.Peers.Get(k); gone.Gone() && l.Said.Incarnation != 7 {
		t.Error("a farewell from an island replaced what the peer said of itself")
	}
}

// Islands are shared out when more peers are linked than may execute all.
func TestShares(t *testing.T) {
	h := &Hub{Whole: 1}
	for i, want := range []bool{false, true} {
		k := key.ID{byte(i + 1)}
		if h.Peers.Set(k, &Link{Key: k}); h.Shares() != want {
			t.Errorf("with %d links: shared out %v", i+1, !want)
		}
	}
}

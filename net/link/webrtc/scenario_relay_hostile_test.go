package webrtc

import (
	"sync/atomic"
	"testing"

	"manyhold/net/link/relay"
	"manyhold/net/patience"
	"manyhold/net/wire"
)

// linkFrom is a peer's end of its link to another one.
func (r *ring) linkFrom(i, j int) *connection {
	return r.pupils[i].link(identity(byte(j + 1)).ID()).(*connection)
}

// TestForgedRecords: a peer in common sends what DTLS believes without a key: an alert, alone and behind
// another record. The link that it forges for goes on.
func TestForgedRecords(t *testing.T) {
	r := startRing(t, 3) // 1 is hostile; 0 and 2 talk
	var sent atomic.Uint32
	go lecture(t.Context(), r.pupils[0].link(r.pupils[0].of), &sent)
	alert := []byte{21, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0x99, 0x99, 0, 2, 1, 0}
	behind := append([]byte{22, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0x99, 0x98, 0, 1, 0}, alert...)
	for _, forged := range [][]byte{alert, behind} {
		for range 5 {
			r.linkFrom(1, 2).route.send(relay.Message{Op: relay.Forwarded, Peer: identity(1).ID(), Body: append([]byte{0}, forged...)})
		}
	}
	mark := sent.Load()
	until(t, "messages afterwards", func() bool {
		r.pupils[2].mu.Lock()
		defer r.pupils[2].mu.Unlock()
		return r.pupils[2].stream > mark+40
	})
	for i, p := range r.pupils {
		if p.count("down") != 0 {
			t.Errorf("a link of peer %d ended", i)
		}
	}
}

// TestGarbledBodies: a peer has another carry bodies that are none. They count against their author, whose
// link ends, and not against the one that was to carry them.
func TestGarbledBodies(t *testing.T) {
	r := startRing(t, 3) // 0 has 1 carry to 2
	author := r.linkFrom(0, 1)
	for range 2 * MaxGarbage {
		author.route.send(relay.Message{Op: relay.Forward, Peer: identity(3).ID(), Body: []byte{9}})
	}
	until(t, "the end of its link", func() bool { return r.pupils[1].count("down") == 1 })
	if r.pupils[2].count("down") != 0 {
		t.Error("an honest peer was blamed")
	}
}

// TestForeignDoubts: hostile peers engage their paths to a peer and keep them so. The peer's other links are
// relayed all the same when their paths break.
func TestForeignDoubts(t *testing.T) {
	r := startRing(t, 7) // 0 talks with 6, and 1 carries
	for i := 2; i < 6; i++ {
		for _, victim := range []int{0, 6} {
			l := r.linkFrom(i, victim)
			l.mu.Lock()
			l.route.path = nil // it takes no part
			l.sendDatagram([]byte{byte(wire.Path), 0, 2})
			l.mu.Unlock()
		}
	}
	engaged := func(i int) (n int) {
		for j := 2; j < 6; j++ {
			if !r.linkFrom(i, j).route.way().Plain() {
				n++
			}
		}
		return n
	}
	until(t, "the engaged paths", func() bool { return engaged(0) == 4 && engaged(6) == 4 })
	settled := patience.Now()
	until(t, "a pulse or two", func() bool { return patience.Since(settled) > 3*pulseEvery })
	r.cuts.set(r.address(0), r.address(6), true)
	r.cuts.set(r.address(6), r.address(0), true)
	until(t, "a relayed link", func() bool { return r.pupils[0].link(r.pupils[0].of).Stats().Route == "peer" })
	if r.pupils[0].count("down") != 0 {
		t.Error("the link ended")
	}
}

package host

import (
	"bytes"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/evidence"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// TestFalseSnapshots: the peers with the world give a joiner a state that differs from its announcement, or
// claim one that they do not hold. The joiner does not play on it, and comes in once they are honest again.
func TestFalseSnapshots(t *testing.T) {
	welcomed := func(change func(w *message.Welcome)) func(b []byte) []byte {
		return func(b []byte) []byte {
			if w, err := message.DecodeWelcome(b); wire.Kind(b[0]) == wire.Welcome && err == nil {
				change(&w)
				return w.Encode()
			}
			return b
		}
	}
	of := func(kind wire.Kind, change func(b []byte) []byte) func(b []byte) []byte {
		return func(b []byte) []byte {
			if wire.Kind(b[0]) == kind {
				return change(append([]byte{}, b...))
			}
			return b
		}
	}
	for _, lie := range []struct {
		name    string
		counted bool // as garbage or as unexpected; a peer that says nothing cannot be counted
		twist   func(b []byte) []byte
	}{
		{"another digest than the snapshot has", true, welcomed(func(w *message.Welcome) { w.Digest++ })},
		{"another root than the manifest has", true, welcomed(func(w *message.Welcome) { w.Root[5] ^= 1 })},
		{"another turn than the manifest has", true, welcomed(func(w *message.Welcome) { w.At.Turn += 7; w.At.Index += 7 })},
		{"an epoch that nobody began", true, welcomed(func(w *message.Welcome) { w.Epoch++ })},
		{"blocks with a wrong bit", true, of(wire.Block, func(b []byte) []byte { b[len(b)-1] ^= 1; return b })},
		{"a manifest with a wrong bit", true, of(wire.Have, func(b []byte) []byte { b[len(b)-1] ^= 1; return b })},
		{"a state that it does not hold", false, of(wire.Block, func([]byte) []byte { return nil })},
		{"a manifest that it does not hold", false, of(wire.Have, func([]byte) []byte { return nil })},
	} {
		t.Run(lie.name, func(t *testing.T) {
			c := newCluster(t, 4, lan)
			c.growAndTalk(3)
			liars, lied := append([]*testNode{}, c.nodes...), 0
			x := c.join("x")
			for _, n := range liars {
				n.twist = func(to key.ID, b []byte) []byte {
					if to != x.id() {
						return b
					}
					out := lie.twist(b)
					if !bytes.Equal(out, b) {
						lied++
					}
					return out
				}
			}
			c.run(8 * time.Second)
			refused := x.core.Counters[counter.Garbage] + x.core.Counters[counter.Unexpected]
			if lied == 0 || x.core.Machine != nil && x.core.Epoch != nil {
				t.Errorf("lied to %d times; joined: %v", lied, x.core.Epoch != nil)
			}
			if lie.counted && refused == 0 {
				t.Error("nothing was counted")
			}
			for _, n := range liars {
				n.twist = nil
			}
			took := c.until("x is there", 20*time.Second, func() bool { return x.core.Epoch != nil && protocolOf(x.core).joining.Fetch == nil })
			t.Logf("lied to %d times, %d counted; there %v after the truth was told", lied, refused, took)
			x.say("at last")
			c.agree(3 * time.Second)
		})
	}
}

// TestFalseChain: a joiner is given the true state at a place of another chain. It notices by the first head
// that the leader signs, counts it, and is in the leader's chain soon after the lies end.
func TestFalseChain(t *testing.T) {
	c := newCluster(t, 4, lan)
	c.growAndTalk(3)
	liars := append([]*testNode{}, c.nodes...)
	x := c.join("x")
	x.deceived = true
	for _, n := range liars {
		n.twist = func(to key.ID, b []byte) []byte {
			if w, err := message.DecodeWelcome(b); to == x.id() && wire.Kind(b[0]) == wire.Welcome && err == nil {
				w.At.Hash[0] ^= 1
				return w.Encode()
			}
			return b
		}
	}
	c.until("x notices", 5*time.Second, func() bool { return x.core.Counters[counter.Contradictions] > 0 })
	for _, n := range liars {
		n.twist = nil
	}
	took := c.until("x has the leader's chain", 2*evidence.ResyncGap+5*time.Second, func() bool {
		s := &x.core.History
		return s.Executed > 0 && protocolOf(x.core).joining.Fetch == nil && c.chain[s.Executed] == s.Hash
	})
	t.Logf("in the leader's chain %v after the truth was told", took)
	x.deceived = false
	x.say("at last")
	c.agree(3 * time.Second)
	c.run(2 * time.Second)
}

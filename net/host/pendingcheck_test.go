package host

import (
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/key"
)

// TestWrongStateAccusesNobody: a peer whose state confuses two authors, or four, with a vote or without,
// takes no turn that it cannot judge. It accuses nobody of it, and gets the right state; the leader goes on
// leading.
func TestWrongStateAccusesNobody(t *testing.T) {
	t.Parallel()
	for _, nodes := range []int{2, 3, 4} {
		for delay := range 12 {
			c := newCluster(t, uint64(820+delay), lan)
			c.grow(nodes)
			for _, n := range c.nodes {
				n.say("something")
			}
			c.agree(time.Second)
			c.run(500 * time.Millisecond)
			l := c.leader()
			x := c.nodes[1+delay%(nodes-1)]
			if x == l {
				x = c.nodes[0]
			}
			x.machine.wrong = 1 << 63
			c.run(time.Duration(delay) * 40 * time.Millisecond)
			for range 8 {
				for _, n := range c.nodes {
					if n != x {
						n.say("more")
					}
				}
				c.run(30 * time.Millisecond)
			}
			c.until("it is mended", 2*time.Second, func() bool {
				return x.machine.wrong == 0 && !x.core.History.Stale && protocolOf(x.core).joining.Fetch == nil
			})
			c.agree(2 * time.Second)
			if c.leader() != l {
				t.Errorf("%d nodes, after %d: another leads", nodes, delay)
			}
			for _, n := range c.nodes {
				if s := n.core.Status(n.now()); len(s.Offenders) > 0 || s.Counters[counter.TurnsForged] > 0 {
					t.Errorf("%d nodes, after %d: %s accuses %v", nodes, delay, n.name, s.Offenders)
				}
				if s := n.core.Status(n.now()); n == x && s.Desyncs != 1 || n != x && s.Desyncs != 0 {
					t.Errorf("%d nodes, after %d: %s counts %d desyncs", nodes, delay, n.name, s.Desyncs)
				}
			}
		}
	}
}

// TestOffenderOfAnotherState: a leader orders a forged command and states a false digest, so that the others
// may take their own states for wrong. It is found all the same: they ask each other.
func TestOffenderOfAnotherState(t *testing.T) {
	for seed := range few(8, 4) {
		c := newCluster(t, 830+seed, lan)
		c.grow(3)
		liar, v := c.nodes[0], c.nodes[1]
		v.say("true")
		c.agree(time.Second)
		c.run(time.Duration(seed) * 17 * time.Millisecond)
		liar.twist = func(_ key.ID, b []byte) []byte {
			for i := range liar.core.History.Ring {
				liar.core.History.Ring[i].Sum = 7
			}
			return b
		}
		c.run(time.Millisecond)
		for i := range liar.core.History.Ring {
			liar.core.History.Ring[i].Sum = 7
		}
		liar.forgeTurn(v, 2, "forged", [key.SignatureSize]byte{})
		took := c.until("both know it", time.Second, func() bool {
			return c.nodes[1].core.Standing.Forged(liar.id()) && c.nodes[2].core.Standing.Forged(liar.id())
		})
		if took > 300*time.Millisecond {
			t.Errorf("seed %d: known after %v", seed, took)
		}
		c.until("another leads", 2*time.Second, func() bool { l := c.leader(); return l != nil && l != liar })
	}
}

package host

import (
	"strings"
	"testing"
	"time"

	"manyhold/net/host/committee"
	"manyhold/net/host/compare"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/link"
	"manyhold/net/link/memory"
)

// TestDesyncFigures: a flipped bit on one of five peers is seen within two turns, mended within a second, and
// the others notice nothing: not one counts a desync, takes a state over or waits for a turn.
func TestDesyncFigures(t *testing.T) {
	t.Parallel()
	const bar = time.Second
	for _, n := range []int{2, 3, 5} {
		var seen uint64
		var mended time.Duration
		for seed := range few(20, 4) {
			c := newCluster(t, 500+seed, lan)
			c.grow(n)
			c.run(time.Second + time.Duration(seed)*7*time.Millisecond)
			x := c.nodes[n-1]
			c.watchGaps, c.lastTurn = true, c.net.Now()
			x.machine.wrong = 1 << seed
			at, flipped := x.core.History.Executed, c.net.Now()
			leader := c.leader()
			c.until("it is seen", bar, func() bool { return leader.core.Counters[counter.Differed] > 0 })
			seen = max(seen, protocolOf(leader.core).comparison.Dispute.Turn-at, leader.core.History.Executed-at)
			c.until("it is mended", bar, func() bool { return x.core.History.Stale })
			c.until("it is mended", bar, func() bool {
				return x.machine.wrong == 0 && !x.core.History.Stale && protocolOf(x.core).joining.Fetch == nil
			})
			mended = max(mended, c.net.Now().Sub(flipped))
			x.say("fine")
			c.agree(time.Second)
			for _, m := range c.nodes {
				s := m.core.Status(c.net.Now())
				if m != x && (s.Desyncs > 0 || s.Counters[counter.Resyncs] > 0) || m == x && s.Desyncs != 1 {
					t.Errorf("%s counts %d desyncs, %d states taken over", m.name, s.Desyncs, s.Counters[counter.Resyncs])
				}
			}
			if c.longest > unnoticed {
				t.Errorf("a pause of %v", c.longest)
			}
		}
		t.Logf("%d peers: seen within %d turns, mended within %v, in 20 runs", n, seen, mended)
		if seen > 2 || mended > bar {
			t.Errorf("%d peers: seen after %d turns, mended after %v", n, seen, mended)
		}
	}
}

// TestThirdDesync: a peer, leader or follower, with three wrong states within a minute becomes a viewer: no
// seat, no lead, and it says so. After five minutes without a wrong state it has its seat again.
func TestThirdDesync(t *testing.T) {
	t.Parallel()
	for _, who := range []int{0, 1} {
		c := newCluster(t, 520, lan)
		c.grow(3)
		c.run(4 * time.Second)
		x := c.nodes[who]
		for i := range uint64(3) {
			if why := protocolOf(x.core).seats.IneligibleWhy(); why != "" {
				t.Fatalf("after %d: %q", i, why)
			}
			x.machine.wrong = 1
			c.until("it is mended", 2*time.Second, func() bool {
				return x.core.Measures.Desyncs == i+1 && x.machine.wrong == 0 && protocolOf(x.core).joining.Fetch == nil
			})
			c.run(compare.QuietAfter + 500*time.Millisecond)
		}
		c.until("it is a viewer", 5*time.Second, func() bool { l := c.leader(); return l != nil && l != x && !l.core.Epoch.Record().Votes(x.id()) })
		if why := x.core.Status(c.net.Now()).IneligibleWhy; !strings.Contains(why, "three times within a minute") {
			t.Errorf("it says %q", why)
		}
		x.say("I watch and play")
		c.agree(time.Second)
		c.run(committee.ViewerFor - time.Minute)
		if c.leader().core.Epoch.Record().Votes(x.id()) {
			t.Error("it votes too early")
		}
		c.until("it has its seat again", 2*time.Minute, func() bool { return seated(x) })
		c.agree(time.Second)
	}
}

// TestOldDesyncsAreForgotten: three wrong states in more than a minute make no peer a viewer.
func TestOldDesyncsAreForgotten(t *testing.T) {
	c := newCluster(t, 521, lan)
	c.grow(3)
	x := c.nodes[1]
	for i := range uint64(4) {
		x.machine.wrong = 1
		c.until("it is mended", 2*time.Second, func() bool {
			return x.core.Measures.Desyncs == i+1 && x.machine.wrong == 0 && protocolOf(x.core).joining.Fetch == nil
		})
		c.run(31 * time.Second)
	}
	if why := protocolOf(x.core).seats.IneligibleWhy(); why != "" {
		t.Errorf("it says %q", why)
	}
}

// TestLiarAboutDigests: a peer that reports false digests raises no count of desyncs but its own; the leader
// takes no state over, and goes on leading.
func TestLiarAboutDigests(t *testing.T) {
	c := newCluster(t, 522, lan)
	c.grow(3)
	a, liar := c.nodes[0], c.nodes[2]
	for range 200 {
		last := liar.core.History.Ring[liar.core.History.Executed%kernel.DigestRing]
		last.Sum ^= 1
		b := message.AppendDigests(message.BeginFrame(nil, liar.core.Epoch.Record().Number), []message.Digest{last})
		must(t, liar.links[a.id()].Send(link.Datagram, b))
		c.run(50 * time.Millisecond)
	}
	if a.core.Counters[counter.Differed] == 0 {
		t.Error("the lies were not heard")
	}
	for _, n := range c.nodes[:2] {
		if s := n.core.Status(c.net.Now()); s.Desyncs > 0 || s.Counters[counter.Resyncs] > 0 || s.IneligibleWhy != "" {
			t.Errorf("%s: %d desyncs, %d states taken over, %q", n.name, s.Desyncs, s.Counters[counter.Resyncs], s.IneligibleWhy)
		}
	}
	if c.leader() != a {
		t.Error("the leader lost its seat")
	}
}

// TestDesyncOverFarLinks: also far, with loss, a wrong state is mended within a second and a half.
func TestDesyncOverFarLinks(t *testing.T) {
	var worst time.Duration
	for seed := range few(10, 4) {
		c := newCluster(t, 530+seed, memory.Conditions{Delay: 45 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.02})
		c.grow(3)
		c.run(time.Second)
		x := c.nodes[2]
		x.machine.wrong = 1
		worst = max(worst, c.until("it is mended", 3*time.Second, func() bool { return x.machine.wrong == 0 && protocolOf(x.core).joining.Fetch == nil }))
	}
	t.Logf("mended within %v in 10 runs", worst)
	if worst > 1500*time.Millisecond {
		t.Errorf("mended after %v", worst)
	}
}

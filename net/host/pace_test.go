package host

import (
	"testing"
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/committee"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/link/memory"
)

// ticksOf returns how many ticks a turn has where a node is.
func (n *testNode) ticksOf() uint8 { return n.core.Epoch.Record().Ticks }

// TestTurnsFollowTheNetwork: on a network that becomes slow and lossy turns become longer for everybody at
// one turn, and shorter again a minute after it is well. No peer pauses, all states stay equal, and every
// command is taken once.
func TestTurnsFollowTheNetwork(t *testing.T) {
	t.Parallel()
	good := memory.Conditions{Delay: 10 * time.Millisecond, Jitter: 3 * time.Millisecond}
	bad := memory.Conditions{Delay: 150 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05}
	c := newCluster(t, 3, good)
	c.grow(5)
	c.run(30 * time.Second)
	for _, n := range c.nodes {
		if n.ticksOf() != message.DefaultTicks {
			t.Fatalf("%s: turns of %d ticks on a good network", n.name, n.ticksOf())
		}
	}
	c.lastTurn, c.watchGaps = c.net.Now(), true
	play := func(what string, limit time.Duration, holds func(ticks uint8) bool) time.Duration {
		next := c.net.Now()
		return c.until(what, limit, func() bool {
			if now := c.net.Now(); !now.Before(next) {
				next = now.Add(500 * time.Millisecond)
				for _, n := range c.nodes {
					n.say("place stone")
				}
			}
			for _, n := range c.nodes {
				if n.core.Epoch == nil || !holds(n.ticksOf()) {
					return false
				}
			}
			return true
		})
	}
	c.setAll(bad)
	took := play("longer turns", time.Minute, func(ticks uint8) bool { return ticks > message.DefaultTicks })
	if took < kernel.LongerAfter {
		t.Errorf("turns became longer after %v already", took)
	}
	ticks := c.nodes[0].ticksOf()
	before, at := c.maxTurn, c.net.Now()
	play("some time", 21*time.Second, func(uint8) bool { return c.net.Now().Sub(at) > 20*time.Second })
	turns, want := int(c.maxTurn-before), int(20*time.Second/c.nodes[0].core.Leader.Lasts(ticks))
	if turns < want*9/10 || turns > want*11/10 {
		t.Errorf("%d turns of %d ticks in 20 s, want about %d", turns, ticks, want)
	}
	c.setAll(good)
	took = play("usual turns again", 3*time.Minute, func(ticks uint8) bool { return ticks == message.DefaultTicks })
	if took < kernel.ShorterAfter {
		t.Errorf("turns became shorter after %v already", took)
	}
	c.agree(5 * time.Second)
	for _, n := range c.nodes {
		if len(n.desyncs) > 0 {
			t.Errorf("%s had another state", n.name)
		}
	}
	t.Logf("turns of %d ticks; the longest pause %v", ticks, c.longest)
	if c.longest > time.Second {
		t.Errorf("nobody had a turn for %v", c.longest)
	}
}

// setAll changes the network between all nodes.
func (c *cluster) setAll(to memory.Conditions) {
	for i, n := range c.nodes {
		for _, m := range c.nodes[:i] {
			c.net.SetBoth(n.id(), m.id(), to)
		}
	}
}

// TestTicksWanted: the reasons for longer turns.
func TestTicksWanted(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*kernel.Core)
		want   uint8
	}{
		{"as it is", nil, 3},
		{"half of the links a little far", func(c *kernel.Core) { setLinks(c, 200*time.Millisecond, 0) }, 3},
		{"far", func(c *kernel.Core) { setLinks(c, 300*time.Millisecond, 0) }, 4},
		{"very far", func(c *kernel.Core) { setLinks(c, 2*time.Second, 0) }, 6},
		{"lossy", func(c *kernel.Core) { setLinks(c, 50*time.Millisecond, 0.2) }, 5},
		{"a narrow uplink", func(c *kernel.Core) { c.Resources.Limit(capacity.Limits{Upload: 24_000}) }, 4},
		{"steps that take a third of a turn", func(c *kernel.Core) { c.Measures.Steps.Usual = 17 * time.Millisecond }, 5},
	} {
		n := newCluster(t, 1, memory.Conditions{Delay: 5 * time.Millisecond})
		n.grow(5)
		n.run(time.Second)
		core := n.leader().core
		if c.change != nil {
			c.change(core)
		}
		if got := core.Leader.TicksWanted(); got != c.want {
			t.Errorf("%s: %d ticks, want %d", c.name, got, c.want)
		}
		if core.Leader.TicksWithReserve() < core.Leader.TicksWanted() {
			t.Errorf("%s: less with a reserve", c.name)
		}
	}
}

// setLinks says how far the links are and what they lose.
func setLinks(c *kernel.Core, rtt time.Duration, loss float64) {
	for _, p := range c.Peers.Values() {
		p.RTT, p.Loss, p.Since = rtt, loss, c.Now.Add(-committee.LossyAfter)
	}
}

package host

import (
	"testing"
	"time"
)

// TestSleeps: the host is suspended and wakes hours later; the other went on. And the other way round: the
// suspended peer has no turns of its own.
func TestSleeps(t *testing.T) {
	t.Parallel()
	for who := range 2 {
		c := newCluster(t, uint64(400+who), lan)
		c.growAndTalk(2)
		x, rest := c.nodes[who], c.nodes[1-who]
		x.stop(true)
		c.run(4 * time.Second)
		rest.say("meanwhile")
		long := 2 * time.Hour
		if testing.Short() {
			long = 20 * time.Minute
		}
		c.run([]time.Duration{long, 20 * time.Minute}[who])
		x.wake()
		took := c.healed(12 * time.Second)
		t.Logf("node %d slept, healed after %v", who, took)
		for _, n := range c.nodes {
			if n.entries(rest) < 6 {
				t.Errorf("node %d slept: %s has %d entries of the one that was awake", who, n.name, n.entries(rest))
			}
		}
	}
}

// TestWrongClocks: a clock that is set in the middle changes nothing, forward or back: no decision depends on
// another's clock, and a step back is no time.
func TestWrongClocks(t *testing.T) {
	for _, jump := range []time.Duration{time.Minute, 24 * time.Hour, -24 * time.Hour} {
		for who := range 3 {
			c := newCluster(t, uint64(410+who), lan)
			c.growAndTalk(3)
			n := c.nodes[who]
			var others []*testNode
			for _, m := range c.nodes {
				if m != n {
					others = append(others, m)
				}
			}
			c.net.Split(ids(n), ids(others...))
			c.run(time.Second)
			n.set(jump)
			c.goesProvisional(n, 7*time.Second)
			n.say("apart")
			c.run(time.Second)
			c.net.Heal()
			took := c.healed(12 * time.Second)
			if n.entries(n) < 6 || others[0].entries(n) < 6 {
				t.Errorf("jump %v of node %d: %d entries", jump, who, others[0].entries(n))
			}
			t.Logf("jump %v of node %d: healed after %v", jump, who, took)
		}
	}
}

// TestClockStepsBack: the clock of a lone leader, then that of a leader of three, goes back a day while
// nothing else happens. Turns go on, and every peer keeps its seat.
func TestClockStepsBack(t *testing.T) {
	for _, many := range []int{1, 3} {
		c := newCluster(t, uint64(430+many), lan)
		c.growAndTalk(many)
		c.run(5 * time.Second) // its committee is the right one by now
		n := c.leader()
		n.set(-24 * time.Hour)
		before := n.core.Inspect()
		c.run(2 * time.Second)
		after := n.core.Inspect()
		if got := after.Executed - before.Executed; got < 36 || got > 44 || after.Record != before.Record {
			t.Errorf("%d peers: %d turns in 2 s, epoch %d (%v) after %d", many, got, after.Record.Number, after.Record.Reason, before.Record.Number)
		}
		if at := n.core.Today(); at != n.now().Unix() {
			t.Errorf("%d peers: dates are of %v, its clock shows %v", many, time.Unix(at, 0), n.now())
		}
	}
}

// set sets a node's clock; its timers, which count time alone, run on.
func (n *testNode) set(skew time.Duration) {
	n.skew = skew
	n.tick()
}

package host

import (
	"testing"
	"time"

	"manyhold/net/host/counter"
)

// TestSlowVoters: a majority of voters that falls behind the turns loses its seats within seconds to peers
// that keep up, and turns are committed in time again. Once the slow ones keep up, too, nobody is
// moved for their sake.
func TestSlowVoters(t *testing.T) {
	for seed := range few(6, 2) {
		c := newCluster(t, 7100+seed, lan)
		c.grow(8)
		c.run(4 * time.Second)
		a := c.leader()
		var slow []*testNode
		for _, n := range c.nodes {
			if n != a && seated(n) && len(slow) < 3 {
				n.lag = 700 * time.Millisecond
				slow = append(slow, n)
			}
		}
		if len(slow) < 3 {
			t.Fatal("there are no five voters")
		}
		c.until("the slow ones without seats", 8*time.Second, func() bool { return !seated(slow[0]) && !seated(slow[1]) && !seated(slow[2]) })
		if l := c.leader(); l != a {
			t.Errorf("seed %d: another leads because of slow voters", seed)
		}
		c.until("five voters", 3*time.Second, func() bool { return len(a.core.Epoch.Record().Voters) == 5 })
		from := a.core.History.Committed
		c.run(5 * time.Second)
		if n := a.core.History.Committed - from; n < 95 {
			t.Errorf("seed %d: %d turns were committed in five seconds", seed, n)
		}
		for _, n := range slow {
			n.lag = 0
		}
		epoch := a.core.Epoch.Record().Number
		c.run(45 * time.Second)
		if got := a.core.Epoch.Record().Number; got != epoch || a.core.Counters[counter.StepsDown] != 0 {
			t.Errorf("seed %d: epoch %d became %d for the sake of peers that are not slow any more", seed, epoch, got)
		}
		c.agree(3 * time.Second)
	}
}

// TestVotersOfOneMachine: the voters of one machine are no majority for long, if others are there.
func TestVotersOfOneMachine(t *testing.T) {
	c := newCluster(t, 7200, lan)
	c.grow(9)
	c.run(4 * time.Second)
	a := c.leader()
	const at = "192.0.2.9"
	for _, n := range c.nodes[1:] {
		place := n.name
		if seated(n) {
			place = at
		}
		protocolOf(a.core).seats.Placed(n.pair.ID(), place)
	}
	crowded := func() (n int) {
		for _, v := range a.core.Epoch.Record().Voters {
			if p := a.core.Peers.Get(v.Key); p != nil && p.Machine == at {
				n++
			}
		}
		return n
	}
	if c.leader() != a || a != c.nodes[0] || crowded() != 4 {
		t.Fatalf("%d voters of one machine at first", crowded())
	}
	c.run(20 * time.Second)
	if crowded() != 4 {
		t.Error("voters that keep up lose their seats at once for what is said of their machine")
	}
	c.until("two voters of the machine at most", time.Minute, func() bool { return crowded() <= 2 })
	if n := len(a.core.Epoch.Record().Voters); n != 5 {
		t.Errorf("%d voters", n)
	}
	c.agree(3 * time.Second)
}

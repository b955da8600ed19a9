package host

import (
	"testing"
	"time"

	"manyhold/net/host/counter"
)

// TestLeaderOfTwoRederives: one of two peers, the leader, has a wrong state. It finds out itself: the right
// state of the follower is not replaced, and no turn is late. A wrong state of the follower is replaced by
// the leader's, as ever.
func TestLeaderOfTwoRederives(t *testing.T) {
	for seed := range few(10, 4) {
		for _, leads := range []bool{true, false} {
			c := newCluster(t, 560+seed, lan)
			c.grow(2)
			c.run(3*time.Second + time.Duration(seed)*700*time.Millisecond)
			x, y := c.leader(), c.nodes[0]
			if x == y {
				y = c.nodes[1]
			}
			if !leads {
				x, y = y, x
			}
			c.watchGaps, c.lastTurn = true, c.net.Now()
			x.machine.wrong = 1 << seed
			c.until("it is mended", 2*time.Second, func() bool { return x.machine.wrong == 0 && protocolOf(x.core).joining.Fetch == nil })
			x.say("fine")
			y.say("fine")
			c.agree(time.Second)
			if s := y.core.Status(c.net.Now()); s.Desyncs > 0 || s.Counters[counter.Resyncs] > 0 || x.core.Measures.Desyncs != 1 || len(x.desyncs) != 1 {
				t.Errorf("seed %d, the leader's wrong %v: the other counts %d desyncs and %d states taken over, it %d and %d reports", seed, leads, s.Desyncs, s.Counters[counter.Resyncs], x.core.Measures.Desyncs, len(x.desyncs))
			}
			if d := x.desyncs[0]; leads && string(d.Mine) == string(d.Right) {
				t.Error("the report has the same state twice")
			}
			if c.longest > unnoticed {
				t.Errorf("a pause of %v", c.longest)
			}
			if f := x.file; leads && f.checkpoint.Turn < x.core.History.Base.Turn {
				t.Errorf("the file keeps its checkpoint of turn %d", f.checkpoint.Turn)
			}
			x.crash()
			x.restart() // the state in the file leads to the right digests
			c.run(time.Second)
		}
	}
}

// TestWrongAndNewest: a voter learns that its state is wrong, and the peer that it would take another from
// dies. Its log is newer than that of the remaining peer, which cannot be elected: it derives its own state
// again, and both go on at once.
func TestWrongAndNewest(t *testing.T) {
	var worst time.Duration
	for seed := range few(10, 4) {
		c := newCluster(t, 590+seed, lan)
		c.grow(3)
		c.run(time.Second + time.Duration(seed)*100*time.Millisecond)
		a := c.leader()
		var x, y *testNode
		for _, n := range c.nodes {
			if n != a {
				x, y = n, x
			}
		}
		c.net.Split(ids(y), ids(x, a))
		c.run(300 * time.Millisecond)
		x.machine.wrong = 1
		c.until("it knows", 2*time.Second, func() bool { return protocolOf(x.core).joining.Fetch != nil })
		a.crash()
		had := x.core.Epoch.Last().Turn
		c.net.Heal()
		worst = max(worst, c.until("both go on", 5*time.Second, func() bool {
			return protocolOf(x.core).joining.Fetch == nil && y.core.History.Committed > had && x.core.History.Committed > had
		}))
		if x.core.Measures.Desyncs != 1 || x.machine.wrong != 0 {
			t.Errorf("seed %d: %d desyncs, wrong by %d", seed, x.core.Measures.Desyncs, x.machine.wrong)
		}
		c.agree(2 * time.Second)
	}
	t.Log(worst)
	if worst > 1500*time.Millisecond {
		t.Errorf("nobody closes turns for %v", worst)
	}
}

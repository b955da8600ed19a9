package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/link/memory"
)

// TestFailOverTimes kills the leader of three in thirty networks each near and far, and measures how long no
// node executes a new turn.
func TestFailOverTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		conditions    memory.Conditions
		median, worst time.Duration
	}{
		{"near", lan, 600 * time.Millisecond, time.Second},
		{"far", memory.Conditions{Delay: 45 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.02}, 1200 * time.Millisecond, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			var pauses []time.Duration
			for seed := range few(30, 4) {
				pauses = append(pauses, failOver(t, seed, c.conditions))
			}
			slices.Sort(pauses)
			median, worst := pauses[len(pauses)/2], pauses[len(pauses)-1]
			t.Logf("median %v, worst of %d %v", median, len(pauses), worst)
			if median > c.median || worst > c.worst {
				t.Errorf("median %v of at most %v, worst %v of at most %v", median, c.median, worst, c.worst)
			}
		})
	}
}

func failOver(t *testing.T, seed uint64, conditions memory.Conditions) time.Duration {
	c := newCluster(t, seed, conditions)
	c.options = func(o *kernel.Options) { o.Charter = true } // as every node has it
	c.grow(3)
	c.run(time.Second + time.Duration(seed)*7*time.Millisecond)
	a := c.leader()
	a.crash()
	died, turn := c.net.Now(), uint64(0)
	for _, n := range c.alive() {
		turn = max(turn, n.core.History.Executed)
	}
	c.until("turns are committed again", 5*time.Second, func() bool {
		l := c.leader()
		return l != nil && l.core.History.Committed > turn
	})
	return c.net.Now().Sub(died)
}

// TestQuitAtOnce: a voter of three is killed; the leader quits in the moment in which it is alone in its
// committee. The remaining peer has not been heard of in that epoch yet, and gets the world all the same.
func TestQuitAtOnce(t *testing.T) {
	for seed := range few(10, 4) {
		c := newCluster(t, 900+seed, lan)
		c.grow(3)
		c.until("three voters", 20*time.Second, func() bool { l := c.leader(); return l != nil && len(l.core.Epoch.Record().Voters) == 3 })
		a := c.leader()
		others := slices.DeleteFunc(slices.Clone(c.nodes), func(n *testNode) bool { return n == a })
		others[0].crash()
		c.until("a committee of one", 30*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Record().Lone() && a.core.Epoch.Leading() })
		protocolOf(a.core).seats.Stop(c.net.Now())
		a.act()
		heir := others[1]
		c.until("the other leads", 3*time.Second, func() bool { return heir.core.Epoch != nil && heir.core.Epoch.Leading() })
		if !heir.core.Ancestry.Last().Firm {
			t.Errorf("seed %d: %s", seed, heir.core.Ancestry.Last().Reason)
		}
	}
}

// TestFailOverInACrowd: the leader of five is killed while so many ask for things in every turn that their
// signatures do not fit a frame. The one that is elected is followed all the same, as soon as otherwise.
func TestFailOverInACrowd(t *testing.T) {
	t.Parallel()
	var worst time.Duration
	seeds := few(15, 5)
	for seed := range seeds {
		c := newCluster(t, 950+seed, lan)
		c.grow(7)
		c.run(time.Second + time.Duration(seed)*7*time.Millisecond)
		talk := func(d time.Duration) {
			for range int(d / (30 * time.Millisecond)) {
				for _, n := range c.alive() {
					if len(n.core.Own.Waiting) < message.MaxPending/2 {
						n.say("everybody at once")
						n.say("and again")
					}
				}
				c.run(30 * time.Millisecond)
			}
		}
		talk(time.Second)
		a := c.leader()
		a.crash()
		died, turn := c.net.Now(), uint64(0)
		for _, n := range c.alive() {
			turn = max(turn, n.core.History.Executed)
		}
		for c.net.Now().Sub(died) < 5*time.Second {
			if talk(30 * time.Millisecond); c.leader() != nil && c.leader().core.History.Committed > turn {
				break
			}
		}
		worst = max(worst, c.net.Now().Sub(died))
	}
	if t.Logf("worst of %d: %v", seeds, worst); worst > time.Second {
		t.Errorf("no turn is committed for %v", worst)
	}
}

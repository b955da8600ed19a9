package host

import (
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/link"
)

// TestAway: the time that a stopped peer needs until it has the others' turns again. If it missed no more
// than the others keep (epoch.Kept, two minutes), it takes those turns; if it missed more, it takes a
// snapshot. No other peer notices.
func TestAway(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		away     time.Duration
		bar      time.Duration
		snapshot bool
	}{
		{5 * time.Second, 500 * time.Millisecond, false},
		{60 * time.Second, time.Second, false},
		{10 * time.Minute, time.Second, true},
	} {
		for _, who := range []int{0, 2} {
			k := newCluster(t, 600, lan)
			k.grow(3)
			k.run(4 * time.Second)
			x := k.nodes[who]
			x.stop(c.away > link.DeadAfter)
			k.run(time.Second) // a stopped leader is replaced
			k.watchGaps, k.lastTurn, k.longest = true, k.net.Now(), 0
			rest := k.nodes[1]
			k.run(c.away / 2)
			rest.say("meanwhile")
			k.run(c.away/2 - time.Second)
			resyncs := x.core.Counters[counter.Resyncs]
			x.wake()
			took := k.until("it has the others' turns", 20*time.Second, func() bool {
				return x.core.Epoch != nil && protocolOf(x.core).joining.Fetch == nil && x.core.History.Executed+2 >= rest.core.History.Executed
			})
			t.Logf("node %d away %v: caught up within %v, snapshot %v", who, c.away, took, x.core.Counters[counter.Resyncs] > resyncs)
			if took > c.bar {
				t.Errorf("node %d away %v: caught up after %v", who, c.away, took)
			}
			if got := x.core.Counters[counter.Resyncs] > resyncs; got != c.snapshot {
				t.Errorf("node %d away %v: took a snapshot %v", who, c.away, got)
			}
			x.say("back")
			k.agree(2 * time.Second)
			if k.longest > unnoticed {
				t.Errorf("node %d away %v: a pause of %v for the others", who, c.away, k.longest)
			}
			if l := k.leader(); l == nil || who == 0 && l == x {
				t.Error("the one that was away leads")
			}
		}
	}
}

// stop stops a process as SIGSTOP does; unlinks says that its links die of it.
func (n *testNode) stop(unlinks bool) {
	n.stopped = true
	for _, m := range n.c.nodes {
		if m != n && unlinks {
			n.c.net.Cut(n.id(), m.id())
			n.c.net.Cut(m.id(), n.id())
		}
	}
}

// wake lets the process go on: the messages that waited come at once, and it finds its peers again.
func (n *testNode) wake() {
	n.stopped = false
	waiting := n.inbox
	n.inbox = nil
	for _, f := range waiting {
		f()
	}
	n.c.net.Heal()
	n.dialAll()
}

package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/store"
)

// powerCut cuts the power of a node: the last turns of its file go, and it says so when it is started again.
func (n *testNode) powerCut(turns int) {
	n.crash()
	f := n.file
	end := f.entries[len(f.entries)-1].Turn
	f.entries = f.entries[:len(f.entries)-turns]
	f.writtenTurn = end - uint64(turns)
	f.cut = &store.Cut{Turn: f.writtenTurn, Most: end + 2, At: n.now(), Sure: true}
}

// TestLossIsTold: the founder of a world, alone in it, comes back after a power cut, and goes on without the
// turns that its file lacks. It says how many they may be. When another peer comes that has some of them, it
// says how many it knows there were.
func TestLossIsTold(t *testing.T) {
	c := newCluster(t, 501, lan)
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	for i := range 20 {
		a.say(fmt.Sprint(i))
		c.run(100 * time.Millisecond)
	}
	c.agree(time.Second)
	b.crash() // it knows the committed turns
	a.powerCut(15)
	end := a.file.writtenTurn
	c.forget()
	a.restart()
	c.until("a goes on", 6*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() })
	s, d := a.core.Status(a.now()), a.file.decided
	if d == nil || d.Fate != store.Gone || d.Turn != end || s.Counters[counter.TurnsCut] != d.AtMost() || d.AtMost() < 15 || s.Counters[counter.TurnsCutSeen] != 0 || s.Fork.Notice == "" {
		t.Fatalf("it says %+v, counts %d, and tells %q", d, s.Counters[counter.TurnsCut], s.Fork.Notice)
	}
	t.Log(s.Fork.Notice)
	b.restart()
	c.until("b's turns are known", 6*time.Second, func() bool { return a.core.Counters[counter.TurnsCutSeen] > 0 })
	if s, d := a.core.Status(a.now()), a.file.decided; d.Known() != s.Counters[counter.TurnsCutSeen] || d.Known() > d.AtMost() || d.Known() < 10 {
		t.Errorf("it says %+v, counts %d", d, s.Counters[counter.TurnsCutSeen])
	}
	t.Log(protocolOf(a.core).forks.Provisional.Notice)
}

// TestNoLossWhereOthersHaveIt: the power of one of three goes. Its file lacks turns, and others give them.
func TestNoLossWhereOthersHaveIt(t *testing.T) {
	c := newCluster(t, 502, lan)
	c.growAndTalk(3)
	n := c.nodes[2]
	n.powerCut(6)
	n.restart()
	c.until("it knows that nothing is lost", 8*time.Second, func() bool { return n.file.decided != nil })
	if d := n.file.decided; d.Fate != store.Had || n.core.Counters[counter.TurnsCut] != 0 {
		t.Errorf("it says %+v", d)
	}
}

// TestAllLosePower: the power of all three goes, and each file lacks a few turns. They agree to go on from
// the longest log, and all say how much may be lost.
func TestAllLosePower(t *testing.T) {
	c := newCluster(t, 503, lan)
	c.growAndTalk(3)
	c.run(time.Second)
	for i, n := range c.nodes {
		n.powerCut(5 + i)
	}
	c.forget()
	for _, n := range c.nodes {
		n.restart()
	}
	for _, n := range c.nodes {
		c.until(n.name+" says what is lost", 12*time.Second, func() bool { return n.file.decided != nil && n.file.decided.Fate == store.Gone })
		r := n.core.Ancestry.Last()
		for r.Reason != epoch.Agreed {
			r = n.core.Ancestry.Records[r.Number-2]
		}
		if d := n.file.decided; d.Turn != r.FirstTurn-1 || d.AtMost() < 5 || d.AtMost() > 25 {
			t.Errorf("%s says %+v, the world goes on from %d", n.name, d, r.FirstTurn)
		}
	}
}

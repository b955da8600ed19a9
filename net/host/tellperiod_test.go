package host

import (
	"testing"
	"time"

	"manyhold/net/host/compare"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/table"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// TestPairsAgree: a leader learns of every two followers whether they have the same state, and finds the one
// with a state that was changed behind its back.
func TestPairsAgree(t *testing.T) {
	c := newCluster(t, 61, lan)
	c.growAndTalk(4)
	a := c.leader()
	c.until("three pairs that agree", 3*time.Second, func() bool {
		all := protocolOf(a.core).comparison.Pairs()
		for _, p := range all {
			if !p.Equal || !p.A.Less(p.B) || p.A == a.core.Me || p.B == a.core.Me {
				t.Fatalf("%+v", p)
			}
		}
		return len(all) == 3
	})
	x, y, d := &kernel.Peer{Key: a.core.Me}, &kernel.Peer{}, protocolOf(a.core).comparison
	if _, ok := d.CompareReports(x, y); ok {
		t.Error("two that said nothing are compared")
	}
	d.Of(x).Reports[3], d.Of(y).Reports[3] = message.Digest{Turn: 19, Term: 1, Sum: 7}, message.Digest{Turn: 19, Term: 1, Sum: 8}
	d.Of(x).Reports[2], d.Of(y).Reports[2] = message.Digest{Turn: 18, Term: 1, Sum: 7}, message.Digest{Turn: 18, Term: 1, Sum: 7}
	if p, ok := d.CompareReports(x, y); !ok || p.Equal || p.Turn != 19 {
		t.Errorf("they differ in the last of two turns: %+v", p)
	}
	d.Of(x).Reports[3].Term = 2
	if p, ok := d.CompareReports(x, y); !ok || !p.Equal || p.Turn != 18 {
		t.Errorf("turns of two terms are no pair: %+v", p)
	}
}

// TestFollowersKnowOfEachOther: a follower knows of the leader and of every two others whether they agree,
// and compares its own state with theirs.
func TestFollowersKnowOfEachOther(t *testing.T) {
	c := newCluster(t, 62, lan)
	c.grow(4)
	for _, n := range c.nodes[1:] {
		c.until("three pairs that agree, at who follows", 20*time.Second, func() bool {
			all := protocolOf(n.core).comparison.Pairs()
			for _, p := range all {
				if !p.Equal || p.A == n.id() || p.B == n.id() {
					t.Fatalf("%+v", p)
				}
			}
			return len(all) == 3
		})
		n.core.Peers.Each(func(p *kernel.Peer) {
			if k := protocolOf(n.core).comparison.Of(p).Counts; k.Compared == 0 || k.Equal != k.Compared {
				t.Errorf("%s compared %d with %s, %d equal", n.name, k.Compared, p.Name(), k.Equal)
			}
		})
	}
}

// TestLiarSpoilsItsOwnComparisons: a peer sends the followers false digests. Each of them sees that peer
// differ from all others, and the others agree. No peer drops its state for it.
func TestLiarSpoilsItsOwnComparisons(t *testing.T) {
	c := newCluster(t, 63, lan)
	c.grow(4)
	leader, liar := c.leader(), c.nodes[3]
	liar.twist = func(to key.ID, b []byte) []byte {
		var f message.Frame
		if wire.Kind(b[0]) != wire.Frame || to == leader.id() || f.Decode(b) != nil || len(f.Digests) != 1 {
			return b
		}
		f.Digests[0].Sum ^= 1
		return message.AppendDigests(message.BeginFrame(nil, f.Epoch), f.Digests)
	}
	for _, n := range []*testNode{c.nodes[1], c.nodes[2]} {
		c.until("two pairs that differ", 20*time.Second, func() bool {
			differ := 0
			for _, p := range protocolOf(n.core).comparison.Pairs() {
				lies := p.A == liar.id() || p.B == liar.id()
				if !p.Equal && !lies {
					t.Fatalf("%s takes two who told the truth for different: %+v", n.name, p)
				}
				if !p.Equal {
					differ++
				}
			}
			return differ == 2
		})
	}
	c.run(2 * time.Second)
	for _, n := range c.nodes {
		if s := n.core.Status(c.net.Now()); s.Desyncs > 0 || s.Counters[counter.Resyncs] > 0 || s.Counters[counter.Garbage] > 0 || s.Counters[counter.Unexpected] > 0 {
			t.Errorf("%s: %d desyncs, %d states taken over, %d refused", n.name, s.Desyncs, s.Counters[counter.Resyncs], s.Counters[counter.Garbage]+s.Counters[counter.Unexpected])
		}
	}
}

// TestPairsGetOld: old reports of two peers are not passed on any more.
func TestPairsGetOld(t *testing.T) {
	c := newCluster(t, 64, lan)
	c.grow(4)
	a, x := c.leader(), c.nodes[3]
	knows := func() bool {
		for _, p := range protocolOf(a.core).comparison.Pairs() {
			if p.A == x.id() || p.B == x.id() {
				return true
			}
		}
		return false
	}
	c.until("a pair with the last", 3*time.Second, knows)
	x.twist = func(_ key.ID, b []byte) []byte {
		if wire.Kind(b[0]) == wire.Frame {
			return nil
		}
		return b
	}
	c.until("the last to be left out", 3*time.Minute, func() bool { return !knows() })
	if a.links[x.id()] == nil {
		t.Error("its link is gone")
	}
}

// TestTellPeriods: the more links and islands there are the more rarely each is told, of turns that all tell
// of.
func TestTellPeriods(t *testing.T) {
	w := &World{islands: &islands{}}
	c := NewCore(kernel.Options{})
	c.Islands = islandsView{w}
	for _, k := range []struct {
		links, islands int
		want           uint64
	}{{0, 1, 1}, {compare.ManyLinks, 1, 1}, {compare.ManyLinks + 1, 1, compare.WhenMany}, {3, 2, 2}, {3, 3, 4}, {3, 20, compare.TellRarely}, {60, 200, compare.TellRarely}} {
		c.Peers.Table = table.Table[key.ID, *kernel.Peer]{}
		for id := range k.links {
			c.Peers.Set(key.ID{byte(id)}, &kernel.Peer{})
		}
		for id := range k.islands {
			w.islands.table.Set(table.Number(id), c)
		}
		if got := protocolOf(c).comparison.TellPeriod(); got != k.want*compare.TellTurns {
			t.Errorf("%d links, %d islands: %d turns", k.links, k.islands, got)
		}
	}
}

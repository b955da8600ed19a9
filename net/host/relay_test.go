package host

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/relay"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/wire"
)

// The cost of a datagram on a network card beyond its bytes, and the cost of an acknowledgement, sent for
// every second datagram.
const (
	cardBytes = 111
	ackBytes  = 107 / 2
)

// crowd is a large cluster that counts its leader's bytes.
type crowd struct {
	*cluster
	sent    map[key.ID]int       // bytes of a node, acknowledgements included
	closed  map[uint64]time.Time // when a turn was executed first
	ages    []time.Duration      // of turns at peers that executed them later
	newest  map[*testNode]uint64
	started bool
}

func newCrowd(t testing.TB, n int, conditions memory.Conditions) *crowd {
	c := &crowd{cluster: newCluster(t, 1, conditions), sent: map[key.ID]int{}, closed: map[uint64]time.Time{}, newest: map[*testNode]uint64{}}
	c.grain = 2 * time.Millisecond
	c.options = func(o *kernel.Options) {
		me := c.by[o.Key.ID()]
		o.On.Turn = func(e kernel.Executed) {
			now := c.net.Now()
			if at, ok := c.closed[e.Turn]; !ok {
				c.closed[e.Turn] = now
			} else if c.started && e.Turn > c.newest[me] {
				c.ages = append(c.ages, now.Sub(at))
			}
			c.newest[me] = max(c.newest[me], e.Turn)
		}
	}
	c.found("a")
	c.run(300 * time.Millisecond)
	for i := 1; i < n; i++ {
		c.join(fmt.Sprint("n", i))
		if i%8 == 0 {
			c.run(200 * time.Millisecond)
		}
	}
	for _, m := range c.nodes {
		m.twist = func(_ key.ID, b []byte) []byte {
			c.sent[m.id()] += len(b) + cardBytes
			return b
		}
	}
	c.until("the committee is complete", 20*time.Second, func() bool {
		l := c.leader()
		return l != nil && len(l.core.Epoch.Record().Voters) == 5 && len(l.core.Epoch.Record().Heirs) == 4
	})
	c.run(3 * time.Second)
	return c
}

// play has all running nodes send a command now and then.
func (c *crowd) play(d time.Duration) {
	for end := c.net.Now().Add(d); c.net.Now().Before(end); {
		for i, n := range c.alive() {
			if i%16 == int(c.net.Now().UnixMilli()/100)%16 {
				n.say("place stone")
			}
		}
		c.run(100 * time.Millisecond)
	}
}

// lead waits for a leader that closes turns.
func (c *crowd) lead() *testNode {
	c.until("somebody leads", 3*time.Second, func() bool { return c.leader() != nil })
	return c.leader()
}

// children returns how many followers of a leader get turns by relays, and the relay with the most.
func (c *crowd) children(l *testNode) (n int, most *testNode) {
	count := map[key.ID]int{}
	for _, p := range l.core.Peers.Values() {
		if of := protocolOf(l.core).relay.Child(p).Of; !of.IsZero() {
			n++
			if count[of]++; most == nil || count[of] > count[most.id()] {
				most = c.by[of]
			}
		}
	}
	return n, most
}

// TestRelays: with 48 and 64 peers the leader's uplink stays within its bound, because relays pass turns on;
// all peers have the same state, and each command is taken once.
func TestRelays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		peers      int
		conditions memory.Conditions
		age        time.Duration // of a turn, p99
	}{
		{48, memory.Conditions{Delay: 10 * time.Millisecond, Jitter: 3 * time.Millisecond}, 60 * time.Millisecond},
		{64, memory.Conditions{Delay: 20 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.02}, 120 * time.Millisecond},
	}[:few(2, 1)] {
		t.Run(fmt.Sprint(c.peers), func(t *testing.T) {
			w := newCrowd(t, c.peers, c.conditions)
			l := w.lead()
			clear(w.sent)
			w.started = true
			in, down := l.packets, l.bytesIn
			const span = 5 * time.Second
			w.play(span)
			up := float64(w.sent[l.id()]+int(l.packets-in)*ackBytes) / span.Seconds()
			packets := float64(l.packets-in) / span.Seconds()
			received := float64(l.bytesIn-down) / span.Seconds()
			children, _ := w.children(l)
			slices.Sort(w.ages)
			p50, p99 := w.ages[len(w.ages)/2], w.ages[len(w.ages)*99/100]
			most := 0
			for id, n := range w.sent {
				if id != l.id() {
					most = max(most, n)
				}
			}
			t.Logf("%d peers, %d of them by relays: the leader up %.0f B/s, down %.0f in %.0f packets, a relay up %.0f; a turn's age %v, p99 %v; %d lost", c.peers, children, up, received, packets,
				float64(most)/span.Seconds(), p50, p99, l.core.Counters[counter.RelayLosses])
			if up > 300_000 || children < c.peers-relay.RelaysFrom-1 || p99 > c.age {
				t.Errorf("the leader up %.0f B/s of at most 300,000; %d children; a turn's age %v of at most %v", up, children, p99, c.age)
			}
			w.agree(3 * time.Second)
			w.sound()
		})
	}
}

// sound: all states stayed equal.
func (c *crowd) sound() {
	c.t.Helper()
	for _, n := range c.nodes {
		if len(n.desyncs) > 0 || n.core.Counters[counter.Garbage] > 0 {
			c.t.Errorf("%s: another state %d times, %d senseless messages", n.name, len(n.desyncs), n.core.Counters[counter.Garbage])
		}
	}
}

// TestRelayDies: the children of a relay that dies, or holds turns back, have turns again within a second,
// from their leader, and later by others. When the leader dies with relays under it, turns go on as ever.
func TestRelayDies(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, 48, memory.Conditions{Delay: 15 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.01})
	c.play(2 * time.Second)
	for _, kill := range []func(n *testNode){
		func(n *testNode) { // passes nothing on any more
			n.twist = func(_ key.ID, b []byte) []byte {
				if wire.Kind(b[0]) == wire.Relay && b[1] == relay.RelayTurns {
					return nil
				}
				return b
			}
		},
		(*testNode).crash,
	} {
		l := c.lead()
		n, relay := c.children(l)
		if n == 0 {
			t.Fatal("nobody has a relay")
		}
		var lost []*testNode
		for _, p := range l.core.Peers.Values() {
			if protocolOf(l.core).relay.Child(p).Of == relay.id() {
				lost = append(lost, c.by[p.Key])
			}
		}
		kill(relay)
		died := c.net.Now()
		longest := time.Duration(0)
		last := map[*testNode]time.Time{}
		for c.net.Now().Sub(died) < 3*time.Second {
			c.play(100 * time.Millisecond)
			for _, o := range lost {
				at := o.core.History.OrderedAt
				if was := last[o]; !was.IsZero() {
					longest = max(longest, at.Sub(was))
				}
				last[o] = at
			}
		}
		t.Logf("%d children without turns for %v at most", len(lost), longest)
		if longest > time.Second || longest < 2*message.DefaultTurn {
			t.Errorf("%d children of a relay that is gone were without turns for %v", len(lost), longest)
		}
		if _, now := c.children(l); now == relay {
			t.Errorf("it is a relay still")
		}
	}
	l := c.lead()
	l.crash()
	took := c.until("turns go on without the leader", 3*time.Second, func() bool { return c.leader() != nil && c.leader() != l })
	if took > time.Second {
		t.Errorf("no leader for %v", took)
	}
	c.play(3 * time.Second)
	c.until("there are relays of the new leader", 3*time.Second, func() bool {
		l := c.leader()
		if l == nil {
			return false
		}
		n, _ := c.children(l)
		return n > 0
	})
	c.agree(5 * time.Second)
	c.sound()
}

// TestRelayCannotForge: children refuse a frame that a relay has changed, whatever the change; from any other
// peer they take a frame that the leader signed.
func TestRelayCannotForge(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, 40, memory.Conditions{Delay: 10 * time.Millisecond})
	c.play(time.Second)
	l := c.lead()
	var child, between *testNode
	for _, k := range l.core.Peers.Keys() {
		if p := l.core.Peers.Get(k); !protocolOf(l.core).relay.Child(p).Of.IsZero() {
			child, between = c.by[p.Key], c.by[protocolOf(l.core).relay.Child(p).Of]
		}
	}
	if child == nil {
		t.Fatal("nobody has a relay")
	}
	var frames [][]byte
	between.twist = func(to key.ID, b []byte) []byte {
		if to == child.id() && wire.Kind(b[0]) == wire.Relay && b[1] == relay.RelayTurns {
			frames = append(frames, slices.Clone(b))
			return nil
		}
		return b
	}
	before := child.core.History.Executed
	c.run(150 * time.Millisecond)
	if len(frames) < 2 || child.core.History.Executed != before {
		t.Fatalf("%d frames were held back; the child went from turn %d to %d", len(frames), before, child.core.History.Executed)
	}
	b := frames[len(frames)-1]
	for i := 2; i < len(b); i++ {
		forged := slices.Clone(b)
		forged[i] ^= 1 << (i % 8)
		child.core.Receive(child.now(), between.id(), link.Datagram, forged)
	}
	if child.core.History.Executed != before {
		t.Fatalf("a forged frame took the child to turn %d", child.core.History.Executed)
	}
	stranger := c.nodes[len(c.nodes)-1]
	if stranger == child {
		stranger = c.nodes[len(c.nodes)-2]
	}
	child.core.Receive(child.now(), stranger.id(), link.Datagram, b)
	if child.core.History.Executed == before {
		t.Error("what the leader signed was not taken")
	}
}

// TestRelaysObeyTheirLeader: a peer tells all relays that they have no children, in an epoch of the far
// future. Every peer gets its turns all the same.
func TestRelaysObeyTheirLeader(t *testing.T) {
	t.Parallel()
	w := newCrowd(t, 40, memory.Conditions{Delay: 10 * time.Millisecond})
	l := w.lead()
	var villain *testNode
	for _, n := range w.nodes {
		if !protocolOf(l.core).relay.Holds(n.id()) {
			villain = n
		}
	}
	none := append(wire.AppendUvarint(wire.AppendUvarint([]byte{byte(wire.Relay), relay.RelayChildren}, 1<<61), 1<<61), 0)
	for _, n := range w.nodes {
		if n != villain {
			n.core.Receive(w.net.Now(), villain.id(), link.Stream, none)
		}
	}
	w.play(3 * time.Second)
	if children, _ := w.children(l); children == 0 || l.core.Counters[counter.RelayLosses] > 0 {
		t.Errorf("%d children, %d lost", children, l.core.Counters[counter.RelayLosses])
	}
	w.agree(3 * time.Second)
}

// TestChildThatVotes: a child of a relay that becomes a voter gets its turns from the leader, even while it
// cannot be a relay itself: relayed turns have no command signatures, and a voter refuses them.
func TestChildThatVotes(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, relay.RelaysFrom+3, lan)
	l := c.lead()
	voters := slices.DeleteFunc(slices.Clone(c.nodes), func(n *testNode) bool { return n == l || !n.core.Epoch.Member() })
	v, relay := voters[0], voters[1]
	p := protocolOf(l.core).relay.Child(l.core.Peers.Get(v.id()))
	p.Of, p.Since, p.Unfit = relay.id(), c.net.Now().Add(-time.Minute), c.net.Now().Add(time.Minute)
	c.run(time.Second)
	if !p.Of.IsZero() || v.core.History.Executed+3 < l.core.History.Executed || c.lead() != l {
		t.Errorf("it is at turn %d, its leader at %d", v.core.History.Executed, l.core.History.Executed)
	}
}

package host

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/committee"
	"manyhold/net/host/kernel"
	"manyhold/net/host/standing"
	"manyhold/net/key"
)

// boast adds a node whose program ignores the charter and claims every ability.
func (c *cluster) boast(name string) *testNode {
	n := deaf(c.add(name))
	ignores := n.options
	n.options = func(o *kernel.Options) {
		ignores(o)
		o.Offer.Capacity, o.Links = 1<<20, 256
	}
	c.sybils[n.id()] = true
	return n
}

// vouch makes a peer a member, by the first node, the founder.
func (c *cluster) vouch(n *testNode) {
	must(c.t, protocolOf(c.nodes[0].core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Name, Subject: n.id(), Value: charter.NameBuilder}))
}

// unseated fails when peers without standing hold half of a committee that an honest peer has a record of:
// the checker of the eleventh invariant.
func (c *cluster) unseated(n *testNode, r *epoch.Record) {
	taken, voters := 0, r.Voters
	if c.sybils[n.id()] {
		return
	}
	for _, v := range voters {
		if c.sybils[v.Key] {
			taken++
		}
	}
	if c.taken = max(c.taken, taken); 2*taken >= len(voters) && taken > 0 {
		c.t.Fatalf("%s: %d of %d seats are taken", n.name, taken, len(voters))
	}
}

// TestSybils: keys that cost nothing, with programs that boast, join a world. The founder or a friend leads
// throughout, the keys never hold half of a committee, and turns are in time: in the first minutes, and when
// the keys have been seen for longer than a stranger needs.
func TestSybils(t *testing.T) {
	t.Parallel()
	for _, w := range []struct {
		name         string
		honest, keys int
		lasts        time.Duration
		seats        int  // that they may take
		long, figure bool // not in a short run; only with MANYHOLD_FIGURES
	}{
		{"one that boasts, among three", 3, 1, 2 * committee.BetterFor, 0, false, false},
		{"five of one person, against the founder and one", 2, 5, standing.StrangerAfter + 3*committee.BetterFor, 1, false, false},
		{"eight against four, for longer", 4, 8, standing.StrangerAfter + 2*committee.BetterFor, 0, true, true},
		{"a hundred against ten", 10, 100, committee.BetterFor + 10*time.Second, 0, true, false},
	} {
		if w.long && testing.Short() || w.figure && os.Getenv("MANYHOLD_FIGURES") == "" {
			continue
		}
		c := newCluster(t, 130, lan)
		c.grain = 2 * time.Millisecond // of minutes of a crowd
		c.sybils = map[key.ID]bool{}
		c.options = func(o *kernel.Options) { o.Charter, o.Links = true, 256 }
		c.found("a")
		for i := 1; i < w.honest; i++ {
			c.run(500 * time.Millisecond)
			c.join(fmt.Sprint("h", i))
		}
		for i := range w.keys {
			c.run(100 * time.Millisecond)
			c.boast(fmt.Sprint("x", i)).joins()
		}
		honest := slices.Clone(c.nodes[:w.honest])
		c.run(3 * time.Second)
		for _, n := range honest {
			n.executed = nil
		}
		began := c.net.Now()
		for c.net.Now().Sub(began) < w.lasts {
			for _, n := range honest {
				n.say("still here")
			}
			c.run(5 * time.Second)
			for _, n := range honest {
				if l := c.ruledBy(n); l != nil && !slices.Contains(honest, l) {
					t.Fatalf("%s: %s leads after %v", w.name, l.name, c.net.Now().Sub(began))
				}
			}
		}
		late, all := 0, 0
		for _, n := range honest {
			if got := honest[0].machine.Sequence(n.id()); got+1 < n.seq {
				t.Errorf("%s: %d of %d commands of %s", w.name, got, n.seq, n.name)
			}
			for i := 1; i < len(n.executed); i++ {
				if all++; n.executed[i].Sub(n.executed[i-1]) > 100*time.Millisecond {
					late++
				}
			}
		}
		if c.taken > w.seats || 20*late > all {
			t.Errorf("%s: %d seats were taken, %d of %d turns were late", w.name, c.taken, late, all)
		}
		t.Logf("%s: leader %s, %d voters, %d seats taken, %d of %d turns late", w.name, c.ruledBy(honest[0]).name, len(honest[0].core.Epoch.Record().Voters), c.taken, late, all)
	}
}

// TestFriendsKeepTheirWorld: a founder and two friends, whose keys are new, have a committee of three from
// the first seconds. When the founder is gone, a friend leads firmly within a second.
func TestFriendsKeepTheirWorld(t *testing.T) {
	c := newCluster(t, 131, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	c.watchGaps, c.lastTurn = true, c.net.Now()
	c.nodes[0].crash()
	c.until("another to lead", time.Second, func() bool { l := c.leader(); return l != nil && l.core.Epoch.Record().Firm })
	c.agree(2 * time.Second)
	t.Logf("longest pause %v", c.longest)
}

// TestStrangersTakeOver: the last peer that a world knows quits, and strangers go on with it firmly. When a
// member is back, it leads at once.
func TestStrangersTakeOver(t *testing.T) {
	c := newCluster(t, 132, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.found("a")
	a := c.nodes[0]
	c.run(standing.StrangerAfter + 10*time.Second)
	s, u := c.join("s"), c.join("u")
	c.run(30 * time.Second)
	if r := a.core.Epoch.Record(); len(r.Voters) != 1 {
		t.Errorf("newcomers vote: %d", len(r.Voters))
	}
	c.run(standing.StrangerAfter)
	if r := a.core.Epoch.Record(); len(r.Voters) != 1 || c.leader() != a {
		t.Errorf("strangers hold %d of %d seats", len(r.Voters)-1, len(r.Voters))
	}
	protocolOf(a.core).seats.Stop(c.net.Now())
	c.until("the founder to be gone", 5*time.Second, func() bool { return a.core.Stopped() })
	a.crash()
	c.until("a stranger to lead firmly", 2*time.Second, func() bool {
		l := c.leader()
		return (l == s || l == u) && l.core.Epoch.Record().Firm
	})
	c.run(5 * time.Second)
	a.restart()
	c.until("the founder to lead again", 15*time.Second, func() bool { return c.leader() == a && a.core.Epoch.Record().Firm })
}

// TestStrangerVotes: in a world of some age, a peer that it does not know gets a seat beside the founder and
// a member once it has been seen for ten minutes. A peer that was named a member gets one in seconds.
func TestStrangerVotes(t *testing.T) {
	c := newCluster(t, 133, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.found("a")
	a := c.nodes[0]
	c.run(standing.StrangerAfter + 10*time.Second)
	m := c.add("m")
	c.vouch(m)
	m.joins()
	s := c.join("s")
	votes := func(n *testNode) bool { return a.core.Epoch.Record().Votes(n.id()) }
	took := c.until("the stranger to vote", standing.StrangerAfter+time.Minute, func() bool { return votes(s) })
	if took < standing.StrangerAfter || !votes(m) || !votes(a) {
		t.Errorf("it votes after %v, the member %v", took, votes(m))
	}
	set := func(n uint64) {
		must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.SetStrangers, Value: n}))
	}
	set(0)
	c.until("no stranger to vote, by the charter", 2*committee.BetterFor, func() bool { return !votes(s) })
	set(1)
	c.until("the stranger to vote again", 10*time.Second, func() bool { return votes(s) })
	n := c.add("n")
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Name, Subject: n.id(), Value: charter.NameKeeper}))
	n.joins()
	s.crash()
	c.until("the keeper to vote", 15*time.Second, func() bool { return votes(n) })
}

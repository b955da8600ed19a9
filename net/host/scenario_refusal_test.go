package host

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/committee"
	"manyhold/net/host/kernel"
	"manyhold/net/host/policy"
	"manyhold/net/key"
)

// deaf makes a node whose program ignores the charter, and which is preferred as a host.
func deaf(n *testNode) *testNode {
	n.options = func(o *kernel.Options) { o.Charter, o.Offer.Headless, o.Offer.Capacity = false, true, 8 }
	return n
}

// fallen is a world of a founder and a friend whose seats are all held by peers that do not heed the charter:
// they were members, and took the lead. It returns those peers.
func (c *cluster) fallen(honest, hostile int) (bad []*testNode) {
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(honest)
	for i := range hostile {
		n := deaf(c.add(fmt.Sprint("x", i)))
		c.vouch(n)
		n.joins()
		bad = append(bad, n)
	}
	c.until("they hold all seats", 4*committee.BetterFor, func() bool {
		l := c.leader()
		return l != nil && slices.Contains(bad, l) && !slices.ContainsFunc(l.core.Epoch.Record().Voters, func(v epoch.Voter) bool { return !slices.Contains(bad, c.by[v.Key]) })
	})
	return bad
}

func (c *cluster) ruledBy(n *testNode) *testNode {
	if n.core.Epoch == nil {
		return nil
	}
	return c.by[n.core.Epoch.Leader()]
}

// refusedIn reports whether a node's own epoch names one of some peers.
func refusedIn(n *testNode, bad []*testNode) bool {
	return n.core.Epoch != nil && slices.ContainsFunc(bad, func(x *testNode) bool { return n.core.Epoch.Record().Votes(x.id()) })
}

// TestRefusedLeaders: peers that the charter bans, or does not trust to host, hold the lead and all seats and
// do not heed it. The others leave them within ten seconds and go on in one line, the founder's decree makes
// it firm, and it stays so. No committee that an honest peer is in names one of them.
func TestRefusedLeaders(t *testing.T) {
	t.Parallel()
	for _, w := range []struct {
		name   string
		banned bool
		write  func(a *testNode, bad []*testNode) []charter.Entry
	}{
		{"a ban", true, func(_ *testNode, bad []*testNode) (all []charter.Entry) {
			for _, x := range bad {
				all = append(all, charter.Entry{Act: charter.Ban, Subject: x.id(), Text: "five keys"})
			}
			return all
		}},
		{"a policy", false, func(*testNode, []*testNode) []charter.Entry {
			return []charter.Entry{{Act: charter.SetPolicy, Value: uint64(charter.Trusted)}}
		}},
		{"members no longer", false, func(_ *testNode, bad []*testNode) (all []charter.Entry) {
			for _, x := range bad {
				all = append(all, charter.Entry{Act: charter.Name, Subject: x.id(), Value: charter.NameNobody})
			}
			return append(all, charter.Entry{Act: charter.SetPolicy, Value: uint64(charter.Invited)})
		}},
	} {
		c := newCluster(t, 120, lan)
		bad := c.fallen(2, 5)
		a, b := c.nodes[0], c.nodes[1]
		must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Name, Subject: b.id(), Value: charter.NameKeeper}))
		c.run(2 * time.Second)
		for _, e := range w.write(a, bad) {
			must(t, protocolOf(a.core).policy.Write(c.net.Now(), e))
		}
		took := c.until(w.name+": the honest leave", 10*time.Second, func() bool {
			c.endLinks()
			return !refusedIn(a, bad) && !refusedIn(b, bad) && a.core.Epoch != nil && b.core.Epoch != nil && a.core.Epoch.Leader() == b.core.Epoch.Leader()
		})
		if took < policy.Obeys {
			t.Errorf("%s: they had %v to hand over", w.name, took)
		}
		a.say("I am back")
		b.say("so am I")
		c.until(w.name+": both act", 3*time.Second, func() bool {
			return a.machine.Sequence(a.id()) == a.seq && b.machine.Sequence(b.id()) == b.seq && b.machine.Sequence(a.id()) == a.seq
		})
		must(t, protocolOf(a.core).policy.Decree(c.net.Now()))
		firm := func() bool { return a.core.Epoch != nil && a.core.Epoch.Record().Firm && !refusedIn(a, bad) }
		c.until(w.name+": the decree", 5*time.Second, func() bool { c.endLinks(); return firm() && b.core.Epoch != nil && b.core.Epoch.Record().Firm })
		for range 90 {
			c.run(time.Second)
			c.endLinks()
			if !firm() || !slices.Contains([]*testNode{a, b}, c.ruledBy(b)) || refusedIn(b, bad) {
				t.Fatalf("%s: the honest world is lost again", w.name)
			}
			for _, x := range bad {
				if a.links[x.id()] != nil && w.banned {
					t.Fatalf("%s: still linked with %s", w.name, x.name)
				}
				if w.banned && slices.Contains(a.machine.Present(nil), [32]byte(x.id())) {
					t.Fatalf("%s: the body of %s is awake", w.name, x.name)
				}
			}
		}
		t.Logf("%s: left after %v", w.name, took)
	}
}

// TestBannedMinority: a banned leader that stays, with honest voters beside it, is replaced firmly by them; a
// pardon gives it everything back.
func TestBannedMinority(t *testing.T) {
	c := newCluster(t, 121, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	a := c.nodes[0]
	x := deaf(c.add("x"))
	c.vouch(x)
	x.joins()
	c.until("it to lead", 3*committee.BetterFor, func() bool { return c.leader() == x && len(x.core.Epoch.Record().Voters) == 3 })
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Ban, Subject: x.id()}))
	c.until("another to lead firmly", policy.Obeys+3*time.Second, func() bool {
		c.endLinks()
		l := c.ruledBy(a)
		return l != nil && l != x && l.core.Epoch.Leading() && l.core.Epoch.Record().Firm && !l.core.Epoch.Record().Votes(x.id())
	})
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Pardon, Subject: x.id()}))
	c.run(time.Second)
	if x.links[a.id()] == nil {
		x.dialAll()
	}
	c.until("it to vote again", 3*committee.BetterFor, func() bool {
		c.endLinks()
		return x.links[a.id()] != nil && a.core.Epoch != nil && a.core.Epoch.Record().Votes(x.id()) && a.core.Epoch.Record().Firm
	})
}

// TestHarbouringLeader: a leader that is not refused itself keeps a banned voter. The others leave it, too.
func TestHarbouringLeader(t *testing.T) {
	c := newCluster(t, 122, lan)
	bad := c.fallen(2, 3)
	a := c.nodes[0]
	leader := c.leader()
	i := slices.IndexFunc(bad, func(x *testNode) bool { return x != leader })
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Ban, Subject: bad[i].id()}))
	c.until("they leave both", 20*time.Second, func() bool {
		for _, n := range c.nodes[:2] { // only the links of honest peers end
			for _, k := range protocolOf(n.core).policy.ToDisconnect() {
				if l := n.links[k]; l != nil {
					l.Close("banned")
				}
			}
		}
		return a.core.Epoch != nil && !slices.ContainsFunc([]key.ID{leader.id(), bad[i].id()}, a.core.Epoch.Record().Votes)
	})
}

// TestRefusedAlone: nobody whom the policy trusts is online. The leader, an honest one, goes on
// provisionally, the others with it in one line. The founder comes back and leads that line at once; its
// decree makes it firm.
func TestRefusedAlone(t *testing.T) {
	c := newCluster(t, 123, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(4)
	a, rest := c.nodes[0], c.nodes[1:]
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.SetPolicy, Value: uint64(charter.Trusted)}))
	c.allSay("the policy", func(s *charter.State) bool { return s.Policy == charter.Trusted })
	a.crash()
	c.until("one provisional line", 15*time.Second, func() bool {
		for _, n := range rest {
			if n.core.Epoch == nil || n.core.Epoch.Record().Firm || n.core.Epoch.Leader() != rest[0].core.Epoch.Leader() || n.core.Epoch.Leader().IsZero() {
				return false
			}
		}
		return true
	})
	rest[0].say("meanwhile")
	c.until("the command", 3*time.Second, func() bool { return rest[1].machine.Sequence(rest[0].id()) == rest[0].seq })
	a.restart()
	follow := func(firm bool) func() bool {
		return func() bool {
			for _, n := range c.nodes {
				if n.core.Epoch == nil || n.core.Epoch.Record().Firm != firm || n.core.Epoch.Leader() != a.id() {
					return false
				}
			}
			return true
		}
	}
	c.until("all follow the founder", 10*time.Second, follow(false))
	must(t, protocolOf(a.core).policy.Decree(c.net.Now()))
	c.until("firmly", 3*time.Second, follow(true))
	c.agree(2 * time.Second)
}

// TestBannedObeys: a banned leader with an honest program hands over, is cut off, and plays on alone in one
// provisional epoch. After a pardon it is back in the line of the others.
func TestBannedObeys(t *testing.T) {
	c := newCluster(t, 124, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(4)
	a := c.nodes[0]
	a.crash()
	c.until("another to lead", 10*time.Second, func() bool { return c.leader() != nil })
	x := c.leader()
	a.restart()
	c.until("the founder to be back", 10*time.Second, func() bool { return a.core.Epoch != nil && a.core.History.Executed+3 > x.core.History.Executed })
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Ban, Subject: x.id()}))
	c.until("it to hand over", policy.Obeys, func() bool { return c.leader() != nil && c.leader() != x })
	c.until("it to be alone", 20*time.Second, func() bool { c.endLinks(); return len(x.links) == 0 && x.core.Ancestry.Forked })
	alone := len(x.core.Ancestry.Records)
	for range 20 {
		c.run(time.Second)
		x.node.Dial(a.id(), nil)
		c.endLinks()
	}
	if n := len(x.core.Ancestry.Records); n != alone || !a.core.Epoch.Record().Firm {
		t.Errorf("it founded %d more epochs", n-alone)
	}
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Pardon, Subject: x.id()}))
	c.run(2 * time.Second)
	x.dialAll()
	c.until("it to be back", 30*time.Second, func() bool {
		c.endLinks()
		return x.core.Epoch != nil && x.core.Epoch.Record().Hash() == a.core.Epoch.Record().Hash() && a.core.Epoch.Record().Firm
	})
}

// TestBanEnds: a ban for half a minute takes the seat of a peer, and links to it are not ended any longer
// when it is over.
func TestBanEnds(t *testing.T) {
	c := newCluster(t, 125, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	a, x := c.nodes[0], c.nodes[1]
	votes := func() bool { return a.core.Epoch != nil && a.core.Epoch.Record().Votes(x.id()) }
	until := uint64(c.net.Now().Add(30 * time.Second).Unix())
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Ban, Subject: x.id(), Value: until}))
	c.until("it to lose its seat", 10*time.Second, func() bool { return !votes() })
	c.until("links to it to end", 10*time.Second, func() bool { return len(protocolOf(a.core).policy.ToDisconnect()) == 1 })
	c.until("links to it to stay", 31*time.Second, func() bool { return len(protocolOf(a.core).policy.ToDisconnect()) == 0 })
	c.until("it to vote again", 30*time.Second, votes)
}

package host

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/link/memory"
	"manyhold/net/store"
)

// playOnly makes a peer one that only plays, from its next start on.
func (n *testNode) playOnly() { n.options = func(o *kernel.Options) { o.Offer.PlayOnly = true } }

// guest adds a peer that only plays, and that joins.
func (c *cluster) guest(name string) *testNode {
	n := c.add(name)
	n.playOnly()
	n.joins()
	return n
}

// holdsNothing fails when a peer that only plays votes, leads, is named in a record, or has begun a fork.
func (n *testNode) holdsNothing() {
	n.c.t.Helper()
	if n.core.Seated() || n.core.Epochs.Founding != nil || n.core.Epochs.Restart != nil {
		n.c.t.Fatalf("%s only plays and has a seat, or begins an epoch", n.name)
	}
	for _, m := range n.c.nodes {
		if m.core == nil {
			continue
		}
		for _, r := range m.core.Ancestry.Records {
			if slices.Contains(r.Voters, n.core.Self) || slices.Contains(r.Heirs, n.id()) && r.Number > 1 {
				n.c.t.Fatalf("%s knows a record of epoch %d (%s) in which %s votes or inherits", m.name, r.Number, r.Reason, n.name)
			}
		}
	}
}

// TestPlayOnlyNeverVotes: whichever hosts end and in whatever order, a peer that only plays never votes,
// leads, inherits or begins a fork. It waits for a host when all are gone, and plays on when one is back.
func TestPlayOnlyNeverVotes(t *testing.T) {
	t.Parallel()
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[:few(6, 3)] {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			c := newCluster(t, 3, memory.Conditions{Delay: 4 * time.Millisecond})
			c.found("a")
			c.run(200 * time.Millisecond)
			c.join("b")
			c.join("c")
			p := c.guest("p")
			watch := func(what string, d time.Duration, f func() bool) {
				t.Helper()
				c.until(what, d, func() bool { p.holdsNothing(); return f() })
			}
			watch("three voters", 20*time.Second, func() bool {
				return c.leader() != nil && len(c.leader().core.Epoch.Record().Voters) == 3 && p.core.Epoch != nil
			})
			p.say("place stone")
			c.agree(3 * time.Second)
			for i, k := range order {
				c.nodes[k].crash()
				if i == len(order)-1 {
					break
				}
				turn := p.core.History.Executed
				watch("turns go on", 20*time.Second, func() bool { return p.core.History.Executed > turn+20 && c.leader() != nil })
				p.say("place stone")
				watch("the command is taken", 5*time.Second, func() bool { return p.machine.Sequence(p.id()) == p.seq })
			}
			watch("it says that it waits for a host", 10*time.Second, func() bool {
				return p.core.Status(c.net.Now()).Waiting.String() == "for a host: this computer only plays, and nobody who hosts this world is online"
			})
			turn := p.core.History.Executed
			for range 40 { // longer than any peer waits before it begins a fork
				c.run(500 * time.Millisecond)
				p.holdsNothing()
			}
			if p.core.History.Executed != turn || p.core.Ancestry.Last().Reason == epoch.Provisional && p.core.Ancestry.Last().Votes(p.id()) {
				t.Errorf("it went on alone, from turn %d to %d", turn, p.core.History.Executed)
			}
			c.nodes[order[2]].restart()
			watch("it plays again", 30*time.Second, func() bool { return p.core.History.Executed > turn+20 && p.core.Status(c.net.Now()).Waiting == "" })
			p.say("place stone")
			watch("its command is taken", 5*time.Second, func() bool { return p.machine.Sequence(p.id()) == p.seq })
			c.agree(3 * time.Second)
		})
	}
}

// TestPlayOnlyGivesUpItsSeat: a peer that was the only voter, and then a voter among three, comes back as one
// that only plays. The others go on without it, also when their own processes are new.
func TestPlayOnlyGivesUpItsSeat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		hosts   int   // beside the founder
		restart []int // together with the founder
	}{
		{"the only voter", 1, nil},
		{"one of three", 2, nil},
		{"one of three, and all processes are new", 2, []int{1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newCluster(t, 5, memory.Conditions{Delay: 4 * time.Millisecond})
			a := w.found("a")
			w.run(200 * time.Millisecond)
			for i := range c.hosts {
				w.join(fmt.Sprint("h", i))
			}
			w.until("the committee is complete", 20*time.Second, func() bool {
				return w.leader() != nil && len(w.leader().core.Epoch.Record().Voters) == 2*(c.hosts/2)+1
			})
			w.run(time.Second)
			a.crash()
			for _, i := range c.restart {
				w.nodes[i].crash()
			}
			a.playOnly()
			a.restart()
			for _, i := range c.restart {
				w.nodes[i].restart()
			}
			turn := w.maxTurn
			w.until("it plays in the world of the others", 30*time.Second, func() bool {
				a.holdsNothing()
				return a.core.History.Executed > turn+40 && w.leader() != nil && w.leader() != a
			})
			a.say("place stone")
			w.agree(5 * time.Second)
		})
	}
}

// TestPlayOnlyGivesNoState: a newcomer takes the state from a host, though the peer that only plays is
// nearer.
func TestPlayOnlyGivesNoState(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 7, memory.Conditions{Delay: 30 * time.Millisecond})
	a := c.found("a")
	c.run(200 * time.Millisecond)
	p := c.guest("p")
	c.until("it plays", 5*time.Second, func() bool { return p.core.History.Executed > 20 })
	b := c.add("b")
	c.net.SetBoth(b.id(), p.id(), memory.Conditions{Delay: time.Millisecond})
	b.start()
	must(t, protocolOf(b.core).joining.Join(b.now(), c.world))
	b.act()
	b.node.Dial(p.id(), nil)
	c.run(5 * time.Second)
	if b.core.Machine != nil || protocolOf(b.core).joining.Asks() {
		t.Fatal("it asked a peer that only plays for the state")
	}
	protocolOf(b.core).joining.AskFor(p.id()) // as a peer that does not know better
	c.run(time.Second)
	if b.core.Machine != nil {
		t.Fatal("a peer that only plays gave the state")
	}
	b.node.Dial(a.id(), nil)
	c.until("the host gives it", 10*time.Second, func() bool { return b.core.Machine != nil })
	c.agree(3 * time.Second)
}

// TestPlayOnlyFoundsNothing: a peer that only plays can neither found a world nor decree.
func TestPlayOnlyFoundsNothing(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 1, memory.Conditions{})
	n := c.add("p")
	n.playOnly()
	n.start()
	g := store.Genesis{Founder: n.id(), Seed: 1, Rules: 1, Name: "test", Licence: store.DefaultLicence}
	if err := protocolOf(n.core).joining.Found(c.net.Now(), g, n.machine, &testFile{genesis: g}); !errors.Is(err, kernel.ErrPlayOnly) {
		t.Errorf("founding: %v", err)
	}
	if err := protocolOf(n.core).policy.Decree(c.net.Now()); !errors.Is(err, kernel.ErrPlayOnly) {
		t.Errorf("a decree: %v", err)
	}
}

// TestPlayOnlyExecutesItsIsland: in a small world, where each host executes all islands, a peer that only
// plays executes the island of its player alone, and nobody counts it among those that hold an island.
func TestPlayOnlyExecutesItsIsland(t *testing.T) {
	t.Parallel()
	a := newArchipelago(t, 1)
	guests := map[string]bool{"d": true, "e": true}
	a.options = func(n *islander, o *kernel.Options) {
		o.Turn, o.Linger, o.Offer.PlayOnly = 100*time.Millisecond, brief, guests[n.name]
	}
	a.found("a")
	for i := range 4 {
		a.join(string(rune('b' + i)))
	}
	a.run(8 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.until("all have entered", 5*time.Second, func() bool { return a.tally() == "" })
	d, e := a.nodes[3], a.nodes[4]
	a.nodes[0].say(coins.Apart(1, e.id(), a.nodes[2].id()))
	a.until("there are two islands, and each guest has its own", 40*time.Second, func() bool {
		return len(a.played()) == 2 && e.where() != message.Home &&
			slices.Equal(d.islands(), []uint64{message.Home}) && slices.Equal(e.islands(), []uint64{e.where()})
	})
	for _, n := range a.nodes[:3] {
		if len(n.islands()) != 2 {
			t.Errorf("%s, a host, executes %v", n.name, n.islands())
		}
	}
	for _, n := range []*islander{d, e} {
		n.say(coins.Say("still here"))
	}
	a.until("their words are taken", 5*time.Second, func() bool { return a.tally() == "" })
	a.nodes[0].crash()
	a.run(20 * time.Second)
	for _, n := range a.nodes[1:] {
		n.world.islands.each(func(c *kernel.Core) {
			if guests[n.name] && c.Seated() {
				t.Errorf("%s has a seat on island %d", n.name, c.ID)
			}
			for _, r := range c.Ancestry.Records {
				for _, g := range []*islander{d, e} {
					if r.Votes(g.id()) || slices.Contains(r.Heirs, g.id()) {
						t.Errorf("%s is named in the record of epoch %d (%s) of island %d", g.name, r.Number, r.Reason, c.ID)
					}
				}
			}
		})
	}
	if len(d.islands()) != 1 || len(e.islands()) != 1 {
		t.Errorf("after a host ended the guests execute %v and %v", d.islands(), e.islands())
	}
}

// TestPlayOnlyLeavesWhatIsFar: two seconds after its player has left an island, a peer that only plays gets
// nothing of that island any more.
func TestPlayOnlyLeavesWhatIsFar(t *testing.T) {
	a := newArchipelago(t, 3)
	a.options = func(n *islander, o *kernel.Options) {
		o.Turn, o.Offer.PlayOnly = 100*time.Millisecond, n.name == "d"
	}
	a.found("a")
	for i := range 3 {
		a.join(string(rune('b' + i)))
	}
	a.run(8 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.until("all have entered", 5*time.Second, func() bool { return a.tally() == "" })
	d := a.nodes[3]
	a.nodes[0].say(coins.Apart(1, d.id(), a.nodes[2].id()))
	a.until("the guest is on another island", 40*time.Second, func() bool { return d.where() != message.Home })
	a.until("it executes that one alone", 2*time.Second, func() bool { return slices.Equal(d.islands(), []uint64{d.where()}) })
}

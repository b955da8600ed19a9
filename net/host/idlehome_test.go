package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/coins"
	"manyhold/net/host/directory"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// resting are the peers that have left home to others.
func (a *archipelago) resting() (all []*islander) {
	for _, n := range a.nodes {
		if !n.down && n.world.islands.home().AtRest {
			all = append(all, n)
		}
	}
	return all
}

// chartersAlike reports whether all peers go by the same entries of the charter, and whether the peers that
// execute home know the same logins.
func (a *archipelago) chartersAlike() bool {
	var rules, all [32]byte
	for _, n := range a.nodes {
		r := n.world.islands.home().Standing.Charter
		if n.down || r == nil {
			continue
		}
		if rules == ([32]byte{}) {
			rules = r.Rules
		}
		if n.world.islands.home().AtRest {
			if r.Rules != rules {
				return false
			}
			continue
		}
		if all == ([32]byte{}) {
			all = r.Digest
		}
		if r.Rules != rules || r.Digest != all {
			return false
		}
	}
	return true
}

// TestHomeRests: in a world with a charter, where everybody's player is elsewhere, only its holders execute
// home. The other peers still learn of islands that it divides off and of the charter, may write into the
// charter, and take home over again when their player goes there; new peers can enter.
func TestHomeRests(t *testing.T) {
	t.Parallel()
	a := newArchipelago(t, 21)
	a.charter = true
	a.peopled(16, brief)
	a.scatter(4)
	a.until("some leave home to others", 40*time.Second, func() bool { return len(a.resting()) > 1 })
	a.run(10 * time.Second)
	if n := len(a.executors(message.Home)); n < message.Copies || n+len(a.resting()) != len(a.nodes) {
		t.Fatalf("%d execute home, and %d of %d rest", n, len(a.resting()), len(a.nodes))
	}
	if why := a.tally(); why != "" {
		t.Fatal(why)
	}

	r := a.resting()[0]
	for _, n := range a.resting() {
		if set := n.world.islands.home().Standing.Charter.Set; set.Login(n.id()) == nil {
			t.Errorf("%s has left home and is not logged in", n.name)
		}
	}
	title := func() string { return r.world.islands.home().Standing.State().Title }
	must(t, a.nodes[0].world.Write(a.net.Now(), charter.Entry{Act: charter.SetTitle, Text: "Far"}))
	a.until("who rests knows what the founder wrote", 10*time.Second, func() bool { return title() == "Far" && a.chartersAlike() })
	must(t, a.nodes[0].world.Write(a.net.Now(), charter.Entry{Act: charter.Name, Subject: r.id(), Value: uint64(charter.Keeper)}))
	a.until("who rests is a keeper", 10*time.Second, func() bool { return r.world.islands.home().Standing.State().Rank(r.id()) == charter.Keeper })
	villain, rules := key.ID{7}, r.world.islands.home().Standing.Charter.Rules
	must(t, r.world.Write(a.net.Now(), charter.Entry{Act: charter.Ban, Subject: villain}))
	a.until("all know what it wrote", 10*time.Second, func() bool {
		return a.chartersAlike() && !a.nodes[0].world.islands.home().Standing.MayEnter(villain)
	})
	if r.world.islands.home().Standing.Charter.Rules == rules {
		t.Error("an entry leaves the digest of entries as it was")
	}
	known := len(a.played())
	var who []coins.Author
	for _, n := range a.nodes {
		if n.where() == message.Home && len(who) < 2 {
			who = append(who, n.id())
		}
	}
	a.by[who[0]].say(coins.Apart(1, who[1]))
	a.until("home divides", 20*time.Second, func() bool { return len(a.played()) == known+1 })
	island := a.by[who[1]].where()
	a.until("who rests knows the new island", 20*time.Second, func() bool {
		h := r.world.directory.Entries.Known[island]
		return r.world.islands.get(island) != nil || h != nil && h.Tip() != nil
	})
	if !r.world.islands.home().AtRest {
		t.Fatal("it executes home for that")
	}

	r.say(coins.Walk(message.Home))
	took := a.until("its player is at home", 20*time.Second, func() bool { return r.where() == message.Home && r.holds() && !r.world.islands.home().AtRest })
	t.Logf("at home after %v", took)
	a.until("nothing is lost", 10*time.Second, func() bool { return a.tally() == "" })
	a.until("all who execute home have one charter", 20*time.Second, a.chartersAlike)
	late := a.join("late")
	a.until("who is new has home", 15*time.Second, func() bool { return slices.Contains(late.islands(), message.Home) })
	late.say(coins.Say("here"))
	a.until("and enters", 10*time.Second, func() bool { return late.holds() && a.tally() == "" })
}

// TestNeeds: a peer needs links to the voters of the islands that it executes, and to no other peer as long
// as it writes no letters.
func TestNeeds(t *testing.T) {
	t.Parallel()
	a := fleet(t, 22, 12, brief)
	a.scatter(4)
	a.run(20 * time.Second)
	for _, n := range a.nodes {
		needs, right := n.world.Needs(), map[*islander]bool{}
		n.world.islands.each(func(c *kernel.Core) {
			if c.AtRest {
				return
			}
			for _, v := range c.Ancestry.Last().Voters {
				right[a.by[v.Key]] = true
			}
			for _, k := range c.Ancestry.Last().Heirs {
				right[a.by[k]] = true
			}
		})
		delete(right, n)
		for _, k := range needs {
			if !right[a.by[k]] && len(n.world.mailbox.Out) == 0 && len(n.world.directory.Subscriptions.Distant()) == 0 {
				t.Errorf("%s needs %s", n.name, a.by[k].name)
			}
			delete(right, a.by[k])
		}
		if len(right) > 0 {
			t.Errorf("%s does not name %d whom it needs", n.name, len(right))
		}
	}
}

// TestBulletinsOfHome: a new peer with a single link, to a peer that has left home to others, learns the
// holder of home and can link with it.
func TestBulletinsOfHome(t *testing.T) {
	t.Parallel()
	a := fleet(t, 23, 16, brief)
	a.scatter(4)
	a.until("some leave home to others", 60*time.Second, func() bool { return len(a.resting()) > 1 })
	a.run(directory.TellFar)
	r := a.resting()[0]
	n := a.add("new")
	n.start()
	must(t, n.world.Join(a.net.Now(), a.world))
	n.act()
	n.node.Dial(r.id(), nil)
	a.until("it hears who holds home", 5*time.Second, func() bool { return len(n.world.Needs()) > 0 })
	for _, k := range n.world.Needs() {
		n.node.Dial(k, nil)
	}
	a.until("it has home", 10*time.Second, func() bool { return slices.Contains(n.islands(), message.Home) })
}

// TestNeedsSuffice: in a world with a charter, peers that are linked only with their neighbours in a ring and
// the peers that they need lose nothing. All play, coins come over, and a player walks to an island that its
// peer hears of through others.
func TestNeedsSuffice(t *testing.T) {
	t.Parallel()
	a := newArchipelago(t, 24)
	a.charter = true
	a.options = func(_ *islander, o *kernel.Options) { o.Turn, o.Linger = 100*time.Millisecond, brief }
	a.found("a")
	for i := 1; i < 14; i++ {
		a.join(string(rune('a' + i)))
	}
	a.run(8 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.until("all have entered", 5*time.Second, func() bool { return a.tally() == "" })
	a.scatter(4)
	link := func() (links int) {
		for i, n := range a.nodes {
			needs := n.world.Needs()
			for j, m := range a.nodes {
				next := (i+1)%len(a.nodes) == j || (j+1)%len(a.nodes) == i
				wanted := next || slices.Contains(needs, m.id()) || slices.Contains(m.world.Needs(), n.id())
				switch l := n.links[m.id()]; {
				case n == m:
				case l == nil && wanted:
					n.node.Dial(m.id(), nil)
				case l != nil && !wanted:
					l.Close("nobody needs it")
				case l != nil:
					links++
				}
			}
		}
		return links
	}
	pass := func(d time.Duration) {
		for end := a.net.Now().Add(d); a.net.Now().Before(end); {
			link()
			a.run(500 * time.Millisecond)
		}
	}
	pass(20 * time.Second)
	links := link()
	t.Logf("%d ends of links of %d peers", links, len(a.nodes))
	if links >= len(a.nodes)*(len(a.nodes)-1) {
		t.Error("all are linked with all")
	}
	for i, n := range a.nodes {
		m := a.nodes[(i+5)%len(a.nodes)]
		n.say(coins.Send(m.where(), m.id(), 9))
	}
	a.until("all coins have come", 20*time.Second, func() bool { link(); return a.firm() == "" && a.tally() == "" })
	var walker *islander
	to := uint64(0)
	for _, n := range a.nodes {
		for _, id := range a.played() {
			if n.world.islands.get(id) == nil && n.where() != id {
				walker, to = n, id
			}
		}
	}
	if walker == nil {
		t.Fatal("everybody executes everything")
	}
	walker.say(coins.Walk(to))
	took := a.until("it has walked", 20*time.Second, func() bool { link(); return walker.where() == to && walker.holds() && a.tally() == "" })
	t.Logf("walked within %v", took)
}

package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/host/coins"
)

// resting are the peers that have left home to others.
func (a *archipelago) resting() (all []*islander) {
	for _, n := range a.nodes {
		if !n.down && n.world.home().resting {
			all = append(all, n)
		}
	}
	return all
}

// TestHomeRests: where everybody's player is elsewhere, home is executed by those who hold it. The others still learn of
// islands that it divides off, and take it over again when their player goes there; who is new enters.
func TestHomeRests(t *testing.T) {
	a := fleet(t, 21, 16, brief)
	a.scatter(4)
	a.until("some leave home to others", 40*time.Second, func() bool { return len(a.resting()) > 1 })
	a.run(10 * time.Second)
	if n := len(a.executors(Home)); n < Copies || n+len(a.resting()) != len(a.nodes) {
		t.Fatalf("%d execute home, and %d of %d rest", n, len(a.resting()), len(a.nodes))
	}
	if why := a.tally(); why != "" {
		t.Fatal(why)
	}

	r := a.resting()[0]
	known := len(a.played())
	var who []coins.Author
	for _, n := range a.nodes {
		if n.where() == Home && len(who) < 2 {
			who = append(who, n.id())
		}
	}
	a.by[who[0]].say(coins.Apart(1, who[1]))
	a.until("home divides", 20*time.Second, func() bool { return len(a.played()) == known+1 })
	island := a.by[who[1]].where()
	a.until("who rests knows the new island", 20*time.Second, func() bool {
		h := r.world.heard[island]
		return r.world.cores[island] != nil || h != nil && h.tip() != nil
	})
	if !r.world.home().resting {
		t.Fatal("it executes home for that")
	}

	r.say(coins.Walk(Home))
	took := a.until("its player is at home", 20*time.Second, func() bool { return r.where() == Home && r.holds() && !r.world.home().resting })
	t.Logf("at home after %v", took)
	a.until("nothing is lost", 10*time.Second, func() bool { return a.tally() == "" })
	late := a.join("late")
	a.until("who is new has home", 15*time.Second, func() bool { return slices.Contains(late.islands(), Home) })
	late.say(coins.Say("here"))
	a.until("and enters", 10*time.Second, func() bool { return late.holds() && a.tally() == "" })
}

// TestNeeds: a peer names as needed who votes on what it executes, and nobody else as long as it writes to nobody.
func TestNeeds(t *testing.T) {
	a := fleet(t, 22, 12, brief)
	a.scatter(4)
	a.run(20 * time.Second)
	for _, n := range a.nodes {
		needs, right := n.world.Needs(), map[*islander]bool{}
		n.world.each(func(c *Core) {
			if c.resting {
				return
			}
			for _, v := range c.last().Voters {
				right[a.by[v.Key]] = true
			}
			for _, k := range c.last().Heirs {
				right[a.by[k]] = true
			}
		})
		delete(right, n)
		for _, k := range needs {
			if !right[a.by[k]] && len(n.world.post.out) == 0 && len(n.world.distant()) == 0 {
				t.Errorf("%s needs %s", n.name, a.by[k].name)
			}
			delete(right, a.by[k])
		}
		if len(right) > 0 {
			t.Errorf("%s does not name %d whom it needs", n.name, len(right))
		}
	}
}

// TestBulletinsOfHome: a peer that does not know the world yet and is linked with one only that has left home to others is
// told who holds home, and can link with it.
func TestBulletinsOfHome(t *testing.T) {
	a := fleet(t, 23, 16, brief)
	a.scatter(4)
	a.until("some leave home to others", 60*time.Second, func() bool { return len(a.resting()) > 1 })
	a.run(tellFar)
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
	a.until("it has home", 10*time.Second, func() bool { return slices.Contains(n.islands(), Home) })
}

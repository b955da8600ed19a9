package host

import (
	"testing"
	"time"

	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/message"
	"manyhold/net/link"
)

// speak has a peer say that it executes an island.
func (n *islander) speak(to *islander, island uint64) {
	g := message.Greeting{Incarnation: 1, Willing: true, Epoch: 3, Turn: 900}
	_ = n.links[to.id()].Send(link.Stream, message.WrapIsland(island, g.Encode()))
}

// TestFalseIslands: a peer announces thousands of islands that do not exist. Nobody remembers or seeks more
// of them than the allowance, nobody is kept from taking over one that exists, and each false claim is
// counted.
func TestFalseIslands(t *testing.T) {
	t.Parallel()
	a := newArchipelago(t, 71)
	n := []*islander{a.found("a"), a.join("b"), a.join("c")}
	liar := a.join("mallory")
	a.settled(5*time.Second, 1)
	for i := range uint64(3000) {
		for _, to := range n {
			liar.speak(to, 1000+i)
		}
		if i%50 == 0 {
			a.run(5 * time.Millisecond)
		}
	}
	for _, x := range a.nodes {
		x.say(coins.Say("here"))
	}
	a.run(time.Second)
	n[0].say(coins.Apart(1, n[2].id()))
	a.until("two islands", 10*time.Second, func() bool { return len(n[0].islands()) == 2 })
	late := a.join("late")
	for i := range uint64(200) {
		a.run(5 * time.Millisecond)
		if late.links[liar.id()] != nil && liar.links[late.id()] != nil {
			liar.speak(late, 1000+i)
		}
	}
	a.until("who came late has both islands", 20*time.Second, func() bool { return len(late.islands()) == 2 })
	for _, x := range append(n, late) {
		if k := len(x.world.directory.Entries.Known); k > directory.MaxTold {
			t.Errorf("%s remembers %d islands of one peer", x.name, k)
		}
		if x.world.islands.table.Len() > 2+directory.MaxSought {
			t.Errorf("%s seeks: it has %d islands", x.name, x.world.islands.table.Len())
		}
	}
	a.run(2 * directory.GivenUpAfter)
	if s := n[1].world.Status(a.net.Now()); s.Counters[counter.FalseIslands] < 2000 {
		t.Errorf("%d islands counted as false", s.Counters[counter.FalseIslands])
	}
	liar.crash()
	a.until("nothing is sought any more", 20*time.Second, func() bool {
		return n[0].world.islands.table.Len() == 2 && len(n[0].world.directory.Searches.Running) == 0
	})
	a.settled(5*time.Second, 2)
}

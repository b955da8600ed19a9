package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/key"
)

// asleep is a world in which all peers that execute an island have been killed: others have it asleep in
// their files.
func asleep(t *testing.T, seed uint64) (a *archipelago, island uint64, killed, left []*islander) {
	a = fleet(t, seed, 12, brief)
	a.scatter(4)
	a.run(12 * time.Second)
	island = a.nodes[len(a.nodes)-1].where()
	killed = a.executors(island)
	for _, n := range a.nodes {
		if !slices.Contains(killed, n) {
			left = append(left, n)
			if n.disk.line(island).checkpoint.Snapshot == nil {
				t.Fatalf("%s has no copy", n.name)
			}
		}
	}
	if len(left) < 2 {
		t.Fatalf("%d peers do not execute it", len(left))
	}
	for _, n := range killed {
		n.crash()
	}
	return a, island, killed, left
}

// TestWakesTwice: two groups that do not know of each other wake the same island from the copies in their
// files, both provisionally. When all are there again it has one firm chain, and nothing is lost or doubled.
func TestWakesTwice(t *testing.T) {
	t.Parallel()
	a, island, killed, left := asleep(t, 21)
	var one, other []key.ID
	for i, n := range left {
		if i%2 == 0 {
			one = append(one, n.id())
		} else {
			other = append(other, n.id())
		}
	}
	a.net.Split(one, other)
	a.run(12 * time.Second)
	if n := len(a.executors(island)); n > 0 {
		t.Fatalf("%d peers have woken it for nothing", n)
	}
	for _, n := range left {
		n.resay()
		n.say(coins.Call(island))
	}
	a.until("both have woken it", 40*time.Second, func() bool {
		awake := [2]bool{}
		for i, n := range left {
			awake[i%2] = awake[i%2] || slices.Contains(n.islands(), island)
		}
		return awake[0] && awake[1]
	})
	for _, n := range left {
		if c := n.world.islands.get(island); c != nil && c.Epoch != nil && c.Epoch.Record().Firm {
			t.Errorf("%s has it firmly, without those who held it", n.name)
		}
	}
	a.run(3 * time.Second)
	a.net.Heal()
	for _, n := range killed {
		n.restart()
	}
	for _, n := range a.nodes {
		n.seq = 0
	}
	a.until("all is one again", 120*time.Second, func() bool {
		for _, n := range left {
			for _, m := range left {
				if m != n && n.links[m.id()] == nil {
					n.node.Dial(m.id(), nil)
				}
			}
		}
		return a.firm() == "" && a.tally() == ""
	})
	lines := map[[32]byte]bool{}
	for _, n := range a.executors(island) {
		lines[n.world.islands.get(island).Ancestry.Records[0].Hash()] = true
		if r := n.world.islands.get(island).Epoch.Record(); !r.Firm {
			t.Errorf("%s is in a provisional fork", n.name)
		}
	}
	if len(lines) != 1 {
		t.Errorf("%d lines", len(lines))
	}
}

// TestSupersededSleeps: a copy is not woken when it is known that land has left its island since.
func TestSupersededSleeps(t *testing.T) {
	t.Parallel()
	a, island, _, left := asleep(t, 22)
	for _, m := range left[2:] {
		m.crash()
	}
	n := left[0]
	tip := n.world.directory.Newest(island)
	r := tip.After(epoch.Split, epoch.Position{Turn: tip.FirstTurn + 50})
	r.Voters = tip.Voters
	r.Parts = []epoch.Part{{Island: epoch.IslandOf(r.Division(), 0), Voters: tip.Voters[:1]}}
	signer := a.by[tip.Leader().Key]
	r.Sign(signer.pair)
	h := n.world.directory.Entries.Known[island]
	if err := epoch.CheckTail([]*epoch.Record{tip}, []*epoch.Record{r}, n.world.islands.home().Genesis.Founder); err != nil {
		t.Fatal(err)
	}
	h.Remember([]*epoch.Record{r})
	a.net.Split([]key.ID{n.id()}, []key.ID{left[1].id()})
	a.run(6 * time.Second)
	left = left[:2]
	for _, m := range left { // the second does not know of it
		m.resay()
		m.say(coins.Call(island))
	}
	a.until("one has woken it", 40*time.Second, func() bool { return slices.Contains(left[1].islands(), island) })
	a.run(15 * time.Second)
	if slices.Contains(n.islands(), island) {
		t.Error("who knows that land has left it has woken it")
	}
}

package host

import (
	"errors"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/islandmerge"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// forge has a peer execute an island that never was, with a fortune on it, some of which is under way to
// home. The peer serves it, tells of it and writes letters as it does for a true one.
func (n *islander) forge(first *epoch.Record, ancestors []*epoch.Record, victim key.ID) {
	t, home := n.a.t, n.world.islands.home()
	n.forges = true
	m := coins.New()
	do := func(seq uint64, body []byte) {
		turn := m.Begin(1)
		taken, err := turn.Append(n.id(), seq, body)
		if must(t, err); !taken {
			t.Fatal("not taken")
		}
		m.Step(turn.Turn())
	}
	do(1, coins.Apart(1, n.id()))
	child, err := m.Carve([]byte{1}, first.Island)
	must(t, err)
	m = &coins.Machine{}
	must(t, m.Restore(child))
	m.Accounts[0].Coins = 1_000_000
	do(2, coins.Send(message.Home, victim, 5000))
	first.Reason, first.World, first.Number, first.Rules, first.Ticks = epoch.Begun, home.World, 1, 1, 2
	first.Voters = []epoch.Voter{home.Self}
	l, log, err := n.world.islands.open(home.Genesis, first.Island)
	must(t, err)
	c := n.world.islands.add(first.Island)
	must(t, c.Bear(n.world.clock.Given, home.Genesis, kernel.Birth{First: first, State: m.Snapshot(nil)}, ancestors, l, log))
	n.world.runner.introduce(c)
	n.act()
}

// honest is the same world without one of its peers.
func (a *archipelago) honest(liar *islander) *archipelago {
	b := *a
	b.nodes = slices.DeleteFunc(slices.Clone(a.nodes), func(n *islander) bool { return n == liar })
	return &b
}

// TestForgedIslands: no peer joins an island that was never divided off, and nothing comes from it, whatever
// its first record names as the island that it comes from.
func TestForgedIslands(t *testing.T) {
	t.Parallel()
	a := fleet(t, 81, 9, brief)
	a.scatter(3)
	a.run(12 * time.Second)
	liar := a.join("mallory")
	a.until("it is in", 5*time.Second, func() bool { return liar.world.islands.home().Machine != nil })
	home := liar.world.islands.home()
	split := home.Ancestry.Records[slices.IndexFunc(home.Ancestry.Records, func(r *epoch.Record) bool { return len(r.Parts) > 0 })]
	lone := []epoch.Voter{home.Self}
	begun := &epoch.Record{Reason: epoch.Begun, World: home.World, Island: 500, Number: 1, Previous: split.Hash(), FirstTurn: split.FirstTurn,
		Rules: 1, Ticks: 2, Firm: true, Voters: lone, Parent: message.Home}
	begun.Sign(liar.pair)
	again := begun.After(epoch.Split, epoch.Position{Turn: begun.FirstTurn + 10})
	again.Voters, again.Parts = lone, []epoch.Part{{Island: 600, Voters: lone}}
	again.Sign(liar.pair)
	late := home.History.Executed + 1_000_000
	victim := a.nodes[0].id()
	for _, f := range []struct {
		name      string
		first     epoch.Record
		ancestors []*epoch.Record
	}{
		{"of a record of home that never was", epoch.Record{Island: 101, Parent: message.Home, Previous: [32]byte{1}, FirstTurn: 2, Firm: true}, nil},
		{"of one that home may still have", epoch.Record{Island: 102, Parent: message.Home, Previous: [32]byte{2}, FirstTurn: late, Firm: true}, nil},
		{"of an island that nobody knows", epoch.Record{Island: 103, Parent: 99, Previous: [32]byte{3}, FirstTurn: 2, Firm: true}, nil},
		{"of a record of home by which nothing was divided", epoch.Record{Island: 104, Parent: message.Home, Previous: home.Ancestry.Records[0].Hash(), FirstTurn: 1, Firm: true}, nil},
		{"of a true division, which does not name it", epoch.Record{Island: 105, Parent: message.Home, Previous: split.Hash(), FirstTurn: split.FirstTurn, Firm: true}, nil},
		{"of a true division, with its own committee", epoch.Record{Island: split.Parts[0].Island, Parent: message.Home, Previous: split.Hash(), FirstTurn: split.FirstTurn, Chain: split.Chain, Firm: true}, nil},
		{"of a forged island with its ancestors", epoch.Record{Island: 600, Parent: 500, Previous: again.Hash(), FirstTurn: again.FirstTurn, Firm: true}, []*epoch.Record{begun, again}},
		{"of an ancestry without its beginning", epoch.Record{Island: 601, Parent: 500, Previous: again.Hash(), FirstTurn: again.FirstTurn, Firm: true}, []*epoch.Record{again}},
	} {
		if liar.world.islands.get(f.first.Island) == nil {
			liar.forge(&f.first, f.ancestors, victim)
		}
	}
	loose := &epoch.Record{Reason: epoch.Begun, Island: 106, Parent: 99, Previous: [32]byte{6}, FirstTurn: 2}
	if _, err := a.nodes[0].world.directory.Begins(loose); err == nil || errors.Is(err, directory.ErrUnproven) {
		t.Errorf("an island of a provisional fork: %v", err)
	}
	forged := func(id uint64) bool {
		c := liar.world.islands.get(id)
		return c != nil && c.Machine != nil && liar.coins(id).Total(func(uint64) uint64 { return 1 }) > 100_000
	}
	b := a.honest(liar)
	end := a.net.Now().Add(25 * time.Second)
	for a.net.Now().Before(end) {
		for _, n := range b.nodes {
			for _, id := range n.islands() {
				if forged(id) && n.coins(id).Holds(liar.id()) {
					t.Fatalf("%s has joined island %d", n.name, id)
				}
			}
		}
		a.run(100 * time.Millisecond)
	}
	if liar.world.Status(a.net.Now()).Counters[counter.LettersSent] == 0 {
		t.Error("the liar wrote no letters")
	}
	if why := b.tally(); why != "" {
		t.Error(why)
	}
	unproven, vain := uint64(0), uint64(0)
	for _, n := range b.nodes {
		s := n.world.Status(a.net.Now())
		unproven, vain = unproven+s.Counters[counter.Unproven], vain+s.Counters[counter.FalseIslands]
		for _, k := range s.Known {
			if k.Epoch > 0 && forged(k.ID) {
				t.Errorf("%s believes epoch %d of island %d", n.name, k.Epoch, k.ID)
			}
		}
		if l := n.world.directory.Ancestries.Shown[liar.id()]; l != nil && len(l.Records) > 0 {
			t.Errorf("%s keeps %d records of a forged ancestry", n.name, len(l.Records))
		}
	}
	t.Logf("%d unproven records refused, %d times islands given up", unproven, vain)
	if unproven == 0 || vain == 0 {
		t.Errorf("%d unproven, %d false islands counted", unproven, vain)
	}
}

// TestAncestryIsShown: a late peer takes over islands with ancestors that have ended long ago, also from
// peers that were restarted since.
func TestAncestryIsShown(t *testing.T) {
	for _, whole := range []int{-1, message.DefaultWhole} {
		a := newArchipelago(t, 82)
		a.options = func(_ *islander, o *kernel.Options) { o.Whole, o.Linger = whole, brief }
		n := []*islander{a.found("a"), a.join("b"), a.join("c"), a.join("d")}
		a.settled(5*time.Second, 1)
		for _, x := range n {
			x.say(coins.Say("here"))
		}
		a.run(3 * time.Second)
		n[0].say(coins.Apart(1, n[2].id(), n[3].id()))
		a.until("two islands", 15*time.Second, func() bool { return len(a.played()) == 2 && a.tally() == "" })
		middle := n[2].where()
		n[2].say(coins.Apart(1, n[3].id()))
		a.until("three islands", 15*time.Second, func() bool { return len(a.played()) == 3 && a.tally() == "" })
		deep := n[3].where()
		n[0].say(coins.Call(middle))
		n[2].say(coins.Call(message.Home))
		a.until("the middle one is no more", 30*time.Second, func() bool { return len(a.played()) == 2 && a.tally() == "" })
		if r := n[3].world.islands.get(deep).Ancestry.Records[0]; r.Parent != middle {
			t.Fatalf("island %s comes from %s", message.IslandName(deep), message.IslandName(r.Parent))
		}
		a.run(islandmerge.Lingers + 5*time.Second)
		for _, x := range n {
			x.crash()
		}
		for _, x := range n {
			x.restart()
		}
		a.until("they go on", 60*time.Second, func() bool { return len(a.played()) == 2 && a.firm() == "" && a.tally() == "" })
		late := a.join("late")
		took := a.until("who came late has it, or its records", 10*time.Second, func() bool {
			if whole > 0 {
				return slices.Contains(late.islands(), deep)
			}
			r := late.world.directory.Newest(deep)
			return r != nil && r.Number == n[3].world.islands.get(deep).Ancestry.Last().Number
		})
		t.Logf("known after %v", took)
		if c := late.world.islands.get(deep); whole > 0 && len(c.Ancestry.Ancestors) < 2 {
			t.Errorf("taken over by an ancestry of %d records", len(c.Ancestry.Ancestors))
		}
	}
}

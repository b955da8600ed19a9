package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/coins"
	"manyhold/net/host/message"
)

// settled waits until all running peers have executed all that was asked for, execute the same islands, and
// have every account once and every coin.
func (a *archipelago) settled(d time.Duration, islands int) {
	a.t.Helper()
	a.until("all is the same everywhere, and every account is somewhere once", d, func() bool { return a.whole(islands) == "" })
}

// whole describes violations of the invariants that hold when nothing is under way.
func (a *archipelago) whole(islands int) string {
	var first *islander
	for _, n := range a.nodes {
		if n.down {
			continue
		}
		ids := n.islands()
		switch {
		case islands > 0 && len(ids) != islands:
			return n.name + " executes others"
		case first == nil:
			first = n
		}
		if why := a.count(n); why != "" {
			return why
		}
		for _, id := range ids {
			if m, c := n.world.islands.get(id), first.world.islands.get(id); c == nil || len(ids) != len(first.islands()) || m.Epoch.Record().Hash() != c.Epoch.Record().Hash() ||
				m.History.Executed+20 < c.History.Executed || c.History.Executed+20 < m.History.Executed {
				return n.name + " is elsewhere"
			}
		}
	}
	return ""
}

// count describes lost or doubled coins and players of a peer.
func (a *archipelago) count(n *islander) string {
	home := n.coins(message.Home)
	if home == nil {
		return n.name + " has nothing"
	}
	held, total := map[coins.Author]int{}, uint64(0)
	for _, id := range n.islands() {
		m := n.coins(id)
		if len(m.Towards(nil)) > 0 {
			return "something is under way"
		}
		total += m.Total(func(to uint64) uint64 { // nobody can redirect the letters that wait in an empty island
			next := uint64(1)
			if into := n.coins(n.world.directory.Successor(to)); into != nil {
				next, _ = into.Inherited(m.Self(), to)
			}
			return next
		})
		for _, x := range m.Accounts {
			held[x.Author]++
		}
	}
	for _, who := range home.Entered {
		if held[who] != 1 {
			return "an account is lost or doubled"
		}
	}
	if total != uint64(len(home.Entered))*coins.Purse {
		return "coins are lost or doubled"
	}
	for _, m := range a.nodes {
		if m.seq > 0 && !m.down {
			if c := n.world.islands.get(m.world.player.island); c == nil || c.Machine == nil {
				return n.name + " does not know where " + m.name + " is"
			} else if c.Machine.Sequence(m.id()) < m.seq {
				return fmt.Sprintf("%s sees %s's words missing: %d taken of %d on %s", n.name, m.name, c.Machine.Sequence(m.id()), m.seq, message.IslandName(m.world.player.island))
			}
		}
	}
	return ""
}

// where returns the island where a peer's account is.
func (n *islander) where() uint64 { return n.world.player.island }

// TestSplitAndMerge: an island divides while its players go on, and is one again; nobody waits.
func TestSplitAndMerge(t *testing.T) {
	for _, peers := range []int{1, 2, 3, 5} {
		a := newArchipelago(t, uint64(peers))
		first := a.found("a")
		for i := 1; i < peers; i++ {
			a.join(string(rune('a' + i)))
		}
		a.run(6 * time.Second)
		for _, n := range a.nodes {
			n.say(coins.Say("here"))
		}
		a.settled(3*time.Second, 1)
		last := a.nodes[len(a.nodes)-1]
		first.say(coins.Apart(1, last.id()))
		clear(a.gaps)
		took := a.until("two islands everywhere", 4*time.Second, func() bool { return a.whole(2) == "" })
		child := last.where()
		if child == message.Home {
			t.Fatal("the player stayed")
		}
		last.say(coins.Say("there"))
		first.say(coins.Say("here"))
		a.settled(2*time.Second, 2)
		t.Logf("%d peers: two islands after %v, longest without a turn at home %v, on the other %v", peers, took, a.gaps[message.Home], a.gaps[child])
		if a.gaps[message.Home] > 300*time.Millisecond || a.gaps[child] > 300*time.Millisecond {
			t.Errorf("turns stopped for %v and %v", a.gaps[message.Home], a.gaps[child])
		}
		if peers == 1 {
			continue // nobody is left at home to call the other
		}
		first.say(coins.Call(child))
		last.say(coins.Call(message.Home))
		clear(a.gaps)
		took = a.until("one island again", 4*time.Second, func() bool { return a.whole(1) == "" })
		last.say(coins.Say("together"))
		a.settled(2*time.Second, 1)
		t.Logf("%d peers: one island after %v, longest without a turn %v", peers, took, a.gaps[message.Home])
		if last.where() != message.Home || a.gaps[message.Home] > 300*time.Millisecond {
			t.Errorf("on %s, turns stopped for %v", message.IslandName(last.where()), a.gaps[message.Home])
		}
	}
}

// TestWalk: players and coins cross from island to island, with the commands that they give on the way.
func TestWalk(t *testing.T) {
	a := newArchipelago(t, 7)
	first, b, c := a.found("a"), a.join("b"), a.join("c")
	a.run(5 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.settled(3*time.Second, 1)
	first.say(coins.Apart(1, c.id()))
	a.settled(4*time.Second, 2)
	child := c.where()
	for range 5 {
		b.say(coins.Walk(child))
		b.say(coins.Say("on the way"))
		first.say(coins.Send(child, c.id(), 7))
		a.until("b is there", 2*time.Second, func() bool { return b.where() == child })
		a.settled(2*time.Second, 2)
		b.say(coins.Pay(c.id(), 3))
		b.say(coins.Walk(message.Home))
		b.say(coins.Say("on the way back"))
		a.until("b is back", 2*time.Second, func() bool { return b.where() == message.Home })
		a.settled(2*time.Second, 2)
	}
	want := uint64(coins.Purse + 5*7 + 5*3)
	for _, x := range first.coins(child).Accounts {
		if x.Author == c.id() && x.Coins != want {
			t.Errorf("c has %d coins, not %d", x.Coins, want)
		}
	}
}

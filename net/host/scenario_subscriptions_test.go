package host

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
)

// brief is how long an island is kept without a reason in tests that are not about that.
const brief = 5 * time.Second

// fleet is a world of many peers that have all entered home; none of them executes all islands.
func fleet(t testing.TB, seed uint64, peers int, linger time.Duration) *archipelago {
	return newArchipelago(t, seed).peopled(peers, linger)
}

func (a *archipelago) peopled(peers int, linger time.Duration) *archipelago {
	a.options = func(_ *islander, o *kernel.Options) {
		o.Turn, o.Linger = 100*time.Millisecond, linger
		if peers <= message.DefaultWhole {
			o.Whole = -1
		}
	}
	a.found("a")
	for i := 1; i < peers; i++ {
		a.join(string(rune('a' + i)))
	}
	a.run(8 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.until("all have entered", 5*time.Second, func() bool { return a.tally() == "" })
	return a
}

// scatter sets players apart until there are so many islands.
func (a *archipelago) scatter(islands int) {
	each := len(a.nodes) / islands
	for first := each; first+each <= len(a.nodes) && first/each < islands; first += each {
		var who []coins.Author
		for _, n := range a.nodes[first : first+each] {
			who = append(who, n.id())
		}
		part := uint8(1 + (first/each-1)%coins.MaxParts)
		a.nodes[0].say(coins.Apart(part, who...))
		if part == coins.MaxParts {
			a.run(3 * time.Second)
		}
	}
	a.until("all are apart", 20*time.Second, func() bool { return len(a.played()) == islands && a.tally() == "" })
}

// played are the islands with players, ascending.
func (a *archipelago) played() (ids []uint64) {
	for _, n := range a.nodes {
		if !n.down && n.holds() {
			ids = append(ids, n.where())
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// executors are the peers that go on with an island.
func (a *archipelago) executors(island uint64) (all []*islander) {
	for _, n := range a.nodes {
		if !n.down && slices.Contains(n.islands(), island) {
			all = append(all, n)
		}
	}
	return all
}

// ahead is the state of an island at the peer that has executed most of it, nil when nobody has it.
func (a *archipelago) ahead(island uint64) (best *coins.Machine) {
	turn := uint64(0)
	for _, n := range a.executors(island) {
		if c := n.world.islands.get(island); best == nil || c.History.Executed > turn {
			best, turn = n.coins(island), c.History.Executed
		}
	}
	return best
}

// tally lists the coins lost or doubled in a world where nobody has all islands, when nothing is under way.
func (a *archipelago) tally() string {
	var ids []uint64
	for _, n := range a.nodes {
		if !n.down {
			ids = append(ids, n.islands()...)
		}
	}
	slices.Sort(ids)
	held, total := map[coins.Author]int{}, uint64(0)
	home := a.ahead(message.Home)
	if home == nil {
		return "nobody has home"
	}
	for _, id := range slices.Compact(ids) {
		m := a.ahead(id)
		if len(m.Towards(nil)) > 0 {
			return "something is under way from " + message.IslandName(id)
		}
		total += m.Total(func(uint64) uint64 { return 1 })
		for _, x := range m.Accounts {
			held[x.Author]++
		}
	}
	for _, who := range home.Entered {
		if held[who] != 1 {
			return fmt.Sprintf("account %x is there %d times", who[:2], held[who])
		}
	}
	if total != uint64(len(home.Entered))*coins.Purse {
		return "coins are lost or doubled"
	}
	for _, n := range a.nodes {
		if n.down || n.seq == 0 {
			continue
		}
		if !n.holds() {
			return n.name + " is nowhere"
		}
		if m := a.ahead(n.where()); m == nil || m.Sequence(n.id()) < n.seq {
			return n.name + "'s words are missing"
		}
	}
	return ""
}

// shared says how many islands all peers execute together, and how many peers execute an island, at least.
func (a *archipelago) shared() (all, least int, why map[string]int) {
	least, why = len(a.nodes), map[string]int{}
	for _, n := range a.nodes {
		if n.down {
			continue
		}
		all += len(n.islands())
		for _, i := range n.world.Status(a.net.Now()).Islands {
			why[i.Why]++
		}
	}
	for _, id := range a.played() {
		least = min(least, len(a.executors(id)))
	}
	return all, least, why
}

// TestSubscriptions: of twelve peers on six islands, each executes its share; coins and players go from
// island to island under any leader, and nothing is lost or doubled.
func TestSubscriptions(t *testing.T) {
	t.Parallel()
	const peers, islands = 12, 6
	a := fleet(t, 1, peers, 0)
	a.scatter(islands)
	a.run(75 * time.Second)
	all, least, why := a.shared()
	t.Logf("%d islands executed by %d peers, %d in all; at least %d peers for an island, %v", islands, peers, all, least, why)
	if all > peers*islands*3/4 || least < message.Copies {
		t.Errorf("%d islands executed in all, at least %d peers for an island", all, least)
	}
	for i, n := range a.nodes {
		n.say(coins.Send(a.nodes[(i+5)%peers].where(), a.nodes[(i+5)%peers].id(), 9))
	}
	took := a.until("all coins have come", 5*time.Second, func() bool { return a.tally() == "" })
	sent := uint64(0)
	for _, n := range a.nodes {
		c := n.world.Status(a.net.Now()).Counters
		sent += c[counter.Letters]
		if c[counter.LettersForged]+c[counter.Garbage] > 0 {
			t.Errorf("%s: %d letters forged, %d messages garbage", n.name, c[counter.LettersForged], c[counter.Garbage])
		}
	}
	t.Logf("coins have come within %v by %d letters", took, sent)
	if sent == 0 {
		t.Error("nobody wrote")
	}
	for _, x := range a.ahead(a.nodes[3].where()).Accounts {
		if x.Coins != coins.Purse {
			t.Errorf("%d coins", x.Coins)
		}
	}
}

// TestLeadersKilled: the leaders of all islands are killed while coins are under way between them; they come
// back, and each coin has come once.
func TestLeadersKilled(t *testing.T) {
	t.Parallel()
	a := fleet(t, 5, 14, brief)
	a.scatter(5)
	a.run(12 * time.Second)
	for i, n := range a.nodes {
		m := a.nodes[(i+4)%len(a.nodes)]
		n.say(coins.Send(m.where(), m.id(), 9))
	}
	a.run(150 * time.Millisecond)
	var killed []*islander
	for _, id := range a.played() {
		for _, n := range a.executors(id) {
			if n.world.islands.get(id).Epoch.Leading() && len(killed) < 2 {
				killed = append(killed, n)
				n.crash()
			}
		}
	}
	a.run(4 * time.Second)
	for _, n := range killed {
		n.restart()
	}
	a.until("all coins have come", 60*time.Second, func() bool { return a.firm() == "" && a.tally() == "" })
}

// firm names the peers in a fork of their own, or still putting one together.
func (a *archipelago) firm() (why string) {
	for _, n := range a.nodes {
		if n.down {
			continue
		}
		n.world.islands.each(func(c *kernel.Core) {
			if c.Machine != nil && c.Retirement.Retired.IsZero() && (protocolOf(c).forks.Fork.Apart() || len(protocolOf(c).forks.Abandon.Pending) > 0 || protocolOf(c).joining.Fetch != nil) {
				why = n.name + " is not in the firm fork of " + message.IslandName(c.ID)
			}
		})
	}
	return why
}

// TestCopiesSurvive: all voters of an island are killed. The holders of copies go on with it, provisionally,
// and when the voters come back it is one firm island again, with all that was done meanwhile.
func TestCopiesSurvive(t *testing.T) {
	t.Parallel()
	a := fleet(t, 6, 12, brief)
	a.scatter(4)
	a.run(12 * time.Second)
	last := a.nodes[len(a.nodes)-1]
	island := last.where()
	var killed []*islander
	for _, v := range a.executors(island)[0].world.islands.get(island).Epoch.Record().Voters {
		if n := a.by[v.Key]; n != last {
			killed = append(killed, n)
			n.crash()
		}
	}
	a.until("others hold copies", 20*time.Second, func() bool { return len(a.executors(island)) > 0 })
	t.Logf("%d of its voters killed, %d peers go on with it", len(killed), len(a.executors(island)))
	if len(killed) < 3 {
		t.Fatal("it had too few voters")
	}
	last.say(coins.Say("still here"))
	a.until("it goes on", 20*time.Second, func() bool {
		m := a.ahead(island)
		return m != nil && m.Sequence(last.id()) >= last.seq
	})
	for _, n := range killed {
		n.restart()
	}
	a.until("it is one again", 90*time.Second, func() bool { return a.firm() == "" && a.tally() == "" })
	if copies := len(a.executors(island)); copies < message.Copies {
		t.Errorf("%d peers hold it", copies)
	}
}

package host

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// TestSharedMerge: islands whose leaders do not execute each other's are near each other and become one.
func TestSharedMerge(t *testing.T) {
	t.Parallel()
	a := fleet(t, 7, 8, brief)
	a.scatter(4)
	a.run(12 * time.Second)
	one, other := a.nodes[2], a.nodes[len(a.nodes)-1]
	from, to := max(one.where(), other.where()), min(one.where(), other.where())
	for _, n := range a.executors(to) {
		if c := n.world.islands.get(to); c.Epoch.Leading() && n.world.islands.get(from) != nil {
			t.Logf("%s leads one and executes the other already", n.name)
		}
	}
	one.say(coins.Call(other.where()))
	other.say(coins.Call(one.where()))
	clear(a.gaps)
	took := a.until("they are one", 20*time.Second, func() bool { return one.where() == to && other.where() == to })
	a.until("nothing is lost", 5*time.Second, func() bool { return a.tally() == "" })
	t.Logf("one after %v, longest without a turn %v", took, a.gaps[to])
	if a.gaps[to] > time.Second {
		t.Errorf("no turn for %v", a.gaps[to])
	}
	a.run(45 * time.Second)
	for _, n := range a.nodes {
		if c := n.world.islands.get(from); c != nil {
			t.Errorf("%s still keeps the island that has ended: retired %v", n.name, c.Retirement.Retired)
		}
	}
}

// TestSharedWalk: a player walks to an island that its peer learns to be close before; it sees no turn late.
func TestSharedWalk(t *testing.T) {
	a := fleet(t, 8, 8, brief)
	a.scatter(4)
	a.run(12 * time.Second)
	var n *islander
	to := uint64(0)
	for _, n = range a.nodes[1:] {
		i := slices.IndexFunc(a.played(), func(id uint64) bool { return n.world.islands.get(id) == nil })
		if i >= 0 {
			to = a.played()[i]
			break
		}
	}
	if to == 0 {
		t.Fatal("everybody executes everything")
	}
	n.say(coins.Call(to)) // it comes near; the other does not, so that they stay two
	a.until("it is executed ahead", 5*time.Second, func() bool { return slices.Contains(n.islands(), to) })
	if why := n.world.Status(a.net.Now()).Islands; !slices.ContainsFunc(why, func(i status.Island) bool { return i.ID == to && i.Why == directory.WhyNear }) {
		t.Errorf("executed for another reason: %+v", why)
	}
	a.run(time.Second)
	n.say(coins.Walk(to))
	oldest, last := time.Duration(0), a.net.Now()
	var arrived time.Time
	for arrived.IsZero() || a.net.Now().Sub(arrived) < time.Second {
		a.run(5 * time.Millisecond)
		if h := n.world.player.here(); h.History.OrderedAt.After(last) {
			last = h.History.OrderedAt
		}
		oldest = max(oldest, a.net.Now().Sub(last))
		if arrived.IsZero() && n.where() == to && n.holds() {
			arrived = a.net.Now()
		}
	}
	t.Logf("oldest turn %v", oldest)
	if oldest > 200*time.Millisecond {
		t.Errorf("a turn was %v old", oldest)
	}
	a.until("nothing is lost", 5*time.Second, func() bool { return a.tally() == "" })
}

// TestSharedChaos: no peer executes all islands; they divide and merge, players walk and send coins,
// processes crash and the network falls apart. In the end all are in firm forks and nothing is lost or
// doubled. HOST_SHARED=first,worlds has it try more.
func TestSharedChaos(t *testing.T) {
	t.Parallel()
	first, worlds := 0, int(few(24, 4))
	fmt.Sscanf(os.Getenv("HOST_SHARED"), "%d,%d", &first, &worlds)
	divided, merged, letters, apart := 0, 0, uint64(0), 0
	for seed := first; seed < first+worlds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			a := fleet(t, uint64(seed+100), 6, brief)
			chance := rand.New(rand.NewPCG(uint64(seed), 3))
			a.scatter(3)
			a.run(7 * time.Second)
			for range 2 {
				apart += a.upheaval(chance)
			}
			divided += a.reasons[epoch.Begun]
			merged += a.reasons[epoch.Absorbed]
			for _, n := range a.nodes {
				letters += n.world.Status(a.net.Now()).Counters[counter.Letters]
			}
		})
	}
	t.Logf("%d islands divided off, %d merged, %d letters, %d provisional forks seen", divided, merged, letters, apart)
	if divided == 0 || letters == 0 {
		t.Error("it tries too little")
	}
}

// upheaval lets things happen, perhaps with a crash or a partition in the middle of them, and waits until all
// is well.
func (a *archipelago) upheaval(chance *rand.Rand) (apart int) {
	var victim *islander
	if chance.IntN(2) == 0 {
		victim = a.nodes[chance.IntN(len(a.nodes))]
		victim.fuse = 1 + chance.IntN(8)
	} else if chance.IntN(2) == 0 {
		var one, other []key.ID
		for i, k := range chance.Perm(len(a.nodes)) {
			if i < 1+chance.IntN(3) {
				one = append(one, a.nodes[k].id())
			} else {
				other = append(other, a.nodes[k].id())
			}
		}
		a.net.Split(one, other)
	}
	for end := a.net.Now().Add(time.Duration(chance.IntN(7000)) * time.Millisecond); a.net.Now().Before(end); {
		a.stir(chance)
		a.run(time.Duration(200+chance.IntN(1500)) * time.Millisecond)
	}
	for _, n := range a.nodes {
		if !n.down {
			n.world.islands.each(func(c *kernel.Core) {
				if c.Ancestry.Forked {
					apart++
				}
			})
		}
	}
	a.net.Heal()
	if victim != nil {
		if victim.fuse = 0; victim.down {
			a.run(time.Duration(chance.IntN(3000)) * time.Millisecond)
			victim.restart()
		}
	}
	why := ""
	defer func() {
		if a.t.Failed() {
			a.t.Log(why)
		}
	}()
	for _, n := range a.nodes {
		n.seq = 0
	}
	well := func() bool {
		for _, n := range a.nodes {
			for _, m := range a.nodes {
				if m != n && !m.down && !n.down && n.links[m.id()] == nil {
					n.node.Dial(m.id(), nil)
				}
			}
		}
		a.forward(a.nodes)
		if why = a.firm(); why == "" {
			why = a.tally()
		}
		return why == ""
	}
	a.until("all are together again", 120*time.Second, well)
	for _, n := range a.nodes {
		n.resay()
		n.say(coins.Say("again"))
	}
	a.until("all are heard", 20*time.Second, well)
	return apart
}

// stir has somebody divide, call, walk, send or pay.
func (a *archipelago) stir(chance *rand.Rand) {
	n, m := a.nodes[chance.IntN(len(a.nodes))], a.nodes[chance.IntN(len(a.nodes))]
	isles := a.played()
	if n.down || m.down || !n.holds() || len(isles) == 0 || len(n.world.player.here().Own.Waiting) > 20 {
		return
	}
	to := isles[chance.IntN(len(isles))]
	n.resay()
	switch chance.IntN(6) {
	case 0:
		n.say(coins.Apart(uint8(1+chance.IntN(coins.MaxParts)), m.id()))
	case 1:
		if to == n.where() {
			return
		}
		n.say(coins.Call(to))
		if x := a.somebody(to); x != nil && x != n {
			x.resay()
			x.say(coins.Call(n.where()))
		}
	case 2, 3:
		n.say(coins.Send(to, m.id(), uint64(chance.IntN(9))))
	case 4:
		n.say(coins.Walk(to))
	default:
		n.say(coins.Pay(m.id(), uint64(chance.IntN(9))))
	}
}

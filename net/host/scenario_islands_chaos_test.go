package host

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// TestIslesApart: islands divide and merge while the network falls into parts, processes crash, and
// minorities go on without the others. In the end every island has one firm chain, which all peers are in;
// every account is somewhere once, and no coin is lost or doubled. Every committed turn is in the firm chain
// or in an archive; see check and checkRecord. HOST_ISLES=first,worlds has it try more.
func TestIslesApart(t *testing.T) {
	t.Parallel()
	first, worlds := 0, int(few(6, 3))
	fmt.Sscanf(os.Getenv("HOST_ISLES"), "%d,%d", &first, &worlds)
	divided, merged, apart, archived := 0, 0, 0, 0
	for seed := first; seed < first+worlds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			a := gathering(t, uint64(seed+1), 2+seed%4, time.Duration(seed%3)*2*time.Millisecond)
			chance := rand.New(rand.NewPCG(uint64(seed), 2))
			for range 4 {
				apart += a.partition(chance)
			}
			divided += a.reasons[epoch.Begun]
			merged += a.reasons[epoch.Absorbed]
			for _, n := range a.nodes {
				for _, f := range n.disk.lines {
					archived += len(f.archives)
				}
			}
		})
	}
	t.Logf("%d islands divided off, %d merged; %d provisional forks seen, %d branches archived", divided, merged, apart, archived)
	if apart == 0 || archived == 0 || divided == 0 {
		t.Errorf("it tries too little")
	}
}

// partition lets the network fall into two parts in the middle of something, perhaps crashes somebody, and
// has all of them meet again. It returns how many islands went on provisionally at somebody's.
func (a *archipelago) partition(chance *rand.Rand) (apart int) {
	all := append([]*islander(nil), a.nodes...)
	a.something(chance, all)
	a.run(time.Duration(chance.IntN(600)) * time.Millisecond)
	var one, other []key.ID
	for i, k := range chance.Perm(len(all)) {
		if i == 0 || i < len(all)-1 && chance.IntN(2) == 0 {
			one = append(one, all[k].id())
		} else {
			other = append(other, all[k].id())
		}
	}
	a.net.Split(one, other)
	var victim *islander
	if chance.IntN(3) == 0 {
		victim = all[chance.IntN(len(all))]
		victim.fuse = 1 + chance.IntN(8)
	}
	for end := a.net.Now().Add(time.Duration(chance.IntN(12000)) * time.Millisecond); a.net.Now().Before(end); {
		a.something(chance, all)
		a.run(time.Duration(200+chance.IntN(1500)) * time.Millisecond)
	}
	for _, n := range all {
		if n.down {
			continue
		}
		n.world.islands.each(func(c *kernel.Core) {
			if c.Ancestry.Forked {
				apart++
			}
		})
	}
	a.net.Heal()
	if victim != nil {
		if victim.fuse = 0; victim.down {
			victim.restart()
		}
	}
	a.together(all)
	return apart
}

// something lets able peers divide, call and walk. Nobody's words are counted: some go into archives.
func (a *archipelago) something(chance *rand.Rand, all []*islander) {
	for range 1 + chance.IntN(2) {
		n, m := all[chance.IntN(len(all))], all[chance.IntN(len(all))]
		if n.down || !n.holds() || len(n.world.player.here().Own.Waiting) > 20 {
			continue
		}
		isles := n.islands()
		if len(isles) == 0 {
			continue
		}
		to := isles[chance.IntN(len(isles))]
		n.resay()
		switch chance.IntN(6) {
		case 0, 1:
			n.say(coins.Apart(uint8(1+chance.IntN(coins.MaxParts)), m.id()))
		case 2:
			if to != n.where() {
				n.say(coins.Call(to))
				if x := a.somebody(to); x != nil && x != n {
					x.resay()
					x.say(coins.Call(n.where()))
				}
			}
		case 3:
			n.say(coins.Send(to, m.id(), uint64(chance.IntN(9))))
		case 4:
			n.say(coins.Walk(to))
		default:
			n.say(coins.Pay(m.id(), uint64(chance.IntN(9))))
		}
	}
}

// resay numbers the next command as the state wants it.
func (n *islander) resay() {
	h := n.world.player.here()
	n.seq = h.Machine.Sequence(n.id())
	if k := len(h.Own.Waiting); k > 0 {
		n.seq = max(n.seq, h.Own.Waiting[k-1].Seq)
	}
}

// together waits until all peers that met again are in the firm forks, and can go on there.
func (a *archipelago) together(all []*islander) {
	for _, n := range all {
		n.seq = 0
	}
	firm := func() string {
		for _, n := range all {
			why := ""
			n.world.islands.each(func(c *kernel.Core) {
				if c.Machine != nil && c.Retirement.Retired.IsZero() && (protocolOf(c).forks.Fork.Apart() || len(protocolOf(c).forks.Abandon.Pending) > 0 || protocolOf(c).joining.Fetch != nil) {
					why = fmt.Sprintf("%s is not in the firm fork of %s", n.name, message.IslandName(c.ID))
				}
			})
			if why != "" {
				return why
			}
		}
		return a.whole(0)
	}
	why := ""
	defer func() {
		if a.t.Failed() {
			a.t.Log(why)
		}
	}()
	a.until("all are together again", 120*time.Second, func() bool {
		for _, n := range all {
			for _, m := range all {
				if m != n && !m.down && !n.down && n.links[m.id()] == nil {
					n.node.Dial(m.id(), nil)
				}
			}
		}
		a.forward(all)
		why = firm()
		return why == ""
	})
	for _, n := range all {
		n.resay()
		n.say(coins.Say("again"))
	}
	a.until("all are heard", 20*time.Second, func() bool { a.forward(all); why = firm(); return why == "" })
}

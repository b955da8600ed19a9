package sim

import (
	"time"

	"manyhold/net/host/coins"
	"manyhold/net/key"
)

// trouble lets people walk for a while, and things go wrong.
func (a *isles) trouble() {
	a.walking, a.mortal = true, 1
	if a.o.harsh {
		a.mortal = len(a.nodes)
	}
	for _, n := range a.nodes {
		n.walks = a.net.Now().Add(time.Duration(a.rng.IntN(500)) * time.Millisecond)
	}
	for range 2 + a.rng.IntN(3) {
		if !a.o.calm {
			a.fault()
		}
		a.run(time.Duration(300+a.rng.IntN(1500)) * time.Millisecond)
		for _, n := range a.nodes {
			if n.down && a.rng.IntN(2) == 0 && a.failure == nil {
				n.start()
			}
		}
	}
}

// fault lets one thing go wrong.
func (a *isles) fault() {
	n := a.nodes[a.rng.IntN(len(a.nodes))]
	switch a.rng.IntN(5) {
	case 0, 1: // in the middle of what it does to its file
		if !n.down && a.mortal > 0 {
			n.fuse = 1 + a.rng.IntN(8)
			a.mortal--
		}
	case 2:
		if !n.down && a.mortal > 0 {
			n.crash(a.o.power)
			a.mortal--
		}
	case 3:
		var one, other []key.ID
		for _, m := range a.nodes {
			if a.rng.IntN(2) == 0 {
				one = append(one, m.id())
			} else {
				other = append(other, m.id())
			}
		}
		a.net.Split(one, other)
		a.cuts++
	default:
		a.net.Heal()
	}
}

// stroll does one thing, and says when the next follows.
func (n *walker) stroll() {
	rng := n.a.rng
	n.walks = n.a.net.Now().Add(time.Duration(100+rng.IntN(900)) * time.Millisecond)
	here, there := n.world.Where()
	isles := going(n.world)
	if !there || len(isles) == 0 {
		return
	}
	m, ok := n.world.Machine(here).(*coins.Machine)
	if !ok || len(m.Accounts) == 0 {
		return
	}
	to := isles[rng.IntN(len(isles))].Island
	friend := n.a.nodes[rng.IntN(len(n.a.nodes))]
	switch k := rng.IntN(10); {
	case k < 2:
		n.say(coins.Apart(uint8(1+rng.IntN(coins.MaxParts)), m.Accounts[rng.IntN(len(m.Accounts))].Author))
	case k < 5 && to != here:
		n.say(coins.Call(to))
		for _, x := range n.a.nodes { // somebody there calls back
			if at, is := x.world.Where(); !x.down && is && at == to {
				x.say(coins.Call(here))
				break
			}
		}
	case k < 7 && to != here:
		n.say(coins.Walk(to))
	case to != here:
		n.say(coins.Send(to, friend.id(), uint64(rng.IntN(9))))
	default:
		n.say(coins.Pay(friend.id(), uint64(rng.IntN(9))))
	}
}

// present is the first person whose place is known.
func (a *isles) present() *walker {
	for _, n := range a.nodes {
		if _, there := n.world.Where(); there && !n.down {
			return n
		}
	}
	return nil
}

// became is the island that goes on with one that has ended, as far as anybody knows: a game asks home.
func (a *isles) became(island uint64) (into uint64, gone bool) {
	for _, n := range a.nodes {
		if into, gone := n.world.Successor(island); gone && into != 0 && !n.down {
			return into, true
		}
	}
	return island, false
}

// help sends on what waits for islands that have gone into others, as a game does by itself.
func (n *walker) help() {
	here, there := n.world.Where()
	m, ok := n.world.Machine(here).(*coins.Machine)
	if now := n.a.net.Now(); !ok || !there || n.down || now.Sub(n.helped) < 500*time.Millisecond {
		return
	}
	for _, to := range m.Towards(nil) {
		if into, gone := n.a.became(to); gone && into != to {
			n.helped = n.a.net.Now()
			n.say(coins.Redirect(to, into))
		}
	}
	for _, i := range going(n.world) { // nobody is there to do that: somebody goes
		m, ok := i.Machine.(*coins.Machine)
		if !ok || len(m.Accounts) > 0 || n != n.a.present() || i.Island == here {
			continue
		}
		for _, to := range m.Towards(nil) {
			if _, gone := n.a.became(to); gone {
				n.helped = n.a.net.Now()
				n.say(coins.Walk(i.Island))
				return
			}
		}
	}
}

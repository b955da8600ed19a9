package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
)

// TestInvitedAmongSybils: a hundred keys that nobody knows hold the links of ten honest peers, and take every
// one that becomes free. Newcomers with an invitation come by one peer each. Each gets its rank and the turns
// of the world: none is refused.
func TestInvitedAmongSybils(t *testing.T) {
	t.Parallel()
	const patience = 10 * time.Second // a newcomer that is not in by then is refused
	honest, keys, newcomers := 10, 100, 10
	if testing.Short() {
		honest, keys, newcomers = 3, 80, 3
	}
	a := newArchipelago(t, 140)
	a.charter = true
	a.options = func(n *islander, o *kernel.Options) { o.Offer.PlayOnly = n.stranger }
	founder := a.found("a")
	for i := 1; i < honest; i++ {
		a.run(500 * time.Millisecond)
		a.join(fmt.Sprint("h", i))
	}
	hosts := a.nodes[:honest]
	must(t, founder.world.Write(a.net.Now(), charter.Entry{Act: charter.SetEntry, Value: charter.EntryInvited}))
	secret := charter.Capability{1}
	terms := charter.Terms{Rank: charter.Builder, Uses: 20, Last: charter.Day(a.net.Now().Unix()) + 7}
	must(t, founder.world.Write(a.net.Now(), charter.Entry{Act: charter.Invite, Subject: secret.Pair(a.world).ID(), Value: terms.Pack()}))
	founder.act()
	a.run(3 * time.Second)
	for i := range keys {
		a.enter(fmt.Sprint("x", i), hosts, true)
		a.run(100 * time.Millisecond)
	}
	strangers := a.nodes[honest:]
	press := func(d time.Duration) { // links that are to be ended are, and the strangers dial again at once
		for _, n := range hosts {
			for _, id := range n.world.places.toDisconnect(a.net.Now()) {
				if l := n.links[id]; l != nil {
					l.Close("no place")
				}
			}
		}
		for _, n := range strangers[:keys] {
			for _, m := range hosts {
				if n.links[m.id()] == nil {
					n.node.Dial(m.id(), nil)
				}
			}
		}
		a.run(d)
	}
	for range 3 {
		press(time.Second)
	}
	for _, n := range hosts {
		if n.world.Peers.Len() != n.world.options.Links {
			t.Fatalf("%s serves %d links, not all %d", n.name, n.world.Peers.Len(), n.world.options.Links)
		}
	}
	refused, slowest := 0, time.Duration(0)
	for i := range newcomers {
		host := hosts[i%honest]
		n := a.enter(fmt.Sprint("n", i), []*islander{host}, false)
		n.world.islands.home().Door.Redeem(secret)
		began := a.net.Now()
		in := func() bool {
			t := founder.world.islands.home().Standing.State()
			return t.Member(n.id()) && n.coins(message.Home) != nil && n.world.islands.home().History.Executed+40 > host.world.islands.home().History.Executed
		}
		for !in() && a.net.Now().Sub(began) < patience {
			press(100 * time.Millisecond)
			for _, m := range n.world.Needs() { // its dialler links it with the peers that it needs
				if n.links[m] == nil {
					n.node.Dial(m, nil)
				}
			}
		}
		if !in() {
			refused++
			continue
		}
		slowest = max(slowest, a.net.Now().Sub(began))
	}
	if refused > 0 {
		t.Errorf("%d of %d newcomers with an invitation are refused", refused, newcomers)
	}
	kept := 0
	for _, n := range hosts {
		for _, m := range hosts {
			if n != m && n.world.Peers.Has(m.id()) {
				kept++
			}
		}
	}
	if kept != honest*(honest-1) {
		t.Errorf("%d of %d links among honest peers are kept", kept, honest*(honest-1))
	}
	t.Logf("%d keys, %d honest peers: %d of %d newcomers with an invitation refused, the slowest in after %v", keys, honest, refused, newcomers, slowest)
}

// enter starts a peer that joins, linked to some.
func (a *archipelago) enter(name string, to []*islander, stranger bool) *islander {
	n := a.add(name)
	n.stranger = stranger
	n.start()
	must(a.t, n.world.Join(a.net.Now(), a.world))
	n.act()
	for _, m := range to {
		n.node.Dial(m.id(), nil)
	}
	return n
}

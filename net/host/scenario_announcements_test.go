package host

import (
	"bytes"
	"testing"
	"time"

	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
)

// chained is a world of which a, b, c and d execute an island, and e, f, g and h do not: of those e is linked
// with the island's leader, and each other with the one before only.
func chained(t *testing.T, seed uint64) (a *archipelago, island uint64, leader *islander, chain []*islander) {
	a = newArchipelago(t, seed)
	a.options = func(n *islander, o *kernel.Options) {
		o.Turn, o.Linger, o.Whole = 100*time.Millisecond, brief, -1
		o.Offer.Unwilling = n.name > "d" // whoever is unwilling keeps no copy
	}
	a.found("a")
	for _, name := range []string{"b", "c", "d", "e", "f", "g", "h"} {
		a.join(name)
	}
	a.run(8 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.until("all have entered", 5*time.Second, func() bool { return a.tally() == "" })
	a.nodes[0].say(coins.Apart(1, a.nodes[1].id(), a.nodes[2].id(), a.nodes[3].id()))
	a.until("they are apart", 20*time.Second, func() bool { return len(a.played()) == 2 && a.tally() == "" })
	island = a.played()[1]
	chain = a.nodes[4:]
	a.until("the others leave it", 30*time.Second, func() bool {
		for _, n := range chain {
			if n.world.islands.get(island) != nil || n.world.directory.Entries.Known[island] == nil {
				return false
			}
		}
		return true
	})
	for _, n := range a.executors(island) {
		if n.world.islands.get(island).Epoch.Leading() {
			leader = n
		}
	}
	before := leader
	for _, n := range chain {
		for _, m := range a.nodes {
			if l := n.links[m.id()]; l != nil && m != before && (len(chain) < 2 || m != a.after(n, chain)) {
				l.Close("a chain of links")
			}
		}
		before = n
	}
	a.run(time.Second)
	return a, island, leader, chain
}

// after is the node after another in a chain; nil: none.
func (a *archipelago) after(n *islander, chain []*islander) *islander {
	for i, x := range chain[:len(chain)-1] {
		if x == n {
			return chain[i+1]
		}
	}
	return nil
}

// TestBulletinsTravel: peers without a link to a peer that executes an island hear of its new epoch, verify
// it by its records, and know the leader.
func TestBulletinsTravel(t *testing.T) {
	a, island, leader, chain := chained(t, 1)
	last := chain[len(chain)-1]
	if len(last.links) != 1 {
		t.Fatalf("the last has %d links", len(last.links))
	}
	old := last.world.directory.Newest(island).Number
	for _, n := range a.executors(island) {
		if n != leader && n != a.nodes[0] {
			n.crash()
			break
		}
	}
	took := a.until("the last of the chain knows the new epoch", 30*time.Second, func() bool {
		r := last.world.directory.Entries.Known[island]
		return r != nil && r.Tip() != nil && r.Tip().Number > old && r.Tip().Hash() == leader.world.directory.Newest(island).Hash() && r.Leader() == leader.id()
	})
	t.Logf("known over %d links after %v", len(chain), took)
	a.run(time.Minute)
	for _, n := range chain {
		s := n.world.Status(a.net.Now())
		if s.Counters[counter.BulletinsForged]+s.Counters[counter.Garbage]+s.Counters[counter.FalseIslands] > 0 {
			t.Errorf("%s: %+v", n.name, s.Counters)
		}
		// of two islands, one each twenty seconds, over one link
		if passed := s.Counters[counter.BulletinsPassed]; passed > 40 {
			t.Errorf("%s passed on %d bulletins", n.name, passed)
		}
		if n.world.islands.get(island) != nil {
			t.Errorf("%s executes an island that it is only to know", n.name)
		}
	}
}

// TestBulletinsFlood: a peer that writes bulletins without end, of islands that are none, of ones that are in
// the name of others, and true ones again, is heard by its links only, up to a bound, and keeps none of the
// true ones away.
func TestBulletinsFlood(t *testing.T) {
	t.Parallel()
	a, island, leader, chain := chained(t, 2)
	e, f, last := chain[0], chain[1], chain[len(chain)-1]
	liar, world := key.FromSeed([32]byte{99}), e.world.islands.home().World
	e.world.LinkUp(a.net.Now(), liar.ID(), link.Info{Name: "mallory"})
	old := leader.world.directory.Announcements.Latest(island)
	if old == nil {
		t.Fatal("the leader has written nothing")
	}
	say := func(l message.Bulletin, by key.Pair) {
		l.Sign(by, world)
		e.world.Receive(a.net.Now(), liar.ID(), link.Stream, encodeBulletins([]message.PassedBulletin{{Bulletin: l, Hops: message.MaxHops}})[0])
		e.act()
	}
	before := f.world.Status(a.net.Now()).Counters
	record := leader.world.directory.NewestFirm(island)
	for i := range uint64(3000) {
		// there is none
		say(message.Bulletin{News: message.News{Island: 5000 + i, Number: 1, Turn: 9, People: 60000}}, liar)
		// it is not a voter
		say(message.Bulletin{News: message.News{Island: island, Number: record.Number, Name: record.Hash(), Turn: 1 << 40}}, liar)
		// there is no such epoch
		say(message.Bulletin{News: message.News{Island: island, Number: record.Number + 7, Turn: 1 << 40}}, liar)
		// nor such a record
		say(message.Bulletin{News: message.News{Island: island, Number: record.Number, Name: [32]byte{1}, Turn: 1 << 40}}, liar)
		// again and again
		e.world.Receive(a.net.Now(), liar.ID(), link.Stream, encodeBulletins([]message.PassedBulletin{{Bulletin: old.Bulletin, Hops: message.MaxHops}})[0])
		// none
		e.world.Receive(a.net.Now(), liar.ID(), link.Stream, bytes.Repeat([]byte{byte(31), message.DirectoryBulletins, 3}, 1+int(i%5)))
		if i%50 == 0 {
			a.run(20 * time.Millisecond)
		}
		if k := len(e.world.directory.Entries.Known); k > directory.MaxTold+8 {
			t.Fatalf("%d islands are remembered", k)
		}
	}
	s := e.world.Status(a.net.Now()).Counters
	t.Logf("of 15000: %d over what is looked at, %d forged, %d in vain, %d believed", s[counter.BulletinsOver], s[counter.BulletinsForged], s[counter.FalseIslands], s[counter.Bulletins])
	if s[counter.BulletinsOver] < 10000 || s[counter.BulletinsForged] == 0 || s[counter.Garbage] < 3000 {
		t.Errorf("%+v", s)
	}
	after := f.world.Status(a.net.Now()).Counters
	if after[counter.BulletinsForged] != before[counter.BulletinsForged] || after[counter.FalseIslands] != before[counter.FalseIslands] || after[counter.BulletinsOver] != before[counter.BulletinsOver] {
		t.Errorf("lies were passed on: %+v", after)
	}
	turn := last.world.directory.Announcements.Latest(island).Turn
	a.until("true ones go on", 2*directory.TellFar, func() bool { return last.world.directory.Announcements.Latest(island).Turn > turn })
	e.world.LinkDown(a.net.Now(), liar.ID(), "enough")
	a.until("lies are forgotten", 2*directory.UnverifiedLife, func() bool { return len(e.world.directory.Entries.Known) <= 2 })
}

// TestBulletinsHops: a bulletin goes over no more links than it says, and one that was changed on the way
// over none.
func TestBulletinsHops(t *testing.T) {
	a, island, leader, chain := chained(t, 3)
	signer, record := leader.pair, leader.world.directory.NewestFirm(island)
	give := func(hops uint8, turn uint64, change func(l *message.Bulletin)) {
		l := message.Bulletin{News: message.News{Island: island, Number: record.Number, Name: record.Hash(), Turn: turn, Leader: leader.id()}}
		l.Sign(signer, chain[0].world.islands.home().World)
		change(&l)
		chain[0].world.Receive(a.net.Now(), leader.id(), link.Stream, encodeBulletins([]message.PassedBulletin{{Bulletin: l, Hops: hops}})[0])
		a.run(time.Duration(len(chain)) * directory.PassQuietly) // it may say nothing new
	}
	reached := func(turn uint64) (n int) {
		for _, x := range chain {
			if l := x.world.directory.Announcements.Latest(island); l != nil && l.Turn == turn {
				n++
			}
		}
		return n
	}
	a.run(directory.PassAgain)
	give(2, 1<<40, func(*message.Bulletin) {})
	if n := reached(1 << 40); n != 2 {
		t.Errorf("over two links it came to %d peers", n)
	}
	give(message.MaxHops, 1<<41, func(l *message.Bulletin) { l.People = 7 })
	if n := reached(1 << 41); n != 0 {
		t.Errorf("a changed one came to %d peers", n)
	}
	give(message.MaxHops, 1<<42, func(*message.Bulletin) {})
	if n := reached(1 << 42); n != len(chain) {
		t.Errorf("a true one came to %d peers of %d", n, len(chain))
	}
}

// encodeBulletins packs bulletins as they are shown.
func encodeBulletins(all []message.PassedBulletin) [][]byte {
	var list []*directory.Announcement
	for _, p := range all {
		list = append(list, &directory.Announcement{PassedBulletin: p, Said: p.Said()})
	}
	return directory.PackAnnouncements(list)
}

package host

import (
	"errors"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/shouts"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/shout"
	"manyhold/net/wire"
)

// heardBy are the words that a peer has heard, in order.
func heardBy(n *islander) (words []string) {
	for _, h := range n.world.shouts.List() {
		words = append(words, h.Words)
	}
	return words
}

// TestShout: a shout is heard once on all islands, also by peers that come a moment later and by peers
// without a link to its author. A forged, repeated or banned player's shout is not heard.
func TestShout(t *testing.T) {
	a := newArchipelago(t, 91)
	a.charter = true
	first, second, last := a.found("a"), a.join("b"), a.join("c")
	a.run(6 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	first.say(coins.Apart(1, last.id()))
	a.until("two islands everywhere", 6*time.Second, func() bool { return a.whole(2) == "" })
	if last.where() == first.where() {
		t.Fatal("they are on one island")
	}
	last.links[second.id()].Close("a test") // b hears of it by a voter
	a.until("b has lost c", 5*time.Second, func() bool { return second.links[last.id()] == nil && second.world.Peers.Get(last.id()) == nil })
	must(t, last.world.Shout(a.net.Now(), "Cleo", "is anybody there?"))
	last.act()
	all := func(want int) func() bool {
		return func() bool {
			for _, n := range a.nodes {
				if len(heardBy(n)) != want {
					return false
				}
			}
			return true
		}
	}
	a.until("all have heard it", 2*time.Second, all(1))
	d := a.join("d")
	a.until("who comes later hears it", 10*time.Second, func() bool { return len(heardBy(d)) == 1 })

	s := last.world.shouts.List()[0].Shout
	refused := func(what string, s shout.Shout, by uint64) {
		before := first.world.Status(a.net.Now()).Counters[counter.Shouts]
		first.world.Receive(a.net.Now(), second.id(), link.Stream, s.Append([]byte{byte(wire.Shout)}))
		if got := first.world.Status(a.net.Now()).Counters[counter.Shouts] - before; got != by || len(heardBy(first)) != 1 {
			t.Errorf("%s: %d counted, want %d; heard %q", what, got, by, heardBy(first))
		}
	}
	refused("said again", s, 0)
	forged := s
	forged.Number, forged.Words = 9, "I am not Cleo"
	refused("forged", forged, 1)
	stranger := shout.Shout{World: s.World, Turn: s.Turn, Name: "Cleo", Words: "of the last hour"}
	stranger.Turn = 0
	stranger.Sign(key.FromSeed([32]byte{99}))
	first.world.islands.home().History.Executed += 10000
	refused("old", stranger, 1)
	first.world.islands.home().History.Executed -= 10000

	must(t, first.world.Write(a.net.Now(), charter.Entry{Act: charter.Ban, Subject: last.id()}))
	a.until("c is banned", 10*time.Second, func() bool { return !last.world.islands.home().Standing.MayEnter(last.id()) })
	if err := last.world.Shout(a.net.Now(), "Cleo", "again"); !errors.Is(err, shouts.ErrBarred) {
		t.Errorf("who is banned shouts: %v", err)
	}
	banned := shout.Shout{World: s.World, Turn: s.Turn + 1, Name: "Cleo", Words: "again"}
	banned.Sign(last.pair)
	refused("banned", banned, 1)
}

// TestShoutFlood: of a link that brings noise, no more is looked at than its share.
func TestShoutFlood(t *testing.T) {
	a := newArchipelago(t, 92)
	first, second := a.found("a"), a.join("b")
	a.until("both are in", 10*time.Second, func() bool {
		_, err := second.world.shouts.Opened()
		return err == nil && first.world.shouts.Of(second.id()).Hailed
	})
	for i := range 1000 {
		s := shout.Shout{World: first.world.islands.home().World, Turn: first.world.islands.home().History.Executed, Name: "x", Words: "noise"}
		s.Sign(key.FromSeed([32]byte{99, byte(i), byte(i >> 8)}))
		first.world.Receive(a.net.Now(), second.id(), link.Stream, s.Append([]byte{byte(wire.Shout)}))
	}
	if got := first.world.shouts.Book.Heard(); len(got) != shout.Kept || got[len(got)-1].Serial != shouts.ShoutBurst {
		t.Errorf("%d were taken at once, want %d", got[len(got)-1].Serial, shouts.ShoutBurst)
	}
	a.run(time.Second)
	must(t, second.world.Shout(a.net.Now(), "Bo", "sorry"))
	second.act()
	a.until("the link is heard again", time.Second, func() bool {
		h := heardBy(first)
		return h[len(h)-1] == "sorry"
	})
}

package host

import (
	"testing"
	"time"

	"manyhold/net/host/coins"
	"manyhold/net/key"
	"manyhold/net/link"
)

// written returns a letter that goes to an island which its leader executes and whose sender it does not, the receiver, and
// the pair of keys that signed it.
func (a *archipelago) written() (to *islander, l letter, signer key.Pair) {
	a.t.Helper()
	for _, n := range a.nodes {
		for k, l := range n.world.post.in {
			if n.world.cores[k.from] == nil && n.world.cores[k.to] != nil && len(l.parcels) > 0 {
				return n, *l, a.by[l.signer].pair
			}
		}
	}
	a.t.Fatal("nobody has a letter of an island that it does not execute")
	return nil, l, signer
}

// TestLettersRefused: letters that are forged, replayed, or out of date change nothing, and are counted.
func TestLettersRefused(t *testing.T) {
	a := fleet(t, 3, 12, brief)
	a.scatter(6)
	a.run(12 * time.Second)
	for i, n := range a.nodes {
		n.say(coins.Send(a.nodes[(i+5)%12].where(), a.nodes[(i+5)%12].id(), 9))
	}
	a.until("all coins have come", 5*time.Second, func() bool { return a.tally() == "" })
	n, l, signer := a.written()
	world, from, known := n.world.home().world, signer.ID(), n.world.newestFirm(l.from)
	stranger := key.FromSeed([32]byte{99})
	next := n.coins(l.to).Expect(l.from)
	give := func(change func(l *letter), by key.Pair) (stale, forged, taken uint64) {
		before := n.world.Status(a.net.Now()).Counters
		x := l
		x.first, x.turn, x.parcels = next, l.turn+1000, [][]byte{l.parcels[0]}
		change(&x)
		x.sign(by, world)
		n.world.Receive(a.net.Now(), from, link.Stream, x.encode())
		n.act()
		after := n.world.Status(a.net.Now()).Counters
		return after.LettersStale - before.LettersStale, after.LettersForged - before.LettersForged, after.Letters - before.Letters
	}
	for _, c := range []struct {
		name          string
		by            key.Pair
		change        func(l *letter)
		stale, forged uint64
	}{
		{"signed by a stranger", stranger, func(*letter) {}, 0, 1},
		{"of an epoch that was not", signer, func(l *letter) { l.record[0]++ }, 0, 1},
		{"of an earlier epoch", signer, func(l *letter) { l.number-- }, 1, 0},
		{"of a later epoch", signer, func(l *letter) { l.number = known.Number + 1 }, 0, 0},
		{"an earlier one again", signer, func(l *letter) { l.turn = 1 }, 1, 0},
	} {
		if c.name == "of an earlier epoch" && l.number == 1 {
			continue
		}
		if stale, forged, taken := give(c.change, c.by); stale != c.stale || forged != c.forged || taken != 0 {
			t.Errorf("%s: %d stale, %d forged, %d taken", c.name, stale, forged, taken)
		}
	}
	before := n.world.Status(a.net.Now()).Counters.LettersForged
	x := l
	x.turn += 1000
	x.sign(signer, world)
	x.expect += 7 // after it was signed
	n.world.Receive(a.net.Now(), from, link.Stream, x.encode())
	if got := n.world.Status(a.net.Now()).Counters.LettersForged; got != before+1 {
		t.Errorf("a letter that was changed on the way: %d forged, not %d", got, before+1)
	}
	a.run(2 * time.Second)
	if why := a.tally(); why != "" {
		t.Error(why)
	}
}

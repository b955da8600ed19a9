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
		for k, in := range n.world.post.in {
			if len(in) == 0 {
				continue
			}
			l := in[len(in)-1]
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

// TestLettersLie: a voter of the sender's island that claims a turn of the far future silences no other voter, and none can
// acknowledge what was never sent, so that it would be lost.
func TestLettersLie(t *testing.T) {
	a := fleet(t, 3, 12, brief)
	a.scatter(6)
	a.run(12 * time.Second)
	for i, n := range a.nodes {
		n.say(coins.Send(a.nodes[(i+5)%12].where(), a.nodes[(i+5)%12].id(), 9))
	}
	a.until("all coins have come", 5*time.Second, func() bool { return a.tally() == "" })
	_, l, _ := a.written()
	var leader *islander
	for _, n := range a.executors(l.to) {
		if n.world.cores[l.to].e.Leading() {
			leader = n
		}
	}
	if leader == nil {
		t.Fatal("nobody leads")
	}
	w := leader.world
	record := w.newestFirm(l.from)
	if record == nil || len(record.Voters) < 3 {
		t.Fatal("the sender has too few voters")
	}
	give := func(signer key.ID, turn, expect uint64) {
		x := letter{from: l.from, to: l.to, number: record.Number, record: record.Hash(), turn: turn, first: 1, expect: expect}
		x.sign(a.by[signer].pair, w.home().world)
		w.Receive(a.net.Now(), signer, link.Stream, x.encode())
	}
	writer := a.by[record.Voters[0].Key]
	if c := writer.world.cores[l.from]; c == nil || !c.e.Leading() {
		t.Fatal("the first voter does not lead")
	}
	give(record.Voters[1].Key, 1<<61, 1)
	before := w.Status(a.net.Now()).Counters.Letters
	give(record.Voters[2].Key, 1<<40, 1)
	if got := w.Status(a.net.Now()).Counters.Letters; got != before+1 {
		t.Errorf("another voter was silenced: %d letters, not %d", got, before+1)
	}
	var there *islander // somebody on the addressee's island sends a coin to the sender's, which is said to have been taken
	for _, n := range a.nodes {
		if n.where() == l.to {
			there = n
		}
	}
	there.say(coins.Send(l.from, record.Voters[0].Key, 3))
	lied := false
	forged := w.Status(a.net.Now()).Counters.LettersForged
	a.until("the coin has come", 10*time.Second, func() bool {
		if len(leader.coins(l.to).Parcels(l.from, 0, nil)) > 0 {
			give(record.Voters[1].Key, 1<<61, 1<<60)
			lied = true
		}
		a.run(5 * time.Millisecond)
		return lied && len(leader.coins(l.to).Parcels(l.from, 0, nil)) == 0
	})
	total := uint64(0)
	for _, id := range a.played() {
		total += a.ahead(id).Total(func(uint64) uint64 { return 1 })
	}
	if want := uint64(len(a.nodes)) * coins.Purse; total != want {
		t.Errorf("%d coins, not %d", total, want)
	}
	if w.Status(a.net.Now()).Counters.LettersForged == forged {
		t.Error("the false acknowledgements are not counted")
	}
}

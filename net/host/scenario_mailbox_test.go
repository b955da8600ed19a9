package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/parcels"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// correspondence is a letter that came to an island's leader, from one that has three voters.
type correspondence struct {
	a      *archipelago
	to     *islander
	letter message.Letter
	record *epoch.Record // of the sender
	next   uint64        // parcel that is due
}

// correspond has all players send coins to players elsewhere until all have arrived, and returns a letter
// that carried some.
func correspond(t *testing.T, seed uint64) correspondence {
	t.Helper()
	a := fleet(t, seed, 6, brief)
	a.scatter(3)
	a.run(12 * time.Second)
	for i, n := range a.nodes {
		n.say(coins.Send(a.nodes[(i+3)%6].where(), a.nodes[(i+3)%6].id(), 9))
	}
	a.until("all coins have come", 8*time.Second, func() bool { return a.tally() == "" })
	for _, n := range a.nodes {
		w := n.world
		for k, l := range w.mailbox.In {
			if r := w.directory.NewestFirm(k.From); w.islands.get(k.To) != nil && w.islands.get(k.To).Epoch.Leading() && len(l.Parcels) > 0 && r != nil && len(r.Voters) == 3 {
				return correspondence{a, n, *l, r, n.coins(k.To).Expect(k.From)}
			}
		}
	}
	t.Fatal("no leader has a letter of an island of three voters")
	return correspondence{}
}

// pairs are the keys of the sender's voters.
func (c *correspondence) pairs() (all []key.Pair) {
	for _, v := range c.record.Voters {
		all = append(all, c.a.by[v.Key].pair)
	}
	return all
}

// signed are the signatures of some voters under a letter, which the first of them wrote.
func (c *correspondence) signed(l *message.Letter, by ...key.Pair) (all []epoch.Cosignature) {
	for i, p := range by {
		if i == 0 {
			l.Leader = p.ID()
		}
		all = append(all, l.Statement(c.to.world.islands.home().World).Sign(p))
	}
	slices.SortFunc(all, func(a, b epoch.Cosignature) int { return message.CompareIDs(a.Key, b.Key) })
	return all
}

// give hands a letter over and returns the changes in the counters.
func (c *correspondence) give(b []byte) (stale, unknown, forged, garbage, taken uint64) {
	before := c.to.world.Status(c.a.net.Now()).Counters
	c.to.world.Receive(c.a.net.Now(), c.record.Voters[0].Key, link.Stream, b)
	c.to.act()
	after := c.to.world.Status(c.a.net.Now()).Counters
	return after[counter.LettersStale] - before[counter.LettersStale], after[counter.LettersUnknown] - before[counter.LettersUnknown], after[counter.LettersForged] - before[counter.LettersForged], after[counter.Garbage] - before[counter.Garbage], after[counter.Letters] - before[counter.Letters]
}

// TestLettersRefused: letters that too few signed, or others, that were changed, replayed, or are of another
// epoch change nothing, and are counted.
func TestLettersRefused(t *testing.T) {
	c := correspond(t, 3)
	v := c.pairs()
	stranger := key.FromSeed([32]byte{99})
	type fate struct{ stale, unknown, forged, garbage uint64 }
	for _, try := range []struct {
		name   string
		by     []key.Pair
		change func(l *message.Letter)
		after  func(l *message.Letter) // it was signed
		want   fate
	}{
		{"signed by nobody", nil, nil, nil, fate{forged: 1}},
		{"signed by one of three", v[:1], nil, nil, fate{forged: 1}},
		{"signed by one of three, twice", []key.Pair{v[1], v[1]}, nil, nil, fate{garbage: 1}},
		{"signed by one of three and a stranger", []key.Pair{v[2], stranger}, nil, nil, fate{forged: 1}},
		{"signed by a stranger", []key.Pair{stranger}, nil, nil, fate{forged: 1}},
		{"signed by all and a stranger", append(c.pairs(), stranger), nil, nil, fate{forged: 1}},
		{"another's signature is made up", v[:2], nil, func(l *message.Letter) { l.Signatures[1].Signature[5] ^= 1 }, fate{forged: 1}},
		{"another's signature is of another parcel", v[:2], nil, func(l *message.Letter) { l.Parcels = [][]byte{coinsFor(v[0].ID(), 400)} }, fate{forged: 1}},
		{"it says that more was taken than was signed", v[:2], nil, func(l *message.Letter) { l.Expect += 7 }, fate{forged: 1}},
		{"of another chain than was signed", v[:2], nil, func(l *message.Letter) { l.Chain[3]++ }, fate{forged: 1}},
		{"of an epoch that was not", v[:2], func(l *message.Letter) { l.Record[0]++ }, nil, fate{forged: 1}},
		{"of an earlier epoch", v[:2], func(l *message.Letter) { l.Number-- }, nil, fate{stale: 1}},
		{"of a later epoch", v[:2], func(l *message.Letter) { l.Number++ }, nil, fate{unknown: 1}},
		{"an earlier one again", v[:2], func(l *message.Letter) { l.Turn = 1 }, nil, fate{stale: 1}},
	} {
		l := c.letter
		l.Number, l.Record = c.record.Number, c.record.Hash()
		l.First, l.Turn, l.Parcels = c.next, l.Turn+1000, [][]byte{coinsFor(v[0].ID(), 500)}
		if try.change != nil {
			try.change(&l)
		}
		if l.Number == 0 {
			continue
		}
		if l.Signatures = c.signed(&l, try.by...); try.after != nil {
			try.after(&l)
		}
		stale, unknown, forged, garbage, taken := c.give(l.Encode())
		if got := (fate{stale, unknown, forged, garbage}); got != try.want || taken != 0 {
			t.Errorf("%s: %+v instead of %+v, %d taken", try.name, got, try.want, taken)
		}
	}
	c.a.run(2 * time.Second)
	if why := c.a.tally(); why != "" {
		t.Error(why)
	}
}

// coinsFor is a parcel with coins for a player that is not on the island.
func coinsFor(who key.ID, n uint64) []byte {
	return wire.AppendUvarint(append([]byte{'c'}, who[:]...), n)
}

// TestLettersOfOneLiar: one voter of three claims false parcels, parcels that were taken already, and turns
// of the far future. It is not believed, gets no signature of others, is named in the log once, and keeps no
// letter of the others from being taken.
func TestLettersOfOneLiar(t *testing.T) {
	c := correspond(t, 3)
	v := c.pairs()
	l := c.letter
	l.Number, l.Record, l.Turn, l.First, l.Expect = c.record.Number, c.record.Hash(), 1<<61, c.next, 1<<60
	l.Parcels = [][]byte{coinsFor(v[0].ID(), 500)}
	l.Signatures = c.signed(&l, v[1])
	for range 50 {
		if _, _, forged, _, taken := c.give(l.Encode()); forged != 1 || taken != 0 {
			t.Fatalf("%d forged, %d taken", forged, taken)
		}
	}
	honest := c.a.by[c.record.Voters[2].Key].world
	liar := c.record.Voters[1].Key
	core := honest.islands.get(l.From)
	turn := core.Journal.Durable()
	chain, _ := core.Ancestry.ChainAt(turn)
	sent := max(1, protocolOf(core).parcels.Outbox.Sent[l.To].After(core.History.Executed))
	for name, g := range map[string]message.Gist{
		"a parcel that was not sent":    {To: l.To, Record: l.Record, Turn: turn, Chain: chain, First: sent, Count: 1, Expect: 1},
		"what was not taken":            {To: l.To, Record: l.Record, Turn: turn, Chain: chain, First: 1, Expect: core.Machine.Expect(l.To) + 1},
		"a chain that is not so":        {To: l.To, Record: l.Record, Turn: turn, Chain: [32]byte{6}, First: 1, Expect: 1},
		"an island of which is no word": {To: 12345, Record: l.Record, Turn: turn, Chain: chain, First: 1, Count: 3, Expect: 1},
	} {
		before := core.Counters
		honest.Receive(c.a.net.Now(), liar, link.Stream, message.WrapIsland(l.From, g.Encode(message.CosignAsk)))
		for _, o := range honest.Ready() {
			for _, s := range o.Sends {
				if s.To == liar && s.Bytes[0] == byte(wire.Island) && s.Bytes[message.IslandHead] == byte(wire.Cosign) {
					t.Errorf("%s is signed", name)
				}
			}
		}
		if core.Counters[counter.LettersDisowned] != before[counter.LettersDisowned]+1 || core.Counters[counter.Unexpected] != before[counter.Unexpected]+1 {
			t.Errorf("%s: %d disowned, %d unexpected", name, core.Counters[counter.LettersDisowned]-before[counter.LettersDisowned], core.Counters[counter.Unexpected]-before[counter.Unexpected])
		}
	}
	stranger := c.to.id()
	if !c.record.Votes(stranger) && honest.Peers.Get(stranger) != nil {
		g := message.Gist{To: l.To, Record: l.Record, Turn: turn, Chain: chain, First: 1, Expect: 1}
		before := core.Counters[counter.Unexpected]
		honest.Receive(c.a.net.Now(), stranger, link.Stream, message.WrapIsland(l.From, g.Encode(message.CosignAsk)))
		if core.Counters[counter.Unexpected] != before+1 || slices.ContainsFunc(protocolOf(core).letters.Requests.Waiting, func(q parcels.CosignRequest) bool { return q.By == stranger }) {
			t.Error("who does not vote may ask for a signature")
		}
	}
	for i, n := range c.a.nodes {
		n.say(coins.Send(c.a.nodes[(i+3)%6].where(), c.a.nodes[(i+3)%6].id(), 7))
	}
	c.a.until("more coins have come", 8*time.Second, func() bool { return c.a.tally() == "" })
}

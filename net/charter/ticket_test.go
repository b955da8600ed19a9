package charter

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/epoch"
	"manyhold/net/key"
)

// ticket is a player's use of anInvitation, so many seconds after today began, with countersignatures.
func ticket(s *Set, player byte, after int64, by ...byte) *Ticket {
	k := s.NextTicket(today*86400 + after)
	k.Sign(anInvitation, pair(player), world.ID)
	return sealed(k, by...)
}

func sealed(k *Ticket, by ...byte) *Ticket {
	r := committee()
	var seals []epoch.Cosignature
	for _, b := range by {
		seals = append(seals, k.Cosign(pair(b), world.ID, r.Hash()))
	}
	return k.WithSignatures(r, seals)
}

// open returns a set with an invitation for builders.
func open(t testing.TB, uses uint16) *Set {
	s := kept(t)
	must(t, invite(t, s, 1, Capability{7}, Terms{Builder, uses, today + 3}))
	return s
}

// TestAddTicket: only a ticket that is signed by invitation and player and countersigned by most voters
// counts.
func TestAddTicket(t *testing.T) {
	const now = int64(today) * 86400
	s := open(t, 20)
	altered := func(f func(k *Ticket)) *Ticket { k := ticket(s, 4, 0, 1, 2); f(k); return k }
	for _, x := range []struct {
		name string
		k    *Ticket
		err  error
	}{
		{"stolen by another player", altered(func(k *Ticket) {
			proof := k.Proof
			k.Sign(anInvitation, pair(5), world.ID)
			k.Proof = proof
		}), ErrTicket},
		{"of another invitation", altered(func(k *Ticket) { k.Proof = k.Signature }), ErrTicket},
		{"backdated", altered(func(k *Ticket) { k.At-- }), ErrTicket},
		{"backdated and signed again", altered(func(k *Ticket) { k.At--; k.Sign(anInvitation, pair(4), world.ID) }), ErrEpoch},
		{"of another world", altered(func(k *Ticket) { k.Sign(anInvitation, pair(4), [32]byte{1}) }), ErrTicket},
		{"by one of three", ticket(s, 4, 0, 1), ErrEpoch},
		{"by strangers", ticket(s, 4, 0, 5, 6), ErrEpoch},
		{"of a day to come", ticket(s, 4, 3*86400, 1, 2), ErrFuture},
		{"a clock beyond its day", altered(func(k *Ticket) { k.Clock = clockEnd(today) }), ErrEntry},
		{"without a date", altered(func(k *Ticket) { k.At = 0 }), ErrEntry},
	} {
		if changed, err := s.AddTicket(x.k, known, now); changed || !errors.Is(err, x.err) {
			t.Errorf("%s: %v %v", x.name, changed, err)
		}
		if _, named := s.State().Ranks[pair(4).ID()]; named {
			t.Fatalf("%s: it gives a rank", x.name)
		}
	}
	if _, err := kept(t).AddTicket(ticket(s, 4, 0, 1, 2), known, now); !errors.Is(err, ErrNoInvitation) {
		t.Errorf("of an unknown invitation: %v", err)
	}
	good := ticket(s, 4, 0, 1, 2)
	before := s.Digest()
	if changed, err := s.AddTicket(good, known, now); !changed || err != nil {
		t.Fatal(changed, err)
	}
	if changed, err := s.AddTicket(good, known, now); changed || err != nil {
		t.Errorf("again: %v %v", changed, err)
	}
	if s.State().Rank(pair(4).ID()) != Builder || !s.State().Member(pair(4).ID()) || s.Digest() == before {
		t.Error("it has no effect")
	}
	want := Ordinance{OnRank, pair(4).ID(), uint64(Builder), good.Clock}
	if o := s.State().Ordinances(); !slices.Contains(o, want) {
		t.Errorf("no ordinance: %+v", o)
	}
	if s.Disown(func([32]byte) *epoch.Record { return nil }, pair(4).ID()); s.Digest() != before || s.State().Member(pair(4).ID()) {
		t.Error("it stays although its epoch is gone")
	}
}

// TestTicketsAndRanks: a ticket raises a rank and lowers none; a later entry counts, and Revoke takes
// nothing.
func TestTicketsAndRanks(t *testing.T) {
	const now = int64(today) * 86400
	four := pair(4).ID()
	s := open(t, 20)
	must(t, write(t, s, 1, Name, 4, NameVisitor, ""))
	if _, err := s.AddTicket(ticket(s, 4, 0, 1, 2), known, now); err != nil {
		t.Fatal(err)
	}
	if r := s.State().Rank(four); r != Builder {
		t.Errorf("a visitor with an invitation for builders is a %v", r)
	}
	_, err := s.Write(pair(1), Entry{Act: Revoke, Subject: anInvitation.ID()}, today)
	must(t, err)
	if r := s.State().Rank(four); r != Builder {
		t.Errorf("after Revoke: %v", r)
	}
	must(t, write(t, s, 2, Name, 5, NameBuilder, ""))
	must(t, write(t, s, 1, Name, 4, NameVisitor, ""))
	if r := s.State().Rank(four); r != Visitor {
		t.Errorf("ranked again: %v", r)
	}
	s = open(t, 20)
	must(t, write(t, s, 1, Name, 4, NameKeeper, ""))
	if _, err := s.AddTicket(ticket(s, 4, 0, 1, 2), known, now); err != nil {
		t.Fatal(err)
	}
	if r := s.State().Rank(four); r != Keeper {
		t.Errorf("a keeper with an invitation for builders is a %v", r)
	}
	// a keeper by invitation signs entries
	s = kept(t)
	must(t, invite(t, s, 1, Capability{7}, Terms{Keeper, 1, today + 3}))
	if _, err := s.AddTicket(ticket(s, 4, 0, 1, 2), known, now); err != nil {
		t.Fatal(err)
	}
	must(t, write(t, s, 4, Ban, 5, 0, "griefing"))
	if _, banned := s.State().Bans[pair(5).ID()]; !banned {
		t.Error("the entry of a keeper by invitation has no effect")
	}
}

// TestTicketsInAnyOrder: sets that heard of tickets in any order and exchange the rest are equal, and no more
// tickets count than an invitation has uses: the first.
func TestTicketsInAnyOrder(t *testing.T) {
	const now = int64(today) * 86400
	rapid.Check(t, func(t *rapid.T) {
		uses := rapid.IntRange(1, 4).Draw(t, "uses")
		s := NewSet(world)
		a := Entry{Act: Invite, Subject: anInvitation.ID(), Value: Terms{Builder, uint16(uses), today + 3}.Pack()}
		e, err := s.Write(pair(1), a, today)
		if err != nil {
			t.Fatal(err)
		}
		var all []*Ticket
		for range rapid.IntRange(0, 7).Draw(t, "tickets") {
			all = append(all, ticket(s, rapid.ByteRange(4, 9).Draw(t, "player"), rapid.Int64Range(0, 3).Draw(t, "after"), 1, 2))
		}
		sets := [2]*Set{NewSet(world), NewSet(world)}
		for n, set := range sets {
			if _, err := set.Add(e, today); err != nil {
				t.Fatal(err)
			}
			for _, k := range rapid.Permutation(all).Draw(t, "order") {
				if n == 0 || rapid.Bool().Draw(t, "heard") {
					if _, err := set.AddTicket(k, known, now); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		theirs, err := DecodeSummary(sets[1].Summary().Append(nil))
		if err != nil {
			t.Fatal(err)
		}
		items, _ := sets[0].Missing(theirs, 0)
		for _, b := range items {
			if k, err := DecodeTicket(b); err == nil {
				sets[1].AddTicket(k, known, now)
			}
		}
		if sets[0].Digest() != sets[1].Digest() || sets[1].Lacks(sets[0].Summary()) {
			t.Fatal("the sets differ")
		}
		first := map[key.ID]bool{}
		for _, k := range (&tickets{all: byPlayer(all)}).list() {
			if first[k.Player] = true; len(first) == uses {
				break
			}
		}
		i := sets[0].State().Invitation(anInvitation.ID())
		if len(i.Players) != len(first) {
			t.Fatalf("%d players came by %d uses, want %d", len(i.Players), uses, len(first))
		}
		for _, p := range i.Players {
			if !first[p] || !sets[1].State().Member(p) {
				t.Fatal("not the first")
			}
		}
	})
}

// byPlayer keeps each player's first ticket.
func byPlayer(all []*Ticket) map[use]item[*Ticket] {
	m := map[use]item[*Ticket]{}
	for _, k := range all {
		at := use{k.Invitation, k.Player}
		if old, has := m[at]; !has || k.before(old.value) < 0 {
			m[at] = item[*Ticket]{k, k.Hash()}
		}
	}
	return m
}

// TestStrangersPushNoTicketOut: a full ledger of logins leaves tickets alone.
func TestStrangersPushNoTicketOut(t *testing.T) {
	s := open(t, 20)
	if _, err := s.AddTicket(ticket(s, 4, 0, 1, 2), known, today*86400); err != nil {
		t.Fatal(err)
	}
	r := committee()
	for n := range MaxLogins + 10 {
		l := &Login{First: today*86400 + 5, Last: today*86400 + 5}
		l.Player = key.ID{1, byte(n), byte(n >> 8)}
		s.logins[l.Player] = item[*Login]{l.WithSignatures(r, nil), [32]byte{byte(n), byte(n >> 8)}}
	}
	if _, err := s.AddLogin(login(5, today*86400+9, 1, 2), known, today*86400+9); err != nil {
		t.Fatal(err)
	}
	if !s.State().Member(pair(4).ID()) || s.Ticket(anInvitation.ID(), pair(4).ID()) == nil {
		t.Error("the ticket is gone")
	}
}

func FuzzDecodeTicket(f *testing.F) {
	f.Add(ticket(open(f, 20), 4, 0, 1, 2).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, err := DecodeTicket(b)
		if err != nil {
			return
		}
		if again := k.Append(nil); !bytes.Equal(again, b) || len(b) > MaxEntry {
			t.Fatal("not the only encoding")
		}
		if s := open(t, 20); k.Signed(world.ID) && k.Epoch != committee().Hash() {
			if added, _ := s.AddTicket(k, known, today*86400); added {
				t.Fatal("a ticket of an unknown epoch counts")
			}
		}
		ID(b)
	})
}

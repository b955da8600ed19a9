package charter

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

// drawn are the acts of drawEntries.
var drawn = []Act{Name, Ban, Pardon, SetPolicy, SetCap, SetSplit, SetTitle, SetDescription, Kick, SetLaw, Heir, SetAbsence, SetRecent}

// drawAppointments draws temporary keepers, two of one place included, and ends of their time.
func drawAppointments(t *rapid.T) (all []*Appointment) {
	for range rapid.IntRange(0, 4).Draw(t, "appointments") {
		a := &Appointment{Clock: rapid.Uint64Range(1, 8).Draw(t, "clock"), From: uint32(rapid.IntRange(today-1, today).Draw(t, "from")), Reason: Returned}
		if a.Until = a.From; rapid.Bool().Draw(t, "appoints") {
			a.Player, a.Reason = pair(rapid.ByteRange(2, 5).Draw(t, "player")).ID(), IsOldest
			a.Until += uint32(rapid.IntRange(0, 1).Draw(t, "days"))
		}
		if rapid.Bool().Draw(t, "succeeds") {
			a.Former, a.Upto = pair(rapid.ByteRange(2, 5).Draw(t, "former")).ID(), rapid.Uint64Range(0, 5).Draw(t, "upto")
		}
		if a.malformed() == "" {
			all = append(all, signed(a, 1, 2))
		}
	}
	return all
}

// drawEntries draws entries of the founder, of two keepers and of two players without rank, with arbitrary
// fields, including several of one author and number.
func drawEntries(t *rapid.T, n int) (all []*Entry) {
	for range rapid.IntRange(0, n).Draw(t, "entries") {
		by := pair(rapid.ByteRange(1, 5).Draw(t, "by"))
		e := &Entry{Act: rapid.SampledFrom(drawn).Draw(t, "act"), Number: rapid.Uint64Range(1, 5).Draw(t, "number"),
			Clock: rapid.Uint64Range(1, 8).Draw(t, "clock"), Day: uint32(rapid.IntRange(today-3, today).Draw(t, "day"))}
		switch e.Act {
		case Name, Ban:
			e.Upto = rapid.Uint64Range(0, 5).Draw(t, "upto")
		}
		if e.Act.subjected() {
			most := byte(6)
			if e.Act == Name {
				e.Value = uint64(rapid.ByteRange(0, 2).Draw(t, "rank"))
				if Rank(e.Value) == Keeper {
					most = 3
				}
			}
			e.Subject = pair(rapid.ByteRange(1, most).Draw(t, "subject")).ID()
		}
		switch e.Act {
		case Kick:
			e.Value = rapid.Uint64Range(0, 3).Draw(t, "tick")
		case Heir, SetRecent:
			e.Value = rapid.Uint64Range(0, 2).Draw(t, "place")
		case SetAbsence:
			e.Value = 1
		case SetLaw:
			e.Value = rapid.Uint64Range(0, 3).Draw(t, "law")
		case SetCap:
			e.Value = rapid.Uint64Range(1, MaxCap).Draw(t, "cap")
		case SetTitle, SetDescription:
			e.Text = rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "text")
		}
		if e.Sign(by, world.ID); e.malformed() == "" {
			all = append(all, e)
		}
	}
	return all
}

func drawLogins(t *rapid.T) (all []*Login) {
	for range rapid.IntRange(0, 3).Draw(t, "logins") {
		all = append(all, login(rapid.ByteRange(1, 4).Draw(t, "player"), rapid.Uint64Range(1000, 1003).Draw(t, "last"), 1, 2))
	}
	return all
}

func fill(t *rapid.T, s *Set, entries []*Entry, logins []*Login) {
	for _, e := range entries {
		if _, err := s.Add(e, today); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range logins {
		if _, err := s.AddLogin(l, known, today*86400); err != nil {
			t.Fatal(err)
		}
	}
}

func appoint(t *rapid.T, s *Set, all []*Appointment) {
	for _, a := range all {
		if _, err := s.AddAppointment(a, known, today); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnyOrderFoldsTheSame: in any order, twice, and with any partition that heals by exchange.
func TestAnyOrderFoldsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries, logins, terms := drawEntries(t, 12), drawLogins(t), drawAppointments(t)
		a, b, c := NewSet(world), NewSet(world), NewSet(world)
		fill(t, a, entries, logins)
		appoint(t, a, terms)
		appoint(t, b, rapid.Permutation(terms).Draw(t, "terms"))
		fill(t, b, rapid.Permutation(entries).Draw(t, "order"), reversed(logins))
		fill(t, b, entries, logins)
		same(t, a, b)
		d := NewSet(world)
		for i, e := range entries { // two halves of the world
			fill(t, []*Set{c, d}[i%2], []*Entry{e}, nil)
		}
		for i, a := range terms {
			appoint(t, []*Set{c, d}[i%2], []*Appointment{a})
		}
		fill(t, d, nil, logins)
		for range 2 {
			exchange(t, c, d)
			exchange(t, d, c)
		}
		same(t, c, d)
		// Entries that wait here for their author's naming may have been dropped, but not those that count.
		exchange(t, a, c)
		exchange(t, c, a)
		same(t, a, c)
	})
}

// TestTemporaryKeepersInAnyOrder: entries of temporary keepers arrive before their appointments and after
// their successors'. The founder has written nothing for so long that there can be some.
func TestTemporaryKeepersInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := slices.DeleteFunc(drawEntries(t, 16), func(e *Entry) bool { return e.Author == world.Founder })
		terms := append(drawAppointments(t), signed(&Appointment{Player: pair(4).ID(), Clock: 1, From: today - 3, Until: today, Reason: IsOldest}, 1, 2))
		a, b, c := NewSet(world), NewSet(world), NewSet(world)
		appoint(t, a, terms)
		fill(t, a, entries, nil)
		fill(t, b, rapid.Permutation(entries).Draw(t, "order"), nil)
		appoint(t, b, rapid.Permutation(terms).Draw(t, "terms"))
		same(t, a, b)
		fill(t, c, entries, nil)
		exchange(t, a, c)
		same(t, a, c)
	})
}

func same(t *rapid.T, a, b *Set) {
	t.Helper()
	if a.Digest() != b.Digest() {
		t.Fatal("two sets")
	}
	if x, y := a.State(), b.State(); !reflect.DeepEqual(x, y) {
		t.Fatalf("two folds: %+v %+v", x, y)
	}
}

// exchange gives a set the entries that it lacks of another, as bytes.
func exchange(t *rapid.T, from, to *Set) {
	y, err := DecodeSummary(to.Summary().Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	items, _ := from.Missing(y, 0)
	for _, b := range items {
		if b[0] == loginKind {
			l, err := DecodeLogin(b)
			if err != nil {
				t.Fatal(err)
			}
			fill(t, to, nil, []*Login{l})
			continue
		}
		if b[0] == appointmentKind {
			a, err := DecodeAppointment(b)
			if err != nil {
				t.Fatal(err)
			}
			appoint(t, to, []*Appointment{a})
			continue
		}
		e, err := DecodeEntry(b)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, to, []*Entry{e}, nil)
	}
}

// TestNobodyWithoutTheRightChangesAnything: the fold depends on entries of founder and keepers alone, only
// the founder makes keepers, and no keeper loses anything to another.
func TestNobodyWithoutTheRightChangesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t, 12)
		all, few, founders := NewSet(world), NewSet(world), NewSet(world)
		fill(t, all, entries, nil)
		for _, e := range entries {
			if e.Author == pair(4).ID() || e.Author == pair(5).ID() {
				continue
			}
			fill(t, few, []*Entry{e}, nil)
			if e.Author == world.Founder {
				fill(t, founders, []*Entry{e}, nil)
			}
		}
		same(t, all, few)
		x, y := all.State(), founders.State()
		if x.Policy != y.Policy || x.Cap != y.Cap || x.Split != y.Split || !x.MayEnter(world.Founder, 0) || x.Rank(world.Founder) != Founder {
			t.Fatalf("%+v %+v", x, y)
		}
		for _, k := range []key.ID{pair(2).ID(), pair(3).ID()} {
			if (x.Rank(k) == Keeper) != (y.Rank(k) == Keeper) {
				t.Fatalf("a keeper made or unmade by others: %+v %+v", x, y)
			}
			if y.Rank(k) == Keeper && y.MayEnter(k, 0) && !x.MayEnter(k, 0) && x.Bans[k].By != world.Founder && y.firm[about{Ban, k}] {
				t.Fatalf("a keeper banned by another: %+v", x)
			}
		}
	})
}

func reversed(logins []*Login) []*Login {
	r := slices.Clone(logins)
	slices.Reverse(r)
	return r
}

package charter

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"manyhold/net/epoch"
	"manyhold/net/key"
)

const today = 20_000

func pair(b byte) key.Pair { return key.FromSeed([32]byte{b}) }

// Pair 1 founds the world of the tests; 2 and 3 become keepers; the others have no rank.
var world = World{ID: [32]byte{9}, Founder: pair(1).ID()}

func write(t testing.TB, s *Set, by byte, act Act, subject byte, value uint64, text string) error {
	t.Helper()
	a := Entry{Act: act, Value: value, Text: text}
	if subject > 0 {
		a.Subject = pair(subject).ID()
	}
	_, err := s.Write(pair(by), a, today)
	return err
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// kept returns a set in which the founder has named 2 and 3 keepers.
func kept(t testing.TB) *Set {
	s := NewSet(world)
	must(t, write(t, s, 1, Name, 2, uint64(Keeper), ""))
	must(t, write(t, s, 1, Name, 3, uint64(Keeper), ""))
	return s
}

func TestWhoMayDoWhat(t *testing.T) {
	for _, x := range []struct {
		by      byte
		act     Act
		subject byte
		value   uint64
		text    string
		ok      bool
	}{
		{1, Name, 4, uint64(Keeper), "", true},
		{1, Name, 2, NameNobody, "", true},
		{1, Ban, 2, 0, "enough", true},
		{1, SetPolicy, 0, uint64(Trusted), "", true},
		{1, SetCap, 0, 8, "", true},
		{1, SetSplit, 0, 0, "", true},
		{1, SetTitle, 0, 0, "Home", true},
		{2, Name, 4, NameBuilder, "", true},
		{2, Name, 4, uint64(Keeper), "", false},
		{2, Name, 3, NameNobody, "", false},
		{2, Ban, 4, 0, "griefing", true},
		{2, Ban, 3, 0, "a quarrel", false},
		{2, Ban, 1, 0, "a coup", false},
		{2, Pardon, 4, 0, "", true},
		{1, Kick, 2, 900, "go to bed", true},
		{2, Kick, 4, 900, "", true},
		{2, Kick, 3, 900, "", false},
		{2, Kick, 1, 900, "", false},
		{4, Kick, 5, 900, "", false},
		{1, SetLaw, 0, 3, "", true},
		{2, SetLaw, 0, 2, "", true}, // overrides the founder's entry, too
		{4, SetLaw, 0, 3, "", false},
		{2, SetTitle, 0, 0, "Ours", true},
		{2, SetDescription, 0, 0, "A place.", true},
		{2, SetPolicy, 0, uint64(Open), "", false},
		{2, SetCap, 0, 8, "", false},
		{2, SetSplit, 0, 1, "", false},
		{1, SetStrangers, 0, 1, "", true},
		{2, SetStrangers, 0, 1, "", false},
		{1, SetBranchTime, 0, 90, "", true},
		{1, SetPlaces, 0, MaxPlaces, "", true},
		{2, SetPlaces, 0, 2, "", false},
		{2, SetBranchTime, 0, 90, "", false},
		{2, SetPicture, 0, 0, "", true},
		{4, SetPicture, 0, 0, "", false},
		{4, SetTitle, 0, 0, "Mine", false},
		{4, Ban, 5, 0, "", false},
		{4, Name, 5, NameBuilder, "", false},
	} {
		s := kept(t)
		before := s.Digest()
		err := write(t, s, x.by, x.act, x.subject, x.value, x.text)
		if (err == nil) != x.ok || err != nil && !errors.Is(err, ErrRight) {
			t.Errorf("%d: %v of %d: %v", x.by, x.act, x.subject, err)
		}
		if (s.Digest() != before) != x.ok {
			t.Errorf("%d: %v: the set and the answer differ", x.by, x.act)
		}
	}
}

func TestWhatEntriesSay(t *testing.T) {
	s := kept(t)
	must(t, write(t, s, 2, Name, 4, NameBuilder, ""))
	must(t, write(t, s, 3, Ban, 5, 0, "griefing"))
	must(t, write(t, s, 1, SetPolicy, 0, uint64(Invited), ""))
	must(t, write(t, s, 1, SetTitle, 0, 0, "Home"))
	must(t, write(t, s, 1, SetCap, 0, 8, ""))
	st := s.State()
	if st.Title != "Home" || st.Cap != 8 || st.Policy != Invited || !st.Split || st.Void != 0 || st.Counted != 7 {
		t.Errorf("%+v", st)
	}
	for k, want := range map[byte]struct {
		rank        Rank
		enter, host bool
	}{1: {Founder, true, true}, 2: {Keeper, true, true}, 4: {Builder, true, true}, 5: {Builder, false, false}, 6: {Builder, true, false}} {
		id := pair(k).ID()
		if st.Rank(id) != want.rank || st.MayEnter(id, 0) != want.enter || st.MayHost(id, 0) != want.host {
			t.Errorf("%d is %v", k, st.Rank(id))
		}
	}
	if st.Strangers != MaxStrangers || st.BranchTime != DefaultBranchTime {
		t.Errorf("without an entry: %d strangers, branches of %d minutes", st.Strangers, st.BranchTime)
	}
	must(t, write(t, s, 1, SetStrangers, 0, 0, ""))
	must(t, write(t, s, 1, SetBranchTime, 0, 90, ""))
	if st := s.State(); st.Strangers != 0 || st.BranchTime != 90 {
		t.Errorf("%d strangers, branches of %d minutes", st.Strangers, st.BranchTime)
	}
	if st.Bans[pair(5).ID()].Why != "griefing" {
		t.Error("nobody knows why")
	}
	if err := write(t, s, 2, SetTitle, 0, 0, "Mine"); !errors.Is(err, ErrRight) {
		t.Errorf("a keeper changes what the founder said: %v", err)
	}
	must(t, write(t, s, 2, Pardon, 5, 0, "")) // a keeper undoes a keeper's act
	if !s.State().MayEnter(pair(5).ID(), 0) {
		t.Error("still banned")
	}
}

// TestLaws: the latest entry of an entitled author counts for each law; the clock is that of the latest
// entry about any.
func TestLaws(t *testing.T) {
	s := kept(t)
	if st := s.State(); st.Laws != 0 || slices.ContainsFunc(st.Ordinances(), func(o Ordinance) bool { return o.Topic == OnLaws }) {
		t.Errorf("laws %b, %d ordinances before anybody gave one", st.Laws, len(st.Ordinances()))
	}
	must(t, write(t, s, 1, SetLaw, 0, 2*0+1, ""))
	must(t, write(t, s, 2, SetLaw, 0, 2*5+1, ""))
	first := s.State().Ordinances()[0].Word
	must(t, write(t, s, 2, SetLaw, 0, 2*0, ""))
	if st := s.State(); st.Laws != 1<<5 || st.Ordinances()[0].Topic != OnLaws || st.Ordinances()[0].Value != 1<<5 || st.Ordinances()[0].Word <= first {
		t.Errorf("laws %b by %d, before by %d", st.Laws, st.Ordinances()[0].Word, first)
	}
	if err := write(t, s, 1, SetLaw, 0, 2*MaxLaws, ""); !errors.Is(err, ErrEntry) {
		t.Errorf("there are %d laws: %v", MaxLaws, err)
	}
}

// TestKicks: the latest tick counts, not the latest entry; a kicked player may enter and host.
func TestKicks(t *testing.T) {
	s := kept(t)
	must(t, write(t, s, 2, Kick, 4, 900, "go to bed"))
	must(t, write(t, s, 1, Kick, 4, 800, "earlier"))
	st := s.State()
	if got, want := st.Kicks[pair(4).ID()], (Kicked{pair(2).ID(), 900, "go to bed"}); got != want {
		t.Errorf("%+v", got)
	}
	if id := pair(4).ID(); !st.MayEnter(id, 0) || !st.MayHost(id, 0) || len(st.Kicks) != 1 {
		t.Error("a kicked player may not come back")
	}
}

// TestRemovedKeeper: a keeper that was banned makes entries afterwards, dated before.
func TestRemovedKeeper(t *testing.T) {
	s := kept(t)
	must(t, write(t, s, 2, SetTitle, 0, 0, "Good"))
	elsewhere := kept(t) // the founder has not seen the following entries
	must(t, write(t, elsewhere, 2, SetTitle, 0, 0, "Good"))
	must(t, write(t, elsewhere, 2, Ban, 6, 0, "revenge"))
	must(t, write(t, s, 1, Ban, 2, 0, "abuse"))
	must(t, write(t, s, 1, SetCap, 0, 9, ""))
	for _, e := range elsewhere.Entries() {
		_, err := s.Add(e, today)
		must(t, err)
	}
	if st := s.State(); !st.MayEnter(pair(6).ID(), 0) || st.Title != "Good" || st.Void != 1 {
		t.Errorf("%+v", st)
	}
	// Named again, it acts as a keeper; its acts that the founder had not seen stay void.
	must(t, write(t, s, 1, Pardon, 2, 0, ""))
	must(t, write(t, s, 2, Ban, 7, 0, "griefing"))
	if st := s.State(); !st.MayEnter(pair(6).ID(), 0) || st.MayEnter(pair(7).ID(), 0) {
		t.Errorf("%+v", st)
	}
}

func TestLimits(t *testing.T) {
	s := kept(t)
	for i := range PerDay + 5 {
		e, _ := s.Next(pair(2).ID(), SetTitle, today)
		e.Text = string(rune('A' + i%26))
		e.Sign(pair(2), world.ID)
		_, err := s.Add(e, today)
		must(t, err)
	}
	if st := s.State(); st.Void != 5 || st.Title != string(rune('A'+(PerDay-1)%26)) {
		t.Errorf("%d void, %q", st.Void, st.Title)
	}
	// Strangers fill the waiting list, and no other list.
	for i := range 2 * MaxWaiting {
		e := &Entry{Act: SetTitle, Number: uint64(i + 1), Clock: 1, Day: today, Text: "x"}
		e.Sign(pair(8), world.ID)
		_, err := s.Add(e, today)
		must(t, err)
	}
	if n, _ := s.Len(); n != PerDay+5+2 || len(s.entries) != n+MaxWaiting {
		t.Errorf("%d entries, %d in all", n, len(s.entries))
	}
	for name, spoil := range map[string]func(e *Entry){
		"no number":           func(e *Entry) { e.Number = 0 },
		"a number too great":  func(e *Entry) { e.Number = MaxNumber + 1 },
		"a clock of tomorrow": func(e *Entry) { e.Clock = (today + 1) * clocksPerDay },
		"a great rank":        func(e *Entry) { e.Act, e.Subject, e.Value, e.Text = Name, pair(4).ID(), 4, "" },
		"about itself":        func(e *Entry) { e.Act, e.Subject, e.Text = Ban, pair(2).ID(), "" },
		"about nobody":        func(e *Entry) { e.Act, e.Text = Pardon, "" },
		"a bell":              func(e *Entry) { e.Text = "\a" },
		"too many places":     func(e *Entry) { e.Act, e.Value, e.Text = SetPlaces, MaxPlaces+1, "" },
		"a cap of nobody":     func(e *Entry) { e.Act, e.Text = SetCap, "" },
	} {
		e, _ := s.Next(pair(2).ID(), SetTitle, today)
		e.Text = "x"
		spoil(e)
		e.Sign(pair(2), world.ID)
		if _, err := s.Add(e, today); !errors.Is(err, ErrEntry) {
			t.Errorf("%s: %v", name, err)
		}
	}
	e, _ := s.Next(pair(2).ID(), SetTitle, today+2)
	e.Sign(pair(2), world.ID)
	if _, err := s.Add(e, today); !errors.Is(err, ErrFuture) {
		t.Errorf("of a day to come: %v", err)
	}
	e.Day = today
	if _, err := s.Add(e, today); !errors.Is(err, ErrEntry) {
		t.Errorf("changed after signing: %v", err)
	}
	e.Sign(pair(2), [32]byte{7})
	if _, err := s.Add(e, today); !errors.Is(err, ErrEntry) {
		t.Errorf("of another world: %v", err)
	}
}

// committee is an epoch of pairs 1, 2 and 3.
func committee() *epoch.Record {
	r := &epoch.Record{Reason: epoch.Committee, World: world.ID, Island: epoch.Home, Number: 2, Previous: [32]byte{1}, FirstTurn: 5, Ticks: 3, Firm: true}
	for i := range byte(3) {
		r.Voters = append(r.Voters, epoch.Voter{Key: pair(i + 1).ID(), Incarnation: 1})
	}
	r.Sign(pair(1))
	return r
}

func login(player byte, last uint64, by ...byte) *Login {
	l := &Login{First: 1000, Last: last}
	l.Sign(pair(player), world.ID)
	var signatures []epoch.Cosignature
	for _, b := range by {
		signatures = append(signatures, l.Cosign(pair(b), world.ID, committee().Hash()))
	}
	return l.WithSignatures(committee(), signatures)
}

func known(name [32]byte) *epoch.Record {
	if r := committee(); r.Hash() == name {
		return r
	}
	return nil
}

func TestLogins(t *testing.T) {
	s := NewSet(world)
	const now = int64(today) * 86400
	for _, x := range []struct {
		name    string
		l       *Login
		changed bool
		err     error
	}{
		{"by two of three", login(4, 2000, 2, 1), true, nil},
		{"again", login(4, 2000, 1, 2), false, nil},
		{"an earlier one", login(4, 1500, 1, 2, 3), false, nil},
		{"a later one", login(4, 3000, 3, 2), true, nil},
		{"by one of three", login(4, 4000, 1), false, ErrEpoch},
		{"by strangers", login(4, 4000, 5, 6), false, ErrEpoch},
		{"of a day to come", login(4, (today+3)*86400, 1, 2), false, ErrFuture},
		{"of another player", login(5, 2500, 1, 2), true, nil},
	} {
		if changed, err := s.AddLogin(x.l, known, now); changed != x.changed || !errors.Is(err, x.err) || (err == nil) != (x.err == nil) {
			t.Errorf("%s: %v %v", x.name, changed, err)
		}
	}
	if l := s.Login(pair(4).ID()); l == nil || l.Last != 3000 || len(s.Logins()) != 2 {
		t.Errorf("%+v", l)
	}
	forged := login(6, 2000, 1, 2)
	forged.First++
	if _, err := s.AddLogin(forged, known, now); !errors.Is(err, ErrEntry) {
		t.Errorf("changed after signing: %v", err)
	}
	forged.Sign(pair(6), world.ID)
	if _, err := s.AddLogin(forged, known, now); !errors.Is(err, ErrEpoch) {
		t.Errorf("changed after sealing: %v", err)
	}
	if _, err := s.AddLogin(login(6, 2000, 1, 2), func([32]byte) *epoch.Record { return nil }, now); !errors.Is(err, ErrEpoch) {
		t.Errorf("of an unknown epoch: %v", err)
	}
}

func FuzzDecodeEntry(f *testing.F) {
	s := kept(f)
	must(f, write(f, s, 2, Ban, 5, 0, "griefing"))
	for _, e := range s.Entries() {
		f.Add(e.Append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, err := DecodeEntry(b); err == nil && (!bytes.Equal(e.Append(nil), b) || len(b) > MaxEntry) {
			t.Error("two encodings of one entry")
		}
	})
}

func FuzzDecodeLogin(f *testing.F) {
	f.Add(login(4, 2000, 1, 2, 3).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := DecodeLogin(b); err == nil && (!bytes.Equal(l.Append(nil), b) || len(b) > MaxEntry) {
			t.Error("two encodings of one login")
		}
	})
}

func FuzzDecodeSummary(f *testing.F) {
	s := kept(f)
	_, err := s.AddLogin(login(4, 2000, 1, 2), known, today*86400)
	must(f, err)
	f.Add(s.Summary().Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		y, err := DecodeSummary(b)
		if err != nil {
			return
		}
		if !bytes.Equal(y.Append(nil), b) || len(b) > MaxSummary {
			t.Error("two encodings of one summary")
		}
		s.Missing(y, 0)
		s.Lacks(y)
	})
}

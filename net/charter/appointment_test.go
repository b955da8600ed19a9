package charter

import (
	"bytes"
	"errors"
	"testing"

	"manyhold/net/epoch"
)

// TestFalseAppointments: what is not signed by a majority, is malformed, of a day to come, or contradicted by
// the entries before it, appoints nobody.
func TestFalseAppointments(t *testing.T) {
	c := newCalendar(t)
	c.come(alice, bob, dave)
	must(t, c.does(alice, SetTitle, 0, 0, "Home"))
	c.on(x + 1)
	c.day-- // nobody has come yet
	due := func() *Appointment {
		return &Appointment{Player: pair(bob).ID(), Clock: 9, From: today + x + 1, Until: today + x + 3, Reason: IsOldest}
	}
	for name, f := range map[string]struct {
		spoil func(a *Appointment)
		by    []byte
		err   error
		holds bool
	}{
		"as it should be":           {func(*Appointment) {}, []byte{1, 2}, nil, true},
		"one signature":             {func(*Appointment) {}, []byte{1}, ErrEpoch, false},
		"strangers":                 {func(*Appointment) {}, []byte{4, 5}, ErrEpoch, false},
		"of a day to come":          {func(a *Appointment) { a.From, a.Until = a.From+2, a.Until+2 }, []byte{1, 2}, ErrFuture, false},
		"for years":                 {func(a *Appointment) { a.Until += 700 }, []byte{1, 2}, ErrFuture, false},
		"a clock ahead":             {func(a *Appointment) { a.Clock = clockEnd(a.From) }, []byte{1, 2}, ErrEntry, false},
		"days out of order":         {func(a *Appointment) { a.Until = a.From - 1 }, []byte{1, 2}, ErrEntry, false},
		"no such reason":            {func(a *Appointment) { a.Reason = IsNamed }, []byte{1, 2}, ErrEntry, false},
		"nobody after nobody":       {func(a *Appointment) { a.Player, a.Reason, a.Until = [32]byte{}, Returned, a.From }, []byte{1, 2}, ErrEntry, false},
		"the founder wrote lately":  {func(a *Appointment) { a.From = today + x; a.Until = a.From }, []byte{1, 2}, nil, false},
		"before the founder's word": {func(a *Appointment) { a.Clock = 1 }, []byte{1, 2}, nil, true},
		"the founder":               {func(a *Appointment) { a.Player = world.Founder }, []byte{1, 2}, nil, false},
	} {
		s := c.s.copy(t, c.day)
		a := due()
		f.spoil(a)
		_, err := s.AddAppointment(signed(a, f.by...), known, c.day)
		if !errors.Is(err, f.err) || (err == nil) != (f.err == nil) {
			t.Errorf("%s: %v", name, err)
		}
		if st := s.State(); (st.Appointed(a.From) != nil) != f.holds || (st.Rank(pair(bob).ID()) == Keeper) != f.holds {
			t.Errorf("%s: %+v", name, st.Appointed(a.From))
		}
	}
	if _, err := c.s.AddAppointment(signed(due(), 1, 2), func([32]byte) *epoch.Record { return nil }, c.day); !errors.Is(err, ErrUnknown) {
		t.Errorf("of an unknown epoch: %v", err)
	}
}

// TestManyAppointments: the latest stay, and there are never more authors than fit a summary.
func TestManyAppointments(t *testing.T) {
	s := NewSet(world)
	for i := range MaxAppointments + 8 {
		a := &Appointment{Player: pair(byte(10 + i%40)).ID(), Clock: uint64(i + 1), From: today, Until: today, Reason: IsOldest}
		_, err := s.AddAppointment(signed(a, 1, 2), known, today)
		must(t, err)
	}
	all := s.Appointments()
	if len(all) != MaxAppointments || all[0].Clock != 9 || len(s.authors) != 1+MaxTemporary || !s.authors[pair(10+71%40).ID()] {
		t.Errorf("%d appointments from %d, %d authors", len(all), all[0].Clock, len(s.authors))
	}
	if changed, err := s.AddAppointment(signed(&Appointment{Player: pair(9).ID(), Clock: 1, From: today, Until: today, Reason: IsOldest}, 1, 2), known, today); changed || err != nil {
		t.Errorf("an early one: %v %v", changed, err)
	}
	for k := range s.authors {
		for n := range uint64(MaxNumber/BucketSize + 1) {
			s.entries[slot{k, n * BucketSize}] = item[*Entry]{}
		}
	}
	for i := range MaxKeepers {
		for n := range uint64(MaxNumber/BucketSize + 1) {
			s.authors[[32]byte{byte(i), 1}] = true
			s.entries[slot{[32]byte{byte(i), 1}, n * BucketSize}] = item[*Entry]{}
		}
	}
	for i := range Buckets {
		s.logins[[32]byte{byte(i)}] = item[*Login]{}
	}
	b := s.Summary().Append(nil)
	if _, err := DecodeSummary(b); err != nil || len(b) > MaxSummary {
		t.Errorf("the largest summary has %d bytes: %v", len(b), err)
	}
}

func FuzzDecodeAppointment(f *testing.F) {
	a := &Appointment{Player: pair(2).ID(), Clock: 9, From: today, Until: today + 2, Reason: IsHeir, Former: pair(3).ID(), Upto: 7}
	f.Add(signed(a, 1, 2, 3).Append(nil))
	f.Add(signed(&Appointment{Clock: 9, From: today, Until: today, Reason: Returned, Former: pair(3).ID()}, 1, 2).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if a, err := DecodeAppointment(b); err == nil && (!bytes.Equal(a.Append(nil), b) || len(b) > MaxEntry) {
			t.Error("two encodings of one appointment")
		}
	})
}

package charter

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var anInvitation = Capability{7}.Pair(world.ID)

// invite writes the entry of an invitation.
func invite(t testing.TB, s *Set, by byte, c Capability, terms Terms) error {
	t.Helper()
	_, err := s.Write(pair(by), Entry{Act: Invite, Subject: c.Pair(world.ID).ID(), Value: terms.Pack(), Text: "for friends"}, today)
	return err
}

func TestTermsPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Terms{Rank(rapid.IntRange(0, 2).Draw(t, "rank")), uint16(rapid.IntRange(1, MaxUses).Draw(t, "uses")), uint32(rapid.IntRange(0, MaxDay).Draw(t, "last"))}
		if got, ok := UnpackTerms(want.Pack()); !ok || got != want {
			t.Fatalf("%+v became %+v, %v", want, got, ok)
		}
		v := rapid.Uint64().Draw(t, "number")
		if got, ok := UnpackTerms(v); ok && got.Pack() != v {
			t.Fatalf("%x is not the only number of its terms", v)
		}
	})
}

// TestWhoInvites: each rank invites up to its own limit, and ends what it may.
func TestWhoInvites(t *testing.T) {
	usual := func(r Rank) Terms { return Terms{r, InviteUses, today + InviteDays} }
	for _, x := range []struct {
		name  string
		by    byte
		terms Terms
		err   error
	}{
		{"founder, a keeper", 1, usual(Keeper), nil},
		{"founder, a second founder", 1, usual(Founder), ErrEntry},
		{"keeper, a builder", 2, usual(Builder), nil},
		{"keeper, a visitor", 2, usual(Visitor), nil},
		{"keeper, a keeper", 2, usual(Keeper), ErrRight},
		{"no rank", 4, usual(Visitor), ErrRight},
		{"no uses", 1, Terms{Builder, 0, today + 1}, ErrEntry},
		{"too many uses", 1, Terms{Builder, MaxUses + 1, today + 1}, ErrEntry},
		{"expired when written", 1, Terms{Builder, 1, today - 1}, ErrEntry},
		{"for too long", 1, Terms{Builder, 1, today + MaxInviteDays + 1}, ErrEntry},
	} {
		if err := invite(t, kept(t), x.by, Capability{1}, x.terms); !errors.Is(err, x.err) || (err == nil) != (x.err == nil) {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	s := kept(t)
	must(t, invite(t, s, 1, Capability{1}, usual(Builder)))
	must(t, invite(t, s, 2, Capability{2}, usual(Builder)))
	if err := invite(t, s, 1, Capability{2}, usual(Keeper)); !errors.Is(err, ErrRight) {
		t.Errorf("other terms of an invitation: %v", err)
	}
	revoke := func(by byte, c Capability) error {
		_, err := s.Write(pair(by), Entry{Act: Revoke, Subject: c.Pair(world.ID).ID()}, today)
		return err
	}
	if err := revoke(2, Capability{1}); !errors.Is(err, ErrRight) {
		t.Errorf("a keeper ends the founder's: %v", err)
	}
	if err := revoke(3, Capability{9}); !errors.Is(err, ErrRight) {
		t.Errorf("one that is not there: %v", err)
	}
	must(t, revoke(3, Capability{2}))
	must(t, revoke(1, Capability{1}))
	for _, i := range s.State().Invitations() {
		if !i.Revoked || i.Note != "for friends" || i.Uses != InviteUses || i.Last != today+InviteDays {
			t.Errorf("%+v", i)
		}
	}
}

// TestAdmits: an invitation lets in until its day, its uses or its author's right end.
func TestAdmits(t *testing.T) {
	s := kept(t)
	must(t, invite(t, s, 2, Capability{7}, Terms{Builder, 2, today + 3}))
	k := anInvitation.ID()
	admits := func(player byte, day uint32, want error) {
		t.Helper()
		if err := s.State().Admits(k, pair(player).ID(), day); !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("player %d on day %d: %v, want %v", player, day, err, want)
		}
	}
	admits(4, today+3, nil)
	admits(4, today+4, ErrExpired)
	if err := s.State().Admits(pair(9).ID(), pair(4).ID(), today); !errors.Is(err, ErrNoInvitation) {
		t.Error(err)
	}
	for n, player := range []byte{4, 5} {
		if added, err := s.AddTicket(ticket(s, player, 0, 1, 2), known, today*86400+int64(n)); !added || err != nil {
			t.Fatal(added, err)
		}
	}
	admits(6, today, ErrUsedUp)
	admits(4, today+4, nil) // it came before
	s = kept(t)
	must(t, invite(t, s, 2, Capability{7}, Terms{Builder, 2, today + 3}))
	must(t, write(t, s, 1, Name, 2, NameNobody, ""))
	admits(4, today, ErrNoInvitation)
	s = kept(t)
	must(t, invite(t, s, 2, Capability{7}, Terms{Builder, 2, today + 3}))
	_, err := s.Write(pair(2), Entry{Act: Revoke, Subject: k}, today)
	must(t, err)
	admits(4, today, ErrRevoked)
	if at := slices.IndexFunc(s.State().Invitations(), func(i *Invitation) bool { return i.Key == k }); at != 0 {
		t.Error("not listed")
	}
}

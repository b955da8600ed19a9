package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/door"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

func pair(b byte) key.Pair { return key.FromSeed([32]byte{b}) }

// fullWorld is one whose founder serves so many links, and all are held by strangers: the keys from 2 on.
func fullWorld(t *testing.T, links int) (w *World, now time.Time) {
	now = time.Unix(1_800_000_000, 0)
	w = NewWorld(kernel.Options{Key: pair(1), Charter: true, Links: links, Rules: 1})
	g := store.Genesis{Founder: pair(1).ID(), Seed: 1, Rules: 1, Name: "test", Licence: store.DefaultLicence}
	must(t, w.Found(now, g, newLedger(), &testFile{genesis: g}))
	for range 40 {
		for _, out := range w.Ready() {
			for _, r := range out.Records {
				w.Recorded(now, message.Home, r.Number, nil)
			}
		}
		now = now.Add(50 * time.Millisecond)
		w.Tick(now)
	}
	for b := byte(2); int(b) < 2+links; b++ {
		w.LinkUp(now, pair(b).ID(), link.Info{})
		w.islands.home().Standing.Met.Met(pair(b).ID(), uint64(b))
	}
	return w, now
}

// TestPlacesOfTheInvited: a newcomer that shows a valid invitation takes the place of the latest stranger.
// Forged, expired, revoked, used up and borrowed ones move nobody, nor do many keys with one invitation.
func TestPlacesOfTheInvited(t *testing.T) {
	const links = 6
	secret := charter.Capability{1}
	for _, c := range []struct {
		name    string
		days    uint32
		uses    uint16
		revoked bool
		banned  bool
		shows   func(w *World, from key.ID) []byte // nil: the right bytes
		comes   int                                // so many keys, one after the other
		places  int                                // that they get
	}{
		{name: "valid", uses: 20, days: 7, comes: 1, places: 1},
		{name: "two uses and four keys", uses: 2, days: 7, comes: 4, places: 2},
		{name: "more keys than strangers", uses: 20, days: 7, comes: 9, places: links},
		{name: "revoked", uses: 20, days: 7, revoked: true, comes: 2},
		{name: "banned", uses: 20, days: 7, banned: true, comes: 1},
		{name: "another secret", uses: 20, days: 7, comes: 2, shows: func(w *World, from key.ID) []byte {
			k := charter.Present(charter.Capability{2}.Pair(w.islands.home().World), from, w.islands.home().World)
			return k.Append(nil)
		}},
		{name: "another's signature", uses: 20, days: 7, comes: 2, shows: func(w *World, from key.ID) []byte {
			k := charter.Present(charter.Capability{2}.Pair(w.islands.home().World), from, w.islands.home().World)
			k.Invitation = secret.Pair(w.islands.home().World).ID()
			return k.Append(nil)
		}},
		{name: "borrowed of another player", uses: 20, days: 7, comes: 2, shows: func(w *World, _ key.ID) []byte {
			k := charter.Present(secret.Pair(w.islands.home().World), pair(200).ID(), w.islands.home().World)
			return k.Append(nil)
		}},
		{name: "nonsense", uses: 20, days: 7, comes: 2, shows: func(*World, key.ID) []byte { return []byte{1, 2, 3} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, now := fullWorld(t, links)
			world := w.islands.home().World
			invitation := secret.Pair(world).ID()
			terms := charter.Terms{Rank: charter.Builder, Uses: c.uses, Last: charter.Day(now.Unix()) + c.days}
			must(t, w.Write(now, charter.Entry{Act: charter.Invite, Subject: invitation, Value: terms.Pack()}))
			if c.revoked {
				must(t, w.Write(now, charter.Entry{Act: charter.Revoke, Subject: invitation}))
			}
			got := 0
			for i := range c.comes {
				from := pair(byte(100 + i)).ID()
				if c.banned {
					must(t, w.Write(now, charter.Entry{Act: charter.Ban, Subject: from}))
				}
				w.LinkUp(now, from, link.Info{})
				k := charter.Present(secret.Pair(world), from, world)
				b := k.Append(nil)
				if c.shows != nil {
					b = c.shows(w, from)
				}
				for range 5 { // it repeats itself
					w.Receive(now, from, link.Stream, append([]byte{byte(wire.Door), door.StepPresent}, b...))
				}
			}
			for i := range c.comes {
				if w.Peers.Has(pair(byte(100 + i)).ID()) {
					got++
				}
			}
			freed := len(w.Status(now).Charter.ToDisconnect)
			if got != c.places || freed != c.places || w.Peers.Len() != links || w.islands.home().Peers.Len() != links {
				t.Errorf("%d places and %d freed, want %d; %d of %d links", got, freed, c.places, w.Peers.Len(), links)
			}
			// those that got none are disconnected
			if all := w.places.toDisconnect(now.Add(waitFor)); len(all) != c.comes {
				t.Errorf("%d to disconnect at last, want %d", len(all), c.comes)
			}
		})
	}
}

// TestInvitedGiveWay: a member takes the place of a stranger before that of an invited newcomer. After a
// minute, a newcomer that did not redeem its invitation is a stranger like others.
func TestInvitedGiveWay(t *testing.T) {
	w, now := fullWorld(t, 2)
	world, secret := w.islands.home().World, charter.Capability{1}
	terms := charter.Terms{Rank: charter.Builder, Uses: 20, Last: charter.Day(now.Unix())}
	must(t, w.Write(now, charter.Entry{Act: charter.Invite, Subject: secret.Pair(world).ID(), Value: terms.Pack()}))
	shows := func(b byte) bool {
		from := pair(b).ID()
		w.LinkUp(now, from, link.Info{})
		k := charter.Present(secret.Pair(world), from, world)
		w.Receive(now, from, link.Stream, append([]byte{byte(wire.Door), door.StepPresent}, k.Append(nil)...))
		return w.Peers.Has(from)
	}
	must(t, w.Write(now, charter.Entry{Act: charter.Name, Subject: pair(9).ID(), Value: charter.NameBuilder}))
	if !shows(100) {
		t.Fatal("no place for the invited")
	}
	w.LinkUp(now, pair(9).ID(), link.Info{})
	if !w.Peers.Has(pair(9).ID()) || !w.Peers.Has(pair(100).ID()) {
		t.Error("a member takes the place of an invited newcomer while there are strangers")
	}
	if shows(101) {
		t.Error("an invited newcomer takes the place of another one, or of a member")
	}
	now = now.Add(invitedFor)
	if !shows(102) || w.Peers.Has(pair(100).ID()) || !w.Peers.Has(pair(9).ID()) {
		t.Error("a place is kept for a peer that never redeemed its invitation")
	}
}

// TestPlaces: when all places are taken by keys that the world does not know, a member takes the place of the
// latest of them, and one more key none.
func TestPlaces(t *testing.T) {
	w, now := fullWorld(t, 3)
	must(t, w.Write(now, charter.Entry{Act: charter.Name, Subject: pair(9).ID(), Value: charter.NameBuilder}))
	freed := func() []key.ID { return w.Status(now).Charter.ToDisconnect }
	for _, c := range []struct {
		comes byte
		freed []key.ID
	}{
		{5, nil},
		{9, []key.ID{pair(4).ID()}},
		{5, []key.ID{pair(4).ID()}},
	} {
		w.LinkUp(now, pair(c.comes).ID(), link.Info{})
		if got := freed(); !slices.Equal(got, c.freed) || w.Peers.Has(pair(c.comes).ID()) != (c.comes == 9) || w.Peers.Len() != 3 || w.islands.home().Peers.Len() != 3 {
			t.Errorf("%d comes: %d places of %d, %d freed", c.comes, w.Peers.Len(), w.islands.home().Peers.Len(), len(got))
		}
	}
	w.LinkDown(now, pair(4).ID(), "disconnected")
	if len(freed()) > 0 || w.Peers.Len() != 3 {
		t.Error("it is still to be disconnected")
	}
}

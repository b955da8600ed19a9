package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// TestPlaces: when all places are taken by keys that the world does not know, a member takes the place of the
// latest of them, and one more key none.
func TestPlaces(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	pair := func(b byte) key.Pair { return key.FromSeed([32]byte{b}) }
	w := NewWorld(kernel.Options{Key: pair(1), Charter: true, Links: 3, Rules: 1})
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
	must(t, w.Write(now, charter.Entry{Act: charter.Name, Subject: pair(9).ID(), Value: charter.NameBuilder}))
	for b := byte(2); b < 5; b++ {
		w.LinkUp(now, pair(b).ID(), link.Info{})
		w.islands.home().Standing.Met.Met(pair(b).ID(), uint64(b))
	}
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

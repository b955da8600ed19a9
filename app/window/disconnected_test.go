package window

import (
	"strings"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/net/beacon"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// TestKicked: the words of a kick count down, and the world is not entered before the time is over, by
// whatever way.
func TestKicked(t *testing.T) {
	here, other := store.WorldID{1}, store.WorldID{2}
	last := func(id store.WorldID) func() (store.Info, bool, error) {
		return func() (store.Info, bool, error) { return store.Info{ID: id}, true, nil }
	}
	k := &kicked{languageWords(t, "en"), &node.KickedError{By: "Ada", Why: "bed", Until: time.Now().Add(42 * time.Second)}, here}
	if got := k.Error(); !strings.HasPrefix(got, "Ada removed you from this world: bed. You can come back in 0:4") {
		t.Errorf("%q", got)
	}
	for name, c := range map[string]struct {
		choice node.Choice
		last   store.WorldID
		out    bool
	}{
		"the invitation":        {node.Choice{Invite: &signal.Invite{World: here}}, other, true},
		"another invitation":    {node.Choice{Invite: &signal.Invite{World: other}}, here, false},
		"heard here":            {node.Choice{Offer: &beacon.Announcement{World: here}}, other, true},
		"its file":              {node.Choice{Resume: here}, other, true},
		"another file":          {node.Choice{Resume: other}, here, false},
		"the last world":        {node.Choice{}, here, true},
		"another last world":    {node.Choice{}, other, false},
		"a new world":           {node.Choice{Founded: &store.Genesis{}}, here, false},
		"a scene of the museum": {node.Choice{Exhibit: "door"}, here, false},
	} {
		if got := k.keepsOut(c.choice, last(c.last)); got != c.out {
			t.Errorf("%s: kept out %t", name, got)
		}
	}
	k.Until = time.Now().Add(-time.Second)
	if k.keepsOut(node.Choice{Resume: here}, last(here)) || k.wait() != "" || !strings.HasSuffix(k.Error(), "You can come back now.") {
		t.Errorf("after the minute: %q", k.Error())
	}
	if (*kicked)(nil).keepsOut(node.Choice{Resume: here}, last(here)) {
		t.Error("kept out without a kick")
	}
}

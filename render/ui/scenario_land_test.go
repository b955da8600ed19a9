package ui

import (
	"slices"
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// tileAt returns a tile some tiles from where the player stands.
func tileAt(x, y int32) grid.Tile { return grid.TileAt(at(x, y)) }

// claims plays in a world with three claims: the player stands on its own, with a friend; two are others'.
func (s *stage) claims() {
	s.play()
	s.m.Game.Centre = tileAt(0, 0)
	s.m.Land = model.Land{Claimed: 1, Tiles: 108, MostClaims: 3, MostTiles: 1024, Arrival: tileAt(-20, 7), Claims: []model.Claim{
		{Plot: claim.Plot{At: tileAt(-2, -3), W: 12, H: 9}, Owner: "Bo", Colour: kit.NameColour(2), Mine: true, Days: 60,
			Friends: []model.Friend{{Seat: 4, Name: "Cyd"}, {}}},
		{Plot: claim.Plot{At: tileAt(12, -3), W: 32, H: 32}, Owner: "Bartholomew the Elder", Colour: kit.NameColour(3), Open: true, Days: 1},
		{Plot: claim.Plot{At: tileAt(-30, -30), W: 20, H: 16}, Owner: "Ada", Colour: kit.NameColour(1), Friend: true, Days: 12},
	}}
	s.tick(2)
}

// shows reports whether the words stand on the screen.
func (s *stage) shows(words string) bool {
	return slices.ContainsFunc(s.trace().Texts, func(x kit.TracedText) bool { return x.Text == words })
}

// press chooses the widget of an identity.
func (s *stage) press(key string, n int) {
	s.t.Helper()
	id := kit.Ident(key, n)
	k := slices.IndexFunc(s.u.c.Items, func(w kit.Widget) bool { return w.ID == id })
	if k < 0 {
		s.t.Fatalf("there is no %s %d", key, n)
	}
	s.click(s.u.c.Items[k].R)
}

// TestTheLandScreen: the switches, the friends and the buttons of the player's own claim ask for what they
// say; giving up needs a second press; of another's claim a keeper only gives up.
func TestTheLandScreen(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.claims()
	s.u.menus.Land.Open(s.u.c)
	s.tick(5)
	own := tileAt(-2, -3)
	want := func(what string, actions ...model.Action) {
		t.Helper()
		if got := s.asked(); !slices.Equal(got, actions) {
			t.Errorf("%s: asked for %+v, want %+v", what, got, actions)
		}
	}
	s.asked()
	s.press("claim.everybody", 0)
	want("open", model.ShareClaim{At: own, Grant: claim.OpenToAll})
	s.m.Land.Claims[0].Open = true
	s.press("claim.everybody", 0)
	want("close", model.ShareClaim{At: own, Grant: claim.CloseToAll})
	s.press("claim.build", 0)
	want("friends use only", model.ShareClaim{At: own, Grant: claim.FriendsUse})
	s.press("claim.land", 0)
	want("the world has no other land")
	moon := blueprint.ID(7)
	s.m.Land.Lands = []model.Blueprint{{ID: moon, Name: "ann/Moon"}}
	s.press("claim.land", 0)
	want("the moon", model.UseLand{At: own, Of: moon})
	s.m.Land.Claims[0].Land = moon
	s.tick(1)
	if !s.shows("Land like ann/Moon") {
		t.Error("the screen does not say what the land is like")
	}
	s.press("claim.land", 0)
	want("as the rest", model.UseLand{At: own})
	s.press("claim.friend", 0)
	want("a friend no more", model.ShareClaim{At: own, Grant: claim.Unfriend, Who: 4})
	s.press("claim.end", 0)
	want("give up, once")
	s.press("claim.end", 0)
	want("give up, twice", model.EndClaim{At: own})
	s.press("claim.draw", 0)
	want("a new one", model.SetTool{Tool: model.ToolClaim})
	if s.u.Captures() {
		t.Error("the screen is open while one draws")
	}
	s.m.Land.MayEndAll = true
	s.m.Land.Claims = s.m.Land.Claims[1:2]
	s.u.menus.Land.Open(s.u.c)
	s.tick(5)
	if slices.ContainsFunc(s.u.c.Items, func(w kit.Widget) bool { return w.ID == kit.Ident("claim.everybody", 0) }) {
		t.Error("a keeper may open another's land")
	}
	s.press("claim.end", 0)
	s.press("claim.end", 0)
	want("a keeper gives another's up", model.EndClaim{At: tileAt(12, -3)})
}

// TestWhatIsToldOfClaims: a player hears what becomes of its own claims, and of those where it is a friend.
func TestWhatIsToldOfClaims(t *testing.T) {
	for _, c := range []struct {
		name string
		e    event.Event
		key  string
		with []string
	}{
		{"its own", event.Event{Kind: event.ClaimMade, A: 12, B: 9}, "claim.claimed", []string{"w", "12", "h", "9"}},
		{"another's", event.Event{Kind: event.ClaimMade, Seat: 77, A: 12, B: 9}, "", nil},
		{"given up", event.Event{Kind: event.ClaimEnded}, "claim.ended", nil},
		{"by a keeper", event.Event{Kind: event.ClaimEnded, A: 1, B: 12<<8 | 9}, "claim.ended_keeper", []string{"w", "12", "h", "9"}},
		{"over", event.Event{Kind: event.ClaimEnded, A: 2, B: 12<<8 | 9}, "claim.ended_time", []string{"w", "12", "h", "9"}},
		{"another's is over", event.Event{Kind: event.ClaimEnded, Seat: 77, A: 2, B: 12<<8 | 9}, "", nil},
	} {
		s := newStage(t, 1280, 720)
		s.claims()
		s.u.c.Notices.Lane = nil
		if c.e.Seat == 0 {
			c.e.Seat = s.m.Game.Me.Seat
		}
		s.u.Observe([]event.Event{c.e}, s.m)
		s.tick(2)
		words := ""
		if c.key != "" {
			words = s.u.c.Words.Fill(c.key, c.with...)
		}
		said := s.shows(words)
		if c.key == "" && len(s.u.c.Notices.Lane) > 0 || c.key != "" && !said {
			t.Errorf("%s: says %q: %v", c.name, words, said)
		}
	}
}

// TestTheToolSaysWhatLandCosts: size and cost while it can be claimed, else why not; and the offered place
// with its key.
func TestTheToolSaysWhatLandCosts(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.claims()
	s.m.Build.Tool, s.m.Land.Draft = model.ToolClaim, claim.Plot{At: tileAt(3, 3), W: 12, H: 9}
	s.tick(2)
	for _, words := range []string{"Claim: 12 × 9 = 108 tiles", "You have 1 of 3 claims, 108 of 1024 tiles", "Your land"} {
		if !s.shows(words) {
			t.Errorf("does not say %q", words)
		}
	}
	s.m.Land.Why, s.m.Land.Offer = event.Overlap, claim.Plot{At: tileAt(30, -4), W: 12, H: 9}
	s.tick(2)
	for _, words := range []string{s.u.c.Say(kit.ReasonKey(event.Overlap)), "Not free: the next free place is 36 tiles away", s.in.Name(input.Use), "Claim it there"} {
		if !s.shows(words) {
			t.Errorf("does not say %q", words)
		}
	}
}

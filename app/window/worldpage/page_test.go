package worldpage

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/assets"
	"manyhold/net/charter"
	"manyhold/net/key"
	"manyhold/net/store/admin"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

func id(n byte) string { return key.FromSeed([32]byte{n}).ID().String() }

// source is a fully known world; its window's player has a rank.
func source(t *testing.T, language, rank string) Source {
	w, err := kit.ParseWords(assets.WordsOf(language))
	if err != nil {
		t.Fatal(err)
	}
	st := &status.Status{Peer: id(2), Name: "Bo"}
	named := func(n byte, name string) status.PeerName { return status.PeerName{Peer: id(n), Name: name} }
	st.World = status.WorldStatus{Name: "Ada's world", Invite: "manyhold:abc", Charter: &status.CharterStatus{
		Title: "Our hill", Description: "A hill.", Rank: rank, Picture: new(charter.Picture).Text(), Laws: []string{"strife"}, Absence: 30, Recent: 7,
		Rules:  status.CharterRules{Hosting: "open", Entry: "invited", Newcomers: "visitor", Cap: 10, Split: true, Strangers: 1, ClaimDays: 31, BranchTime: 90, Places: 8, Spawn: &[2]int32{3, -4}},
		Ranked: []status.RankedStatus{{PeerName: named(1, "Ada"), Rank: "founder"}, {PeerName: named(3, "Cyd"), Rank: "builder"}, {PeerName: named(2, "Bo"), Rank: rank}},
		Bans:   []status.BanStatus{{PeerName: named(4, "Mallory"), By: "Ada", Why: "rude", Until: 4102444800}, {PeerName: named(5, "Zed"), By: "Bo"}},
		Mutes:  []status.MuteStatus{{PeerName: named(3, "Cyd"), Seconds: 599}},
	}}
	st.World.Door = &status.DoorStatus{Invitations: []status.InvitationStatus{{ID: "xyz", Rank: "builder", Uses: 20, Used: 3, Expires: "2026-12-01", By: "Ada", State: "open"}, {ID: "old", Rank: "visitor", State: "used up"}}}
	st.Islands = []status.IslandStatus{{People: []status.PersonStatus{{Key: id(2), Name: "Bo"}, {Key: id(6), Name: "Dov"}}}}
	return Source{Words: w, Status: st, Branches: []admin.BranchInfo{{Turn: 9, Tip: 20, At: time.Unix(1, 0)}}}
}

// unfilled is a key without words, or a name in braces without a value.
var unfilled = regexp.MustCompile(`\b(world|rank|players|share)\.[a-z_]+|\{[a-z]+\}`)

// TestPage: each section says what the status says, in every language, and no text is missing or unfilled.
func TestPage(t *testing.T) {
	for _, language := range assets.Languages() {
		p := Page(source(t, language, "keeper"))
		if p.Title != "Our hill" || p.About != "A hill." || p.Founder != "Ada" || p.Picture == nil || len(p.Laws) != 1 || len(p.Sections) != len(sections) {
			t.Errorf("%+v", p)
		}
		if missing := unfilled.FindAllString(fmt.Sprintf("%+v", p), -1); missing != nil {
			t.Errorf("%s: words are missing: %q", language, missing)
		}
	}
	p := Page(source(t, "en", "keeper"))
	var rows []string
	for _, s := range p.Sections {
		for _, r := range s.Rows {
			rows = append(rows, s.Name+": "+r.Name+": "+r.Detail)
		}
	}
	said := strings.Join(rows, "\n")
	for _, want := range []string{"World: Spawn: tile 3, -4", "Members: Ada: Founder · away", "Members: Cyd: Builder by name", "Members: Dov: Visitor by default · here now",
		"Bans: Mallory, until 2100-01-01", "by Ada: rude", "Bans: Zed, permanently: by Bo: no reason given", "Bans: Cyd: muted for 10 minutes",
		"Invitations: Invitation xyz: Builder · 3 of 20 used", "used up", "Branches: Archived 1970-01-01", "turns 10 to 20"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if empty := Page(Source{Words: source(t, "en", "keeper").Words, Status: &status.Status{}}); len(empty.Sections) > 0 {
		t.Error("there are sections before the charter is known")
	}
	if k := p.Known; len(k) != 3 || !k[0].Banned || !k[2].Muted || k[2].Name != "Cyd" {
		t.Errorf("known for slash commands: %+v", k)
	}
}

// TestRights is the table of ranks and what they may change.
func TestRights(t *testing.T) {
	for rank, want := range map[string]string{
		"visitor": "", "builder": "",
		"keeper":  "title description laws picture spawn rank:visitor rank:builder pardon revoke",
		"founder": "title description laws rules picture spawn rank:visitor rank:builder rank:keeper pardon revoke",
	} {
		p := Page(source(t, "en", rank))
		open := map[string]bool{}
		for i, s := range p.Sections {
			for _, e := range s.Settings {
				if e.Why == "" {
					open[map[int]string{0: e.Key, 1: "laws", 2: "rules"}[i]] = true
				}
			}
			for _, r := range s.Rows {
				for _, a := range r.Acts {
					switch do := a.Do.(type) {
					case model.UseView:
						open["picture"] = open["picture"] || a.Why == ""
					case model.Carry:
						open["spawn"] = open["spawn"] || a.Why == ""
					case model.RankPlayer:
						if a.Why == "" {
							open["rank:"+do.Rank.String()] = true
						}
						if key.ID(do.Key).String() == id(2) && a.Why == "" {
							t.Errorf("a %s ranks itself", rank)
						}
					case model.PardonPlayer:
						open["pardon"] = open["pardon"] || a.Why == ""
					case model.RevokeInvitation:
						open["revoke"] = open["revoke"] || a.Why == ""
					}
				}
			}
		}
		for _, what := range strings.Fields("title description laws rules picture spawn rank:visitor rank:builder rank:keeper pardon revoke") {
			if open[what] != slices.Contains(strings.Fields(want), what) {
				t.Errorf("a %s may change %s: %v", rank, what, open[what])
			}
		}
	}
}

// TestWords: every setting of the page, with each of its values, is a command of the charter.
func TestWords(t *testing.T) {
	for _, s := range Page(source(t, "en", "founder")).Sections {
		for _, e := range s.Settings {
			values := e.Choices
			switch e.Kind {
			case model.Toggle:
				values = []string{"true", "false"}
			case model.Text:
				values = []string{"A text", ""}
			}
			for _, v := range values {
				if _, err := order.ParseCharter(Words(model.Change{Key: e.Key, Value: v})); err != nil {
					t.Errorf("%s %q: %v", e.Key, v, err)
				}
			}
			if e.Kind == model.Choice && !slices.Contains(e.Choices, e.Value) {
				t.Errorf("%s: %q is not among %q", e.Key, e.Value, e.Choices)
			}
		}
	}
}

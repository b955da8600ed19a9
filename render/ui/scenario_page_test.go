package ui

import (
	"fmt"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/rights"
	"manyhold/input"
	"manyhold/render/palette"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// samplePicture is a house with a lit window on a shore.
func samplePicture() *model.Picture {
	p := new(model.Picture)
	for i := range p {
		x, y := i%model.PictureSide, i/model.PictureSide
		c := palette.Green2
		switch {
		case y > 12:
			c = palette.Water1
		case y == 12:
			c = palette.Sand
		case (x-9)*(x-9)+(y-6)*(y-6) < 3:
			c = palette.Fire3
		case x > 5 && x < 13 && y > 3 && y < 10:
			c = palette.Earth2
		case (x*7+y*5)%9 == 0:
			c = palette.Green3
		}
		p[i] = uint8(c - 1)
	}
	return p
}

// samplePage is a page whose sections are all full. why is why nothing may be changed; empty: all may.
func samplePage(w *kit.Words, why string) model.WorldPage {
	say := w.Get
	p := model.WorldPage{Title: "Lantern Bay", About: "A bay of lamps between two rivers. Build what you like west of the lighthouse, and leave the forest be.", Founder: "Ada", Rank: say("rank.founder"), Picture: samplePicture()}
	setting := func(s *model.PageSection, e model.Setting) {
		e.Label, e.Help, e.Why = say("world."+e.Key), say("world."+e.Key+"_help"), why
		s.Settings = append(s.Settings, e)
	}
	choice := func(s *model.PageSection, key, value string, choices ...string) {
		e := model.Setting{Key: key, Kind: model.Choice, Value: value, Choices: choices}
		for _, c := range choices {
			if name := "world." + key + "_" + c; w.Has(name) {
				e.Names = append(e.Names, say(name))
			}
		}
		setting(s, e)
	}
	act := func(label string, do model.Action) model.PageAct {
		return model.PageAct{Label: say(label), Help: say("world.picture_set_help"), Why: why, Do: do}
	}
	world := model.PageSection{Name: say("world.section_world"), First: true}
	setting(&world, model.Setting{Key: "title", Kind: model.Text, Value: "Lantern Bay", Max: 240})
	setting(&world, model.Setting{Key: "description", Kind: model.Text, Value: p.About, Max: 240})
	world.Rows = []model.PageRow{
		{Name: say("world.picture"), Acts: []model.PageAct{act("world.picture_set", model.UseView{}), act("world.clear", model.SaveWorld{})}},
		{Name: say("world.spawn"), Detail: w.Fill("world.spawn_at", "x", "-120", "y", "44"), Acts: []model.PageAct{act("world.spawn_set", model.Carry{Line: "/spawn set"}), act("world.clear", model.Carry{Line: "/spawn clear"})}},
	}
	laws := model.PageSection{Name: say("world.section_laws"), Note: say("world.laws_note")}
	for _, l := range menu.LawWords {
		laws.Settings = append(laws.Settings, model.Setting{Key: l.Name, Label: say(l.Name), Help: say(l.Help), Kind: model.Toggle, Value: "false", Why: why})
	}
	rules := model.PageSection{Name: say("world.section_rules")}
	choice(&rules, "entry", "anyone", "anyone", "invited", "members")
	choice(&rules, "newcomers", "builder", "visitor", "builder")
	choice(&rules, "policy", "open", "open", "invited", "trusted")
	choice(&rules, "strangers", "2", "0", "1", "2")
	choice(&rules, "places", "64", "8", "64")
	choice(&rules, "cap", "64", "32", "64")
	setting(&rules, model.Setting{Key: "split", Kind: model.Toggle, Value: "true"})
	choice(&rules, "claimdays", "30", "7", "30")
	choice(&rules, "branchtime", "1440", "60", "1440")
	members := model.PageSection{Name: say("world.section_members"), Note: w.Fill("world.members_note", "rank", say("rank.builder"))}
	for i, name := range []string{"Ada", "Bo", "Ærøskøbing Wanderer 漢字", "Cyd", "Dov", "Eda", "Finn", "Gro"} {
		rank := map[int]rights.Rank{0: rights.Founder, 1: rights.Keeper}[i]
		row := model.PageRow{Name: name, Detail: w.Fill("world.rank_named", "rank", say(menu.RankWords[rank]), "presence", say("world.away")), Look: &entity.Look{Hair: uint8(i)}}
		for to := rights.Visitor; to <= rights.Keeper && i > 0; to++ {
			a := act(menu.RankWords[to], model.RankPlayer{Key: game.PlayerID{byte(i)}, Rank: to})
			a.On = to == rank
			row.Acts = append(row.Acts, a)
		}
		members.Rows = append(members.Rows, row)
	}
	bans := model.PageSection{Name: say("world.section_bans"), Rows: []model.PageRow{
		{Name: w.Fill("world.banned", "name", "Mallory", "until", say("world.for_good")), Detail: w.Fill("world.banned_by", "name", "Ada", "why", "took all the lamps"),
			Acts: []model.PageAct{{Label: say("world.pardon"), Help: w.Fill("world.pardon_help", "name", "Mallory"), Why: why, Sure: true, Do: model.PardonPlayer{Key: game.PlayerID{9}}}}},
		{Name: "Zed", Detail: w.Fill("world.muted_for", "time", w.Fill("world.minutes", "n", "9")), Acts: []model.PageAct{{Label: say("players.unmute"), Why: why, Do: model.MutePlayer{Key: game.PlayerID{8}}}}},
	}}
	p.Sections = []model.PageSection{world, laws, rules, members, bans,
		{Name: say("world.section_claims"), Note: say("world.claims_none")},
		{Name: say("world.section_invites"), Note: say("world.invites_note_invited"), Rows: []model.PageRow{{Name: say("world.invite"), Detail: "manyhold:aeaqcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaib", Acts: []model.PageAct{{Label: say("share.copy"), Do: model.CopyInvite{}}}}}},
		{Name: say("world.section_government"), Note: say("world.government_note"), Rows: []model.PageRow{{Name: "Ada", Detail: w.Fill("world.governs_founder", "presence", say("world.here"))}, {Name: "Bo", Detail: w.Fill("world.governs_keeper", "presence", say("world.away"))}}},
		{Name: say("world.section_branches"), Note: say("world.branches_note"), Rows: []model.PageRow{{Name: w.Fill("world.branch", "time", "2026-11-20 18:40"), Detail: w.Fill("world.branch_turns", "from", "10234", "to", "18021")}}},
	}
	return p
}

// page opens a section of the world page and waits until it has arrived.
func (s *stage) page(section int, why string) {
	s.play()
	s.m.Page = samplePage(s.u.c.Words, why)
	s.u.menus.Page.Open(s.u.c)
	s.tick(10)
	for range section {
		s.tap(input.KeyPageDown)
	}
	s.tick(20)
}

// TestWorldPage: changes are saved together, and only what was changed; a player without the right changes
// nothing and reads why; leaving with unsaved changes takes two presses.
func TestWorldPage(t *testing.T) {
	const down, right, enter, esc = input.KeyArrowDown, input.KeyArrowRight, input.KeyEnter, input.KeyEscape
	s := newStage(t, 1280, 720)
	s.page(2, "")
	s.u.c.SetFocus(kit.Ident("setting", 0))
	s.tap(right) // entry: by invitation
	s.tap(down)
	s.tap(down)
	s.tap(right)
	if got := list(s.asked()); got != "[]" {
		t.Fatalf("before it is saved: %s", got)
	}
	s.tap(esc)
	if !s.u.c.IsOpen(&s.u.menus.Page) || s.u.c.Help == "" {
		t.Error("unsaved changes are lost at the first press")
	}
	s.tick(200)
	s.u.c.SetFocus(kit.Ident("page.save", 0))
	s.tap(enter)
	if got := list(s.asked()); got != `[model.SaveWorld{Changes:[]model.Change{model.Change{Key:"entry", Value:"invited"}, model.Change{Key:"policy", Value:"invited"}}}]` {
		t.Errorf("saved %s", got)
	}
	s.tap(enter)
	if got := list(s.asked()); got != "[]" {
		t.Errorf("saved twice: %s", got)
	}
	s.m.Page.Sections[2].Settings[0].Value = "invited"
	s.tap(esc)
	if s.u.Captures() {
		t.Error("the page does not close after all is saved")
	}

	s = newStage(t, 1280, 720)
	s.page(0, "")
	s.u.c.SetFocus(kit.Ident("setting", 0))
	s.tick(2)
	s.typed(" of old")
	for _, it := range s.u.c.Items {
		if it.ID == kit.Ident("page.save", 0) {
			s.hand.Cursor(float64((it.R.X+9)*s.u.c.Scale), float64((it.R.Y+9)*s.u.c.Scale))
		}
	}
	s.tap(input.MouseLeft) // at once: the box is not left before
	if got := list(s.asked()); got != `[model.SaveWorld{Changes:[]model.Change{model.Change{Key:"title", Value:"Lantern Bay of old"}}}]` {
		t.Errorf("the title: %s", got)
	}

	s = newStage(t, 1280, 720)
	why := s.u.c.Say("world.only_founder")
	s.page(2, why)
	s.tap(right)
	s.tap(right)
	said := strings.Join(textsOf(s.trace()), "\n")
	if s.tap(enter); len(s.asked()) > 0 || s.u.menus.Page.Unsaved() > 0 || !strings.Contains(said, why) {
		t.Errorf("a player without the right changed something, or does not read why: %s", said)
	}

	s = newStage(t, 1280, 720)
	s.page(4, "")
	s.tap(right)
	s.tap(input.KeyArrowUp)
	s.tap(enter)
	first := list(s.asked())
	s.tap(enter)
	if got := list(s.asked()); first != "[]" || !strings.HasPrefix(got, "[model.PardonPlayer{Key:game.PlayerID{0x9,") {
		t.Errorf("a pardon: %s, then %s", first, got)
	}
	s.page(3, "")
	for range 6 { // the last players come into view
		s.tap(down)
	}
	if said := strings.Join(textsOf(s.trace()), "\n"); !strings.Contains(said, "Gro") && !strings.Contains(said, "Finn") {
		s.tap(right)
		for range 20 {
			s.tap(down)
		}
		if said := strings.Join(textsOf(s.trace()), "\n"); !strings.Contains(said, "Gro") {
			t.Errorf("the list does not scroll: %s", said)
		}
	}
}

func textsOf(tr *kit.Trace) (all []string) {
	for _, w := range tr.Texts {
		all = append(all, w.Text)
	}
	return all
}

// TestSuggestions: the chat lists what the player may do, completes it by Tab, and says why it cannot do the
// rest.
func TestSuggestions(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	rank := func(me, bo rights.Rank) { s.m.Game.People[0].Rank, s.m.Game.People[1].Rank = me, bo }
	open := func(text string) []string {
		s.tap(input.KeyEscape)
		for s.u.Captures() {
			s.tap(input.KeyEscape)
		}
		s.tap(input.KeySlash)
		s.typed(text)
		s.tick(2)
		return textsOf(s.trace())
	}
	for _, c := range []struct {
		me   rights.Rank
		text string
		keys []input.Button
		want string // the text of the box in the end
		says string // on the screen before
		not  string
	}{
		{rights.Keeper, "ki", []input.Button{input.KeyTab}, "/kick ", "/kick PLAYER [REASON]", ""},
		{rights.Visitor, "", nil, "/", "/world TEXT", "/kick"},
		{rights.Visitor, "ki", []input.Button{input.KeyTab}, "/ki", "", "/kick"},
		{rights.Keeper, "mute ", []input.Button{input.KeyTab, input.KeyTab}, "/mute Bo 10m ", "Bo", ""},
		{rights.Keeper, "rank Bo ", []input.Button{input.KeyArrowDown, input.KeyTab}, "/rank Bo builder ", "visitor", ""},
		{rights.Keeper, "rank Bo ", []input.Button{input.KeyArrowUp, input.KeyArrowUp, input.KeyTab}, "/rank Bo keeper ", "visitor", ""},
		{rights.Keeper, "ban Bo", nil, "/ban Bo", "[DURATION]", ""},
		{rights.Keeper, "law st", []input.Button{input.KeyTab}, "/law strife ", "strife", ""},
	} {
		rank(c.me, rights.Builder)
		said := strings.Join(open(c.text), "\n")
		for _, k := range c.keys {
			s.tap(k)
		}
		if got := s.u.chat.Box.String(); got != c.want || !strings.Contains(said, c.says) || c.not != "" && strings.Contains(said, c.not) {
			t.Errorf("%v /%s: %q, want %q; on the screen: %s", c.me, c.text, got, c.want, said)
		}
	}
	for _, c := range []struct {
		me   rights.Rank
		text string
		do   string
		says string
	}{
		{rights.Keeper, "kick Bo go to bed", `[model.Carry{Line:"/kick Bo go to bed"}]`, ""},
		{rights.Builder, "kick Bo", "[]", "Only keepers and the founder can use /kick."},
		{rights.Keeper, "kick Ada", "[]", "You can't use /kick on yourself."},
		{rights.Builder, "claim 4 40", "[]", "Give a number from 1 to 32"},
		{rights.Visitor, "claim", "[]", "Only builders can use /claim"},
		{rights.Keeper, "spawn set", `[model.Carry{Line:"/spawn set"}]`, ""},
	} {
		rank(c.me, rights.Builder)
		open(c.text)
		s.asked()
		s.tap(input.KeyEnter)
		said := fmt.Sprint(s.u.chat.Log.Told)
		if got := list(s.asked()); got != c.do || !strings.Contains(said, c.says) {
			t.Errorf("%v /%s: %s, want %s; told %s", c.me, c.text, got, c.do, said)
		}
	}
	rank(rights.Keeper, rights.Keeper)
	if open("kick Bo"); strings.Contains(strings.Join(textsOf(s.trace()), "\n"), "Bo\n") && len(s.u.chat.Box.Text) == 0 {
		t.Error("a keeper is offered another keeper")
	}
	s.tap(input.KeyEnter)
	if got := list(s.asked()); got != "[]" {
		t.Errorf("a keeper kicks a keeper: %s", got)
	}
}

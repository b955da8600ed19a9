package ui

import (
	"testing"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestTermsOfAnInvitation: the player chooses rank, uses and days by keyboard, mouse and pad, from the usual
// terms on, and then makes the invitation. A keeper makes no keepers.
func TestTermsOfAnInvitation(t *testing.T) {
	usual := model.MakeInvite{Rank: "builder", Uses: 20, Days: 7}
	for _, c := range []struct {
		by      string
		founder bool
		presses [3]int // of rank, uses and days
		want    model.MakeInvite
	}{
		{"keyboard", true, [3]int{}, usual},
		{"keyboard", true, [3]int{1, 1, 1}, model.MakeInvite{Rank: "visitor", Uses: 50, Days: 14}},
		{"mouse", true, [3]int{2, 4, 5}, model.MakeInvite{Rank: "keeper", Uses: 1, Days: 0}},
		{"pad", true, [3]int{2, 0, 4}, model.MakeInvite{Rank: "keeper", Uses: 20, Days: 366}},
		{"keyboard", false, [3]int{2, 8, 8}, usual}, // once round
	} {
		s := newStage(t, 1280, 720)
		s.play()
		s.m.Door = model.Door{MayInvite: true, MayKeepers: c.founder}
		s.u.c.Open(&s.u.menus.Share)
		s.tick(20)
		press := func(name string) {
			if c.by == "mouse" {
				s.press(name, 0)
				return
			}
			s.u.c.Focused = kit.Ident(name, 0) // that keys lead everywhere is TestEveryWidgetIsReachedByKeys's to say
			s.tick(1)
			s.tap(map[string]input.Button{"keyboard": input.KeyEnter, "pad": input.PadA}[c.by])
		}
		for i, name := range []string{"share.rank", "share.uses", "share.days"} {
			for range c.presses[i] {
				press(name)
			}
		}
		press("share.make")
		if a := s.asked(); len(a) != 1 || a[0] != c.want {
			t.Errorf("%s, %v: asked for %+v, want %+v", c.by, c.presses, a, c.want)
		}
	}
}

// TestInvitationIsCorrected: an invitation that was refused is still in its box, selected, and Back leads
// there: what is typed or pasted then replaces it.
func TestInvitationIsCorrected(t *testing.T) {
	for _, from := range []model.Phase{model.AtTitle, model.Playing} {
		s := newStage(t, 1280, 720)
		s.m.Phase = from
		s.tick(2)
		s.u.menus.Invite.Open(s.u.c)
		s.tick(2)
		for _, text := range []string{"manyhold:bad", "manyhold:worse"} {
			s.typed(text)
			s.tap(input.KeyEnter)
			if a := s.asked(); len(a) != 1 || a[0] != (model.JoinInvite{Text: text}) {
				t.Fatalf("from phase %d: asked for %v instead of joining by %q", from, a, text)
			}
			s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Error: "The invitation has a mistake in it."}
			s.tick(2)
			s.tap(input.KeyEscape)
			if a := s.asked(); len(a) != 1 || a[0] != (model.CancelJoin{}) {
				t.Fatalf("asked for %v instead of going back", a)
			}
			s.m.Phase, s.m.Join = from, model.JoinStatus{}
			s.tick(2)
		}
		s.u.Paste("manyhold:good", true)
		s.tick(1)
		s.u.Paste("manyhold:better", true)
		s.tick(1)
		s.tap(input.KeyEnter)
		if a := s.asked(); len(a) != 1 || a[0] != (model.JoinInvite{Text: "manyhold:better"}) {
			t.Errorf("asked for %v instead of joining by the last paste", a)
		}
	}
}

// TestPreview: the world of a pasted invitation is shown by title and picture before it is joined.
func TestPreview(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.tick(2)
	s.u.menus.Invite.Open(s.u.c)
	s.tick(2)
	if s.u.Invitation() != "" || s.shows("As the inviter shows it") {
		t.Error("a preview of nothing")
	}
	s.u.Paste("manyhold:good", true)
	s.tick(1)
	if got := s.u.Invitation(); got != "manyhold:good" {
		t.Errorf("the window reads %q", got)
	}
	s.m.Title.Preview = model.Preview{Name: "Lantern Bay", Picture: &model.Picture{3, 3, 5}}
	s.tick(1)
	if !s.shows("Lantern Bay") || !s.shows("As the inviter shows it") {
		t.Error("the title is not shown")
	}
	s.tap(input.KeyEscape)
	if s.u.Invitation() != "" {
		t.Error("the window reads a closed box")
	}
}

package ui

import (
	"testing"

	"manyhold/input"
	"manyhold/render/ui/model"
)

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

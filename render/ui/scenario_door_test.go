package ui

import (
	"testing"

	"manyhold/game"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// TestKnockIsAnsweredByOneKey: a keeper lets in, refuses or bans the player that knocked first. Nobody else
// is asked, and the keys mean nothing while nobody knocks.
func TestKnockIsAnsweredByOneKey(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.tick(5)
	for key, want := range map[input.Button]model.KnockAnswer{input.KeyY: model.LetIn, input.KeyN: model.RefuseKnock, input.KeyDelete: model.BanKnocker} {
		s.m.Door.Knocks = nil
		s.tap(key)
		if a := s.asked(); len(a) != 0 {
			t.Errorf("asked for %v while nobody knocks", a)
		}
		s.m.Door.Knocks = []model.Knocker{{Key: game.PlayerID{7}, Name: "Bo"}, {Key: game.PlayerID{8}, Name: "Eve"}}
		s.tap(key)
		if a := s.asked(); len(a) != 1 || a[0] != (model.AnswerKnock{Key: game.PlayerID{7}, Answer: want}) {
			t.Errorf("asked for %v", a)
		}
	}
}

// TestDoorScreen: a player who is not let in knocks, withdraws, pastes an invitation, or goes back.
func TestDoorScreen(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.m.Phase, s.m.Join = model.Joining, model.JoinStatus{Error: "You need an invitation.", Knock: model.CanKnock, Paste: true}
	s.tick(2)
	s.tap(input.KeyEnter)
	if a := s.asked(); len(a) != 1 || a[0] != (model.Knock{}) {
		t.Fatalf("asked for %v", a)
	}
	s.m.Join = model.JoinStatus{Text: "Knocked.", Knock: model.KnockWaits, Paste: true}
	s.tick(2)
	s.tap(input.KeyEnter)
	if a := s.asked(); len(a) != 1 || a[0] != (model.Knock{Withdraw: true}) {
		t.Fatalf("asked for %v", a)
	}
	s.tap(input.KeyArrowRight)
	s.tap(input.KeyEnter)
	if a := s.asked(); len(a) != 1 || a[0] != (model.PasteInvite{}) {
		t.Fatalf("asked for %v", a)
	}
	s.tap(input.KeyEscape)
	if a := s.asked(); len(a) != 1 || a[0] != (model.CancelJoin{}) {
		t.Fatalf("asked for %v", a)
	}
}

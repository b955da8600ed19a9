package ui

import (
	"regexp"
	"strings"
	"testing"

	"manyhold/assets"
	"manyhold/game/event"
	"manyhold/input"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/model"
)

// TestFirstHurtTellsWhatHeals: a player that is hurt for the first time reads what heals, and is not told
// again.
func TestFirstHurtTellsWhatHeals(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.tick(3)
	heal := s.u.c.Say("notice.heal")
	hurt := func() {
		s.m.Game.Me.Health -= 2
		s.u.Observe([]event.Event{{Kind: event.Hurt, Seat: s.m.Game.Me.Seat, A: 2}}, s.m)
		s.tick(10)
	}
	if s.shows(heal) {
		t.Fatal("it is told before anything hurt")
	}
	hurt()
	if !s.shows(heal) {
		t.Errorf("%q is not shown after the first hurt", heal)
	}
	s.tick(900)
	hurt()
	if s.shows(heal) {
		t.Error("it is told again")
	}
}

// TestToolsSayHowTheyAreUsed: over the wheel of tools stands how an outline is drawn and built, for the
// device in hand, and the key of a tool that has one of its own below it.
func TestToolsSayHowTheyAreUsed(t *testing.T) {
	for _, size := range sizes {
		for _, c := range []struct {
			key  string
			take func(s *stage)
		}{
			{"tool.how", func(s *stage) { s.hand.Cursor(30, 30); s.tick(1) }},
			{"tool.how_walk", func(s *stage) { s.tap(input.KeyX) }},
		} {
			s := newStage(t, size[0], size[1])
			s.play()
			s.tick(2)
			s.tap(input.KeyB)
			c.take(s)
			s.tick(2)
			if words := s.u.c.Say1(c.key, "key", s.u.c.In.Name(input.Place)); !s.shows(words) {
				t.Errorf("%v: %q is not shown", size, words)
			}
		}
	}
}

// TestGoalGivesWayToTools: the words over the wheel of tools do not stand in those of a long goal, which is
// back when the wheel is closed.
func TestGoalGivesWayToTools(t *testing.T) {
	s := newStage(t, 640, 360)
	s.play()
	s.m.HUD.Goal = model.GoalLine{On: true, Goal: model.Goal{Name: "embers", Light: -1, Open: true}}
	s.tick(2)
	words := hud.GoalWords(s.u.c, &s.m.HUD.Goal.Goal)
	for _, open := range []bool{false, true, false} {
		if s.shows(words) == open {
			t.Errorf("%q is shown %v while the wheel is open: %v", words, !open, open)
		}
		s.tap(input.KeyB)
		s.tick(2)
	}
}

// TestKeysAreWritten: in the smallest window, and in every language, the card of all keys and what the keys
// do in the inventory are written in full.
func TestKeysAreWritten(t *testing.T) {
	for _, language := range assets.Languages() {
		s := newStage(t, 640, 360)
		s.speak(language)
		for _, open := range [][]input.Button{{input.KeyF1}, {input.KeyTab, input.KeyArrowRight}} {
			s.play()
			for _, k := range open {
				s.tap(k)
			}
			s.tick(20)
			texts := s.trace().Texts
			for _, x := range texts {
				if x.Cut && !strings.HasPrefix(x.Text, "Ærøskøbing") { // a player
					t.Errorf("%s: %q is cut", language, x.Text)
				}
			}
			if len(texts) < 10 {
				t.Errorf("%s: %v is not open", language, open)
			}
			s.tap(input.KeyEscape)
			s.tick(2)
		}
	}
}

// TestFeastCountsPeople: the words at the beginning of the festival count those who have lived in the world,
// and one alone is no people.
func TestFeastCountsPeople(t *testing.T) {
	for people, want := range map[int32]string{1: "Let the lanterns rise", 7: "7 people"} {
		s := newStage(t, 1280, 720)
		s.play()
		s.tick(2)
		s.u.Observe([]event.Event{{Kind: event.Feasted, A: people, Text: "Ada"}}, s.m)
		s.tick(10)
		said := false
		for _, x := range s.trace().Texts {
			said = said || strings.Contains(x.Text, want)
			if strings.Contains(x.Text, "1 people") {
				t.Errorf("%d: %q", people, x.Text)
			}
		}
		if !said {
			t.Errorf("%d: %q is not said", people, want)
		}
	}
}

// TestPlaygroundIsForPlayers: the playground says to players what they can try, each row with a sentence of
// its own, and speaks neither of tests nor of checks.
func TestPlaygroundIsForPlayers(t *testing.T) {
	ours := map[string]*regexp.Regexp{"en": regexp.MustCompile(`(?i)\b(tests?|checks?|scenes?|scenarios?)\b`), "de": regexp.MustCompile(`(?i)\b(Tests?|prüft|Prüfung|Szenen?)\b`)}
	for language, word := range ours {
		words, said := wordsOf(t, language), map[string]string{}
		for key, text := range words.Table {
			if !strings.HasPrefix(key, "showroom.") {
				continue
			}
			if found := word.FindString(text); found != "" {
				t.Errorf("%s: %s says %q: %q", language, key, found, text)
			}
			if other := said[text]; other != "" {
				t.Errorf("%s: %s and %s say the same", language, key, other)
			}
			said[text] = key
			if strings.HasSuffix(key, "_about") && !words.Has(strings.TrimSuffix(key, "_about")) {
				t.Errorf("%s: %s is about nothing", language, key)
			}
		}
		if len(said) < 30 {
			t.Errorf("%s: only %d texts", language, len(said))
		}
	}
}

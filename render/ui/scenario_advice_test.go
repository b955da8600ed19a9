package ui

import (
	"regexp"
	"strings"
	"testing"

	"manyhold/game/event"
	"manyhold/input"
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

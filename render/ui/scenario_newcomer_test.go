package ui

import (
	"strings"
	"testing"

	"manyhold/game/rights"
	"manyhold/input"
	"manyhold/input/slash"
	"manyhold/render/ui/kit"
)

// TestHelpFromItsBeginning: after /help the list of commands is seen from its first line on, whole; a mark
// says that it goes on, and page down leads to its end.
func TestHelpFromItsBeginning(t *testing.T) {
	for _, size := range sizes {
		s := newStage(t, size[0], size[1])
		s.play()
		s.m.Game.People[0].Rank = rights.Founder
		s.tap(input.KeyT)
		s.typed("/help")
		s.tap(input.KeyEnter)
		s.tick(20)
		lines := func() (all []string) {
			for _, x := range s.trace().Texts {
				all = append(all, x.Text)
			}
			return all
		}
		first := slash.Commands[0].Usage(func(key string) string { return s.u.c.Say("slash.arg_" + key) })
		seen := strings.Join(lines(), "\n")
		if !strings.Contains(seen, first+" — ") {
			t.Errorf("%v: the first line is not in sight: %q", size, seen)
		}
		if marks := s.marks(); marks != 1 {
			t.Errorf("%v: %d scroll marks", size, marks)
		}
		last := s.u.c.Say("chat.help_slash")
		for range 30 {
			s.tap(input.KeyPageDown)
		}
		if !strings.Contains(strings.Join(lines(), " "), last[:20]) {
			t.Errorf("%v: page down does not lead to the end", size)
		}
	}
}

// marks counts the handles of scroll marks.
func (s *stage) marks() (n int) {
	for _, f := range s.trace().Fills {
		if f.Col == kit.FocusColour && f.R.W == 4 && f.R.H >= 8 {
			n++
		}
	}
	return n
}

// TestDebugIsRead: the letters of the debug info are as large as all others where there is room for them.
func TestDebugIsRead(t *testing.T) {
	for _, size := range sizes {
		s := newStage(t, size[0], size[1])
		s.play()
		s.tap(input.KeyF3)
		s.tick(2)
		found := false
		for _, x := range s.trace().Texts {
			if x.Text == s.u.c.Words.Fill("debug.leader", "leader", s.m.Net.Leader) {
				found = true
				if want := s.u.c.Measure(x.Text, false); x.R.W < want {
					t.Errorf("%v: the line is %d wide, not %d as elsewhere", size, x.R.W, want)
				}
			}
		}
		if !found {
			t.Errorf("%v: the debug info is not shown", size)
		}
	}
}

// TestOnlyPermittedActions: a player whose rank never may kick sees no such button; a keeper does.
func TestOnlyPermittedActions(t *testing.T) {
	for rank, shown := range map[rights.Rank]bool{rights.Visitor: false, rights.Builder: false, rights.Keeper: true, rights.Founder: true} {
		s := newStage(t, 1280, 720)
		s.play()
		s.m.Game.People[0].Rank = rank
		s.u.c.Open(&s.u.menus.Players)
		s.tick(20)
		for _, key := range []string{"players.kick", "players.ban", "players.mute", "players.builder"} {
			if s.shows(s.u.c.Say(key)) != shown {
				t.Errorf("a %v sees %s: %v", rank, key, !shown)
			}
		}
		if !s.shows(s.u.c.Say("players.visit")) || !s.shows(s.u.c.Say("players.hide")) {
			t.Errorf("a %v cannot visit or hide", rank)
		}
	}
}

// TestNoHotbarBelowPanels: the hotbar is hidden below screens that have its slots or lie over them, and stays
// beside those over which the player goes on looking at the world.
func TestNoHotbarBelowPanels(t *testing.T) {
	for name, c := range map[string]struct {
		open    func(s *stage)
		covered bool
	}{
		"inventory": {func(s *stage) { s.tap(input.KeyI) }, true},
		"chest":     {func(s *stage) { s.u.bag.OpenChest(s.u.c, s.m.Game.Centre) }, true},
		"settings":  {func(s *stage) { s.u.menus.Settings.Open(s.u.c) }, true},
		"players":   {func(s *stage) { s.u.c.Open(&s.u.menus.Players) }, true},
		"chat":      {func(s *stage) { s.tap(input.KeyT) }, false},
		"tools":     {func(s *stage) { s.tap(input.KeyB) }, false},
		"nothing":   {func(*stage) {}, false},
	} {
		s := newStage(t, 1280, 720)
		s.play()
		c.open(s)
		s.tick(2)
		if s.u.hud.Covered() != c.covered {
			t.Errorf("%s: hidden %v", name, !c.covered)
		}
	}
}

package ui

import (
	"testing"

	"manyhold/game/event"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestPauseInThePlayground: where nobody else can be, the menu offers nothing that needs others.
func TestPauseInThePlayground(t *testing.T) {
	for _, alone := range []bool{false, true} {
		s := newStage(t, 1280, 720)
		s.play()
		s.m.Scene.On = alone
		s.tap(input.KeyEscape)
		if invites := s.shows(s.u.c.Say("pause.invite")); invites == alone {
			t.Errorf("alone %v: invites %v", alone, invites)
		}
		s.press("world", 0)
		s.tick(2)
		for _, key := range []string{"match.board", "page.title", "claim.title", "network.title"} {
			if s.shows(s.u.c.Say(key)) == alone {
				t.Errorf("alone %v: %s is wrong", alone, key)
			}
		}
		s.tap(input.KeyEscape)
		s.press("leave", 0)
		s.tick(2)
		if s.shows(s.u.c.Say("travel.title")) == alone {
			t.Errorf("alone %v: other worlds are wrong", alone)
		}
	}
}

// TestSixRows: the menu over a world has six rows.
func TestSixRows(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.tap(input.KeyEscape)
	if n := len(s.u.c.Items); n != 6 {
		t.Errorf("%d rows", n)
	}
}

// TestLeavingIsToldOnce: that a player left is told in one place and once, though the turn may come again
// when a branch is merged; after coming back it is told again.
func TestLeavingIsToldOnce(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	left, came := event.Event{Kind: event.Left, Seat: 9, Text: "Bo"}, event.Event{Kind: event.Entered, Seat: 9, Text: "Bo"}
	told := func() (n int) {
		for _, l := range s.u.chat.Log.Told {
			if l.Text == s.u.c.Words.Fill("notice.left", "name", "Bo") {
				n++
			}
		}
		return n
	}
	s.u.Observe([]event.Event{left}, s.m)
	s.tick(3)
	s.u.Observe([]event.Event{left}, s.m)
	if n := told(); n != 1 {
		t.Errorf("told %d times", n)
	}
	if len(s.u.c.Notices.Lane) > 0 {
		t.Error("a toast says it, too")
	}
	s.u.Observe([]event.Event{came, left}, s.m)
	if n := told(); n != 2 {
		t.Errorf("told %d times after coming back", n)
	}
}

// TestToastsOfAWorld: a toast about a world does not stand over the title; one about the title stays.
func TestToastsOfAWorld(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.u.Toast("storm")
	s.u.Toast("rain")
	s.tick(2)
	s.m.Phase = model.AtTitle
	s.u.Toast("the world ended")
	s.tick(2)
	if s.shows("storm") || s.shows("rain") {
		t.Error("a toast of the world that was left is shown")
	}
	if !s.shows("the world ended") {
		t.Error("the reason is not shown")
	}
}

// TestToastsInThePlayground: a toast of two lines leaves the controls of a scene free.
func TestToastsInThePlayground(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.Scene.On = true
	s.u.Toast("A pressure plate, a piston and a lamp; a gate, a rotor, and a shaft with a ladder, and a few words more so that it fills two lines")
	s.tick(30)
	bar, toast := 0, 1<<30
	for _, x := range s.trace().Texts {
		switch {
		case x.Text == s.u.c.Say1("replay.pause", "key", "P")+" · "+s.u.c.Say1("showroom.step", "key", "."):
			bar = x.R.Y + x.R.H
		case len(x.Text) > 30:
			toast = min(toast, x.R.Y)
		}
	}
	if bar == 0 || toast < bar {
		t.Errorf("the toast begins at %d, the controls end at %d", toast, bar)
	}
}

// TestNothingBelowScreens: nothing of the interface over the world is beside an open screen.
func TestNothingBelowScreens(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.network()
	s.tick(2)
	below := []string{s.u.c.Say("network.regions"), s.u.c.Say("network.legend_agree")}
	for _, words := range below {
		if !s.shows(words) {
			t.Fatalf("the network view does not show %q", words)
		}
	}
	s.tap(input.KeyEscape)
	s.press("settings", 0)
	s.tick(20)
	for _, words := range below {
		if s.shows(words) {
			t.Errorf("%q shines through the settings", words)
		}
	}
	if a := kit.PanelColour.A; a != 255 {
		t.Errorf("panels are drawn with an opacity of %d of 255", a)
	}
}

// TestOneOverlay: debug info and the network view are never over each other; the newer one stays.
func TestOneOverlay(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.network()
	s.tick(2)
	for _, step := range []struct {
		key            input.Button
		debug, network bool
	}{{input.KeyF3, true, false}, {input.KeyF4, false, true}, {input.KeyF3, true, false}, {input.KeyF3, false, false}, {input.KeyF4, false, true}} {
		s.tap(step.key)
		if s.u.debug != step.debug || s.u.network.Open != step.network {
			t.Errorf("after %v: debug %v, network %v", step.key.Label(), s.u.debug, s.u.network.Open)
		}
	}
}

// TestPromptsStandInOnePlace: the words of what a key does are above the hotbar, wherever the thing is.
func TestPromptsStandInOnePlace(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	var places []kit.Rect
	for _, far := range []int32{-2, 0, 3} {
		s.m.HUD.Aim = model.Aim{At: at(far, far), Block: tile.Door}
		s.tick(2)
		for _, x := range s.trace().Texts {
			if x.Text == s.u.c.Say("hint.open_door") {
				places = append(places, x.R)
			}
		}
	}
	if len(places) != 3 || places[0] != places[1] || places[1] != places[2] {
		t.Errorf("at %v", places)
	}
}

// TestGateIsToldOfBoth: two who have opened a gate are named as in a sentence.
func TestGateIsToldOfBoth(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	for language, want := range map[string]string{"en": "Bo and Ada opened the gate for good", "de": "Bo und Ada haben das Tor für immer geöffnet"} {
		s.speak(language)
		s.u.c.Notices.Lane = nil
		s.u.Observe([]event.Event{{Kind: event.Opened, Seat: 2, A: int32(tile.Gate), Text: "Bo, Ada"}}, s.m)
		s.tick(3)
		if !s.shows(want) {
			t.Errorf("it does not say %q but %q", want, s.u.c.Notices.Lines())
		}
	}
}

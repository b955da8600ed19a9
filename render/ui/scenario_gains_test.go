package ui

import (
	"testing"

	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/kit"
)

// collect lets the player pick things up.
func (s *stage) collect(k item.Kind, n int32) {
	s.u.Observe([]event.Event{{Kind: event.Collected, Seat: s.m.Game.Me.Seat, A: int32(k), B: n}}, s.m)
	s.tick(2)
}

// gained returns the words of what was gained that are shown, from above.
func (s *stage) gained() (lines []kit.TracedText) {
	for _, x := range s.trace().Texts {
		if len(x.Text) > 1 && x.Text[0] == '+' {
			lines = append(lines, x)
		}
	}
	return lines
}

// TestGains: what the player picks up is said beside the hotbar, all of one kind in one line, and goes; what
// others pick up is not said.
func TestGains(t *testing.T) {
	for _, size := range sizes {
		s := newStage(t, size[0], size[1])
		s.play()
		s.tick(10)
		if n := len(s.gained()); n > 0 {
			t.Fatalf("%d lines at first", n)
		}
		s.collect(item.Stick, 1)
		s.tick(40)
		s.collect(item.Stick, 2)
		s.collect(item.Sapling, 1)
		s.u.Observe([]event.Event{{Kind: event.Collected, Seat: s.m.Game.Me.Seat + 1, A: int32(item.Stone), B: 5}}, s.m)
		s.tick(20)
		lines := s.gained()
		if len(lines) != 2 {
			t.Fatalf("%v: lines %v", size, lines)
		}
		said := map[string]bool{lines[0].Text: true, lines[1].Text: true}
		if !said["+3 Stick"] || !said["+1 Sapling"] {
			t.Errorf("%v: %v", size, said)
		}
		hotbar := s.u.c.H - kit.SlotSide - 16
		for _, l := range lines {
			if l.Cut || l.R.Y < hotbar-3*kit.SlotSide || l.R.X+l.R.W > s.u.c.W {
				t.Errorf("%v: %q stands at %v, off the hotbar at %d", size, l.Text, l.R, hotbar)
			}
		}
		s.tick(200)
		if n := len(s.gained()); n > 0 {
			t.Errorf("%d lines long afterwards", n)
		}
	}
}

// TestRefusalIsShortAndOnce: the words of a refusal stand for less than a second, sound once while they
// stand, and do not stand over a screen that was opened since.
func TestRefusalIsShortAndOnce(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	words := s.u.c.Say("refused.too_far")
	refuse := func() {
		s.u.Observe([]event.Event{{Kind: event.Refused, Seat: s.m.Game.Me.Seat, A: int32(event.TooFar)}}, s.m)
		s.tick(1)
	}
	s.went = nil
	refuse()
	refuse()
	refuse()
	if !s.shows(words) {
		t.Fatal("the refusal is not shown")
	}
	no := 0
	for _, sound := range s.went {
		if sound == kit.SoundNo {
			no++
		}
	}
	if no != 1 {
		t.Errorf("it sounded %d times", no)
	}
	s.tick(55)
	if s.shows(words) {
		t.Error("it is still shown after a second")
	}
	refuse()
	s.tap(input.KeyEscape)
	s.tick(2)
	if s.shows(words) {
		t.Error("it stands over the menu")
	}
}

// TestKeysAtHand: in the first minutes the keys that nobody would guess stand at the foot of the window, by
// the names of the device in hand, clear of the hotbar; later they do not.
func TestKeysAtHand(t *testing.T) {
	for _, size := range sizes {
		s := newStage(t, size[0], size[1])
		s.play()
		s.m.HUD.Guide = true
		s.tick(3)
		found := map[string]kit.Rect{}
		for _, x := range s.trace().Texts {
			if x.R.Y > s.u.c.H-48 && x.R.X < (s.u.c.W-kit.HotbarW)/2 {
				found[x.Text] = x.R
			}
		}
		for _, key := range []string{"Tab", "M", "B", "G"} {
			if r, ok := found[key]; !ok || r.X+r.W > (s.u.c.W-kit.HotbarW)/2-4 {
				t.Errorf("%v: %s is at %v %v", size, key, r, ok)
			}
		}
		s.m.HUD.Guide = false
		s.tick(3)
		if s.shows("Tab") {
			t.Error("the keys are still there")
		}
	}
}

// TestLightIsToldOnce: that a lighthouse was lit is told by one toast, not by chat and plate as well.
func TestLightIsToldOnce(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.HUD.Plate.Title, s.m.HUD.Plate.Text, s.m.HUD.Plate.At = "Selanor Tower", "Lit by Ada", at(1, 0)
	s.tick(3)
	if !s.shows("Selanor Tower") {
		t.Fatal("there is no plate")
	}
	before := len(s.u.chat.Log.Told)
	s.u.Observe([]event.Event{{Kind: event.LightWon, Seat: s.m.Game.Me.Seat, Text: "Ada", B: 1}}, s.m)
	s.tick(10)
	words := s.u.c.Words.Fill("notice.light_won", "name", "Ada", "n", "1")
	told := 0
	for _, x := range s.trace().Texts {
		if x.Text == words {
			told++
		}
	}
	if told != 1 || len(s.u.chat.Log.Told) > before || s.shows("Selanor Tower") {
		t.Errorf("told %d times, chat %d lines more, plate %v", told, len(s.u.chat.Log.Told)-before, s.shows("Selanor Tower"))
	}
	s.tick(300)
	if !s.shows("Selanor Tower") {
		t.Error("the plate does not come back")
	}
}

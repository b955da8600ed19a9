package ui

import (
	"image/color"
	"testing"

	"manyhold/game/dark"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestDarkIsTold: each thing that the dark does to the player has its words, what helps is said once, and
// what it does to others is not said.
func TestDarkIsTold(t *testing.T) {
	s := newStage(t, 1280, 720)
	seat := s.m.Game.Me.Seat
	s.m.Game.Me.Body = 7
	for _, c := range []struct {
		name string
		e    event.Event
		want []int // notices, each time that it happens
	}{
		{"knocked out", event.Event{Kind: event.KnockedOut, Seat: seat}, []int{1, 1}},
		{"another was", event.Event{Kind: event.KnockedOut, Seat: seat + 1}, []int{0}},
		{"things lie there", event.Event{Kind: event.Fell, Seat: seat, A: 3}, []int{1}},
		{"got them back", event.Event{Kind: event.Recovered, Seat: seat}, []int{1}},
		{"revived", event.Event{Kind: event.Revived, Seat: seat}, []int{1}},
		{"revived a friend", event.Event{Kind: event.Revived, Seat: seat + 1, Entity: 7}, []int{1}},
		{"others did", event.Event{Kind: event.Revived, Seat: seat + 1, Entity: 8}, []int{0}},
		{"robbed", event.Event{Kind: event.Robbed, Seat: seat, A: 2}, []int{1}},
		{"hurt", event.Event{Kind: event.Hurt, Seat: seat, A: 1}, []int{1, 0}},
		{"in the cling of a shade", event.Event{Kind: event.Clung, Seat: seat, A: 1}, []int{1, 0}},
		{"a torch burns low", event.Event{Kind: event.Guttered, Seat: seat}, []int{1, 0}},
		{"another's torch", event.Event{Kind: event.BurntDown, Seat: seat + 1}, []int{0}},
		{"a torch is out", event.Event{Kind: event.BurntDown, Seat: seat, A: 2}, []int{1, 1}},
		{"the last is out", event.Event{Kind: event.BurntDown, Seat: seat}, []int{1, 1}},
		{"a moth was driven off", event.Event{Kind: event.MothFled}, []int{1}},
		{"a moth left a burning tower", event.Event{Kind: event.MothFled, A: 1}, []int{0}},
	} {
		for n, want := range c.want {
			s.u.c.Notices.Lane = nil
			s.u.Observe([]event.Event{c.e}, s.m)
			if got := len(s.u.c.Notices.Lane); got != want {
				t.Errorf("%s, the time %d: %d notices, want %d", c.name, n+1, got, want)
			}
		}
	}
}

// filled returns the pixels of one colour that are drawn within a rectangle.
func (s *stage) filled(in kit.Rect, col color.RGBA) (n int) {
	for _, f := range s.trace().Fills {
		if f.Col == col && inside(in, f.R) {
			n += f.R.W * f.R.H
		}
	}
	return n
}

// TestTorchBar: the slot in hand shows how much of a torch is left; it is red when it gutters, and there is
// none while the torch is fresh.
func TestTorchBar(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.m.Window.ReducedMotion = true // it does not blink
	s.play()
	bar := kit.R((s.u.c.W-kit.HotbarW)/2&^3, s.u.c.H-kit.SlotSide-8, kit.HotbarW, kit.SlotSide)
	slot := kit.R(bar.X+2*kit.SlotSide+2, bar.Y+8, 5, kit.SlotSide-10) // the third, within its border
	key := s.filled(slot, kit.FocusColour)                             // a pixel of the number
	if n := s.filled(slot, kit.BadColour); n > 0 || key > 1 {
		t.Errorf("%d pixels beside a fresh torch", n+key)
	}
	s.m.Game.Torch = model.Torch{Burns: true, Left: dark.TorchTime * 9 / 10}
	much := s.filled(slot, kit.FocusColour)
	s.m.Game.Torch.Left = dark.TorchTime / 3
	some := s.filled(slot, kit.FocusColour)
	s.m.Game.Torch.Left = dark.GutterTime / 2
	last, calm := s.filled(slot, kit.BadColour), s.filled(slot, kit.FocusColour)
	if much <= some || some <= last || last == 0 || calm > key {
		t.Errorf("%d, %d and %d pixels, and %d that are not red at last", much, some, last, calm)
	}
}

// TestFallenIsShown: a friend who lies knocked out keeps a face, and has a bar below the name that tells how
// long there is to help; a sleeper has neither.
func TestFallenIsShown(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.m.Chat = nil
	s.play()
	bo := &s.m.Game.People[1]
	bo.Pos, bo.Health, bo.Asleep = at(3, -1), 0, true
	faces := func() (n int) {
		for _, f := range s.trace().Fills {
			if f.R.Y > 8 && f.R.Y < 12 && f.R.X < 120 && f.R.W == 16 && f.Col == kit.PanelColour {
				n++
			}
		}
		return n
	}
	over := kit.R(s.u.c.W/2, 0, s.u.c.W/4, s.u.c.H/2)
	asleep, none := faces(), s.filled(over, kit.FocusColour)
	bo.Lies = fall.HelpTime
	lies, full := faces(), s.filled(over, kit.FocusColour)
	bo.Lies = fall.HelpTime / 4
	late := s.filled(over, kit.FocusColour)
	if lies <= asleep {
		t.Errorf("%d panels of faces when Bo sleeps, %d when Bo lies there", asleep, lies)
	}
	if full <= late || late <= none {
		t.Errorf("a bar of %d pixels at first, %d later, and %d of a sleeper", full, late, none)
	}
}

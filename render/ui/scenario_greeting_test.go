package ui

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// sampleGreeting is the question to a newcomer after some throws of the dice.
func sampleGreeting(rolls int) model.Greeting {
	g := model.Greeting{On: true, Rolls: rolls, Name: []string{"", "Kalora", "Mirwen"}[rolls]}
	for k := range g.Looks {
		g.Looks[k] = entity.Look{Hair: uint8(k), Hat: uint8(k + rolls), Shirt: 3, HairColour: 2}
	}
	return g
}

// TestGreeting: a newcomer chooses a name and a look with keyboard, mouse or pad, or skips, and each way ends
// with one answer. A name that was typed replaces the one that is offered.
func TestGreeting(t *testing.T) {
	first, second := sampleGreeting(1), sampleGreeting(2)
	tests := map[string]struct {
		do   func(s *stage)
		want model.Greet
	}{
		"Enter takes what is offered": {func(s *stage) { s.tap(input.KeyEnter) }, model.Greet{Name: "Kalora", Look: first.Looks[0]}},
		"a typed name and Enter":      {func(s *stage) { s.typed("Bo"); s.tap(input.KeyEnter) }, model.Greet{Name: "Bo", Look: first.Looks[0]}},
		"Escape skips":                {func(s *stage) { s.tap(input.KeyEscape) }, model.Greet{Skipped: true}},
		"a look by the keyboard, and Begin": {func(s *stage) {
			s.tap(input.KeyArrowDown)
			s.tap(input.KeyArrowRight)
			s.tap(input.KeyEnter)
			s.enterBegin()
		}, model.Greet{Name: "Kalora", Look: first.Looks[1]}},
		"a look by the mouse, and Begin": {func(s *stage) {
			s.press("greeting.look", 4)
			s.press("greeting.go", 0)
		}, model.Greet{Name: "Kalora", Look: first.Looks[4]}},
		"the dice, then Begin": {func(s *stage) {
			s.press("greeting.roll", 0)
			if got := s.asked(); len(got) != 1 || got[0] != (model.RollPersona{}) {
				s.t.Errorf("the dice ask for %v", got)
			}
			s.m.Title.Greeting = second
			s.tick(2)
			s.press("greeting.go", 0)
		}, model.Greet{Name: "Mirwen", Look: second.Looks[0]}},
		"another skin": {func(s *stage) {
			s.u.c.SetFocus(kit.Ident("wardrobe", 0))
			s.tap(input.KeyArrowRight)
			s.press("greeting.go", 0)
		}, model.Greet{Name: "Kalora", Look: entity.Look{Skin: 1, Hat: 1, Shirt: 3, HairColour: 2}}},
		"a pad begins at once": {func(s *stage) { s.tap(input.PadA) }, model.Greet{Name: "Kalora", Look: first.Looks[0]}},
		"a pad skips":          {func(s *stage) { s.tap(input.PadB) }, model.Greet{Skipped: true}},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 1280, 720)
			s.tick(60)
			if name[:5] == "a pad" {
				s.tap(input.PadDown)
			}
			s.asked()
			s.m.Title.Greeting = first
			s.tick(3)
			c.do(s)
			if got := s.asked(); len(got) != 1 || got[0] != model.Action(c.want) {
				t.Fatalf("asked for %+v, not %+v", got, c.want)
			}
			s.m.Title.Greeting = model.Greeting{Rolls: s.m.Title.Greeting.Rolls}
			s.tick(2)
			if len(s.u.c.Stack) > 0 {
				t.Error("the screen is still open")
			}
		})
	}
}

// TestGreetingWaits: a newcomer who touches nothing begins after a quarter of a minute with what is offered,
// and sees it coming on Begin. Any touch ends the count for good; while the window is in the background it
// stands.
func TestGreetingWaits(t *testing.T) {
	open := func() *stage {
		s := newStage(t, 1280, 720)
		s.tick(60)
		s.asked()
		s.m.Title.Greeting = sampleGreeting(1)
		s.hand.Cursor(90, 90) // the hand that clicked moves on
		s.tick(10)
		return s
	}
	s := open()
	if words := s.u.c.Say1("greeting.go_in", "n", "15"); !s.shows(words) {
		t.Errorf("Begin does not say %q", words)
	}
	s.tick(menu.GreetingWait / 2)
	if words := s.u.c.Say1("greeting.go_in", "n", "8"); !s.shows(words) || len(s.asked()) > 0 {
		t.Errorf("after half of the time Begin does not say %q, or the world has begun", words)
	}
	s.hand.Focus(false)
	s.tick(menu.GreetingWait)
	s.hand.Focus(true)
	if len(s.asked()) > 0 {
		t.Error("the world began in the background")
	}
	s.tick(menu.GreetingWait / 2)
	want := model.Action(model.Greet{Name: "Kalora", Look: sampleGreeting(1).Looks[0]})
	if got := s.asked(); len(got) == 0 || got[0] != want {
		t.Errorf("after the time it asks for %+v", got)
	}
	for name, touch := range map[string]func(s *stage){
		"a key":     func(s *stage) { s.tap(input.KeyArrowDown) },
		"the mouse": func(s *stage) { s.hand.Cursor(200, 100) },
		"a pad":     func(s *stage) { s.tap(input.PadL1) },
		"a letter":  func(s *stage) { s.typed("B") },
	} {
		s := open()
		s.tick(60)
		touch(s)
		s.tick(2)
		if !s.shows(s.u.c.Say("greeting.go")) {
			t.Errorf("%s: the count goes on", name)
		}
		s.tick(2 * menu.GreetingWait)
		for _, a := range s.asked() {
			if _, is := a.(model.Greet); is {
				t.Errorf("%s: the world began all the same", name)
			}
		}
	}
}

// enterBegin leads the focus to Begin by the Tab key, and chooses it.
func (s *stage) enterBegin() {
	s.t.Helper()
	for range 20 {
		if s.u.c.Focused == kit.Ident("greeting.go", 0) {
			s.tap(input.KeyEnter)
			return
		}
		s.tap(input.KeyTab)
	}
	s.t.Error("Tab does not lead to Begin")
}

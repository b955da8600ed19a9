package ui

import (
	"strings"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// TestHintsVanish does the first things one by one: each hint is ticked off and goes, the others stay, and in
// the end the setting is asked to be off.
func TestHintsVanish(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.HUD.Hints = true
	s.tick(5)
	shown := func(h hud.Hint) bool {
		for _, w := range s.trace().Texts {
			if w.Text == hud.HintWords(s.u.c, h) {
				return true
			}
		}
		return false
	}
	mine := func(k event.Kind, a int32) {
		s.u.Observe([]event.Event{{Kind: k, Seat: s.m.Game.Me.Seat, A: a}}, s.m)
	}
	steps := [hud.HintCount]func(){
		func() { s.hand.Press(input.KeyD); s.tick(hud.WalkTicks + 1); s.hand.Release(input.KeyD) },
		func() { mine(event.Dug, int32(tile.Grass)); mine(event.Felled, int32(tile.Oak)) },
		func() {
			mine(event.Placed, int32(tile.WoodWall))
			mine(event.Placed, int32(tile.Lamp))
			s.m.HUD.Aim = model.Aim{At: at(1, 0), Body: entity.Ball} // something to throw
		},
		func() { mine(event.Thrown, 200) },
		func() { s.tap(input.KeyT); s.typed("hello"); s.tap(input.KeyEnter) },
		func() {
			s.tap(input.KeyEscape)
			s.tap(input.KeyArrowDown)
			s.tap(input.KeyEnter)
			s.tap(input.KeyEscape)
			s.tap(input.KeyEscape)
		},
	}
	s.u.Observe([]event.Event{{Kind: event.Dug, Seat: s.m.Game.Me.Seat + 1}}, s.m) // another player's
	for h, do := range steps {
		if !shown(hud.Hint(h)) {
			t.Fatalf("hint %d is not shown before it was done", h)
		}
		do()
		s.tick(3)
		if s.u.hud.Hints.Done[h] == 0 {
			t.Fatalf("hint %d was done and is not ticked off", h)
		}
		s.tick(hud.HintFade + 1)
		if shown(hud.Hint(h)) {
			t.Errorf("hint %d is still shown after it was done", h)
		}
	}
	s.tick(hud.HintFade + 2)
	off := 0
	for _, a := range s.asked() {
		if a == (model.SetSetting{Key: "player.hints", Value: "false"}) {
			off++
		}
	}
	if off != 1 {
		t.Errorf("the hints were switched off %d times", off)
	}
}

// TestGrassIsNoTree: a tuft of grass that is cut does not tick off felling a tree, and without a tree, a
// light or a ball near, the hints ask for none.
func TestGrassIsNoTree(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.HUD.Hints = true
	s.tick(31)
	s.u.hud.Hints.Done[0] = 1
	s.tick(hud.HintFade + 2)
	fell := hud.HintWords(s.u.c, 1)
	if !s.shows(fell) {
		t.Fatalf("%q is not shown", fell)
	}
	for _, b := range []tile.Block{tile.Tuft, tile.Bush, tile.Boulder} {
		s.u.Observe([]event.Event{{Kind: event.Dug, Seat: s.m.Game.Me.Seat, A: int32(b)}}, s.m)
	}
	s.tick(3)
	if s.u.hud.Hints.Done[1] != 0 {
		t.Error("grass ticks off the tree")
	}
	clear(s.bay().region.Block[:])
	clear(s.m.Game.Me.Inventory[:])
	s.tick(31)
	if s.shows(fell) {
		t.Error("a tree is asked for where there is none")
	}
	for h := range hud.HintCount {
		if words := hud.HintWords(s.u.c, h); h > 0 && h < hud.HintTalk && s.shows(words) {
			t.Errorf("%q is shown, and cannot be done", words)
		}
	}
}

// TestHintsGiveWay: the hint is one low line at the edge, off the middle of the window, and hardly seen while
// people near talk.
func TestHintsGiveWay(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.HUD.Hints, s.m.Chat = true, nil
	s.tick(60)
	words := hud.HintWords(s.u.c, 0)
	opacity := func() (alpha uint8) {
		for _, x := range s.trace().Texts {
			if x.Text == words {
				if x.R.H > 20 || x.R.X+x.R.W > s.u.c.W/3 || x.R.Y > s.u.c.H/3 {
					t.Errorf("the hint stands at %v", x.R)
				}
				alpha = x.Col.A
			}
		}
		return alpha
	}
	calm := opacity()
	s.m.Chat = append(s.m.Chat, model.ChatLine{Seq: 9, Tick: s.m.Game.Tick - 1, Seat: 2, Name: "Bo", Text: "nice throw!"})
	s.tick(30)
	if talk := opacity(); calm != 255 || talk == 0 || talk > calm/2 {
		t.Errorf("opacity %v, and %v while people talk", calm, talk)
	}
	s.m.Chat = nil
	s.tick(30)
	if after := opacity(); after != 255 {
		t.Errorf("opacity %v afterwards", after)
	}
}

// TestAddYourName: a player who joins later, when the lighthouse burns, is asked to add a name to it.
func TestAddYourName(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.HUD.Goal = model.GoalLine{On: true, Goal: model.Goal{Name: "keeper", Light: -1, Open: true}}
	for _, lit := range []bool{false, true} {
		s.m.HUD.Goal.Lit = lit
		s.tick(2)
		if s.shows(s.u.c.Say("goal.keeper")) == lit || s.shows(s.u.c.Say("goal.add_name")) != lit {
			t.Errorf("lit %v: the wrong goal is shown", lit)
		}
	}
}

// TestInviteIsAPicture asks for the picture of the longest invitation, and for none of an even longer one.
func TestInviteIsAPicture(t *testing.T) {
	var s menu.Share
	long := "manyhold:" + strings.Repeat("a2b7", 200)
	if grid := s.Qr(long); len(grid) < 60 || !grid[4][4] || grid[3][3] {
		t.Errorf("the picture of a long invitation has %d lines, or no border", len(grid))
	}
	if grid := s.Qr(strings.Repeat("a", 9000)); grid != nil {
		t.Error("what no picture can hold has one")
	}
}

// TestHintsFollowTheDevice: whatever the interface says of hands, it says for the device used last: no word
// of the mouse to players who have only keys or a pad, and no key to those who have a pad.
func TestHintsFollowTheDevice(t *testing.T) {
	devices := []struct {
		name string
		take func(s *stage)
		not  []string // words that such a player must not read
	}{
		{"keys", func(s *stage) { s.tap(input.KeyW) }, []string{"lick", "Drag", "drag", "Wheel", "trigger", "stick:"}},
		{"pad", func(s *stage) { s.tap(input.PadL3) }, []string{"Left click", "Right click", "Click", "Drag", "drag", "Wheel", "Enter", "Shift"}},
		{"mouse", func(s *stage) { s.hand.Cursor(30, 30); s.tick(1) }, []string{"trigger", "A button", "stick:", "Hold J", "Hold K", "Arrow keys: move", "Enter: actions"}},
	}
	places := map[string]func(s *stage){
		"hint to fell":         func(s *stage) { s.m.HUD.Hints, s.u.hud.Hints.Done[0] = true, 1; s.tick(hud.HintFade + 40) },
		"a thing that is worn": func(s *stage) { s.m.HUD.Aim = model.Aim{At: at(1, 0), Hand: item.StrawHat} },
		"an outline":           func(s *stage) { s.m.HUD.Aim = model.Aim{At: at(1, 0), Outline: item.WoodWall, Ready: true} },
		"inventory":            func(s *stage) { s.u.bag.OpenAlone(s.u.c) },
		"map":                  func(s *stage) { s.u.chart.Open(s.u.c) },
		"photo":                func(s *stage) { s.u.photo.Open(s.u.c) },
		"tools":                func(s *stage) { s.u.c.Open(&s.u.menus.Tools) },
		"players":              func(s *stage) { s.u.c.Open(&s.u.menus.Players); s.tick(2); s.tap(input.KeyArrowDown) },
		"card of keys":         func(s *stage) { s.u.c.Open(&s.u.menus.Help) },
	}
	for place, lead := range places {
		for _, d := range devices {
			s := newStage(t, 1280, 720)
			s.play()
			s.m.Chat = nil
			s.tick(3)
			lead(s)
			d.take(s)
			s.tick(2)
			for _, x := range s.trace().Texts {
				for _, word := range d.not {
					if strings.Contains(x.Text, word) {
						t.Errorf("%s by %s: %q", place, d.name, x.Text)
					}
				}
			}
		}
	}
}

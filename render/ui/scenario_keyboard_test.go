package ui

import (
	"strings"
	"testing"

	"manyhold/input"
	"manyhold/render/ui/kit"
)

// goTo leads the pad's focus on the board to a key.
func (s *stage) goTo(column, row int) {
	s.t.Helper()
	for n := 0; s.u.c.Keyboard.Row != row && n < kit.KeyboardRows; n++ {
		s.tap(input.PadDown)
	}
	for n := 0; s.u.c.Keyboard.Column != column && n < kit.KeyboardColumns; n++ {
		s.tap(input.PadRight)
	}
	if s.u.c.Keyboard.Row != row || s.u.c.Keyboard.Column != column {
		s.t.Fatalf("the pad's focus is at %d, %d and does not come to %d, %d", s.u.c.Keyboard.Column, s.u.c.Keyboard.Row, column, row)
	}
}

// padType writes letters of the first page of the board by a pad alone.
func (s *stage) padType(text string) {
	s.t.Helper()
	for _, letter := range text {
		for row, keys := range kit.KeyboardPages[0] {
			if column := strings.IndexRune(keys, letter); column >= 0 {
				s.goTo(column, row)
			}
		}
		s.tap(input.PadA)
	}
}

// TestWritingByPad: with a pad alone a player chats, names a new world, and chooses a name; B closes the
// keyboard before the screen, and typed letters hide it.
func TestWritingByPad(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.tap(input.PadRight)
	if !s.u.c.IsOpen(&s.u.chat) || !s.u.c.Keyboard.Open {
		t.Fatal("the pad's button for the chat brings no board of keys")
	}
	s.goTo(2*kit.KeyShift, kit.KeyboardRows-1)
	s.tap(input.PadA)
	s.goTo(5, 2)
	s.tap(input.PadA) // H
	s.padType("ix")
	s.tap(input.PadX)
	s.tap(input.PadY)
	s.goTo(2*kit.KeySigns, kit.KeyboardRows-1)
	s.tap(input.PadA)
	s.goTo(0, 2)
	s.tap(input.PadA) // ä
	s.tap(input.PadStart)
	if got := list(s.asked()); got != `[model.Say{Text:"Hi ä"}]` || s.u.Captures() {
		t.Errorf("asked for %s; the chat is open: %v", got, s.u.Captures())
	}

	s.tap(input.PadRight)
	s.tap(input.PadB)
	if s.u.c.Keyboard.Open || !s.u.c.IsOpen(&s.u.chat) {
		t.Error("B does not close the board alone")
	}
	s.tap(input.PadB)
	if s.u.Captures() {
		t.Error("B does not close the chat")
	}

	s = newStage(t, 1280, 720)
	s.tick(3)
	s.tap(input.PadDown)
	s.tap(input.PadA)
	s.padType("bay")
	s.tap(input.PadB)
	s.tap(input.PadDown)
	s.tap(input.PadA)
	s.padType("42")
	s.tap(input.PadStart)
	if got := list(s.asked()); got != `[model.NewWorld{Name:"bay", Seed:"42", Start:0x0}]` {
		t.Errorf("asked for %s", got)
	}

	s = newStage(t, 1280, 720)
	s.settings(0)
	s.u.c.Focused = kit.Ident("setting", 0)
	s.tick(2)
	s.tap(input.PadA)
	s.padType("m")
	s.tap(input.PadStart)
	if got := list(s.asked()); got != `[model.SetSetting{Key:"name", Value:"Adam"}]` {
		t.Errorf("asked for %s", got)
	}
	s.tap(input.PadA)
	if s.typed("x"); s.u.c.Keyboard.Open {
		t.Error("the board is still there though a keyboard writes")
	}
}

// TestWritingByTouch: fingers bring up the keyboard, and do not touch the widgets under it.
func TestWritingByTouch(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.in.TouchArea = input.TouchArea{Width: 1280, Height: 720, Mode: input.TouchOn}
	s.play()
	touch := func(x, y float64) {
		s.in.TouchArea.Menus = s.u.Captures()
		s.hand.Touch(input.Touch{ID: 1, X: x, Y: y})
		s.tick(2)
		s.hand.Touch()
		s.tick(2)
	}
	for _, b := range s.in.TouchButtons() {
		if b.Action == input.Chat {
			touch(b.X, b.Y)
			break
		}
	}
	if !s.u.c.IsOpen(&s.u.chat) || !s.u.c.Keyboard.Open {
		t.Fatal("no button for fingers brings up chat and board")
	}
	key := func(column, row int) {
		r := s.u.c.Keyboard.Place(s.u.c).Inset(8)
		touch(float64((r.X+column*kit.KeyW+4)*s.u.c.Scale), float64((r.Y+row*kit.KeyH+4)*s.u.c.Scale))
	}
	key(5, 2) // h
	key(7, 1) // i
	key(2*kit.KeyDone+1, kit.KeyboardRows-1)
	if got := list(s.asked()); got != `[model.Say{Text:"hi"}]` {
		t.Errorf("asked for %s", got)
	}
}

// TestBoardIsWhole: every row of every page has all of its keys, and all letters of an invitation are among
// them.
func TestBoardIsWhole(t *testing.T) {
	all := ""
	for n, page := range kit.KeyboardPages {
		for _, row := range page {
			if len([]rune(row)) != kit.KeyboardColumns {
				t.Errorf("page %d has the row %q", n, row)
			}
			all += row
		}
	}
	for _, letter := range "manyhold:abcdefghijklmnopqrstuvwxyz234567ws://.-" {
		if !strings.ContainsRune(all, letter) {
			t.Errorf("there is no key for %q", letter)
		}
	}
}

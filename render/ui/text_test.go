package ui

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		w    int // in letters
		want string
	}{
		{"", 5, ""},
		{"one two", 7, "one two"},
		{"one two", 6, "one|two"},
		{"one two", 3, "one|two"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"漢字漢字", 4, "漢字|漢字"},
		{"a\nb", 9, "a|b"},
		{"a  b", 2, "a|b"},
	} {
		if got := strings.Join(kit.WrapLines(test.text, test.w*6), "|"); got != test.want {
			t.Errorf("%q at %d: %q, want %q", test.text, test.w, got, test.want)
		}
	}
}

// TestWrapKeepsAllLetters breaks any text into lines that fit, and loses nothing but spaces.
func TestWrapKeepsAllLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		w := rapid.IntRange(12, 300).Draw(t, "width")
		lines := kit.WrapLines(s, w)
		for _, l := range lines {
			if kit.Width(l) > w {
				t.Errorf("%q is %d wide, over %d", l, kit.Width(l), w)
			}
		}
		strip := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if got := strip(strings.Join(lines, "")); got != strip(s) {
			t.Errorf("%q became %q", s, got)
		}
	})
}

// TestFieldKeepsItsLimit edits a text box at random.
func TestFieldKeepsItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := kit.NewField(rapid.IntRange(0, 40).Draw(t, "limit"))
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0, 1:
				f.Insert(rapid.String().Draw(t, "text"))
			case 2:
				f.Remove(f.At-1, f.At)
			case 3:
				f.At = rapid.IntRange(0, len(f.Text)).Draw(t, "at")
			case 4:
				f.All = rapid.Bool().Draw(t, "all")
			}
			s := f.String()
			if len(s) > f.Limit || !utf8.ValidString(s) || f.At < 0 || f.At > len(f.Text) || utf8.RuneCountInString(s) != len(f.Text) {
				t.Fatalf("%q of limit %d, at %d of %d", s, f.Limit, f.At, len(f.Text))
			}
		}
	})
}

// TestAnyTextIsDrawn writes texts of all scripts, and what is no text, on the screen: it is cut to its place
// and nothing breaks.
func TestAnyTextIsDrawn(t *testing.T) {
	s := newStage(t, 854, 480)
	s.play()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom(nil, unicode.Arabic, unicode.Hebrew, unicode.Mn, unicode.Cf, unicode.Han)),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		w := rapid.IntRange(0, 200).Draw(t, "width")
		s.u.pass(true)
		if got := s.u.c.Text(kit.R(10, 10, w, 16), text, kit.Style{Col: kit.TextColour, Outline: true}); got > max(w, 6) {
			t.Errorf("%q is %d wide in %d", text, got, w)
		}
		s.m.Game.People[1].Name = text
		s.m.Chat = append(s.m.Chat[:3], model.ChatLine{Seq: s.m.Chat[2].Seq + 1, Tick: s.m.Game.Tick, Seat: 2, Name: text, Text: text})
		s.tick(1)
		s.u.pass(true)
	})
}

func TestShaped(t *testing.T) {
	s := newStage(t, 854, 480)
	if got := s.u.c.Shaped("שלום"); got != "םולש" {
		t.Errorf("Hebrew is written %q", got)
	}
	if got := s.u.c.Shaped("plain 漢字"); got != "plain 漢字" {
		t.Errorf("%q", got)
	}
}

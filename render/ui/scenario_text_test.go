package ui

import (
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestAnyTextIsDrawn draws texts of all scripts, and invalid text: it is cut to its place and nothing breaks.
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

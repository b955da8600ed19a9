package ui

import (
	"fmt"
	"strings"
	"testing"

	"manyhold/render/ui/kit"
)

// toasts are lines that are shown over screens, with the longest words that are filled in.
var toasts = []struct {
	key   string
	fills []string
}{
	{"share.copied", nil},
	{"toast.no_clipboard", nil},
	{"notice.torch_last", nil},
	{"notice.knocked_out", nil},
	{"notice.visit_request", []string{"name", "Bartholomew the Elder", "button", "Willkommen heißen"}},
	{"notice.charted", []string{"place", "Tower of the Bright Lantern", "n", "888"}},
}

// TestToastsCoverNothing: a toast over a screen is whole, in the window, and covers neither words nor widgets
// of the screen, however long it is and however small the window. Only the page of a world takes all of a low
// window; a toast covers its heading.
func TestToastsCoverNothing(t *testing.T) {
	tried := map[string]bool{}
	for _, form := range forms() {
		for _, sc := range scenes {
			s := newStage(t, form.w, form.h)
			s.m.Window.Scale = form.scale
			s.speak(form.language)
			sc.set(s)
			s.tick(20)
			if !covered(s.u) || s.u.c.IsOpen(&s.u.chart) {
				continue
			}
			if low := s.u.c.H < 460; low && strings.HasPrefix(sc.name, "page-") {
				continue // the sections of a world's page need all of a low window
			}
			tried[sc.name] = true
			s.m.Game.Camera = nil // names follow people, not the layout
			for _, toast := range toasts {
				s.u.c.Notices.Lane = nil
				s.u.Toast(s.u.c.Words.Fill(toast.key, toast.fills...))
				s.tick(30)
				lane := s.u.c.Notices.Lane
				s.u.c.Notices.Lane = nil
				before := s.trace()
				s.u.c.Notices.Lane = lane
				now := s.trace()
				name := fmt.Sprintf("%s/%v %s", sc.name, form, toast.key)
				if len(now.Fills) == len(before.Fills) {
					t.Fatalf("%s: there is no toast", name)
				}
				window := kit.R(0, 0, s.u.c.W, s.u.c.H)
				for _, f := range now.Fills[len(before.Fills):] {
					if !inside(window, f.R) {
						t.Errorf("%s: the toast at %v is outside of the window", name, f.R)
					}
					for _, x := range topTexts(before) {
						if f.R.Overlaps(lettersOf(x.R)) {
							t.Errorf("%s: the toast at %v covers %q at %v", name, f.R, x.Text, x.R)
						}
					}
					for _, x := range before.Items {
						if f.R.Overlaps(x.R) {
							t.Errorf("%s: the toast at %v covers the widget at %v", name, f.R, x.R)
						}
					}
				}
				for _, x := range now.Texts[len(before.Texts):] {
					if x.Cut || !inside(window, x.R) {
						t.Errorf("%s: %q at %v", name, x.Text, x.R)
					}
				}
			}
		}
	}
	for _, want := range []string{"bag", "craft", "chest", "pause", "journal", "settings-picture", "players", "page-laws"} {
		if !tried[want] {
			t.Errorf("no toast was tried over %q", want)
		}
	}
}

package ui

import (
	"fmt"
	"testing"

	"manyhold/render/ui/kit"
)

// TestToastsBesideScreens: a toast leaves the panels of bag, chest and crafting free, their edges too, where
// the window has room beside them; it is whole, and in the window.
func TestToastsBesideScreens(t *testing.T) {
	open := map[string]bool{"bag": true, "craft": true, "machines": true, "chest": true}
	for _, form := range forms() {
		if form.w < 1280 {
			continue
		}
		for _, sc := range scenes {
			if !open[sc.name] {
				continue
			}
			for _, key := range []string{"notice.torch_last", "notice.knocked_out"} {
				s := newStage(t, form.w, form.h)
				s.m.Window.Scale = form.scale
				s.speak(form.language)
				sc.set(s)
				s.tick(20)
				s.m.Game.Camera = nil
				before := s.trace()
				var panel kit.Rect
				for _, f := range before.Fills {
					if f.Col == kit.PanelColour && f.R.W*f.R.H > panel.W*panel.H {
						panel = f.R
					}
				}
				s.u.Toast(s.u.c.Say(key))
				s.tick(30)
				now := s.trace()
				name := fmt.Sprintf("%s/%v %s", sc.name, form, key)
				if len(now.Fills) == len(before.Fills) || panel.W == 0 {
					t.Fatalf("%s: no toast or no panel", name)
				}
				for _, f := range now.Fills[len(before.Fills):] {
					if f.R.Overlaps(panel) {
						t.Errorf("%s: the toast at %v lies over the panel at %v", name, f.R, panel)
					}
					if !inside(kit.R(0, 0, s.u.c.W, s.u.c.H), f.R) {
						t.Errorf("%s: the toast at %v is outside of the window", name, f.R)
					}
				}
				for _, x := range now.Texts[len(before.Texts):] {
					if x.Cut || !inside(kit.R(0, 0, s.u.c.W, s.u.c.H), x.R) {
						t.Errorf("%s: %q at %v", name, x.Text, x.R)
					}
				}
			}
		}
	}
}

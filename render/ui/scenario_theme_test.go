package ui

import (
	"image/color"
	"testing"

	"manyhold/render/palette"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestNeonIsAWholeTheme: each colour of the interface's panels, lines and words differs under Neon, and is of
// the palette; colours of names and of the network view stay; switching there and back changes an open screen
// at once.
func TestNeonIsAWholeTheme(t *testing.T) {
	for name, c := range map[string]color.RGBA{
		"panel": kit.PanelColour, "raised": kit.RaisedColour, "border": kit.BorderColour, "text": kit.TextColour, "dim": kit.DimColour,
		"focus": kit.FocusColour, "good": kit.GoodColour,
	} {
		d := kit.Dye(model.Neon, c)
		if d == c || d.A != c.A || kit.Dye(model.Warm, c) != c {
			t.Errorf("%s is %v under neon and %v", name, d, kit.Dye(model.Warm, c))
		}
		d.A = 255
		if _, ok := palette.Of(d); !ok {
			t.Errorf("%s is %v under neon, which is not of the palette", name, d)
		}
	}
	for _, c := range append([]color.RGBA{kit.AgreeColour, kit.ProvisionalColour, kit.White}, kit.NameColours[:]...) {
		if d := kit.Dye(model.Neon, c); d != c && c != kit.FocusColour {
			t.Errorf("%v of a name or the network becomes %v", c, d)
		}
	}
	s := newStage(t, 1280, 720)
	s.play()
	s.u.menus.Settings.Open(s.u.c)
	s.tick(20)
	seen := func() map[color.RGBA]bool {
		all := map[color.RGBA]bool{}
		for _, w := range s.trace().Texts {
			all[w.Col] = true
		}
		return all
	}
	warm := seen()
	s.m.Window.Theme = model.Neon
	neon := seen()
	s.m.Window.Theme = model.Warm
	again := seen()
	if warm[kit.Dye(model.Neon, kit.TextColour)] || neon[kit.TextColour] || !neon[kit.Dye(model.Neon, kit.TextColour)] || again[kit.Dye(model.Neon, kit.TextColour)] {
		t.Errorf("the words are %v, %v and %v", warm, neon, again)
	}
}

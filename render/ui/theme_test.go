package ui

import (
	"image/color"
	"testing"

	"manyhold/render/palette"
)

// TestNeonIsAWholeTheme: each colour that the interface gives to panels, lines and words is another under Neon, and of
// the palette; what shows whose name or network it is stays; switching there and back changes an open screen at once.
func TestNeonIsAWholeTheme(t *testing.T) {
	for name, c := range map[string]color.RGBA{
		"panel": panelColour, "raised": raisedColour, "border": borderColour, "text": textColour, "dim": dimColour,
		"focus": focusColour, "good": goodColour,
	} {
		d := dye(Neon, c)
		if d == c || d.A != c.A || dye(Warm, c) != c {
			t.Errorf("%s is %v under neon and %v", name, d, dye(Warm, c))
		}
		d.A = 255
		if _, ok := palette.Of(d); !ok {
			t.Errorf("%s is %v under neon, which is not of the palette", name, d)
		}
	}
	for _, c := range append([]color.RGBA{agreeColour, provisionalColour, white}, nameColours[:]...) {
		if d := dye(Neon, c); d != c && c != focusColour {
			t.Errorf("%v of a name or the network becomes %v", c, d)
		}
	}
	s := newStage(t, 1280, 720)
	s.play()
	s.u.menus.settings.Open(s.u.c)
	s.tick(20)
	seen := func() map[color.RGBA]bool {
		all := map[color.RGBA]bool{}
		for _, w := range s.trace().texts {
			all[w.col] = true
		}
		return all
	}
	warm := seen()
	s.m.Theme = Neon
	neon := seen()
	s.m.Theme = Warm
	again := seen()
	if warm[dye(Neon, textColour)] || neon[textColour] || !neon[dye(Neon, textColour)] || again[dye(Neon, textColour)] {
		t.Errorf("the words are %v, %v and %v", warm, neon, again)
	}
}

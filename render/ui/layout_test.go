package ui

import (
	"fmt"
	"image/color"
	"slices"
	"testing"

	"manyhold/assets"
	"manyhold/input"
	"manyhold/render/palette"
)

// TestNothingIsClippedOrOverlaps lays out every screen at every size, with long names, and asks that
// widgets do not overlap, that everything is inside of the window, and that no two texts of a screen run
// into each other.
func TestNothingIsClippedOrOverlaps(t *testing.T) {
	for _, form := range forms() {
		for _, sc := range scenes {
			t.Run(fmt.Sprintf("%s/%v", sc.name, form), func(t *testing.T) {
				s := newStage(t, form.w, form.h)
				s.m.Scale = form.scale
				s.speak(form.language)
				sc.set(s)
				s.tick(20)
				// Names and bubbles follow people, not the layout.
				s.m.Camera = nil
				tr := s.trace()
				window := rect{0, 0, s.u.c.w, s.u.c.h}
				for i, a := range tr.items {
					if !inside(window, a.r) {
						t.Errorf("widget %v is outside of %v", a.r, window)
					}
					for _, b := range tr.items[:i] {
						if a.r.overlaps(b.r) {
							t.Errorf("widgets %v and %v overlap", a.r, b.r)
						}
					}
				}
				texts := topTexts(tr)
				for i, a := range texts {
					if a.cut && s.isOwn(a.text) {
						t.Errorf("%q is cut at %v", a.text, a.r)
					}
					if !inside(window, a.r) {
						t.Errorf("text %q at %v is outside of %v", a.text, a.r, window)
					}
					for _, b := range texts[:i] {
						if lettersOf(a.r).overlaps(lettersOf(b.r)) {
							t.Errorf("texts %q at %v and %q at %v overlap", a.text, a.r, b.text, b.r)
						}
					}
				}
			})
		}
	}
}

// form is a window in which the interface is laid out.
type form struct {
	w, h, scale int
	language    string
}

func (f form) String() string { return fmt.Sprintf("%dx%d×%d-%s", f.w, f.h, f.scale, f.language) }

// isOwn reports whether a text is one of the game's own, which must be seen whole, and not a name that somebody chose.
func (s *stage) isOwn(text string) bool {
	for _, own := range s.u.c.words.table {
		if own == text {
			return true
		}
	}
	return false
}

// forms are windows from 4:3 to 21:9 and from the least one to 4K, at every scale of the interface that differs there,
// in every language.
func forms() (all []form) {
	for _, size := range [][2]int{{640, 360}, {854, 480}, {1024, 768}, {1280, 720}, {1680, 720}, {1920, 1080}, {2560, 1080}, {3440, 1440}, {3840, 2160}} {
		for scale := 1; scale <= maxScale; scale++ {
			most := max(1, min(size[0]/leastWidth, size[1]/leastHeight, maxScale))
			if scale > most || scale != most && size[0] != 3840 {
				continue // as at the greatest one that fits; 4K goes through all of them
			}
			for _, language := range assets.Languages() {
				if language == "en" || scale == most {
					all = append(all, form{size[0], size[1], scale, language})
				}
			}
		}
	}
	return all
}

// speak lets the interface speak a language.
func (s *stage) speak(language string) {
	s.t.Helper()
	words, err := ParseWords(assets.WordsOf(language))
	if err != nil {
		s.t.Fatal(err)
	}
	s.u.SetWords(words)
}

// TestTinyWindow asks only that nothing breaks in a window that no screen fits.
func TestTinyWindow(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {64, 48}, {320, 200}, {200, 900}} {
		for _, sc := range scenes {
			s := newStage(t, size[0], size[1])
			sc.set(s)
			s.trace()
		}
	}
}

func inside(outer, r rect) bool {
	return r.x >= outer.x && r.y >= outer.y && r.x+r.w <= outer.x+outer.w && r.y+r.h <= outer.y+outer.h
}

// lettersOf returns where the letters are in the box of a line: there is room above and below them.
func lettersOf(r rect) rect { return rect{r.x, r.y + r.h/4, r.w - 1, r.h/2 - 1} }

// topTexts returns the texts that no panel was drawn over afterwards.
func topTexts(t *trace) []tracedText {
	var seen []tracedText
	for _, w := range t.texts {
		covered := slices.ContainsFunc(t.fills[w.under:], func(f tracedFill) bool {
			return f.col.A > 100 && f.r.w > 20 && f.r.h > 10 && f.r.overlaps(w.r)
		})
		if !covered {
			seen = append(seen, w)
		}
	}
	return seen
}

// TestTextIsLegible asks for a contrast of 4.5 between each text and what is drawn under it, over a world
// that is black or white, and that text on the bare world has an outline.
func TestTextIsLegible(t *testing.T) {
	const least = 4.5
	for n := range 2 * len(scenes) {
		sc := scenes[n/2]
		s := newStage(t, 1280, 720)
		s.m.Theme = Theme(n % 2)
		sc.set(s)
		s.tick(20)
		tr := s.trace()
		for _, w := range tr.texts {
			if w.text == "" || w.col.A < 255 { // fading away
				continue
			}
			for _, world := range []color.RGBA{{0, 0, 0, 255}, {255, 255, 255, 255}} {
				under, onPanel := beneath(tr, w, world)
				if w.outlined {
					under = inkColour
				} else if !onPanel {
					t.Errorf("%s: %q stands on the bare world without an outline", sc.name, w.text)
				}
				if got := contrast(w.col, under); got < least {
					t.Errorf("%s: %q has contrast %.1f: %v on %v", sc.name, w.text, got, w.col, under)
				}
			}
		}
	}
}

// beneath returns the colour under a text, and whether a panel is there.
func beneath(t *trace, w tracedText, world color.RGBA) (c color.RGBA, onPanel bool) {
	c = world
	for _, f := range t.fills[:w.under] {
		x, y := w.r.x+w.r.w/2, w.r.y+w.r.h/2
		if f.r.contains(x, y) {
			c = over(f.col, c)
			onPanel = onPanel || f.col.A >= 200
		}
	}
	return c, onPanel
}

// TestColoursThatMeet asks the same of all pairs of colours that text and panels are given.
func TestColoursThatMeet(t *testing.T) {
	panels := map[string]color.RGBA{
		"panel over white": panelColour, "panel over ink": panelColour,
		"raised": raisedColour, "well": wellColour, "ink": inkColour,
	}
	worlds := map[string]color.RGBA{"panel over white": white, "panel over ink": inkColour}
	texts := map[string]color.RGBA{
		"text": textColour, "dim": dimColour, "focus": focusColour, "pale": paleColour, "bad": badColour,
	}
	for i, c := range nameColours {
		texts[fmt.Sprint("name ", i)] = c
	}
	for tn, tc := range texts {
		for pn, pc := range panels {
			for _, theme := range [...]Theme{Warm, Neon} {
				if got := contrast(dye(theme, tc), over(dye(theme, pc), dye(theme, worlds[pn]))); got < 4.5 {
					t.Errorf("%s on %s, theme %d: %.2f", tn, pn, theme, got)
				}
			}
		}
	}
}

// TestEveryWidgetIsReachedByKeys walks from the first focus of each screen with the arrow keys and asks that
// every widget is come by; and again with Tab alone.
func TestEveryWidgetIsReachedByKeys(t *testing.T) {
	for _, sc := range scenes {
		t.Run(sc.name, func(t *testing.T) {
			s := newStage(t, 1280, 720)
			sc.set(s)
			s.m.Worlds = s.m.Worlds[:min(len(s.m.Worlds), 3)] // a list that scrolls is walked below
			s.tick(2)
			all := s.ids()
			if !s.u.Captures() {
				return
			}
			for _, way := range [][]input.Button{{input.KeyTab}, {input.KeyArrowUp, input.KeyArrowDown, input.KeyArrowLeft, input.KeyArrowRight}, {input.PadUp, input.PadDown, input.PadLeft, input.PadRight}} {
				seen := s.walk(way)
				for i, id := range all {
					if !seen[id] && !(s.u.c.items[i].hold && len(way) == 1) {
						t.Errorf("widget %d at %v is not reached by %v", i, s.u.c.items[i].r, way)
					}
				}
			}
		})
	}
}

func (s *stage) ids() []uint32 {
	var list []uint32
	for _, it := range s.u.c.items {
		list = append(list, it.id)
	}
	return list
}

// walk follows keys from the focus and from all that is reached by them.
func (s *stage) walk(ways []input.Button) map[uint32]bool {
	start := s.u.c.focus
	seen := map[uint32]bool{start: true}
	for queue := []uint32{start}; len(queue) > 0; queue = queue[1:] {
		for _, key := range ways {
			s.u.c.focus = queue[0]
			s.tick(1)
			s.hand.Tap(key)
			s.tick(1)
			if to := s.u.c.focus; !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	s.u.c.focus = start
	return seen
}

// TestLongListsScroll goes down a list that is longer than the window.
func TestLongListsScroll(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.settings(3)
	keys := 0
	for _, set := range s.m.Settings {
		if set.Group == "Keys" {
			keys++
		}
	}
	seen := map[uint32]bool{}
	for range 3 * keys {
		seen[s.u.c.focus] = true
		s.tap(input.KeyArrowDown)
	}
	for i := range keys {
		if !seen[ident("setting", i)] {
			t.Errorf("setting %d was not come by", i)
		}
	}
	s = newStage(t, 1280, 720)
	s.tick(2)
	s.tap(input.KeyArrowRight)
	seen = map[uint32]bool{}
	for range 8 {
		seen[s.u.c.focus] = true
		s.tap(input.KeyArrowDown)
	}
	for i := range s.m.Worlds {
		if !seen[ident("offer", i)] {
			t.Errorf("world %d was not come by", i)
		}
	}
}

// TestColoursAreOfThePalette asks that the interface brings no colour of its own.
func TestColoursAreOfThePalette(t *testing.T) {
	own := append([]color.RGBA{
		inkColour, panelColour, raisedColour, wellColour, borderColour, textColour, dimColour, focusColour, paleColour,
		goodColour, badColour, hurtColour, waterColour, skyColour, nightColour, agreeColour, provisionalColour,
	}, nameColours[:]...)
	for _, ramp := range letterRamps {
		for _, v := range ramp {
			own = append(own, rgb(v))
		}
	}
	for _, c := range inks {
		own = append(own, c)
	}
	for _, c := range own {
		c.A = 255
		if _, ok := palette.Of(c); !ok {
			t.Errorf("%v is not of the palette", c)
		}
	}
}

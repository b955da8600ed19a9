package ui

import (
	"fmt"
	"image/color"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"manyhold/assets"
	"manyhold/input"
	"manyhold/render/palette"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// TestNothingIsClippedOrOverlaps lays out every screen at every size, with long names, and asks that
// widgets do not overlap, that everything is inside of the window, and that no two texts of a screen run
// into each other.
func TestNothingIsClippedOrOverlaps(t *testing.T) {
	for _, form := range forms() {
		for _, sc := range scenes {
			t.Run(fmt.Sprintf("%s/%v", sc.name, form), func(t *testing.T) {
				s := newStage(t, form.w, form.h)
				s.m.Window.Scale = form.scale
				s.speak(form.language)
				sc.set(s)
				s.tick(20)
				// Names and bubbles follow people, not the layout.
				s.m.Game.Camera = nil
				tr := s.trace()
				window := kit.R(0, 0, s.u.c.W, s.u.c.H)
				for i, a := range tr.Items {
					if !inside(window, a.R) {
						t.Errorf("widget %v is outside of %v", a.R, window)
					}
					for _, b := range tr.Items[:i] {
						if a.R.Overlaps(b.R) {
							t.Errorf("widgets %v and %v overlap", a.R, b.R)
						}
					}
				}
				texts := topTexts(tr)
				for i, a := range texts {
					if a.Cut && s.isOwn(a.Text) {
						t.Errorf("%q is cut at %v", a.Text, a.R)
					}
					if !inside(window, a.R) {
						t.Errorf("text %q at %v is outside of %v", a.Text, a.R, window)
					}
					for _, b := range texts[:i] {
						if lettersOf(a.R).Overlaps(lettersOf(b.R)) {
							t.Errorf("texts %q at %v and %q at %v overlap", a.Text, a.R, b.Text, b.R)
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

// isOwn reports whether a text is one of the game's own, which must be fully visible, with whatever is filled
// in, rather than a name chosen by a player.
func (s *stage) isOwn(text string) bool {
	own := ownTexts[s.u.c.Words]
	if own == nil {
		own = ownOf(s.u.c.Words)
		ownTexts[s.u.c.Words] = own
	}
	return own.MatchString(text)
}

// ownTexts are patterns of the texts of a table.
var ownTexts = map[*kit.Words]*regexp.Regexp{}

// endsWithName matches texts whose end may be missing.
var endsWithName = regexp.MustCompile(`\{(name|by|presence)\}$`)

// ownOf returns a pattern of all texts of a table, with anything in their blanks. Left out are texts that are
// hardly more than their blanks, as any name would be one, and those that end with a name or a presence: the
// end of a long one may be missing.
func ownOf(words *kit.Words) *regexp.Regexp {
	const leastLetters = 4
	var all []string
	for _, text := range words.Table {
		pattern, letters := "", 0
		for rest := text; rest != ""; {
			before, after, blank := strings.Cut(rest, "{")
			for _, r := range before {
				if unicode.IsLetter(r) {
					letters++
				}
			}
			pattern += regexp.QuoteMeta(before)
			if _, rest, _ = strings.Cut(after, "}"); blank {
				pattern += ".+"
			}
		}
		if whole := !strings.Contains(text, "{"); whole || letters >= leastLetters && !endsWithName.MatchString(text) {
			all = append(all, pattern)
		}
	}
	slices.Sort(all)
	return regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")$")
}

// forms are windows from 4:3 to 21:9 and from the least one to 4K, at every scale of the interface that
// differs there, in every language.
func forms() (all []form) {
	for _, size := range [][2]int{{640, 360}, {854, 480}, {1024, 768}, {1280, 720}, {1680, 720}, {1920, 1080}, {2560, 1080}, {3440, 1440}, {3840, 2160}} {
		for scale := 1; scale <= kit.MaxScale; scale++ {
			most := max(1, min(size[0]/kit.LeastWidth, size[1]/kit.LeastHeight, kit.MaxScale))
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
	s.u.SetWords(wordsOf(s.t, language))
}

// TestTinyWindow only requires that nothing breaks in a window too small for any screen.
func TestTinyWindow(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {64, 48}, {320, 200}, {200, 900}} {
		for _, sc := range scenes {
			s := newStage(t, size[0], size[1])
			sc.set(s)
			s.trace()
		}
	}
}

func inside(outer, r kit.Rect) bool {
	return r.X >= outer.X && r.Y >= outer.Y && r.X+r.W <= outer.X+outer.W && r.Y+r.H <= outer.Y+outer.H
}

// lettersOf returns where the letters are in the box of a line: there is room above and below them.
func lettersOf(r kit.Rect) kit.Rect { return kit.R(r.X, r.Y+r.H/4, r.W-1, r.H/2-1) }

// topTexts returns the texts that no panel was drawn over afterwards.
func topTexts(t *kit.Trace) []kit.TracedText {
	var seen []kit.TracedText
	for _, w := range t.Texts {
		covered := slices.ContainsFunc(t.Fills[w.Under:], func(f kit.TracedFill) bool {
			return f.Col.A > 100 && f.R.W > 20 && f.R.H > 10 && f.R.Overlaps(w.R)
		})
		if !covered {
			seen = append(seen, w)
		}
	}
	return seen
}

// TestTextIsLegible requires a contrast of 4.5 between each text and its background, over a black and a white
// world, and an outline for text on the bare world.
func TestTextIsLegible(t *testing.T) {
	const least = 4.5
	for n := range 2 * len(scenes) {
		sc := scenes[n/2]
		s := newStage(t, 1280, 720)
		s.m.Window.Theme = model.Theme(n % 2)
		sc.set(s)
		s.tick(20)
		tr := s.trace()
		for _, w := range tr.Texts {
			if w.Text == "" || w.Col.A < 255 { // fading away
				continue
			}
			for _, world := range []color.RGBA{{0, 0, 0, 255}, {255, 255, 255, 255}} {
				under, onPanel := beneath(tr, w, world)
				if w.Outlined {
					under = kit.InkColour
				} else if !onPanel {
					t.Errorf("%s: %q stands on the bare world without an outline", sc.name, w.Text)
				}
				if got := kit.Contrast(w.Col, under); got < least {
					t.Errorf("%s: %q has contrast %.1f: %v on %v", sc.name, w.Text, got, w.Col, under)
				}
			}
		}
	}
}

// beneath returns the colour under a text, and whether a panel is there.
func beneath(t *kit.Trace, w kit.TracedText, world color.RGBA) (c color.RGBA, onPanel bool) {
	c = world
	for _, f := range t.Fills[:w.Under] {
		x, y := w.R.X+w.R.W/2, w.R.Y+w.R.H/2
		if f.R.Contains(x, y) {
			c = kit.Over(f.Col, c)
			onPanel = onPanel || f.Col.A >= 200
		}
	}
	return c, onPanel
}

// TestColoursThatMeet asks the same of all pairs of colours that text and panels are given.
func TestColoursThatMeet(t *testing.T) {
	panels := map[string]color.RGBA{
		"panel over white": kit.PanelColour, "panel over ink": kit.PanelColour,
		"raised": kit.RaisedColour, "well": kit.WellColour, "ink": kit.InkColour,
	}
	worlds := map[string]color.RGBA{"panel over white": kit.White, "panel over ink": kit.InkColour}
	texts := map[string]color.RGBA{
		"text": kit.TextColour, "dim": kit.DimColour, "focus": kit.FocusColour, "pale": kit.PaleColour, "bad": kit.BadColour,
	}
	for i, c := range kit.NameColours {
		texts[fmt.Sprint("name ", i)] = c
	}
	for tn, tc := range texts {
		for pn, pc := range panels {
			for _, theme := range [...]model.Theme{model.Warm, model.Neon} {
				if got := kit.Contrast(kit.Dye(theme, tc), kit.Over(kit.Dye(theme, pc), kit.Dye(theme, worlds[pn]))); got < 4.5 {
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
			// a list that scrolls is walked below
			s.m.Title.Worlds = s.m.Title.Worlds[:min(len(s.m.Title.Worlds), 3)]
			s.tick(2)
			all := slices.Clone(s.u.c.Items) // it may scroll on the way
			if !s.u.Captures() {
				return
			}
			for _, way := range [][]input.Button{{input.KeyTab}, {input.KeyArrowUp, input.KeyArrowDown, input.KeyArrowLeft, input.KeyArrowRight}, {input.PadUp, input.PadDown, input.PadLeft, input.PadRight}} {
				seen := s.walk(way)
				for i, it := range all {
					if !seen[it.ID] && !(it.Hold && len(way) == 1) {
						t.Errorf("widget %d at %v is not reached by %v", i, it.R, way)
					}
				}
			}
		})
	}
}

func (s *stage) ids() []uint32 {
	var list []uint32
	for _, it := range s.u.c.Items {
		list = append(list, it.ID)
	}
	return list
}

// walk follows keys from the focus to everything reachable by them.
func (s *stage) walk(ways []input.Button) map[uint32]bool {
	start := s.u.c.Focused
	seen := map[uint32]bool{start: true}
	for queue := []uint32{start}; len(queue) > 0; queue = queue[1:] {
		for _, key := range ways {
			s.u.c.Focused = queue[0]
			s.tick(1)
			s.hand.Tap(key)
			s.tick(1)
			if to := s.u.c.Focused; !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	s.u.c.Focused = start
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
		seen[s.u.c.Focused] = true
		s.tap(input.KeyArrowDown)
	}
	for i := range keys {
		if !seen[kit.Ident("setting", i)] {
			t.Errorf("setting %d was not come by", i)
		}
	}
	s = newStage(t, 1280, 720)
	s.tick(2)
	s.tap(input.KeyArrowRight)
	seen = map[uint32]bool{}
	for range 8 {
		seen[s.u.c.Focused] = true
		s.tap(input.KeyArrowDown)
	}
	for i := range s.m.Title.Worlds {
		if !seen[kit.Ident("offer", i)] {
			t.Errorf("world %d was not come by", i)
		}
	}
}

// TestColoursAreOfThePalette asks that the interface brings no colour of its own.
func TestColoursAreOfThePalette(t *testing.T) {
	own := append([]color.RGBA{
		kit.InkColour, kit.PanelColour, kit.RaisedColour, kit.WellColour, kit.BorderColour, kit.TextColour, kit.DimColour, kit.FocusColour, kit.PaleColour,
		kit.GoodColour, kit.BadColour, kit.HurtColour, kit.WaterColour, kit.SkyColour, kit.NightColour, kit.AgreeColour, kit.ProvisionalColour,
	}, kit.NameColours[:]...)
	for _, ramp := range kit.LogoRamps {
		for _, v := range ramp {
			own = append(own, kit.Rgb(v))
		}
	}
	for _, c := range kit.Inks {
		own = append(own, c)
	}
	for _, c := range own {
		c.A = 255
		if _, ok := palette.Of(c); !ok {
			t.Errorf("%v is not of the palette", c)
		}
	}
}

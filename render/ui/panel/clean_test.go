package panel

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"manyhold/render/palette"
)

// TestClean: each kind of bad value becomes a good one.
func TestClean(t *testing.T) {
	for _, c := range []struct {
		name      string
		give, get Widget
	}{
		{"plain", Widget{Kind: Number, Key: "n", Number: 3, Min: 0, Max: 10, Step: 1}, Widget{Number: 3, Min: 0, Max: 10, Step: 1}},
		{"no bounds", Widget{Kind: Number, Number: 7}, Widget{Number: 7, Min: -MaxNumber, Max: MaxNumber, Step: 1}},
		{"bounds in the wrong order", Widget{Kind: Number, Number: 50, Min: 10, Max: -10, Step: 2}, Widget{Number: 10, Min: -10, Max: 10, Step: 2}},
		{"no number", Widget{Kind: Number, Number: math.NaN(), Min: 1, Max: 5, Step: math.NaN()}, Widget{Number: 1, Min: 1, Max: 5, Step: 0.04}},
		{"infinite", Widget{Kind: Number, Number: math.Inf(1), Min: math.Inf(-1), Max: math.Inf(1), Step: math.Inf(1)}, Widget{Number: MaxNumber, Min: -MaxNumber, Max: MaxNumber, Step: MaxNumber}},
		{"infinite to nowhere", Widget{Kind: Number, Number: math.Inf(-1), Min: math.NaN(), Max: math.NaN(), Step: -4}, Widget{Number: -MaxNumber, Min: -MaxNumber, Max: MaxNumber, Step: 1}},
		{"between steps", Widget{Kind: Number, Number: 7.4, Min: 1, Max: 10, Step: 3}, Widget{Number: 7, Min: 1, Max: 10, Step: 3}},
		{"one number only", Widget{Kind: Number, Number: 7, Min: 2, Max: 2}, Widget{Number: 2, Min: 2, Max: 2, Step: 0.001}},
	} {
		got := Clean(Spec{Widgets: []Widget{c.give}}).Widgets[0]
		if got.Number != c.get.Number || got.Min != c.get.Min || got.Max != c.get.Max || got.Step != c.get.Step {
			t.Errorf("%s: %v from %v to %v by %v", c.name, got.Number, got.Min, got.Max, got.Step)
		}
	}
	s := Clean(Spec{Title: "a\x00\n\u202eb" + strings.Repeat("ö", 500), Widgets: []Widget{
		{Kind: 200, Key: "unknown"},
		{Kind: TextBox, Key: "t", Text: "one\ntwo\r\xff"},
		{Kind: Text, Text: "one\ntwo"},
		{Kind: List, Options: make([]string, 1000), Chosen: 999},
		{Kind: List, Chosen: 3},
		{Kind: Colour, Colour: 255},
	}})
	if !strings.HasPrefix(s.Title, "a b") || len(s.Title) > MaxTitle || !utf8.ValidString(s.Title) {
		t.Errorf("the title is %q", s.Title)
	}
	if w := s.Widgets; len(w) != 5 || w[0].Text != "one\ntwo" || w[1].Text != "one two" || len(w[2].Options) != MaxOptions || w[2].Chosen != -1 || w[3].Chosen != -1 || w[4].Colour != 0 {
		t.Errorf("the widgets are %+v", w)
	}
	if n := len(Clean(Spec{Widgets: make([]Widget, 10_000)}).Widgets); n != MaxWidgets {
		t.Errorf("%d widgets", n)
	}
}

// check fails unless a spec is within all limits.
func check(t *testing.T, s Spec) {
	if len(s.Widgets) > MaxWidgets || len(s.Title) > MaxTitle {
		t.Fatalf("%d widgets, a title of %d bytes", len(s.Widgets), len(s.Title))
	}
	for _, w := range s.Widgets {
		switch {
		case w.Kind >= KindCount, len(w.Key) > MaxKey, len(w.Label) > MaxLabel, len(w.Text) > MaxText, len(w.Options) > MaxOptions, int(w.Colour) >= int(palette.Count),
			!(w.Min <= w.Number && w.Number <= w.Max && w.Min >= -MaxNumber && w.Max <= MaxNumber && w.Step > 0), w.Chosen < -1, w.Chosen >= len(w.Options):
			t.Fatalf("%+v", w)
		}
		for _, text := range append([]string{s.Title, w.Key, w.Label, w.Text}, w.Options...) {
			if !utf8.ValidString(text) {
				t.Fatalf("%q", text)
			}
		}
		if a := w.Answer(); a.Key != w.Key {
			t.Fatalf("%+v", a)
		}
	}
	if !reflect.DeepEqual(Clean(s), s) {
		t.Fatalf("cleaning again changes %+v", s)
	}
}

// FuzzClean: any panel comes out within its limits, and cleaning it again changes nothing.
func FuzzClean(f *testing.F) {
	f.Add("Lamp", "glow", "one\ntwo\nthree", 9.0, 0.0, 15.0, 1.0, uint8(4), uint8(28), 3, 1)
	f.Add("\xff", strings.Repeat("k", 300), "\u202e\x00", math.NaN(), math.Inf(1), math.Inf(-1), -1.0, uint8(9), uint8(255), 10_000, -5)
	f.Fuzz(func(t *testing.T, title, key, text string, v, least, most, step float64, kind, colour uint8, n, chosen int) {
		n = n & 0x3FFF
		s := Spec{Title: title}
		for k := range n {
			w := Widget{Kind: Kind((int(kind) + k) % 256), Key: key, Label: text, Text: text, Number: v, Min: least, Max: most, Step: step, Colour: colour, Chosen: chosen}
			if k%3 == 0 {
				w.Options = strings.Split(text, "\n")
			}
			s.Widgets = append(s.Widgets, w)
		}
		check(t, Clean(s))
	})
}

package panel

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"manyhold/render/palette"
)

// The limits of a panel. Longer texts are cut, and further widgets and options left out.
const (
	MaxWidgets = 24
	MaxOptions = 32
	MaxTitle   = 64   // bytes
	MaxKey     = 64   // bytes
	MaxLabel   = 160  // bytes, of a label and of an option
	MaxText    = 1024 // bytes, of a text and of an answer
	// MaxNumber is the largest number: a float64 counts in steps of 1/1,000 up to there.
	MaxNumber = 1e12
)

// Clean returns a panel within all limits: widgets of unknown kinds are gone, numbers are finite and between
// their bounds, and texts are short and have no invisible letters. The result shares no memory with s.
func Clean(s Spec) Spec {
	c := Spec{Title: short(s.Title, MaxTitle, false), By: short(s.By, MaxTitle+1, false)}
	for k := range s.Widgets {
		if len(c.Widgets) == MaxWidgets {
			break
		}
		if w := &s.Widgets[k]; w.Kind < KindCount {
			c.Widgets = append(c.Widgets, clean(w))
		}
		if k > 100*MaxWidgets { // all of them are of unknown kinds
			break
		}
	}
	return c
}

func clean(w *Widget) Widget {
	lines := w.Kind == TextBox || w.Kind == Label
	c := Widget{
		Kind: w.Kind, Key: short(w.Key, MaxKey, false), Label: short(w.Label, MaxLabel, false),
		Text: short(w.Text, MaxText, lines), On: w.On, Chosen: -1,
	}
	if int(w.Colour) < int(palette.Count) {
		c.Colour = w.Colour
	}
	c.Min, c.Max = finite(w.Min, -MaxNumber), finite(w.Max, MaxNumber)
	if w.Min == 0 && w.Max == 0 {
		c.Min, c.Max = -MaxNumber, MaxNumber
	}
	if c.Min > c.Max {
		c.Min, c.Max = c.Max, c.Min
	}
	if c.Step = finite(w.Step, 0); c.Step <= 0 {
		c.Step = 1
		if c.Bounded() {
			c.Step = (c.Max - c.Min) / 100
		}
	}
	c.Step = max(c.Step, 0.001)
	c.Number = c.Nearest(w.Number)
	for k := range w.Options[:min(len(w.Options), MaxOptions)] {
		c.Options = append(c.Options, short(w.Options[k], MaxLabel, false))
	}
	if w.Chosen >= 0 && w.Chosen < len(c.Options) {
		c.Chosen = w.Chosen
	}
	return c
}

// Bounded reports whether the numbers of a clean widget have two near bounds, so that a bar can show them.
func (w *Widget) Bounded() bool { return w.Min > -MaxNumber && w.Max < MaxNumber }

// Nearest returns the number on a step of a clean widget that is nearest to v.
func (w *Widget) Nearest(v float64) float64 {
	v = min(max(finite(v, 0), w.Min), w.Max)
	from := 0.0
	if w.Bounded() {
		from = w.Min
	}
	v = from + math.Round((v-from)/w.Step)*w.Step
	return min(max(math.Round(v*1000)/1000, w.Min), w.Max)
}

// Answer returns the answer with the values of a clean widget.
func (w *Widget) Answer() Answer {
	a := Answer{Key: w.Key, Kind: w.Kind}
	switch w.Kind {
	case Text, TextBox:
		a.Text = w.Text
	case Number:
		a.Number = w.Number
	case Colour:
		a.Colour = w.Colour
	case Check:
		a.On = w.On
	case List:
		if a.Chosen = w.Chosen; a.Chosen >= 0 {
			a.Text = w.Options[a.Chosen]
		}
	}
	return a
}

// finite returns v within ±MaxNumber, or other if it is no number; infinity is the bound itself.
func finite(v, other float64) float64 {
	if math.IsNaN(v) {
		return other
	}
	return min(max(v, -MaxNumber), MaxNumber)
}

// short returns s within most bytes, without invisible letters; ends of lines stay with lines, else they
// become spaces.
func short(s string, most int, lines bool) string {
	if len(s) > 4*most {
		s = s[:4*most]
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' && lines:
			return r
		case r == '\n' || r == '\t':
			return ' '
		case r == utf8.RuneError || unicode.IsControl(r):
			return -1
		case unicode.Is(unicode.Cf, r) && r != 0x200C && r != 0x200D: // those two join letters of some scripts
			return -1
		}
		return r
	}, s)
	if len(s) <= most {
		return strings.Clone(s)
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return strings.Clone(s[:most])
}

package view

import (
	"slices"
	"unicode/utf8"

	"manyhold/game/blueprint"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/render/palette"
)

const (
	// MaxWidgets is the most widgets of a panel, MaxChoices the most options of one.
	MaxWidgets, MaxChoices = 24, 24
	// MaxWord is the most bytes of a title, label, key or option, MaxLines those of a text of several lines.
	MaxWord, MaxLines = 64, 512
)

// Kind is a kind of widget.
type Kind uint8

// The kinds, in the order of Kinds.
const (
	Label  Kind = iota
	Button      // Label
	Text        // Text: one line
	Lines       // Text: several lines
	Number      // Number, Min, Max, Step
	Colour      // Colour
	Toggle      // On
	Choice      // Options, Chosen
	kindCount
)

// kinds are the functions that make widgets.
var kinds = [kindCount]string{"label", "button", "text", "lines", "number", "colour", "toggle", "choice"}

// Widget is a part of a panel.
type Widget struct {
	Kind                   Kind
	Key, Label, Text       string
	Number, Min, Max, Step float64
	On                     bool
	Colour                 palette.Index
	Options                []string
	Chosen                 int
}

// Panel is what a thing shows to its user.
type Panel struct {
	Title   string
	Widgets []Widget
}

// Answer returns what a script is told of a widget that the viewer has set.
func (w *Widget) Answer() value.Value {
	switch w.Kind {
	case Text, Lines:
		return value.String(w.Text)
	case Number:
		return decimal(w.Number)
	case Colour:
		return value.Int(int64(w.Colour))
	case Toggle:
		return value.Bool(w.On)
	case Choice:
		if w.Chosen >= 0 && w.Chosen < len(w.Options) {
			return value.String(w.Options[w.Chosen])
		}
		return value.None
	}
	return value.Bool(true)
}

// widgetParams are the parameters of the functions that make widgets.
var widgetParams = [kindCount]string{"words", "key, label", "key, label, [value]", "key, label, [value]", "key, label, [value], [min], [max], [step]", "key, label, [value]",
	"key, label, [value]", "key, label, options, [value]"}

// widgets are the functions for panels. One that makes a widget returns a tuple of its kind and its values.
func widgets() (list []star.Function) {
	for k, name := range kinds {
		list = append(list, function(name, widgetParams[k], 8, func(c *star.Call, _ *Run) value.Value {
			c.Meter().NewList(8)
			t := []value.Value{value.Int(int64(k))}
			for n := range maxParts[k] {
				if c.Has(n) {
					t = append(t, c.Arg(n))
				} else {
					t = append(t, value.None)
				}
			}
			read(c, t) // mistakes are found where they are written
			return value.TupleOf(t)
		}))
	}
	return append(list,
		function("panel", "title, widgets", 16, func(c *star.Call, r *Run) value.Value { return r.panel(c) }),
		function("close", "", 8, func(_ *star.Call, r *Run) value.Value {
			r.Out.Panel, r.Out.Closed = nil, true
			return value.None
		}))
}

// maxParts is how many values a widget has.
var maxParts = [kindCount]int{1, 2, 3, 3, 6, 3, 3, 4}

func (r *Run) panel(c *star.Call) value.Value {
	if !r.Deed && !r.Open {
		c.Refuse("a panel opens only in on_use, when the viewer uses the thing; a panel that is open can be changed anywhere")
	}
	p := &Panel{Title: line(c, 0, MaxWord)}
	list, ok := value.Elements(c.Arg(1))
	if !ok || len(list) > MaxWidgets {
		c.Refuse("the widgets of a panel are a list of at most %d; make them with label, button, text, lines, number, colour, toggle and choice", MaxWidgets)
	}
	c.Charge(8 * int64(len(list)))
	c.Alloc(256 * int64(len(list)))
	for _, v := range list {
		t, ok := value.Elements(v)
		kind, whole := int64(-1), false
		if ok && len(t) > 0 {
			kind, whole = t[0].AsInt()
		}
		if v.Kind() != value.KindTuple || !whole || kind < 0 || kind >= int64(kindCount) || len(t) != maxParts[kind]+1 {
			c.Refuse("%s is no widget; make one with label, button, text, lines, number, colour, toggle or choice", value.Article(v))
		}
		w := read(c, t)
		if w.Key != "" && slices.ContainsFunc(p.Widgets, func(o Widget) bool { return o.Key == w.Key }) {
			c.Refuse("two widgets have the key %q; give each its own", w.Key)
		}
		p.Widgets = append(p.Widgets, w)
	}
	r.Out.Panel, r.Out.Closed = p, false
	return value.None
}

// read reads the values of a widget.
func read(c *star.Call, t []value.Value) (w Widget) {
	kind, _ := t[0].AsInt()
	w.Kind = Kind(kind)
	if w.Kind == Label {
		w.Label = word(c, t[1], 2*MaxWord, false)
		return w
	}
	if w.Key, w.Label = word(c, t[1], MaxWord, false), word(c, t[2], MaxWord, false); w.Key == "" {
		c.Refuse("a widget needs a key; on_widget gets it")
	}
	set := func(n int) bool { return n < len(t) && !t[n].IsNone() }
	switch w.Kind {
	case Text:
		if set(3) {
			w.Text = word(c, t[3], 2*MaxWord, false)
		}
	case Lines:
		if set(3) {
			w.Text = word(c, t[3], MaxLines, true)
		}
	case Number:
		w.Min, w.Max, w.Step = bound(c, t[4], 0), bound(c, t[5], 100), bound(c, t[6], 1)
		if w.Number = bound(c, t[3], w.Min); w.Min > w.Max || w.Step <= 0 {
			c.Refuse("the number of a widget has min before max and a step above 0; change them")
		}
		w.Number = min(max(w.Number, w.Min), w.Max)
	case Colour:
		if set(3) {
			w.Colour = palette.Index(min(max(bound(c, t[3], 0), 0), float64(palette.Count)-1))
		}
	case Toggle:
		w.On = set(3) && t[3].Truth()
	case Choice:
		w.options(c, t)
	}
	return w
}

// options reads the options of a choice.
func (w *Widget) options(c *star.Call, t []value.Value) {
	list, ok := value.Elements(t[3])
	if !ok || len(list) == 0 || len(list) > MaxChoices {
		c.Refuse("a choice has a list of 1 to %d texts; give it one", MaxChoices)
	}
	for _, o := range list {
		w.Options = append(w.Options, word(c, o, MaxWord, false))
	}
	if s, ok := t[4].AsText(); ok {
		w.Chosen = max(slices.Index(w.Options, s), 0)
	}
}

// word returns a text that people read.
func word(c *star.Call, v value.Value, most int, lines bool) string {
	s, ok := v.AsText()
	if !ok {
		c.Refuse("a widget needs a text here, not %s; turn it into one with str", value.Article(v))
	}
	c.Charge(int64(len(s)) / 32)
	if len(s) > most || !utf8.ValidString(s) || !blueprint.IsText(s, most, lines) {
		c.Refuse("a text of a widget has at most %d bytes of plain characters; shorten it", most)
	}
	return s
}

// bound returns a number of a widget.
func bound(c *star.Call, v value.Value, other float64) float64 {
	if v.IsNone() {
		return other
	}
	return float64(c.Meter().Units(v)) / 65536
}

package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"manyhold/input"
	"manyhold/render/palette"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
	"manyhold/render/ui/panel"
)

// lampPanel is a panel with a widget of each kind.
func lampPanel() panel.Spec {
	return panel.Spec{Title: "Friendly lamp", Widgets: []panel.Widget{
		{Kind: panel.Label, Label: "Lit for", Text: "3 evenings"},
		{Kind: panel.Number, Key: "glow", Label: "Brightness", Number: 9, Max: 15, Step: 1},
		{Kind: panel.Colour, Key: "glass", Label: "Glass", Colour: uint8(palette.Fire3)},
		{Kind: panel.Check, Key: "night", Label: "Only at night", On: true},
		{Kind: panel.Text, Key: "words", Label: "Greeting", Text: "Good evening"},
		{Kind: panel.TextBox, Key: "poem", Label: "Poem", Text: "The tide is coming in,\nthe lower lamps are out"},
		{Kind: panel.List, Key: "mood", Label: "Mood", Options: []string{"Calm", "Merry", "Thoughtful"}, Chosen: 1},
		{Kind: panel.Button, Key: "ring", Label: "Ring the bell"},
	}}
}

// panelled shows a panel, and turns to it.
func (s *stage) panelled(spec panel.Spec) {
	s.play()
	s.m.Things.Panel.Set(7, spec, true)
	s.tick(3)
	s.asked()
}

func init() {
	scenes = append(scenes, []struct {
		name string
		set  func(s *stage)
	}{
		{"panel-rests", func(s *stage) { s.play(); s.m.Things.Panel.Set(7, lampPanel(), false); s.tick(20) }},
		{"panel", func(s *stage) { s.panelled(lampPanel()); s.tick(20) }},
		{"panel-end", func(s *stage) {
			s.panelled(lampPanel())
			for range 12 {
				s.tap(input.PadDown)
			}
		}},
		{"panel-colours", func(s *stage) { s.panelled(lampPanel()); s.tap(input.KeyArrowDown); s.tap(input.KeyEnter); s.tick(20) }},
		{"panel-hostile", func(s *stage) { s.panelled(hostilePanel()); s.tick(20) }},
	}...)
}

// hostilePanel has far too much of everything.
func hostilePanel() panel.Spec {
	long := strings.Repeat("漢字 and no end of words, "+"W", 3000)
	spec := panel.Spec{Title: long}
	for k := range 10_000 {
		w := panel.Widget{Kind: panel.Kind(k % 11), Key: long[:k%40], Label: long[:3*(k%30)], Text: long, Number: math.NaN(), Min: math.Inf(1), Max: math.Inf(-1), Step: math.NaN(), Colour: 255, Chosen: k - 5}
		if k%2 == 0 {
			w.Options = []string{long, ""}
		}
		spec.Widgets = append(spec.Widgets, w)
	}
	return spec
}

// on brings the focus to a widget of the panel.
func (s *stage) on(key string) {
	s.t.Helper()
	for range 60 {
		if s.u.c.Focused == kit.Ident("panel/"+key, 0) {
			return
		}
		s.tap(input.PadDown)
	}
	s.t.Fatalf("the focus does not come to %s", key)
}

// gave fails unless the answers since the last call are these.
func (s *stage) gave(what string, want ...panel.Answer) {
	s.t.Helper()
	var got []panel.Answer
	for _, a := range s.asked() {
		if a, ok := a.(model.AnswerPanel); ok {
			got = append(got, a.Answer)
		}
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("%s: the answers are %+v, not %+v", what, got, want)
	}
}

// place is where the focused widget is.
func (s *stage) place() kit.Rect {
	s.t.Helper()
	for _, it := range s.trace().Items {
		if it.ID == s.u.c.Focused {
			return it.R
		}
	}
	s.t.Fatal("no widget has the focus")
	return kit.Rect{}
}

// move lets the cursor stand at a logical place.
func (s *stage) move(x, y int) {
	s.hand.Cursor(float64(x*s.u.c.Scale), float64(y*s.u.c.Scale))
	s.tick(1)
}

func glow(v float64) panel.Answer { return panel.Answer{Key: "glow", Kind: panel.Number, Number: v} }

// TestPanelNumbers: a number is stepped by arrows, the wheel and the pad, dragged, and typed.
func TestPanelNumbers(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.panelled(lampPanel())
	s.on("glow")
	s.tap(input.KeyArrowRight)
	s.gave("right", glow(10))
	s.tap(input.PadLeft)
	s.gave("left on the pad", glow(9))
	s.typed("12")
	s.tap(input.KeyEnter)
	s.gave("typed", glow(12))
	s.typed("1")
	s.typed(",9")
	s.tap(input.KeyTab)
	s.gave("typed, and gone on", glow(2))
	s.on("glow")
	s.typed("7")
	s.tap(input.KeyEscape)
	s.tap(input.KeyArrowRight)
	s.gave("given up", glow(3))
	s.typed("-")
	s.tap(input.KeyEnter)
	s.gave("no number")
	s.typed("1e999")
	s.tap(input.KeyEnter)
	s.gave("letters are not typed into it, so that this is 1999", glow(15))
	s.tap(input.KeyArrowRight)
	s.gave("beyond the bound")

	r := s.place()
	s.move(r.X+r.W/2, r.Y+r.H/2)
	s.hand.Wheel(-1)
	s.tick(2)
	s.gave("the wheel", glow(14))
	s.hand.Press(input.MouseLeft)
	s.tick(2)
	s.move(r.X+r.W/2-20, r.Y+r.H/2)
	s.gave("dragged, and not yet let go")
	s.hand.Release(input.MouseLeft)
	s.tick(2)
	if got := s.asked(); len(got) != 1 || got[0].(model.AnswerPanel).Number >= 14 || got[0].(model.AnswerPanel).Number < 8 {
		t.Errorf("dragged: %+v", got)
	}
	s.click(r)
	s.typed("5")
	s.tap(input.KeyEnter)
	s.gave("clicked and typed", glow(5))
	s.click(kit.R(r.X, r.Y, 16, r.H))
	s.gave("its left arrow", glow(4))
}

// TestPanelWidgets: each other kind of widget answers keys, the pad and the mouse.
func TestPanelWidgets(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.panelled(lampPanel())
	s.on("night")
	s.tap(input.KeySpace)
	s.tap(input.PadA)
	s.tap(input.PadRight)
	check := func(on bool) panel.Answer { return panel.Answer{Key: "night", Kind: panel.Check, On: on} }
	s.gave("check box", check(false), check(true), check(false))
	s.click(s.place())
	s.gave("check box, clicked", check(true))

	s.on("glass")
	s.tap(input.KeyArrowRight)
	s.gave("colour", panel.Answer{Key: "glass", Kind: panel.Colour, Colour: uint8(palette.Fire4)})
	s.tap(input.KeyEnter)
	s.tick(2)
	s.tap(input.PadLeft)
	s.tap(input.PadLeft)
	s.tap(input.PadA)
	s.tick(2)
	s.gave("picker", panel.Answer{Key: "glass", Kind: panel.Colour, Colour: uint8(palette.Fire2)})
	s.tap(input.PadA)
	s.tick(2)
	s.tap(input.PadB)
	s.tick(2)
	if !s.u.c.IsOpen(&s.u.sheet) {
		t.Fatal("B in the picker leads out of the panel")
	}

	s.on("words")
	s.typed("!")
	s.tap(input.KeyEnter)
	s.gave("text", panel.Answer{Key: "words", Kind: panel.Text, Text: "Good evening!"})
	s.typed("?")
	s.tap(input.KeyTab)
	s.gave("text, and gone on", panel.Answer{Key: "words", Kind: panel.Text, Text: "Good evening!?"})

	s.on("ring")
	s.tap(input.KeyEnter)
	s.click(s.place())
	ring := panel.Answer{Key: "ring", Kind: panel.Button}
	s.gave("button", ring, ring)
	s.tap(input.PadUp)
	s.tap(input.PadA)
	s.gave("list", panel.Answer{Key: "mood", Kind: panel.List, Chosen: 2, Text: "Thoughtful"})
}

// TestPanelTextBox: the several lines of a text box are walked through by the arrows, which lead out at its
// ends.
func TestPanelTextBox(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.panelled(panel.Spec{Widgets: []panel.Widget{
		{Kind: panel.Button, Key: "above"},
		{Kind: panel.TextBox, Key: "poem", Text: "one\ntwo"},
		{Kind: panel.Button, Key: "below"},
	}})
	s.on("poem")
	poem := kit.Ident("panel/poem", 0)
	s.tap(input.KeyArrowUp)
	s.typed("!")
	s.tap(input.KeyEnter)
	s.typed("and")
	if s.u.c.Focused != poem {
		t.Fatal("up leads out of the last line")
	}
	s.tap(input.KeyEnter, input.KeyControlLeft)
	s.gave("done", panel.Answer{Key: "poem", Kind: panel.TextBox, Text: "one!\nand\ntwo"})
	s.tap(input.KeyArrowDown)
	if s.tap(input.KeyArrowDown); s.u.c.Focused != kit.Ident("panel/below", 0) {
		t.Error("down does not lead out of the last line")
	}
	s.tap(input.KeyArrowUp)
	s.typed("x")
	s.tap(input.KeyArrowUp)
	s.tap(input.KeyArrowUp)
	if s.tap(input.KeyArrowUp); s.u.c.Focused != kit.Ident("panel/above", 0) {
		t.Error("up does not lead out of the first line")
	}
	s.gave("gone on", panel.Answer{Key: "poem", Kind: panel.TextBox, Text: "one!\nand\ntwox"})
	for range 40 {
		s.on("poem")
		s.typed("漢字漢字漢字 \n")
	}
	s.trace()
}

// TestPanelChanges: a further spec keeps the focus, the cursor and what the player is changing; all else is
// that of the script.
func TestPanelChanges(t *testing.T) {
	s := newStage(t, 1280, 720)
	spec := lampPanel()
	s.panelled(spec)
	s.on("words")
	s.tap(input.KeyArrowLeft)
	s.typed("s")
	change := func(f func(w []panel.Widget) []panel.Widget) {
		spec.Widgets = f(slices.Clone(spec.Widgets))
		s.m.Things.Panel.Set(7, spec, true)
		s.tick(2)
	}
	change(func(w []panel.Widget) []panel.Widget {
		w[4].Text, w[1].Number, w[3].On = "Good morning", 3, false
		return slices.Insert(w, 4, panel.Widget{Kind: panel.Label, Text: "It is new"})
	})
	s.typed("t")
	if s.tap(input.KeyEnter); !s.shows("It is new") {
		t.Error("the new widget is not shown")
	}
	s.gave("the text that was being typed", panel.Answer{Key: "words", Kind: panel.Text, Text: "Good eveninstg"})
	s.on("glow")
	s.tap(input.KeyArrowRight)
	s.gave("the number of the script", glow(4))
	change(func(w []panel.Widget) []panel.Widget { w[1].Number = 3; return w })
	if !s.shows("4") {
		t.Error("a number that was just set goes back at once")
	}
	s.tick(60)
	change(func(w []panel.Widget) []panel.Widget { w[1].Number = 3; return w })
	s.tap(input.KeyArrowRight)
	s.gave("the script refuses a number", glow(4))
	change(func([]panel.Widget) []panel.Widget { return []panel.Widget{{Kind: panel.Button, Key: "other"}} })
	if s.u.c.Focused != kit.Ident("panel/other", 0) {
		t.Error("the focus is on a widget that is gone")
	}
	s.asked()
	s.m.Things.Panel.Clear()
	if s.tick(3); len(s.u.c.Stack) != 0 || s.shows("Friendly lamp") {
		t.Error("a panel that is taken away stays")
	}
}

// TestPanelRests: a panel that does not ask leaves the keys to the world until the player turns to it, and
// gives them back.
func TestPanelRests(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.m.Things.Panel.Set(7, lampPanel(), false)
	s.tick(3)
	if s.u.Captures() || !s.shows("Friendly lamp") {
		t.Fatal("a panel at rest is not shown, or has the keys")
	}
	s.asked()
	s.tap(input.KeyP)
	if s.tick(2); !s.u.Captures() {
		t.Fatal("the key does not turn to it")
	}
	s.tap(input.KeyP)
	if s.u.Captures() || !s.shows("Friendly lamp") {
		t.Fatal("the key does not turn away")
	}
	var night kit.Rect
	for _, w := range s.trace().Texts {
		if w.Text == "Only at night" {
			night = w.R
		}
	}
	s.click(night)
	s.tick(2)
	s.gave("a click turns to it, and is answered", panel.Answer{Key: "night", Kind: panel.Check})
	s.click(kit.R(100, 100, 20, 20))
	if s.u.Captures() {
		t.Error("a click beside it does not turn away")
	}
	s.tap(input.KeyP)
	s.tick(2)
	s.tap(input.KeyEscape)
	if got := s.asked(); !slices.Contains(got, model.Action(model.ClosePanel{ID: 7})) || s.shows("Friendly lamp") {
		t.Errorf("Escape does not close: %+v", got)
	}
	s.m.Things.Panel.Set(8, lampPanel(), true)
	s.tick(3)
	s.asked()
	s.tap(input.PadB)
	if got := s.asked(); !slices.Contains(got, model.Action(model.ClosePanel{ID: 8})) {
		t.Errorf("B does not close: %+v", got)
	}
	s.tap(input.KeyI)
	s.m.Things.Panel.Set(9, lampPanel(), true)
	if s.tick(3); !s.u.c.IsOpen(&s.u.bag) {
		t.Error("a panel pushes another screen away")
	}
	s.tap(input.KeyI)
	if s.tick(3); !s.u.c.IsOpen(&s.u.sheet) {
		t.Error("a panel that asks does not wait")
	}
}

// TestPanelScrolls: everything in a long panel is come by, by keys, by Tab, and by the wheel.
func TestPanelScrolls(t *testing.T) {
	spec := panel.Spec{Title: "Long"}
	for k := range panel.MaxWidgets {
		spec.Widgets = append(spec.Widgets, panel.Widget{Kind: panel.Kind(k % int(panel.KindCount)), Key: fmt.Sprint(k), Label: fmt.Sprint("Widget ", k), Options: []string{"a", "b"}})
	}
	for _, way := range []input.Button{input.KeyArrowDown, input.PadDown, input.PadUp, input.KeyTab} {
		s := newStage(t, 854, 480)
		s.panelled(spec)
		seen := map[uint32]bool{}
		for range 90 {
			seen[s.u.c.Focused] = true
			s.tap(way)
			if way == input.KeyArrowDown {
				s.in.Text = nil
			}
		}
		for k, w := range spec.Widgets {
			if w.Kind != panel.Label && w.Kind != panel.List && !seen[kit.Ident("panel/"+w.Key, 0)] {
				t.Errorf("%v does not come by widget %d", way, k)
			}
		}
	}
	s := newStage(t, 854, 480)
	s.panelled(spec)
	s.move(s.u.c.W-30, 200)
	for range 60 {
		s.hand.Wheel(-1)
		s.tick(1)
	}
	s.gave("the wheel scrolls, and turns no number on its way")
	if !s.shows("Widget 23") {
		t.Error("the wheel does not come to the end")
	}
}

// TestPanelByTouch: fingers turn to a panel by its title, and write on the keyboard of the screen.
func TestPanelByTouch(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.in.TouchArea = input.TouchArea{Width: 1280, Height: 720, Mode: input.TouchOn}
	s.play()
	touch := func(r kit.Rect) {
		s.in.TouchArea.Menus = s.u.Captures()
		s.hand.Touch(input.Touch{ID: 1, X: float64((r.X + r.W/2) * s.u.c.Scale), Y: float64((r.Y + r.H/2) * s.u.c.Scale)})
		s.tick(2)
		s.hand.Touch()
		s.tick(3)
	}
	s.m.Things.Panel.Set(7, panel.Spec{Title: "Friendly lamp", Widgets: []panel.Widget{{Kind: panel.TextBox, Key: "poem"}, {Kind: panel.Number, Key: "glow", Max: 15}}}, false)
	s.tick(3)
	if s.u.Captures() {
		t.Fatal("the panel takes the keys")
	}
	for _, w := range s.trace().Texts {
		if w.Text == "Friendly lamp" {
			touch(w.R)
		}
	}
	if !s.u.c.IsOpen(&s.u.sheet) {
		t.Fatal("a tap does not turn to it")
	}
	key := func(column, row int) {
		board := s.u.c.Keyboard.Place(s.u.c).Inset(8)
		touch(kit.R(board.X+column*kit.KeyW, board.Y+row*kit.KeyH, kit.KeyW-2, kit.KeyH-2))
	}
	s.u.c.Focused = kit.Ident("panel/poem", 0)
	if touch(s.place()); !s.u.c.Keyboard.Open {
		t.Fatal("a tap into a text box opens no keyboard")
	}
	key(0, 1)
	key(2*kit.KeySigns, 4)
	key(9, 3)
	key(0, 0)
	s.asked()
	key(2*kit.KeyDone, 4)
	s.gave("written by fingers", panel.Answer{Key: "poem", Kind: panel.TextBox, Text: "q\n!"})
	s.u.c.Focused = kit.Ident("panel/glow", 0)
	if touch(s.place()); !s.u.c.Keyboard.Open {
		t.Fatal("a tap on a number opens no keyboard")
	}
	key(6, 0)
	key(2*kit.KeyDone, 4)
	s.gave("a number by fingers", panel.Answer{Key: "glow", Kind: panel.Number, Number: 7.05})
}

// FuzzPanel: any panel, changed into any other under any keys, breaks nothing.
func FuzzPanel(f *testing.F) {
	f.Add("Lamp", "glow", "one\ntwo", 9.0, 0.0, 15.0, 1.0, uint8(4), 3, []byte("\x01\x02\x03\x04\x05\x06\x07\x08"))
	f.Add("\xff", "k", "\u202e\x00", math.NaN(), math.Inf(1), math.Inf(-1), -1.0, uint8(9), 10_000, []byte("\x05\x05\x05\x00\x09\x09"))
	keys := []input.Button{input.KeyArrowDown, input.KeyArrowUp, input.KeyArrowLeft, input.KeyArrowRight, input.KeyEnter, input.KeyTab, input.PadA, input.PadDown, input.KeyEscape, input.MouseLeft, input.PadB, input.KeyP}
	f.Fuzz(func(t *testing.T, title, key, text string, v, least, most, step float64, kind uint8, n int, hands []byte) {
		s := newStage(t, 640, 360)
		s.play()
		spec := panel.Spec{Title: title}
		for k := range n & 0xFF {
			spec.Widgets = append(spec.Widgets, panel.Widget{Kind: panel.Kind((int(kind) + k) % 11), Key: key[:k%(len(key)+1)], Label: text, Text: text, Number: v, Min: least, Max: most, Step: step, Options: strings.Split(text, "\n"), Chosen: n})
		}
		s.m.Things.Panel.Set(1, spec, true)
		for k, b := range hands[:min(len(hands), 64)] {
			if b >= 200 {
				s.typed(string(rune(b)))
			}
			s.move(int(b)*3, k*11%360)
			s.hand.Wheel(float64(b%5) - 2)
			s.tap(keys[int(b)%len(keys)])
			if b%7 == 0 {
				spec.Widgets = spec.Widgets[min(1, len(spec.Widgets)):]
				s.m.Things.Panel.Set(uint64(1+b%2), spec, b%3 == 0)
			}
		}
		s.trace()
	})
}

// TestMakersByPad: the palette, the inspector and a panel are reached by the pad alone, at once.
func TestMakersByPad(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.makers()
	s.tap(input.PadSelect, input.PadX)
	if s.tick(2); !s.u.c.IsOpen(&s.u.things.Palette) || s.u.c.Focused != kit.Ident("palette.card", 0) {
		t.Fatal("Select and X do not open the palette")
	}
	s.tap(input.PadRight)
	s.asked()
	s.tap(input.PadA)
	s.askedOnly("the second blueprint", model.TakeThing{ID: s.m.Things.Palette[1].ID})
	s.tap(input.PadSelect, input.PadY)
	s.askedOnly("the inspector", model.LookAtThing{})
	s.m.Things.Panel.Set(7, lampPanel(), false)
	if s.tick(2); !s.shows("Select + A: use") {
		t.Error("the panel does not say how the pad comes to it")
	}
	s.tap(input.PadSelect, input.PadA)
	if s.tick(2); !s.u.c.IsOpen(&s.u.sheet) {
		t.Error("Select and A do not turn to the panel")
	}
	s.tap(input.PadB)
	s.m.HUD.Aim = model.Aim{At: at(-2, 1), Made: true, Label: "Wind up"}
	if s.tick(2); !s.shows("Wind up · Select + Y: look") || !s.shows("A button") {
		t.Error("the hint does not name the pad's buttons")
	}
	s.tap(input.PadSelect)
	if s.tick(3); !s.u.c.IsOpen(&s.u.chart) {
		t.Error("Select alone does not open the map")
	}
}

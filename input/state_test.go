package input_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/input"
	"manyhold/input/fake"
)

type hands struct {
	*fake.Source
	input.State
	b *input.Bindings
}

func newHands(t testing.TB) *hands {
	b, err := input.NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &hands{Source: fake.New(), b: b}
	h.tick()
	return h
}

func (h *hands) tick() { h.b.Read(h.Source, &h.State) }

func TestPressHoldRelease(t *testing.T) {
	h := newHands(t)
	h.Press(input.KeyE)
	h.tick()
	if !h.Held(input.Use) || !h.Pressed(input.Use) || h.Released(input.Use) || h.Fresh() != input.KeyE {
		t.Error("first tick")
	}
	h.tick()
	if !h.Held(input.Use) || h.Pressed(input.Use) || h.HeldTicks(input.Use) != 2 || h.Fresh() != input.NoButton {
		t.Error("second tick")
	}
	h.Press(input.PadA) // a second button of the same action neither presses nor releases it
	h.tick()
	h.State.Pressed(input.Use)
	h.Source.Release(input.KeyE)
	h.tick()
	if !h.Held(input.Use) || h.Pressed(input.Use) || h.State.Released(input.Use) || h.Device != input.Pad {
		t.Error("handed over to the pad")
	}
	h.Source.Release(input.PadA)
	h.tick()
	if h.Held(input.Use) || !h.State.Released(input.Use) {
		t.Error("let go")
	}
	h.tick()
	if h.State.Released(input.Use) {
		t.Error("let go twice")
	}
}

func TestRepeat(t *testing.T) {
	h := newHands(t)
	h.Press(input.KeyArrowDown, input.KeyBackspace)
	var menu, text []int
	for i := range 40 {
		h.tick()
		if h.Repeat(input.Down) {
			menu = append(menu, i)
		}
		if h.Edit(input.Backspace) {
			text = append(text, i)
		}
	}
	want := []int{0, 24, 28, 32, 36}
	if !slices.Equal(menu, want) || !slices.Equal(text, want) {
		t.Errorf("repeats at %v and %v, want %v", menu, text, want)
	}
}

func TestMove(t *testing.T) {
	r := math.Sqrt2 / 2
	for _, c := range []struct {
		name string
		keys []input.Button
		x, y float64 // stick
		want [2]float64
	}{
		{"rest", nil, 0, 0, [2]float64{0, 0}},
		{"east", []input.Button{input.KeyD}, 0, 0, [2]float64{1, 0}},
		{"arrows", []input.Button{input.KeyArrowUp}, 0, 0, [2]float64{0, -1}},
		{"two keys of one way", []input.Button{input.KeyD, input.KeyArrowRight}, 0, 0, [2]float64{1, 0}},
		{"diagonal", []input.Button{input.KeyD, input.KeyS}, 0, 0, [2]float64{r, r}},
		{"opposite", []input.Button{input.KeyA, input.KeyD, input.KeyW}, 0, 0, [2]float64{0, -1}},
		{"stick off the middle", nil, 0.1, -0.12, [2]float64{0, 0}},
		{"stick half", nil, (0.2 + 0.95) / 2, 0, [2]float64{0.5, 0}},
		{"stick full", nil, -1, 0, [2]float64{-1, 0}},
		{"stick corner", nil, 1, 1, [2]float64{r, r}},
		{"stick and key", []input.Button{input.KeyD}, 1, 0, [2]float64{1, 0}},
		{"broken stick", nil, math.NaN(), 1, [2]float64{0, 0}},
		{"broken stick", nil, math.Inf(1), 0, [2]float64{0, 0}},
	} {
		h := newHands(t)
		h.Press(c.keys...)
		h.Stick(input.LeftX, c.x)
		h.Stick(input.LeftY, c.y)
		h.tick()
		if math.Abs(h.MoveX-c.want[0]) > 1e-6 || math.Abs(h.MoveY-c.want[1]) > 1e-6 {
			t.Errorf("%s: %v, %v, want %v", c.name, h.MoveX, h.MoveY, c.want)
		}
	}
}

// However hands are laid on, the wish to move is at most one long.
func TestMoveIsShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, _ := input.NewBindings(nil)
		f, s := fake.New(), new(input.State)
		for range 5 {
			for a := range input.AxisCount {
				f.Stick(a, rapid.Float64().Draw(t, "axis"))
			}
			k := input.Button(rapid.IntRange(1, int(input.ButtonCount)-1).Draw(t, "button"))
			f.Squeeze(k, rapid.Float32().Draw(t, "value"))
			f.Wheel(rapid.Float64().Draw(t, "wheel"))
			b.Read(f, s)
			if l := math.Hypot(s.MoveX, s.MoveY); !(l <= 1+1e-9) {
				t.Fatalf("move is %v long", l)
			}
			if l := math.Hypot(s.AimX, s.AimY); !(l <= 1+1e-9) {
				t.Fatalf("aim is %v long", l)
			}
		}
	})
}

func TestStickWorksAsButton(t *testing.T) {
	h := newHands(t)
	for _, c := range []struct {
		y             float64
		held, pressed bool
	}{{0.4, false, false}, {0.8, true, true}, {0.5, true, false}, {0.3, false, false}, {0.9, true, true}} {
		h.Stick(input.LeftY, c.y)
		h.tick()
		if h.Held(input.Down) != c.held || h.Pressed(input.Down) != c.pressed {
			t.Errorf("at %v: held %v, pressed %v", c.y, h.Held(input.Down), h.Pressed(input.Down))
		}
	}
	if h.Device != input.Pad || h.Name(input.Use) != "A button" {
		t.Errorf("hints are for device %d: %q", h.Device, h.Name(input.Use))
	}
	h.Cursor(5, 5)
	h.tick()
	if h.Device != input.Mouse || h.Name(input.Use) != "E" || !h.CursorMoved {
		t.Errorf("hints are for device %d: %q", h.Device, h.Name(input.Use))
	}
}

func TestFocusLossLetsGo(t *testing.T) {
	h := newHands(t)
	h.Press(input.KeyD, input.KeyTab, input.MouseLeft)
	h.Stick(input.LeftX, 1)
	h.tick()
	h.Focus(false)
	h.Type("secret")
	h.tick()
	if h.Held(input.MoveRight) || !h.State.Released(input.MoveRight) || h.MoveX != 0 || len(h.Text) != 0 || h.ButtonHeld(input.MouseLeft) {
		t.Error("held without focus")
	}
	h.Stick(input.LeftX, 0)
	h.Focus(true)
	h.tick()
	if h.Held(input.MoveRight) || h.MoveX != 0 || h.Pressed(input.Inventory) {
		t.Error("what was held while the focus came back counts")
	}
	h.Source.Release(input.KeyD)
	h.tick()
	h.Press(input.KeyD)
	h.tick()
	if !h.Pressed(input.MoveRight) || h.MoveX != 1 || h.Held(input.Inventory) {
		t.Error("pressed anew")
	}
}

func TestConsume(t *testing.T) {
	h := newHands(t)
	h.Press(input.KeyEnter, input.KeyD)
	h.tick()
	h.ConsumeWorld()
	if h.Held(input.Chat) || h.MoveX != 0 || !h.Pressed(input.Confirm) {
		t.Error("consumed world is heard, or the menu with it")
	}
	h.tick() // the menu closed itself: nothing consumes any more
	if h.Held(input.Chat) || h.Pressed(input.Chat) || h.MoveX != 0 || h.Held(input.MoveRight) {
		t.Error("heard before it was let go")
	}
	h.Source.Release(input.KeyEnter, input.KeyD)
	h.tick()
	if h.State.Released(input.Chat) {
		t.Error("the end of a consumed press is heard")
	}
	h.Press(input.KeyEnter, input.KeyD)
	h.tick()
	if !h.Pressed(input.Chat) || h.MoveX != 1 {
		t.Error("not heard after it was let go")
	}
}

func TestWheel(t *testing.T) {
	h := newHands(t)
	steps := func(ticks int, each float64) (n int) {
		for range ticks {
			h.Wheel(each)
			h.tick()
			if h.Pressed(input.ZoomIn) {
				n++
			}
		}
		return n
	}
	if n := steps(3, 1); n != 3 {
		t.Errorf("three notches in a row are %d steps", n)
	}
	if n := steps(20, 0.25); n != 5 {
		t.Errorf("20 quarters are %d steps", n)
	}
	if n := steps(1, 100) + steps(10, 0); n != 3 {
		t.Errorf("a wild turn is %d steps", n)
	}
	h.Wheel(-1)
	h.tick()
	if !h.Pressed(input.ZoomOut) || h.WheelY != -1 {
		t.Error("down")
	}
}

func TestTextAndEditing(t *testing.T) {
	h := newHands(t)
	h.Type("Grüße 你")
	h.tick()
	if string(h.Text) != "Grüße 你" {
		t.Errorf("typed %q", string(h.Text))
	}
	h.tick()
	if len(h.Text) != 0 {
		t.Errorf("typed again: %q", string(h.Text))
	}
	h.Type(string(make([]rune, 10000)))
	h.tick()
	if len(h.Text) != input.MaxText {
		t.Errorf("%d runes in a tick", len(h.Text))
	}
	for _, c := range []struct {
		keys []input.Button
		edit input.Edit
		want bool
	}{
		{[]input.Button{input.KeyV}, input.Paste, false},
		{[]input.Button{input.KeyControlLeft, input.KeyV}, input.Paste, true},
		{[]input.Button{input.KeyMetaRight, input.KeyV}, input.Paste, true},
		{[]input.Button{input.KeyShiftLeft, input.KeyInsert}, input.Paste, true},
		{[]input.Button{input.KeyControlLeft, input.KeyAltRight, input.KeyV}, input.Paste, false},
		{[]input.Button{input.KeyNumpadEnter}, input.Submit, true},
		{[]input.Button{input.KeyEscape}, input.Cancel, true},
		{[]input.Button{input.KeyHome}, input.CursorHome, true},
	} {
		h := newHands(t)
		h.Press(c.keys...)
		h.tick()
		if h.Edit(c.edit) != c.want {
			t.Errorf("%v: edit %d is %v", c.keys, c.edit, !c.want)
		}
	}
}

func TestTapWithinATick(t *testing.T) {
	h := newHands(t)
	h.Tap(input.KeyE)
	h.tick()
	if !h.Pressed(input.Use) {
		t.Error("not heard")
	}
	h.tick()
	if h.Held(input.Use) {
		t.Error("still held")
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	h := newHands(t)
	h.Type("warm")
	h.tick()
	if n := testing.AllocsPerRun(100, func() {
		h.Type("abc")
		h.Tap(input.KeyE)
		h.Stick(input.LeftX, 0.7)
		h.tick()
		h.ConsumeWorld()
		_ = h.Name(input.Use)
	}); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

func BenchmarkRead(b *testing.B) {
	h := newHands(b)
	h.Press(input.KeyD, input.MouseLeft)
	for b.Loop() {
		h.tick()
	}
}

// TestToggle presses a toggled action once to begin it and once to end it; being consumed or losing the
// keyboard ends it.
func TestToggle(t *testing.T) {
	b, err := input.NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	b.SetToggle(input.Dig, true)
	var s input.State
	hand := fake.New()
	read := func() { b.Read(hand, &s) }
	tap := func() { hand.Tap(input.MouseLeft); read(); read() }
	read()
	if tap(); !s.Held(input.Dig) {
		t.Error("one press does not begin")
	}
	read()
	if !s.Held(input.Dig) || s.Pressed(input.Dig) {
		t.Error("it does not go on")
	}
	if tap(); s.Held(input.Dig) {
		t.Error("another press does not end")
	}
	tap()
	if s.Consume(input.Dig); s.Held(input.Dig) {
		t.Error("what is consumed goes on")
	}
	if read(); s.Held(input.Dig) {
		t.Error("what was consumed comes back")
	}
	tap()
	hand.Focus(false)
	read()
	hand.Focus(true)
	if read(); s.Held(input.Dig) {
		t.Error("it goes on without the keyboard")
	}
	b.SetToggle(input.Dig, false)
	if tap(); s.Held(input.Dig) {
		t.Error("it still toggles")
	}
}

// TestConsumedStaysSilent holds a key in a menu for a while and closes the menu: the key is silent until it
// is let go.
func TestConsumedStaysSilent(t *testing.T) {
	for open := range 6 {
		b, _ := input.NewBindings(nil)
		var s input.State
		hand := fake.New()
		b.Read(hand, &s)
		hand.Press(input.KeyE)
		for range open + 1 {
			b.Read(hand, &s)
			s.ConsumeWorld()
		}
		for range 4 {
			if b.Read(hand, &s); s.Held(input.Use) || s.Pressed(input.Use) {
				t.Errorf("after %d ticks in a menu the key does something behind it", open+1)
			}
		}
		hand.Release(input.KeyE)
		b.Read(hand, &s)
		hand.Press(input.KeyE)
		if b.Read(hand, &s); !s.Pressed(input.Use) {
			t.Error("pressed anew, the key does nothing")
		}
	}
}

// TestKeyboardAlone aims before the figure until the mouse is used, and again when it has lain for a while
// and a key digs.
func TestKeyboardAlone(t *testing.T) {
	b, _ := input.NewBindings(nil)
	var s input.State
	hand := fake.New()
	read := func(n int) {
		for range n {
			b.Read(hand, &s)
		}
	}
	read(2)
	hand.Tap(input.KeyJ)
	if read(1); s.Pointing || !s.Pressed(input.Dig) {
		t.Error("without a mouse a key does not dig before the figure")
	}
	hand.Cursor(40, 50)
	if read(1); !s.Pointing {
		t.Error("the cursor moved and does not aim")
	}
	hand.Tap(input.KeyJ)
	if read(1); !s.Pointing {
		t.Error("who aims with the mouse and digs with a key digs elsewhere")
	}
	read(input.MouseRest)
	if !s.Pointing {
		t.Error("a mouse that lies does not aim any more though nobody dug")
	}
	hand.Tap(input.KeyK)
	if read(1); s.Pointing || !s.Pressed(input.Place) {
		t.Error("after a rest of the mouse a key places where it lies")
	}
	hand.Tap(input.MouseLeft)
	if read(1); !s.Pointing {
		t.Error("a click does not aim")
	}
	hand.Tap(input.PadR2)
	if read(1); s.Pointing {
		t.Error("a pad aims with the cursor")
	}
}

package input

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTablesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range Actions() {
		row := actions[a]
		if row.name == "" || row.label == "" || len(row.buttons) == 0 || len(row.buttons) > MaxButtons {
			t.Errorf("action %d: %+v", a, row)
		}
		if got, ok := ParseAction(row.name); !ok || got != a || seen["action "+row.name] {
			t.Errorf("%s is not one action", row.name)
		}
		seen["action "+row.name] = true
	}
	for b := NoButton + 1; b < ButtonCount; b++ {
		if got, ok := ParseButton(b.String()); !ok || got != b || b.Label() == "" || seen["label "+b.Label()] {
			t.Errorf("button %d: name %q, label %q", b, b, b.Label())
		}
		seen["label "+b.Label()] = true
	}
	for _, a := range aliases {
		if b, ok := ParseButton(a.name); !ok || b != a.button {
			t.Errorf("alias %s", a.name)
		}
	}
}

func TestDefaults(t *testing.T) {
	b, err := NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := b.Conflicts(); len(c) != 0 {
		t.Errorf("the defaults have conflicts: %v", c)
	}
	for _, a := range Actions() {
		if len(b.Buttons(a)) == 0 || b.Name(a, Keys) == "" || b.Name(a, Pad) == "" {
			t.Errorf("%s has no button or name", a)
		}
	}
	for _, want := range []struct {
		a    Action
		d    Device
		name string
	}{{Use, Keys, "E"}, {Use, Pad, "A button"}, {Dig, Keys, "J"}, {Dig, Mouse, "Left click"}, {Use, Mouse, "E"}, {Throw, Mouse, "R"}, {ZoomIn, Keys, "Numpad +"}, {ZoomIn, Mouse, "Wheel up"}, {Dig, Pad, "Right trigger"},
		{Menu, Keys, "Esc"}, {Slot11, Keys, "-"}, {Slot11, Pad, "-"}, {AimUp, Keys, "Right stick up"}} {
		if got := b.Name(want.a, want.d); got != want.name {
			t.Errorf("%s on device %d is called %q, want %q", want.a, want.d, got, want.name)
		}
	}
}

func TestNewBindingsRefuses(t *testing.T) {
	for _, c := range []struct {
		action, button string
		list           []string
		words          []string
	}{
		{"digg", "", []string{"A"}, []string{`"digg"`, "did you mean dig?", "move_up", "fullscreen"}},
		{"xylophone", "", []string{"A"}, []string{`"xylophone" is no action; the actions are`}},
		{"dig", "Spcae", []string{"A", "Spcae"}, []string{"dig", `"Spcae"`, "did you mean Space?", "PadRightStickLeft", "A to Z"}},
		{"dig", "space", []string{"space"}, []string{"did you mean Space?"}},
		{"dig", "A", []string{"A", "A"}, []string{"twice"}},
		{"dig", "MouseLeft", []string{"Mouse1", "MouseLeft"}, []string{"twice"}},
		{"dig", "", []string{"A", "B", "C", "D", "E"}, []string{"5 buttons", "at most 4"}},
		{"menu", "", nil, []string{"at least one"}},
	} {
		b, err := NewBindings(map[string][]string{c.action: c.list})
		var bad *BindError
		if !errors.As(err, &bad) || b != nil {
			t.Errorf("%s = %q: error %v", c.action, c.list, err)
			continue
		}
		if bad.Action != c.action || bad.Button != c.button {
			t.Errorf("%s = %q: names %q, %q", c.action, c.list, bad.Action, bad.Button)
		}
		for _, w := range c.words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s = %q: %q is not in %q", c.action, c.list, w, err)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q has several lines", err)
		}
	}
}

func TestUnboundAndPartial(t *testing.T) {
	b, err := NewBindings(map[string][]string{"kick": {}, "use": {"Mouse4"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Buttons(Kick)) != 0 || b.Name(Kick, Keys) != "" {
		t.Error("kick is bound")
	}
	if got := b.Buttons(Use); !slices.Equal(got, []Button{MouseBack}) || b.Name(Use, Pad) != "Mouse back" {
		t.Errorf("use is %v", got)
	}
	if !slices.Equal(b.Buttons(Dig), actions[Dig].buttons) {
		t.Error("dig lost its defaults")
	}
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		table map[string][]string
		want  []string
	}{
		{map[string][]string{"use": {"F"}}, []string{"F means both Use, open, light and Pick up, put down"}},
		{map[string][]string{"confirm": {"E"}}, nil}, // in menus E may mean something else
		{map[string][]string{"record": {"Tab"}}, []string{"Tab means both Inventory and Record", "Tab means both Next page and Record"}},
		{map[string][]string{"record": {"F3"}}, []string{"F3 means both Debug info and Record"}},
	} {
		b, err := NewBindings(c.table)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range b.Conflicts() {
			got = append(got, c.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.table, got, c.want)
		}
	}
}

func TestBind(t *testing.T) {
	b, _ := NewBindings(nil)
	if !b.Bind(Use, 0, KeyZ) || !slices.Equal(b.Buttons(Use), []Button{KeyZ, PadA}) || b.Name(Use, Keys) != "Z" {
		t.Errorf("use is %v", b.Buttons(Use))
	}
	if !b.Bind(Use, 3, KeyY) || !slices.Equal(b.Buttons(Use), []Button{KeyZ, PadA, KeyY}) {
		t.Errorf("use is %v", b.Buttons(Use))
	}
	if !b.Bind(Use, 0, PadA) || !slices.Equal(b.Buttons(Use), []Button{PadA, KeyY}) {
		t.Errorf("use is %v", b.Buttons(Use))
	}
	if !b.Bind(Use, 1, NoButton) || !b.Bind(Use, 0, NoButton) || len(b.Buttons(Use)) != 0 {
		t.Errorf("use is %v", b.Buttons(Use))
	}
	b.Reset(Use)
	if !slices.Equal(b.Buttons(Use), actions[Use].buttons) {
		t.Errorf("use is %v", b.Buttons(Use))
	}
	b.Bind(Menu, 1, NoButton)
	if b.Bind(Menu, 0, NoButton) || len(b.Buttons(Menu)) != 1 {
		t.Error("the last button of menu went away")
	}
}

// For any bindings, the stored table makes the same bindings again.
func TestTableRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, _ := NewBindings(nil)
		for range rapid.IntRange(0, 30).Draw(t, "binds") {
			a := Action(rapid.IntRange(1, int(ActionCount)-1).Draw(t, "action"))
			b.Bind(a, rapid.IntRange(0, MaxButtons-1).Draw(t, "i"), Button(rapid.IntRange(0, int(ButtonCount)-1).Draw(t, "button")))
		}
		again, err := NewBindings(b.Table())
		if err != nil || again.list != b.list {
			t.Fatalf("%v\n%v\n%v", err, b.Table(), again.Table())
		}
		if !maps.EqualFunc(again.Table(), b.Table(), slices.Equal) {
			t.Fatal("tables differ")
		}
	})
}

func FuzzNewBindings(f *testing.F) {
	f.Add("dig", "A", "PadA")
	f.Add("digg", "", "Mouse1")
	f.Add("menu", "\xff\x00", "PadRightStickUp")
	f.Fuzz(func(t *testing.T, action, one, two string) {
		b, err := NewBindings(map[string][]string{action: {one, two}})
		if (b == nil) == (err == nil) {
			t.Fatalf("%v, %v", b, err)
		}
		if err != nil && !utf8Line(err.Error()) {
			t.Fatalf("%q is no sentence", err)
		}
	})
}

func utf8Line(s string) bool {
	for _, r := range s {
		if r < ' ' || r == 0xfffd {
			return false
		}
	}
	return true
}

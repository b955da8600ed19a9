package ui

import (
	"strconv"
	"strings"
	"testing"

	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// TestSettingsRoundTrip changes one setting of each kind through its widget and applies the request, as the
// session does.
func TestSettingsRoundTrip(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.u.menus.Settings.Open(s.u.c)
	s.tick(2)
	pick := func(key string) *model.Setting {
		set := menu.SettingOf(s.u.c, key)
		in := 0
		for i := range s.m.Settings {
			o := &s.m.Settings[i]
			if o.Group != set.Group {
				continue
			}
			if o.Key == key {
				break
			}
			in++
		}
		for i, g := range s.u.menus.Settings.Groups {
			if g == set.Group {
				s.u.menus.Settings.Group, s.u.menus.Settings.Scroll = i, max(0, in-3)
			}
		}
		s.tick(1)
		s.u.c.Focused = kit.Ident("setting", in)
		s.tick(2)
		return set
	}
	apply := func() {
		for _, a := range s.asked() {
			switch a := a.(type) {
			case model.SetSetting:
				menu.SettingOf(s.u.c, a.Key).Value = a.Value
			case model.ResetSetting:
				set := menu.SettingOf(s.u.c, a.Key)
				set.Value = set.Default
			}
		}
	}
	for _, test := range []struct {
		key  string
		do   func()
		want string
	}{
		{"picture.shake", func() { s.tap(input.KeyEnter) }, "false"},
		{"picture.shake", func() { s.tap(input.KeyArrowLeft) }, "true"},
		{"picture.gpu", func() { s.tap(input.KeyEnter) }, "true"}, // it cannot be changed, and says why
		{"sound.master", func() { s.tap(input.KeyArrowRight) }, "85"},
		{"picture.light", func() { s.tap(input.KeyArrowRight) }, "full"},
		{"picture.light", func() { s.tap(input.KeyEnter) }, "simple"},
		{"name", func() { s.typed(" Lovelace"); s.tap(input.KeyEnter) }, "Ada Lovelace"},
		{"name", func() {
			s.typed(strings.Repeat("x", 64))
			s.tick(1)
			if s.u.c.Help != s.u.c.Say("edit.cut") {
				t.Error("a text that was cut is not said to be")
			}
			s.tap(input.KeyArrowDown)
		}, "Ada Lovelacexxxxxxxxxxxx"},
		{"keys.drop", func() { s.tap(input.KeyEnter); s.tick(2); s.tap(input.KeyX) }, "X"},
		{"keys.drop", func() { s.tap(input.KeyEnter); s.tick(2); s.tap(input.KeyEscape) }, "X"},
		{"keys.drop", func() { s.tap(input.KeyEnter); s.tick(menu.BindTicks + 2); s.tap(input.PadX) }, "X"},
		{"keys.use", func() { s.tap(input.KeyEnter); s.tick(2); s.tap(input.PadR1) }, "E PadR1"},
	} {
		set := pick(test.key)
		test.do()
		apply()
		if set.Value != test.want {
			t.Errorf("%s is %q, want %q", test.key, set.Value, test.want)
		}
	}
	if !s.u.c.IsOpen(&s.u.menus.Settings) {
		t.Error("the settings closed on the way")
	}
	pick("keys.kick")
	if !strings.Contains(s.u.c.Help, menu.SettingOf(s.u.c, "keys.use").Label) {
		t.Errorf("a conflict is not told: %q", s.u.c.Help)
	}
	pick("picture.gpu")
	if s.u.c.Help != menu.SettingOf(s.u.c, "picture.gpu").Why {
		t.Errorf("a setting that cannot be changed does not say why: %q", s.u.c.Help)
	}
}

func TestStepped(t *testing.T) {
	s := &model.Setting{Min: 0.5, Max: 2, Step: 0.25}
	for _, test := range []struct {
		v    float64
		want string
	}{{0, "0.5"}, {0.6, "0.5"}, {0.7, "0.75"}, {9, "2"}, {1.1, "1"}} {
		if got := menu.Number(menu.Stepped(s, test.v)); got != test.want {
			t.Errorf("%v is stepped to %s, want %s", test.v, got, test.want)
		}
	}
	if strconv.Itoa(300) != kit.Itoa(300) || kit.Itoa(7) != "7" {
		t.Error("itoa")
	}
}

// TestScaleThatDoesNotFit: if the chosen scale does not fit, the largest that fits is used, and the setting
// says so; in a large window there is no such message.
func TestScaleThatDoesNotFit(t *testing.T) {
	for _, c := range []struct{ w, h, takes int }{{1280, 720, 2}, {1920, 1080, 3}, {2560, 1440, 4}, {640, 360, 1}} {
		s := newStage(t, c.w, c.h)
		s.m.Settings = append([]model.Setting{{Key: menu.ScaleKey, Label: "Scale", Help: "How large.", Group: sampleSettings()[0].Group, Kind: model.Range, Value: "4", Max: 4, Step: 1}}, s.m.Settings...)
		s.m.Window.Scale = 4
		s.play()
		s.u.menus.Settings.Open(s.u.c)
		s.tick(2)
		s.u.c.Focused = kit.Ident("setting", 0)
		s.tick(2)
		if s.u.c.Scale != c.takes {
			t.Errorf("%dx%d: the interface is drawn %d times as large, want %d", c.w, c.h, s.u.c.Scale, c.takes)
		}
		if told := strings.Contains(s.u.c.Help, "room for size "+strconv.Itoa(c.takes)); told != (c.takes < 4) {
			t.Errorf("%dx%d: the setting says %q", c.w, c.h, s.u.c.Help)
		}
	}
}

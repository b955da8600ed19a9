package ui

import (
	"strings"
	"testing"

	"manyhold/assets"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
)

// TestTranslationsAreWhole asks that every language says everything, with the same braces, and that the font
// has every letter of it.
func TestTranslationsAreWhole(t *testing.T) {
	english, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range assets.Languages() {
		words, err := kit.ParseWords(assets.WordsOf(code))
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		for _, wrong := range words.Lacks(english) {
			t.Errorf("%s: %s", code, wrong)
		}
		if !words.Has("language." + code) {
			t.Errorf("%s does not say what it is called", code)
		}
		a := kit.NewAtlas(plainArt{})
		for key, text := range words.Table {
			for _, r := range text {
				if c, ok := a.Glyph(r, false); r != ' ' && (!ok || c.W == 0) {
					t.Errorf("%s: %s has %q, which is not drawn", code, key, r)
				}
			}
		}
	}
	for _, a := range input.Actions() {
		if !english.Has("action." + a.String()) {
			t.Errorf("the action %s has no words", a)
		}
	}
}

// TestLanguageSwitchesLive draws every screen in each language: no English is left, and Back is Zurück.
func TestLanguageSwitchesLive(t *testing.T) {
	german, err := kit.ParseWords(assets.WordsOf("de"))
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, 1280, 720)
	s.play()
	s.u.menus.Settings.Open(s.u.c)
	s.tick(20)
	shows := func(want string) bool {
		for _, w := range s.trace().Texts {
			if w.Text == want {
				return true
			}
		}
		return false
	}
	if !shows("Back") || shows("Zurück") {
		t.Fatal("English is not what is shown at first")
	}
	s.u.SetWords(german)
	if shows("Back") || !shows("Zurück") {
		t.Error("the language did not change in the open screen")
	}
}

// TestSettingsHaveRoom: in every language, the names, helps and values of the settings are fully visible in
// the smallest window.
func TestSettingsHaveRoom(t *testing.T) {
	const row = kit.LeastWidth - 16 - 2*kit.Padding
	for _, code := range assets.Languages() {
		words, err := kit.ParseWords(assets.WordsOf(code))
		if err != nil {
			t.Fatal(err)
		}
		tabs := 0
		for key, text := range words.Table {
			table, _, _ := strings.Cut(key, ".")
			if table == "group" {
				tabs += kit.Width(text) + 8 + 4 // a button of the tab, and the gap
			}
			most, lines := 0, 1
			switch table {
			case "setting", "action":
				most = row - menu.ResetWidth - menu.ValueWidth - 12
			case "choice":
				most = menu.ValueWidth - 40
			case "help":
				text += " " + words.Get("note.restart")
				most, lines = row, 2
			default:
				continue
			}
			if got := kit.WrapLines(text, most); len(got) > lines {
				t.Errorf("%s: %s needs %d lines: %q", code, key, len(got), got)
			}
		}
		if tabs > row+4 {
			t.Errorf("%s: the tabs need %d pixels of %d", code, tabs, row+4)
		}
	}
}

package ui

import (
	"strings"
	"testing"

	"manyhold/assets"
	"manyhold/input"
)

// TestTranslationsAreWhole asks that every language says everything, with the same braces, and that the font has every
// letter of it.
func TestTranslationsAreWhole(t *testing.T) {
	english, err := ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range assets.Languages() {
		words, err := ParseWords(assets.WordsOf(code))
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		for _, wrong := range words.Lacks(english) {
			t.Errorf("%s: %s", code, wrong)
		}
		if !words.Has("language." + code) {
			t.Errorf("%s does not say what it is called", code)
		}
		a := newAtlas(plainArt{})
		for key, text := range words.table {
			for _, r := range text {
				if c, ok := a.glyph(r, false); r != ' ' && (!ok || c.w == 0) {
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

// TestLanguageSwitchesLive draws every screen in each language: nothing of English is left, and Back is Zurück.
func TestLanguageSwitchesLive(t *testing.T) {
	german, err := ParseWords(assets.WordsOf("de"))
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, 1280, 720)
	s.play()
	s.u.menus.settings.Open(s.u.c)
	s.tick(20)
	shows := func(want string) bool {
		for _, w := range s.trace().texts {
			if w.text == want {
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

// TestSettingsHaveRoom asks that in every language what the settings are called, what they do, and what they can be is
// seen whole in the least window.
func TestSettingsHaveRoom(t *testing.T) {
	const row = leastWidth - 16 - 2*padding
	for _, code := range assets.Languages() {
		words, err := ParseWords(assets.WordsOf(code))
		if err != nil {
			t.Fatal(err)
		}
		for key, text := range words.table {
			table, _, _ := strings.Cut(key, ".")
			most, lines := 0, 1
			switch table {
			case "setting", "action":
				most = row - resetWidth - valueWidth - 12
			case "choice":
				most = valueWidth - 40
			case "group":
				most = row/8 - 12
			case "help":
				text += " " + words.Get("note.restart")
				most, lines = row, 2
			default:
				continue
			}
			if got := wrapLines(text, most); len(got) > lines {
				t.Errorf("%s: %s needs %d lines: %q", code, key, len(got), got)
			}
		}
	}
}

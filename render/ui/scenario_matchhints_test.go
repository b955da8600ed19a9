package ui

import (
	"regexp"
	"strings"
	"testing"

	"manyhold/assets"
	"manyhold/assets/engines"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/match"
)

// TestHintsOfMatches: what each engine of the program tells its players fits in two lines over the field, in
// each language and in the smallest window. In English it is what the engine itself says.
func TestHintsOfMatches(t *testing.T) {
	said := regexp.MustCompile(`(?m)^(about|hint) = "(.*)"$`)
	for _, name := range engines.Names() {
		b, err := engines.Folder(name).Open("engine.toml")
		if err != nil {
			t.Fatal(err)
		}
		text := make([]byte, 16<<10)
		n, _ := b.Read(text)
		b.Close()
		own := map[string]string{}
		for _, m := range said.FindAllStringSubmatch(string(text[:n]), -1) {
			own[m[1]] = m[2]
		}
		for _, language := range assets.Languages() {
			words := wordsOf(t, language)
			key := "engine." + strings.ReplaceAll(name, "-", "_")
			hint := words.Get(key + "_hint")
			if language == "en" && (hint != own["hint"] || words.Get(key+"_about") != own["about"]) {
				t.Errorf("%s says %q, and the table %q", name, own, hint)
			}
			for _, size := range [][2]int{{640, 360}, {854, 480}, {1280, 720}, {1024, 768}} {
				s := newStage(t, size[0], size[1])
				s.u.SetWords(words)
				s.match("playing")
				s.m.Game.Matches.Room.Hint = hint
				s.tick(2)
				r := match.HintPanel(s.u.c, 50, match.Hint(s.u.c, hint))
				if lines := (r.H - 8) / kit.LineHeight; lines < 1 || lines > 2 || r.X < 0 || r.X+r.W > s.u.c.W {
					t.Errorf("%s, %s, %d × %d: the hint takes %d lines at %v", name, language, size[0], size[1], lines, r)
				}
			}
		}
	}
}

package window

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"manyhold/app/status"
	"manyhold/app/window/wording"
	"manyhold/assets"
	"manyhold/net/host/notice"
	"manyhold/render/ui/kit"
)

// languageWords returns the table of a language.
func languageWords(t *testing.T, language string) *kit.Words {
	t.Helper()
	w, err := kit.ParseWords(assets.WordsOf(language))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestEveryNoticeHasItsWords: each notice of the host and each line of a report has words in every language,
// with no parameter that it lacks.
func TestEveryNoticeHasItsWords(t *testing.T) {
	braces := regexp.MustCompile(`\{[a-z]+\}`)
	for _, language := range assets.Languages() {
		w := languageWords(t, language)
		for _, code := range append(notice.Codes(), status.Reports()...) {
			text := w.Get("report." + code)
			if text == "report."+code {
				t.Errorf("%s: no words for %s", language, code)
			}
			for _, name := range braces.FindAllString(text, -1) {
				if e := notice.English(code); e != "" && !strings.Contains(e, name) {
					t.Errorf("%s: %s has no %s", language, code, name)
				}
			}
		}
		for key := range w.Table {
			code, is := strings.CutPrefix(key, "report.")
			code = strings.TrimSuffix(code, "_one")
			if strings.Contains(code, "_") && is && !slices.Contains(notice.Codes(), code) && !slices.Contains(status.Reports(), code) {
				t.Errorf("%s: nothing uses %s", language, key)
			}
		}
	}
}

func TestNoticeWords(t *testing.T) {
	for _, c := range []struct {
		n      notice.Notice
		en, de string
	}{
		{notice.List("waits_for_newest", "names", []string{"Ada", "Bo", "Cy"}), "Waiting for Ada, Bo and Cy, who have the newest version of this world", "Warte auf Ada, Bo und Cy mit der neuesten Fassung dieser Welt"},
		{`merged_tiles x="-2" y="1" n="1" who="Bo"`, "Region 2 west, 1 south: 1 tile by Bo was added", "Gebiet 2 westlich, 1 südlich: 1 Feld von Bo übernommen"},
		{`merged_once item="3 coal" item="1 lamp" who="Bo"`, "Taken on both sides, kept once: Coal ×3, Lamp ×1", "Auf beiden Seiten genommen, einmal behalten: Kohle ×3, Lampe ×1"},
		{`merged_apart_hours n="5"`, "Someone played offline for 5 hours", "Jemand hat 5 Stunden lang offline gespielt"},
		{`merged_chat n="2`, "{n}", "{n}"},
		{"its rules are newer", "Its rules are newer", "Its rules are newer"},
	} {
		for language, want := range map[string]string{"en": c.en, "de": c.de} {
			got := wording.Notice(languageWords(t, language), c.n)
			if want == "{n}" { // a parameter is cut off
				if got == "" {
					t.Errorf("%s %s: no text", language, c.n)
				}
			} else if got != want {
				t.Errorf("%s: %s is %q, want %q", language, string(c.n), got, want)
			}
		}
	}
}

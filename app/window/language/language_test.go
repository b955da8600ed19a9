package language

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"manyhold/app/settings"
)

// TestLanguagesOfTheDataDirectory lays tables of words beside the program's: whole ones, parts of one, broken
// ones.
func TestLanguagesOfTheDataDirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "words"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"eo.toml": "[menu]\nback = \"Reen\"\n", "de.toml": "[menu]\nback = \"Retour\"\n", "xx.toml": "[menu\nback", "yy.toml": "[menu]\nback = 3\n",
		"zz.toml": strings.Repeat("# much\n", settings.MaxWordsFile/7+1), "../up.toml": "", "Bad Name.toml": "", "ww.toml": "[menu]\nback = \"\xff\xfe\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, "words", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := settings.Languages(dir); !slices.Equal(got, []string{"auto", "de", "en", "eo", "ww", "xx", "yy", "zz"}) {
		t.Errorf("the languages are %v", got)
	}
	for _, c := range []struct {
		code, back, quit string
		broken           bool
	}{
		{"en", "Back", "Quit", false},
		{"de", "Retour", "Beenden", false},
		{"eo", "Reen", "Quit", false},
		{"xx", "Back", "Quit", true},
		{"yy", "Back", "Quit", true},
		{"zz", "Back", "Quit", true},
		{"ww", "Back", "Quit", true},
		{"qq", "Back", "Quit", false},
	} {
		words, err := Words(dir, c.code)
		if words == nil || words.Get("menu.back") != c.back || words.Get("title.quit") != c.quit {
			t.Errorf("%s: %v", c.code, words)
		}
		if (err != nil) != c.broken {
			t.Errorf("%s: %v", c.code, err)
		}
	}
}

func TestSystemLanguage(t *testing.T) {
	for _, c := range [][3]string{{"de_AT.UTF-8", "", "de"}, {"", "de_DE", "de"}, {"C", "de_DE", "en"}, {"fr_FR.UTF-8", "", "en"}, {"", "", "en"}} {
		t.Setenv("LC_ALL", c[0])
		t.Setenv("LC_MESSAGES", "")
		t.Setenv("LANG", c[1])
		if got := systemLanguage(); got != c[2] {
			t.Errorf("%v: %s", c, got)
		}
	}
}

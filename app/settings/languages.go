package settings

import (
	"path/filepath"
	"slices"
	"strings"

	"manyhold/assets"
)

const (
	// AutoLanguage is the setting by which the language is that of the system.
	AutoLanguage = "auto"
	// MaxWordsFile is the longest table of words that is read from the data directory, in bytes.
	MaxWordsFile = 1 << 20
)

// Languages lists the values of player.language: the languages of the program, and those with a table in
// words/ of the data directory.
func Languages(dir string) []string {
	all := append([]string{AutoLanguage}, assets.Languages()...)
	files, _ := filepath.Glob(filepath.Join(dir, "words", "*.toml"))
	for _, f := range files {
		if code := strings.TrimSuffix(filepath.Base(f), ".toml"); isLanguage(code) && !slices.Contains(all, code) {
			all = append(all, code)
		}
	}
	return all
}

// isLanguage says whether a word can be the name of a language: two to eight small letters.
func isLanguage(code string) bool {
	return len(code) >= 2 && len(code) <= 8 && !strings.ContainsFunc(code, func(r rune) bool { return r < 'a' || r > 'z' })
}

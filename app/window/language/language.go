// Package language finds the words of the window: tables of the program, and those of the data directory.
package language

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"manyhold/app/settings"
	"manyhold/assets"
	"manyhold/render/ui/kit"
)

// Words reads the words of a language over the English ones. A table in the data directory takes precedence
// over that of the program. A broken one is an error, and the words are those without it.
func Words(dir, language string) (*kit.Words, error) {
	english, err := kit.ParseWords(assets.Words)
	if err != nil {
		return nil, err
	}
	if language == settings.AutoLanguage {
		language = systemLanguage()
	}
	words := english
	if data := assets.WordsOf(language); data != nil {
		if words, err = kit.ParseWords(data); err != nil {
			return english, err
		}
		words.Over(english)
	}
	data, err := readWords(filepath.Join(dir, "words", language+".toml"))
	if err != nil || data == nil {
		return words, err
	}
	own, err := kit.ParseWords(data)
	if err != nil {
		return words, fmt.Errorf("skipped the language file %s.toml: %w", language, err)
	}
	return own.Over(words), nil
}

// readWords reads a table of words, nil if there is none.
func readWords(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && st.Size() > settings.MaxWordsFile {
		err = fmt.Errorf("it has %d bytes, more than the limit of %d", st.Size(), settings.MaxWordsFile)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("skipped %s: %w", filepath.Base(path), err)
	}
	return data, nil
}

// systemLanguage is the language that the system says, where the game knows it; else English.
func systemLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			code, _, _ := strings.Cut(v, "_")
			if slices.Contains(assets.Languages(), code) {
				return code
			}
			break
		}
	}
	return "en"
}

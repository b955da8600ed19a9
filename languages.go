package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"manyhold/assets"
	"manyhold/input"
	"manyhold/render/ui/kit"
)

const (
	// autoLanguage is the setting by which the language is that of the system.
	autoLanguage = "auto"
	// maxWordsFile is the longest table of words that is read from the data directory, in bytes.
	maxWordsFile = 1 << 20
)

// languages lists what player.language can be: those of the program, and those whose tables lie in words/ of the data
// directory.
func languages(dir string) []string {
	all := append([]string{autoLanguage}, assets.Languages()...)
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

// wordsOf reads the words of a language over the English ones. A table in the data directory goes before that of the
// program. A broken one is an error, and the words are those without it.
func wordsOf(dir, language string) (*kit.Words, error) {
	english, err := kit.ParseWords(assets.Words)
	if err != nil {
		return nil, err
	}
	if language == autoLanguage {
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
		return words, fmt.Errorf("%s.toml of words was left out: %w", language, err)
	}
	return own.Over(words), nil
}

// readWords reads a table of words, nil if there is none.
func readWords(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && st.Size() > maxWordsFile {
		err = fmt.Errorf("it has %d bytes, at most %d are read", st.Size(), maxWordsFile)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s was left out: %w", filepath.Base(path), err)
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

// nameButtons lets hints call the buttons by their names in the language.
func (s *session) nameButtons() {
	words := s.words
	s.bindings.CallButtons(func(b input.Button) string { return kit.ButtonName(words, b) })
}

// setLanguage lets everything speak the language of the settings from now on.
func (s *session) setLanguage() {
	words, err := wordsOf(s.id.dir, s.id.conf.settings.Player.Language)
	if err != nil {
		s.ui.Toast(err.Error())
	}
	s.words, s.settingsFor = words, [2]string{}
	s.ui.SetWords(words)
	s.nameButtons()
	if s.play != nil {
		s.play.net.tidings.words = words
	}
}

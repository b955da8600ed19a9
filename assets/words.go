package assets

import (
	"embed"
	"path"
	"slices"
	"strings"
)

// Words is the table of English words that the game shows: TOML, tables of strings. Text in braces,
// as in "{name} came in", is replaced. It is the one place where words for players are written; the other
// languages translate it.
//
//go:embed words/en.toml
var Words []byte

//go:embed words/*.toml
var wordFiles embed.FS

// Languages returns the codes of the languages that have a table of words, such as "de", in ascending order.
func Languages() []string {
	var all []string
	files, err := wordFiles.ReadDir("words")
	if err != nil {
		panic("assets: " + err.Error()) // they are part of the program
	}
	for _, f := range files {
		all = append(all, strings.TrimSuffix(f.Name(), ".toml"))
	}
	slices.Sort(all)
	return all
}

// WordsOf returns the table of words of a language of Languages, nil for another.
func WordsOf(language string) []byte {
	data, err := wordFiles.ReadFile(path.Join("words", language+".toml"))
	if err != nil {
		return nil
	}
	return data
}

package matches

import (
	"manyhold/game/match"
	"manyhold/render/ui/kit"
)

// languageOf is the code of the language of a table of words: by it packages of engines are asked for theirs.
func languageOf(w *kit.Words) string { return w.Get("note.language_code") }

// sayAll returns texts of a package in a language.
func sayAll(p *match.Package, language string, texts []string) []string {
	var list []string
	for _, s := range texts {
		list = append(list, p.Say(language, s))
	}
	return list
}

// namesOf returns a function that gives names of an engine in a language: seats, sides and others. A nil
// package leaves them as they are.
func namesOf(w *kit.Words, p *match.Package) func(name string) string {
	if p == nil {
		return func(name string) string { return name }
	}
	language := languageOf(w)
	return func(name string) string { return p.SaySeat(language, name) }
}

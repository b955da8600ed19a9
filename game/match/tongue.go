package match

import (
	"slices"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/game/codec"
)

// The limits of the words of a package in other languages.
const (
	// MaxTongues is the most other languages of a package, MaxWords the most texts of one.
	MaxTongues, MaxWords = 8, 128
)

// Tongue holds texts of a package in another language: that of its file engine.toml is the language of the
// maker.
type Tongue struct {
	Language string // its code, such as "de": two to eight small letters
	Words    []Word // in ascending texts
}

// Word is a text of the package that players read, and the same in another language.
type Word struct{ Text, Is string }

// IsLanguage reports whether a text can be the code of a language.
func IsLanguage(code string) bool {
	return len(code) >= 2 && len(code) <= 8 && !strings.ContainsFunc(code, func(r rune) bool { return r < 'a' || r > 'z' })
}

// Say returns a text of the package in a language, the text itself where the package has no words for it.
func (p *Package) Say(language, text string) string {
	for k := range p.Tongues {
		if t := &p.Tongues[k]; t.Language == language {
			if n, ok := slices.BinarySearchFunc(t.Words, text, func(w Word, text string) int { return strings.Compare(w.Text, text) }); ok {
				return t.Words[n].Is
			}
		}
	}
	return text
}

// SaySeat returns the name of a seat in a language. One that has no words of its own has those of its side,
// which stands before the hyphen.
func (p *Package) SaySeat(language, seat string) string {
	if is := p.Say(language, seat); is != seat {
		return is
	}
	side, rest, hyphen := strings.Cut(seat, "-")
	if !hyphen {
		return seat
	}
	return p.Say(language, side) + "-" + rest
}

// Limit returns the most bytes that a text has in another language, 0 for one that players do not read.
func (p *Package) Limit(text string) int {
	if text == "" {
		return 0
	}
	if text == p.About || text == p.Hint {
		return blueprint.MaxText
	}
	for k := range p.Settings {
		if s := &p.Settings[k]; text == s.Label || text == s.Key && s.Label == "" || slices.Contains(s.Options, text) {
			return blueprint.MaxLabel
		}
	}
	for k := range p.States {
		if text == p.States[k].Name {
			return MaxName
		}
	}
	for _, seat := range p.Roster {
		if side, _, hyphen := strings.Cut(seat, "-"); text == seat || hyphen && text == side {
			return MaxName
		}
	}
	if slices.Contains(p.Stages, text) {
		return MaxName
	}
	return 0
}

// checkTongues checks the words in other languages.
func (p *Package) checkTongues(bad func(string, ...any) error) error {
	if len(p.Tongues) > MaxTongues {
		return bad("there are %d other languages, and at most %d", len(p.Tongues), MaxTongues)
	}
	for k := range p.Tongues {
		t := &p.Tongues[k]
		if !IsLanguage(t.Language) || k > 0 && p.Tongues[k-1].Language >= t.Language || len(t.Words) == 0 || len(t.Words) > MaxWords {
			return bad("the words of the language %q", t.Language)
		}
		for n, w := range t.Words {
			if most := p.Limit(w.Text); most == 0 || w.Is == "" || !blueprint.IsText(w.Is, most, false) || n > 0 && t.Words[n-1].Text >= w.Text {
				return bad("the words for %q in the language %q", w.Text, t.Language)
			}
		}
	}
	return nil
}

// appendTongues appends the words in other languages: nothing where there are none, as in older packages.
func appendTongues(dst []byte, list []Tongue) []byte {
	if len(list) == 0 {
		return dst
	}
	dst = codec.Uvarint(dst, uint64(len(list)))
	for k := range list {
		dst = codec.Uvarint(codec.Text(dst, list[k].Language), uint64(len(list[k].Words)))
		for _, w := range list[k].Words {
			dst = codec.Text(codec.Text(dst, w.Text), w.Is)
		}
	}
	return dst
}

func readTongues(c *codec.Cursor) (list []Tongue) {
	if c.Err() != nil || c.Len() == 0 {
		return nil
	}
	for range c.Count(MaxTongues, 2) {
		t := Tongue{Language: text(c, MaxName)}
		for range c.Count(MaxWords, 2) {
			t.Words = append(t.Words, Word{text(c, blueprint.MaxText), text(c, blueprint.MaxText)})
		}
		list = append(list, t)
	}
	return list
}

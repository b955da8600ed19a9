package match_test

import (
	"bytes"
	"strings"
	"testing"

	"manyhold/game/match"
)

// TestTongues: a package keeps its words in other languages; one without them has the bytes that it had
// before.
func TestTongues(t *testing.T) {
	plain := edited(func(*match.Package) {})
	side := plain.Roster[0]
	label := plain.Settings[0].Label
	if label == "" {
		label = plain.Settings[0].Key
	}
	spoken := edited(func(p *match.Package) {
		p.Tongues = []match.Tongue{{Language: "de", Words: ordered(match.Word{Text: side, Is: "Links"}, match.Word{Text: label, Is: "Beschriftung"})}}
	})
	b := match.Append(nil, spoken)
	if !bytes.HasPrefix(b, match.Append(nil, plain)) {
		t.Error("the words are not at the end of the bytes")
	}
	again, err := match.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Say("de", label); got != "Beschriftung" {
		t.Errorf("the label is %q in German", got)
	}
	if got := again.Say("fr", label); got != label {
		t.Errorf("the label is %q in a language without words", got)
	}
	if got := again.SaySeat("de", side); got != "Links" {
		t.Errorf("the seat is %q in German", got)
	}
	old, err := match.Decode(match.Append(nil, plain))
	if err != nil || old.Say("de", label) != label {
		t.Errorf("a package without words: %v", err)
	}
	sides := edited(func(p *match.Package) {
		p.Roster = []string{"red-1", "red-2"}
		p.Tongues = []match.Tongue{{Language: "de", Words: []match.Word{{Text: "red", Is: "Rot"}}}}
	})
	if got := sides.SaySeat("de", "red-2"); got != "Rot-2" {
		t.Errorf("the seat of a side is %q", got)
	}
}

func ordered(a, b match.Word) []match.Word {
	if a.Text < b.Text {
		return []match.Word{a, b}
	}
	return []match.Word{b, a}
}

// TestHostileTongues: words that no maker can write are refused.
func TestHostileTongues(t *testing.T) {
	seat := edited(func(*match.Package) {}).Roster[0]
	word := func(text, is string) []match.Word { return []match.Word{{Text: text, Is: is}} }
	for what, list := range map[string][]match.Tongue{
		"no language":           {{Language: "", Words: word(seat, "x")}},
		"a language in capital": {{Language: "DE", Words: word(seat, "x")}},
		"two equal languages":   {{Language: "de", Words: word(seat, "x")}, {Language: "de", Words: word(seat, "x")}},
		"languages in disorder": {{Language: "fr", Words: word(seat, "x")}, {Language: "de", Words: word(seat, "x")}},
		"no words":              {{Language: "de"}},
		"an unknown text":       {{Language: "de", Words: word("nothing of it", "x")}},
		"an empty text":         {{Language: "de", Words: word(seat, "")}},
		"a text of two lines":   {{Language: "de", Words: word(seat, "a\nb")}},
		"a name too long":       {{Language: "de", Words: word(seat, strings.Repeat("x", match.MaxName+1))}},
		"twice the same text":   {{Language: "de", Words: append(word(seat, "x"), word(seat, "y")...)}},
		"too many languages":    make([]match.Tongue, match.MaxTongues+1),
	} {
		p := edited(func(p *match.Package) { p.Tongues = list })
		if _, err := match.Decode(match.Append(nil, p)); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
}

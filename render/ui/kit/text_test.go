package kit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		w    int // in letters
		want string
	}{
		{"", 5, ""},
		{"one two", 7, "one two"},
		{"one two", 6, "one|two"},
		{"one two", 3, "one|two"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"漢字漢字", 4, "漢字|漢字"},
		{"a\nb", 9, "a|b"},
		{"a  b", 2, "a|b"},
	} {
		if got := strings.Join(WrapLines(test.text, test.w*6), "|"); got != test.want {
			t.Errorf("%q at %d: %q, want %q", test.text, test.w, got, test.want)
		}
	}
}

// TestWrapKeepsAllLetters breaks any text into lines that fit, and loses nothing but spaces.
func TestWrapKeepsAllLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		w := rapid.IntRange(12, 300).Draw(t, "width")
		lines := WrapLines(s, w)
		for _, l := range lines {
			if Width(l) > w {
				t.Errorf("%q is %d wide, over %d", l, Width(l), w)
			}
		}
		strip := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if got := strip(strings.Join(lines, "")); got != strip(s) {
			t.Errorf("%q became %q", s, got)
		}
	})
}

// TestFieldKeepsItsLimit edits a text box at random.
func TestFieldKeepsItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := NewField(rapid.IntRange(0, 40).Draw(t, "limit"))
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0, 1:
				f.Insert(rapid.String().Draw(t, "text"))
			case 2:
				f.Remove(f.At-1, f.At)
			case 3:
				f.At = rapid.IntRange(0, len(f.Text)).Draw(t, "at")
			case 4:
				f.All = rapid.Bool().Draw(t, "all")
			}
			s := f.String()
			if len(s) > f.Limit || !utf8.ValidString(s) || f.At < 0 || f.At > len(f.Text) || utf8.RuneCountInString(s) != len(f.Text) {
				t.Fatalf("%q of limit %d, at %d of %d", s, f.Limit, f.At, len(f.Text))
			}
		}
	})
}

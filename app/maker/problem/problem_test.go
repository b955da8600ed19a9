package problem

import (
	"strings"
	"testing"
)

// TestList: problems are told in the order of their places, and without any there is no error.
func TestList(t *testing.T) {
	var l List
	if l.Err() != nil {
		t.Error(l.Err())
	}
	l.Add("b", 1, 0, "one of %s", "b")
	l.Add("a", 2, 9, "third")
	l.Add("a", 2, 1, "second")
	l.Add("a", 0, 5, "first")
	l.Sort()
	if p := (Problem{"a\x1b[2J", 1, 1, "b\u202ec d\n"}); p.String() != "a·[2J:1:1: b·c d·" {
		t.Errorf("%q", p.String())
	}
	if want := "a:1:5: first\na:2:1: second\na:2:9: third\nb:1:1: one of b"; l.Err().Error() != want {
		t.Errorf("%v", l)
	}
}

// TestNearest: a word that is mistyped is recognized, another one gets the list.
func TestNearest(t *testing.T) {
	known := []string{"light", "label", "licence"}
	for word, want := range map[string]string{"ligth": "did you mean light?", "Label": "did you mean label?", "license": "did you mean licence?",
		"colour": "known are light, label, licence", "": "known are light, label, licence"} {
		if got := Nearest(word, known); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

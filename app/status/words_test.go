package status

import (
	"strings"
	"testing"
	"time"

	"manyhold/net/store"
)

// TestCutWords: the words about a power cut say how much may be lost, and how sure that is.
func TestCutWords(t *testing.T) {
	c := store.Cut{Turn: 100, Most: 114, At: time.Unix(1e9, 0)}
	for _, x := range []struct {
		fate store.Fate
		seen uint64
		sure bool
		says string
	}{
		{store.Undecided, 0, true, "at most 14 turns (700ms) after turn 100 are not in the file"},
		{store.Undecided, 0, false, "if the power failed, at most 14 turns (700ms)"},
		{store.Had, 0, true, "nothing is lost"},
		{store.Gone, 0, true, "at most 14 turns (700ms) after turn 100 are lost"},
		{store.Gone, 104, true, "4 turns (200ms) after turn 100 are certainly lost, and at most 14 turns (700ms)"},
	} {
		c.Fate, c.Seen, c.Sure = x.fate, x.seen, x.sure
		if words := CutWords(c); !strings.Contains(words, x.says) {
			t.Errorf("%+v: %q does not say %q", c, words, x.says)
		}
	}
}

// TestSingular: one thing is one thing.
func TestSingular(t *testing.T) {
	for text, want := range map[string]string{
		"           1 regions, 12 things, 1 players; 1 of 1 turns compared equal\n": "           1 region, 12 things, 1 player; 1 of 1 turn compared equal\n",
		"11 players, 21 regions; 0.1 logins":                                        "11 players, 21 regions; 0.1 logins",
		"1 logins; 1 desyncs":                                                       "1 login; 1 desync",
		"1 player":                                                                  "1 player",
	} {
		if got := singular(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

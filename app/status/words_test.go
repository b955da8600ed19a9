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

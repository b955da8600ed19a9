package rooms

import (
	"errors"
	"strings"
	"testing"

	"manyhold/net/host/notice"
	"manyhold/net/room"
)

// TestEveryRefusalHasWords: each reason of net/room has a notice with an English text whose parameters are
// filled in.
func TestEveryRefusalHasWords(t *testing.T) {
	n := 0
	for w := room.Why(1); !strings.HasPrefix(w.String(), "reason "); w++ {
		n++
		words := Words(&room.Refusal{Why: w, At: 1, From: "play", Name: "overtime"})
		if s := words.String(); notice.English(words.Code()) == "" || strings.ContainsAny(s, "{}") {
			t.Errorf("%s: %q is %q", w, string(words), s)
		}
	}
	if n != len(codes) {
		t.Errorf("%d reasons, and %d notices", n, len(codes))
	}
	for _, err := range []error{ErrLost, ErrUnknown, ErrMany} {
		if w := Words(err); notice.English(w.Code()) == "" || strings.ContainsAny(w.String(), "{}") {
			t.Errorf("%v: %q", err, string(w))
		}
	}
	if w := Words(errors.New("the disk is full")); w != "" {
		t.Errorf("words for another error: %q", w)
	}
}

package control

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"manyhold/app/usage"
	"manyhold/net/host/notice"
)

// refusingNode cannot do anything, for the reason that the first word names.
type refusingNode struct{ controlled }

func (refusingNode) Charter(_ context.Context, words []string) (string, error) {
	n := notice.New("act_unknown", "name", "Jürgen \"50 %\"")
	switch words[0] {
	case "notice":
		return "", n
	case "usage":
		return "", usage.Mark(n)
	case "forged":
		return "", notice.New("act_forged")
	}
	return "", errors.New("the disk is full")
}

// TestFailuresOfCalls: the reason why a call fails comes as English text, and as a notice if it is one.
func TestFailuresOfCalls(t *testing.T) {
	dir := t.TempDir()
	s, err := start(dir, refusingNode{}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	unknown := notice.New("act_unknown", "name", "Jürgen \"50 %\"")
	for _, c := range []struct {
		word, says string
		is         notice.Notice
		wrong      bool
	}{
		{"notice", `unknown player "Jürgen "50 %""; give the player's key`, unknown, false},
		{"usage", `unknown player "Jürgen "50 %""; give the player's key`, unknown, true},
		{"forged", "act_forged", "", false},
		{"text", "the disk is full", "", false},
	} {
		_, err := n.Call(t.Context(), Charter, strings.Join([]string{c.word, "x"}, "\n"))
		if err == nil || err.Error() != c.says || errors.Is(err, usage.ErrWrong) != c.wrong {
			t.Errorf("%s: %v", c.word, err)
		}
		if got := notice.Notice(""); errors.As(err, &got) != (c.is != "") || got != c.is {
			t.Errorf("%s: the notice %q", c.word, string(got))
		}
	}
}

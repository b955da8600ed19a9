package notice

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestNotice(t *testing.T) {
	n := List("waits_for_newest", "names", []string{`A "quoted" {names}`, "Bo"})
	if p := n.Parameters()["names"]; len(p) != 2 || p[0] != `A "quoted" {names}` {
		t.Errorf("the parameters of %s are %q", string(n), p)
	}
	if got, want := n.String(), `for A "quoted" {names} and Bo, with the newest turns of this world`; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if got := Of(fmt.Errorf("wrapped: %w", New("branch_forgotten", "turn", "7"))); got.Code() != "branch_forgotten" || got.Parameters()["turn"][0] != "7" {
		t.Errorf("an error that is one becomes %q", string(got))
	}
	if got := Of(errors.New("words of a machine")); got.String() != "words of a machine" {
		t.Errorf("another error becomes %q", string(got))
	}
	b, err := json.Marshal(n)
	var back Notice
	if err != nil || json.Unmarshal(b, &back) != nil || back != n {
		t.Errorf("in JSON it is %s, read as %q: %v", b, string(back), err)
	}
	if codes := Codes(); !slices.IsSorted(codes) || len(codes) != len(english)+len(answers)+len(matches) || English("act_founder") == "" || New("order_refused", "reason", "too far").String() != "refused: too far" {
		t.Errorf("the codes are %v", codes)
	}
}

// FuzzNotice: a notice of any bytes has a text, and a notice that was built is read back.
func FuzzNotice(f *testing.F) {
	f.Add(`waits_for_newest names="Ada" names="Bo"`, "x")
	f.Add(`waits_alone seconds="3`, "\n")
	f.Fuzz(func(t *testing.T, text, value string) {
		_ = Notice(text).String()
		if p := New("branch_unreadable", "why", value).Parameters()["why"]; len(p) != 1 || p[0] != value {
			t.Errorf("%q is read back as %q", value, p)
		}
	})
}

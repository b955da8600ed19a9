package message

import (
	"bytes"
	"testing"

	"manyhold/net/key"
)

// FuzzFairness: a message about fairness that decodes encodes again to the same bytes.
func FuzzFairness(f *testing.F) {
	some := []Command{{Seq: 7, Body: []byte("place")}, {Seq: 9, Body: []byte("dig")}}
	for _, m := range []Fairness{
		{Step: FairPlea, Epoch: 3, Term: 2, Commands: some},
		{Step: FairForward, Author: key.ID{1}, Epoch: 3, Term: 2, Commands: some[:1]},
		{Step: FairAbsent, Players: []key.ID{{1}, {2}}},
		{Step: FairPresent, Players: []key.ID{{3}}},
		{Step: FairComplaint, Record: [32]byte{4}, Leader: key.ID{5}, Misdeed: Censors, Victim: key.ID{6}},
	} {
		b := m.Encode()
		if _, err := DecodeFairness(b); err != nil {
			f.Fatalf("step %d: %v", m.Step, err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 {
			return
		}
		m, err := DecodeFairness(b)
		if err != nil {
			return
		}
		if got := m.Encode(); !bytes.Equal(got[1:], b[1:]) {
			t.Errorf("two encodings of one message:\n%x\n%x", b, got)
		}
	})
}

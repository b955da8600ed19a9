package cosign

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestCollector(t *testing.T) {
	of := committee{1, 2, 3}
	other := statement(2)
	other.Message = []byte("another statement")
	forged := statement(2).Sign(pair(2))
	forged.Signature[7] ^= 1
	strange := statement(2)
	strange.Domain = "manyhold other"
	var c Collector
	c.Begin(statement(2), TwoThirds, of)
	for _, step := range []struct {
		name string
		s    Statement
		x    Signature
		want Outcome
		done bool
	}{
		{"a member", statement(2), statement(2).Sign(pair(3)), Added, false},
		{"again", statement(2), statement(2).Sign(pair(3)), Known, false},
		{"a stranger", statement(2), statement(2).Sign(pair(9)), Refused, false},
		{"a forged signature", statement(2), forged, Refused, false},
		{"another domain", strange, strange.Sign(pair(2)), Refused, false},
		{"an earlier statement", statement(1), statement(1).Sign(pair(2)), Other, false},
		{"another statement", other, other.Sign(pair(2)), Differs, false},
		{"another statement, forged", other, forged, Refused, false},
		{"a later statement", statement(3), statement(3).Sign(pair(2)), Other, false},
		{"a second member", statement(2), statement(2).Sign(pair(1)), Added, true},
		{"the third", statement(2), statement(2).Sign(pair(2)), Added, true},
	} {
		if got := c.Add(step.s, step.x); got != step.want || c.Complete() != step.done {
			t.Errorf("%s: outcome %d, complete %v", step.name, got, c.Complete())
		}
	}
	if x := c.Cosigned(); x.Verify(nil) != nil || !x.Complete(of) || len(c.Missing(of.ids())) != 0 {
		t.Errorf("%+v", c.Cosigned())
	}
	if c.Begin(statement(3), All, of); !slices.Equal(c.Missing(of.ids()), of.ids()) || c.Complete() {
		t.Errorf("of the next statement, %v are missing", c.Missing(of.ids()))
	}
	var none Collector
	if got := none.Add(statement(2), statement(2).Sign(pair(1))); got != Refused || none.Complete() {
		t.Errorf("without a statement: outcome %d, complete %v", got, none.Complete())
	}
}

// TestCollected: for any signatures in any order, only members' signatures under the statement are collected,
// and it is complete exactly when there are enough of them.
func TestCollected(t *testing.T) {
	of := committee{1, 2, 3, 4, 5}
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.SampledFrom([]Threshold{All, TwoThirds, Majority}).Draw(t, "threshold")
		c, good := Collector{}, map[byte]bool{}
		c.Begin(statement(2), threshold, of)
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			s, by := statement(rapid.Uint64Range(1, 3).Draw(t, "number")), rapid.ByteRange(1, 7).Draw(t, "by")
			x := s.Sign(pair(by))
			if rapid.IntRange(0, 4).Draw(t, "forged") == 0 {
				x.Signature[0] ^= 1
			} else if s.Number == 2 && by <= 5 {
				good[by] = true
			}
			c.Add(s, x)
		}
		count := 0
		for _, is := range good {
			if is {
				count++
			}
		}
		x := c.Cosigned()
		if x.Verify(nil) != nil || x.Good(of, nil) != len(x.Signatures) || len(x.Signatures) != count || c.Complete() != threshold.Met(count, 5) {
			t.Fatalf("%d of %d signatures, complete %v", len(x.Signatures), count, c.Complete())
		}
	})
}

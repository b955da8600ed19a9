package cosign

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
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
		{"an earlier statement", statement(1), statement(1).Sign(pair(2)), Stale, false},
		{"another statement", other, other.Sign(pair(2)), Differs, false},
		{"another statement, forged", other, forged, Refused, false},
		{"a later statement", statement(3), statement(3).Sign(pair(2)), Waits, false},
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
	if differ := c.Begin(statement(3), All, of); differ != nil || !slices.Equal(c.Missing(of.ids()), []key.ID{pair(1).ID(), pair(3).ID()}) {
		t.Errorf("%v differ, %v are missing", differ, c.Missing(of.ids()))
	}
}

// TestEarly: before the first statement, signatures wait, one of each signer; conflicting ones are reported
// when it begins.
func TestEarly(t *testing.T) {
	of := committee{1, 2, 3}
	other := statement(5)
	other.Message = []byte("another statement")
	long := statement(6)
	long.Message = make([]byte, MaxEarly+1)
	var c Collector
	for _, step := range []struct {
		s    Statement
		by   byte
		want Outcome
	}{
		{statement(4), 1, Waits}, {statement(5), 1, Waits}, {statement(4), 1, Stale}, {other, 2, Waits}, {statement(5), 9, Waits},
		{statement(6), 3, Waits}, {long, 2, Refused},
	} {
		if got := c.Add(step.s, step.s.Sign(pair(step.by))); got != step.want {
			t.Errorf("statement %d of %d: %d", step.s.Number, step.by, got)
		}
	}
	if c.Complete() {
		t.Error("nothing is complete")
	}
	differ := c.Begin(statement(5), Majority, of)
	if !slices.Equal(differ, []key.ID{pair(2).ID()}) || len(c.Cosigned().Signatures) != 1 {
		t.Errorf("%v differ, %+v", differ, c.Cosigned())
	}
	if c.Begin(statement(6), Majority, of); len(c.Cosigned().Signatures) != 1 || c.Cosigned().Signatures[0].Key != pair(3).ID() {
		t.Errorf("%+v", c.Cosigned())
	}
	var many Collector
	for n := range 3 * MaxSigners {
		if got := many.Add(statement(1), statement(1).Sign(pair(byte(10+n)))); (got == Waits) != (n < 2*MaxSigners) {
			t.Errorf("signature %d of strangers: %d", n, got)
		}
	}
}

// TestCollected: for any signatures in any order, only members' signatures under the statement are collected,
// and it is complete exactly when there are enough of them.
func TestCollected(t *testing.T) {
	of := committee{1, 2, 3, 4, 5}
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.SampledFrom([]Threshold{All, TwoThirds, Majority}).Draw(t, "threshold")
		c, begun, good := Collector{}, false, map[byte]bool{}
		latest := map[byte]uint64{}
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			if !begun && rapid.IntRange(0, 9).Draw(t, "begins") == 0 {
				begun = true
				c.Begin(statement(2), threshold, of)
				for by, number := range latest {
					good[by] = number == 2
				}
				continue
			}
			s, by := statement(rapid.Uint64Range(1, 3).Draw(t, "number")), rapid.ByteRange(1, 7).Draw(t, "by")
			x := s.Sign(pair(by))
			if rapid.IntRange(0, 4).Draw(t, "forged") == 0 && begun {
				x.Signature[0] ^= 1
			} else if begun && s.Number == 2 && by <= 5 {
				good[by] = true
			} else if !begun && by <= 5 {
				latest[by] = max(latest[by], s.Number)
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

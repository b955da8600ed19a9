package cosign

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
	"manyhold/net/wire"
)

func pair(n byte) key.Pair { return key.FromSeed([32]byte{n}) }

// committee is a Committee of the pairs with some numbers.
type committee []byte

func (c committee) Votes(k key.ID) bool {
	return slices.ContainsFunc(c, func(n byte) bool { return pair(n).ID() == k })
}

func (c committee) Size() int { return len(c) }

func (c committee) ids() (ids []key.ID) {
	for _, n := range c {
		ids = append(ids, pair(n).ID())
	}
	return ids
}

func statement(number uint64) Statement {
	return Statement{"manyhold test", number, wire.AppendU64([]byte("a statement"), number)}
}

// signed is a statement signed by some pairs.
func signed(t Threshold, by ...byte) *Cosigned {
	c := &Cosigned{Statement: statement(1), Threshold: t}
	for _, n := range by {
		c.Sign(pair(n))
	}
	return c
}

func TestThreshold(t *testing.T) {
	for _, c := range []struct {
		t    Threshold
		want [6]int // least number of signatures of committees of 0 to 5; 9: never enough
	}{
		{All, [6]int{9, 1, 2, 3, 4, 5}},
		{TwoThirds, [6]int{9, 1, 2, 2, 3, 4}},
		{Majority, [6]int{9, 1, 2, 2, 3, 3}},
	} {
		for of, least := range c.want {
			for signed := range of + 2 {
				if want := signed >= least && signed <= of; c.t.Met(signed, of) != want {
					t.Errorf("threshold %d: %d of %d is %v", c.t, signed, of, !want)
				}
			}
		}
	}
}

func TestComplete(t *testing.T) {
	of := committee{1, 2, 3}
	for name, c := range map[string]struct {
		c    *Cosigned
		want bool
	}{
		"all three":                {signed(All, 3, 1, 2), true},
		"two of three, all needed": {signed(All, 1, 2), false},
		"two of three, two thirds": {signed(TwoThirds, 1, 3), true},
		"two of three, majority":   {signed(Majority, 1, 3), true},
		"one of three":             {signed(Majority, 1), false},
		"nobody":                   {signed(All), false},
		"a stranger as well":       {signed(Majority, 1, 2, 9), false},
		"a stranger for a member":  {signed(All, 1, 2, 9), false},
	} {
		if err := c.c.Verify(nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.c.Complete(of) != c.want {
			t.Errorf("%s: complete is %v", name, !c.want)
		}
	}
	twice := signed(Majority, 1)
	twice.Signatures = append(twice.Signatures, twice.Signatures[0])
	if twice.Complete(of) || !errors.Is(twice.Verify(nil), ErrOrder) {
		t.Error("one signature counts twice")
	}
	if err := signed(All, 1, 9).Members(of); !errors.Is(err, ErrStranger) {
		t.Errorf("a stranger: %v", err)
	}
	if good := signed(All, 1, 2, 9).Good(of, nil); good != 2 {
		t.Errorf("%d good signatures", good)
	}
}

// TestVerify: a change of any bit of statement, key or signature is found.
func TestVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := signed(All, 1, 2)
		bit := func(b []byte) {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		}
		switch x := &c.Signatures[rapid.IntRange(0, 1).Draw(t, "signer")]; rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			bit(x.Key[:])
		case 1:
			bit(x.Signature[:])
		case 2:
			bit(c.Statement.Message)
		default:
			c.Statement.Domain += "."
		}
		if err := c.Verify(nil); !errors.Is(err, ErrForged) && !errors.Is(err, ErrOrder) {
			t.Fatalf("what was changed verifies: %v", err)
		}
	})
}

// TestMerge: the order in which signatures come does not matter.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.Permutation([]byte{1, 2, 3, 4, 5, 6}).Draw(t, "order")
		a, b := signed(All, all[:3]...), signed(All, all[2:5]...)
		if !a.Merge(b.Signatures) || a.Merge(b.Signatures) {
			t.Fatal("new signatures are not told from known ones")
		}
		want := signed(All, all[:5]...)
		if !slices.Equal(a.Signatures, want.Signatures) || a.Verify(nil) != nil || !a.Has(pair(all[4]).ID()) || a.Has(pair(all[5]).ID()) {
			t.Fatalf("%v, not %v", a.Signatures, want.Signatures)
		}
		if a.Add(a.Statement.Sign(pair(all[5]))) {
			t.Fatal("more than MaxSigners")
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(Append(nil, nil))
	f.Add(Append(nil, signed(All, 1, 2, 3, 4, 5).Signatures))
	f.Fuzz(func(t *testing.T, b []byte) {
		c := wire.NewCursor(b)
		all := Read(c)
		if c.Done() != nil {
			return
		}
		if out := Append(nil, all); !bytes.Equal(out, b) || len(out) > MaxEncoding {
			t.Errorf("%x read as %x", b, out)
		}
		if x := (&Cosigned{Statement: statement(1), Signatures: all}); errors.Is(x.Verify(nil), ErrOrder) {
			t.Error("out of order")
		}
	})
}

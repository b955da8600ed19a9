package key

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// signedBy returns n statements of n signers, and the second halves of their signatures.
func signedBy(n int, domain string) (all []Statement, halves [][HalfSize]byte) {
	for i := range n {
		p := FromSeed([32]byte{byte(i), byte(i >> 8), 7})
		message := fmt.Appendf(nil, "what %d says", i)
		sig := p.Sign(domain, message)
		all = append(all, Statement{p.ID(), message, [HalfSize]byte(sig[:HalfSize])})
		halves = append(halves, [HalfSize]byte(sig[HalfSize:]))
	}
	return all, halves
}

func aggregate(t testing.TB, all []Statement, halves [][HalfSize]byte) [HalfSize]byte {
	half, err := Aggregate("test", all, halves)
	if err != nil {
		t.Fatal(err)
	}
	return half
}

// TestAggregate: good signatures are good together. Any change of a signature, signer, message, order,
// number or domain is found.
func TestAggregate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		all, halves := signedBy(n, "test")
		half, err := Aggregate("test", all, halves)
		if err != nil || !VerifyAggregate("test", all, half) {
			t.Fatalf("%d good signatures are refused: %v", n, err)
		}
		i := rapid.IntRange(0, n-1).Draw(t, "i")
		domain := "test"
		switch what := rapid.SampledFrom([]string{"nonce", "message", "signer", "half", "domain", "order", "less", "more", "doubled"}).Draw(t, "what"); what {
		case "nonce":
			all[i].Nonce[rapid.IntRange(0, HalfSize-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		case "message":
			all[i].Message = append(all[i].Message, 0)
		case "signer":
			all[i].Signer = FromSeed([32]byte{99}).ID()
		case "half":
			half[rapid.IntRange(0, HalfSize-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		case "domain":
			domain = "tes"
		case "order":
			if n == 1 {
				return
			}
			j := (i + 1) % n
			all[i], all[j] = all[j], all[i]
		case "less":
			all = append(all[:i], all[i+1:]...)
		case "more":
			more, _ := signedBy(n+1, "test")
			all = append(all, more[n])
		case "doubled":
			all = append(all, all[i])
		}
		if VerifyAggregate(domain, all, half) {
			t.Fatal("what was changed is found good")
		}
	})
}

// TestAggregateOne: one signature alone is aggregated to itself.
func TestAggregateOne(t *testing.T) {
	all, halves := signedBy(1, "test")
	if half := aggregate(t, all, halves); half != halves[0] {
		t.Errorf("%x became %x", halves[0], half)
	}
}

// TestAggregateForged: a peer that lacks one signature cannot make up for it with its own. A simple sum of
// the numbers would allow it; so would a nonce that cancels another's, or a signer that cancels another.
func TestAggregateForged(t *testing.T) {
	victim, liar := FromSeed([32]byte{1}), FromSeed([32]byte{2})
	sig := liar.Sign("test", []byte("mine"))
	mine := Statement{liar.ID(), []byte("mine"), [HalfSize]byte(sig[:HalfSize])}
	for name, forged := range map[string]Statement{
		"a nonce of nothing":  {victim.ID(), []byte("not said"), [HalfSize]byte{1}},
		"another's nonce":     {victim.ID(), []byte("not said"), mine.Nonce},
		"the signer as nonce": {victim.ID(), []byte("not said"), [HalfSize]byte(victim.ID())},
	} {
		for _, all := range [][]Statement{{mine, forged}, {forged, mine}, {forged}} {
			for _, half := range [][HalfSize]byte{{}, {1}, [HalfSize]byte(sig[HalfSize:])} {
				if VerifyAggregate("test", all, half) {
					t.Errorf("%s: %d statements are believed", name, len(all))
				}
			}
			if len(all) == 2 {
				halves := [][HalfSize]byte{[HalfSize]byte(sig[HalfSize:]), [HalfSize]byte(sig[HalfSize:])}
				if VerifyAggregate("test", all, aggregate(t, all, halves)) {
					t.Errorf("%s: believed with the liar's signature twice", name)
				}
			}
		}
	}
}

func TestAggregateRefuses(t *testing.T) {
	all, halves := signedBy(2, "test")
	none := [HalfSize]byte{31: 0xff} // above the group's order
	for name, c := range map[string]struct {
		all    []Statement
		halves [][HalfSize]byte
	}{
		"nothing":         {},
		"too few halves":  {all, halves[:1]},
		"what is no half": {all, [][HalfSize]byte{halves[0], none}},
	} {
		if _, err := Aggregate("test", c.all, c.halves); !errors.Is(err, ErrAggregate) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if VerifyAggregate("test", nil, halves[0]) || VerifyAggregate("test", all, none) {
		t.Error("nothing proves something")
	}
	all[1].Signer = ID{}
	if VerifyAggregate("test", all, aggregate(t, all, halves)) {
		t.Error("nobody signed something")
	}
}

func FuzzVerifyAggregate(f *testing.F) {
	all, halves := signedBy(2, "test")
	half := aggregate(f, all, halves)
	f.Add(half[:], all[0].Nonce[:], all[1].Nonce[:])
	f.Fuzz(func(t *testing.T, s, r0, r1 []byte) {
		x, y, h := all[0], all[1], [HalfSize]byte{}
		copy(h[:], s)
		clear(x.Nonce[copy(x.Nonce[:], r0):])
		clear(y.Nonce[copy(y.Nonce[:], r1):])
		if good := x.Nonce == all[0].Nonce && y.Nonce == all[1].Nonce && h == half; VerifyAggregate("test", []Statement{x, y}, h) != good {
			t.Errorf("%x %x %x: good is %v", x.Nonce, y.Nonce, h, good)
		}
	})
}

// BenchmarkAggregate measures ten signatures: verified one after the other, aggregated, and verified at
// once.
func BenchmarkAggregate(b *testing.B) {
	const n = 10
	all, halves := signedBy(n, "test")
	half := aggregate(b, all, halves)
	b.Run("apart", func(b *testing.B) {
		for b.Loop() {
			for i := range all {
				if !Verify(all[i].Signer, "test", all[i].Message, [SignatureSize]byte(append(all[i].Nonce[:], halves[i][:]...))) {
					b.Fatal("refused")
				}
			}
		}
	})
	b.Run("aggregate", func(b *testing.B) {
		for b.Loop() {
			_, _ = Aggregate("test", all, halves)
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if !VerifyAggregate("test", all, half) {
				b.Fatal("refused")
			}
		}
	})
}

package ledger

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// person returns one of a few authors.
func person(n int) (key [32]byte) {
	key[0], key[31] = byte(n+1), byte(n)
	return key
}

// anyCommand draws a command.
func anyCommand(t *rapid.T) []byte {
	switch rapid.IntRange(0, 6).Draw(t, "command") {
	case 0:
		return Step(rapid.Int8().Draw(t, "places"))
	case 1:
		return Give(person(rapid.IntRange(0, 5).Draw(t, "to")), rapid.Uint8().Draw(t, "coins"))
	case 2:
		return Make()
	case 3:
		return Take()
	case 4:
		return Drop()
	case 5:
		return Break()
	}
	return Say(rapid.StringN(0, 20, 100).Draw(t, "words"))
}

// TestHoldings: whatever people do, nothing is lost or doubled, commands come once and in order, and a state that was
// written and read goes on in the same way.
func TestHoldings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Ledger
		b := &Ledger{}
		var seq [6]uint64
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			turn := a.Begin(nil, 3)
			for range rapid.IntRange(0, 6).Draw(t, "commands") {
				who := rapid.IntRange(0, 5).Draw(t, "who")
				if rapid.IntRange(0, 9).Draw(t, "departs") == 0 {
					turn, _ = a.Depart(turn, person(who))
					continue
				}
				out, taken, err := a.Append(turn, person(who), seq[who]+1, anyCommand(t))
				if err != nil {
					t.Fatal(err)
				}
				if taken {
					seq[who]++
				}
				turn = out
			}
			if err := a.Step(turn); err != nil {
				t.Fatal(err)
			}
			if err := b.Restore(b.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
			if err := b.Step(turn); err != nil {
				t.Fatal(err)
			}
			if words := a.Holdings().Wrong(); words != "" {
				t.Fatal(words)
			}
		}
		if a.Digest() != b.Digest() || !bytes.Equal(a.Snapshot(nil), b.Snapshot(nil)) {
			t.Fatal("a state that was read goes on differently")
		}
		for who := range seq {
			if a.Sequence(person(who)) != seq[who] {
				t.Fatalf("%d commands of %d", a.Sequence(person(who)), seq[who])
			}
		}
		if a.Repeated() != 0 {
			t.Fatal("repeated")
		}
		if a.Flip(); a.Digest() == b.Digest() {
			t.Fatal("a flipped bit does not show")
		}
	})
}

// TestRepeated: what comes again is counted.
func TestRepeated(t *testing.T) {
	var l Ledger
	turn, _, _ := l.Append(l.Begin(nil, 3), person(0), 1, Make())
	for range 2 {
		if err := l.Step(turn); err != nil {
			t.Fatal(err)
		}
	}
	if l.Repeated() != 1 {
		t.Errorf("%d repeated", l.Repeated())
	}
}

// FuzzRestore: no bytes do any harm, and those that are taken are the only encoding of their state.
func FuzzRestore(f *testing.F) {
	var l Ledger
	f.Add(l.Snapshot(nil))
	turn, _, _ := l.Append(l.Begin(nil, 3), person(0), 1, Make())
	_ = l.Step(turn)
	f.Add(l.Snapshot(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var l Ledger
		if l.Restore(b) == nil && !bytes.Equal(l.Snapshot(nil), b) {
			t.Error("another encoding")
		}
	})
}

// FuzzStep: no turn does any harm.
func FuzzStep(f *testing.F) {
	var l Ledger
	turn, _, _ := l.Append(l.Begin(nil, 3), person(0), 1, Give(person(1), 7))
	f.Add(turn)
	f.Fuzz(func(t *testing.T, turn []byte) {
		var l Ledger
		if l.Check(turn) == nil && l.Step(turn) != nil {
			t.Error("checked, and not executed")
		}
		if words := l.Holdings().Wrong(); words != "" {
			t.Error(words)
		}
	})
}

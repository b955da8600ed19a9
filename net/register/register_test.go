package register_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
	"manyhold/net/register"
	"manyhold/net/wire"
)

func pair(n byte) key.Pair { return key.FromSeed([32]byte{n}) }

// sealed is a blueprint of that author, editor, version and title; more makes it another one.
func sealed(author, editor key.Pair, version uint64, title, more string) []byte {
	a, e := author.ID(), editor.ID()
	b := append(append([]byte{1}, a[:]...), e[:]...)
	b = wire.AppendText(wire.AppendText(wire.AppendUvarint(b, version), "Ann"), title)
	b = append(b, more...)
	seal := register.Seal(editor, b)
	return append(b, seal[:]...)
}

func entry(t testing.TB, b []byte) *register.Entry {
	t.Helper()
	e, err := register.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestParse(t *testing.T) {
	good := sealed(pair(1), pair(2), 3, "Lamp", "the rest")
	e := entry(t, good)
	if e.Name != "Ann/Lamp" || e.Version != 3 || e.Author != pair(1).ID() || e.Editor != pair(2).ID() {
		t.Errorf("%+v", e)
	}
	if o := entry(t, sealed(pair(1), pair(1), 4, "Lamp", "")); o.ID != e.ID {
		t.Error("two versions have different IDs")
	}
	if o := entry(t, sealed(pair(3), pair(3), 4, "Lamp", "")); o.ID == e.ID {
		t.Error("two authors have one ID")
	}
	for k := range good {
		b := slices.Clone(good)
		b[k] ^= 1
		if _, err := register.Parse(b); err == nil {
			t.Fatalf("byte %d of %d was flipped, and nobody noticed", k, len(good))
		}
	}
	for _, c := range []struct {
		name string
		b    []byte
		want error
	}{
		{"empty", nil, register.ErrMalformed},
		{"no version", sealed(pair(1), pair(1), 0, "Lamp", ""), register.ErrMalformed},
		{"a version of 33 bits", sealed(pair(1), pair(1), 1<<32, "Lamp", ""), register.ErrMalformed},
		{"no title", sealed(pair(1), pair(1), 1, "", ""), register.ErrMalformed},
		{"too long", sealed(pair(1), pair(1), 1, "Lamp", string(make([]byte, register.MaxBytes))), register.ErrMalformed},
		{"cut short", good[:70], register.ErrMalformed},
	} {
		if _, err := register.Parse(c.b); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestLimits(t *testing.T) {
	var b register.Book
	for n := range register.MaxOfAuthor {
		if added, err := b.Add(entry(t, sealed(pair(1), pair(1), 1, fmt.Sprint("t", n), ""))); !added || err != nil {
			t.Fatal(n, added, err)
		}
	}
	if _, err := b.Add(entry(t, sealed(pair(1), pair(1), 1, "more", ""))); !errors.Is(err, register.ErrFull) {
		t.Error("an author beyond the limit:", err)
	}
	if added, err := b.Add(entry(t, sealed(pair(1), pair(1), 2, "t3", ""))); !added || err != nil {
		t.Error("the next version of a full author:", err)
	}
	if added, err := b.Add(entry(t, sealed(pair(1), pair(1), 1, "t3", ""))); added || err != nil {
		t.Error("an old version was added:", err)
	}
	b = register.Book{}
	stored := 0
	for n := 0; ; n++ {
		e := entry(t, sealed(pair(byte(n/register.MaxOfAuthor)), pair(1), 1, fmt.Sprint("t", n), string(make([]byte, 40<<10))))
		if _, err := b.Add(e); errors.Is(err, register.ErrFull) {
			break
		}
		stored += len(e.Bytes)
	}
	if stored > register.MaxStored || stored < register.MaxStored-48<<10 {
		t.Errorf("%d bytes are stored", stored)
	}
}

// Any order of any versions gives the same book; and two books that tell each other what the other lacks by
// their summaries are equal afterwards.
func TestBooksMeet(t *testing.T) {
	var all []*register.Entry
	for n := range 24 {
		all = append(all, entry(t, sealed(pair(byte(n%3)), pair(9), uint64(1+n%4), fmt.Sprint("t", n%5), fmt.Sprint(n))))
	}
	rapid.Check(t, func(t *rapid.T) {
		var a, b register.Book
		for _, k := range rapid.SliceOf(rapid.IntRange(0, len(all)-1)).Draw(t, "a") {
			a.Add(all[k])
		}
		for _, k := range rapid.SliceOf(rapid.IntRange(0, len(all)-1)).Draw(t, "b") {
			b.Add(all[k])
		}
		summary := func(b *register.Book) []register.Line {
			digest, lines, err := register.ReadSummary(wire.NewCursor(b.AppendSummary(nil)))
			if err != nil || digest != b.Digest() {
				t.Fatal(err)
			}
			return lines
		}
		forB, lacksA := a.Compare(summary(&b))
		forA, lacksB := b.Compare(summary(&a))
		if lacksA != (len(forA) > 0) || lacksB != (len(forB) > 0) {
			t.Fatalf("a lacks %v and gets %d, b lacks %v and gets %d", lacksA, len(forA), lacksB, len(forB))
		}
		for _, e := range forB {
			if added, err := b.Add(e); !added || err != nil {
				t.Fatal("b was sent what it has", err)
			}
		}
		for _, e := range forA {
			if added, err := a.Add(e); !added || err != nil {
				t.Fatal("a was sent what it has", err)
			}
		}
		if a.Digest() != b.Digest() {
			t.Fatal("the books differ after they met")
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(sealed(pair(1), pair(2), 3, "Lamp", "the rest"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, err := register.Parse(b); err == nil && (e.Version == 0 || e.ID == 0) {
			t.Error("an entry without a version or an ID")
		}
	})
}

func FuzzSummary(f *testing.F) {
	var b register.Book
	b.Add(entry(f, sealed(pair(1), pair(2), 3, "Lamp", "")))
	f.Add(b.AppendSummary(nil))
	f.Fuzz(func(t *testing.T, s []byte) {
		if _, lines, err := register.ReadSummary(wire.NewCursor(s)); err == nil {
			b.Compare(lines)
		}
	})
}

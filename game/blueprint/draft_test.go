package blueprint

import (
	"bytes"
	"crypto/ed25519"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
)

// signed makes somebody the author and the editor of a blueprint, and returns its bytes.
func signed(b *Blueprint, n byte) []byte {
	k := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
	b.Author, b.Editor = game.PlayerID(k.Public().(ed25519.PublicKey)), game.PlayerID(k.Public().(ed25519.PublicKey))
	b.Seal = [64]byte(ed25519.Sign(k, Statement(b)))
	return Append(nil, b)
}

// TestForgedSeals: a blueprint that its editor did not sign never holds, whatever a leader puts into turns.
func TestForgedSeals(t *testing.T) {
	for name, spoil := range map[string]func(b *Blueprint){
		"another source": func(b *Blueprint) { b.Host += " " },
		"another editor": func(b *Blueprint) { b.Editor[0] ^= 1 },
		"another author": func(b *Blueprint) { b.Author[0] ^= 1 },
		"no seal":        func(b *Blueprint) { b.Seal = [64]byte{} },
	} {
		b, _ := long(1)
		spoil(b)
		data := Append(nil, b)
		var r Register
		for at := 0; at < len(data); at += MaxPiece {
			p := Piece{MarkOf(HashOf(data)), uint32(len(data)), uint32(at), data[at:min(at+MaxPiece, len(data))]}
			if r.Take(&p, 1) != nil {
				t.Errorf("%s: it holds", name)
			}
		}
		if r.Sum() != 0 {
			t.Errorf("%s: something is left of it", name)
		}
	}
}

// long is a blueprint of several pieces; a number tells them apart.
func long(n byte) (*Blueprint, []byte) {
	b := lamp()
	b.Host = strings.Repeat("x = 1\n", 200)
	return b, signed(b, n)
}

// feed takes the next piece of a blueprint, which there must be.
func feed(t testing.TB, r *Register, b *Blueprint, data []byte, room int) *Entry {
	t.Helper()
	p, ok := r.Next(b, data, room)
	if !ok || !p.Valid() || len(p.Data) > room || !r.Wants(&p) {
		t.Fatalf("piece %+v, %v", p, ok)
	}
	c := codec.Read(AppendPiece(nil, &p))
	if again := ReadPiece(&c); c.Done() != nil || !reflect.DeepEqual(again, p) {
		t.Fatalf("%+v is read as %+v", p, again)
	}
	return r.Take(&p, 77)
}

// TestPiecesMakeTheWhole: whatever the sizes of its pieces, a blueprint is there with the last one, and not
// before.
func TestPiecesMakeTheWhole(t *testing.T) {
	b, data := long(1)
	rapid.Check(t, func(t *rapid.T) {
		var r Register
		for left := len(data); left > 0; {
			room := rapid.IntRange(1, 2*MaxPiece).Draw(t, "room")
			p, ok := r.Next(b, data, room)
			if !ok {
				t.Fatal("no next piece")
			}
			left -= len(p.Data)
			e := r.Take(&p, 77)
			if (e != nil) != (left == 0) {
				t.Fatalf("%v with %d bytes left", e, left)
			}
			if e != nil && (e.Hash != HashOf(data) || !bytes.Equal(e.Bytes, data) || e.Since != 77 || e.ID != b.ID() || !reflect.DeepEqual(e.Blueprint, b)) {
				t.Fatalf("%+v", e)
			}
		}
		if r.Sum() != 0 {
			t.Fatal("a draft is left")
		}
	})
}

// TestUnwantedPieces: a piece that does not continue its draft changes nothing.
func TestUnwantedPieces(t *testing.T) {
	b, data := long(1)
	var r Register
	feed(t, &r, b, data, 100)
	feed(t, &r, b, data, 100)
	mark, size := MarkOf(HashOf(data)), uint32(len(data))
	for name, p := range map[string]Piece{
		"the first one again":       {mark, size, 0, data[:100]},
		"a part of the first one":   {mark, size, 0, data[:50]},
		"the last one again":        {mark, size, 100, data[100:200]},
		"one that leaves a gap":     {mark, size, 201, data[201:300]},
		"one that overlaps":         {mark, size, 199, data[199:300]},
		"one of another size":       {mark, size + 1, 200, data[200:300]},
		"a later one of an unknown": {mark + 1, size, 200, data[200:300]},
	} {
		before := r.Sum()
		if r.Wants(&p) || r.Take(&p, 1) != nil || r.Sum() != before {
			t.Errorf("%s is taken", name)
		}
	}
}

// TestSpoiledDrafts: bytes that another leader put into a draft hold it up no longer than that leader leads.
func TestSpoiledDrafts(t *testing.T) {
	b, data := long(1)
	mark, size := MarkOf(HashOf(data)), uint32(len(data))
	wrong := bytes.Repeat([]byte{7}, MaxPiece)
	for name, p := range map[string]Piece{
		"another size":        {mark, size + 1, 0, data[:200]},
		"other bytes":         {mark, size, 0, wrong},
		"a hopeless long one": {mark, MaxBytes, 0, wrong},
	} {
		var r Register
		if r.Take(&p, 1) != nil {
			t.Fatal("taken whole")
		}
		for n := 0; ; n++ {
			if e := feed(t, &r, b, data, MaxPiece); e != nil {
				break
			}
			if n > len(data)/MaxPiece+1 {
				t.Fatalf("%s: is not replaced", name)
			}
		}
	}
	garbage := Piece{9, 5, 0, []byte("hello")}
	hash := HashOf(garbage.Data)
	garbage.Mark = MarkOf(hash)
	var r Register
	if e := r.Take(&garbage, 1); e != nil || r.Sum() != 0 {
		t.Error("garbage is a blueprint, or stays")
	}
	other := Piece{mark + 1, size, 0, nil} // the bytes of a blueprint under another mark
	for at := 0; at < len(data); at += MaxPiece {
		other.At, other.Data = uint32(at), data[at:min(at+MaxPiece, len(data))]
		if r.Take(&other, 1) != nil {
			t.Error("taken under another mark")
		}
	}
	if r.Sum() != 0 {
		t.Error("a false draft stays")
	}
}

// TestManyDrafts: of more drafts than there may be, the oldest is given up; a register is not changed in
// place.
func TestManyDrafts(t *testing.T) {
	var r Register
	for n := range byte(MaxDrafts + 1) {
		b, data := long(n + 1)
		feed(t, &r, b, data, 10)
	}
	if len(r.drafts) != MaxDrafts {
		t.Fatal(len(r.drafts))
	}
	for n := range byte(MaxDrafts + 1) {
		b, data := long(n + 1)
		if p, _ := r.Next(b, data, 10); (p.At == 0) != (n == 0) {
			t.Errorf("draft %d goes on at %d", n, p.At)
		}
	}
	before, sum := r, r.Sum()
	b, data := long(3)
	feed(t, &r, b, data, 10)
	if before.sum != sum || !reflect.DeepEqual(before, stateOf(t, &before)) || r.Sum() == sum {
		t.Error("a copy was changed in place")
	}
	if _, ok := r.Next(b, data, 0); ok {
		t.Error("a piece without room")
	}
}

// stateOf reads the bytes of a register.
func stateOf(t testing.TB, r *Register) (again Register) {
	t.Helper()
	if r.Sum() == 0 {
		return again
	}
	if err := again.Read(r.Append(nil)); err != nil {
		t.Fatal(err)
	}
	return again
}

func FuzzPiece(f *testing.F) {
	f.Add(AppendPiece(nil, &Piece{1, 300, 7, []byte("abc")}))
	f.Add(AppendPiece(nil, &Piece{1, 3, 0, []byte("abc")}))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := codec.Read(data)
		p := ReadPiece(&c)
		if c.Done() != nil {
			return
		}
		if !p.Valid() || !bytes.Equal(AppendPiece(nil, &p), data) {
			t.Fatalf("%x is read as %+v", data, p)
		}
		var r Register
		if e := r.Take(&p, 1); e != nil && e.Check() != nil {
			t.Fatal("an invalid blueprint")
		}
	})
}

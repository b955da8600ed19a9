package shout

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

var (
	world  = [32]byte{7}
	ada    = key.FromSeed([32]byte{1})
	bo     = key.FromSeed([32]byte{2})
	moment = time.Unix(1000, 0)
)

func shoutOf(p key.Pair, turn, number uint64, words string) Shout {
	s := Shout{World: world, Turn: turn, Number: number, Name: "Ada", Words: words}
	s.Sign(p)
	return s
}

// TestTake is a table of shouts that a book accepts or refuses. Each case begins with a book that has Ada's
// first shout of turn 5000.
func TestTake(t *testing.T) {
	forged := shoutOf(ada, 5001, 0, "give me all your coins")
	forged.Words = "give Bo all your coins"
	elsewhere := Shout{World: [32]byte{8}, Turn: 5001, Name: "Ada", Words: "hello"}
	elsewhere.Sign(ada)
	usurped := shoutOf(bo, 5001, 0, "hello")
	usurped.Author = ada.ID()
	for _, c := range []struct {
		name string
		s    Shout
		want error
	}{
		{"the next", shoutOf(ada, 5001, 0, "hello"), nil},
		{"another of the same turn", shoutOf(ada, 5000, 1, "hello"), nil},
		{"another's", shoutOf(bo, 5000, 0, "hello"), nil},
		{"the same once more", shoutOf(ada, 5000, 0, "first"), ErrOld},
		{"one before", shoutOf(ada, 4999, 9, "hello"), ErrOld},
		{"as old as is news", shoutOf(bo, 5010-Fresh, 0, "hello"), nil},
		{"older", shoutOf(bo, 5010-Fresh-1, 0, "hello"), ErrOld},
		{"as new as can be", shoutOf(bo, 5010+Fresh, 0, "hello"), nil},
		{"of the future", shoutOf(bo, 5010+Fresh+1, 0, "hello"), ErrOld},
		{"changed words", forged, ErrForged},
		{"of another world", elsewhere, ErrForged},
		{"in another's name", usurped, ErrForged},
	} {
		b := NewBook(world)
		if _, err := b.Take(moment, 5010, shoutOf(ada, 5000, 0, "first")); err != nil {
			t.Fatal(err)
		}
		h, err := b.Take(moment, 5010, c.s)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if n := len(b.Heard()); err == nil && (n != 2 || h.Serial != 2 || h.Words != c.s.Words) || err != nil && n != 1 {
			t.Errorf("%s: %d are kept, serial %d", c.name, n, h.Serial)
		}
	}
}

// TestOften: no author is heard more often than its share, an honest author stays below it, and a loud
// author silences no other.
func TestOften(t *testing.T) {
	say, hear := NewBook(world), NewBook(world)
	said := 0
	for second := range 120 {
		now := moment.Add(time.Duration(second) * time.Second)
		turn := uint64(5000 + 20*second)
		for range 5 {
			h, err := say.Say(now, ada, "Ada", turn, "la")
			if errors.Is(err, ErrOften) {
				continue
			}
			if said++; err != nil {
				t.Fatal(err)
			}
			if _, err := hear.Take(now, turn, h.Shout); err != nil {
				t.Fatalf("after %d s what Ada said was refused: %v", second, err)
			}
		}
	}
	if said < 30 || said > 33 {
		t.Errorf("%d shouts in two minutes, want one every 4 s after a burst of 3", said)
	}
	taken := 0
	for n := range 200 {
		if _, err := hear.Take(moment.Add(time.Hour), 8000, shoutOf(bo, 8000, uint64(n), "noise")); err == nil {
			taken++
		}
	}
	if taken != heardBurst {
		t.Errorf("%d of a flood were taken, want %d", taken, heardBurst)
	}
	if _, err := hear.Take(moment.Add(time.Hour), 8000, shoutOf(ada, 8000, 0, "hello")); err != nil {
		t.Errorf("Ada is not heard for Bo's noise: %v", err)
	}
	if n := len(hear.Heard()); n > Kept {
		t.Errorf("%d are kept", n)
	}
}

// TestManyAuthors: a book does not grow with the number of authors, and forgets no author whose shouts
// could be replayed.
func TestManyAuthors(t *testing.T) {
	b := NewBook(world)
	for n := range maxAuthors + 10 {
		p := key.FromSeed([32]byte{9, byte(n), byte(n >> 8)})
		_, err := b.Take(moment, 5000, shoutOf(p, 5000, 0, "hello"))
		if want := n >= maxAuthors; errors.Is(err, ErrOften) != want {
			t.Fatalf("author %d: %v", n, err)
		}
	}
	if _, err := b.Take(moment, 5001+Fresh, shoutOf(ada, 5001+Fresh, 0, "hello")); err != nil || len(b.authors) != 1 {
		t.Errorf("%d authors are remembered, %v", len(b.authors), err)
	}
}

// TestSay: after the state went back, the next shout still comes after the previous one.
func TestSay(t *testing.T) {
	b := NewBook(world)
	first, err := b.Say(moment, ada, "Ada", 100, "one")
	second, err2 := b.Say(moment, ada, "Ada", 90, "two")
	if err != nil || err2 != nil || !first.Before(&second.Shout) || !second.Signed() {
		t.Errorf("turn %d number %d after turn %d number %d: %v, %v", second.Turn, second.Number, first.Turn, first.Number, err, err2)
	}
	for _, words := range []string{"", "  ", "a\nb", "\x1b[2J", "\u202egnp", "\xff", strings.Repeat("x", MaxWords+1)} {
		if _, err := b.Say(moment, ada, "Ada", 200, words); !errors.Is(err, ErrWords) {
			t.Errorf("%q can be said: %v", words, err)
		}
	}
}

// TestEncoding: any shout is read as it was written.
func TestEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zäß漢 ]{0,20}[a-z]`)
		s := shoutOf(ada, rapid.Uint64Range(0, most-1).Draw(t, "turn"), rapid.Uint64Range(0, most-1).Draw(t, "number"), text.Draw(t, "words"))
		b := s.Append(nil)
		again, err := Decode(b)
		if err != nil || again != s || !again.Signed() || len(b) > MaxSize {
			t.Fatalf("%+v is read as %+v, %v", s, again, err)
		}
	})
}

// FuzzDecode: any bytes are refused or decode to a shout that encodes to the same bytes and can be shown.
func FuzzDecode(f *testing.F) {
	s := shoutOf(ada, 3, 1, "hello")
	f.Add(s.Append(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Decode(b)
		if err == nil && (!bytes.Equal(s.Append(nil), b) || !Sayable(s.Words) || !Sayable(s.Name) || len(b) > MaxSize) {
			t.Fatalf("%x is written again as %x", b, s.Append(nil))
		}
	})
}

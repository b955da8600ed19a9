package charter

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPictureRoundTrip: any picture of at most sixteen colours survives its bytes and its text.
func TestPictureRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		colours := rapid.SliceOfNDistinct(rapid.Uint8Range(0, 31), 1, PictureColours, func(c uint8) uint8 { return c }).Draw(t, "colours")
		var p Picture
		for i := range p {
			p[i] = rapid.SampledFrom(colours).Draw(t, "dot")
		}
		b, ok := p.Bytes()
		if !ok || len(b) != PictureSize {
			t.Fatalf("%d bytes, %v", len(b), ok)
		}
		if q, ok := PictureOf(b); !ok || *q != p {
			t.Fatalf("%v, %v", q, ok)
		}
		if q, ok := ParsePicture(p.Text()); !ok || *q != p || len(p.Text()) > MaxText {
			t.Fatalf("%q: %v", p.Text(), ok)
		}
	})
}

// TestBadPictures: a picture has one encoding, and an entry with another text is refused.
func TestBadPictures(t *testing.T) {
	var good Picture
	good[0] = 7
	b, _ := good.Bytes()
	bad := map[string][]byte{
		"nothing": nil, "short": b[:len(b)-1], "long": append(append([]byte{}, b...), 0),
		"a colour that does not occur": with(b, 3, 1<<7), "a place beyond the set": with(b, 4, 2), "seventeen colours": with(with(b, 0, 0xFF), 1, 0xFF),
	}
	bad["seventeen colours"][2] = 1
	for name, b := range bad {
		if _, ok := PictureOf(b); ok {
			t.Errorf("%s is a picture", name)
		}
	}
	var gaudy Picture
	for i := range gaudy {
		gaudy[i] = uint8(i % 17)
	}
	if gaudy.Text() != "" {
		t.Error("seventeen colours have a text")
	}
	for text, ok := range map[string]bool{"": true, good.Text(): true, "a sunset": false, strings.Repeat("A", 176): false, good.Text() + "=": false} {
		s := NewSet(world)
		if err := write(t, s, 1, SetPicture, 0, 0, text); (err == nil) != ok || err != nil && !errors.Is(err, ErrEntry) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func with(b []byte, at int, v byte) []byte {
	c := append([]byte{}, b...)
	c[at] = v
	return c
}

func FuzzPicture(f *testing.F) {
	var p Picture
	p[3], p[9] = 1, 31
	b, _ := p.Bytes()
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, ok := PictureOf(b); ok {
			if again, ok := p.Bytes(); !ok || string(again) != string(b) {
				t.Errorf("%x encodes to %x", b, again)
			}
		}
	})
}

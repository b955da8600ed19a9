package asset

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"testing"
)

// TestShape: the rough shape has the colours of its places, and the mean ignores transparent ones.
func TestShape(t *testing.T) {
	for _, size := range [][2]int{{16, 16}, {1, 1}, {3, 5}, {256, 200}} {
		d, err := Describe(Sprite, picture(t, size[0], size[1]))
		if err != nil || d.Width != size[0] || d.Height != size[1] {
			t.Fatalf("%v: %+v, %v", size, d, err)
		}
		if right := d.Shape.At(7, 4); right != (Colour{G: 200, A: 255}) {
			t.Errorf("%v: right %v", size, right)
		}
		if left := d.Shape.At(0, 4); size[0] > 1 && left != (Colour{R: 100, A: 128}) {
			t.Errorf("%v: left %v", size, left)
		}
	}
	d, _ := Describe(Sprite, picture(t, 16, 16))
	if m := d.Shape.Mean(); m != (Colour{R: 33, G: 133, A: 192}) {
		t.Errorf("mean %v", m)
	}
	m := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.NRGBA{}, color.NRGBA{1, 2, 3, 255}})
	m.SetColorIndex(2, 3, 1)
	d, err := Describe(Sprite, encoded(t, m))
	if err != nil || d.Shape.At(2, 3) != (Colour{1, 2, 3, 255}) || d.Shape.At(3, 3) != (Colour{}) || d.Shape.Mean() != (Colour{1, 2, 3, 4}) {
		t.Errorf("paletted: %v, %v, %v", d.Shape.At(2, 3), d.Shape.Mean(), err)
	}
}

// TestNameIsPinned: names never change, because they are in worlds and files.
func TestNameIsPinned(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		b    []byte
		want string
	}{
		{Script, []byte("x = 1\n"), "35b97b02295263a142bf46718ddc3db292e5ac3d8aefb4799681e331fc18b290"},
		{Wave, wave(1, 16, 44100, 40000), "533dd00381ed58ebd9f450f042900e65dd7a2e5e2e930f3948f9dbe5bacbf04c"},
	} {
		d, err := Describe(c.kind, c.b)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Name().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.kind, got, c.want)
		}
	}
}

// TestVerify: bytes are those of a descriptor or not, whatever its author said of them.
func TestVerify(t *testing.T) {
	b := picture(t, 20, 20)
	lie := func(f func(*Descriptor)) Descriptor {
		d, _ := Describe(Sprite, b)
		f(&d)
		return d
	}
	for _, c := range []struct {
		what string
		d    Descriptor
		b    []byte
		want error
	}{
		{"the truth", lie(func(*Descriptor) {}), b, nil},
		{"a flipped byte", lie(func(*Descriptor) {}), flip(b, 50), ErrMismatch},
		{"fewer bytes", lie(func(*Descriptor) {}), b[1:], ErrMismatch},
		{"another width", lie(func(d *Descriptor) { d.Width = 21 }), b, ErrMismatch},
		{"another colour", lie(func(d *Descriptor) { d.Shape[9].R++ }), b, ErrMismatch},
		{"another kind", lie(func(d *Descriptor) { d.Kind = Script }), b, ErrContent},
	} {
		if err := c.d.Verify(c.b); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
	}
}

// FuzzDescriptor: whatever is decoded is encoded to the same bytes, and is within the limits.
func FuzzDescriptor(f *testing.F) {
	for _, b := range [][]byte{picture(f, 16, 16), picture(f, 200, 3)} {
		d, _ := Describe(Sprite, b)
		f.Add(d.Encode())
	}
	d, _ := Describe(Wave, wave(2, 16, 44100, 20000))
	f.Add(d.Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := DecodeDescriptor(b)
		if err != nil {
			return
		}
		if !bytes.Equal(d.Encode(), b) || d.Size > d.Kind.Limit() || len(d.Blocks) != Blocks(d.Size) || len(b) > MaxDescriptor {
			t.Fatalf("%+v", d)
		}
		for i := range d.Blocks {
			if n := d.BlockLen(i); n <= 0 || n > BlockSize {
				t.Fatalf("block %d has %d bytes", i, n)
			}
		}
	})
}

// FuzzContent: no bytes make the checks or the shape of a picture panic, and an accepted asset verifies.
func FuzzContent(f *testing.F) {
	f.Add(byte(Sprite), picture(f, 9, 9))
	f.Add(byte(Sheet), header(picture(f, 9, 9), 0, 0, 0, 8, 0))
	f.Add(byte(Wave), wave(1, 8, 8000, 9))
	f.Add(byte(Ogg), page(6, 1, 0, vorbis(1)))
	f.Add(byte(Script), []byte("x = 1"))
	f.Add(byte(Module), module(1, 0, 0, 1, 'a'))
	f.Add(byte(Bundle), bundle("x = 1", string(picture(f, 3, 3))))
	f.Fuzz(func(t *testing.T, k byte, b []byte) {
		d, err := Describe(Kind(k), b)
		if err != nil {
			return
		}
		if err := d.Verify(b); err != nil {
			t.Fatal(err)
		}
		if o, err := DecodeDescriptor(d.Encode()); err != nil || o.Name() != d.Name() {
			t.Fatal(err)
		}
	})
}

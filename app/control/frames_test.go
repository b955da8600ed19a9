package control

import (
	"bytes"
	"reflect"
	"testing"

	"manyhold/net/key"
	"manyhold/net/store"
)

func FuzzAttachFrames(f *testing.F) {
	g := store.Genesis{Founder: key.ID{1}, Name: "x", Licence: "y"}
	f.Add(Hello{key.ID{2}, "Ada", g}.Frame())
	f.Add(Typed{7, []byte{1, 2}}.Frame())
	f.Add(SealFrame(append(AppendProgress(Frame(FrameTurn, 0), 5, 6), 3)))
	f.Fuzz(func(t *testing.T, b []byte) {
		b, err := ReadFrame(bytes.NewReader(b), nil, MaxWindowFrame)
		if err != nil {
			return
		}
		if h, err := DecodeHello(b); err == nil {
			again, err := DecodeHello(h.Frame()[4:])
			if err != nil || again != h {
				t.Errorf("%+v became %+v, %v", h, again, err)
			}
		}
		if kind, p, err := DecodeProgress(b); err == nil {
			out := append(AppendProgress(Frame(kind, 0), p.Turn, p.Digest), p.Bytes...)
			if !bytes.Equal(out[4:], b) {
				t.Errorf("%x became %x", b, out[4:])
			}
		}
		if c, again, err := DecodeTyped(b); err == nil && !again {
			other, _, err := DecodeTyped(c.Frame()[4:])
			if err != nil || !reflect.DeepEqual(other, c) {
				t.Errorf("%+v became %+v, %v", c, other, err)
			}
		}
	})
}

package admin

import (
	"bytes"
	"reflect"
	"testing"

	"manyhold/net/store"
)

func FuzzHeader(f *testing.F) {
	h := Header{Genesis: store.Genesis{Seed: 42, Rules: 1, Name: "Test", Licence: store.DefaultLicence}, Licence: store.DefaultLicence, Size: 4096, Hash: [32]byte{1}}
	f.Add(h.Append(nil))
	f.Add(append(h.Append(nil), "and more"...))
	f.Add([]byte("MHWX\x02"))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, rest, err := DecodeHeader(b)
		if err != nil {
			return
		}
		again, more, err := DecodeHeader(append(h.Append(nil), rest...))
		if err != nil || !reflect.DeepEqual(again, h) || !bytes.Equal(more, rest) {
			t.Errorf("%x: %+v became %+v, %v", b, h, again, err)
		}
	})
}

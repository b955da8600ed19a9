package store

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

func TestGenesisRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Genesis{Seed: rapid.Uint64().Draw(t, "seed"), Rules: rapid.Uint32().Draw(t, "rules"),
			Name: rapid.StringMatching(`[a-zÀ-ž ]{1,20}`).Draw(t, "name"), Licence: DefaultLicence,
			Cap: rapid.Uint16().Draw(t, "cap"), Start: rapid.Uint8Range(0, 3).Draw(t, "start")}
		got, err := DecodeGenesis(g.Encode())
		if err != nil || got != g || got.ID() != g.ID() {
			t.Fatalf("%v: %+v became %+v", err, g, got)
		}
		if id, err := ParseWorldID(g.ID().String()); err != nil || id != g.ID() {
			t.Fatal(err)
		}
	})
	for _, bad := range []Genesis{{Licence: "x"}, {Name: "x"}, {Name: "a\nb", Licence: "x"}, {Name: string(make([]byte, 65)), Licence: "x"}} {
		if bad.Valid() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}

func FuzzGenesis(f *testing.F) {
	f.Add(Genesis{Founder: key.ID{1, 2, 3}, Seed: 42, Nonce: [16]byte{9}, Rules: 1, Name: "Test", Licence: DefaultLicence}.Encode())
	f.Add(Genesis{Name: "Test", Licence: DefaultLicence, Cap: 4}.Encode())
	f.Add(Genesis{Name: "Test", Licence: DefaultLicence, Start: 1}.Encode())
	f.Add([]byte("MHGN\x02"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := DecodeGenesis(b)
		if err != nil {
			return
		}
		if !bytes.Equal(g.Encode(), b) {
			t.Errorf("%x is read as %+v, which is %x", b, g, g.Encode())
		}
	})
}

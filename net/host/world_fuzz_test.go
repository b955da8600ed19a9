package host

import (
	"bytes"
	"testing"

	"manyhold/net/wire"
)

// FuzzMerge: what decodes encodes again to the same bytes, and names a taker before the one that ends.
func FuzzMerge(f *testing.F) {
	f.Add(courting{stepAskEnd, Home, 7, 3}.encode())
	f.Add(courting{stepAskEnd, 9, 7, 3}.encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Merge {
			return
		}
		if m, err := decodeCourting(b); err == nil && (!bytes.Equal(m.encode(), b) || m.into >= m.from) {
			t.Errorf("%x gave %+v", b, m)
		}
	})
}

// FuzzIsland: what unwraps is what wraps to the same bytes, and home's messages are never wrapped.
func FuzzIsland(f *testing.F) {
	f.Add(wrap(2, []byte{byte(wire.Frame), 0, 1}))
	f.Add(wrap(Home, []byte{byte(wire.Frame)}))
	f.Add(wrap(2, wrap(3, []byte{byte(wire.Join)})))
	f.Add([]byte{byte(wire.Join), 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 {
			return
		}
		island, inner, err := unwrap(b)
		switch {
		case err != nil:
		case island == Home:
			if wire.Kind(b[0]) == wire.Island || !bytes.Equal(inner, b) {
				t.Errorf("%x is about home", b)
			}
		default:
			if len(inner) == 0 || wire.Kind(inner[0]) == wire.Island || !bytes.Equal(wrap(island, inner), b) {
				t.Errorf("%x gave %x about %d", b, inner, island)
			}
		}
	})
}

package segment

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"testing"

	"manyhold/net/store"
)

func FuzzSegment(f *testing.F) {
	var turns []store.Entry
	for n := range uint64(20) {
		body := []byte{3}
		if n%4 == 0 {
			body = fmt.Appendf(nil, "\x03turn %d of somebody busy", n+1)
		}
		turns = append(turns, store.Entry{Epoch: 1, Turn: n + 1, Hash: sha256.Sum256(body), Body: body})
		if n%4 == 0 {
			turns[n].Signatures = []byte{0, 1, 2}
		}
	}
	f.Add(Encode(turns))
	f.Add([]byte{2, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		entries, err := Decode(b)
		if err != nil || len(entries) == 0 {
			return
		}
		again, err := Decode(Encode(entries))
		if err != nil || !reflect.DeepEqual(again, entries) {
			t.Errorf("%v: %+v became %+v", err, entries, again)
		}
	})
}

//go:build !js

package worldfile

import (
	"testing"

	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// TestCharter: entries are kept by id, the latest of each, and read from a file that is open.
func TestCharter(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir, testGenesis())
	if err != nil {
		t.Fatal(err)
	}
	w.AddCharter([32]byte{2}, []byte("second"))
	w.AddCharter([32]byte{1}, []byte("first"))
	w.AddCharter([32]byte{2}, []byte("better"))
	shut(t, w)
	again, got := open(t, dir)
	defer shut(t, again)
	read, err := admin.Charter(again.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range [][]store.CharterRow{got.Charter, read} {
		if len(rows) != 2 || rows[0].ID != [32]byte{1} || string(rows[0].Entry) != "first" || string(rows[1].Entry) != "better" {
			t.Errorf("%q", rows)
		}
	}
}

//go:build !js

package worldfile

import (
	"errors"
	"testing"
	"time"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/segment"
)

// A branch of a branch: the archive keeps the states at which its later epochs begin, also when the file was
// opened and swept since, is checked, and is rewritten; unreferenced ones are dropped.
func TestArchiveKeepsLaterStates(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	states := map[uint64][]byte{}
	begin := func(number uint64, record string) {
		states[number] = l.snapshot()
		if err := do(func(done func(error)) {
			w.Epoch(store.EpochRow{Number: number, Record: []byte(record), Blob: states[number]}, done)
		}); err != nil {
			t.Fatal(err)
		}
	}
	live := func(turns int) {
		for range turns {
			w.Append(l.next(true))
		}
		written(t, w, uint64(len(l.all)))
	}
	live(10)
	begin(2, "provisional")
	live(5)
	begin(3, "provisional again")
	live(5)
	begin(4, "taken in")
	live(5)
	b := store.Branch{ID: [32]byte{7}, Turn: 10, Base: states[2], Records: [][]byte{[]byte("provisional"), []byte("provisional again"), []byte("taken in")},
		Later: map[uint64][]byte{3: states[3]}, Tip: l.checkpoint(), Words: "Ada alone", At: time.UnixMilli(5000).UTC()}
	if err := do(func(done func(error)) { w.Archive(b, done) }); err != nil {
		t.Fatal(err)
	}
	shut(t, w)
	for range 2 { // sweeping removes unreferenced data
		w, got := open(t, dir)
		if len(got.Damage) > 0 || len(got.Archives) != 1 || got.Archives[0].Later != nil {
			t.Errorf("damage %q, %d archives", got.Damage, len(got.Archives))
		}
		shut(t, w)
	}
	read, err := OpenArchive(w.Path(), b.ID)
	if err != nil || string(read.Base) != string(states[2]) || len(read.Later) != 1 || string(read.Later[3]) != string(states[3]) {
		t.Errorf("%v; later states %d", err, len(read.Later))
	}
	w, _ = open(t, dir)
	whole, err := readBack(func(done func(store.Branch, error)) { w.OpenArchive(b.ID, done) })
	shut(t, w)
	n := b.Turn
	for _, s := range whole.Turns {
		entries, failed := segment.Decode(s)
		if err = errors.Join(err, failed); err != nil {
			break
		}
		for _, e := range entries {
			if n++; e.Turn != n || string(e.Body) != string(l.all[n-1].Body) {
				t.Fatalf("turn %d is %+v", n, e)
			}
		}
	}
	if err != nil || n != b.Tip.Turn {
		t.Errorf("%v; the archive's turns end at %d", err, n)
	}
	report, err := admin.Check(w.Path(), testChain)
	if err != nil || len(report.Problems) > 0 {
		t.Error(err, report.Problems)
	}
}

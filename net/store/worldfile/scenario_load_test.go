//go:build !js

package worldfile

import (
	"errors"
	"testing"

	"manyhold/net/store"
)

// TestLoadLine: a log that was left is read while the file is open, and continues further ahead when its
// island is taken over again.
func TestLoadLine(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	defer shut(t, w)
	to := w.LogOf(7)
	load := func() (loaded store.LoadedLog, err error) {
		done := make(chan struct{})
		to.Load(testChain, func(l store.LoadedLog, e error) { loaded, err = l, e; close(done) })
		<-done
		return loaded, err
	}
	if _, err := load(); !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	seven := island(l.g, 7, 100)
	to.Save(seven.checkpoint())
	record := func(number uint64) error {
		return do(func(done func(error)) { to.Epoch(store.EpochRow{Number: number, Record: []byte{byte(number)}}, done) })
	}
	if err := record(1); err != nil {
		t.Fatal(err)
	}
	seven.follow(t, to, 40)
	got, err := load()
	if err != nil || got.Island != 7 || got.Checkpoint.Turn != 100 || len(got.Tail) != 40 || len(got.Epochs) != 1 {
		t.Fatalf("checkpoint %d, %d turns, %d epochs, %v", got.Checkpoint.Turn, len(got.Tail), len(got.Epochs), err)
	}
	later := island(l.g, 7, 900) // continued by others
	for _, number := range []uint64{1, 2} {
		if err := record(number); err != nil {
			t.Fatal(err)
		}
	}
	to.Save(later.checkpoint())
	later.follow(t, to, 3)
	settled(t, to)
	got, err = load()
	if err != nil || got.Checkpoint.Turn != 900 || len(got.Tail) != 3 || got.Tail[2].Turn != 903 || len(got.Epochs) != 2 {
		t.Fatalf("checkpoint %d, %d turns, %d epochs, %v", got.Checkpoint.Turn, len(got.Tail), len(got.Epochs), err)
	}
}

//go:build linux

package worldfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// smallDisk returns a directory on a disk of its own, of that many bytes.
func smallDisk(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("a small disk cannot be mounted here (%v); needs root", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func TestDiskFull(t *testing.T) {
	dir := smallDisk(t, "size=2m")
	w, l := create(t, dir)
	for range 50 {
		w.Append(l.next(true))
	}
	written(t, w, 50)
	filler := filepath.Join(dir, "filler")
	f, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	f.Close()
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	eventually(t, "Err says that there is no space", func() bool {
		for range 20 {
			w.Append(l.next(true))
		}
		return errors.Is(w.Err(), store.ErrNoSpace)
	})
	t.Log(w.Err())
	refused := make(chan error, 1)
	w.Epoch(store.EpochRow{Number: 2, Record: make([]byte, 60000)}, func(err error) { refused <- err })
	if err := <-refused; !errors.Is(err, store.ErrNoSpace) {
		t.Errorf("the record of an epoch on a full disk: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	written(t, w, l.turn)
	eventually(t, "Err is nil again", func() bool { return w.Err() == nil })
	shut(t, w)
	w, got := open(t, dir)
	defer shut(t, w)
	if err := l.consistent(got); err != nil || end(got) != l.turn || len(got.Damage) > 0 {
		t.Errorf("%v; it ends at turn %d of %d, damage %q", err, end(got), l.turn, got.Damage)
	}
}

func TestCreateOnAFullDisk(t *testing.T) {
	dir := smallDisk(t, "size=16k")
	if _, err := Create(dir, testGenesis()); !errors.Is(err, store.ErrNoSpace) {
		t.Fatalf("%v", err)
	}
	if infos, err := admin.List(dir); err != nil || len(infos) != 0 {
		t.Errorf("%+v, %v", infos, err)
	}
}

// Closing on a full disk reports the loss.
func TestCloseOnAFullDisk(t *testing.T) {
	dir := smallDisk(t, "size=1m")
	w, l := create(t, dir)
	eventually(t, "the disk is full", func() bool {
		for range 200 {
			e := l.next(true)
			e.Body = append(e.Body, make([]byte, 2000)...)
			w.Append(e)
		}
		return errors.Is(w.Err(), store.ErrNoSpace)
	})
	if err := w.Close(context.Background()); !errors.Is(err, store.ErrNoSpace) {
		t.Error(err)
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	dir := t.TempDir()
	l, path := sample(t, dir)
	os.Remove(format.LockPath(path))
	worlds := filepath.Dir(path)
	if err := os.Chmod(worlds, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(worlds, 0o700)
	if os.Getuid() == 0 {
		// Root may write anywhere: this thread gives that up for the files it opens.
		for _, d := range []string{path, worlds, dir, filepath.Dir(dir)} {
			os.Chown(d, 65534, 65534)
		}
		defer os.Chown(filepath.Dir(dir), 0, 0)
		defer os.Chown(dir, 0, 0)
		defer os.Chown(worlds, 0, 0)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if _, err := unix.SetfsuidRetUid(65534); err != nil {
			t.Skipf("root cannot give up its rights here: %v", err)
		}
		defer unix.SetfsuidRetUid(0)
	}
	_, _, err := Open(dir, l.g.ID(), testChain)
	if !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("Open: %v", err)
	}
	if i, err := admin.Inspect(path); err != nil || i.Turn != 450 {
		t.Errorf("Inspect: %+v, %v", i, err)
	}
	if _, err := Create(dir, store.Genesis{Name: "other", Licence: "CC0-1.0"}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("Create: %v", err)
	}
}

package worldfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"manyhold/net/store"
)

// immutableFlag is FS_IMMUTABLE_FL of linux/fs.h.
const immutableFlag = 0x10

// forbid makes the files of a directory, and the directory, unwritable, even through open descriptors, like a
// disk that the system has made read-only; the returned function undoes it. It skips the test where that is
// impossible.
func forbid(t *testing.T, dir string) (allow func()) {
	t.Helper()
	var done []func()
	allow = func() {
		for _, undo := range done {
			undo()
		}
		done = nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, dir) {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		flags, err := unix.IoctlGetInt(int(f.Fd()), unix.FS_IOC_GETFLAGS)
		if err == nil {
			err = unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, flags|immutableFlag)
		}
		if err != nil {
			f.Close()
			allow()
			t.Skipf("files cannot be made immutable here: %v", err)
		}
		done = append(done, func() {
			if err := unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, flags); err != nil {
				t.Error(err)
			}
			f.Close()
		})
	}
	t.Cleanup(func() { allow() })
	return allow
}

// immutable skips where a file can be written that was made immutable while it was open, as on a tmpfs.
func immutable(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "probe"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer forbid(t, dir)()
	if _, err := f.Write([]byte{1}); err == nil {
		t.Skip("an open file can be written here though it is immutable")
	}
}

// A disk that turns read-only while a world runs is named; records are refused, turns wait, and all is
// written when the disk can be written again.
func TestDiskTurnsReadOnly(t *testing.T) {
	immutable(t)
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 50 {
		w.Append(l.next(true))
	}
	written(t, w, 50)
	allow := forbid(t, filepath.Dir(w.Path()))
	eventually(t, "Err says that it cannot be written", func() bool {
		w.Append(l.next(true))
		return errors.Is(w.Err(), store.ErrReadOnly)
	})
	t.Log(w.Err())
	refused := make(chan error, 1)
	w.Epoch(store.EpochRow{Number: 2, Record: []byte("x")}, func(err error) { refused <- err })
	if err := <-refused; !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("the record of an epoch: %v", err)
	}
	allow()
	written(t, w, l.turn)
	eventually(t, "Err is nil again", func() bool { return w.Err() == nil })
	shut(t, w)
	w, got := open(t, dir)
	defer shut(t, w)
	if err := l.consistent(got); err != nil || end(got) != l.turn || len(got.Damage) > 0 {
		t.Errorf("%v; it ends at turn %d of %d, damage %q", err, end(got), l.turn, got.Damage)
	}
}

//go:build !js

package worldfile

import (
	"os"
	"path/filepath"
	"testing"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// boots pretends that the machine is started anew, until the test ends.
func boots(t testing.TB, name string) {
	before := format.CurrentBoot
	format.CurrentBoot = func() string { return name }
	t.Cleanup(func() { format.CurrentBoot = before })
}

// pictures takes copies of a world's file and its WAL, as they are.
func pictures(t *testing.T, w *World) (file, wal []byte) {
	t.Helper()
	file, err := os.ReadFile(w.Path())
	if err == nil {
		wal, err = os.ReadFile(w.Path() + "-wal")
	}
	if err != nil {
		t.Fatal(err)
	}
	return file, wal
}

// elsewhere makes a data directory with a file and its WAL.
func elsewhere(t *testing.T, file, wal []byte) string {
	t.Helper()
	dir := t.TempDir()
	path := store.Path(dir, testGenesis().ID())
	os.MkdirAll(filepath.Dir(path), 0o700)
	for name, b := range map[string][]byte{path: file, path + "-wal": wal} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCutIsTold: after a power cut the file reports how much it may have lost, at most the turns reported as
// written. After a kill, and after an ordinary end, it reports no loss. The fate of the cut is kept.
func TestCutIsTold(t *testing.T) {
	boots(t, "monday")
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 200 {
		w.Append(l.next(true))
	}
	written(t, w, 200)
	if err := do(func(done func(error)) { w.Epoch(store.EpochRow{Number: 1, Record: []byte("one")}, done) }); err != nil {
		t.Fatal(err)
	}
	safe := fileSize(t, w.Path()+"-wal")
	for range 10 {
		w.Append(l.next(true))
	}
	written(t, w, 210)
	told := w.Written()
	file, wal := pictures(t, w)
	shut(t, w)

	killed := elsewhere(t, file, wal)
	w, got := open(t, killed)
	if got.Cut != nil || end(got) < told {
		t.Errorf("killed: it ends at %d, cut %+v", end(got), got.Cut)
	}
	shut(t, w)

	dark := elsewhere(t, file, wal[:safe])
	boots(t, "tuesday")
	w, got = open(t, dark)
	c := got.Cut
	if c == nil || !c.Sure || c.Turn != end(got) || c.Most < told || c.AtMost() > store.MaxUnsynced || c.At.IsZero() || c.Fate != store.Undecided {
		t.Fatalf("the power went: it ends at %d, %d had been told as written, cut %+v", end(got), told, c)
	}
	file, wal = pictures(t, w)
	shut(t, w)
	w, got = open(t, elsewhere(t, file, wal)) // killed before anything became of it
	if got.Cut == nil || *got.Cut != *c {
		t.Fatalf("killed after that: cut %+v, before %+v", got.Cut, c)
	}
	c.Fate, c.Seen = store.Gone, c.Turn+3
	w.Decide(*c)
	path := w.Path()
	shut(t, w)
	cuts, err := admin.Cuts(path)
	if err != nil || len(cuts) != 1 || cuts[0] != *c || cuts[0].Known() != 3 {
		t.Errorf("%v: cuts %+v", err, cuts)
	}
	boots(t, "wednesday")
	w, got = open(t, filepath.Dir(filepath.Dir(path)))
	if got.Cut != nil {
		t.Errorf("closed: cut %+v", got.Cut)
	}
	shut(t, w)
}

// TestUnknownStart: where the system does not tell starts apart, a file that was not closed may have lost
// something.
func TestUnknownStart(t *testing.T) {
	boots(t, "")
	w, l := create(t, t.TempDir())
	w.Append(l.next(true))
	written(t, w, 1)
	file, wal := pictures(t, w)
	shut(t, w)
	w, got := open(t, elsewhere(t, file, wal))
	shut(t, w)
	if got.Cut == nil || got.Cut.Sure {
		t.Errorf("cut %+v", got.Cut)
	}
}

// TestNeverMoreThanAMark: at any rate of turns, at most MaxUnsynced turns beyond the synced ones are reported
// as written.
func TestNeverMoreThanAMark(t *testing.T) {
	w, l := create(t, t.TempDir())
	defer shut(t, w)
	for range 3000 {
		w.Append(l.next(true))
		if l.turn%400 == 0 {
			w.Save(l.checkpoint())
		}
		if l.turn%30 != 0 {
			continue
		}
		told := w.Written() // before the mark is read, which only grows
		if m, err := readMark(w.Path()); err != nil || told > m.Most {
			t.Fatalf("turn %d is told, the mark goes to %d: %v", told, m.Most, err)
		}
	}
	written(t, w, 3000)
}

// readMark reads the home log's mark of a file that is open.
func readMark(path string) (m format.Mark, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return m, err
	}
	defer r.Conn.Close()
	m = r.ReadMarks()[store.Home]
	if len(r.Damage) > 0 {
		return m, store.ErrDamaged
	}
	return m, nil
}

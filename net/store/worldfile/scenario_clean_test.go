//go:build !js

package worldfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// TestClean: unreferenced files are removed, and no others; with dry, the directory stays the same to the
// byte.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	l, path := rich(t, dir)
	c, err := format.Connect(path, sqlite3.OPEN_READWRITE)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		data := bytes.Repeat([]byte{byte(n)}, 5000)
		hash := sum256(data)
		err = format.Query(c, format.InsertPart, func(s *sqlite3.Stmt) error {
			return errors.Join(s.BindBlob(1, hash[:]), s.BindInt64(2, 5000), s.BindBlob(3, data))
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(c.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`), c.Close()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{format.NewPath(path), format.SiblingPath(path, ".damaged-1.db"), format.SiblingPath(path, ".journal"), filepath.Join(dir, "worlds", "other.db")} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before, _ := os.ReadFile(path)
	for _, dry := range []bool{true, false} {
		g, err := admin.Clean(dir, l.g.ID(), dry)
		if err != nil || g.Parts != 20 || g.PartBytes != 100_000 || len(g.Drafts) != 1 || len(g.Damaged) != 1 {
			t.Fatalf("%+v, %v", g, err)
		}
		if after, _ := os.ReadFile(path); dry && !bytes.Equal(before, after) {
			t.Error("a dry run changed the file")
		}
		if format.Exists(format.NewPath(path)) != dry || !format.Exists(format.SiblingPath(path, ".damaged-1.db")) || !format.Exists(format.SiblingPath(path, ".journal")) {
			t.Errorf("dry %v: the wrong files are gone", dry)
		}
		if !dry && g.Left > g.FileBytes-90_000 {
			t.Errorf("the file took %d and takes %d bytes", g.FileBytes, g.Left)
		}
	}
	report, err := admin.Check(path, testChain)
	if err != nil || len(report.Problems) > 0 || report.Info.Archives != 1 {
		t.Fatal(err, report.Problems)
	}
	w, got := open(t, dir)
	if err := l.consistent(got); err != nil || end(got) != 450 || len(got.Damage) > 0 {
		t.Errorf("%v; it ends at turn %d, damage %q", err, end(got), got.Damage)
	}
	if _, err := admin.Clean(dir, l.g.ID(), false); !errors.Is(err, store.ErrInUse) {
		t.Errorf("a file that is open: %v", err)
	}
	if g, err := admin.Clean(dir, l.g.ID(), true); err != nil || g.Parts != 0 {
		t.Errorf("dry, while it is open: %+v, %v", g, err)
	}
	shut(t, w)
	states, err := admin.States(path)
	if err != nil || len(states) != 2 || states[0].Island != store.Home || states[1].Island != 7 || states[1].Turn != 100 || len(states[1].Snapshot) == 0 {
		t.Errorf("%d states, %v", len(states), err)
	}
}

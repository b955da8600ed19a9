//go:build !js

package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// TestDamagedOldFiles: a page of each table of a file of the first schema cannot be read. What else there is is used.
func TestDamagedOldFiles(t *testing.T) {
	pristine, err := os.ReadFile(filepath.Join("testdata", "v1.db"))
	if err != nil {
		t.Fatal(err)
	}
	l := newLine(testGenesis())
	for l.turn < 450 {
		l.next(l.turn%5 == 0)
	}
	for _, table := range []string{"turns", "epochs", "segments", "checkpoints", "players", "parts"} {
		t.Run(table, func(t *testing.T) {
			dir := t.TempDir()
			path := Path(dir, testGenesis().ID())
			os.MkdirAll(filepath.Dir(path), 0o700)
			b := append([]byte(nil), pristine...)
			page := b[(rootOfTable(t, table)-1)*4096:][:4096]
			for i := range 60 {
				page[i] = 0xff
			}
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			w, got, err := Open(dir, testGenesis().ID(), testChain)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.consistent(got); err != nil {
				t.Error(err)
			}
			if len(got.Damage) == 0 && table != "parts" {
				t.Error("it says nothing")
			}
			if end(got) < 400 && table != "checkpoints" && table != "parts" {
				t.Errorf("it ends at turn %d: %q", end(got), got.Damage)
			}
			if !exists(filepath.Join(filepath.Dir(path), testGenesis().ID().String()+".damaged-1.db")) {
				t.Error("the damaged file is not kept")
			}
			shut(t, w)
			w, again := open(t, dir)
			if len(again.Damage) > 0 || end(again) != end(got) {
				t.Errorf("a second Open finds %q, turn %d instead of %d", again.Damage, end(again), end(got))
			}
			shut(t, w)
		})
	}
}

func rootOfTable(t *testing.T, table string) int64 {
	c, err := sqlite3.Open("file:testdata/v1.db?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	root, err := number(c, `SELECT rootpage FROM sqlite_schema WHERE name = '`+table+`'`)
	if err != nil || root == 0 {
		t.Fatal(table, err)
	}
	return root
}

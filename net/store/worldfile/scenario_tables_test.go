//go:build !js

package worldfile

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// TestDamageOfAnyTableIsFound when the file is opened, at any place of its first page: it is reported, and
// the good data is copied.
func TestDamageOfAnyTableIsFound(t *testing.T) {
	dir := t.TempDir()
	w, _ := create(t, dir)
	shut(t, w)
	path := store.Path(dir, testGenesis().ID())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := format.Connect(path, sqlite3.OPEN_READONLY)
	if err != nil {
		t.Fatal(err)
	}
	roots := map[string]int64{}
	if err := format.Query(conn, `SELECT name, rootpage FROM sqlite_master WHERE type = 'table'`, nil, func(s *sqlite3.Stmt) error {
		roots[s.ColumnText(0)] = s.ColumnInt64(1)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	conn.Close()
	page := int64(len(whole)) / int64(pagesOf(whole))
	for name, root := range roots {
		if strings.HasPrefix(name, "sqlite_") {
			continue
		}
		if !slices.Contains(tables[:], name) {
			t.Errorf("the table %s is not looked at when a file is opened", name)
		}
		b := slices.Clone(whole)
		for k := (root - 1) * page; k < root*page; k++ {
			b[k] ^= 0x5a
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		w, l, err := Open(dir, testGenesis().ID(), testChain)
		if err != nil {
			if name == "genesis" || name == "checkpoints" || name == "parts" {
				continue // without them there is no world
			}
			t.Fatalf("%s: %v", name, err)
		}
		shut(t, w)
		if len(l.Damage) == 0 {
			t.Errorf("%s: nobody is told", name)
		}
	}
}

// pagesOf returns how many pages a database file says that it has.
func pagesOf(file []byte) uint32 {
	return uint32(file[28])<<24 | uint32(file[29])<<16 | uint32(file[30])<<8 | uint32(file[31])
}

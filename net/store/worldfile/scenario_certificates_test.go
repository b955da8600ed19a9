//go:build !js

package worldfile

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
	"manyhold/net/transfer"
)

// TestCertificates: the signatures of a checkpoint are stored with it, deleted with it, and included in an
// export; damage to them or to the checkpoint is reported.
func TestCertificates(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	seven := island(l.g, 7, 3)
	w.LogOf(7).Save(seven.checkpoint())
	w.LogOf(7).Certify(3, []byte("of seven"))
	for n := range store.Kept + 2 {
		for range 10 {
			w.Append(l.next(true))
		}
		w.Save(l.checkpoint())
		w.Certify(l.turn, []byte{byte(n)})
		saved(t, w)
		written(t, w, l.turn)
	}
	for range 10 { // the last one is never written
		w.Append(l.next(true))
	}
	path := w.Path()
	shut(t, w)
	read := func(path string) admin.Checkpoints {
		t.Helper()
		c, err := admin.ReadCheckpoints(path)
		if err != nil || len(c.Islands) != 2 || len(c.List) != store.Kept+1 || c.Genesis != l.g {
			t.Fatalf("%+v, %v", c, err)
		}
		return c
	}
	c := read(path)
	for i, s := range c.List {
		if want := []byte{byte(i + 2)}; s.Island == store.Home && (s.Problem != "" || string(s.Certificate) != string(want)) {
			t.Errorf("the checkpoint at turn %d: %q, signed %x, want %x", s.Turn, s.Problem, s.Certificate, want)
		}
	}
	if last := c.List[store.Kept]; last.Island != 7 || string(last.Certificate) != "of seven" || last.Turn != 3 || last.Hash != seven.hash {
		t.Errorf("%+v", last)
	}
	parts, err := transfer.Split(seven.snapshot())
	if err != nil || c.List[store.Kept].Root != transfer.Describe(3, parts).Root() {
		t.Error("the root is not that of the snapshot", err)
	}

	packed, plain := filepath.Join(t.TempDir(), "w.manyhold"), filepath.Join(t.TempDir(), "w.db")
	if _, err := admin.Export(path, packed, verifyAll); err != nil {
		t.Fatal(err)
	}
	if err := admin.Unpack(packed, plain, false); err != nil || len(read(plain).Damage) > 0 {
		t.Fatal(err)
	}
	if err := admin.Unpack(path, plain, false); !errors.Is(err, admin.ErrExport) {
		t.Errorf("a world's file is unpacked as an export: %v", err)
	}

	for _, c := range []struct{ sql, says string }{
		{`UPDATE certificates SET bytes = x'00' WHERE turn = 50`, "signatures under the checkpoint at turn 50 are damaged"},
		{`UPDATE parts SET data = x'00' WHERE id = (SELECT max(id) FROM parts)`, ""},
	} {
		conn, err := format.Connect(plain, sqlite3.OPEN_READWRITE)
		if err == nil {
			err = errors.Join(conn.Exec(c.sql), conn.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		got := read(plain)
		if c.says != "" && !strings.Contains(strings.Join(got.Damage, " "), c.says) {
			t.Errorf("%s: damage %q", c.sql, got.Damage)
		}
		bad := 0
		for _, s := range got.List {
			if s.Problem != "" {
				bad++
			}
		}
		if (bad > 0) != (c.says == "") {
			t.Errorf("%s: %d checkpoints are not what they list", c.sql, bad)
		}
	}
}

//go:build !js

package worldfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// A file of an older or newer schema is refused in plain words by every function that reads one, and no byte
// in its directory changes: neither of the file nor of SQLite's WAL, which a killed process left. older.db
// was made by the last build before the first numbered schema.
func TestOtherSchemasAreRefused(t *testing.T) {
	older, err := os.ReadFile(filepath.Join("testdata", "older.db"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	w, _ := create(t, dir)
	shut(t, w)
	newer, err := os.ReadFile(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	binary.BigEndian.PutUint32(newer[60:], format.SchemaBase+format.SchemaNumber+1)
	for _, c := range []struct {
		name   string
		file   []byte
		is     error
		schema int
		words  string
	}{
		{"older", older, store.ErrOlder, 5, "the world was made by an older version of Manyhold (schema 5); this version reads schema 2. The file is unchanged."},
		{"newer", newer, store.ErrNewer, 3, "the world was made by a newer version of Manyhold (schema 3); this version reads schema 2. Update Manyhold. The file is unchanged."},
	} {
		for _, log := range []string{"", "not a log"} {
			t.Run(c.name+log, func(t *testing.T) {
				dir := t.TempDir()
				id := testGenesis().ID()
				path := store.Path(dir, id)
				os.MkdirAll(filepath.Dir(path), 0o700)
				os.WriteFile(path, c.file, 0o600)
				if log != "" {
					os.WriteFile(path+"-wal", []byte(log), 0o600)
				}
				for what, err := range refusals(dir, path) {
					if !errors.Is(err, c.is) || !strings.HasSuffix(err.Error(), path+": "+c.words) {
						t.Errorf("%s: %v", what, err)
					}
				}
				if info, err := admin.Inspect(path); !errors.Is(err, c.is) || info.Schema != c.schema || info.ID != id {
					t.Errorf("%+v, %v", info, err)
				}
				if list, err := admin.List(dir); err != nil || len(list) != 1 || !strings.Contains(list[0].Problem, c.words) {
					t.Errorf("%+v, %v", list, err)
				}
				left := map[string][]byte{}
				names, _ := os.ReadDir(filepath.Dir(path))
				for _, n := range names {
					left[n.Name()], _ = os.ReadFile(filepath.Join(filepath.Dir(path), n.Name()))
				}
				delete(left, filepath.Base(format.LockPath(path)))
				if !bytes.Equal(left[filepath.Base(path)], c.file) || string(left[filepath.Base(path)+"-wal"]) != log {
					t.Error("a file changed")
				}
				if len(left) != 1+min(len(log), 1) {
					t.Errorf("there are files that were not: %d", len(left))
				}
			})
		}
	}
}

// refusals calls everything that reads the world file at path.
func refusals(dir, path string) map[string]error {
	to := filepath.Join(dir, "copy")
	results := map[string]error{"Copy": admin.Copy(path, to)}
	_, _, results["Open"] = Open(dir, testGenesis().ID(), testChain)
	_, results["Check"] = admin.Check(path, testChain)
	_, results["Export"] = admin.Export(path, to, func(string) error { return nil })
	_, results["Players"] = admin.Players(path)
	_, results["Charter"] = admin.Charter(path)
	_, results["Archives"] = admin.Archives(path)
	_, results["Epochs"] = admin.Epochs(path)
	_, results["States"] = admin.States(path)
	_, results["Cuts"] = admin.Cuts(path)
	_, results["ReadCheckpoints"] = admin.ReadCheckpoints(path)
	_, results["Clean"] = admin.Clean(dir, testGenesis().ID(), false)
	return results
}

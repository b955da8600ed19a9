//go:build !js

package worldfile

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// verifyAll runs the program's checks on a copy, with the tests' chain.
func verifyAll(path string) error {
	report, err := admin.Check(path, testChain)
	if err == nil && len(report.Problems) > 0 {
		err = errors.New(strings.Join(report.Problems, " "))
	}
	return err
}

// TestExportWhileWritten: a world that is being written is exported and imported elsewhere, and continues
// there from a consistent moment.
func TestExportWhileWritten(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	w.Epoch(store.EpochRow{Number: 0, Record: []byte("a promise of this peer")}, nil)
	w.Epoch(store.EpochRow{Number: 1, Record: []byte("one")}, nil)
	stop, stopped := make(chan struct{}), make(chan struct{})
	seven := island(l.g, 7, 3)
	w.LogOf(7).Save(seven.checkpoint())
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Microsecond):
				w.Append(l.next(true))
				w.LogOf(7).Append(seven.next(true))
				if l.turn%200 == 0 {
					w.Save(l.checkpoint())
				}
			}
		}
	}()
	eventually(t, "there are turns", func() bool { return w.Written() > 300 })
	to := filepath.Join(t.TempDir(), "world.manyhold")
	before := w.Written()
	h, err := admin.Export(w.Path(), to, verifyAll)
	if err != nil {
		t.Fatal(err)
	}
	close(stop)
	<-stopped
	shut(t, w)
	if again, err := admin.ReadHeader(to); err != nil || again != h || h.Genesis != l.g || h.Licence != store.DefaultLicence {
		t.Errorf("%+v, %v", again, err)
	}
	if left, _ := filepath.Glob(to + "?*"); len(left) > 0 {
		t.Errorf("it leaves %q behind", left)
	}
	other := t.TempDir()
	if _, previous, err := admin.Import(other, to, admin.ImportOptions{}, verifyAll); err != nil || previous != "" {
		t.Fatal(previous, err)
	}
	w, got := open(t, other)
	defer shut(t, w)
	if err := l.consistent(got); err != nil || end(got) < before || len(got.Damage) > 0 || len(got.Logs) != 1 {
		t.Errorf("%v; it ends at turn %d, damage %q", err, end(got), got.Damage)
	}
	if len(got.Epochs) != 1 || got.Epochs[0].Number != 1 {
		t.Errorf("epochs %+v: the promise of one peer is not another's", got.Epochs)
	}
	if _, _, err := admin.Import(other, to, admin.ImportOptions{Replace: true}, verifyAll); !errors.Is(err, store.ErrInUse) {
		t.Errorf("importing over a world that is open: %v", err)
	}
}

func TestImportRefuses(t *testing.T) {
	dir := t.TempDir()
	_, path := rich(t, dir)
	to := filepath.Join(t.TempDir(), "w.manyhold")
	h, err := admin.Export(path, to, verifyAll)
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := admin.Import(dir, to, admin.ImportOptions{}, verifyAll); !errors.Is(err, store.ErrExists) {
		t.Errorf("a world that is there: %v", err)
	}
	path, previous, err := admin.Import(dir, to, admin.ImportOptions{Replace: true}, verifyAll)
	if err != nil || !format.Exists(previous) {
		t.Errorf("replacing: %q, %v", previous, err)
	}
	if infos, err := admin.List(dir); err != nil || len(infos) != 1 || infos[0].Turn != 450 || infos[0].Path != path {
		t.Errorf("%+v, %v", infos, err)
	}
	body := good[len(h.Append(nil)):]
	larger, smaller, other, twice := h, h, h, h
	larger.Size++
	smaller.Size--
	other.Hash[0]++
	twice.Licence = "CC0-1.0"
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 8
	for name, b := range map[string][]byte{
		"empty": nil, "cut header": good[:20], "cut body": good[:len(good)-9], "no zstd": append(h.Append(nil), "hello"...),
		"more than said": append(smaller.Append(nil), body...), "less than said": append(larger.Append(nil), body...),
		"another hash": append(other.Append(nil), body...), "two licences": append(twice.Append(nil), body...),
		"a flipped bit": flipped, "text after it": append(bytes.Clone(good), "hello"...),
	} {
		bad := filepath.Join(t.TempDir(), "bad.manyhold")
		if err := os.WriteFile(bad, b, 0o600); err != nil {
			t.Fatal(err)
		}
		fresh := t.TempDir()
		if _, _, err := admin.Import(fresh, bad, admin.ImportOptions{}, verifyAll); !errors.Is(err, admin.ErrExport) {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(fresh, "worlds", "*.db*")); len(left) > 0 {
			t.Errorf("%s leaves %q behind", name, left)
		}
	}
	refused := errors.New("no")
	if _, _, err := admin.Import(t.TempDir(), to, admin.ImportOptions{}, func(string) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("what verify refuses: %v", err)
	}
}

// TestImportBombs: a small file that unpacks to a large one, or to something that is no world, is refused
// before anything is written. A person may allow the former.
func TestImportBombs(t *testing.T) {
	_, path := rich(t, t.TempDir())
	to := filepath.Join(t.TempDir(), "w.manyhold")
	h, err := admin.Export(path, to, verifyAll)
	if err != nil {
		t.Fatal(err)
	}
	world, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if ratio := h.Size / uint64(len(world)); ratio > 60 {
		t.Errorf("a usual world unpacks to %d times its size", ratio)
	}
	packed := func(size uint64, content []byte) []byte {
		z, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		bomb := h
		bomb.Size, bomb.Hash = size, sha256.Sum256(content)
		return z.EncodeAll(content, bomb.Append(nil))
	}
	zeros := append([]byte("SQLite format 3\x00"), make([]byte, 1<<20)...)
	for name, c := range map[string]struct {
		file           []byte
		first, allowed error
	}{
		"64 GiB claimed":          {packed(admin.MaxExport, zeros), admin.ErrLarge, admin.ErrExport},
		"1 GiB and a byte":        {packed(1<<30+1, zeros), admin.ErrLarge, admin.ErrExport},
		"a thousand times":        {packed(uint64(len(zeros)), zeros), admin.ErrLarge, errNoWorld},
		"no database":             {packed(1<<12, bytes.Repeat([]byte("bomb"), 1<<10)), admin.ErrExport, admin.ErrExport},
		"shorter than its header": {packed(9, []byte("SQLite fo")), admin.ErrExport, admin.ErrExport},
	} {
		for _, large := range []bool{false, true} {
			bad, fresh, want, asked := filepath.Join(t.TempDir(), "bad.manyhold"), t.TempDir(), c.first, false
			if large {
				want = c.allowed
			}
			if err := os.WriteFile(bad, c.file, 0o600); err != nil {
				t.Fatal(err)
			}
			_, _, err := admin.Import(fresh, bad, admin.ImportOptions{Large: large}, func(string) error { asked = true; return errNoWorld })
			if !errors.Is(err, want) || asked != (want == errNoWorld) {
				t.Errorf("%s, allowed %v: %v, and verified %v", name, large, err, asked)
			}
			if err := admin.Unpack(bad, filepath.Join(fresh, "x.db"), large); want != errNoWorld && !errors.Is(err, want) {
				t.Errorf("%s, allowed %v, unpacked: %v", name, large, err)
			}
			if left, _ := filepath.Glob(filepath.Join(fresh, "*", "*.db*")); len(left) > 0 {
				t.Errorf("%s leaves %q behind", name, left)
			}
		}
	}
}

// errNoWorld is what the check of an unpacked file says in a test.
var errNoWorld = errors.New("that is no world")

//go:build !js

package worldfile

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// TestPowerCut makes the images that a power cut can leave of a file: data written after the last sync is
// missing, or torn at any byte. Synced data is there, no damage is reported, and the world continues.
func TestPowerCut(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 40 {
		w.Append(l.next(true))
	}
	saved(t, w)
	if err := do(func(done func(error)) {
		w.Epoch(store.EpochRow{Number: 1, Record: []byte("one"), Blob: l.snapshot()}, done)
	}); err != nil {
		t.Fatal(err)
	}
	synced, safe := l.turn, fileSize(t, w.Path()+"-wal")
	for range 60 {
		w.Append(l.next(true))
	}
	written(t, w, l.turn)
	file, err := os.ReadFile(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	wal, err := os.ReadFile(w.Path() + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(wal)) <= safe || len(wal) > format.WalPages*4096 {
		t.Fatalf("the log has %d bytes, %d of them synced", len(wal), safe)
	}
	shut(t, w)
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 40 {
		other := t.TempDir()
		path := store.Path(other, l.g.ID())
		os.MkdirAll(filepath.Dir(path), 0o700)
		cut := safe + rng.Int64N(int64(len(wal))-safe+1)
		torn := append([]byte(nil), wal[:cut]...)
		if round%2 == 1 { // sectors never written keep their old content
			for i := max(safe, cut-512); i < cut; i++ {
				torn[i] = 0
			}
		}
		for name, b := range map[string][]byte{path: file, path + "-wal": torn} {
			if err := os.WriteFile(name, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		w, got := open(t, other)
		if err := l.consistent(got); err != nil || end(got) < synced || len(got.Damage) > 0 || len(got.Epochs) != 1 || len(got.Epochs[0].Blob) == 0 {
			t.Fatalf("cut at %d of %d: %v; it ends at turn %d of %d synced, damage %q", cut, len(wal), err, end(got), synced, got.Damage)
		}
		on := l.back(end(got))
		w.Append(on.next(true))
		shut(t, w)
	}
}

func fileSize(t *testing.T, path string) int64 {
	i, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return i.Size()
}

// TestLimit: a file that has reached its limit forgets old turns, and nothing that the world needs.
func TestLimit(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	const limit = 600 << 10
	w.Limit(limit)
	rng := rand.New(rand.NewPCG(7, 8))
	for range 30 {
		for range 100 {
			e := l.next(true)
			body := make([]byte, 400)
			for i := range body {
				body[i] = byte(rng.Uint32())
			}
			l.turn--
			before := [32]byte{}
			if l.turn > 0 {
				before = l.all[l.turn-1].Hash
			}
			l.turn++
			e.Body, e.Hash = body, testChain(before, l.g.ID(), l.epoch, l.turn, l.g.Rules, body)
			l.hash, l.all[l.turn-1] = e.Hash, e
			w.Append(e)
		}
		written(t, w, l.turn)
		w.Save(l.checkpoint())
		saved(t, w)
	}
	eventually(t, "old turns are dropped", func() bool {
		i, err := admin.Inspect(w.Path())
		return err == nil && i.Folded > 0 && i.Folded < 1500 && i.Turns == 200
	})
	before, err := admin.Inspect(w.Path())
	if err != nil || before.Folded < 200 {
		t.Fatal(err, before.Folded)
	}
	w.Limit(limit / 4) // now, and not when a checkpoint comes next
	eventually(t, "more old turns are dropped", func() bool {
		i, err := admin.Inspect(w.Path())
		return err == nil && i.Folded < before.Folded/2 && i.Turns == 200
	})
	shut(t, w)
	if size := fileSize(t, w.Path()); size > 2*limit {
		t.Errorf("the file has %d bytes", size)
	}
	report, err := admin.Check(w.Path(), testChain)
	if err != nil || len(report.Problems) > 0 {
		t.Error(err, report.Problems)
	}
	w, got := open(t, dir)
	defer shut(t, w)
	if err := l.consistent(got); err != nil || end(got) != 3000 || len(got.Damage) > 0 {
		t.Errorf("%v; it ends at %d", err, end(got))
	}
}

// TestKilledWhileArchiving: at any moment, the branch is either in the log or in the archive.
func TestKilledWhileArchiving(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	inLine, inArchive := 0, 0
	for range 10 {
		dir := t.TempDir()
		cmd := startChild(t, "archive", dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out.Read(make([]byte, 1)) // it archives from now on
		time.Sleep(time.Duration(rng.IntN(4000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		w, got := open(t, dir)
		infos, err := admin.Archives(w.Path())
		if err != nil || len(got.Damage) > 0 {
			t.Fatal(err, got.Damage)
		}
		switch {
		case len(infos) == 0 && end(got) == 300 && len(got.Epochs) == 2:
			inLine++
		case len(infos) == 1 && infos[0].Turns == 200 && end(got) == 100 && len(got.Epochs) == 1:
			inArchive++
		default:
			t.Errorf("%d archives, the line ends at %d, %d epochs", len(infos), end(got), len(got.Epochs))
		}
		shut(t, w)
	}
	t.Logf("%d found the branch in the line, %d in the archive", inLine, inArchive)
}

// childArchive makes a log with a branch and archives it.
func childArchive(dir string) int {
	l := newLine(testGenesis())
	w, err := Create(dir, l.g)
	if err != nil {
		return 1
	}
	w.Save(l.checkpoint())
	w.Epoch(store.EpochRow{Number: 1, Record: []byte("one")}, nil)
	for range 100 {
		w.Append(l.next(true))
	}
	base := l.snapshot()
	lost := l.back(100)
	for range 200 {
		w.Append(lost.next(true))
	}
	ready := make(chan error, 1)
	w.Epoch(store.EpochRow{Number: 2, Record: []byte("two"), Blob: base}, func(err error) { ready <- err })
	if <-ready != nil {
		return 1
	}
	os.Stdout.Write([]byte{'!'})
	b := store.Branch{ID: [32]byte{1}, Turn: 100, Base: base, Records: [][]byte{[]byte("two")}, Tip: lost.checkpoint()}
	w.Archive(b, func(error) {})
	select {}
}

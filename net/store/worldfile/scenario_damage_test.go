//go:build !js

package worldfile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// sqlExec changes a closed file.
func sqlExec(t testing.TB, path, sql string) {
	t.Helper()
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Exec(sql); err != nil {
		t.Fatal(err)
	}
}

// sample makes a file with three checkpoints (at 200, 300, 400), folded turns and a tail to turn 450.
func sample(t testing.TB, dir string) (*line, string) {
	t.Helper()
	w, l := create(t, dir)
	for l.turn < 450 {
		w.Append(l.next(l.turn%5 == 0))
		if l.turn%100 == 0 {
			w.Save(l.checkpoint())
			written(t, w, l.turn)
			saved(t, w)
		}
	}
	w.Epoch(store.EpochRow{Number: 1, Record: []byte("record")}, nil)
	w.Seen(store.Player{Key: key.ID{1}, Name: "Ada"})
	shut(t, w)
	return l, store.Path(dir, l.g.ID())
}

// Kinds of damage to a file, and the turn from which the world continues.
func TestDamage(t *testing.T) {
	cases := []struct {
		name, sql  string
		from, end  uint64 // checkpoint and last turn
		says       string
		noEpoch    bool
		noPlayer   bool
		fileIsGone bool
	}{
		{name: "a turn's body", sql: `UPDATE turns SET body = x'030303' WHERE turn = 420`, from: 400, end: 419, says: "turn 420 is damaged: 31 turns are lost"},
		{name: "a turn's hash", sql: `UPDATE turns SET hash = zeroblob(32) WHERE turn = 420`, from: 400, end: 419, says: "turn 420 is damaged"},
		{name: "a short hash", sql: `UPDATE turns SET hash = x'00' WHERE turn = 420`, from: 400, end: 419, says: "the row after turn 419 is damaged"},
		{name: "a turn is missing", sql: `DELETE FROM turns WHERE turn = 430`, from: 400, end: 429, says: "turns 430 to 430 are missing"},
		{name: "a turn before the checkpoint", sql: `DELETE FROM turns WHERE turn = 320`, from: 400, end: 450},
		{name: "the last checkpoint", sql: `UPDATE checkpoints SET digest = 1 WHERE turn = 400`, from: 300, end: 450, says: "The checkpoint at turn 400 is damaged. The checkpoint at turn 300 and the 150 turns after it were used."},
		{name: "its list", sql: `UPDATE checkpoints SET parts = x'00' WHERE turn = 400`, from: 300, end: 450, says: "The checkpoint at turn 400 is damaged."},
		{name: "a part", sql: `UPDATE parts SET data = zeroblob(9) WHERE id = (SELECT max(id) FROM parts)`, from: 300, end: 450, says: "The checkpoint at turn 400 is damaged ("},
		{name: "all parts", sql: `DELETE FROM parts`, from: 0, end: 450, says: "No checkpoint could be used: all 450 turns"},
		{name: "two checkpoints", sql: `DELETE FROM checkpoints WHERE turn > 200; UPDATE turns SET epoch = 9 WHERE turn = 333`, from: 200, end: 332, says: "turn 333 is damaged: 118 turns are lost"},
		{name: "an epoch", sql: `UPDATE epochs SET record = x'00'`, from: 400, end: 450, noEpoch: true, says: "The record of epoch 1 is damaged"},
		{name: "a player", sql: `UPDATE players SET name = 'Eve'`, from: 400, end: 450, noPlayer: true, says: "The entries of 1 players are damaged"},
		{name: "the genesis", sql: `UPDATE genesis SET encoding = x'4d48'`, fileIsGone: true},
		{name: "another genesis", sql: fmt.Sprintf(`UPDATE genesis SET encoding = x'%x'`, store.Genesis{Name: "x", Licence: "y"}.Encode()), fileIsGone: true},
		{name: "a table", sql: `DROP TABLE checkpoints`, from: 0, end: 450, says: "Checkpoints cannot be read."},
		{name: "all checkpoints and old turns", sql: `DELETE FROM parts; DELETE FROM segments`, fileIsGone: true},
		{name: "all tables", sql: `DROP TABLE checkpoints; DROP TABLE turns; DROP TABLE epochs; DROP TABLE players; DROP TABLE segments`, fileIsGone: true},
	}
	from := t.TempDir()
	l, path := sample(t, from)
	pristine, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := store.Path(dir, l.g.ID())
			os.MkdirAll(filepath.Dir(path), 0o700)
			if err := os.WriteFile(path, pristine, 0o600); err != nil {
				t.Fatal(err)
			}
			sqlExec(t, path, c.sql)
			report, err := admin.Check(path, testChain)
			if err == nil && len(report.Problems) == 0 {
				t.Error("Check finds nothing")
			}
			w, got, err := Open(dir, l.g.ID(), testChain)
			if c.fileIsGone {
				if !errors.Is(err, store.ErrDamaged) {
					t.Fatal(err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			words := strings.Join(got.Damage, " ")
			if !strings.Contains(words, c.says) {
				t.Errorf("it says %q instead of %q", words, c.says)
			}
			if got.Checkpoint.Turn != c.from {
				t.Errorf("from checkpoint %d instead of %d: %s", got.Checkpoint.Turn, c.from, words)
			}
			if err := l.consistent(got); err != nil {
				t.Error(err)
			}
			if end(got) != c.end {
				t.Errorf("it ends at turn %d instead of %d: %s", end(got), c.end, words)
			}
			if (len(got.Epochs) == 0) != c.noEpoch || (len(got.Players) == 0) != c.noPlayer {
				t.Errorf("%d epochs, %d players", len(got.Epochs), len(got.Players))
			}
			if (len(got.Damage) > 0) != format.Exists(filepath.Join(filepath.Dir(path), l.g.ID().String()+".damaged-1.db")) {
				t.Errorf("the damaged file is not kept, or one that is not: %q", words)
			}
			shut(t, w)
			w, again := open(t, dir)
			shut(t, w)
			if len(again.Damage) > 0 || end(again) != end(got) {
				t.Errorf("a second Open finds %q, turn %d instead of %d", again.Damage, end(again), end(got))
			}
			if infos, err := admin.List(dir); err != nil || len(infos) != 1 {
				t.Errorf("List: %+v, %v", infos, err)
			}
		})
	}
}

// TestDamagedOldTurns: a page of turns that are older than the last checkpoint cannot be read. The world
// needs none of them, and continues without loss.
func TestDamagedOldTurns(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for l.turn < 2000 {
		w.Append(l.next(true))
	}
	w.Save(l.checkpoint())
	saved(t, w)
	shut(t, w)
	path := store.Path(dir, l.g.ID())
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	root, err := format.Number(c, `SELECT rootpage FROM sqlite_schema WHERE name = 'turns'`)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	const pageSize = 4096
	page := b[(root-1)*pageSize:][:pageSize]
	clear(page[:100]) // the root of the tree: no turn can be found any more
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	w, got := open(t, dir)
	defer shut(t, w)
	if got.Checkpoint.Turn != 2000 || len(got.Damage) == 0 {
		t.Errorf("from checkpoint %d, says %q", got.Checkpoint.Turn, got.Damage)
	}
}

// For any change of the bytes of a file, Open does not panic, and returns only data that was written once.
func TestRandomDamage(t *testing.T) {
	from := t.TempDir()
	l, path := sample(t, from)
	pristine, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rounds := 150
	if testing.Short() {
		rounds = 20
	}
	rng := rand.New(rand.NewPCG(3, 4))
	outcomes := map[string]int{}
	dir := t.TempDir()
	path = store.Path(dir, l.g.ID())
	for round := range rounds {
		os.RemoveAll(filepath.Dir(path))
		os.MkdirAll(filepath.Dir(path), 0o700)
		b := append([]byte(nil), pristine...)
		switch round % 3 {
		case 0:
			for range 1 + rng.IntN(20) {
				b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
			}
		case 1:
			at := rng.IntN(len(b))
			for i := at; i < min(at+4096, len(b)); i++ {
				b[i] = byte(rng.Uint32())
			}
		case 2:
			b = b[:rng.IntN(len(b))]
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		admin.Check(path, testChain)
		w, got, err := Open(dir, l.g.ID(), testChain)
		switch {
		case err != nil:
			if !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) {
				t.Fatalf("round %d: %v", round, err)
			}
			outcomes["refused"]++
			continue
		case len(got.Damage) > 0:
			outcomes["used in part"]++
		default:
			outcomes["nothing lost"]++
			if end(got) != 450 {
				t.Errorf("round %d: it ends at turn %d and says nothing", round, end(got))
			}
		}
		if err := l.consistent(got); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		w.Append(l.back(end(got)).next(true))
		shutErr := w.Close(t.Context())
		if shutErr != nil && !errors.Is(shutErr, store.ErrDamaged) {
			t.Fatalf("round %d: %v", round, shutErr)
		}
		if shutErr != nil {
			outcomes["damage found in writing"]++
			if w, _, err := Open(dir, l.g.ID(), testChain); err == nil {
				w.Append(l.back(end(got)).next(true))
				if err := w.Close(t.Context()); err != nil {
					t.Errorf("round %d: not healed by the second Open: %v", round, err)
				}
			}
		}
	}
	t.Log(outcomes)
}

// TestLostLastRecord: if the last record of a file is damaged, every start reports it, until there is another
// with its number or the turns before it are archived; a record in the middle is reported by the gap.
func TestLostLastRecord(t *testing.T) {
	for name, c := range map[string]struct {
		bad  int
		lost uint64
	}{"the last": {3, 3}, "one in between": {2, 0}, "none": {9, 0}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			w, l := create(t, dir)
			for number := range uint64(3) {
				w.Epoch(store.EpochRow{Number: number + 1, Record: []byte{'r', byte(number)}}, nil)
			}
			for l.turn < 30 {
				w.Append(l.next(false))
			}
			shut(t, w)
			sqlExec(t, store.Path(dir, l.g.ID()), fmt.Sprintf(`UPDATE epochs SET record = x'00' WHERE number = %d`, c.bad))
			for start := range 3 {
				w, got := open(t, dir)
				if got.LostEpoch != c.lost || (len(got.Damage) > 0) != (start == 0 && c.bad < 9) {
					t.Errorf("start %d: epoch %d is said to be lost, of %d, and %q", start, got.LostEpoch, c.lost, got.Damage)
				}
				if slices.ContainsFunc(got.Epochs, func(e store.EpochRow) bool { return len(e.Record) == 0 }) {
					t.Errorf("start %d: a record that is none", start)
				}
				shut(t, w)
			}
			w, _ = open(t, dir)
			branch := l.checkpoint() // from the second record on, with the loss after it
			if err := do(func(done func(error)) {
				w.Archive(store.Branch{ID: [32]byte{1}, Turn: l.turn, Base: branch.Snapshot, Tip: branch, Records: [][]byte{{'r', 1}}}, done)
			}); err != nil {
				t.Fatal(err)
			}
			shut(t, w)
			w, got := open(t, dir)
			if c.bad != 2 && (got.LostEpoch != 0 || len(got.Epochs) != 1) {
				t.Errorf("archived: epoch %d is said to be lost after %v", got.LostEpoch, got.Epochs)
			}
			w.Epoch(store.EpochRow{Number: 3, Record: []byte("another")}, nil)
			shut(t, w)
			w, got = open(t, dir)
			shut(t, w)
			if got.LostEpoch != 0 || string(got.Epochs[len(got.Epochs)-1].Record) != "another" {
				t.Errorf("with another record: %d is lost of %v", got.LostEpoch, got.Epochs)
			}
		})
	}
}

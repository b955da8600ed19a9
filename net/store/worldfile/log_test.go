//go:build !js

package worldfile

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// island makes turns of another island: a log that begins with a checkpoint in the middle.
func island(g store.Genesis, id, turn uint64) *line {
	l := newLine(g)
	l.epoch, l.turn, l.hash = id, turn, sum256(fmt.Append(nil, "split at ", turn))
	l.all = make([]store.Entry, turn)
	return l
}

// follow waits until a log's turn is in the file.
func (l *line) follow(t testing.TB, to *Log, turns int) {
	t.Helper()
	for range turns {
		to.Append(l.next(true))
	}
	eventually(t, "the island's turns are written", func() bool { return to.Written() == l.turn })
}

// settled waits until a log's checkpoints are in the file.
func settled(t testing.TB, to *Log) {
	t.Helper()
	eventually(t, "the island's checkpoint is in the file", func() bool {
		to.q.mu.Lock()
		defer to.q.mu.Unlock()
		return to.q.saving == nil && len(to.q.saves) == 0
	})
}

// do calls an asynchronous method of a log, and returns its result.
func do(f func(done func(error))) error {
	result := make(chan error, 1)
	f(func(err error) { result <- err })
	return <-result
}

// rich makes a file with everything a file can hold: home with three checkpoints and a tail to turn 450, an
// archive of the former turns 411 to 440, an island 7 with a blob, and an island 9 that has ended.
func rich(t testing.TB, dir string) (*line, string) {
	boots(t, "monday")
	l, path := sample(t, dir)
	w, _ := open(t, dir)
	w.AddCharter([32]byte{1}, []byte("an entry"))
	w.Certify(400, []byte("signed"))
	w.Decide(store.Cut{Turn: 100, Most: 117, Seen: 110, At: time.UnixMilli(7000).UTC(), Sure: true, Fate: store.Gone})
	seven, nine := island(l.g, 7, 100), island(l.g, 9, 60)
	w.LogOf(7).Save(seven.checkpoint())
	w.LogOf(7).Epoch(store.EpochRow{Number: 7, Record: []byte("begun"), Blob: seven.snapshot()}, nil)
	seven.follow(t, w.LogOf(7), 40)
	w.LogOf(9).Save(nine.checkpoint())
	nine.follow(t, w.LogOf(9), 40)
	if err := do(w.LogOf(9).End); err != nil {
		t.Fatal(err)
	}
	lost := l.back(410)
	if err := do(func(done func(error)) {
		w.Epoch(store.EpochRow{Number: 2, Record: []byte("provisional"), Blob: lost.snapshot()}, done)
	}); err != nil {
		t.Fatal(err)
	}
	base := lost.snapshot()
	for range 30 {
		w.Append(lost.next(true))
	}
	written(t, w, 440)
	b := store.Branch{ID: [32]byte{5}, Turn: 410, Base: base, Records: [][]byte{[]byte("provisional")}, Tip: lost.checkpoint(),
		Words: "Ada alone", At: time.UnixMilli(5000).UTC()}
	if err := do(func(done func(error)) { w.Archive(b, done) }); err != nil {
		t.Fatal(err)
	}
	for _, e := range l.all[410:450] {
		e.Signatures = []byte("signed")
		w.Append(e)
	}
	shut(t, w)
	return l, path
}

func TestEverythingIsThereTomorrow(t *testing.T) {
	dir := t.TempDir()
	l, path := rich(t, dir)
	report, err := admin.Check(path, testChain)
	if err != nil || len(report.Problems) > 0 {
		t.Fatal(err, report.Problems)
	}
	w, got := open(t, dir)
	if err := l.consistent(got); err != nil || end(got) != 450 || len(got.Damage) > 0 {
		t.Errorf("%v; it ends at turn %d, damage %q", err, end(got), got.Damage)
	}
	if len(got.Epochs) != 1 || got.Epochs[0].Number != 1 {
		t.Errorf("epochs %+v", got.Epochs)
	}
	if len(got.Logs) != 1 {
		t.Fatalf("%d islands", len(got.Logs))
	}
	seven := island(l.g, 7, 100)
	s := got.Logs[0]
	if s.Island != 7 || s.Checkpoint.Turn != 100 || len(s.Tail) != 40 || s.Tail[39].Turn != 140 || len(s.Epochs) != 1 || string(s.Epochs[0].Blob) != string(seven.snapshot()) {
		t.Errorf("island %d from checkpoint %d with %d turns, %d epochs", s.Island, s.Checkpoint.Turn, len(s.Tail), len(s.Epochs))
	}
	if w.LogOf(7).Written() != 140 || w.LogOf(9).Written() != 0 || w.LogOf(store.Home).Written() != 450 {
		t.Errorf("written %d, %d", w.LogOf(7).Written(), w.LogOf(9).Written())
	}
	archives, err := admin.Archives(path) // while the file is open
	if err != nil || len(archives) != 1 || archives[0].Turns != 30 || archives[0].Turn != 410 || archives[0].Tip != 440 {
		t.Errorf("%+v, %v", archives, err)
	}
	opened := make(chan error)
	b, err := OpenArchive(path, [32]byte{5})
	lost := l.back(410)
	base := lost.snapshot()
	for range 30 {
		lost.next(true)
	}
	if err != nil || string(b.Base) != string(base) || string(b.Tip.Snapshot) != string(lost.snapshot()) || b.Words != "Ada alone" ||
		b.Tip.Hash != lost.hash || len(b.Records) != 1 || string(b.Records[0]) != "provisional" || !b.At.Equal(time.UnixMilli(5000)) || b.Island != store.Home {
		t.Errorf("the archive is %v, %v", b, err)
	}
	if len(got.Archives) != 1 || got.Archives[0].ID != b.ID || got.Archives[0].Base != nil || got.Archives[0].Tip.Hash != b.Tip.Hash ||
		len(got.Archives[0].Records) != 1 || got.Archives[0].Bytes == 0 {
		t.Errorf("loaded as %+v", got.Archives)
	}
	w.OpenArchive(b.ID, func(again store.Branch, err error) {
		if err == nil && string(again.Tip.Snapshot) != string(b.Tip.Snapshot) {
			err = errors.New("another state")
		}
		opened <- err
	})
	if err := <-opened; err != nil {
		t.Errorf("opened again: %v", err)
	}
	if _, err := OpenArchive(path, [32]byte{6}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an archive that is not there: %v", err)
	}
	shut(t, w)
}

// A provisional log that has run so long that no checkpoint of before is left: its base takes the place.
func TestArchiveOfAllCheckpoints(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 120 {
		w.Append(l.next(true))
	}
	written(t, w, 120)
	lost := l.back(100)
	base := lost.snapshot()
	for range 5 {
		for range 50 {
			w.Append(lost.next(true))
		}
		written(t, w, lost.turn)
		w.Save(lost.checkpoint())
		saved(t, w)
	}
	eventually(t, "old turns are folded", func() bool {
		i, err := admin.Inspect(w.Path())
		return err == nil && i.Turns == 100
	})
	b := store.Branch{ID: [32]byte{1}, Turn: 100, Base: base, Tip: lost.checkpoint(), At: time.UnixMilli(1)}
	if err := do(func(done func(error)) { w.Archive(b, done) }); err != nil {
		t.Fatal(err)
	}
	if w.Written() != 100 {
		t.Errorf("written %d", w.Written())
	}
	shut(t, w)
	w, got := open(t, dir)
	at := l.back(100)
	if got.Checkpoint.Turn != 100 || got.Checkpoint.Hash != at.hash || got.Checkpoint.Epoch != 1 || got.Checkpoint.Digest != 0 ||
		string(got.Checkpoint.Snapshot) != string(base) || len(got.Damage) > 0 {
		t.Errorf("checkpoint %d of epoch %d, digest %d, damage %q", got.Checkpoint.Turn, got.Checkpoint.Epoch, got.Checkpoint.Digest, got.Damage)
	}
	infos, err := admin.Archives(w.Path())
	if err != nil || len(infos) != 1 || infos[0].Turns != 250 {
		t.Errorf("%+v, %v", infos, err)
	}
	for _, e := range l.all[100:] {
		w.Append(e)
	}
	written(t, w, 120)
	shut(t, w)
	report, err := admin.Check(w.Path(), testChain)
	if err != nil || len(report.Problems) > 0 {
		t.Error(err, report.Problems)
	}
}

// Appends to a log between Archive and its end are refused, so that nothing lands on the branch.
func TestNothingIsTakenWhileArchiving(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 20 {
		w.Append(l.next(true))
	}
	written(t, w, 20)
	lost := l.back(10)
	for range 10 {
		w.Append(lost.next(true))
	}
	written(t, w, 20)
	hold := make(chan struct{})
	held := make(chan struct{})
	// the store's goroutine stands still
	w.Epoch(store.EpochRow{Number: 3, Record: []byte("x")}, func(error) { close(held); <-hold })
	<-held
	result := make(chan error, 1)
	w.Archive(store.Branch{ID: [32]byte{1}, Turn: 10, Base: []byte("base"), Tip: lost.checkpoint()}, func(err error) { result <- err })
	w.Append(lost.next(true))
	if !errors.Is(w.Err(), store.ErrGap) {
		t.Errorf("a turn that comes between: %v", w.Err())
	}
	close(hold)
	if err := <-result; err != nil {
		t.Fatal(err)
	}
	w.Save(l.checkpoint())
	w.Append(l.next(true))
	written(t, w, 21)
	shut(t, w)
	if err := do(func(done func(error)) {
		w.Archive(store.Branch{ID: [32]byte{2}, Turn: 10, Tip: lost.checkpoint()}, done)
	}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("Archive after Close: %v", err)
	}
	w, got := open(t, dir)
	defer shut(t, w)
	if err := l.consistent(got); err != nil || end(got) != 21 {
		t.Errorf("%v; it ends at %d", err, end(got))
	}
}

// A peer that joined in a branch lacks everything before it: the branch is archived all the same, and the log
// falls back to a usable state until a checkpoint arrives.
func TestArchiveFromNowhere(t *testing.T) {
	for _, whole := range []uint64{0, 5} { // turns that the file has from the beginning on
		dir := t.TempDir()
		l := newLine(testGenesis())
		w, err := Create(dir, l.g)
		if err != nil {
			t.Fatal(err)
		}
		if whole > 0 {
			w.Save(l.checkpoint())
		}
		for range whole {
			w.Append(l.next(true))
		}
		written(t, w, whole)
		for range 25 {
			l.next(true)
		}
		at := l.back(20)
		base := at.snapshot()
		for range 30 {
			at.next(true)
		}
		w.Save(at.checkpoint()) // as it joined
		saved(t, w)
		for range 7 {
			w.Append(at.next(true))
		}
		written(t, w, at.turn)
		b := store.Branch{ID: [32]byte{1}, Turn: 20, Base: [][]byte{nil, base}[whole%2], Tip: at.checkpoint(), At: time.UnixMilli(1)}
		if err := do(func(done func(error)) { w.Archive(b, done) }); err != nil {
			t.Fatal(err)
		}
		if w.Written() != whole {
			t.Errorf("written %d, of %d", w.Written(), whole)
		}
		shut(t, w)
		w, got := open(t, dir)
		if (len(got.Checkpoint.Snapshot) > 0) != (whole > 0) || got.Checkpoint.Turn != 0 || uint64(len(got.Tail)) != whole || len(got.Damage) > 0 || len(got.Archives) != 1 {
			t.Errorf("checkpoint %d, %d turns, %d archives, damage %q", got.Checkpoint.Turn, len(got.Tail), len(got.Archives), got.Damage)
		}
		w.Save(l.checkpoint())
		w.Append(l.next(true))
		written(t, w, l.turn)
		shut(t, w)
		if w, got = open(t, dir); end(got) != l.turn || len(got.Damage) > 0 {
			t.Errorf("it ends at %d, not %d; damage %q", end(got), l.turn, got.Damage)
		}
		shut(t, w)
		if report, err := admin.Check(w.Path(), testChain); err != nil || len(report.Problems) > 0 {
			t.Error(err, report.Problems)
		}
	}
}

// A branch that begins within folded turns divides them, if its chain hash is given. Otherwise only the
// branch is refused, and the other waiting data is written.
func TestArchiveOfFoldedTurns(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	var root [32]byte
	for range 8 {
		for range 50 {
			if w.Append(l.next(true)); l.turn == 20 {
				root = l.hash
			}
		}
		written(t, w, l.turn)
		w.Save(l.checkpoint())
		saved(t, w)
	}
	eventually(t, "old turns are folded", func() bool {
		i, err := admin.Inspect(w.Path())
		return err == nil && i.Turns < 200
	})
	epoch, refused := make(chan error, 1), make(chan error, 1)
	hold, held := make(chan struct{}), make(chan struct{})
	w.Epoch(store.EpochRow{Number: 3, Record: []byte("x")}, func(error) { close(held); <-hold })
	<-held
	w.Archive(store.Branch{ID: [32]byte{1}, Turn: 20, Base: []byte("base"), Tip: l.checkpoint()}, func(err error) { refused <- err })
	w.LogOf(7).Epoch(store.EpochRow{Number: 1, Record: []byte("other")}, func(err error) { epoch <- err })
	close(hold)
	if err := <-refused; !errors.Is(err, store.ErrGap) {
		t.Errorf("Archive: %v", err)
	}
	if err := <-epoch; err != nil {
		t.Errorf("the record of another island: %v", err)
	}
	shut(t, w)
	w, got := open(t, dir)
	defer shut(t, w)
	if got.Checkpoint.Turn != 400 || len(got.Damage) > 0 || len(got.Logs) != 1 {
		t.Errorf("checkpoint %d, damage %q, %d islands", got.Checkpoint.Turn, got.Damage, len(got.Logs))
	}
	if infos, err := admin.Archives(w.Path()); err != nil || len(infos) != 0 {
		t.Errorf("%+v, %v", infos, err)
	}
	archived := make(chan error, 1)
	w.Archive(store.Branch{ID: [32]byte{1}, Turn: 20, Root: root, Tip: l.checkpoint()}, func(err error) { archived <- err })
	if err := <-archived; err != nil {
		t.Fatal(err)
	}
	w.Save(store.Checkpoint{Epoch: 1, Turn: 500, Hash: [32]byte{5}, Snapshot: []byte("another line's")})
	saved(t, w)
	if infos, err := admin.Archives(w.Path()); err != nil || len(infos) != 1 || infos[0].Turns != 380 {
		t.Errorf("%+v, %v", infos, err)
	}
	if report, err := admin.Check(w.Path(), testChain); err != nil || len(report.Problems) > 0 {
		t.Error(err, report.Problems)
	}
}

// Parts that two logs share outlive the checkpoint of either.
func TestLinesShareParts(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	others := []*line{island(l.g, 5, 0), island(l.g, 6, 0)}
	for round := range 12 {
		for i, o := range others {
			to := w.LogOf(uint64(5 + i))
			o.follow(t, to, 3+round%4)
			to.Save(o.checkpoint())
		}
		for range 5 {
			w.Append(l.next(true))
		}
		w.Save(l.checkpoint())
	}
	for i := range others {
		settled(t, w.LogOf(uint64(5+i)))
	}
	saved(t, w)
	shut(t, w)
	report, err := admin.Check(w.Path(), testChain)
	if err != nil || len(report.Problems) > 0 {
		t.Fatal(err, report.Problems)
	}
	w, got := open(t, dir)
	defer shut(t, w)
	ids := []uint64{}
	for _, o := range got.Logs {
		ids = append(ids, o.Island)
		if o.Checkpoint.Snapshot == nil {
			t.Errorf("island %d has no checkpoint", o.Island)
		}
	}
	if !slices.Equal(ids, []uint64{5, 6}) || len(got.Damage) > 0 {
		t.Errorf("islands %v, damage %q", ids, got.Damage)
	}
}

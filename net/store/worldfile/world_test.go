//go:build !js

package worldfile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

func TestWorldIsThereTomorrow(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for i := range 500 {
		w.Append(l.next(i%3 == 0))
		if i%100 == 99 {
			w.Save(l.checkpoint())
		}
	}
	w.Epoch(store.EpochRow{Number: 1, Record: []byte("one")}, nil)
	seen := store.Player{Key: key.ID{7}, Name: "Ada", First: time.UnixMilli(1000).UTC(), Last: time.UnixMilli(2000).UTC()}
	w.Seen(seen)
	shut(t, w)

	w, got := open(t, dir)
	defer shut(t, w)
	if err := l.consistent(got); err != nil {
		t.Fatal(err)
	}
	if end(got) != 500 || w.Written() != 500 || len(got.Damage) != 0 {
		t.Errorf("it ends at turn %d, written %d, damage %q", end(got), w.Written(), got.Damage)
	}
	if people, err := admin.Players(w.Path()); err != nil || len(people) != 1 || people[0] != seen {
		t.Errorf("players %+v, %v", people, err)
	}
	if got.Checkpoint.Turn == 0 || got.Checkpoint.Digest != got.Checkpoint.Turn*7 {
		t.Errorf("checkpoint at turn %d with digest %d", got.Checkpoint.Turn, got.Checkpoint.Digest)
	}
	if len(got.Epochs) != 1 || string(got.Epochs[0].Record) != "one" {
		t.Errorf("epochs %+v", got.Epochs)
	}
	if len(got.Players) != 1 || got.Players[0] != seen {
		t.Errorf("players %+v", got.Players)
	}
}

func TestSaveFoldsAndKeepsThree(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 6 {
		for range 50 {
			w.Append(l.next(true))
		}
		written(t, w, l.turn)
		w.Save(l.checkpoint())
		saved(t, w)
		if i, err := admin.Inspect(w.Path()); err != nil || i.Checkpoint != l.turn || i.PID != os.Getpid() {
			t.Fatalf("%+v, %v", i, err)
		}
	}
	shut(t, w)
	report, err := admin.Check(store.Path(dir, l.g.ID()), testChain)
	if err != nil || len(report.Problems) > 0 {
		t.Fatal(err, report.Problems)
	}
	i := report.Info
	if i.Checkpoints != store.Kept || i.Turns != 100 || i.Folded != 200 || i.Turn != 300 || report.Verified != 300 || report.Parts != 3*9 {
		t.Errorf("%+v", report)
	}
	if infos, err := admin.List(dir); err != nil || len(infos) != 1 || infos[0].Problem != "" || infos[0].Genesis != l.g || infos[0].PID != 0 {
		t.Errorf("%+v, %v", infos, err)
	}
}

// A log that goes back (turns were ordered and lost) ends the old one, which stays as a branch.
func TestGoingBack(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 60 {
		w.Append(l.next(true))
	}
	w.Save(l.checkpoint())
	for range 40 {
		w.Append(l.next(true))
	}
	written(t, w, 100)
	other := l.back(30)
	w.Append(other.next(true))
	if got := w.Written(); got > 31 {
		t.Errorf("turn %d is reported as written, after the line went back to 31", got)
	}
	for range 9 {
		w.Append(other.next(true))
	}
	written(t, w, 40)
	shut(t, w)
	w, got := open(t, dir)
	if end(got) != 40 || len(got.Damage) != 0 || got.Checkpoint.Turn != 0 {
		t.Errorf("it ends at turn %d from checkpoint %d, damage %q", end(got), got.Checkpoint.Turn, got.Damage)
	}
	if err := other.consistent(got); err != nil {
		t.Error(err)
	}
	shut(t, w)
	report, err := admin.Check(store.Path(dir, l.g.ID()), testChain)
	if err != nil || len(report.Problems) > 0 || report.Verified != 70+40 {
		t.Errorf("%v, %+v", err, report)
	}
}

// A state that came from a peer lies ahead of the turns that this peer has.
func TestCheckpointAhead(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	for range 10 {
		w.Append(l.next(true))
	}
	for range 90 {
		l.next(true) // this peer was away
	}
	w.Save(l.checkpoint())
	for range 10 {
		w.Append(l.next(true))
	}
	written(t, w, 110)
	shut(t, w)
	w, got := open(t, dir)
	defer shut(t, w)
	if err := l.consistent(got); err != nil || end(got) != 110 || got.Checkpoint.Turn != 100 || len(got.Damage) != 0 {
		t.Errorf("%v; it ends at turn %d from checkpoint %d, damage %q", err, end(got), got.Checkpoint.Turn, got.Damage)
	}
}

func TestGapIsRefusedUntilTheNextSave(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	w.Append(l.next(true))
	l.next(true)
	w.Append(l.next(true))
	if err := w.Err(); !errors.Is(err, store.ErrGap) {
		t.Fatalf("Err is %v", err)
	}
	w.Append(l.next(true))
	w.Save(l.checkpoint())
	if err := w.Err(); err != nil {
		t.Fatalf("Err is %v after Save", err)
	}
	w.Append(l.next(true))
	written(t, w, 5)
	shut(t, w)
	w, got := open(t, dir)
	defer shut(t, w)
	if err := l.consistent(got); err != nil || end(got) != 5 {
		t.Errorf("%v; it ends at turn %d", err, end(got))
	}
}

func TestQueueIsBounded(t *testing.T) {
	q := newQueue()
	l := newLine(testGenesis())
	big := make([]byte, store.MaxBody)
	for i := range 2 * store.MaxQueued / store.MaxBody {
		big[0] = byte(i)
		e := l.next(false)
		e.Body = big
		q.append(e)
	}
	if q.waiting() > store.MaxQueued || !errors.Is(q.err, store.ErrGap) {
		t.Errorf("%d bytes wait, Err %v", q.waiting(), q.err)
	}
	for i := range 2 * store.MaxSeen {
		q.seen(store.Player{Key: key.ID{byte(i), byte(i >> 8)}})
	}
	if len(q.rows.players) > store.MaxSeen {
		t.Errorf("%d players wait", len(q.rows.players))
	}
}

func TestEpochIsSyncedBeforeDone(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	w.Append(l.next(false))
	done := make(chan error, 1)
	w.Epoch(store.EpochRow{Number: 3, Rules: 2, Record: []byte("record")}, func(err error) { done <- err })
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if w.Written() != 1 {
		t.Errorf("the turn before the record is not written")
	}
	shut(t, w)
	w.Epoch(store.EpochRow{Number: 4}, func(err error) { done <- err })
	if err := <-done; !errors.Is(err, store.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	id := testGenesis().ID()
	if _, _, err := Open(dir, id, testChain); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no file: %v", err)
	}
	w, _ := create(t, dir)
	_, _, err := Open(dir, id, testChain)
	if !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("open twice: %v", err)
	}
	if _, err := Create(dir, testGenesis()); !errors.Is(err, store.ErrInUse) {
		t.Errorf("create an open one: %v", err)
	}
	shut(t, w)
	if _, err := Create(dir, testGenesis()); !errors.Is(err, store.ErrExists) {
		t.Errorf("create twice: %v", err)
	}
	path := store.Path(dir, id)
	for name, content := range map[string]string{"empty": "", "text": strings.Repeat("not a world\n", 1000), "start": "SQLite format 3\x00"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Open(dir, id, testChain); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != content {
			t.Errorf("%s: the file was changed", name)
		}
	}
	if _, err := admin.Inspect(filepath.Join(dir, "worlds", "none.db")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("inspect nothing: %v", err)
	}
	if infos, err := admin.List(filepath.Join(dir, "nowhere")); err != nil || infos != nil {
		t.Errorf("list nothing: %v, %v", infos, err)
	}
}

func TestCloseTwiceAndUseAfter(t *testing.T) {
	w, l := create(t, t.TempDir())
	shut(t, w)
	shut(t, w)
	w.Append(l.next(true))
	w.Save(l.checkpoint())
	w.Seen(store.Player{Key: key.ID{1}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := w.Close(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// After any operations on a world, a later Open returns an appended log, up to the last turn.
func TestWorldAgainstModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		w, l := create(t, dir)
		var did []string
		step := func(format string, args ...any) { did = append(did, fmt.Sprintf(format, args...)) }
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			switch rapid.IntRange(0, 9).Draw(rt, "what") {
			default:
				for range rapid.IntRange(1, 30).Draw(rt, "turns") {
					w.Append(l.next(rapid.Bool().Draw(rt, "busy")))
				}
				step("to %d", l.turn)
			case 4:
				l = l.back(rapid.Uint64Range(0, l.turn).Draw(rt, "to"))
				step("a peer's state of %d", l.turn)
				w.Save(l.checkpoint())
				w.Append(l.next(true))
				if errors.Is(w.Err(), store.ErrGap) {
					w.Save(l.checkpoint())
				}
			case 5:
				step("save %d", l.turn)
				w.Save(l.checkpoint())
			case 6:
				l = l.back(rapid.Uint64Range(0, l.turn).Draw(rt, "to"))
				w.Append(l.next(true))
				step("back to %d, %v", l.turn-1, w.Err())
				if errors.Is(w.Err(), store.ErrGap) { // further back than the file goes
					w.Save(l.checkpoint())
				}
			case 7:
				for range rapid.IntRange(1, 30).Draw(rt, "away") {
					l.next(true)
				}
				step("away to %d", l.turn)
				w.Save(l.checkpoint())
			case 8:
				step("reopen")
				shut(t, w)
				var got store.Loaded
				w, got = open(t, dir)
				if end(got) != l.turn || len(got.Damage) > 0 {
					rt.Fatalf("it ends at turn %d instead of %d: %q; %v", end(got), l.turn, got.Damage, did)
				}
			case 9:
				step("written %d", l.turn)
				written(t, w, l.turn)
			}
		}
		shut(t, w)
		w, got := open(t, dir)
		defer shut(t, w)
		if end(got) != l.turn || len(got.Damage) > 0 {
			rt.Fatalf("it ends at turn %d instead of %d: %q; %v", end(got), l.turn, got.Damage, did)
		}
		for _, e := range got.Tail {
			if want := l.all[e.Turn-1]; e.Hash != want.Hash || string(e.Body) != string(want.Body) {
				rt.Fatalf("turn %d is of another line", e.Turn)
			}
		}
		if c := got.Checkpoint; c.Turn > 0 && c.Hash != l.all[c.Turn-1].Hash {
			rt.Fatalf("the checkpoint at turn %d is of another line", c.Turn)
		}
	})
}

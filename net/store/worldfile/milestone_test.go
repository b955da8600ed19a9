//go:build !js

package worldfile

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/store"
	"manyhold/net/store/segment"
)

// TestThin: milestones get fewer with their age, and never too few to reach an old state soon.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var miles []keptCheckpoint
		now := uint64(0)
		for range rapid.IntRange(1, 400).Draw(t, "checkpoints") {
			miles = append(miles, keptCheckpoint{turn: now})
			now += rapid.Uint64Range(1, 3000).Draw(t, "turns")
			miles = thin(miles, now)
			if len(miles) > store.MaxMilestones {
				t.Fatalf("%d milestones", len(miles))
			}
			for i := 1; i < len(miles)-1; i++ {
				if before, age := miles[i].turn-miles[i-1].turn, now-miles[i-1].turn; before > age/2+3000 {
					t.Fatalf("%d turns between two, of which the older was left %d turns ago", before, age)
				}
			}
		}
	})
}

// TestRead: an old state of the log and the turns from there are found, with their signatures, whether
// they are folded or not.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	signed := func() store.Entry {
		e := l.next(true)
		e.Signatures = []byte{byte(e.Turn), 7}
		return e
	}
	for range 40 {
		for range 10 {
			w.Append(signed())
		}
		w.Save(l.checkpoint())
		saved(t, w)
	}
	for range 7 {
		w.Append(signed())
	}
	written(t, w, l.turn)
	for _, c := range []struct {
		turn, epoch uint64
		err         error
	}{{l.turn, 9, nil}, {l.turn - 5, 9, nil}, {205, 9, nil}, {11, 9, nil}, {9, 9, nil}, {205, 0, store.ErrNotFound}, {l.turn + 1, 9, store.ErrNotFound}} {
		s, err := readBack(func(done func(store.Stretch, error)) { w.Read(store.Reading{Turn: c.turn, Epoch: c.epoch}, done) })
		if !errors.Is(err, c.err) {
			t.Errorf("up to turn %d: %v, want %v", c.turn, err, c.err)
		}
		if err != nil {
			continue
		}
		at := s.From.Turn
		for _, b := range s.Turns {
			entries, err := segment.Decode(b)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if at++; e.Turn != at || !slices.Equal(e.Signatures, []byte{byte(at), 7}) || !slices.Equal(e.Body, l.all[at-1].Body) {
					t.Fatalf("turn %d is %+v", at, e)
				}
			}
		}
		if at != c.turn || c.turn-s.From.Turn > (l.turn-s.From.Turn)/2+30 || len(s.From.Snapshot) == 0 {
			t.Errorf("from %d to %d, want up to %d", s.From.Turn, at, c.turn)
		}
	}
	shut(t, w)
}

// TestTrial: the place of an execution is kept by name, the newest ones only, and over a restart.
func TestTrial(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	state := func(n int) []byte {
		o := *l
		o.turn = uint64(n)
		return o.snapshot()
	}
	at := func(name byte) (store.Checkpoint, error) {
		s, err := readBack(func(done func(store.Stretch, error)) {
			w.Read(store.Reading{Trial: [32]byte{1, name}}, done)
		})
		return s.From, err
	}
	for n := range byte(store.MaxTrials + 2) {
		for again := range byte(2) {
			w.KeepTrial([32]byte{1, n}, &store.Checkpoint{Epoch: 2, Turn: uint64(n) + 10*uint64(again), Hash: [32]byte{n}, Snapshot: state(int(n))})
		}
	}
	shut(t, w)
	w, _ = open(t, dir)
	for n := range byte(store.MaxTrials + 2) {
		c, err := at(n)
		if n < 2 && !errors.Is(err, store.ErrNotFound) || n >= 2 && (err != nil || c.Turn != uint64(n)+10 || !slices.Equal(c.Snapshot, state(int(n)))) {
			t.Errorf("trial %d: %v %+v", n, err, c)
		}
	}
	w.KeepTrial([32]byte{1, 5}, nil)
	shut(t, w)
	if _, err := at(5); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a trial that is over: %v", err)
	}
}

// readBack waits for what a log reads.
func readBack[T any](ask func(done func(T, error))) (T, error) {
	type answer struct {
		v   T
		err error
	}
	c := make(chan answer, 1)
	ask(func(v T, err error) { c <- answer{v, err} })
	a := <-c
	return a.v, a.err
}

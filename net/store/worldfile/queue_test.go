//go:build !js

package worldfile

import (
	"testing"

	"manyhold/net/store"
)

// A checkpoint that enters the file while a later one, further back, begins a new stretch does not affect the
// turns of that stretch.
func TestCheckpointBesideNewStretch(t *testing.T) {
	q := newQueue()
	for turn := uint64(1); turn <= 80; turn++ {
		q.append(store.Entry{Epoch: 1, Turn: turn})
	}
	q.saveCheckpoint(store.Checkpoint{Epoch: 1, Turn: 75})
	first := q.saves[0]
	q.saving, q.saves = first, nil
	q.extent.cut = 60 // so that the next one begins a stretch
	q.saveCheckpoint(store.Checkpoint{Epoch: 2, Turn: 54})
	if !q.ahead {
		t.Fatal("the checkpoint of turn 54 begins no stretch")
	}
	q.committing(first, 71)
	for turn := uint64(55); turn < 90; turn++ {
		q.append(store.Entry{Epoch: 2, Turn: turn})
	}
	if q.err != nil || q.extent.last != 89 {
		t.Fatalf("the stretch ends at turn %d: %v", q.extent.last, q.err)
	}
}

// Going back within the stretch of a checkpoint keeps that stretch, even with earlier checkpoints still
// waiting.
func TestBackWithinNewStretch(t *testing.T) {
	q := newQueue()
	for turn := uint64(1); turn <= 20; turn++ {
		q.append(store.Entry{Epoch: 1, Turn: turn})
	}
	q.saveCheckpoint(store.Checkpoint{Epoch: 1, Turn: 30})
	q.saving, q.saves = q.saves[0], nil
	q.saveCheckpoint(store.Checkpoint{Epoch: 2, Turn: 11})
	for turn := uint64(12); turn <= 15; turn++ {
		q.append(store.Entry{Epoch: 2, Turn: turn})
	}
	q.append(store.Entry{Epoch: 3, Turn: 14})
	if q.err != nil || len(q.after.list) != 5 || q.after.at(0).Turn != 12 {
		t.Fatalf("%d turns wait for the checkpoint: %v", len(q.after.list), q.err)
	}
}

package record

import (
	"fmt"

	"manyhold/game/island"
)

// Result is the outcome of running a recording.
type Result struct {
	First, Turns uint64 // number of the first turn; how many were run
	Ticks        uint64 // of all turns that were run
	Digest       uint64 // of the state at the end
	// Differs is the first turn after which the digest is not the recorded one, 0 for none.
	Differs uint64
	// Field names the first field that differs, as island.Diff does, found in the first snapshot of the
	// recording at or after Differs. It is "" without a difference or without such a snapshot.
	Field string
	// Damage is Reader.Damage: the recording was run up to there.
	Damage string
	Cut    bool // Reader.Cut
}

// Replay runs a recording. With check set every digest is compared with the recorded one; at the first that
// differs the run continues only to the next snapshot, to name the field. watch, if not nil, is called with
// the island after every turn, and ends the run by returning false. An error means that the recording's
// blocks are whole but cannot be run.
func Replay(r *Reader, check bool, watch func(turn uint64, w *island.Island) bool) (Result, error) {
	res := Result{First: r.Header.First}
	var w *island.Island
	next := r.Header.First
	for {
		b, ok := r.Next()
		if !ok {
			break
		}
		switch {
		case w == nil:
			if b.Snapshot == nil || b.Turn != next-1 {
				return res, fmt.Errorf("%w: it has no first snapshot", ErrFormat)
			}
			w = new(island.Island)
			if err := w.Restore(b.Snapshot); err != nil {
				return res, fmt.Errorf("record: the first snapshot: %w", err)
			}
		case b.Snapshot != nil:
			if res.Differs != 0 {
				return res, res.name(w, b.Snapshot)
			}
		default:
			if b.Turn != next {
				return res, fmt.Errorf("%w: turn %d where %d should be", ErrFormat, b.Turn, next)
			}
			before := w.Clock
			if err := w.Replay(b.Body); err != nil {
				return res, fmt.Errorf("record: turn %d: %w", b.Turn, err)
			}
			res.Ticks += uint64(w.Clock - before)
			next++
			res.Turns++
			if check && res.Differs == 0 && w.Digest() != b.Digest {
				res.Differs = b.Turn
			}
			if watch != nil && !watch(b.Turn, w) {
				res.Digest, res.Damage, res.Cut = w.Digest(), r.Damage, r.Cut
				return res, nil
			}
		}
	}
	res.Damage, res.Cut = r.Damage, r.Cut
	if w == nil {
		return res, fmt.Errorf("%w: it has no first snapshot", ErrFormat)
	}
	res.Digest = w.Digest()
	return res, nil
}

// name finds the first field in which w differs from the recorded state.
func (res *Result) name(w *island.Island, snapshot []byte) error {
	recorded := new(island.Island)
	if err := recorded.Restore(snapshot); err != nil {
		return fmt.Errorf("record: the snapshot after turn %d: %w", res.Differs, err)
	}
	res.Field, _ = island.Diff(recorded, w)
	res.Digest = w.Digest()
	return nil
}

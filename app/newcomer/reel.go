package newcomer

import (
	"manyhold/game/record"
)

// snapshotEvery is the number of turns between two snapshots of a recorded life: a minute. A watcher that
// goes to any place runs at most so many turns, which take less than a tenth of a second.
const snapshotEvery = 20 * 60

// reel records a life.
type reel struct {
	out   *record.Writer // nil: nothing is recorded
	turn  uint64         // the last one
	wrong error          // ends the life
}

// Record writes a life as a recording from its next turn on, up to End. The sink stays the caller's.
func (l *Life) Record(sink record.Sink) error {
	l.reel.turn = 1 // in which all have entered
	l.reel.out, l.reel.wrong = record.NewWriter(sink, record.HeaderOf(l.Island, [32]byte{}, l.reel.turn+1), l.Snapshot(nil))
	return l.reel.wrong
}

// keep adds a turn that was played.
func (l *Life) keep(body []byte) {
	r := &l.reel
	if r.turn++; r.out == nil || r.wrong != nil {
		return
	}
	if r.wrong = r.out.Turn(r.turn, l.Digest(), body); r.wrong == nil && r.turn%snapshotEvery == 0 {
		r.wrong = r.out.Snapshot(l.Snapshot(nil))
	}
}

// End completes the recording. Its error is the one that ended Run, if one did.
func (l *Life) End() error {
	if r := &l.reel; r.out != nil && r.wrong == nil {
		r.wrong = r.out.End(l.Snapshot(nil))
	}
	return l.reel.wrong
}

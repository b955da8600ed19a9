package admin

import "manyhold/net/store"

// Judge answers Check's questions about data that the store only keeps. All functions but Chain may be nil:
// then that data is not judged.
type Judge struct {
	Chain store.Chain
	// Records finds problems in the records of all logs and archives of a world: whether they follow one
	// another, are signed, and match their blobs. It returns the first problem of each log.
	Records func(store.Genesis, []Records) []RecordProblem
	// Charter returns the problem of a charter entry, "" for none.
	Charter func(store.Genesis, store.CharterRow) string
	// State makes the untouched state of a world. Check restores checkpoints into it and executes turns.
	State func(store.Genesis) State
	// Changes reports whether the record changes the state at the beginning of its epoch, so that turns alone
	// do not lead across it.
	Changes func(record []byte) bool
}

// State is a state that Check can use.
type State interface {
	Restore(snapshot []byte) error
	// Replay executes a turn. One that it refuses changes nothing: it was refused on every peer alike.
	Replay(turn []byte) error
	Digest() uint64
}

// Records are the epochs of one log, or of one archive of it.
type Records struct {
	Island  uint64
	Archive [32]byte // Branch.ID; zero: the log itself
	From    uint64   // of an archive: the last turn it shares with the log
	Torn    bool     // of an archive: it has no turns, and the turn before its first record may be lost
	Epochs  []store.EpochRow
}

// RecordProblem is a problem of one record.
type RecordProblem struct {
	Island  uint64
	Archive [32]byte
	Number  uint64 // of the epoch
	Words   string
}

// LogReport is the result of Check for one log or archive.
type LogReport struct {
	Island   uint64
	Archive  [32]byte // Branch.ID; zero: the log itself
	Ended    bool     // the island has ended: history alone
	Turns    int      // with a verified chain hash
	From, To uint64   // the first and last of these; zero for none
	Epochs   int      // records with verified sums, and judged
	States   int      // checkpoints, or states of an archive, with verified parts
	Parts    int      // of these, verified by SHA-256
	Digests  int      // states whose computed digest equals the stored one
	Replayed int      // turns that were executed to come from one checkpoint to the next
	Problems []string // in words, each with its place; the first is the lowest in the file's order
}

// seen counts a verified turn.
func (l *LogReport) seen(turn uint64) {
	if l.Turns++; l.Turns == 1 || turn < l.From {
		l.From = turn
	}
	l.To = max(l.To, turn)
}

// Report is the result of Check.
type Report struct {
	Info     store.Info
	Verified int      // turns with a verified chain hash
	Parts    int      // parts with a verified SHA-256
	Problems []string // in words, those of the logs included; empty when all is well
	Logs     []LogReport
	Charter  int // entries of the charter with verified signatures
}

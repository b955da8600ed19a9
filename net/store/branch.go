package store

import (
	"fmt"
	"time"
)

// Branch is a stretch of a log that lost against another: the turns of a minority meanwhile. Archive moves it
// out of the log.
type Branch struct {
	ID   [32]byte // the hash of its last record
	Turn uint64   // the last turn that it shares with the log
	// the chain hash after that; zero: not known. Without it a branch cannot begin within folded turns
	Root    [32]byte
	Base    []byte   // snapshot of the state after that turn
	Records [][]byte // of its epochs, in order; each at most MaxBody
	// Later are snapshots of the states at the beginnings of later ones of its epochs, by number: another log
	// may share with the branch the turns before one of them. May be nil.
	Later  map[uint64][]byte
	Tip    Checkpoint // its end
	Words  string     // for people: its time and participants; at most MaxWords bytes
	At     time.Time  // when it was archived, to the millisecond
	Island uint64     // of the log
	// Turns are its turns after Turn, as segments (see package segment). Only OpenArchive returns them; nil:
	// the file does not have all, or they exceed MaxStretch.
	Turns [][]byte
}

// Archive is a branch in the file, as Open returns it: without its states, which OpenArchive reads.
type Archive struct {
	Branch
	Bytes uint64 // of the parts of its states
}

const (
	// MaxWords is the longest text about a branch in bytes. Longer texts are cut.
	MaxWords = 64 << 10
	// MaxRecords is the most epochs of a branch.
	MaxRecords = 4096
)

// String names a branch for people: "turns 5 to 9, archived 2026-01-02".
func (b Branch) String() string {
	s := fmt.Sprintf("turns %d to %d, archived %s", b.Turn+1, b.Tip.Turn, b.At.Format("2006-01-02"))
	if b.Island != Home {
		s += fmt.Sprintf(" from island %016x", b.Island)
	}
	return s
}

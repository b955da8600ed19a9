package store

import (
	"fmt"
	"time"

	"manyhold/net/wire"
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
}

// BranchInfo describes an archive without its states.
type BranchInfo struct {
	ID     [32]byte
	Island uint64
	Turn   uint64 // see Branch
	Tip    uint64 // its last turn
	Turns  uint64 // how many of those are in the file one by one
	Words  string
	At     time.Time
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

// checkBranch panics at values that only our own bug can put into a branch.
func checkBranch(b Branch) {
	checkEntry(Entry{Epoch: b.Tip.Epoch, Turn: b.Tip.Turn})
	if b.Island == 0 || b.Tip.Turn < b.Turn || len(b.Records) > MaxRecords || len(b.Words) > MaxWords {
		panic(fmt.Sprintf("store: a branch of island %d from turn %d to %d with %d records is beyond the limits",
			b.Island, b.Turn, b.Tip.Turn, len(b.Records)))
	}
}

// encodeRecords returns uvarint number of records and each as uvarint length and bytes.
func encodeRecords(records [][]byte) []byte {
	b := wire.AppendUvarint(nil, uint64(len(records)))
	for _, r := range records {
		b = wire.AppendBlob(b, r)
	}
	return b
}

// decodeRecords reads the output of encodeRecords. The records are pieces of b.
func decodeRecords(b []byte) (records [][]byte, err error) {
	c := wire.NewCursor(b)
	for range c.Count(MaxRecords) {
		records = append(records, c.Blob(MaxBody))
	}
	return records, c.Done()
}

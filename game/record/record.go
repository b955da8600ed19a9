// Package record is recordings: what an island executed, so that anybody can run it again and see
// whether it comes out the same.
//
// A recording is the magic "MHREC", a version in one byte, and blocks up to the end of the file:
//
//	u8 kind, u32 length of the body, body, u64 xxh3 of kind, length and body
//
//	1 header    u64 seed, u32 rules, [32]u8 world id, u64 number of the first turn
//	2 snapshot  u64 turn, then the island after it as island.Snapshot writes it
//	3 turn      u64 turn, u64 digest of the island after it, then the turn's bytes
//	4 end       u64 turn: the recording was ended and is whole
//
// All numbers are little endian. The header comes first, then the snapshot after the turn before the
// first; the turns follow without gaps, and now and then another snapshot: after a digest that differs
// it tells in which field (see Replay). A file without an end block is that of a process that was killed;
// it is good up to its last whole block. Kinds are only appended; a reader passes over those it does not
// know.
//
// Package record reads and writes bytes; files are its callers'.
package record

import (
	"errors"

	"manyhold/game"
)

const (
	magic   = "MHREC"
	version = 2

	// HeadSize is how many bytes of a file Is wants to see.
	HeadSize = len(magic)
	// SnapshotEvery is the number of turns between two snapshots: ten seconds, so that a difference is
	// named from a state not much older, and a recording stays small.
	SnapshotEvery = 200
	// maxBlock is the largest body of a block in bytes; more is refused as malformed.
	maxBlock = 256 << 20
)

const (
	blockHeader   = 1
	blockSnapshot = 2
	blockTurn     = 3
	blockEnd      = 4
)

var (
	// ErrFormat says that bytes are not a recording, or that its first blocks are damaged.
	ErrFormat = errors.New("not a recording")
	// ErrNewer says that a later version of the program wrote it.
	ErrNewer = errors.New("record: made by a newer version of Manyhold")
	// ErrOlder says that an earlier version of the program wrote it, in a format or under rules that this one
	// does not have any more.
	ErrOlder = errors.New("record: made by an older version of Manyhold")
)

// Header describes a recording.
type Header struct {
	Seed  uint64
	Rules game.Rules
	World [32]byte
	First uint64 // number of the first turn
}

// Is reports whether the first HeadSize bytes of a file are those of a recording.
func Is(head []byte) bool { return string(head) == magic }

// Package store is the world file: all that one peer keeps of one world, in one SQLite file
// DIR/worlds/<id in hex>.db, where DIR is the data directory.
//
// # Promises
//
// A killed process loses no turn that Log.Written had reported: a turn counts as written when its transaction
// has reached the operating system. A power cut loses at most the turns since the last sync. A sync happens
// once in SyncEvery, and before more than MaxUnsynced turns are reported; the next Open says how many may be
// missing (see Cut). An epoch's record is on the disk before its done function is called. Callers never wait:
// one goroutine owns the file, and all others leave work in bounded queues. A damaged file is noticed and
// kept under another name, and everything in it that can be proven goes into a new file.
//
// # Logs
//
// Each island has a log: its turns, epochs and checkpoints. The World is itself the log of the home island
// (Home); World.LogOf returns the others. The log of an ended island (Log.End) is no longer loaded, but its
// turns stay in the file. Log.Archive moves a branch that lost against another out of its log in one
// transaction; OpenArchive reads it.
//
// # Format: schema 1
//
// The file is SQLite 3 in WAL mode, application_id 0x4d484c44 ("MHLD"), user_version 1000 + the number of the
// schema. (Builds before schema 1 wrote 1 to 5 there. Their files are refused with ErrOlder.) Numbers are
// SQLite integers; turns, epochs and ticks stay below 2^63, and an island's id is the signed integer of the
// same 64 bits. A column sum is the first eight bytes of SHA-256 over the other columns of its row, see
// rowSum. Manifests are those of net/transfer.
//
//	genesis      one row: encoding of Genesis (its SHA-256 is the world's id and the file's name)
//	islands      island (its id), ended (0 or 1)
//	epochs       island, archive (0, or the archive they were moved to), number, rules, record (opaque, of
//	             net/epoch), parts (manifest of the blob, empty for none; in an archive those in
//	             Branch.Later), sum
//	turns        island, turn, epoch, hash (chain hash after the turn), body: one row for each turn since
//	             the oldest kept checkpoint of the island
//	segments     older turns, folded: island, first, last, branch (0: the island's own; 1: turns that others
//	             have replaced; more: the id of an archive), before and after (chain hashes around them,
//	             zero where not
//	             known), data: zstd of runs of one epoch, see segment.go
//	parts        hash (SHA-256 of the part), size, data (zstd): parts of snapshots and blobs, each distinct
//	             one once
//	checkpoints  island, turn, epoch, hash, digest (0: not known), parts (manifest), sum: the last Kept ones
//	             of an island
//	certificates island, turn, bytes (opaque, of net/epoch), sum: the signatures under checkpoints
//	archives     id (from 2), name (Branch.ID), island, turn (where the branch begins), base and parts
//	             (manifests of the states there and at its end), epoch, tip, hash and digest of its end,
//	             records, words, at (Unix
//	             milliseconds), sum
//	players      key, name, first and last seen (Unix milliseconds), sum
//	charter      id, entry (encoded by net/charter), sum
//	marks        island, turn, most, at (Unix milliseconds), clean, boot, sum: what was synced last; see Cut
//	cuts         island, at, turn, most, seen, sure, fate, sum: what power cuts may have taken; see Cut
//	notes        at (Unix milliseconds), words: what was found damaged, and when
//
// Beside the file are <id>.lock, which names the process that has the world open, and SQLite's -wal and -shm
// while it is open or after a crash. <id>.damaged-<n>.db are damaged files that were replaced. <id>.new.db is
// an unfinished replacement.
//
// Each peer keeps all of every island that it executes. Snapshots contain the dormant regions, so each peer
// of a small world has a complete copy of it.
//
// An exported world is one file: a Header, then the whole file packed with zstd (RFC 8878).
//
// A file of another schema is refused with ErrOlder or ErrNewer and stays unchanged. A changed table is a new
// schema number; whether files of the previous one are still read is decided with that change.
//
// In a browser (js/wasm) there is no file: a world lives as long as the page.
package store

import (
	"errors"
	"time"

	"manyhold/net/key"
	"manyhold/net/transfer"
)

// Limits and rates of the store.
const (
	// Kept is the number of checkpoints that a file holds. The turns since the oldest of them are rows of
	// their own, so that a damaged checkpoint costs only the time to execute more turns.
	Kept = 3
	// SyncEvery is the longest time for which written turns can be lost to a power cut.
	SyncEvery = time.Second
	// SyncGap is the least time between two syncs of turns, however urgently Sync asks.
	SyncGap = 100 * time.Millisecond
	// QuietDelay is how long quiet turns (equal to the turn before, because no player acted) wait for company
	// before they are written. It stays below the 600 ms after which a leader stops if no written turn is
	// reported. Any other entry is written at once, together with all that wait.
	QuietDelay = 500 * time.Millisecond
	// RetryEvery is the time between attempts to write when the disk refuses.
	RetryEvery = time.Second
	// MaxQueued is the most bytes of turns that wait for the disk: half an hour of a busy world. Further
	// turns are not kept until the next Save, and Err is ErrGap.
	MaxQueued = 16 << 20
	// MaxBody is the largest body of a turn and the largest epoch record, in bytes. A larger one is our own
	// bug.
	MaxBody = 64 << 10
	// MaxBlob is the largest blob of an epoch, in bytes: two snapshots. A larger one is our own bug.
	MaxBlob = 2 * transfer.MaxTotal
	// Home is the island at the spawn. Its log is the World itself.
	Home uint64 = 1
	// MaxTurn is the largest number of a turn or epoch.
	MaxTurn = 1<<62 - 1
	// MaxCharterEntry is the largest entry of a charter, in bytes. A larger one is our own bug.
	MaxCharterEntry = 4 << 10
	// MaxCharterWaiting is the most charter entries that wait for the disk. Further ones are not kept; other
	// peers have them.
	MaxCharterWaiting = 1 << 16
	// MaxSeen is the most players that wait for the disk. Further sightings are not kept.
	MaxSeen = 4096
	// MaxPlayerName is the longest name of a player that is kept, in bytes. Longer names are cut.
	MaxPlayerName = 64
)

// Errors of a world file. The errors that wrap them name the file and the remedy.
var (
	// ErrOlder says that the file was made by an earlier version of the program, with an unsupported schema.
	ErrOlder = errors.New("the world was made by an older version of Manyhold")
	// ErrNewer says that the file was made by a later version of the program.
	ErrNewer = errors.New("the world was made by a newer version of Manyhold")
	// ErrDamaged says that nothing of the file can be used, or that a file went bad while it was written.
	ErrDamaged = errors.New("the world file is damaged")
	// ErrInUse says that another process has the world open.
	ErrInUse = errors.New("the world is open in another process")
	// ErrNoSpace says that the disk is full. Waiting data are written when there is space again.
	ErrNoSpace = errors.New("no space on the disk")
	// ErrReadOnly says that the file or its directory cannot be written.
	ErrReadOnly = errors.New("the world file cannot be written")
	// ErrGap says that turns could not be kept. The file continues at the next Save.
	ErrGap = errors.New("turns were not written: a new checkpoint is needed")
	// ErrExists says that Create found a file of the same world.
	ErrExists = errors.New("the world exists already")
	// ErrNotFound says that there is no file of the world.
	ErrNotFound = errors.New("there is no such world")
	// ErrClosed says that the World was closed.
	ErrClosed = errors.New("the world is closed")
)

// Chain computes the chain hash after a turn from the one before it, as epoch.ChainHash does. rules is that
// of the turn's epoch.
type Chain func(previous, world [32]byte, epoch, turn uint64, rules uint32, body []byte) [32]byte

// Entry is one turn as it was ordered.
type Entry struct {
	Epoch, Turn uint64
	Hash        [32]byte // of the chain, after this turn
	Body        []byte   // at most MaxBody
}

// EpochRow is the founding record of one epoch.
type EpochRow struct {
	Number uint64
	Rules  uint32 // of the epoch's turns; zero means those of the genesis
	Record []byte // encoded by net/epoch; at most MaxBody
	Blob   []byte // input of the record's change of the state, at most MaxBlob; nil: none
}

// Checkpoint is the state after a turn.
type Checkpoint struct {
	Epoch, Turn uint64
	Hash        [32]byte // of the chain, after Turn
	Digest      uint64
	Snapshot    []byte // nil: there is none yet
}

// Player says when a player was seen in the world.
type Player struct {
	Key         key.ID
	Name        string
	First, Last time.Time // to the millisecond
}

// LoadedLog is the log of one island as found by Open. Its reader executes Tail on top of Checkpoint or, if
// that has no snapshot, on top of the untouched world of the genesis.
type LoadedLog struct {
	Island     uint64
	Checkpoint Checkpoint // the latest good one; Snapshot nil when none was ever saved
	Epochs     []EpochRow // by number
	// the number after the last of them, if the file had that record and it is damaged; zero: no
	LostEpoch uint64
	Tail      []Entry // the turns since, each following the one before, hashes verified
	Cut       *Cut    // turns that a power cut may have removed after that; nil: none
}

// end is the log's last turn.
func (l *LoadedLog) end() uint64 {
	if n := len(l.Tail); n > 0 {
		return l.Tail[n-1].Turn
	}
	return l.Checkpoint.Turn
}

// CharterRow is an entry of the world's charter.
type CharterRow struct {
	ID    [32]byte
	Entry []byte
}

// Loaded is the result of Open.
type Loaded struct {
	LoadedLog // of the home island
	Genesis   Genesis
	Logs      []LoadedLog  // of the other islands that have not ended, by id
	Ended     []uint64     // the ended islands, by id
	Players   []Player     // by key
	Charter   []CharterRow // by id
	Archives  []Archive    // of all islands, in the order in which they were archived
	Damage    []string     // the damage and its replacement, for people; empty without damage
}

// Abilities are what a host's log of turns can do beyond keeping turns, records and checkpoints.
type Abilities struct {
	// Archive: it puts branches away, and reads them. A peer whose log cannot never leaves its fork.
	Archive bool
	// Load: it reads what it has of an island. Without it, only others wake an island that was left.
	Load bool
	// Sync: it tells which turns a power cut would leave. Without it, written turns count as synced.
	Sync bool
}

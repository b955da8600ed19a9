// Package store holds the values of a world file: all that one peer keeps of one world, in one SQLite file
// DIR/worlds/<id in hex>.db, where DIR is the data directory. It opens no file. Its packages do:
//
//   - format reads and writes the tables, and specifies them;
//   - worldfile is a world that is open: it writes turns, records and checkpoints, and repairs damage;
//   - admin is for people: it lists, checks, exports, imports and cleans files.
//
// A host needs only the values here, and a log behind host.Log.
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
	// MaxSignatures is the longest command signatures of a turn, in bytes. Longer ones are our own bug.
	MaxSignatures = 64 << 10
	// MaxMilestones is how many old checkpoints a log keeps beside the newest Kept ones, at growing
	// distances, so that an old state can be reached in a time that grows with its age.
	MaxMilestones = 24
	// MaxTrials is how many executions of branches a file remembers the place of.
	MaxTrials = 4
	// MaxStretch is the most bytes of turns that Read and OpenArchive return.
	MaxStretch = 48 << 20
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
	// MaxCertificate is the longest certificate of a checkpoint in bytes. A longer one is our own bug.
	MaxCertificate = 1 << 10
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
	// Signatures are those of the turn's commands, as in the log of its epoch; empty: none are kept. The
	// chain does not cover them. At most MaxSignatures.
	Signatures []byte
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

// End is the log's last turn.
func (l *LoadedLog) End() uint64 {
	if n := len(l.Tail); n > 0 {
		return l.Tail[n-1].Turn
	}
	return l.Checkpoint.Turn
}

// Stretch is a part of a log, to be executed again: a state and the turns after it.
type Stretch struct {
	From  Checkpoint
	Turns [][]byte // segments (see package segment) that follow each other, from the turn after From on
}

// Reading names something to be read from a log: the place of an execution, by its name, or the newest state
// up to a turn and an epoch with the turns from there to the turn.
type Reading struct {
	Trial       [32]byte // zero: a stretch
	Turn, Epoch uint64
}

// Trial is the place that the execution of a branch has reached, for a process that goes on with it.
type Trial struct {
	Name [32]byte // of what is executed; its maker's
	At   Checkpoint
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

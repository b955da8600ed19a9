package kernel

import "manyhold/net/store"

// Log is the world's file as the host needs it; *worldfile.Log is one. No method blocks.
type Log interface {
	// Abilities tells what the file can do beyond keeping turns, records and checkpoints. The host does not
	// ask for more.
	Abilities() store.Abilities
	// Append queues a turn; turns come in order, except that after a recovery a turn of a later epoch
	// may have a number that the file has already: it replaces that one and all after it.
	Append(store.Entry)
	// Written returns the greatest turn that a killed process would not lose.
	Written() uint64
	// Notify has room for one: Written or Synced moved on, or Err changed.
	Notify() <-chan struct{}
	// Epoch writes an epoch's founding record and calls done, from any goroutine, when it is synced.
	Epoch(row store.EpochRow, done func(error))
	// Save queues a checkpoint.
	Save(store.Checkpoint)
	// Err describes the file's fault in words, or is nil.
	Err() error

	// Synced is the greatest turn that a power cut would not lose, if Abilities has Sync.
	Synced() uint64
	// Sync has the written turns synced soon, at most as often as the disk bears, if Abilities has Sync.
	Sync()
	// Archive moves a branch out of the log, see worldfile.Log, and calls done, from any goroutine, when that
	// is synced.
	Archive(b store.Branch, done func(error))
	// OpenArchive reads one with its states and calls done, from another goroutine.
	OpenArchive(id [32]byte, done func(store.Branch, error))
	// Read reads the place of an execution, or a stretch of the log, and calls done, from another goroutine.
	Read(what store.Reading, done func(store.Stretch, error))
	// KeepTrial keeps the place that an execution has reached; nil: it is over.
	KeepTrial(name [32]byte, at *store.Checkpoint)
	// Load reads the file's log of the island and calls done, from another goroutine; without a usable log,
	// done gets an error. chain is the function that chains turns.
	Load(chain store.Chain, done func(store.LoadedLog, error))

	// AddCharter queues an entry of the world's charter. Like the next three, it keeps data that other peers
	// could give again.
	AddCharter(id [32]byte, entry []byte)
	// Certify queues the certificate of the checkpoint at a turn.
	Certify(turn uint64, b []byte)
	// Decide queues the fate of the turns that a power cut may have taken.
	Decide(store.Cut)
	// End queues the end of the log of an island that has ended. done may be nil.
	End(done func(error))
}

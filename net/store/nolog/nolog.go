// Package nolog is a world's log that keeps nothing. Tests embed it, and simulations, which take all data
// from the output of a host.
package nolog

import (
	"errors"

	"manyhold/net/store"
)

// errNoFile is the answer of a Log.
var errNoFile = errors.New("store: there is no file")

// Log is the log of a host without a file: it keeps nothing and can do nothing.
type Log struct{}

// Abilities is the host's: none.
func (Log) Abilities() (none store.Abilities) { return none }

// Append is the host's.
func (Log) Append(store.Entry) {}

// Written is the host's.
func (Log) Written() uint64 { return 0 }

// Notify is the host's: there is never news.
func (Log) Notify() <-chan struct{} { return nil }

// Epoch is the host's. It does not call done.
func (Log) Epoch(store.EpochRow, func(error)) {}

// Save is the host's.
func (Log) Save(store.Checkpoint) {}

// Err is the host's.
func (Log) Err() error { return nil }

// Synced is the host's.
func (Log) Synced() uint64 { return 0 }

// Sync is the host's.
func (Log) Sync() {}

// Archive is the host's. It does not call done.
func (Log) Archive(store.Branch, func(error)) {}

// Read and KeepTrial are the host's. They do nothing.
func (Log) Read(store.Reading, func(store.Stretch, error)) {}
func (Log) KeepTrial([32]byte, *store.Checkpoint)          {}

// OpenArchive is the host's. It does not call done.
func (Log) OpenArchive([32]byte, func(store.Branch, error)) {}

// Load is the host's: it refuses.
func (Log) Load(_ store.Chain, done func(store.LoadedLog, error)) {
	go done(store.LoadedLog{}, errNoFile)
}

// AddCharter is the host's.
func (Log) AddCharter([32]byte, []byte) {}

// Certify is the host's.
func (Log) Certify(uint64, []byte) {}

// Decide is the host's.
func (Log) Decide(store.Cut) {}

// End is the host's. It does not call done.
func (Log) End(func(error)) {}

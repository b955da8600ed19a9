package kernel

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/store"
)

// Judge executes the turns of branches before they are merged.
type Judge interface {
	// Read gives what Output.Reads named, or why it cannot be read.
	Read(what store.Reading, s store.Stretch, err error)
	// MayFollow says why this voter does not acknowledge a Merged record: it has found the branch's turns
	// wrong, or, with epoch.ErrUncertain, not executed them yet.
	MayFollow(r *epoch.Record) error
	// AcceptBranch has the rest of a branch taken in whose land came in, on this player's word. An id of zeros
	// means the newest that waits.
	AcceptBranch(now time.Time, id [32]byte) error
	// Waiting lists the branches that wait for that, oldest first.
	Waiting() [][32]byte
}

package kernel

import (
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
}

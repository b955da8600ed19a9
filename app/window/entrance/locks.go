package entrance

import (
	"sync"

	"manyhold/net/beacon"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// Locks tells which closed worlds are open to a player. Files are read in goroutines, once for each world.
// The zero value is ready.
type Locks struct{ held sync.Map } // by store.WorldID: bool; false while that is not known

// Of returns the lock that the list shows for a world that is heard. holds looks on the disk whether this
// computer has a key to it.
func (l *Locks) Of(a *beacon.Announcement, holds func(store.WorldID) bool) model.Lock {
	if a.Entry == 0 {
		return model.NoLock
	}
	id := store.WorldID(a.World)
	held, known := l.held.LoadOrStore(id, false)
	if !known {
		go func() { l.held.Store(id, holds(id)) }()
	}
	if held == true {
		return model.OpenLock
	}
	return model.ClosedLock
}

package entrance

import (
	"sync"

	"manyhold/app/node"
	"manyhold/net/beacon"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// Locks tells which closed worlds are open to a player. Files are read in goroutines, once for each world.
// The zero value is ready.
type Locks struct{ held sync.Map } // by store.WorldID: bool; false while that is not known

// Of returns the lock that the list shows for a world that is heard, given the player's data directory and
// key.
func (l *Locks) Of(a *beacon.Announcement, dir string, me key.ID) model.Lock {
	if a.Entry == 0 {
		return model.NoLock
	}
	id := store.WorldID(a.World)
	held, known := l.held.LoadOrStore(id, false)
	if !known {
		go func() { l.held.Store(id, node.HoldsKey(dir, id, me)) }()
	}
	if held == true {
		return model.OpenLock
	}
	return model.ClosedLock
}

package window

import (
	"sync"

	"manyhold/app/node"
	"manyhold/app/window/worldpage"
	"manyhold/net/beacon"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// locks tells which closed worlds are open to the player. Files are read in goroutines, once for each world.
type locks struct{ held sync.Map } // by store.WorldID: bool; false while that is not known

// of returns the lock that the list shows for a heard world.
func (l *locks) of(s *session, a *beacon.Announcement) model.Lock {
	if a.Entry == 0 {
		return model.NoLock
	}
	id := store.WorldID(a.World)
	held, known := l.held.LoadOrStore(id, false)
	if !known {
		dir, me := s.id.Dir, s.id.Pair.ID()
		go func() { l.held.Store(id, node.HoldsKey(dir, id, me)) }()
	}
	if held == true {
		return model.OpenLock
	}
	return model.ClosedLock
}

// offer describes a world that is heard on the local network.
func (s *session) offer(a *beacon.Announcement) model.WorldOffer {
	return model.WorldOffer{ID: store.WorldID(a.World).String(), Name: a.WorldName, Host: a.PeerName, Players: a.Players, Nearby: true, Refusal: node.Refusal(*a), Lock: s.worlds.locks.of(s, a), Picture: worldpage.PictureOfBytes(a.Picture)}
}

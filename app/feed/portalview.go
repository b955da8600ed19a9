package feed

import (
	"sync"
	"time"

	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/perception"
	"manyhold/net/host/kernel"
)

const (
	// vistaReach is the distance from which a player sees through a portal, in tiles.
	vistaReach = 5
	// vistaEvery is the number of turns between two looks through it.
	vistaEvery = 2
	// VistaLife is how long a look counts. Land without players has no ticks, and is not seen.
	VistaLife = 2 * time.Second
)

// Vista hands copies of the land behind the portal next to the player from the host's goroutine to the
// window. That land may be of the same island or of another that is executed here. Nobody waits for the
// reader.
type Vista struct {
	wanted bool // of the host's goroutine: the player is near a portal
	scene  uint8
	at     grid.Tile // where it leads

	mu    sync.Mutex
	ready *Seen
	spare *Seen
}

// Seen is the land behind a portal at a moment.
type Seen struct {
	World *island.Island
	Scene uint8
	At    grid.Tile
	When  time.Time
}

// Turn looks for a portal near the player on the visible island, and copies the land behind it from the
// island that has that land awake. It is called by the host's goroutine after each executed turn of any
// island.
func (v *Vista) Turn(w *island.Island, e kernel.Executed, shown bool, me grid.Tile) {
	if e.Turn%vistaEvery != 0 {
		return
	}
	if shown {
		p, near := perception.NearestPortal(&w.State, me, vistaReach)
		v.wanted, v.scene, v.at = near, p.To, perception.Arrival(w.Gen.Seed, p.To)
	}
	if !v.wanted || w.Land.Active(v.at.Region()) == nil {
		return
	}
	v.mu.Lock()
	s := v.spare
	v.spare = nil
	v.mu.Unlock()
	if s == nil {
		s = &Seen{World: new(island.Island)}
	}
	w.CopyNear(s.World, v.at)
	s.Scene, s.At, s.When = v.scene, v.at, time.Now()
	v.mu.Lock()
	v.ready, v.spare = s, v.ready
	v.mu.Unlock()
}

// Take returns the look since the last call, or nil, and takes back the result of an earlier call.
func (v *Vista) Take(old *Seen) *Seen {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.ready
	if s == nil {
		return old
	}
	v.ready = nil
	if old != nil {
		v.spare = old
	}
	return s
}

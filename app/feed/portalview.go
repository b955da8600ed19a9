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
	// vistaSight is how far from where one arrives portals are seen through another portal, in tiles.
	vistaSight = 6
	// vistaDepth is through how many portals one sees.
	vistaDepth = 3
	// vistaEvery is the number of turns between two looks through it.
	vistaEvery = 2
	// VistaLife is how long a look counts. Land without players has no ticks, and is not seen.
	VistaLife = 2 * time.Second
)

// Vista hands copies of the land behind the portal next to the player from the host's goroutine to the
// window, and of the land behind the portals that are seen through it. That land may be of the same island or
// of another that is executed here. Nobody waits for the reader.
type Vista struct {
	// Of the host's goroutine: whether the player is near a portal, and where it leads; to which scenes the
	// portals lead that are seen from where one arrives in a scene, a bit each, as it was seen last.
	near  bool
	first uint8
	leads [grid.Scenes]uint16
	seed  uint64

	mu    sync.Mutex
	ready Sights
	spare Sights
}

// Seen is the land behind portals to a scene at a moment.
type Seen struct {
	World *island.Island
	Scene uint8
	At    grid.Tile // where one arrives
	When  time.Time
}

// Sights are what is seen of each scene, nil for nothing.
type Sights [grid.Scenes]*Seen

// Turn looks for a portal near the player on the visible island, and copies the land that is seen through it
// from the island that has that land awake. It is called by the host's goroutine after each executed turn of
// any island.
func (v *Vista) Turn(w *island.Island, e kernel.Executed, shown bool, me grid.Tile) {
	if e.Turn%vistaEvery != 0 {
		return
	}
	if shown {
		p, near := perception.NearestPortal(&w.State, me, vistaReach)
		v.near, v.first, v.seed = near, p.To, w.Gen.Seed
	}
	for scene, set := uint8(0), v.wanted(); set != 0; scene, set = scene+1, set>>1 {
		if set&1 == 0 {
			continue
		}
		if at := perception.Arrival(v.seed, scene); w.Land.Active(at.Region()) != nil {
			v.look(w, scene, at)
		}
	}
}

// wanted returns the scenes that are seen through at most vistaDepth portals, a bit each.
func (v *Vista) wanted() (set uint16) {
	if !v.near {
		return 0
	}
	set = 1 << v.first
	for range vistaDepth - 1 {
		further := set
		for scene := range v.leads {
			if set>>scene&1 == 1 {
				further |= v.leads[scene]
			}
		}
		set = further
	}
	return set
}

// look copies the land where one arrives in a scene.
func (v *Vista) look(w *island.Island, scene uint8, at grid.Tile) {
	v.leads[scene] = perception.Doors(&w.State, at, vistaSight)
	v.mu.Lock()
	s := v.spare[scene]
	v.spare[scene] = nil
	v.mu.Unlock()
	if s == nil {
		s = &Seen{World: new(island.Island)}
	}
	w.CopyNear(s.World, at)
	s.Scene, s.At, s.When = scene, at, time.Now()
	v.mu.Lock()
	v.ready[scene], v.spare[scene] = s, v.ready[scene]
	v.mu.Unlock()
}

// Take puts the looks since the last call into seen, in place of older ones of the same scenes, which it
// takes back.
func (v *Vista) Take(seen *Sights) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for scene, s := range v.ready {
		if s == nil {
			continue
		}
		v.ready[scene] = nil
		if seen[scene] != nil {
			v.spare[scene] = seen[scene]
		}
		seen[scene] = s
	}
}

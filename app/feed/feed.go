// Package feed hands the confirmed world from the host's goroutine to a window: copies near the player, the
// land behind a portal, and recordings.
package feed

import (
	"sync"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
)

// maxFeedEvents is how many events wait for a reader that is slow; older ones are dropped: they are for
// the eye and the ear only.
const maxFeedEvents = 1024

// Confirmed is the world near the player after a turn. Its reader owns it until it gives it back.
type Confirmed struct {
	World  *island.Island
	Events []event.Event // of this turn and of those before it that were not taken
	// Ahead is how many ticks ahead of this state commands are executed, where that is known: in a match. 0:
	// it is to be measured.
	Ahead   game.Tick
	turn    uint64
	rewound bool // turns shown before were taken back
}

// Feed hands copies of the confirmed world near the player from the host's goroutine to one reader: the
// window, or the executor of orders. Buffers are reused, so that a steady turn allocates nothing. The host
// never waits for the reader.
type Feed struct {
	me   game.PlayerID
	Note chan struct{} // room for one: something can be taken
	// Ahead is what the next copies tell; see Confirmed. It belongs to the goroutine that publishes.
	Ahead game.Tick

	mu     sync.Mutex
	wanted bool
	ready  *Confirmed
	spare  []*Confirmed
}

func NewFeed(me game.PlayerID) *Feed { return &Feed{me: me, Note: make(chan struct{}, 1)} }

// Want turns the copying on or off. A feed that is off costs the host nothing.
func (f *Feed) Want(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wanted = on
	if !on && f.ready != nil {
		f.ready.reset()
		f.spare, f.ready = append(f.spare, f.ready), nil
	}
}

// Publish copies the world after a turn. It is called by the host's goroutine only.
func (f *Feed) Publish(w *island.Island, turn uint64, rewound bool) {
	f.mu.Lock()
	if !f.wanted {
		f.mu.Unlock()
		return
	}
	var c *Confirmed
	if n := len(f.spare); n > 0 {
		c, f.spare = f.spare[n-1], f.spare[:n-1]
	} else {
		c = &Confirmed{World: new(island.Island)}
	}
	f.mu.Unlock()

	w.CopyNear(c.World, CentreOf(w, f.me))
	f.mu.Lock()
	if !f.wanted { // turned off meanwhile: the next viewer must not see an old world
		f.spare = append(f.spare, c)
		f.mu.Unlock()
		return
	}
	if old := f.ready; old != nil {
		c.Events = append(c.Events, old.Events...)
		rewound = rewound || old.rewound
		old.reset()
		f.spare = append(f.spare, old)
	}
	c.Events = append(c.Events, w.Happened...)
	if over := len(c.Events) - maxFeedEvents; over > 0 {
		c.Events = append(c.Events[:0], c.Events[over:]...)
	}
	c.turn, c.rewound, c.Ahead = turn, rewound, f.Ahead
	f.ready = c
	f.mu.Unlock()
	select {
	case f.Note <- struct{}{}:
	default:
	}
}

// CentreOf returns the tile round which a player sees: its own, or the spawn before it has entered.
func CentreOf(w *island.Island, me game.PlayerID) grid.Tile {
	if p := w.Roster.ByKey(me); p != nil {
		if b := w.Space.Body(p.Body); b != nil {
			return grid.TileAt(b.Pos)
		}
	}
	return w.SpawnTile
}

// Take returns the newest copy, or nil when there is none since the last call.
func (f *Feed) Take() *Confirmed {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.ready
	f.ready = nil
	return c
}

// Give returns a copy that take returned.
func (f *Feed) Give(c *Confirmed) {
	c.reset()
	f.mu.Lock()
	f.spare = append(f.spare, c)
	f.mu.Unlock()
}

func (c *Confirmed) reset() { c.Events, c.rewound = c.Events[:0], false }

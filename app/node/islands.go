package node

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"manyhold/app/replica"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/federation"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/net/host/kernel"
	hoststatus "manyhold/net/host/status"
	"manyhold/net/store"
)

// censusLife is how long an island's figures count when it has had no turn since.
const censusLife = 5 * time.Second

// islandCensus holds facts that only the host's goroutine can read from the islands, for other goroutines.
type islandCensus struct {
	mu sync.Mutex
	by map[uint64]*islandCounts
}

// take keeps the figures of an island.
func (c *islandCensus) take(id uint64, counts *islandCounts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by == nil {
		c.by = map[uint64]*islandCounts{}
	}
	c.by[id] = counts
	for other, old := range c.by {
		if counts.at.Sub(old.at) > 10*censusLife {
			delete(c.by, other) // it has ended
		}
	}
}

// of returns the figures of an island, nil when there are none.
func (c *islandCensus) of(id uint64) *islandCounts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.by[id]
}

// players is how many are awake on all islands.
func (c *islandCensus) players() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, counts := range c.by {
		if id == world.Home || time.Since(counts.at) < censusLife {
			n += counts.players
		}
	}
	return n
}

// find returns a player for which f holds.
func (c *islandCensus) find(f func(p *person) bool) (person, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, counts := range c.by {
		if i := slices.IndexFunc(counts.people, func(p person) bool { return f(&p) }); i >= 0 {
			return counts.people[i], true
		}
	}
	return person{}, false
}

// openIsland makes the machine and the line of the file of an island other than home.
func (n *node) openIsland(_ store.Genesis, id uint64) (kernel.Machine, kernel.Log, error) {
	w := replica.New()
	w.Motion.ShareOut(onWorkers)
	return w, n.file.LogOf(id), nil
}

// shows reports whether to show an island to the node's player: it is the player's island, or home before the
// player has entered. On its way from one island to another the player is on none, and the last island stays.
func (n *node) shows(w *island.Island) bool {
	return w.Holds(n.me) || w.Self() == world.Home && !w.IsAway(n.me)
}

// islandID is an island's id as status prints it.
func (v *statusView) islandID(id uint64) string {
	n := v.n
	if id <= world.Home {
		return status.Short(n.world.String()) + "/1"
	}
	return fmt.Sprintf("%s/%016x", status.Short(n.world.String()), id)
}

// knownOf lists the islands that others execute.
func (v *statusView) knownOf(h *hoststatus.Host) []status.KnownStatus {
	all := []status.KnownStatus{}
	for i := range h.Known {
		k := &h.Known[i]
		s := status.KnownStatus{ID: v.islandID(k.ID), Epoch: k.Epoch, Leader: v.peerName(k.Leader, h), Voters: v.peerNames(k.Voters, h), Held: v.peerNames(k.Held, h), Players: k.People}
		if at, ok := federation.ReadPlace(k.Place); ok {
			s.Region = &[2]int{int(at.X), int(at.Y)}
		}
		all = append(all, s)
	}
	return all
}

// linesOf tells of an island's lines as status prints them.
func (v *statusView) linesOf(lines []federation.Line) []status.BorderStatus {
	all := []status.BorderStatus{}
	for _, l := range lines {
		all = append(all, status.BorderStatus{With: v.islandID(l.Neighbour), Strips: l.Strips, Views: l.Views, Ghosts: l.Ghosts, Signals: l.Signals, Players: l.People, Full: l.Full, HeardS: float64(l.Heard) / game.TicksPerSecond})
	}
	return all
}

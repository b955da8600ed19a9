package dial

import (
	"slices"
	"sync"
	"time"
)

const (
	// gateNeeded is the most attempts under way in a process to link to peers that a node needs, and
	// gateSpare the number from which no other peer is dialled. A handshake costs some 10 ms of a core, and
	// twice that where both ends are in one process.
	gateNeeded = 8
	gateSpare  = 4
	// youngFor is how long a new link counts as an attempt still: its greetings and the states of the islands
	// come then.
	youngFor = 1500 * time.Millisecond
)

// gate bounds the attempts under way of all nodes of a process. Sixty nodes that begin to dial at once would
// take so long for each handshake that most fail, and would begin again.
type gate struct {
	mu    sync.Mutex
	busy  int
	young []time.Time // when the new links are not new any more
}

// processGate is that of this process: bots are many nodes in one.
var processGate gate

// enter begins an attempt if there is room for one; leave ends it.
func (g *gate) enter(needed bool, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.young = slices.DeleteFunc(g.young, func(t time.Time) bool { return !now.Before(t) })
	room := gateSpare
	if needed {
		room = gateNeeded
	}
	if g.busy+len(g.young) >= room {
		return false
	}
	g.busy++
	return true
}

// leave ends an attempt, with or without a new link.
func (g *gate) leave(linked bool, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.busy--
	if linked {
		g.young = append(g.young, now.Add(youngFor))
	}
}

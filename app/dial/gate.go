package dial

import (
	"slices"
	"sync"
	"time"
)

// need says how much a node needs a link.
type need uint8

const (
	spare  need = iota // to one more peer
	unsure             // to a peer that may not be there
	helps              // to any peer, because no turns come
	holder             // to a peer that holds an island of the node: it is in nobody's turns until then
)

// gateRoom is how many attempts to link may be under way in a process when another of that need begins. A
// handshake costs some 10 ms of a core, and twice that where both ends are in one process. Those that are
// needed more do not wait for those that are needed less.
var gateRoom = [...]int{spare: 4, unsure: 6, helps: 8, holder: 16}

// youngFor is how long a new link counts as an attempt still: its greetings and the states of the islands
// come then.
const youngFor = 500 * time.Millisecond

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
func (g *gate) enter(n need, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.young = slices.DeleteFunc(g.young, func(t time.Time) bool { return !now.Before(t) })
	if g.busy+len(g.young) >= gateRoom[n] {
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

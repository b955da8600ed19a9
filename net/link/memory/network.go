// Package memory is a network inside one process, seeded and faulty. Packets are late, lost alone or in
// bursts, doubled, reordered, and limited in bandwidth. Peers are cut off from each other in one direction or
// both, and processes die without notice. It keeps every promise of package link, and no more than that.
//
// # Time
//
// Time passes only by calls. In virtual time a test calls Advance, and all events due until then happen in
// it, on the caller's goroutine. Their order depends only on the seed and on the sent packets: by time, and
// among equals in the order of sending. A Network in Run follows the clock instead; inside a testing/synctest
// bubble that clock is virtual, too.
//
// # Chance
//
// Each direction of each pair has a random sequence of its own, made of the network's seed and the two ids.
// So the messages of one pair do not influence those of another.
//
// # Streams and datagrams
//
// The lost packets of a part of a stream are sent again after a time-out. It starts at twice the delay (at
// least 200 ms) and doubles up to 500 ms, as in the real links. Later parts wait for it. With limited
// bandwidth, datagrams do not wait for a stream, but a stream waits for itself. Linking takes one and a half
// round trips; a dial gives up after DialTimeout.
package memory

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
)

// DialTimeout is how long a dial tries.
const DialTimeout = 5 * time.Second

// Network connects Nodes. Its methods may be called from any goroutine, except that Advance and Run
// must not overlap (a second one waits).
type Network struct {
	advancing sync.Mutex // held while events run

	now  atomic.Int64 // nanoseconds since epoch; set with mu held
	live atomic.Bool  // it lives by the clock, not in virtual time

	mu       sync.Mutex
	seed     uint64
	defaults Conditions
	events   eventHeap
	counter  uint64  // of events, orders those of one moment
	free     *packet // those that have arrived, to be used again
	nodes    map[key.ID]*Node
	lanes    map[direction]*lane
	relays   bool // see Relay
	wake     chan struct{}
}

// epoch is when virtual time starts.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// New returns an empty network. All pairs have the given conditions until SetConditions. Virtual time
// starts at the year 2000 (UTC), as in testing/synctest.
func New(seed uint64, defaults Conditions) *Network {
	return &Network{
		seed:     seed,
		defaults: defaults,
		nodes:    map[key.ID]*Node{},
		lanes:    map[direction]*lane{},
		wake:     make(chan struct{}, 1),
	}
}

// Now returns the network's time.
func (n *Network) Now() time.Time {
	now := epoch.Add(time.Duration(n.now.Load()))
	if n.live.Load() {
		return later(now, time.Now())
	}
	return now
}

// pass advances the present to a moment, unless it is later already; mu is held.
func (n *Network) pass(at time.Duration) {
	n.now.Store(max(n.now.Load(), int64(at)))
}

// Next returns the time of the next event; ok is false if there is none.
func (n *Network) Next() (at time.Time, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.events) == 0 {
		return time.Time{}, false
	}
	return epoch.Add(n.events[0].at), true
}

// Advance lets everything happen that is due until to, and makes to the present.
func (n *Network) Advance(to time.Time) {
	n.advancing.Lock()
	defer n.advancing.Unlock()
	until := to.Sub(epoch)
	for {
		n.mu.Lock()
		if len(n.events) == 0 || n.events[0].at > until {
			n.pass(until)
			n.mu.Unlock()
			return
		}
		e := n.events.pop()
		n.pass(e.at)
		if e.packet != nil {
			p, ok := n.arrive(e.packet)
			n.mu.Unlock()
			if ok {
				p.to.node.handler.Receive(p.to, link.Datagram, p.bytes)
			}
			continue
		}
		call := e.run()
		n.mu.Unlock()
		if call != nil {
			call()
		}
	}
}

// AdvanceBy is Advance to the present and d.
func (n *Network) AdvanceBy(d time.Duration) { n.Advance(n.Now().Add(d)) }

// Run lets the network live by the clock until ctx ends.
func (n *Network) Run(ctx context.Context) {
	n.live.Store(true)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-n.wake:
		}
		n.Advance(time.Now())
		if at, ok := n.Next(); ok {
			timer.Reset(max(0, time.Until(at)))
		}
	}
}

// event is a future event. run is called with mu held and returns a call to make without it (handlers), or
// nil.
type event struct {
	at     time.Duration // since the year 2000
	order  uint64
	run    func() (call func()) // nil: packet arrives
	packet *packet
}

// at schedules an event; mu is held.
func (n *Network) at(t time.Time, run func() (call func())) {
	n.schedule(event{at: t.Sub(epoch), run: run})
}

// schedule is at for an event that has no number yet; mu is held.
func (n *Network) schedule(e event) {
	n.counter++
	e.order = n.counter
	n.events.push(e)
	if !n.live.Load() {
		return // no goroutine sleeps until the next event
	}
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Join adds a process with an identity to the network. The handler receives the events of its links. If the
// identity is present already, this is the same process restarted after a crash: the old one crashes.
func (n *Network) Join(id key.ID, info link.Info, h link.Handler) *Node {
	if id.IsZero() || h == nil {
		panic("memory: Join without an id or a handler")
	}
	n.Crash(id)
	n.mu.Lock()
	defer n.mu.Unlock()
	node := &Node{net: n, id: id, info: info, handler: h, links: map[key.ID]*Link{}, dials: map[key.ID]*dial{}}
	n.nodes[id] = node
	return node
}

// Crash ends a process without notice. It gets no further call, and the others learn it by its silence.
// Packets on their way still arrive.
func (n *Network) Crash(id key.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	node := n.nodes[id]
	if node == nil {
		return
	}
	node.crashed = true
	delete(n.nodes, id)
	for _, l := range node.links {
		l.state = gone
	}
}

package sim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/sim/disk"
	"manyhold/net/store"
	"manyhold/net/store/nolog"
)

// node is one identity: a process or none, its end of the network, its disk and its person.
type node struct {
	s     *Sim
	index int
	name  string
	pair  key.Pair
	rng   *rand.Rand
	at    time.Time // when it has something to do next
	place int       // in the agenda; -1: none

	disk   *disk.Disk  // nil: it has no file
	rows   charterRows // of its file: no fault takes them
	faults nodeFaults
	links  nodeLinks
	gone   bool // it is not started any more

	// Of the process.
	world    *host.World // nil: none runs
	end      *memory.Node
	starts   uint64
	since    time.Time // when it was started
	timers   nodeTimers
	inbox    []func()
	person   person
	quitting bool
	seen     nodeSeen
}

// nodeFaults are the faults of a node at present.
type nodeFaults struct {
	skew    time.Duration // of its clock
	asleep  bool
	cost    time.Duration // of each activity of the process
	trouble int           // faults that keep it from being counted on
	ended   time.Time     // the end of the last of them
	edits   bool          // its owner edits the branches in its file
	banned  bool          // the founder keeps it out
	lines   []Fault       // that worsen its lines
	deeds   []Fault       // what it does wrong as leader,
	misled  time.Time     // and since when
}

// nodeTimers say when a process does the next of its regular activities.
type nodeTimers struct {
	tick    time.Time // when Tick is due
	ticked  time.Time
	measure time.Time
	dial    time.Time
	busy    time.Time // until when a slow process does something else
}

const (
	measureEvery = 250 * time.Millisecond // as the host does
	measureFar   = time.Second            // with Options.Links: one ping a second is enough
	dialEvery    = time.Second
	// tickGap is the least time between two Ticks without other events.
	tickGap = time.Millisecond
	// lingerFor is the time during which a process's last messages are repeated.
	lingerFor = 500 * time.Millisecond
	// maxInbox is how many messages wait for a slow process before datagrams are dropped.
	maxInbox = 1000
	// maxSkew is how wrong a clock is at most.
	maxSkew = 24 * time.Hour
)

func newNode(s *Sim, index int) *node {
	rng := rand.New(rand.NewPCG(s.o.Seed, saltNode<<32|uint64(index)))
	n := &node{s: s, index: index, name: fmt.Sprint(index), place: -1, rng: rng, rows: charterRows{},
		pair: identity(s.o.Seed, index)}
	n.links.of, n.seen.checks = n, &s.checks
	if rng.IntN(4) == 0 {
		n.faults.skew = time.Duration(rng.Int64N(int64(2*maxSkew))) - maxSkew
	}
	return n
}

// identity is that of a node of a run.
func identity(seed uint64, index int) key.Pair {
	return key.FromSeed([32]byte{byte(index), byte(index >> 8), 1, byte(seed), byte(seed >> 8)})
}

// clock is the time as the node has it.
func (n *node) clock() time.Time { return n.s.net.Now().Add(n.faults.skew) }

func (n *node) newDisk(g store.Genesis) *disk.Disk {
	return disk.New(g, rand.New(rand.NewPCG(n.s.o.Seed, saltDisk<<32|uint64(n.index)<<16|n.starts)))
}

// process starts a new process of the node.
func (n *node) process() {
	n.starts++
	o := kernel.Options{Key: n.pair, Name: n.name, Rules: 1, Incarnation: n.incarnation(), Cap: n.s.o.Cap, SignatureCache: &n.s.good}
	if g, is := n.s.o.Game.(Brisk); is {
		o.Commands = g.Rate()
	}
	o.Open = func(g store.Genesis) (kernel.Machine, kernel.Log, error) {
		n.disk = n.newDisk(g)
		return n.s.o.Game.Home(g), n.s.log(), nil
	}
	if n.s.o.Islands {
		o.Island = func(g store.Genesis, _ uint64) (kernel.Machine, kernel.Log, error) {
			return n.s.o.Game.Island(g), n.s.log(), nil
		}
	}
	if o.Linger = n.s.o.Linger; n.s.o.Links > 0 {
		o.Whole, o.Links = -1, hubLinks
	}
	o.On.Turn = func(e kernel.Executed) { n.s.checks.executed(n, e) }
	o.On.Expired, o.Log = n.expired, n.logger()
	o.Hooks.Leader = n.leads()
	o.Charter = n.s.o.charters()
	n.s.o.Bug.plant(&o)
	n.world = host.NewWorld(o)
	n.links.began()
	n.inbox, n.timers.busy, n.quitting = nil, time.Time{}, false
	now := n.s.net.Now()
	n.since, n.timers.tick, n.timers.measure, n.timers.dial, n.timers.ticked = now, now, now, now, time.Time{}
	n.seen.views = nil
	n.person.reset(n)
	n.end = n.s.net.Join(n.pair.ID(), link.Info{Name: n.name, World: n.s.world, Rules: 1}, n)
	n.s.net.Suspend(n.pair.ID(), n.faults.asleep)
}

// log returns the file as the world sees it. With Forks it can archive.
func (s *Sim) log() kernel.Log {
	if s.o.Forks {
		return archiveLog{}
	}
	return nolog.Log{}
}

// incarnation distinguishes the process from earlier ones.
func (n *node) incarnation() uint64 { return n.starts<<16 | uint64(n.index) + 1 }

func (n *node) found() {
	n.disk = n.newDisk(n.s.genesis)
	n.process()
	if err := n.world.Found(n.clock(), n.s.genesis, n.s.o.Game.Home(n.s.genesis), n.s.log()); err != nil {
		panic(err)
	}
	n.act()
}

// start starts the node: from its file when it has one, else it joins.
func (n *node) start() {
	if n.world != nil {
		return
	}
	if n.disk == nil || n.disk.File.Empty() && n.index != 0 {
		n.disk = nil
		n.process()
		if err := n.world.Join(n.clock(), n.s.world); err != nil {
			panic(err)
		}
		n.act()
		return
	}
	n.process()
	loaded := n.disk.Open(n.s.net.Now())
	loaded.Charter = n.rows.sorted()
	n.s.checks.found(n)
	damaged := n.disk.Damaged
	if err := n.world.Resume(n.clock(), loaded, n.s.o.Game.Home(n.s.genesis), n.s.log()); err != nil {
		if !damaged || !errors.Is(err, kernel.ErrDamaged) {
			n.s.fail("load", n, "%v", err)
		}
		n.disk = nil // moved away, as a person would
		n.halt()
		n.s.checks.died([]*node{n}, "rot")
		n.start()
		return
	}
	if damaged {
		n.s.checks.died([]*node{n}, "rot")
	}
	n.act()
}

// halt ends the process without notice.
func (n *node) halt() {
	n.s.net.Crash(n.pair.ID())
	n.links.ended()
	n.world, n.inbox, n.end = nil, nil, nil
	n.s.due.plan(n, time.Time{})
}

// running reports whether there is a process, on a machine that is awake.
func (n *node) running() bool { return n.world != nil && !n.faults.asleep }

// LinkUp, Receive and LinkDown make a node a link.Handler.
func (n *node) LinkUp(l link.Link) {
	n.soon(false, func() {
		n.links.set(l)
		n.world.LinkUp(n.clock(), l.Peer(), l.Info())
	})
}

// Receive hands a message to the process when it has time.
func (n *node) Receive(l link.Link, ch link.Channel, b []byte) {
	n.s.checks.mix(uint64(n.index)<<32|uint64(len(b)), uint64(b[0]))
	n.s.report.Traffic.Messages++
	n.s.report.Traffic.Bytes += uint64(len(b))
	if n.world != nil && n.faults.cost == 0 && n.timers.busy.IsZero() && !n.faults.asleep && !n.s.stopped {
		if n.links.has(l) {
			n.s.planted.forge(n, b)
			n.world.Receive(n.clock(), l.Peer(), ch, b)
			n.act()
		}
		return
	}
	n.soon(ch == link.Datagram, func() {
		if n.links.has(l) {
			n.s.planted.forge(n, b)
			n.world.Receive(n.clock(), l.Peer(), ch, b)
		}
	})
}

// LinkDown passes the event to the process.
func (n *node) LinkDown(l link.Link, reason string) {
	n.soon(false, func() {
		if n.links.toKey(l.Peer()) == l {
			n.links.drop(l)
			n.world.LinkDown(n.clock(), l.Peer(), reason)
		}
	})
}

// soon runs an event when the process has time. A droppable event is dropped when too many wait.
func (n *node) soon(droppable bool, f func()) {
	switch {
	case n.world == nil || n.s.stopped:
	case n.faults.asleep || n.faults.cost > 0 || !n.timers.busy.IsZero():
		if !droppable || len(n.inbox) < maxInbox {
			n.inbox = append(n.inbox, f)
			n.plan()
		}
	default:
		f()
		n.act()
	}
}

// wake does the due work.
func (n *node) wake(now time.Time) {
	if n.world == nil || n.faults.asleep {
		n.s.due.plan(n, time.Time{})
		return
	}
	if !n.timers.busy.IsZero() {
		if now.Before(n.timers.busy) {
			n.plan()
			return
		}
		n.timers.busy = time.Time{}
	}
	if len(n.inbox) > 0 {
		f := n.inbox[0]
		n.inbox = n.inbox[1:]
		f()
		n.spend(now)
		n.act()
		return
	}
	switch called := n.work(now); {
	case n.world == nil:
	case called:
		n.act()
	default: // a write began, and nothing else has changed
		n.replan()
	}
}

// spend makes a slow process busy for a while.
func (n *node) spend(now time.Time) {
	if n.faults.cost > 0 {
		n.timers.busy = now.Add(n.faults.cost)
	}
}

// work is one round of the host's goroutine: file, links, protocol, person. It reports whether anything but
// the disk had work.
func (n *node) work(now time.Time) (called bool) {
	called = n.storage(now) || !now.Before(n.timers.measure) || !now.Before(n.timers.dial) || !now.Before(n.person.next) || !now.Before(n.timers.tick)
	if !now.Before(n.timers.measure) {
		n.timers.measure = now.Add(n.s.measuring())
		for i, m := range n.links.near {
			n.world.Measured(m.pair.ID(), n.links.ends[i].RTT())
			if n.s.o.Line.Loss > 0 {
				n.world.Lossy(m.pair.ID(), n.links.ends[i].Stats().Loss)
			}
		}
	}
	if !now.Before(n.timers.dial) {
		n.timers.dial = now.Add(dialEvery)
		n.links.redial()
	}
	n.person.play(n, now)
	if !now.Before(n.timers.tick) {
		n.world.Tick(n.clock())
		n.spend(now)
		n.timers.ticked = now
	}
	return called
}

// left is the end of a polite end.
func (n *node) left() {
	if n.disk != nil {
		n.disk.Close(n.s.net.Now())
	}
	n.end.Close("quits")
	n.world, n.inbox = nil, nil
	n.s.due.plan(n, time.Time{})
	end := n.end
	n.s.later(lingerFor, func() {
		if n.world == nil && n.end == end {
			n.s.net.Crash(n.pair.ID())
		}
	})
	n.s.checks.died([]*node{n}, "quit")
}

// plan sets when the node has something to do next.
func (n *node) plan() {
	if n.world == nil || n.faults.asleep {
		n.s.due.plan(n, time.Time{})
		return
	}
	at := n.world.Next().Add(-n.faults.skew)
	if soonest := n.timers.ticked.Add(tickGap); at.Before(soonest) {
		at = soonest
	}
	n.timers.tick = at
	n.replan()
}

// replan is plan without a call to the world.
func (n *node) replan() {
	now, at := n.s.net.Now(), n.timers.tick
	sooner := func(t time.Time) {
		if !t.IsZero() && t.Before(at) {
			at = t
		}
	}
	sooner(n.timers.measure)
	sooner(n.timers.dial)
	sooner(n.person.next)
	if n.disk != nil && (n.s.o.Links == 0 || n.disk.Awaited) {
		sooner(n.disk.Next())
	}
	if len(n.inbox) > 0 {
		at = now
	}
	if at.Before(n.timers.busy) {
		at = n.timers.busy
	}
	if at.Before(now) {
		at = now
	}
	n.s.due.plan(n, at)
}

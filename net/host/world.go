package host

import (
	"cmp"
	"fmt"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/table"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// World is all islands that this peer executes: a Core for each. Like Core it is called with what happens and
// the time, and is not safe for concurrent use. Links are shared; a message about an island other than home
// is wrapped (see wire.Island: u8 kind, u64 island, the message).
type World struct {
	options  Options
	me       key.ID
	clock    clock                            // its islands' too
	now      time.Time                        // of the present call, by that
	islands  table.Table[table.Number, *Core] // that are executed here, by their ids
	links    table.Table[key.ID, *linked]
	heard    map[uint64]*rumour
	mine     uint64            // the island where this peer's player is
	early    []Output          // comes before all others
	taken    map[uint64]uint64 // islands that have ended, and which took them in
	courted  time.Time         // when court looked last
	leaving  bool              // Stop was called
	out      []Output
	elapsed  func() time.Duration // to measure steps; nil in tests
	counters counter.Values       // of what is about no single island
	sought   map[uint64]search    // islands that are taken over and of which there is no state yet

	subscriptions subscriptions
	post          postOffice // see delivery.go
	shouts        shouts     // see shout.go
	board         board      // see board.go
	endings       endings    // see taking.go
}

// NewWorld returns a world without islands: Found, Resume or Join comes next.
func NewWorld(o Options) *World {
	w := &World{options: o, me: o.Key.ID(), heard: map[uint64]*rumour{}, sought: map[uint64]search{}, taken: map[uint64]uint64{}, mine: message.Home,
		subscriptions: newSubscriptions(), post: newPostOffice(), board: newBoard(), endings: newEndings()}
	home := w.add(message.Home)
	w.options = home.options // with its defaults, and one incarnation for all
	return w
}

// add makes the core of an island.
func (w *World) add(island uint64) *Core {
	c := NewCore(w.options)
	c.island, c.elapsed, c.siblings, c.clock = island, w.elapsed, w, &w.clock
	if home := w.core(message.Home); home != nil {
		c.guilt = home.guilt
	}
	w.islands.Set(table.Number(island), c)
	return c
}

// measure has the islands' steps timed by a clock.
func (w *World) measure(elapsed func() time.Duration) {
	w.elapsed = elapsed
	w.each(func(c *Core) { c.elapsed = elapsed })
}

func (w *World) home() *Core { return w.core(message.Home) }

// each calls f for every island, in ascending order of ids.
func (w *World) each(f func(c *Core)) {
	for _, c := range w.islands.Values() {
		f(c)
	}
}

// Found founds a world: home's first epoch, with this peer as the only voter. m is at the beginning.
func (w *World) Found(now time.Time, g store.Genesis, m Machine, l Log) error {
	w.at(now)
	return w.home().joining.Found(now, g, m, l)
}

// Resume goes on with a world from its file; m is home's machine at the beginning. The error wraps ErrDamaged.
func (w *World) Resume(now time.Time, loaded store.Loaded, m Machine, l Log) error {
	w.at(now)
	for _, island := range loaded.Ended {
		w.taken[island] = 0 // by whom does not matter any more
	}
	if err := w.home().joining.Resume(now, loaded, m, l); err != nil {
		return err
	}
	for _, line := range loaded.Logs {
		if err := w.resume(now, loaded, line); err != nil {
			return err
		}
	}
	w.begin()
	w.settle()
	return nil
}

// resume goes on with an island of the file. One whose first state is not in it is carved out again by the island that
// it was part of, or taken over from others.
func (w *World) resume(now time.Time, loaded store.Loaded, line store.LoadedLog) error {
	if line.Checkpoint.Snapshot == nil || len(line.Epochs) == 0 {
		return nil
	}
	m, l, err := w.open(loaded.Genesis, line.Island)
	if err != nil {
		return err
	}
	c := w.add(line.Island)
	c.out.Log = l
	return c.joining.Resume(now, store.Loaded{Genesis: loaded.Genesis, LoadedLog: line, Players: loaded.Players, Archives: loaded.Archives}, m, l)
}

// Join waits for a link to somebody who has the world.
func (w *World) Join(now time.Time, world store.WorldID) error {
	w.at(now)
	return w.home().joining.Join(now, world)
}

// Receive takes a message of a linked peer; b is not kept.
func (w *World) Receive(now time.Time, from key.ID, channel link.Channel, b []byte) {
	w.at(now)
	if len(b) == 0 {
		return
	}
	island, inner, err := unwrap(b)
	if err != nil {
		w.refuse(from, b[0], err)
		return
	}
	switch wire.Kind(inner[0]) {
	case wire.Merge:
		w.receiveCourting(from, inner)
		w.settle()
		return
	case wire.Rumour:
		w.receiveRumour(from, inner)
		return
	case wire.Parcel:
		w.receiveLetter(from, inner)
		return
	case wire.Shout:
		w.receiveShout(from, inner)
		return
	}
	c := w.core(island)
	w.notes(from, inner)
	switch {
	case c != nil && c.resting && wire.Kind(inner[0]) == wire.Charter:
		c.Receive(now, from, channel, inner)
		return
	case c == nil || c.resting:
		w.hear(from, island, inner)
		return
	}
	c.Receive(now, from, channel, inner)
	w.settle()
}

// Tick does what is due.
func (w *World) Tick(now time.Time) {
	w.at(now)
	w.each(func(c *Core) { c.Tick(now) })
	w.settle()
	w.court()
	w.settle()
	w.deliver()
	w.hail()
	if !w.leaving {
		w.subscribe()
	}
	w.leave()
}

// settle does what follows from what the islands did: some begin, some are gone, and the player may be elsewhere.
func (w *World) settle() {
	w.begin()
	w.widow()
	w.follow()
}

// follow notes where the player is. What it asked for and was not ordered goes with it.
func (w *World) follow() {
	if w.holds(w.core(w.mine)) {
		return
	}
	for _, c := range w.islands.Values() {
		if w.holds(c) {
			if old := w.core(w.mine); old != nil {
				c.own.inherit(&old.own, c.machine.Sequence(w.me))
			}
			w.mine = c.island
			return
		}
	}
	if w.core(w.mine) == nil {
		w.mine = message.Home
	}
}

// holds reports whether the player is on an island.
func (w *World) holds(c *Core) bool {
	if c == nil || c.machine == nil || !c.retired.IsZero() {
		return false
	}
	m, ok := c.machine.(Carver)
	return ok && m.Holds(w.me)
}

// Next returns when Tick has something to do next, if nothing else happens before.
func (w *World) Next() time.Time {
	var next time.Time
	w.each(func(c *Core) {
		if at := c.Next(); next.IsZero() || at.Before(next) {
			next = at
		}
	})
	return next
}

// Ready returns what must be done since the last call, for each island that has something, in this order.
func (w *World) Ready() []Output {
	w.out = append(w.out[:0], w.early...)
	w.early = w.early[:0]
	for i := range w.out {
		w.out[i].wrap()
	}
	w.each(func(c *Core) {
		if c.out.nothing() {
			c.journal.mending = false
			return
		}
		o := c.Ready()
		o.wrap()
		w.out = append(w.out, o)
	})
	return w.out
}

// Persisted tells how far an island's file has come, and what is wrong with it.
func (w *World) Persisted(now time.Time, island, turn uint64, err error) {
	w.at(now)
	if c := w.core(island); c != nil && !c.resting {
		c.journal.Persisted(now, turn, err)
		w.settle()
	}
}

// Recorded tells that a record of an island is synced, or why not: then it is tried again.
func (w *World) Recorded(now time.Time, island, number uint64, err error) {
	w.at(now)
	c := w.core(island)
	if c == nil || c.resting {
		return
	}
	c.journal.Recorded(now, number, err)
	if len(c.records) > 0 { // it is in the file: whatever it was carved out of need not do so again
		w.each(func(p *Core) {
			if p.unborn[island] {
				delete(p.unborn, island)
				p.checkpoint()
			}
		})
	}
	w.settle()
}

// Archived tells that a branch of an island is in the file for good, or why not: then it is tried again.
func (w *World) Archived(now time.Time, island uint64, id [32]byte, err error) {
	if c := w.core(island); c != nil && !c.resting {
		w.at(now)
		c.abandon.Archived(now, id, err)
		w.settle()
	}
}

// Opened gives the states of an archive of an island; see Core.
func (w *World) Opened(now time.Time, island uint64, id [32]byte, b store.Branch, err error) {
	if c := w.core(island); c != nil {
		c.abandon.Opened(now, id, b, err)
	}
}

// Submit queues an own command for the island where this peer's player is. Errors are ErrTooLong and ErrFull.
func (w *World) Submit(now time.Time, seq uint64, body []byte) error {
	return w.here().Submit(now, seq, body)
}

// here is the island where this peer's player is, else home.
func (w *World) here() *Core {
	if c := w.core(w.mine); c != nil {
		return c
	}
	return w.home()
}

// Machine returns an island's machine, to be read between two calls only; nil when there is none here.
func (w *World) Machine(island uint64) Machine {
	if c := w.core(island); c != nil {
		return c.machine
	}
	return nil
}

// Stop begins a polite end of all islands here. Stopped says when it is done.
func (w *World) Stop(now time.Time) {
	w.at(now)
	w.leaving = true
	w.leave()
}

// leave has those islands end, too, that began here or changed hands since Stop.
func (w *World) leave() {
	if w.leaving {
		w.each(func(c *Core) { c.seats.Stop(w.now) })
	}
}

// Stopped reports whether Stop has done all it could; nothing happens any more.
func (w *World) Stopped() bool {
	stopped := true
	w.each(func(c *Core) { stopped = stopped && c.Stopped() })
	return stopped
}

// Contradictions returns the evidence of contradicting chain heads of all islands; see Core.
func (w *World) Contradictions() (all [][]byte) {
	w.each(func(c *Core) { all = append(all, c.follower.Contradictions()...) })
	return all
}

// Status returns what is known: of the island where this peer's player is, with all others in Islands.
func (w *World) Status(now time.Time) Status {
	s := w.here().Status(now)
	w.each(func(c *Core) {
		o := c.Status(now)
		o.Island.Why = w.subscriptions.why[c.island]
		s.Islands = append(s.Islands, o.Island)
		if c != w.here() {
			s.add(&o)
		}
	})
	s.Island.Why = w.subscriptions.why[s.Island.ID]
	s.Known, s.Shouts = w.known(), w.shouts.told
	if s.Shared = w.shares(); s.Shared {
		s.Needs = w.Needs()
	}
	s.Counters.Add(&w.counters)
	return s
}

// add counts what another island has counted.
func (s *Status) add(o *Status) {
	s.Desyncs += o.Desyncs
	s.Counters.Add(&o.Counters)
	s.Merges = append(s.Merges, o.Merges...)
	s.StoreErr = cmp.Or(s.StoreErr, o.StoreErr)
}

// islandName is an island's id as people see it.
func islandName(id uint64) string {
	if id == message.Home {
		return "home"
	}
	return fmt.Sprintf("%016x", id)
}

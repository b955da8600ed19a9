package host

import (
	"time"

	"manyhold/net/host/directory"
	"manyhold/net/host/islandmerge"
	"manyhold/net/host/kernel"
	"manyhold/net/host/links"
	"manyhold/net/host/mailbox"
	"manyhold/net/host/message"
	"manyhold/net/host/shouts"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// World is all islands that this peer executes: a Core for each. Like Core it is called with events and the
// time, and is not safe for concurrent use. Links are shared; a message about an island other than home is
// wrapped (see wire.Island: u8 kind, u64 island, the message).
type World struct {
	*links.Hub
	options kernel.Options
	clock   kernel.Clock    // of the islands, too
	early   []kernel.Output // comes before the outputs of the islands

	islands   *islands
	runner    *runner
	directory *directory.Directory
	merging   *islandmerge.Merging
	mailbox   *mailbox.Mailbox
	shouts    *shouts.Shouts
	player    *player
	places    *places

	leaving bool // Stop was called
	out     []kernel.Output
}

// NewWorld returns a world without islands: Found, Resume or Join comes next.
func NewWorld(o kernel.Options) *World {
	w := &World{}
	w.islands = &islands{options: o, clock: &w.clock, others: islandsView{w}}
	w.options = w.islands.add(message.Home).Options // with its defaults, and one incarnation for all
	w.islands.options = w.options
	w.Hub = &links.Hub{Key: w.options.Key, Me: w.options.Key.ID(), Whole: w.options.Whole, Good: w.options.SignatureCache, Send: w.send}
	w.places = newPlaces(w)
	w.player = &player{me: w.Me, islands: w.islands, island: message.Home}
	around := surroundings{w}
	w.runner = &runner{Hub: w.Hub, clock: &w.clock, islands: w.islands, out: &w.early}
	w.directory = directory.New(w.Hub, executedIslands{w.islands}, around, w.runner, func() []uint64 { return w.mailbox.WritesTo() }, w.options.Linger)
	w.runner.directory = w.directory
	w.mailbox = mailbox.New(w.Hub, mailedIslands{w.islands}, letterBook{w.directory, around})
	w.shouts = shouts.New(w.Hub, homeOfShouts{w}, w.options.On.Shout)
	w.merging = islandmerge.New(w.Hub, mergedIslands{w}, w.directory)
	return w
}

// at takes the time of a call.
func (w *World) at(given time.Time) { w.Now = w.clock.At(given) }

// send sends a message that is about no single island.
func (w *World) send(to key.ID, b []byte) {
	w.early = append(w.early, kernel.Output{Island: message.Home, Sends: []kernel.Send{{To: to, Channel: link.Stream, Bytes: b}}})
}

// Found founds a world: home's first epoch, with this peer as the only voter. m is at the beginning.
func (w *World) Found(now time.Time, g store.Genesis, m kernel.Machine, l kernel.Log) error {
	w.at(now)
	return w.islands.home().Joining.Found(now, g, m, l)
}

// Resume goes on with a world from its file; m is home's machine at the beginning. The error wraps
// ErrDamaged.
func (w *World) Resume(now time.Time, loaded store.Loaded, m kernel.Machine, l kernel.Log) error {
	w.at(now)
	w.directory.EndedBefore(loaded.Ended)
	if err := w.islands.home().Joining.Resume(now, loaded, m, l); err != nil {
		return err
	}
	if w.options.Offer.PlayOnly {
		loaded.Logs = nil // it takes the island of its player over from a host
	}
	for _, log := range loaded.Logs {
		if err := w.resume(now, loaded, log); err != nil {
			return err
		}
	}
	w.runner.begin()
	w.settle()
	return nil
}

// resume goes on with an island of the file. If the file lacks its first state, it is carved out again by the
// island that it was part of, or taken over from others.
func (w *World) resume(now time.Time, loaded store.Loaded, log store.LoadedLog) error {
	if log.Checkpoint.Snapshot == nil || len(log.Epochs) == 0 {
		return nil
	}
	m, l, err := w.islands.open(loaded.Genesis, log.Island)
	if err != nil {
		return err
	}
	c := w.islands.add(log.Island)
	c.Out.Log = l
	return c.Joining.Resume(now, store.Loaded{Genesis: loaded.Genesis, LoadedLog: log, Players: loaded.Players, Archives: loaded.Archives}, m, l)
}

// Join waits for a link to a peer that has the world.
func (w *World) Join(now time.Time, world store.WorldID) error {
	w.at(now)
	return w.islands.home().Joining.Join(now, world)
}

// Receive takes a message of a linked peer; b is not kept.
func (w *World) Receive(now time.Time, from key.ID, channel link.Channel, b []byte) {
	w.at(now)
	if len(b) == 0 {
		return
	}
	if w.places.present(now, from, b) {
		w.settle()
		return
	}
	island, inner, err := message.UnwrapIsland(b)
	if err != nil {
		w.refuse(from, b[0], err)
		return
	}
	switch wire.Kind(inner[0]) {
	case wire.Merge:
		w.merging.Receive(from, inner)
		w.settle()
		return
	case wire.Directory:
		w.directory.Receive(from, inner)
		return
	case wire.Record:
		if w.directory.ReceiveRecords(from, island, inner) {
			return
		}
	case wire.Parcel:
		w.mailbox.Receive(from, inner)
		return
	case wire.Shout:
		w.shouts.Receive(from, inner)
		return
	}
	c := w.islands.get(island)
	w.Note(from, inner)
	switch {
	case c != nil && c.AtRest && (wire.Kind(inner[0]) == wire.Charter || wire.Kind(inner[0]) == wire.Door):
		c.Receive(now, from, channel, inner)
		return
	case c == nil || c.AtRest:
		w.directory.Hear(from, island, inner)
		return
	}
	c.Receive(now, from, channel, inner)
	w.settle()
}

// Tick does the due work.
func (w *World) Tick(now time.Time) {
	w.at(now)
	w.islands.each(func(c *kernel.Core) { c.Tick(now) })
	w.settle()
	w.merging.Propose()
	w.settle()
	w.mailbox.SendParcels()
	w.shouts.GreetNewcomers()
	if !w.leaving {
		w.directory.Update()
	}
	w.leave()
}

// settle handles the consequences of the islands' actions: some begin, some are gone, and the player may be
// elsewhere.
func (w *World) settle() {
	w.runner.begin()
	w.merging.Settle()
	w.player.follow()
}

// Next returns when Tick has something to do next, if nothing else happens before.
func (w *World) Next() time.Time {
	var next time.Time
	w.islands.each(func(c *kernel.Core) {
		if at := c.Next(); next.IsZero() || at.Before(next) {
			next = at
		}
	})
	return next
}

// Ready returns the actions that have become due since the last call, for each island that has some, in this
// order.
func (w *World) Ready() []kernel.Output {
	w.out = append(w.out[:0], w.early...)
	w.early = w.early[:0]
	for i := range w.out {
		w.out[i].Wrap()
	}
	w.islands.each(func(c *kernel.Core) {
		if c.Out.Nothing() {
			c.Journal.Repairing = false
			return
		}
		o := c.Ready()
		o.Wrap()
		w.out = append(w.out, o)
	})
	return w.out
}

// Persisted tells the last turn that an island's file has written, and its error.
func (w *World) Persisted(now time.Time, island, turn uint64, err error) {
	w.at(now)
	if c := w.islands.get(island); c != nil && !c.AtRest {
		c.Journal.Persisted(now, turn, err)
		w.settle()
	}
}

// Recorded tells that a record of an island is synced, or why not: then it is tried again.
func (w *World) Recorded(now time.Time, island, number uint64, err error) {
	w.at(now)
	c := w.islands.get(island)
	if c == nil || c.AtRest {
		return
	}
	c.Journal.Recorded(now, number, err)
	if len(c.Ancestry.Records) > 0 { // it is in the file: whatever it was carved out of need not do so again
		w.islands.each(func(p *kernel.Core) {
			if p.History.Unborn[island] {
				delete(p.History.Unborn, island)
				p.History.Checkpoint()
			}
		})
	}
	w.settle()
}

// Archived tells that a branch of an island is in the file for good, or why not: then it is tried again.
func (w *World) Archived(now time.Time, island uint64, id [32]byte, err error) {
	if c := w.islands.get(island); c != nil && !c.AtRest {
		w.at(now)
		c.Abandon.Archived(now, id, err)
		w.settle()
	}
}

// Opened gives the states of an archive of an island; see Core.
func (w *World) Opened(now time.Time, island uint64, id [32]byte, b store.Branch, err error) {
	if c := w.islands.get(island); c != nil {
		c.Abandon.Opened(now, id, b, err)
	}
}

// Read gives a world what Output.Reads named, or why it cannot be read.
func Read(w *World, now time.Time, island uint64, what store.Reading, s store.Stretch, err error) {
	if c := w.islands.get(island); c != nil {
		w.at(now)
		c.Judge.Read(what, s, err)
		w.settle()
	}
}

// Woken takes the file's log of an island that Output.Wake named, or the error.
func (w *World) Woken(now time.Time, island uint64, log store.LoadedLog, err error) {
	w.at(now)
	if err == nil && w.directory.Woken(island, log, recordsOf(log)) {
		w.runner.introduceLinks(w.islands.get(island))
		w.settle()
	}
}

// Needs returns the peers with which this one ought to be linked, in order of need, whether it is or not.
func (w *World) Needs() []key.ID { return w.directory.Needs() }

// Submit queues an own command for the island where this peer's player is. Errors are ErrTooLong and ErrFull.
func (w *World) Submit(now time.Time, seq uint64, body []byte) error {
	return w.player.here().Submit(now, seq, body)
}

// Machine returns an island's machine, to be read between two calls only; nil when there is none here.
func (w *World) Machine(island uint64) kernel.Machine {
	if c := w.islands.get(island); c != nil {
		return c.Machine
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
		w.islands.each(func(c *kernel.Core) { c.Committee.Stop(w.Now) })
	}
}

// Stopped reports whether Stop has done all it could; nothing happens any more.
func (w *World) Stopped() bool {
	stopped := true
	w.islands.each(func(c *kernel.Core) { stopped = stopped && c.Stopped() })
	return stopped
}

// Status returns the status of the island where this peer's player is, with all others in Islands.
func (w *World) Status(now time.Time) status.Host {
	s := w.player.here().Status(now)
	w.islands.each(func(c *kernel.Core) {
		o := c.Status(now)
		o.Island.Why = w.directory.Why(c.ID)
		s.Islands = append(s.Islands, o.Island)
		if c != w.player.here() {
			s.Add(&o)
		}
	})
	s.Island.Why = w.directory.Why(s.Island.ID)
	s.Known, s.Shouts = w.directory.List(), w.shouts.List()
	if s.Shared = w.Shares(); s.Shared {
		s.Needs = w.Needs()
	}
	s.Counters.Add(&w.Counters)
	s.Charter.ToDisconnect = append(s.Charter.ToDisconnect, w.places.toDisconnect(w.Now)...)
	return s
}

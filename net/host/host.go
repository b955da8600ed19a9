package host

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// Host is a World with its goroutine: it deals with the clock, the links and the file. All methods but Run
// may be called from any goroutine. It is a link.Handler.
type Host struct {
	world   *World
	in      *inbox
	links   map[key.ID]link.Link       // of the goroutine
	logs    map[uint64]kernel.Log      // by island; of the goroutine
	notices map[uint64]<-chan struct{} // by island: its file's notifications; of the goroutine
	status  atomic.Pointer[status.Host]
	ended   chan struct{}

	published time.Time // of the goroutine: when status was set
	running   bool      // of the goroutine
	watchers  sync.WaitGroup
	busy      time.Duration // of the goroutine: how long it worked
	// of the goroutine: datagrams of each link that were not sent, when last looked
	dropped map[key.ID]uint64
	sent    uint64 // of the goroutine: over links that are gone
}

// batchMost is how many messages are handled before their answers are sent: in a flood, the first answers
// wait for some milliseconds at most.
const batchMost = 64

// statusEvery is how often the links are measured and the Status renewed.
const statusEvery = 250 * time.Millisecond

// Found makes a host that founds a world: its first epoch, with itself as the only voter.
func Found(o kernel.Options, g store.Genesis, m kernel.Machine, l kernel.Log) (*Host, error) {
	return newHost(NewWorld(o), l, func(w *World) error { return w.Found(time.Now(), g, m, l) })
}

// Resume makes a host that goes on with a world from its file. m must be a fresh machine of the genesis.
// The error wraps ErrDamaged.
func Resume(o kernel.Options, loaded store.Loaded, m kernel.Machine, l kernel.Log) (*Host, error) {
	return newHost(NewWorld(o), l, func(w *World) error { return w.Resume(time.Now(), loaded, m, l) })
}

// Join makes a host that waits for a link to a peer that has the world.
func Join(o kernel.Options, world store.WorldID) (*Host, error) {
	return newHost(NewWorld(o), nil, func(w *World) error { return w.Join(time.Now(), world) })
}

// begun is where step times are measured from.
var begun = time.Now()

func newHost(w *World, l kernel.Log, begin func(*World) error) (*Host, error) {
	w.islands.measure(func() time.Duration { return time.Since(begun) })
	h := &Host{world: w, in: newInbox(), links: map[key.ID]link.Link{}, logs: map[uint64]kernel.Log{}, notices: map[uint64]<-chan struct{}{}, ended: make(chan struct{})}
	if err := begin(w); err != nil {
		return nil, err
	}
	h.watch(message.Home, l)
	s := w.Status(time.Now())
	h.status.Store(&s)
	return h, nil
}

// LinkUp tells of a new link. See link.Handler.
func (h *Host) LinkUp(l link.Link) { h.in.up(l) }

// LinkDown tells that a link is gone. See link.Handler.
func (h *Host) LinkDown(l link.Link, reason string) { h.in.down(l, reason) }

// Receive takes a message of a link and owns b. A message that does not fit the peer's inbox is dropped and
// counted; a peer that overfills its stream loses its link.
func (h *Host) Receive(l link.Link, c link.Channel, b []byte) { h.in.receive(l, c, b) }

// Submit hands in an own command, numbered from Machine.Sequence(me)+1 without gaps; body is copied. It
// is sent until the machine has taken it. Errors are ErrTooLong, ErrFull and ErrStopped.
func (h *Host) Submit(seq uint64, body []byte) error {
	if len(body) > message.MaxBody {
		return kernel.ErrTooLong
	}
	return h.in.submit(seq, body, h.ended)
}

// Do runs f in the host's goroutine, between two turns, and returns when it has run. The machine is nil
// while a joiner has none. Errors are ErrStopped and the context's.
func (h *Host) Do(ctx context.Context, f func(m kernel.Machine)) error {
	return h.ask(ctx, func(time.Time) error { f(h.world.player.here().Machine); return nil })
}

// ask runs f in the host's goroutine, between two turns, and returns its error. Further errors are ErrStopped
// and the context's.
func (h *Host) ask(ctx context.Context, f func(now time.Time) error) error {
	done := make(chan error, 1)
	h.in.call(func(now time.Time) { done <- f(now) })
	select {
	case err := <-done:
		return err
	case <-h.ended:
		return kernel.ErrStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Status returns the host's status, at most a quarter of a second old while turns are closed, and a second
// otherwise.
func (h *Host) Status() status.Host { return *h.status.Load() }

// Now returns the host's present status, or Status when the host has ended or does not answer before ctx
// ends.
func (h *Host) Now(ctx context.Context) status.Host {
	h.ask(ctx, func(time.Time) error { h.publish(); return nil })
	return h.Status()
}

// Stop ends the host politely: it hands over the islands that it leads, writes a checkpoint and lets Run
// return. When ctx ends first, the world is left as after a kill, with every committed turn kept. The file is
// the caller's to close afterwards.
func (h *Host) Stop(ctx context.Context) error {
	h.in.call(h.world.Stop)
	select {
	case <-h.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run is the host's goroutine. It returns nil after Stop and the context's error when that ends first.
func (h *Host) Run(ctx context.Context) error {
	defer h.watchers.Wait()
	defer close(h.ended)
	h.running = true
	for island, l := range h.logs {
		h.watch(island, l)
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-h.in.wake:
		case <-timer.C:
		case <-ctx.Done():
			h.publish()
			return ctx.Err()
		}
		woken := time.Now()
		for more := true; more; { // turns do not wait for a flood to end
			more = h.drain(h.in.take())
			h.world.Tick(time.Now())
			h.act()
		}
		h.busy += time.Since(woken)
		if now := time.Now(); h.world.Stopped() || now.Sub(h.published) >= statusEvery {
			h.published = now
			h.measure(now)
			h.publish()
		}
		if h.world.Stopped() {
			return nil
		}
		timer.Reset(max(0, time.Until(h.world.Next())))
	}
}

func (h *Host) publish() {
	s := h.world.Status(time.Now())
	h.status.Store(&s)
}

// drain gives one fair portion of the inboxes to the world and reports whether more waits. The caller gathers
// the world's output once for all messages of the portion, so that a message costs no walk through all
// islands. The output is gathered sooner before a link comes or goes, because it is meant for the links as
// they were.
func (h *Host) drain(p portion) (more bool) {
	now := time.Now()
	for _, f := range p.calls {
		f(now)
	}
	for _, c := range p.commands {
		if err := h.world.Submit(now, c.seq, c.body); err != nil {
			h.world.player.here().Expired(c.seq)
		}
	}
	for i, m := range p.messages {
		if i > 0 && (i%batchMost == 0 || m.kind != inputBytes) {
			h.act()
		}
		id := m.link.Peer()
		switch m.kind {
		case inputUp:
			if old := h.links[id]; old != nil && old != m.link {
				h.unlinked(old)
				h.world.LinkDown(now, id, "replaced by a newer link")
			}
			h.links[id] = m.link
			h.world.LinkUp(now, id, m.link.Info())
		case inputDown:
			if h.links[id] == m.link {
				delete(h.links, id)
				h.unlinked(m.link)
				h.world.LinkDown(now, id, m.reason)
			}
		case inputBytes:
			if h.links[id] == m.link {
				h.world.Receive(now, id, m.channel, m.bytes)
			}
		}
	}
	h.world.islands.home().Counters[counter.Overflow] += p.overflow
	return p.more
}

// act carries out the world's output.
func (h *Host) act() {
	for _, out := range h.world.Ready() {
		h.actFor(out)
	}
}

func (h *Host) actFor(out kernel.Output) {
	if out.Log != nil {
		h.watch(out.Island, out.Log)
	}
	l := h.logs[out.Island]
	for _, e := range out.Appends {
		l.Append(e)
	}
	for _, r := range out.Records {
		island, number := out.Island, r.Number
		l.Epoch(r, func(err error) {
			h.in.call(func(now time.Time) { h.world.Recorded(now, island, number, err) })
		})
	}
	for _, c := range out.Saves {
		l.Save(c)
	}
	if l != nil {
		h.keep(l, out)
	}
	if out.Wake {
		island := out.Island
		l.Load(epoch.ChainHash, func(log store.LoadedLog, err error) {
			h.in.call(func(now time.Time) { h.world.Woken(now, island, log, err) })
		})
	}
	if out.Leave {
		defer delete(h.logs, out.Island)
	}
	for _, b := range out.Archives {
		island, id := out.Island, b.ID
		l.Archive(b, func(err error) {
			h.in.call(func(now time.Time) { h.world.Archived(now, island, id, err) })
		})
	}
	for _, id := range out.Opens {
		island := out.Island
		l.OpenArchive(id, func(b store.Branch, err error) {
			h.in.call(func(now time.Time) { h.world.Opened(now, island, id, b, err) })
		})
	}
	h.readFor(l, out)
	for _, s := range out.Sends {
		to := h.links[s.To]
		if to == nil {
			continue
		}
		if err := to.Send(s.Channel, s.Bytes); err != nil && s.Channel == link.Stream {
			// ErrBusy or ErrClosed: the receiver asks again for anything that matters
			h.world.islands.home().Counters[counter.Overflow]++
		}
	}
}

// readFor reads what the execution of a branch asks for, and keeps its place.
func (h *Host) readFor(l kernel.Log, out kernel.Output) {
	for _, t := range out.Trials {
		if t.At.Snapshot == nil {
			l.KeepTrial(t.Name, nil)
		} else {
			l.KeepTrial(t.Name, &t.At)
		}
	}
	for _, what := range out.Reads {
		island := out.Island
		done := func(s store.Stretch, err error) {
			h.in.call(func(now time.Time) { Read(h.world, now, island, what, s, err) })
		}
		l.Read(what, done)
	}
}

// keep has a file sync, and keep data that other peers could give again.
func (h *Host) keep(l kernel.Log, out kernel.Output) {
	if out.Sync {
		l.Sync()
	}
	for _, row := range out.Charter {
		l.AddCharter(row.ID, row.Entry)
	}
	for _, row := range out.Certificates {
		l.Certify(row.Turn, row.Bytes)
	}
	if out.Cut != nil {
		l.Decide(*out.Cut)
	}
	if out.End {
		l.End(nil)
	}
}

// watch passes the notifications of an island's file on to the goroutine.
func (h *Host) watch(island uint64, l kernel.Log) {
	if l == nil {
		return
	}
	h.logs[island] = l
	if !h.running {
		return // Run begins with it
	}
	notify := l.Notify()
	if h.notices[island] == notify {
		return // the island was left, and is taken over again
	}
	h.notices[island] = notify
	h.watchers.Go(func() {
		for {
			select {
			case <-h.ended:
				return
			case _, open := <-notify:
				if !open {
					return
				}
			}
			h.in.call(func(now time.Time) {
				if l.Abilities().Sync {
					h.world.Synced(now, island, l.Synced())
				}
				h.world.Persisted(now, island, l.Written(), l.Err())
			})
		}
	})
}

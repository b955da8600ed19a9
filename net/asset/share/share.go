// Package share is the assets of a node, as the rest of the program uses them: a Store keeps them in a depot
// (net/asset/depot), fetches what is wanted over the node's links, and gives others what it has
// (net/asset/exchange).
//
// All methods but Run may be called from any goroutine, and none of them waits for the network. Put and Get
// read and write files: a window calls them beside its frames.
package share

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/net/asset"
	"manyhold/net/asset/depot"
	"manyhold/net/asset/exchange"
	"manyhold/net/key"
	"manyhold/net/link"
)

const (
	// busyEvery is how often there is a look at what is to be sent while something is, and idleEvery
	// otherwise.
	busyEvery, idleEvery = 20 * time.Millisecond, time.Second
	// usedEvery is how often it is asked which assets the world uses, and collectEvery how often the others
	// are removed.
	usedEvery, collectEvery = 5 * time.Second, time.Minute
	// maxBacklog is how many bytes may wait in a link's stream before more of assets is put there. It keeps
	// turns from waiting.
	maxBacklog = 64 << 10
	// tellEvery is how often a peer's wrong bytes are logged.
	tellEvery = 10 * time.Second
)

// Options of a store.
type Options struct {
	Data   string // the data directory
	World  [32]byte
	Me     key.ID
	Quota  int64 // bytes on the disk
	Upload int   // bytes a second; zero: no limit
	// Copies has everything that the world uses fetched within the quota, so that it outlives its author.
	Copies bool
	// Used returns which assets the world uses; false while that is not known. It is called from the store's
	// goroutine. Nil: it is never known, and nothing is removed.
	Used func() ([]asset.Name, bool)
	// Wrong is told that a peer sent wrong bytes. It is called from the store's goroutine. Nil: nobody is.
	Wrong func(peer key.ID, why error)
	Log   *slog.Logger
}

// Store is the assets of a node.
type Store struct {
	o     Options
	depot *depot.Depot
	in    inbox
	view  atomic.Pointer[view]
	limit atomic.Int64 // upload, from the next round on

	mu      sync.Mutex
	waiting map[asset.Name][]chan struct{}

	// of the goroutine
	ex         *exchange.Exchange
	links      map[key.ID]link.Link
	asked      time.Time // when Used was
	collected  time.Time
	told       map[key.ID]time.Time
	background map[asset.Name]bool // wanted because the world uses them
	changed    bool
}

// view is what the goroutine lets others see.
type view struct {
	at       time.Time
	progress map[asset.Name]exchange.Progress
	refused  map[asset.Name]error
	counters exchange.Counters
	needs    []key.ID
	aside    []key.ID
}

// Open opens the store of a data directory. Run lets it exchange assets.
func Open(o Options) (*Store, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	d, err := depot.Open(o.Data, depot.Options{Quota: o.Quota, World: o.World})
	if err != nil {
		return nil, err
	}
	s := &Store{o: o, depot: d, in: newInbox(), waiting: map[asset.Name][]chan struct{}{}, links: map[key.ID]link.Link{}, told: map[key.ID]time.Time{}, background: map[asset.Name]bool{}}
	s.ex = exchange.New(exchange.Options{Me: o.Me, Depot: d, Upload: o.Upload, Room: s.room, On: s.happened})
	s.limit.Store(int64(o.Upload))
	s.view.Store(&view{refused: map[asset.Name]error{}})
	return s, nil
}

// Put keeps an asset that a person added here, and returns its name. known says that it was here already:
// nobody is told of it again. Errors: those of asset.Check, depot.ErrFull, and those of files.
func (s *Store) Put(k asset.Kind, b []byte) (n asset.Name, known bool, err error) {
	n, known, err = s.depot.Put(k, b)
	if err == nil && !known {
		s.in.call(func() { s.ex.Added(time.Now(), n) })
	}
	return n, known, err
}

// Get returns the bytes of an asset that is here. They were verified and belong to the caller.
func (s *Store) Get(n asset.Name) ([]byte, bool) { return s.depot.Get(n) }

// Holds reports whether the whole asset is here.
func (s *Store) Holds(n asset.Name) bool { return s.depot.Holds(n) }

// Descriptor returns what is known of an asset before its bytes are there: kind, size, dimensions, rough
// colours. It is shared: read-only. It is here soon after Want, and for good with the asset.
func (s *Store) Descriptor(n asset.Name) (*asset.Descriptor, bool) { return s.depot.Descriptor(n) }

// Want has an asset fetched; a later call changes its priority. Progress and Done tell what comes of it.
func (s *Store) Want(n asset.Name, p exchange.Priority) {
	if s.depot.Holds(n) {
		return
	}
	s.in.call(func() {
		delete(s.background, n)
		s.want(n, p)
	})
}

// want is Want in the goroutine.
func (s *Store) want(n asset.Name, p exchange.Priority) {
	there, err := s.ex.Want(time.Now(), n, p)
	if s.changed = true; there || err != nil {
		s.release(n)
	}
}

// Unwant ends the fetching of an asset. The blocks that came stay for a day.
func (s *Store) Unwant(n asset.Name) {
	s.in.call(func() {
		s.ex.Unwant(n)
		s.changed = true
		s.release(n)
	})
}

// Progress returns how far a wanted asset has come; false: it is not wanted, or there.
func (s *Store) Progress(n asset.Name) (exchange.Progress, bool) {
	p, ok := s.view.Load().progress[n]
	return p, ok
}

// Refused returns why an asset is not allowed; nil: nothing is known against it.
func (s *Store) Refused(n asset.Name) error { return s.view.Load().refused[n] }

// Done returns a channel that is closed once the asset is here, or is fetched no more: Holds tells.
func (s *Store) Done(n asset.Name) <-chan struct{} {
	done := make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.depot.Holds(n) {
		close(done)
	} else {
		s.waiting[n] = append(s.waiting[n], done)
	}
	return done
}

// release closes the channels of Done.
func (s *Store) release(n asset.Name) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.waiting[n] {
		close(c)
	}
	delete(s.waiting, n)
}

// Needs returns peers without a link that may have what is wanted: a dialler tries them.
func (s *Store) Needs() []key.ID { return s.view.Load().needs }

// Limit changes the quota in bytes and the upload in bytes a second.
func (s *Store) Limit(quota int64, upload int) {
	s.depot.SetQuota(quota)
	s.limit.Store(int64(upload))
}

// Status is the numbers of a store.
type Status struct {
	depot.Sizes
	Fetching []exchange.Progress // by priority
	Aside    []key.ID            // peers that sent wrong bytes in the last minutes, the latest first
	exchange.Counters
}

// Status returns the numbers of the store.
func (s *Store) Status() Status {
	v := s.view.Load()
	st := Status{Sizes: s.depot.Sizes(), Counters: v.counters, Aside: v.aside}
	for _, p := range v.progress {
		st.Fetching = append(st.Fetching, p)
	}
	sortProgress(st.Fetching)
	return st
}

// Run exchanges assets until ctx ends. It is called once.
func (s *Store) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	defer s.in.end()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.in.wake:
		case <-timer.C:
		}
		for more := true; more && ctx.Err() == nil; {
			more = s.take()
			s.keep(time.Now())
			s.act()
		}
		s.publish()
		every := idleEvery
		if s.ex.Busy() {
			every = busyEvery
		}
		timer.Reset(every)
	}
}

// take handles a portion of what came in, and reports whether more waits.
func (s *Store) take() (more bool) {
	portion, more := s.in.take()
	for _, i := range portion {
		now := time.Now()
		switch {
		case i.call != nil:
			i.call()
		case i.bytes != nil:
			if s.links[i.link.Peer()] == i.link {
				s.ex.Receive(now, i.link.Peer(), i.bytes)
			}
		case i.up:
			s.links[i.link.Peer()] = i.link
			s.ex.LinkUp(now, i.link.Peer())
		default:
			if id := i.link.Peer(); s.links[id] == i.link {
				delete(s.links, id)
				s.ex.LinkDown(now, id)
			}
		}
	}
	return more
}

// keep asks what the world uses, wants what is missing of it, and removes the rest.
func (s *Store) keep(now time.Time) {
	s.ex.Upload = int(s.limit.Load())
	if s.o.Used == nil || now.Sub(s.asked) < usedEvery {
		return
	}
	s.asked = now
	used, known := s.o.Used()
	if known {
		if err := s.depot.Use(used); err != nil {
			s.o.Log.Warn("cannot note which assets the world uses", "why", err)
		}
	}
	if s.o.Copies { // until it is known, of what an earlier run noted
		s.copy()
	}
	if known && now.Sub(s.collected) >= collectEvery {
		s.collected = now
		if n := s.depot.Collect(); n > 0 {
			s.o.Log.Info("removed unused assets", "assets", n)
		}
	}
}

// copy wants what the world uses and is not here, and nothing else that it wanted for that.
func (s *Store) copy() {
	lacks := map[asset.Name]bool{}
	for _, n := range s.depot.Lacks() {
		lacks[n] = true
		if _, wanted := s.view.Load().progress[n]; !wanted && !s.background[n] {
			s.background[n] = true
			s.want(n, exchange.Background)
		}
	}
	for n := range maps.Clone(s.background) {
		if !lacks[n] {
			delete(s.background, n)
			s.ex.Unwant(n)
		}
	}
}

// act sends what is to be sent.
func (s *Store) act() {
	for _, o := range s.ex.Next(time.Now()) {
		if l := s.links[o.To]; l != nil {
			l.Send(link.Stream, o.Message) // what a full link refuses is asked for again
		}
	}
}

func (s *Store) room(id key.ID) int {
	if l := s.links[id]; l != nil {
		return maxBacklog - l.Buffered()
	}
	return 0
}

// happened takes an event of the exchange.
func (s *Store) happened(e exchange.Event) {
	s.changed = true
	switch e.Kind {
	case exchange.Completed:
		delete(s.background, e.Name)
		s.release(e.Name)
		s.o.Log.Debug("an asset is here", "asset", e.Name.Short())
	case exchange.Refused:
		next := maps.Clone(s.view.Load().refused)
		if len(next) >= exchange.MaxWants {
			clear(next)
		}
		next[e.Name] = e.Why
		v := *s.view.Load()
		v.refused = next
		s.view.Store(&v)
		s.release(e.Name)
		s.o.Log.Warn("an asset is not allowed", "asset", e.Name.Short(), "why", e.Why)
	case exchange.Wrong:
		now := time.Now()
		maps.DeleteFunc(s.told, func(_ key.ID, at time.Time) bool { return now.Sub(at) >= tellEvery })
		if _, told := s.told[e.Peer]; !told {
			s.told[e.Peer] = now
			s.o.Log.Warn("a peer sent wrong bytes", "peer", e.Peer.Short(), "asset", e.Name.Short(), "why", e.Why)
		}
		if s.o.Wrong != nil {
			s.o.Wrong(e.Peer, e.Why)
		}
	case exchange.Full:
		s.o.Log.Info("an asset waits", "asset", e.Name.Short(), "why", e.Why)
	}
}

// publish shows others how far everything is.
func (s *Store) publish() {
	old := s.view.Load()
	if now := time.Now(); s.changed || now.Sub(old.at) >= 5*busyEvery {
		list := s.ex.Progress()
		next := &view{at: now, progress: make(map[asset.Name]exchange.Progress, len(list)), refused: old.refused, counters: s.ex.Counters, needs: s.ex.Needs(), aside: s.ex.Aside()}
		for _, p := range list {
			next.progress[p.Name] = p
		}
		s.view.Store(next)
		s.changed = false
	}
}

package node

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"manyhold/net/beacon"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
	"manyhold/net/store"
)

const (
	// findEvery is how often a node looks whether it misses a link.
	findEvery = 500 * time.Millisecond
	// dialTime is how long one attempt to link may take.
	dialTime = 8 * time.Second
	// retryAfter is how long a peer that could not be reached is left alone, doubled up to retryMost.
	retryAfter = time.Second
	retryMost  = 15 * time.Second
	// yieldFor is how long the peer with the higher id waits to be dialled before it dials itself, so
	// that two do not dial each other at once.
	yieldFor = 1500 * time.Millisecond
	// dialsAtMost is how many peers are dialled at once: an attempt costs sockets and, for who is not
	// there, lasts dialTime. The others have their turn meanwhile or after.
	dialsAtMost = 8
	// forgetAfter is how long a peer to which there is no way any more is remembered.
	forgetAfter = 10 * time.Minute
)

// finder links a node to the peers of its world: those heard on the LAN, those present at the
// signalling server, those of an invitation, and the committee through peers already linked.
type finder struct {
	me       key.ID
	world    store.WorldID
	endpoint *webrtc.Endpoint
	lan      *beacon.Beacon // nil without
	meet     *signal.Client // nil without
	invite   *signal.Invite // nil without
	seats    func() seats
	log      *slog.Logger
	cancel   context.CancelFunc
	all      sync.WaitGroup
	tries    map[key.ID]*attempt // of run's goroutine
	results  chan outcome
}

// attempt is how reaching one peer has gone.
type attempt struct {
	since  time.Time // first wanted
	next   time.Time
	failed int
	busy   bool
}

func startFinder(f *finder) *finder {
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel, f.tries, f.results = cancel, map[key.ID]*attempt{}, make(chan outcome)
	f.all.Add(1)
	go f.run(ctx)
	return f
}

// Close ends the search and waits for attempts under way.
func (f *finder) Close() {
	f.cancel()
	f.all.Wait()
	if f.meet != nil {
		f.meet.Close()
	}
}

func (f *finder) run(ctx context.Context) {
	defer f.all.Done()
	tick := time.NewTicker(findEvery)
	defer tick.Stop()
	for {
		f.look(ctx, time.Now())
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case o := <-f.results:
			f.learn(o)
		}
	}
}

// look starts an attempt for each peer that is known, wanted and not linked.
func (f *finder) look(ctx context.Context, now time.Time) {
	linked := map[key.ID]bool{f.me: true}
	links := f.endpoint.Links()
	for _, l := range links {
		linked[l.Peer()] = true
		delete(f.tries, l.Peer())
	}
	held := seats{lacks: true}
	if len(links) > 0 {
		held = f.seats()
	}
	held.hush(links, f.me)
	if l := held.surplus(links, f.me, now); l != nil {
		l.Close("enough others are linked")
	}
	routes := f.routes(links, held.wanted)
	f.forget(routes, now)
	for _, r := range held.missing(routes, links, f.me, f.busy()) {
		if linked[r.peer] || !f.due(r.peer, now) {
			continue
		}
		if f.busy() >= dialsAtMost {
			return
		}
		t := f.tries[r.peer]
		t.busy = true
		f.all.Add(1)
		go func() {
			defer f.all.Done()
			o := outcome{route: r, attempt: t, err: f.dial(ctx, r)}
			select {
			case f.results <- o:
			case <-ctx.Done():
			}
		}()
	}
}

// due says whether it is time to try a peer, and remembers it.
func (f *finder) due(id key.ID, now time.Time) bool {
	t := f.tries[id]
	if t == nil {
		t = &attempt{since: now, next: now}
		if bytes.Compare(f.me[:], id[:]) > 0 && id != (key.ID{}) && f.invite == nil {
			t.next = now.Add(yieldFor)
		}
		f.tries[id] = t
	}
	return !t.busy && !now.Before(t.next)
}

// busy returns how many attempts are under way.
func (f *finder) busy() (n int) {
	for _, t := range f.tries {
		if t.busy {
			n++
		}
	}
	return n
}

// forget drops the peers to which there has been no way for long.
func (f *finder) forget(routes []route, now time.Time) {
	known := map[key.ID]bool{}
	for _, r := range routes {
		known[r.peer] = true
	}
	for id, t := range f.tries {
		if !t.busy && !known[id] && now.Sub(t.next) > forgetAfter {
			delete(f.tries, id)
		}
	}
}

func (f *finder) dial(ctx context.Context, r route) error {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	return f.endpoint.Dial(ctx, r.peer, r.by)
}

// outcome is what came of an attempt.
type outcome struct {
	route   route
	attempt *attempt
	err     error
}

// learn plans the next attempt at a peer.
func (f *finder) learn(o outcome) {
	t := o.attempt
	t.busy = false
	if o.err == nil {
		t.next, t.failed = time.Now().Add(retryAfter), 0
		return
	}
	t.next = time.Now().Add(min(retryAfter<<min(t.failed, 5), retryMost))
	t.failed++
	if t.failed == 1 || t.failed%8 == 0 {
		f.log.Info("cannot reach a peer yet", "peer", o.route.peer.Short(), "by", o.route.name, "why", o.err)
	}
}

// route is one way to hand an offer to a peer.
type route struct {
	peer key.ID
	by   signal.Exchange
	name string
}

// routes lists a way to each peer that is known: the best, and after each failure the next in turn, for
// nobody knows which of them still lead there. wanted are the peers that are needed, links the present ones.
func (f *finder) routes(links []link.Link, wanted []key.ID) []route {
	var order []key.ID
	ways := map[key.ID][]route{}
	add := func(r route) {
		if ways[r.peer] == nil {
			order = append(order, r.peer)
		}
		ways[r.peer] = append(ways[r.peer], r)
	}
	if f.lan != nil {
		for _, a := range f.lan.Snapshot() {
			if a.World == [32]byte(f.world) {
				add(route{a.Peer, signal.Direct(a.Door), "local network"})
			}
		}
	}
	if f.meet != nil {
		for _, id := range f.meet.Peers() {
			add(route{id, f.meet, "signalling server"})
		}
	}
	if f.invite != nil && f.invite.Peer != f.me && (len(links) == 0 || misses(links, wanted, f.me)) {
		for _, door := range f.invite.Doors {
			add(route{f.invite.Peer, signal.Direct(door), "invitation"})
		}
	}
	for _, id := range wanted {
		for _, l := range links {
			add(route{id, signal.Via(l), "a peer in common"})
		}
	}
	out := make([]route, len(order))
	for i, id := range order {
		failed := 0
		if t := f.tries[id]; t != nil {
			failed = t.failed
		}
		out[i] = ways[id][failed%len(ways[id])]
	}
	return out
}

// misses reports whether one of the wanted peers is not linked. Then the invitation is tried again: two that
// have lost a third may be linked to each other still, and neither can pass an offer on.
func misses(links []link.Link, wanted []key.ID, me key.ID) bool {
	return slices.ContainsFunc(wanted, func(id key.ID) bool {
		return id != me && !slices.ContainsFunc(links, func(l link.Link) bool { return l.Peer() == id })
	})
}

// Package dial links a node to the peers of its world: it finds their addresses, dials them, retries, and
// closes links that nothing needs.
package dial

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"manyhold/app/dial/peerbook"
	"manyhold/app/dial/remedy"
	"manyhold/app/settings"
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
	// doorTime is the same by a remembered door: it may lead nowhere, and other ways wait behind it.
	doorTime = 4 * time.Second
	// retryAfter is how long a peer that could not be reached is left alone at most, doubled up to retryMost:
	// see pause. After a refusal it is twice as long, and remedy.Book remembers the refusal for longer.
	retryAfter = time.Second
	retryMost  = 15 * time.Second
	// heldFor is how long a link must have lasted before the next attempt to link with its peer is a first
	// one. A peer that ends each link at once, because it kicked this one, is tried less and less often.
	heldFor = 5 * time.Second
	// yieldFor is how long the peer with the higher id waits to be dialled before it dials itself, so
	// that two do not dial each other at once.
	yieldFor = 1500 * time.Millisecond
	// dialsAtMost is the most peers dialled at once, beside those that hold an island of the node: an attempt
	// costs sockets and, for an absent peer, lasts dialTime. At most blindAtMost of them are blind dials,
	// which may all hang. The others are dialled meanwhile or after.
	dialsAtMost = 8
	blindAtMost = 4
	// forgetAfter is how long a peer to which there is no way any more is remembered.
	forgetAfter = 10 * time.Minute
)

// doorWays begins the name of a way by a remembered door; the door follows.
const doorWays = "remembered "

// Dialer links a node to the peers of its world: those heard on the LAN, those present at the
// signalling server, those of an invitation, and the committee through peers already linked.
type Dialer struct {
	Me       key.ID
	World    store.WorldID
	Endpoint *webrtc.Endpoint
	Lan      *beacon.Beacon         // nil without
	Meet     *signal.Client         // nil without
	Invite   *signal.Invite         // nil without
	Book     *peerbook.Book         // peers of this world that were linked once; nil without
	Named    []settings.PeerAddress // of config.toml, in the order in which they are tried
	Plan     func() linkPlan
	Failures *remedy.Book // how attempts end; nil: not noted
	Log      *slog.Logger
	cancel   context.CancelFunc
	all      sync.WaitGroup
	tries    map[key.ID]*attempt // of run's goroutine
	results  chan outcome
	reached  map[key.ID]string // the door by which a blind dial reached a peer; of run's goroutine
}

// attempt is how reaching one peer has gone.
type attempt struct {
	since  time.Time // first wanted
	next   time.Time
	failed int
	busy   bool
	need   need   // of the dial under way
	blind  *blind // the dial under way, if a better route may replace it
}

func Start(f *Dialer) *Dialer {
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel, f.tries, f.results = cancel, map[key.ID]*attempt{}, make(chan outcome)
	f.reached = map[key.ID]string{}
	f.all.Add(1)
	go f.run(ctx)
	return f
}

// Close ends the search, waits for attempts under way, and saves the book.
func (f *Dialer) Close() {
	f.cancel()
	f.all.Wait()
	if f.Book != nil {
		if err := f.Book.Close(); err != nil {
			f.Log.Warn("the peers that were met are forgotten", "why", err)
		}
	}
	if f.Meet != nil {
		f.Meet.Close()
	}
}

func (f *Dialer) run(ctx context.Context) {
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
func (f *Dialer) look(ctx context.Context, now time.Time) {
	linked := map[key.ID]bool{f.Me: true}
	links := f.Endpoint.Links()
	for _, l := range links {
		linked[l.Peer()] = true
		if now.Sub(l.Stats().ConnectedAt) >= heldFor {
			delete(f.tries, l.Peer())
		}
	}
	f.remember(links, now)
	held := linkPlan{lacks: true}
	if len(links) > 0 {
		held = f.Plan()
	}
	held.hush(links, f.Me)
	if l := held.surplus(links, f.Me, now); l != nil {
		l.Close("enough other peers are linked")
	}
	routes := f.routes(f.listen(), links, held.wanted)
	f.forget(routes, now)
	for _, r := range held.missing(f.ready(routes, linked, now), links, f.Me, f.busy((*attempt).toThere)) {
		if n := held.needs(r); f.room(n, r.there) && processGate.enter(n, now) {
			f.try(ctx, r, n)
		}
	}
}

// ready returns the routes to peers that are not linked and that it is time to try: those that failed a
// moment ago take no place from others. A blind attempt under way gives way to a better route. The routes to
// peers that may not be there come last.
func (f *Dialer) ready(routes []route, linked map[key.ID]bool, now time.Time) (out []route) {
	for _, r := range routes {
		if linked[r.peer] {
			continue
		}
		if t := f.tries[r.peer]; r.there && t != nil && t.blind != nil {
			t.blind.giveWay()
		}
		if f.due(r.peer, now) {
			out = append(out, r)
		}
	}
	f.queue(out)
	return out
}

// try dials a peer in a goroutine of its own.
func (f *Dialer) try(ctx context.Context, r route, n need) {
	t := f.tries[r.peer]
	t.busy, t.need = true, n
	once, end := context.WithCancel(ctx)
	if !r.there {
		t.blind = &blind{Exchange: r.by, cancel: end}
		r.by = t.blind
	}
	f.all.Go(func() {
		defer end()
		o := outcome{route: r, attempt: t, err: f.dial(once, r)}
		processGate.leave(o.err == nil, time.Now())
		select {
		case f.results <- o:
		case <-ctx.Done():
		}
	})
}

// due says whether it is time to try a peer, and remembers it.
func (f *Dialer) due(id key.ID, now time.Time) bool {
	t := f.tries[id]
	if t == nil {
		t = &attempt{since: now, next: now}
		if bytes.Compare(f.Me[:], id[:]) > 0 && id != (key.ID{}) && f.Invite == nil {
			t.next = now.Add(yieldFor)
		}
		f.tries[id] = t
	}
	return !t.busy && !now.Before(t.next)
}

// forget drops the peers to which there has been no way for long.
func (f *Dialer) forget(routes []route, now time.Time) {
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

func (f *Dialer) dial(ctx context.Context, r route) error {
	limit := dialTime
	if strings.HasPrefix(r.name, doorWays) {
		limit = doorTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f.Endpoint.Dial(ctx, r.peer, r.by)
}

// outcome is the result of an attempt.
type outcome struct {
	route   route
	attempt *attempt
	err     error
}

// learn plans the next attempt at a peer.
func (f *Dialer) learn(o outcome) {
	t := o.attempt
	gaveWay := t.blind != nil && t.blind.gaveWay
	f.arrived(o)
	t.busy, t.blind = false, nil
	if f.Failures != nil && !gaveWay {
		f.Failures.Note(o.route.peer, o.err, time.Now())
	}
	if o.err == nil {
		t.next = time.Now().Add(pause(t.failed, nil, rand.Float64()))
		t.failed++ // until the link has held
		return
	}
	if gaveWay {
		t.next, t.failed = time.Now(), 0
		return
	}
	t.next = time.Now().Add(pause(t.failed, o.err, rand.Float64()))
	t.failed++
	if t.failed == 1 || t.failed%8 == 0 {
		f.Log.Info("cannot reach a peer yet", "peer", o.route.peer.Short(), "by", o.route.name, "why", o.err)
	}
}

// pause is how long a peer is left alone after an attempt that followed on so many failed ones. Half of it is
// chance, from 0 to 1, so that those who failed together do not try again together. One that refused, or that
// has no room, has it twice as long.
func pause(failed int, err error, chance float64) time.Duration {
	most := min(retryAfter<<min(failed, 5), retryMost)
	if refused := (*webrtc.RefusedError)(nil); errors.Is(err, signal.ErrBusy) || errors.As(err, &refused) {
		most *= 2
	}
	return most/2 + time.Duration(chance*float64(most/2))
}

// route is one way to hand an offer to a peer.
type route struct {
	peer key.ID
	by   signal.Exchange
	name string
	// there reports that the local network or the signalling server knows that the peer is there now, or that
	// a linked peer may know.
	there bool
}

// heard is the peers that are there now, as the local network and the signalling server say.
type heard struct {
	near []beacon.Announcement // of any world
	room []key.ID              // at the signalling server
}

// listen returns the peers that are there now.
func (f *Dialer) listen() (h heard) {
	if f.Lan != nil {
		h.near = f.Lan.Snapshot()
	}
	if f.Meet != nil {
		h.room = f.Meet.Peers()
	}
	return h
}

// routes lists a way to each known peer: the best, and after each failure the next in turn, because any of
// them may be stale. wanted are the needed peers, links the present ones. The order of the ways to a peer is:
//
//  1. the local network, whose addresses are a few seconds old and need nobody else;
//  2. the signalling server, which knows who is in its room now;
//  3. one linked peer, which may be linked to the peer, and asks others if it is not;
//  4. the doors of the book, from the last visit to this world;
//  5. the doors of config.toml, as old as the file;
//  6. the doors of the invitation, as old as the invitation;
//  7. the other linked peers: most of them ask the same peers as the first one.
//
// News comes before memory: an address that is heard now is right, and one that is remembered may lead into
// another home's network, where packets vanish and an attempt lasts doorTime or dialTime.
func (f *Dialer) routes(h heard, links []link.Link, wanted []key.ID) []route {
	var order []key.ID
	ways := map[key.ID][]route{}
	add := func(r route) {
		if ways[r.peer] == nil {
			order = append(order, r.peer)
		}
		ways[r.peer] = append(ways[r.peer], r)
	}
	alone := len(links) == 0 || misses(links, wanted, f.Me)
	for _, a := range h.near {
		if a.World == [32]byte(f.World) {
			add(route{a.Peer, signal.Direct(a.Door), "local network", true})
		}
	}
	for _, id := range h.room {
		add(route{id, f.Meet, "signalling server", true})
	}
	common := func(through []link.Link) {
		for _, id := range wanted {
			for _, l := range through {
				add(route{id, signal.Via(l), "a peer in common", true})
			}
		}
	}
	common(links[:min(1, len(links))])
	if alone {
		for _, p := range f.remembered() {
			for _, door := range p.Doors {
				add(route{p.Key, signal.Direct(door), doorWays + door, false})
			}
		}
		for _, p := range f.Named {
			if p.Peer != f.Me {
				add(route{p.Peer, signal.Direct(p.Door), "config.toml", false})
			}
		}
	}
	if f.Invite != nil && f.Invite.Peer != f.Me && alone {
		for _, door := range f.Invite.Doors {
			add(route{f.Invite.Peer, signal.Direct(door), "invitation", false})
		}
	}
	common(links[min(1, len(links)):])
	out := make([]route, len(order))
	for i, id := range order {
		failed := 0
		if t := f.tries[id]; t != nil {
			failed = t.failed
		}
		out[i] = ways[id][failed%len(ways[id])]
		out[i].there = ways[id][0].there // those come first
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

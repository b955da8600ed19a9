package webrtc

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"

	pion "github.com/pion/webrtc/v4"

	"manyhold/net/link"
)

const (
	// reflectorsAtMost is how many linked peers a connection asks for the outer addresses of its sockets. It
	// is one less with another STUN server, because each costs a socket; one still, because a server in the
	// home network tells inner addresses.
	reflectorsAtMost = 2
	// reflectorsAsked is how many linked peers are tried at once.
	reflectorsAsked = 4
	// reflectorTime is how long a linked peer has for an answer, and reflectorWait how long a dial waits for
	// the first one, unless silentMost peers were silent: then most are behind home routers.
	reflectorTime, reflectorWait = time.Second, 400 * time.Millisecond
	silentMost                   = 3
	// reflectorAgain is how long an answer, or a silence, counts, and doubtedAgain how long an answer does at
	// least: a connection may have to wait for another STUN server.
	reflectorAgain, doubtedAgain = 5 * time.Minute, 5 * time.Second
)

// reflectors are the linked peers that tell this one the outer addresses of its sockets: those on a direct
// path with a public address that answer a question from another port. A peer behind a home router is not
// reached so, and stays silent. Each linked peer is tried before a connection asks it, because a connection
// waits for silent servers. A lie sends a few of ICE's checks to a stranger, as a false offer would.
type reflectors struct {
	e *Endpoint

	mu      sync.Mutex
	tried   []*reflection // in the order of their links
	changed chan struct{} // closed and replaced with each answer and each silence
}

// reflection is what is known of one linked peer.
type reflection struct {
	of     *connection
	at     netip.AddrPort // where it is asked
	since  time.Time      // of the last question; zero: it has to be asked
	asking bool
	useful bool // it answered, and a router lies between
	plain  bool // it answered, and none does
}

// add takes in a link that has come up, and asks it if it may help.
func (r *reflectors) add(c *connection) {
	c.mu.Lock()
	pc, path := c.pc, c.route.path
	c.mu.Unlock()
	_, at, ok := chosen(pc)
	if !ok || !link.Public(at.Addr()) || path == nil || !path.Direct(time.Now()) {
		return
	}
	r.mu.Lock()
	r.tried = append(r.tried, &reflection{of: c, at: netip.AddrPortFrom(at.Addr().Unmap(), at.Port())})
	r.mu.Unlock()
	r.next(time.Now())
}

// next forgets links that have ended, and asks others while too few help.
func (r *reflectors) next(now time.Time) {
	for _, t := range r.due(now) {
		r.ask(t)
	}
}

// due returns the peers to ask now, and notes that they are asked. Where one answer tells that there is no
// router, no others are asked at addresses of its kind.
func (r *reflectors) due(now time.Time) (ask []*reflection) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tried = slices.DeleteFunc(r.tried, func(t *reflection) bool { return t.of.is(closing) })
	useful, asking, four, six := 0, 0, false, false
	for _, t := range r.tried {
		switch {
		case t.asking:
			asking++
		case now.Sub(t.since) > reflectorAgain:
			ask = append(ask, t)
		case t.useful:
			useful++
		case t.plain:
			four, six = four || t.at.Addr().Is4(), six || t.at.Addr().Is6()
		}
	}
	ask = slices.DeleteFunc(ask, func(t *reflection) bool { return four && t.at.Addr().Is4() || six && t.at.Addr().Is6() })
	if useful >= reflectorsAtMost {
		ask = nil
	}
	ask = ask[:min(len(ask), max(0, reflectorsAsked-asking))]
	for _, t := range ask {
		t.asking, t.since = true, now
	}
	return ask
}

// ask puts a question.
func (r *reflectors) ask(t *reflection) {
	working := r.e.goWork(reflectorTime, func(ctx context.Context) {
		router, err := r.e.socket.ask(ctx, t.at)
		r.learn(t, router && err == nil, !router && err == nil)
		r.e.log.Debug("a peer was asked for this one's outer address", "peer", t.of.Peer().Short(), "useful", router, "why", err)
	})
	if !working {
		r.learn(t, false, false)
	}
}

// learn notes what became of a question.
func (r *reflectors) learn(t *reflection, useful, plain bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t.asking, t.useful, t.plain = false, useful, plain
	close(r.changed)
	r.changed = make(chan struct{})
}

// places returns where connections may ask. others tells that there is another STUN server.
func (r *reflectors) places(others bool, now time.Time) (all []netip.AddrPort) {
	most := reflectorsAtMost
	if others {
		most--
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.tried {
		if t.useful && len(all) < most && t.there(now) {
			all = append(all, t.at)
		}
	}
	return all
}

// wait waits a short while for the first answer, if nothing else tells outer addresses.
func (r *reflectors) wait(ctx context.Context) {
	if len(r.e.servers) > 0 || len(r.e.furtherSTUN()) > 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, reflectorWait)
	defer cancel()
	for {
		r.mu.Lock()
		hopeful, changed := r.hopeful(time.Now()), r.changed
		r.mu.Unlock()
		if !hopeful {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// hopeful reports whether it is worth to wait for the first answer; mu is held.
func (r *reflectors) hopeful(now time.Time) bool {
	asking, silent := false, 0
	for _, t := range r.tried {
		switch {
		case t.useful || t.plain:
			return false
		case t.asking:
			asking = asking || now.Sub(t.since) < reflectorWait
		case !t.since.IsZero():
			silent++
		}
	}
	return asking && silent < silentMost
}

// doubt has the useful peers asked again: a connection has waited for a STUN server in vain.
func (r *reflectors) doubt(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.tried {
		if t.useful && now.Sub(t.since) > doubtedAgain {
			t.since = time.Time{}
		}
	}
}

// there reports whether the peer's link is up and does not lag.
func (t *reflection) there(now time.Time) bool {
	c := t.of
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state == up && now.Sub(c.lastHeard()) <= link.LagAfter*c.life.quietness.patience(now)
}

// stunServers returns the servers that tell connections their outer addresses.
func (e *Endpoint) stunServers() []pion.ICEServer {
	servers := slices.Clip(e.servers)
	add := func(at string) { servers = append(servers, pion.ICEServer{URLs: []string{"stun:" + at}}) }
	for _, at := range e.furtherSTUN() {
		add(at)
	}
	for _, at := range e.mirrors.places(len(servers) > 0, time.Now()) {
		add(at.String())
	}
	return servers
}

// furtherSTUN returns the servers of Options.STUN.
func (e *Endpoint) furtherSTUN() []string {
	if e.options.STUN == nil {
		return nil
	}
	return e.options.STUN()
}

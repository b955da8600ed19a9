package memory

import (
	"errors"
	"slices"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
)

var (
	// ErrNoAnswer reports that the peer was not reached within DialTimeout.
	ErrNoAnswer = errors.New("memory: the peer does not answer")
	// ErrSelf reports that a node dialled itself.
	ErrSelf = errors.New("memory: that is this node itself")
)

// RefusedError is why the other side, or this one, would not link.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "refused: " + e.Reason }

// Node is one process of the network.
type Node struct {
	net     *Network
	id      key.ID
	info    link.Info
	handler link.Handler
	crashed bool
	asleep  bool
	links   map[key.ID]*Link
	dials   map[key.ID]*dial
}

// dial is an attempt to link with a peer. done is called when there is a link, whichever side dialled.
type dial struct {
	until time.Time
	done  []func(error)
}

// ID is the node's identity.
func (n *Node) ID() key.ID { return n.id }

// Links returns the links that are up, in the order of the peers' ids.
func (n *Node) Links() []link.Link {
	n.net.mu.Lock()
	defer n.net.mu.Unlock()
	var links []link.Link
	for _, l := range n.links {
		if l.state == up {
			links = append(links, l)
		}
	}
	slices.SortFunc(links, func(a, b link.Link) int {
		if a.Peer().Less(b.Peer()) {
			return -1
		}
		return 1
	})
	return links
}

// Dial starts to link with a peer. done, which may be nil, is called from the network once: with nil after
// LinkUp (at once if there is a link), else with ErrNoAnswer, ErrSelf or a RefusedError. When both sides
// dial, the dial of the lesser id wins.
func (n *Node) Dial(peer key.ID, done func(error)) {
	if done == nil {
		done = func(error) {}
	}
	net := n.net
	net.mu.Lock()
	defer net.mu.Unlock()
	at := net.Now()
	l := n.links[peer]
	switch d := n.dials[peer]; {
	case n.crashed:
	case peer == n.id:
		net.at(at, func() func() { return func() { done(ErrSelf) } })
	case l != nil && l.state == up:
		net.at(at, func() func() { return func() { done(nil) } })
	case d != nil:
		d.done = append(d.done, done)
	default:
		d = &dial{until: at.Add(DialTimeout), done: []func(error){done}}
		n.dials[peer] = d
		net.at(at, func() func() { return n.request(peer, d) })
	}
}

// request sends the first of three messages, repeatedly until the dial ends; mu is held.
func (n *Node) request(peer key.ID, d *dial) func() {
	net := n.net
	if n.crashed || n.dials[peer] != d {
		return nil
	}
	if net.Now().After(d.until) {
		return n.linked(peer, ErrNoAnswer)
	}
	to := net.lane(n.id, peer)
	if t, lost := to.stream(net.Now(), 1); lost == 0 {
		net.at(t, func() func() {
			if other := net.nodes[peer]; other != nil {
				return other.knocked(n, d)
			}
			return nil
		})
	}
	net.at(net.Now().Add(to.timeout(0)+2*to.Delay), func() func() { return n.request(peer, d) })
	return nil
}

// knocked answers a dial; mu is held.
func (n *Node) knocked(from *Node, d *dial) func() {
	net := n.net
	refuse := func(reason string) {
		if t, lost := net.lane(n.id, from.id).stream(net.Now(), len(reason)); lost == 0 {
			net.at(t, func() func() { return from.linked(n.id, &RefusedError{reason}) })
		}
	}
	if from.dials[n.id] != d || n.asleep {
		return nil
	}
	if why := link.Refuse(n.info, from.info); why != "" {
		refuse(why)
		return nil
	}
	if n.dials[from.id] != nil && n.id.Less(from.id) {
		return nil // both dial: ours wins
	}
	var call func()
	if old := n.links[from.id]; old != nil {
		if old.twin.node == from && old.state == up && old.twin.state != gone {
			return nil // the link exists; the other side will learn it
		}
		if old.twin.node != from || old.state != opening {
			call = old.end("the peer started again")
		}
	}
	near := n.links[from.id]
	if near == nil {
		near = &Link{net: net, node: n, peer: from.id, info: from.info}
		far := &Link{net: net, node: from, peer: n.id, info: n.info, twin: near}
		near.twin = far
		near.in.waiting, far.in.waiting = map[uint64]part{}, map[uint64]part{}
		n.links[from.id] = near
		// a dialler that is never heard again
		net.at(net.Now().Add(DialTimeout+link.DeadAfter), func() func() {
			if near.state == opening {
				return near.end("")
			}
			return nil
		})
	}
	if t, lost := net.lane(n.id, from.id).stream(net.Now(), 1); lost == 0 {
		net.at(t, func() func() { return from.opened(near.twin) })
	}
	return call
}

// opened is the dialler's hearing that the other side made its end; mu is held.
func (n *Node) opened(l *Link) func() {
	if n.crashed || n.asleep || l.state != opening || l.twin.state == gone || n.dials[l.peer] == nil {
		return nil
	}
	var call func()
	if old := n.links[l.peer]; old != nil && old != l {
		call = old.end("the peer started again")
	}
	n.links[l.peer] = l
	l.stream(1, part{act: func(to *Link) func() { return to.begin() }})
	begin := l.begin()
	return func() {
		if call != nil {
			call()
		}
		if begin != nil {
			begin()
		}
	}
}

// linked ends the dial of a peer, if there is one, and returns the calls to make; mu is held.
func (n *Node) linked(peer key.ID, err error) func() {
	d := n.dials[peer]
	if d == nil || n.crashed {
		return func() {}
	}
	delete(n.dials, peer)
	return func() {
		for _, done := range d.done {
			done(err)
		}
	}
}

// Close ends all links politely.
func (n *Node) Close(reason string) {
	for _, l := range n.Links() {
		l.Close(reason)
	}
}

// Suspend lets the machine of a process sleep, or wake. Asleep it receives nothing, packets to it are lost,
// and it sends nothing, keep-alives included.
func (n *Network) Suspend(id key.ID, asleep bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if node := n.nodes[id]; node != nil {
		node.asleep = asleep
	}
}

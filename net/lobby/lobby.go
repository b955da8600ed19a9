// Package lobby lets the peers of a world find its match rooms, and carries the messages of each room over
// the links that the world has.
//
// A room is a small world of its own with a genesis and a host (net/host), so a room's messages are those of
// any world. A peer is in a room from Enter to Leave. Two linked peers that are both in a room have a link of
// that room: what is sent over it is wrapped. Rooms that a peer is in are announced to all linked peers, with
// what an announcement can show of them; peers pass announcements on, so that rooms are found over several
// links. An announcement proves nothing but that a room may exist: who enters it checks the genesis.
//
// # Messages
//
// All are of the kind wire.Lobby, and go on with u8:
//
//	1 rooms     a list of announcements, stream: u8 hops, u8 age in tenths of a second, and the rest as
//	            Listing.append writes it
//	2 in        the rooms that the sender is in (32 bytes each), all of them; stream
//	3 message   u64 room (the first bytes of its id), and a message of the room; either channel
package lobby

import (
	"encoding/binary"
	"slices"
	"sync"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

const (
	// MaxRooms is how many rooms a lobby knows, and MaxOwn how many a peer is in.
	MaxRooms, MaxOwn = 64, 8
	// Every is how often the rooms that this peer is in are announced, and Expires how long an announcement
	// lasts.
	Every, Expires = 2 * time.Second, 10 * time.Second
	// MaxHops is over how many links an announcement is passed on.
	MaxHops = 3
	// perPeer is how many rooms a peer's announcements can keep here.
	perPeer = 16

	rooms   = 1
	within  = 2
	message = 3
	// wrapping is how many bytes a message of a room gets.
	wrapping = 1 + 1 + 8
)

// Lobby is the rooms of a world as one peer sees them. Its methods may be called from any goroutine. It is a
// link.Handler for messages of the kind wire.Lobby.
type Lobby struct {
	me  key.ID
	now func() time.Time

	mu    sync.Mutex
	peers map[key.ID]*peer
	own   map[store.WorldID]*own
	heard map[store.WorldID]*heard
	told  time.Time // when the own rooms were announced last
}

// peer is a linked peer.
type peer struct {
	link link.Link
	in   []store.WorldID // the rooms that it says it is in
}

// own is a room that this peer is in.
type own struct {
	id      store.WorldID
	handler link.Handler
	listing Listing
	links   map[key.ID]*roomLink
}

// heard is what an announcement told.
type heard struct {
	listing Listing
	from    key.ID
	hops    uint8
	at      time.Time
}

// New returns the lobby of a peer. now is the time; nil: the clock.
func New(me key.ID, now func() time.Time) *Lobby {
	if now == nil {
		now = time.Now
	}
	return &Lobby{me: me, now: now, peers: map[key.ID]*peer{}, own: map[store.WorldID]*own{}, heard: map[store.WorldID]*heard{}}
}

// short is how a message names its room.
func short(id store.WorldID) uint64 { return binary.LittleEndian.Uint64(id[:]) }

// Enter begins to carry a room's messages: h is told of links to peers that are in the room, as of those of
// a world. It reports whether this peer is in fewer than MaxOwn rooms.
func (l *Lobby) Enter(id store.WorldID, h link.Handler) bool {
	l.mu.Lock()
	if l.own[id] != nil || len(l.own) >= MaxOwn {
		l.mu.Unlock()
		return false
	}
	l.own[id] = &own{id: id, handler: h, listing: Listing{Room: id}, links: map[key.ID]*roomLink{}}
	l.tellWithin()
	events := l.match()
	l.mu.Unlock()
	events.happen()
	return true
}

// Leave ends it: links of the room go down.
func (l *Lobby) Leave(id store.WorldID) {
	l.mu.Lock()
	o := l.own[id]
	if o == nil {
		l.mu.Unlock()
		return
	}
	delete(l.own, id)
	l.tellWithin()
	var events events
	for _, r := range o.links {
		events.down(o.handler, r, "left the room")
	}
	l.mu.Unlock()
	events.happen()
}

// Describe says what is announced of a room that this peer is in.
func (l *Lobby) Describe(x Listing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if o := l.own[x.Room]; o != nil && x.valid() {
		if o.listing.news(&x) {
			l.told = time.Time{}
		}
		o.listing = x
	}
}

// Rooms returns what is known of the rooms of the world, those of this peer first, each group by title.
func (l *Lobby) Rooms() (list []Listing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expire()
	for _, o := range l.own {
		if o.listing.Engine != "" {
			x := o.listing
			x.Here = true
			list = append(list, x)
		}
	}
	for id, h := range l.heard {
		if l.own[id] == nil {
			list = append(list, h.listing)
		}
	}
	slices.SortFunc(list, Listing.compare)
	return list
}

// Needs returns peers without a link that are said to be in a room: a dialler tries them when this peer
// wants to enter it.
func (l *Lobby) Needs(id store.WorldID) (list []key.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.heard[id]; h != nil {
		for _, m := range h.listing.Members {
			if m != l.me && l.peers[m] == nil {
				list = append(list, m)
			}
		}
	}
	return list
}

// LinkUp is link.Handler's.
func (l *Lobby) LinkUp(k link.Link) {
	l.mu.Lock()
	old := l.peers[k.Peer()]
	var events events
	if old != nil {
		events = l.lose(k.Peer(), "replaced by a newer link")
	}
	l.peers[k.Peer()] = &peer{link: k}
	k.Send(link.Stream, l.withinMessage())
	k.Send(link.Stream, l.announcement())
	l.mu.Unlock()
	events.happen()
}

// LinkDown is link.Handler's.
func (l *Lobby) LinkDown(k link.Link, reason string) {
	l.mu.Lock()
	var events events
	if p := l.peers[k.Peer()]; p != nil && p.link == k {
		events = l.lose(k.Peer(), reason)
		delete(l.peers, k.Peer())
	}
	l.mu.Unlock()
	events.happen()
}

// lose ends the links of all rooms to a peer.
func (l *Lobby) lose(id key.ID, reason string) (events events) {
	for _, o := range l.own {
		if r := o.links[id]; r != nil {
			delete(o.links, id)
			events.down(o.handler, r, reason)
		}
	}
	return events
}

// Receive is link.Handler's. A message that makes no sense is dropped.
func (l *Lobby) Receive(k link.Link, c link.Channel, b []byte) {
	if len(b) < 2 || wire.Kind(b[0]) != wire.Lobby {
		return
	}
	switch b[1] {
	case rooms:
		l.hear(k, b[2:])
	case within:
		l.learn(k, b[2:])
	case message:
		if len(b) <= wrapping {
			return
		}
		l.mu.Lock()
		h, r := l.linkOf(binary.LittleEndian.Uint64(b[2:]), k)
		l.mu.Unlock()
		if r != nil {
			h.Receive(r, c, b[wrapping:])
		}
	}
}

// linkOf returns the link of a room to the peer of a link.
func (l *Lobby) linkOf(room uint64, k link.Link) (link.Handler, *roomLink) {
	for id, o := range l.own {
		if r := o.links[k.Peer()]; short(id) == room && r != nil && r.Link == k {
			return o.handler, r
		}
	}
	return nil, nil
}

// learn takes the rooms that a peer is in.
func (l *Lobby) learn(k link.Link, b []byte) {
	l.mu.Lock()
	p := l.peers[k.Peer()]
	if p == nil || p.link != k || len(b)%32 != 0 || len(b)/32 > MaxOwn {
		l.mu.Unlock()
		return
	}
	p.in = nil
	for ; len(b) > 0; b = b[32:] {
		p.in = append(p.in, store.WorldID(b[:32]))
	}
	events := l.match()
	l.mu.Unlock()
	events.happen()
}

// match makes links of rooms between this peer and those that are in one of its rooms, and ends the others.
func (l *Lobby) match() (events events) {
	for _, o := range l.own {
		for id, p := range l.peers {
			r, both := o.links[id], slices.Contains(p.in, o.id)
			switch {
			case both && r == nil:
				r = &roomLink{Link: p.link, room: o.id}
				o.links[id] = r
				events.up(o.handler, r)
			case !both && r != nil:
				delete(o.links, id)
				events.down(o.handler, r, "left the room")
			}
		}
	}
	return events
}

func (l *Lobby) withinMessage() []byte {
	b := []byte{byte(wire.Lobby), within}
	for id := range l.own {
		b = append(b, id[:]...)
	}
	return b
}

// tellWithin tells all linked peers which rooms this peer is in.
func (l *Lobby) tellWithin() {
	b := l.withinMessage()
	for _, p := range l.peers {
		p.link.Send(link.Stream, b)
	}
}

package lobby

import (
	"slices"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// Before returns a handler of links that gives the lobby its messages, and everything else to next. Both are
// told of links.
func (l *Lobby) Before(next link.Handler) link.Handler { return &filter{l, next} }

// filter is a handler before another.
type filter struct {
	lobby *Lobby
	next  link.Handler
}

// LinkUp is link.Handler's. The world comes first: a room's host asks who is linked in it.
func (f *filter) LinkUp(k link.Link) {
	f.next.LinkUp(k)
	f.lobby.LinkUp(k)
}

// LinkDown is link.Handler's.
func (f *filter) LinkDown(k link.Link, reason string) {
	f.lobby.LinkDown(k, reason)
	f.next.LinkDown(k, reason)
}

// Receive is link.Handler's.
func (f *filter) Receive(k link.Link, c link.Channel, b []byte) {
	if len(b) > 0 && wire.Kind(b[0]) == wire.Lobby {
		f.lobby.Receive(k, c, b)
		return
	}
	f.next.Receive(k, c, b)
}

// Wanted returns the peers of the rooms that this peer is in, linked or not: a dialler makes their links, and
// keeps them.
func (l *Lobby) Wanted() (list []key.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	add := func(id key.ID) {
		if id != l.me && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	for id, o := range l.own {
		for peer := range o.links {
			add(peer)
		}
		if h := l.heard[id]; h != nil {
			for _, m := range h.listing.Members {
				add(m)
			}
		}
	}
	slices.SortFunc(list, func(a, b key.ID) int { return slices.Compare(a[:], b[:]) })
	return list
}

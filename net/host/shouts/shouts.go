// Package shouts gives players' messages to the whole world to all peers.
//
// A shout (see net/shout) goes to all links of its author. The voters of home, which every peer is linked
// with, pass it on once; where islands are shared out, every peer does. A newcomer is given the shouts of the
// last shoutNews.
package shouts

import (
	"errors"
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/key"
	"manyhold/net/shout"
	"manyhold/net/wire"
)

const (
	// shoutNews is the greatest age of a shout that is given to a newcomer.
	shoutNews = time.Minute
	// ShoutBurst shouts of one link are handled at once, then one every shoutEvery; more are dropped and
	// counted. That is enough for all players of an island to shout at once.
	ShoutBurst, shoutEvery = 64, time.Second / 16
)

// ErrBarred says that the world's charter bans the player, or has sent it out.
var ErrBarred = errors.New("shouts: this player is banned from the world")

// Home is home, as shouts need it.
type Home interface {
	// World is the world's id; the error says that it is not known yet.
	World() (id [32]byte, err error)
	// MayAct reports whether the charter lets a player take part.
	MayAct(player key.ID) bool
	// Votes reports whether this peer votes on home.
	Votes() bool
	// Turn is the last turn of home that is known here.
	Turn() uint64
	// Refused counts a shout that was not believed.
	Refused()
}

// Shouts holds a world's shouts.
type Shouts struct {
	hub  *links.Hub
	home Home
	on   func(shout.Heard) // is told of each; nil: nobody is
	Book *shout.Book
	due  time.Time // when newcomers are looked for next
	all  bool      // linked peers get shouts: there are no newcomers
	told []shout.Heard
	by   map[key.ID]*shouter // linked peers
}

// shouter is the memory of the shouts of a linked peer.
type shouter struct {
	Hailed bool      // it gets shouts
	next   time.Time // when its shouts will be handled, at shoutEvery each
}

// New returns the shouts of a world. on, if not nil, is told of each.
func New(h *links.Hub, home Home, on func(shout.Heard)) *Shouts {
	return &Shouts{hub: h, home: home, on: on, by: map[key.ID]*shouter{}}
}

// Opened returns the book; the error says that the world is not known yet.
func (s *Shouts) Opened() (*shout.Book, error) {
	id, err := s.home.World()
	if err != nil {
		return nil, err
	}
	if s.Book == nil {
		s.Book = shout.NewBook(id)
	}
	return s.Book, nil
}

// Of returns the memory of a linked peer.
func (s *Shouts) Of(k key.ID) *shouter {
	l := s.by[k]
	if l == nil {
		l = &shouter{}
		s.by[k] = l
	}
	return l
}

// Forget forgets a peer whose link came or went.
func (s *Shouts) Forget(k key.ID) {
	delete(s.by, k)
	s.all = false
}

// Say sends a shout to the whole world from this peer's player, under the given name. Errors are ErrBarred,
// that of Home.World, and those of shout.Book.Say.
func (s *Shouts) Say(name, words string) error {
	b, err := s.Opened()
	if err != nil {
		return err
	}
	if !s.home.MayAct(s.hub.Me) {
		return ErrBarred
	}
	h, err := b.Say(s.hub.Now, s.hub.Key, name, s.home.Turn(), words)
	if err != nil {
		return err
	}
	s.heard(h, key.ID{})
	return nil
}

// heard reports a shout, and passes it on where that is this peer's task; from is the peer that sent it, zero
// for this peer's own shout.
func (s *Shouts) heard(h shout.Heard, from key.ID) {
	s.told = append([]shout.Heard(nil), s.Book.Heard()...)
	if s.on != nil {
		s.on(h)
	}
	if h.Author != s.hub.Me && !s.hub.Shares() && !s.home.Votes() {
		return
	}
	b := h.Append([]byte{byte(wire.Shout)})
	for _, l := range s.hub.Peers.Values() {
		if l.Key != from && l.Key != h.Author && s.Of(l.Key).Hailed {
			s.hub.Send(l.Key, slices.Clone(b))
		}
	}
}

// List lists the recent shouts. The list is not changed later.
func (s *Shouts) List() []shout.Heard { return s.told }

// Receive takes a shout that a linked peer brings.
func (s *Shouts) Receive(from key.ID, b []byte) {
	book, err := s.Opened()
	if err != nil || s.hub.Peers.Get(from) == nil {
		return // a newcomer gets the recent shouts
	}
	said, err := shout.Decode(b[1:])
	if err != nil {
		s.hub.Counters[counter.Garbage]++
		return
	}
	if book.Known(&said) {
		return
	}
	l := s.Of(from)
	if l.next.After(s.hub.Now.Add((ShoutBurst - 1) * shoutEvery)) {
		s.home.Refused()
		return
	}
	if l.next.Before(s.hub.Now) {
		l.next = s.hub.Now
	}
	l.next = l.next.Add(shoutEvery)
	if !s.home.MayAct(said.Author) {
		s.home.Refused()
		return
	}
	h, err := book.Take(s.hub.Now, s.home.Turn(), said)
	if err != nil {
		s.home.Refused()
		return
	}
	s.heard(h, from)
}

// GreetNewcomers gives newcomers the recent shouts; from then on they get the later ones as they come.
func (s *Shouts) GreetNewcomers() {
	if s.all || s.hub.Now.Before(s.due) {
		return
	}
	if _, err := s.Opened(); err != nil {
		return
	}
	s.due, s.all = s.hub.Now.Add(time.Second/4), true
	for _, p := range s.hub.Peers.Values() {
		l := s.Of(p.Key)
		if l.Hailed {
			continue
		}
		if !p.Greeted || p.Said.Epoch == 0 && !p.Said.Idle {
			s.all = false
			continue
		}
		l.Hailed = true
		for _, h := range s.Book.Heard() {
			if s.hub.Now.Sub(h.At) <= shoutNews {
				s.hub.Send(p.Key, h.Append([]byte{byte(wire.Shout)}))
			}
		}
	}
}

package host

import (
	"errors"
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/key"
	"manyhold/net/shout"
	"manyhold/net/wire"
)

// A shout is a player's message to the whole world (see net/shout). It goes to all links of its author. The
// voters of home, which every peer is linked with, pass it on once; where islands are shared out, every peer
// does. A newcomer is given the shouts of the last shoutNews.

const (
	// shoutNews is the greatest age of a shout that is given to a newcomer.
	shoutNews = time.Minute
	// shoutBurst shouts of one link are handled at once, then one every shoutEvery; more are dropped and
	// counted. That is enough for all players of an island to shout at once.
	shoutBurst, shoutEvery = 64, time.Second / 16
)

// ErrBarred says that the world's charter bans the player, or has sent it out.
var ErrBarred = errors.New("host: this player is banned from the world")

// shoutHome is home, as shouts need it.
type shoutHome interface {
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

// shouts holds a world's shouts.
type shouts struct {
	hub  *hub
	home shoutHome
	on   func(shout.Heard) // is told of each; nil: nobody is
	book *shout.Book
	due  time.Time // when newcomers are looked for next
	told []shout.Heard
	by   map[key.ID]*shouter // linked peers
}

// shouter is what shouts remember of a linked peer.
type shouter struct {
	hailed bool      // it gets shouts
	next   time.Time // when its shouts will be handled, at shoutEvery each
}

// newShouts returns the shouts of a world. on, if not nil, is told of each.
func newShouts(h *hub, home shoutHome, on func(shout.Heard)) *shouts {
	return &shouts{hub: h, home: home, on: on, by: map[key.ID]*shouter{}}
}

// opened returns the book; the error says that the world is not known yet.
func (s *shouts) opened() (*shout.Book, error) {
	id, err := s.home.World()
	if err != nil {
		return nil, err
	}
	if s.book == nil {
		s.book = shout.NewBook(id)
	}
	return s.book, nil
}

// of returns what is remembered of a linked peer.
func (s *shouts) of(k key.ID) *shouter {
	l := s.by[k]
	if l == nil {
		l = &shouter{}
		s.by[k] = l
	}
	return l
}

// forget forgets a peer whose link came or went.
func (s *shouts) forget(k key.ID) { delete(s.by, k) }

// say sends a shout to the whole world from this peer's player, under the given name. Errors are ErrBarred,
// that of Home.World, and those of shout.Book.Say.
func (s *shouts) say(name, words string) error {
	b, err := s.opened()
	if err != nil {
		return err
	}
	if !s.home.MayAct(s.hub.me) {
		return ErrBarred
	}
	h, err := b.Say(s.hub.now, s.hub.key, name, s.home.Turn(), words)
	if err != nil {
		return err
	}
	s.heard(h, key.ID{})
	return nil
}

// heard reports a shout, and passes it on where that is this peer's task; from is the peer that sent it, zero
// for this peer's own shout.
func (s *shouts) heard(h shout.Heard, from key.ID) {
	s.told = append([]shout.Heard(nil), s.book.Heard()...)
	if s.on != nil {
		s.on(h)
	}
	if h.Author != s.hub.me && !s.hub.shares() && !s.home.Votes() {
		return
	}
	b := h.Append([]byte{byte(wire.Shout)})
	for _, l := range s.hub.links.Values() {
		if l.key != from && l.key != h.Author && s.of(l.key).hailed {
			s.hub.send(l.key, slices.Clone(b))
		}
	}
}

// list lists the recent shouts. The list is not changed later.
func (s *shouts) list() []shout.Heard { return s.told }

// receive takes a shout that a linked peer brings.
func (s *shouts) receive(from key.ID, b []byte) {
	book, err := s.opened()
	if err != nil || s.hub.links.Get(from) == nil {
		return // a newcomer gets the recent shouts
	}
	said, err := shout.Decode(b[1:])
	if err != nil {
		s.hub.counters[counter.Garbage]++
		return
	}
	if book.Known(&said) {
		return
	}
	l := s.of(from)
	if l.next.After(s.hub.now.Add((shoutBurst - 1) * shoutEvery)) {
		s.home.Refused()
		return
	}
	if l.next.Before(s.hub.now) {
		l.next = s.hub.now
	}
	l.next = l.next.Add(shoutEvery)
	if !s.home.MayAct(said.Author) {
		s.home.Refused()
		return
	}
	h, err := book.Take(s.hub.now, s.home.Turn(), said)
	if err != nil {
		s.home.Refused()
		return
	}
	s.heard(h, from)
}

// greetNewcomers gives newcomers the recent shouts; from then on they get the later ones as they come.
func (s *shouts) greetNewcomers() {
	if s.hub.now.Before(s.due) {
		return
	}
	if _, err := s.opened(); err != nil {
		return
	}
	s.due = s.hub.now.Add(time.Second / 4)
	for _, p := range s.hub.links.Values() {
		l := s.of(p.key)
		if l.hailed || !p.greeted || p.said.Epoch == 0 && !p.said.Idle {
			continue
		}
		l.hailed = true
		for _, h := range s.book.Heard() {
			if s.hub.now.Sub(h.At) <= shoutNews {
				s.hub.send(p.key, h.Append([]byte{byte(wire.Shout)}))
			}
		}
	}
}

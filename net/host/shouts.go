package host

import (
	"context"
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

// shouts holds a world's shouts.
type shouts struct {
	part
	book *shout.Book
	due  time.Time // when newcomers are looked for next
	told []shout.Heard
}

// opened returns the book, or nil while the world is not known.
func (s *shouts) opened() *shout.Book {
	h := s.world.islands.home()
	if (h.machine == nil || len(h.ancestry.records) == 0) && !h.idle {
		return nil
	}
	if s.book == nil {
		s.book = shout.NewBook(h.genesis.ID())
	}
	return s.book
}

// Shout sends a shout to the whole world from this peer's player, under the given name. Errors are
// ErrNoWorld, ErrBarred and those of shout.Book.Say.
func (w *World) Shout(now time.Time, name, words string) error {
	w.at(now)
	b := w.shouts.opened()
	if b == nil {
		return ErrNoWorld
	}
	if !w.islands.home().policy.mayAct(w.me) {
		return ErrBarred
	}
	h, err := b.Say(w.now, w.options.Key, name, w.directory.homeTurn(), words)
	if err != nil {
		return err
	}
	w.shouts.heard(h, key.ID{})
	return nil
}

// ErrBarred says that the world's charter bans the player, or has sent it out.
var ErrBarred = errors.New("host: this player is banned from the world")

// heard reports a shout, and passes it on where that is this peer's task; from is the peer that sent it, zero
// for this peer's own shout.
func (s *shouts) heard(h shout.Heard, from key.ID) {
	s.told = append([]shout.Heard(nil), s.book.Heard()...)
	if s.options.On.Shout != nil {
		s.options.On.Shout(h)
	}
	if h.Author != s.me && !s.shares() && !s.world.islands.home().ancestry.last().Votes(s.me) {
		return
	}
	b := h.Append([]byte{byte(wire.Shout)})
	for _, l := range s.links.Values() {
		if l.key != from && l.key != h.Author && l.hailed {
			s.send(l.key, slices.Clone(b))
		}
	}
}

// receive takes a shout that a linked peer brings.
func (w *shouts) receive(from key.ID, b []byte) {
	l, book := w.links.Get(from), w.opened()
	if l == nil || book == nil {
		return // a newcomer gets the recent shouts
	}
	s, err := shout.Decode(b[1:])
	if err != nil {
		w.counters[counter.Garbage]++
		return
	}
	if book.Known(&s) {
		return
	}
	if l.shouts.After(w.now.Add((shoutBurst - 1) * shoutEvery)) {
		w.world.islands.home().counters[counter.Shouts]++
		return
	}
	if l.shouts.Before(w.now) {
		l.shouts = w.now
	}
	l.shouts = l.shouts.Add(shoutEvery)
	if !w.world.islands.home().policy.mayAct(s.Author) {
		w.world.islands.home().counters[counter.Shouts]++
		return
	}
	h, err := book.Take(w.now, w.world.directory.homeTurn(), s)
	if err != nil {
		w.world.islands.home().counters[counter.Shouts]++
		return
	}
	w.heard(h, from)
}

// greetNewcomers gives newcomers the recent shouts; from then on they get the later ones as they come.
func (s *shouts) greetNewcomers() {
	if s.now.Before(s.due) || s.opened() == nil {
		return
	}
	s.due = s.now.Add(time.Second / 4)
	for _, l := range s.links.Values() {
		if l.hailed || !l.greeted || l.said.Epoch == 0 && !l.said.Idle {
			continue
		}
		l.hailed = true
		for _, h := range s.book.Heard() {
			if s.now.Sub(h.At) <= shoutNews {
				s.send(l.key, h.Append([]byte{byte(wire.Shout)}))
			}
		}
	}
}

// Shout sends a shout to the whole world from this process' player, under the given name. Errors are those of
// World.Shout, ErrStopped and the context's.
func (h *Host) Shout(ctx context.Context, name, words string) error {
	return h.ask(ctx, func(now time.Time) error { return h.world.Shout(now, name, words) })
}

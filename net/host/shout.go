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

// What a player says to the whole world (see net/shout) goes to all links of its author; the voters of home, to whom
// everybody is linked, pass it on to theirs, once; where the world is shared out, everybody does. Who comes later is given what was said within shoutNews.

const (
	// shoutNews is how old what was said may be to be given to somebody who has just come.
	shoutNews = time.Minute
	// Of one link shoutBurst shouts are looked at, then one every shoutEvery; what is more is dropped and counted. It is
	// enough for all of an island to speak at once.
	shoutBurst, shoutEvery = 64, time.Second / 16
)

// shouts is what a world knows of what was said to it.
type shouts struct {
	book *shout.Book
	due  time.Time // when newcomers are looked for next
	told []shout.Heard
}

// shouted returns the book, or nil while the world is not known.
func (w *World) shouted() *shout.Book {
	h := w.home()
	if (h.machine == nil || len(h.records) == 0) && !h.resting {
		return nil
	}
	if w.shouts.book == nil {
		w.shouts.book = shout.NewBook(h.genesis.ID())
	}
	return w.shouts.book
}

// Shout says something to the whole world as this peer's player, who is called name. Errors are ErrNoWorld, ErrBarred
// and those of shout.Book.Say.
func (w *World) Shout(now time.Time, name, words string) error {
	w.at(now)
	b := w.shouted()
	if b == nil {
		return ErrNoWorld
	}
	if !w.home().policy.mayAct(w.me) {
		return ErrBarred
	}
	h, err := b.Say(w.now, w.options.Key, name, w.homeTurn(), words)
	if err != nil {
		return err
	}
	w.hearShout(h, key.ID{})
	return nil
}

// ErrBarred says that the world's charter bans the player, or has sent it out.
var ErrBarred = errors.New("host: this player is banned from the world")

// hearShout tells of a shout, and passes it on where that is this peer's part; from is who brought it, zero for its
// author.
func (w *World) hearShout(h shout.Heard, from key.ID) {
	w.shouts.told = append([]shout.Heard(nil), w.shouts.book.Heard()...)
	if w.options.OnShout != nil {
		w.options.OnShout(h)
	}
	if h.Author != w.me && !w.shares() && !w.home().last().Votes(w.me) {
		return
	}
	b := h.Append([]byte{byte(wire.Shout)})
	for _, l := range w.links.Values() {
		if l.key != from && l.key != h.Author && l.hailed {
			w.send(l.key, slices.Clone(b))
		}
	}
}

// receiveShout takes a shout that a linked peer brings.
func (w *World) receiveShout(from key.ID, b []byte) {
	l, book := w.links.Get(from), w.shouted()
	if l == nil || book == nil {
		return // a newcomer is given what is news
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
		w.home().counters[counter.Shouts]++
		return
	}
	if l.shouts.Before(w.now) {
		l.shouts = w.now
	}
	l.shouts = l.shouts.Add(shoutEvery)
	if !w.home().policy.mayAct(s.Author) {
		w.home().counters[counter.Shouts]++
		return
	}
	h, err := book.Take(w.now, w.homeTurn(), s)
	if err != nil {
		w.home().counters[counter.Shouts]++
		return
	}
	w.hearShout(h, from)
}

// hail gives those who have come into the world what is news; from then on they are told what comes.
func (w *World) hail() {
	if w.now.Before(w.shouts.due) || w.shouted() == nil {
		return
	}
	w.shouts.due = w.now.Add(time.Second / 4)
	for _, l := range w.links.Values() {
		if l.hailed || !l.greeted || l.said.Epoch == 0 && !l.said.Rests {
			continue
		}
		l.hailed = true
		for _, h := range w.shouts.book.Heard() {
			if w.now.Sub(h.At) <= shoutNews {
				w.send(l.key, h.Append([]byte{byte(wire.Shout)}))
			}
		}
	}
}

// Shout says something to the whole world as the player of this process, who is called name. Errors are those of
// World.Shout, ErrStopped and the context's.
func (h *Host) Shout(ctx context.Context, name, words string) error {
	return h.ask(ctx, func(now time.Time) error { return h.world.Shout(now, name, words) })
}

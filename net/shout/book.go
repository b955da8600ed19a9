package shout

import (
	"errors"
	"time"

	"manyhold/net/key"
)

const (
	// Fresh is how many turns a shout is news: two minutes of the usual ones. Older ones are refused, and what claims to
	// be as much ahead; so nothing can be said again later by somebody else.
	Fresh = 2400
	// Kept is how many shouts a Book keeps; the oldest goes.
	Kept = 50
	// An author may say ownBurst shouts at once and then one every ownEvery. Others hear a little more than that, since
	// what was said evenly may come in heaps.
	ownBurst, ownEvery     = 3, 4 * time.Second
	heardBurst, heardEvery = 6, 2 * time.Second
	// maxAuthors is how many authors are told apart. Of those beyond, nothing is heard until others have been silent for
	// Fresh turns.
	maxAuthors = 1024
)

// Errors of Book.
var (
	// ErrOften says that somebody shouts too often.
	ErrOften = errors.New("shout: too often; wait some seconds")
	// ErrOld says that a shout is not news, or claims to be of the future.
	ErrOld = errors.New("shout: not of these minutes")
	// ErrForged says that a shout is of another world, or not signed by its author.
	ErrForged = errors.New("shout: forged")
)

// Heard is a shout and when it came.
type Heard struct {
	Shout
	At     time.Time
	Serial uint64 // ascending by one in a Book, from 1
}

// Book remembers what was shouted in a world. It is not safe for concurrent use.
type Book struct {
	world   [32]byte
	authors map[key.ID]*author
	heard   []Heard // oldest first
	serial  uint64
	own     bucket
}

// author is what is known of somebody who shouted.
type author struct {
	last   Shout // without words
	bucket bucket
}

// bucket bounds how often something happens: burst times at once, then once every so often.
type bucket struct {
	full time.Time // when it will be, or was
}

// take takes one out of it, and reports whether there was one.
func (b *bucket) take(now time.Time, burst int, every time.Duration) bool {
	if b.full.Before(now) {
		b.full = now
	}
	if b.full.Sub(now) > time.Duration(burst-1)*every {
		return false
	}
	b.full = b.full.Add(every)
	return true
}

// NewBook returns a book of a world in which nothing was shouted yet.
func NewBook(world [32]byte) *Book { return &Book{world: world, authors: map[key.ID]*author{}} }

// World returns the world whose book it is.
func (b *Book) World() [32]byte { return b.world }

// Say makes a shout of p, which is under this name, after a turn of the island of the spawn, and keeps it. Errors are
// ErrWords and ErrOften.
func (b *Book) Say(now time.Time, p key.Pair, name string, turn uint64, words string) (Heard, error) {
	if !Sayable(words) {
		return Heard{}, ErrWords
	}
	if !b.own.take(now, ownBurst, ownEvery) {
		return Heard{}, ErrOften
	}
	s := Shout{World: b.world, Author: p.ID(), Turn: turn, Name: name, Words: words}
	a := b.authors[s.Author]
	if a == nil {
		a = &author{}
		b.authors[s.Author] = a
	} else if !a.last.Before(&s) { // the state may have gone back since
		s.Turn, s.Number = a.last.Turn, a.last.Number+1
	}
	s.Sign(p)
	a.last = Shout{Turn: s.Turn, Number: s.Number}
	return b.keep(now, s), nil
}

// Known reports whether a shout was taken, or one that its author said later. It costs next to nothing.
func (b *Book) Known(s *Shout) bool {
	a := b.authors[s.Author]
	return a != nil && !a.last.Before(s)
}

// Take takes a shout that came from elsewhere, which is not Known, when the island of the spawn is after a turn. Errors
// are ErrOld, ErrForged and ErrOften.
func (b *Book) Take(now time.Time, turn uint64, s Shout) (Heard, error) {
	switch {
	case s.World != b.world:
		return Heard{}, ErrForged
	case s.Turn+Fresh < turn || s.Turn > turn+Fresh || b.Known(&s):
		return Heard{}, ErrOld
	}
	a := b.authors[s.Author]
	if a == nil {
		if len(b.authors) >= maxAuthors {
			b.forget(turn)
		}
		if len(b.authors) >= maxAuthors {
			return Heard{}, ErrOften
		}
	}
	if !s.Signed() {
		return Heard{}, ErrForged
	}
	if a == nil {
		a = &author{}
		b.authors[s.Author] = a
	}
	a.last = Shout{Turn: s.Turn, Number: s.Number}
	if !a.bucket.take(now, heardBurst, heardEvery) {
		return Heard{}, ErrOften
	}
	return b.keep(now, s), nil
}

// forget drops authors of whom nothing would be taken any more that was taken already.
func (b *Book) forget(turn uint64) {
	for k, a := range b.authors {
		if a.last.Turn+Fresh < turn {
			delete(b.authors, k)
		}
	}
}

func (b *Book) keep(now time.Time, s Shout) Heard {
	if len(b.heard) >= Kept {
		b.heard = append(b.heard[:0], b.heard[1:]...)
	}
	b.serial++
	h := Heard{Shout: s, At: now, Serial: b.serial}
	b.heard = append(b.heard, h)
	return h
}

// Heard returns what was shouted last, at most Kept, oldest first. It is the book's.
func (b *Book) Heard() []Heard { return b.heard }

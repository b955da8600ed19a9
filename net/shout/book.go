package shout

import (
	"errors"
	"time"

	"manyhold/net/key"
)

const (
	// Fresh is the number of turns for which a shout is accepted: two minutes of usual ones. Older shouts
	// are refused, and so are those that claim to be equally far ahead. So no shout can be replayed later
	// by another peer.
	Fresh = 2400
	// Kept is the number of shouts that a Book keeps. The oldest is dropped.
	Kept = 50
	// An author may shout ownBurst times at once and then once every ownEvery. Receivers allow a little
	// more, because evenly sent shouts may arrive in bursts.
	ownBurst, ownEvery     = 3, 4 * time.Second
	heardBurst, heardEvery = 6, 2 * time.Second
	// maxAuthors is the number of authors that are tracked. Shouts of further authors are refused until
	// others have been silent for Fresh turns.
	maxAuthors = 1024
)

// Errors of Book.
var (
	// ErrOften reports that an author shouts too often.
	ErrOften = errors.New("shout: too often; wait some seconds")
	// ErrOld reports that a shout is older than Fresh, or claims to be of the future.
	ErrOld = errors.New("shout: not of these minutes")
	// ErrForged reports that a shout is of another world, or not signed by its author.
	ErrForged = errors.New("shout: forged")
)

// Heard is a shout and its time of arrival.
type Heard struct {
	Shout
	At     time.Time
	Serial uint64 // ascending by one in a Book, from 1
}

// Book keeps the recent shouts of a world. It is not safe for concurrent use.
type Book struct {
	world   [32]byte
	authors map[key.ID]*author
	heard   []Heard // oldest first
	serial  uint64
	own     bucket
}

// author is the state of one author.
type author struct {
	last   Shout // without its text
	bucket bucket
}

// bucket bounds how often something happens: burst times at once, then once every so often.
type bucket struct {
	full time.Time // when it will be, or was
}

// take takes one token from the bucket, and reports whether there was one.
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

// NewBook returns an empty book of a world.
func NewBook(world [32]byte) *Book { return &Book{world: world, authors: map[key.ID]*author{}} }

// World returns the book's world.
func (b *Book) World() [32]byte { return b.world }

// Say makes and keeps a shout of p under a name, after a turn of the spawn island. Its errors are ErrWords
// and ErrOften.
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

// Known reports whether this shout or a later one of its author was taken. It is cheap.
func (b *Book) Known(s *Shout) bool {
	a := b.authors[s.Author]
	return a != nil && !a.last.Before(s)
}

// Take takes a shout from a peer. It must not be Known. turn is the last turn of the spawn island. Its
// errors are ErrOld, ErrForged and ErrOften.
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

// forget drops authors with accepted shouts too old to be accepted again.
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

// Heard returns the last shouts, at most Kept, oldest first. The slice belongs to the book.
func (b *Book) Heard() []Heard { return b.heard }

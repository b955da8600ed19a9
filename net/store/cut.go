package store

import "time"

// # What a power cut took
//
// A file cannot say which turns it has lost. So whenever it is synced, a mark is synced with it, for each log: the
// last turn that is safe now, the time, and MaxUnsynced turns more, up to which turns may be told as written before
// the next sync. Close leaves marks that say that the end was clean. A process that finds others knows that the one
// before it was killed, or, when the machine has been started since, that the power went: then the turns from the
// last one in the file up to the mark's may have been there. A process that was killed alone has lost nothing.

// MaxUnsynced is how many turns of a log, at most, are told as written and are not safe from a power cut: one second
// of turns of the usual length. When more would be, they are synced before they are told.
const MaxUnsynced = 20

// Cut is what a power cut may have taken from the end of a log.
type Cut struct {
	Turn uint64    // the last one that is left
	Most uint64    // of turns up to this one it may have been told that they are written
	Seen uint64    // up to this one others have shown that they were; zero: nobody has
	At   time.Time // when the file was synced last before
	Sure bool      // the machine has been started since; else the system does not tell whether it was
	Fate Fate
}

// Fate is what became of the turns that a power cut may have taken.
type Fate uint8

// Fates. They are kept in files: only appended to.
const (
	Undecided Fate = iota // nobody knows yet: others may have them
	Had                   // others had them
	Gone                  // the world goes on without them
)

// AtMost is how many turns may be lost.
func (c Cut) AtMost() uint64 { return c.Most - min(c.Most, c.Turn) }

// Known is how many turns are known to be lost.
func (c Cut) Known() uint64 { return c.Seen - min(c.Seen, c.Turn) }

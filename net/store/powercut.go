package store

import "time"

// # Losses by power cuts
//
// A file cannot say which turns it has lost. So each sync writes a mark for each log: the last safe turn, the
// time, and the turn MaxUnsynced later, up to which turns may be reported as written before the next sync.
// Close leaves marks that say that the end was clean. Any other mark means that the previous process was
// killed or, if the machine has been started since, that the power failed. After a power failure the turns
// from the last one in the file up to the mark's may have existed. A process that was merely killed has lost
// nothing.

// MaxUnsynced is the most turns of a log that are reported as written without being safe from a power cut:
// one second of turns of the usual length. Further turns are synced before they are reported.
const MaxUnsynced = 20

// Cut describes the turns that a power cut may have removed from the end of a log.
type Cut struct {
	Turn uint64    // the last one that is left
	Most uint64    // turns up to this one may have been reported as written
	Seen uint64    // other peers have shown turns up to this one; zero: none have
	At   time.Time // when the file was synced last before
	Sure bool      // the machine has been started since; false: the system does not say
	Fate Fate
}

// Fate is the fate of the turns that a power cut may have removed.
type Fate uint8

// The fates. The numbers are stored: they are only appended.
const (
	Undecided Fate = iota // not known yet: other peers may have them
	Had                   // others had them
	Gone                  // the world continues without them
)

// AtMost returns how many turns may be lost.
func (c Cut) AtMost() uint64 { return c.Most - min(c.Most, c.Turn) }

// Known returns how many turns are known to be lost.
func (c Cut) Known() uint64 { return c.Seen - min(c.Seen, c.Turn) }

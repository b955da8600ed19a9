// Package certificate gathers signatures of voters for committed states.
//
// After every turn whose number is a multiple of Every, each peer keeps the state, and saves it as a
// checkpoint once it is committed. The voters of its epoch sign a certificate of it and send that to all
// peers that execute the island. A peer with the same state keeps their signatures with the checkpoint. So a
// file, or a copy of one, proves to any reader that its state is the one that its committee had, without all
// turns from the beginning.
//
// The package neither sends nor writes: it returns Effects.
package certificate

import (
	"fmt"
	"time"

	"manyhold/net/cosign"
	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

const (
	// Every is how many turns lie between two certified states: a minute of the usual ones.
	Every = 1200
	// soon is how many turns before such a state no other checkpoint is saved.
	soon = Every / 4
)

// Certificates holds the certificate of the newest committed state that is certified. It is not safe for
// concurrent use.
type Certificates struct {
	mine     epoch.Certificate // of the state, without signatures; of turn zero: none yet
	record   *epoch.Record     // of its epoch
	gathered cosign.Collector  // signatures of voters that have the same state
	saved    bool              // that state is a checkpoint of the file
	waiting  []signed          // of later states, at most one of each voter; their epoch may be unknown yet
}

// signed is a voter's certificate of a state.
type signed struct {
	by   key.ID
	says epoch.Certificate // with one signature
}

// State is a committed state.
type State struct {
	Epoch    uint64
	Turn     uint64
	Hash     [32]byte // of the chain of turns
	Snapshot []byte
}

// Effects are the actions for the caller.
type Effects struct {
	Announce []byte   // to be sent to all peers that execute the island; nil: nothing
	Write    []byte   // the certificate of Turn, to be written into the file; nil: nothing has changed
	Turn     uint64   // of Write and Differ
	Differ   []key.ID // voters that signed another state than the one here
}

// Record returns the record of the epoch of the newest certified state, and its certificate; nil: there is
// none yet.
func (t *Certificates) Record() (*epoch.Record, *epoch.Certificate) {
	if t.record == nil {
		return nil, nil
	}
	c := t.mine
	c.Signatures = t.gathered.Cosigned().Signatures
	return t.record, &c
}

// Waiting returns how many certificates of later states wait.
func (t *Certificates) Waiting() int { return len(t.waiting) }

// DueSave reports whether a state that has become the base is to be saved as a checkpoint, when the last one
// was saved some time ago. every is the configured time between two checkpoints, usual the default. A
// certified state is preferred: it is saved a little early, and another shortly before it is not.
func DueSave(turn uint64, every, usual, since time.Duration) bool {
	after := turn % Every
	if after == 0 {
		return every <= usual || since >= every*3/4
	}
	return since >= every && (every < usual || Every-after > soon)
}

// Certify begins the certificate of a committed state, if it is one of those that are certified. records are
// those of the island, consecutive from 1. Signatures are kept only if the state is saved as a checkpoint.
func (t *Certificates) Certify(s State, records []*epoch.Record, me key.Pair, saved bool, verify cosign.Verifier) (e Effects) {
	if s.Turn == 0 || s.Turn%Every != 0 || s.Epoch == 0 || s.Epoch > uint64(len(records)) {
		return e
	}
	parts, err := transfer.Split(s.Snapshot)
	if err != nil {
		return e // the file refuses it as well
	}
	t.record, t.saved = records[s.Epoch-1], saved
	t.mine = epoch.Certificate{Number: s.Epoch, Turn: s.Turn, Hash: s.Hash, Root: transfer.Describe(s.Turn, parts).Root()}
	t.gathered.Verifier = verify
	statement := t.mine.Statement(t.record.Where())
	t.gathered.Begin(statement, cosign.TwoThirds, t.record)
	if own := statement.Sign(me); t.gathered.Add(statement, own) == cosign.Added {
		says := t.mine
		says.Signatures = []epoch.Cosignature{own}
		e.Announce = says.Append([]byte{byte(wire.Certificate)})
	}
	waiting := t.waiting
	t.waiting = nil
	for _, w := range waiting {
		t.compare(w, records[len(records)-1], &e)
	}
	t.write(&e)
	return e
}

// Receive takes a message with a voter's certificate. last is the newest record of the island; nil: none is
// known.
func (t *Certificates) Receive(from key.ID, b []byte, last *epoch.Record, verify cosign.Verifier) (e Effects, err error) {
	says, err := epoch.DecodeCertificate(b[1:])
	if err == nil && (len(says.Signatures) != 1 || says.Signatures[0].Key != from || says.Turn%Every != 0) {
		err = fmt.Errorf("host: a certificate of turn %d with %d signatures", says.Turn, len(says.Signatures))
	}
	if err != nil {
		return e, err
	}
	t.gathered.Verifier = verify
	if t.compare(signed{from, *says}, last, &e) {
		t.write(&e)
	}
	return e, nil
}

// write has the known signatures written into the file.
func (t *Certificates) write(e *Effects) {
	if _, m := t.Record(); len(m.Signatures) > 0 && t.saved {
		e.Write, e.Turn = m.Append(nil), m.Turn
	}
}

// compare adds a voter's signature if it is of the same state, and reports whether it was new. A certificate
// of a later state waits.
func (t *Certificates) compare(s signed, last *epoch.Record, e *Effects) bool {
	switch {
	case t.record == nil || s.says.Turn > t.mine.Turn:
		t.hold(s, last)
		return false
	case s.says.Number != t.mine.Number:
		return false
	}
	outcome := t.gathered.Add(s.says.Statement(t.record.Where()), s.says.Signatures[0])
	if outcome == cosign.Differs {
		e.Differ, e.Turn = append(e.Differ, s.by), t.mine.Turn
	}
	return outcome == cosign.Added
}

// hold keeps a voter's certificate of a state that is not committed here yet.
func (t *Certificates) hold(s signed, last *epoch.Record) {
	if last == nil || !last.Votes(s.by) {
		return
	}
	for i := range t.waiting {
		if t.waiting[i].by == s.by {
			t.waiting[i] = s
			return
		}
	}
	if len(t.waiting) < 2*epoch.MaxVoters {
		t.waiting = append(t.waiting, s)
	}
}

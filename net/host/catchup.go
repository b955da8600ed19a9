package host

import (
	"errors"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/link"
)

// answerGap is the least time between two runs that a peer gets because it asks: at 12 KiB each, two
// megabytes a second.
const answerGap = 5 * time.Millisecond

const (
	// lackFor is how long an answer may take that says that there is none.
	lackFor = 5 * time.Second
	// lackTurns is for how many turns' time there must be no turn until such an answer is believed.
	lackTurns = 4
)

// chase asks the peers in a later epoch how the present one ended.
func (f *Follower) chase() {
	if f.c.e == nil || f.c.joining.fetching() || f.concludes() {
		return
	}
	if f.furthest <= f.c.e.Record().Number {
		return
	}
	f.furthest = 0
	f.c.peers.each(func(p *peer) {
		f.furthest = max(f.furthest, p.epoch)
		if p.epoch > f.c.e.Record().Number {
			f.wantFrom(p)
		}
	})
}

// concludes reports whether the record by which the present epoch ends is on its way to the disk: nothing is
// missing of it. Of a disk that refuses it nothing is to be expected.
func (f *Follower) concludes() bool {
	r := f.c.journal.pending
	return r != nil && r.Number == f.c.e.Record().Number+1 && f.c.journal.retry.IsZero()
}

// wantFrom asks a peer for the entries that are missing in the present epoch. If the peer has no vote in it,
// like an heir of a later epoch, all linked voters are asked. The peer itself is asked only when no voter has
// answered for long, and its entries are taken only with the epoch's end.
func (f *Follower) wantFrom(p *peer) {
	if f.c.e == nil || f.c.joining.fetching() || !p.follower.entries.Due(f.c.now, f.patience(p)) {
		return
	}
	if !f.c.e.Record().Votes(p.key) {
		p.follower.entries.Ask(f.c.now, p.key)
		f.c.peers.each(func(q *peer) {
			if f.c.e.Record().Votes(q.key) {
				f.wantFrom(q)
			}
		})
		if !f.deserted() {
			return
		}
	}
	first := f.c.e.Want()
	if first == 0 {
		first = f.c.e.Last().Index + 1
	}
	p.follower.entries.Ask(f.c.now, p.key)
	p.follower.wanted = f.c.now
	f.c.send(p.key, link.Stream, message.Wanting{Epoch: f.nameOf(f.c.e), First: first}.Encode())
}

// mayHaveMissed reports whether to believe a peer that no log reaches back to the entries that this peer
// lacks: the peer was asked a moment ago, and turns are late. Without this check one peer could make all
// others drop their states at once, so that none is left to give.
func (f *Follower) mayHaveMissed(p *peer) bool {
	switch {
	case f.c.e.Leading() && f.c.e.Closes(f.c.now), p.follower.wanted.IsZero() || f.c.now.Sub(p.follower.wanted) > lackFor:
		return false
	}
	return f.c.e.Want() != 0 || f.c.now.Sub(f.c.history.orderedAt) >= lackTurns*f.c.leader.turnTime()
}

// deserted reports whether this peer follows an epoch without new turns: all peers that ended it may be gone,
// and with them every peer that could tell how.
func (f *Follower) deserted() bool {
	return !f.c.e.Leading() && f.c.now.Sub(f.c.history.orderedAt) >= stalledAfter && !f.c.seats.quits() && !f.c.stopped
}

// patience is how long to wait for an answer of a peer before it is asked again.
func (f *Follower) patience(p *peer) time.Duration { return max(2*p.rtt, 2*f.c.leader.turnTime()) }

func (f *Follower) receiveWanting(p *peer, b []byte) error {
	w, err := message.DecodeWanting(b)
	if err != nil {
		return err
	}
	if f.c.now.Sub(p.follower.answered) < answerGap {
		return nil // it will ask again
	}
	f.answer(p, w)
	return nil
}

// nameOf names an epoch of this peer's own chain.
func (f *Follower) nameOf(e *epoch.Epoch) message.EpochName {
	r := e.Record()
	if !f.c.ancestry.forkedAt(min(r.Number, uint64(len(f.c.ancestry.records)))) {
		return message.EpochName{Number: r.Number}
	}
	return message.EpochName{Number: r.Number, Forked: true, Tag: tagOf(r.Hash())}
}

// answer sends entries of the present or the previous epoch. Entries of older epochs are gone, and the peer
// takes a snapshot. A peer in another fork gets no answer.
func (f *Follower) answer(p *peer, w message.Wanting) {
	if !f.c.ancestry.inFork(w.Epoch.Number, w.Epoch.Forked, w.Epoch.Tag) {
		return
	}
	p.follower.answered = f.c.now
	var from *epoch.Epoch
	for _, e := range []*epoch.Epoch{f.c.e, f.c.epochs.before} {
		if e != nil && f.nameOf(e) == w.Epoch {
			from = e
		}
	}
	if from == nil && f.c.separate.parkedNumber() == w.Epoch.Number {
		return // its turns are kept, but by a place that takes no part
	}
	b := message.BeginTurns(w.Epoch)
	if from != nil {
		run, ok := from.AppendFrom(b, w.First, message.RunMessage, epoch.Share{Signatures: true})
		if ok && len(run) == len(b) {
			if from != f.c.epochs.before {
				return // nothing newer here
			}
			// it does not know that this is the end
			run, _ = from.AppendFrom(b, endOf(from), message.RunMessage, shareOf(from, p.key))
		}
		b = run
	}
	f.c.send(p.key, link.Stream, b)
}

// remind sends the end of an epoch to a peer that is still in it.
func (f *Follower) remind(p *peer, number uint64) {
	if f.c.epochs.before == nil || number != f.c.epochs.before.Record().Number || f.c.now.Sub(p.follower.answered) < f.patience(p) {
		return
	}
	f.answer(p, message.Wanting{Epoch: f.nameOf(f.c.epochs.before), First: endOf(f.c.epochs.before)})
}

// endOf is from which entry on those are shown that end an epoch.
func endOf(e *epoch.Epoch) uint64 { return max(e.Last().Index, message.Repeated+1) - message.Repeated }

// farewell sends the end of a finished epoch to all peers, so that none needs to ask.
func (f *Follower) farewell(e *epoch.Epoch) {
	if !e.Leading() {
		return
	}
	f.c.peers.each(func(p *peer) {
		if p.greeted {
			b := e.AppendWindow(message.BeginTurns(f.nameOf(e)), 2*message.Repeated, message.RunMessage, shareOf(e, p.key))
			f.c.send(p.key, link.Stream, b)
		}
	})
}

func (f *Follower) receiveTurns(p *peer, b []byte) error {
	name, has, err := message.DecodeTurns(b, &f.frame.Run)
	if err != nil || f.c.e == nil || name != f.nameOf(f.c.e) {
		return err
	}
	number := name.Number
	if f.c.e.Record().Reason == epoch.Ended {
		// nothing follows the end of an island: its last state is kept until another has it
		return errUnexpected
	}
	if !has && f.concludes() {
		return nil
	}
	if !has {
		if !f.mayHaveMissed(p) {
			return errUnexpected
		}
		f.c.joining.resync(p.key, "missed more than the others keep")
		return nil
	}
	last, want := f.c.e.Last().Index, f.c.e.Want()
	ends := f.deserted() && !f.c.e.Record().Votes(p.key)
	if !ends {
		f.c.commands.shown = true
		err = f.c.commands.accept(p, &f.frame.Run, p.key != f.c.e.Leader())
		f.c.commands.shown = false
		// it may have heard itself only how the epoch ended
		ends = errors.Is(err, epoch.ErrUnsigned) && f.deserted()
	}
	if !ends {
	} else if err = f.c.e.Conclude(&f.frame.Run); errors.Is(err, epoch.ErrStranger) && f.frame.Run.Last() > last && !f.c.e.Record().Votes(p.key) {
		f.c.joining.resync(p.key, "missed more of an epoch than fits a message, and none of its voters is here")
		return nil
	}
	if err != nil {
		return err
	}
	f.c.epochs.settle()
	if f.c.e == nil || f.c.e.Record().Number != number {
		return nil
	}
	if moved := f.c.e.Last().Index > last; moved || f.c.e.Want() != want {
		p.follower.entries.Again()
		f.fresh = f.fresh || moved
		if f.c.e.Want() != 0 || p.epoch > number {
			f.wantFrom(p)
		}
	}
	return nil
}

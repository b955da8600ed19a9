package kernel

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

// Chase asks the peers in a later epoch how the present one ended.
func (f *Follower) Chase() {
	if f.c.Epoch == nil || f.c.Joining.Fetching() || f.concludes() {
		return
	}
	if f.Furthest <= f.c.Epoch.Record().Number {
		return
	}
	f.Furthest = 0
	f.c.Peers.Each(func(p *Peer) {
		f.Furthest = max(f.Furthest, p.Epoch)
		if p.Epoch > f.c.Epoch.Record().Number {
			f.WantFrom(p)
		}
	})
}

// concludes reports whether the record by which the present epoch ends is on its way to the disk: nothing is
// missing of it. Of a disk that refuses it nothing is to be expected.
func (f *Follower) concludes() bool {
	r := f.c.Journal.Pending
	return r != nil && r.Number == f.c.Epoch.Record().Number+1 && f.c.Journal.Retry.IsZero()
}

// WantFrom asks a peer for the entries that are missing in the present epoch. If the peer has no vote in it,
// like an heir of a later epoch, all linked voters are asked. The peer itself is asked only when no voter has
// answered for long, and its entries are taken only with the epoch's end.
func (f *Follower) WantFrom(p *Peer) {
	if f.c.Epoch == nil || f.c.Joining.Fetching() || !p.Follower.entries.Due(f.c.Now, f.patience(p)) {
		return
	}
	if !f.c.Epoch.Record().Votes(p.Key) {
		p.Follower.entries.Ask(f.c.Now, p.Key)
		f.c.Peers.Each(func(q *Peer) {
			if f.c.Epoch.Record().Votes(q.Key) {
				f.WantFrom(q)
			}
		})
		if !f.deserted() {
			return
		}
	}
	first := f.c.Epoch.Want()
	if first == 0 {
		first = f.c.Epoch.Last().Index + 1
	}
	p.Follower.entries.Ask(f.c.Now, p.Key)
	p.Follower.wanted = f.c.Now
	f.c.Send(p.Key, link.Stream, message.Wanting{Epoch: f.NameOf(f.c.Epoch), First: first}.Encode())
}

// mayHaveMissed reports whether to believe a peer that no log reaches back to the entries that this peer
// lacks: the peer was asked a moment ago, and turns are late. Without this check one peer could make all
// others drop their states at once, so that none is left to give.
func (f *Follower) mayHaveMissed(p *Peer) bool {
	switch {
	case f.c.Epoch.Leading() && f.c.Epoch.Closes(f.c.Now), p.Follower.wanted.IsZero() || f.c.Now.Sub(p.Follower.wanted) > lackFor:
		return false
	}
	return f.c.Epoch.Want() != 0 || f.c.Now.Sub(f.c.History.OrderedAt) >= lackTurns*f.c.Leader.TurnTime()
}

// deserted reports whether this peer follows an epoch without new turns: all peers that ended it may be gone,
// and with them every peer that could tell how.
func (f *Follower) deserted() bool {
	return !f.c.Epoch.Leading() && f.c.Now.Sub(f.c.History.OrderedAt) >= StalledAfter && !f.c.Committee.Quits() && !f.c.Halted
}

// patience is how long to wait for an answer of a peer before it is asked again.
func (f *Follower) patience(p *Peer) time.Duration { return max(2*p.RTT, 2*f.c.Leader.TurnTime()) }

// ReceiveWanting takes a peer's request for turns.
func (f *Follower) ReceiveWanting(p *Peer, b []byte) error {
	w, err := message.DecodeWanting(b)
	if err != nil {
		return err
	}
	if f.c.Now.Sub(p.Follower.Answered) < answerGap {
		return nil // it will ask again
	}
	f.answer(p, w)
	return nil
}

// NameOf names an epoch of this peer's own chain.
func (f *Follower) NameOf(e *epoch.Epoch) message.EpochName {
	r := e.Record()
	if !f.c.Ancestry.forkedAt(min(r.Number, uint64(len(f.c.Ancestry.Records)))) {
		return message.EpochName{Number: r.Number}
	}
	return message.EpochName{Number: r.Number, Forked: true, Tag: TagOf(r.Hash())}
}

// answer sends entries of the present or the previous epoch. Entries of older epochs are gone, and the peer
// takes a snapshot. A peer in another fork gets no answer.
func (f *Follower) answer(p *Peer, w message.Wanting) {
	if !f.c.Ancestry.InFork(w.Epoch.Number, w.Epoch.Forked, w.Epoch.Tag) || f.c.Epoch != nil && f.c.Epoch.Leading() && !f.c.Options.Hooks.Sends(p.Key) {
		return
	}
	p.Follower.Answered = f.c.Now
	var from *epoch.Epoch
	for _, e := range []*epoch.Epoch{f.c.Epoch, f.c.Epochs.Previous} {
		if e != nil && f.NameOf(e) == w.Epoch {
			from = e
		}
	}
	if from == nil && f.c.Provisional.ParkedNumber() == w.Epoch.Number {
		return // its turns are kept, but by a place that takes no part
	}
	b := message.BeginTurns(w.Epoch)
	if from != nil {
		run, ok := from.AppendFrom(b, w.First, message.RunMessage, epoch.Share{Signatures: true})
		if ok && len(run) == len(b) {
			if from != f.c.Epochs.Previous {
				return // nothing newer here
			}
			// it does not know that this is the end
			run, _ = from.AppendFrom(b, endOf(from), message.RunMessage, ShareOf(from, p.Key))
		}
		b = run
	}
	f.c.Send(p.Key, link.Stream, b)
}

// remind sends the end of an epoch to a peer that is still in it.
func (f *Follower) remind(p *Peer, number uint64) {
	if f.c.Epochs.Previous == nil || number != f.c.Epochs.Previous.Record().Number || f.c.Now.Sub(p.Follower.Answered) < f.patience(p) {
		return
	}
	f.answer(p, message.Wanting{Epoch: f.NameOf(f.c.Epochs.Previous), First: endOf(f.c.Epochs.Previous)})
}

// endOf is from which entry on those are shown that end an epoch.
func endOf(e *epoch.Epoch) uint64 { return max(e.Last().Index, message.Repeated+1) - message.Repeated }

// farewell sends the end of a finished epoch to all peers, so that none needs to ask.
func (f *Follower) farewell(e *epoch.Epoch) {
	if !e.Leading() {
		return
	}
	f.c.Peers.Each(func(p *Peer) {
		if p.Greeted {
			b := e.AppendWindow(message.BeginTurns(f.NameOf(e)), 2*message.Repeated, message.RunMessage, ShareOf(e, p.Key))
			f.c.Send(p.Key, link.Stream, b)
		}
	})
}

// ReceiveTurns takes turns that this peer asked for, or the end of an epoch.
func (f *Follower) ReceiveTurns(p *Peer, b []byte) error {
	name, has, err := message.DecodeTurns(b, &f.Frame.Run)
	if err != nil || f.c.Epoch == nil || name != f.NameOf(f.c.Epoch) {
		return err
	}
	number := name.Number
	if f.c.Epoch.Record().Reason == epoch.Ended {
		// nothing follows the end of an island: its last state is kept until another has it
		return ErrUnexpected
	}
	if !has && f.concludes() {
		return nil
	}
	if !has {
		if !f.mayHaveMissed(p) {
			return ErrUnexpected
		}
		f.c.Joining.Resync(p.Key, "missed more turns than the others keep")
		return nil
	}
	last, want := f.c.Epoch.Last().Index, f.c.Epoch.Want()
	ends := f.deserted() && !f.c.Epoch.Record().Votes(p.Key)
	if !ends {
		f.c.Commands.shown = true
		err = f.c.Commands.accept(p, &f.Frame.Run, p.Key != f.c.Epoch.Leader())
		f.c.Commands.shown = false
		// it may have heard itself only how the epoch ended
		ends = errors.Is(err, epoch.ErrUnsigned) && f.deserted()
	}
	if !ends {
	} else if err = f.c.Epoch.Conclude(&f.Frame.Run); errors.Is(err, epoch.ErrStranger) && f.Frame.Run.Last() > last && !f.c.Epoch.Record().Votes(p.Key) {
		f.c.Joining.Resync(p.Key, "missed more of an epoch than fits into a message, and none of its voters is linked")
		return nil
	}
	if err != nil {
		return err
	}
	f.c.Epochs.Settle()
	if f.c.Epoch == nil || f.c.Epoch.Record().Number != number {
		return nil
	}
	if moved := f.c.Epoch.Last().Index > last; moved || f.c.Epoch.Want() != want {
		p.Follower.entries.Again()
		f.Fresh = f.Fresh || moved
		if f.c.Epoch.Want() != 0 || p.Epoch > number {
			f.WantFrom(p)
		}
	}
	return nil
}

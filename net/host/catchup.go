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

// chase asks those who are in a later epoch how the present one ended.
func (c *Core) chase() {
	if c.e == nil || c.fetch != nil || c.concludes() {
		return
	}
	if c.furthest <= c.e.Record().Number {
		return
	}
	c.furthest = 0
	c.each(func(p *peer) {
		c.furthest = max(c.furthest, p.epoch)
		if p.epoch > c.e.Record().Number {
			c.wantFrom(p)
		}
	})
}

// concludes reports whether the record by which the present epoch ends is on its way to the disk: nothing is missing of it.
// Of a disk that refuses it nothing is to be expected.
func (c *Core) concludes() bool {
	r := c.disk.pending
	return r != nil && r.Number == c.e.Record().Number+1 && c.disk.retry.IsZero()
}

// wantFrom asks a peer for the entries that are missing in the present epoch. From one that does not vote in it, as
// the heir of a later epoch, they are taken only when they have its end, and when no voter has answered for long: else
// all voters are asked who are here.
func (c *Core) wantFrom(p *peer) {
	if c.e == nil || c.fetch != nil || c.now.Sub(p.asked) < c.patience(p) {
		return
	}
	if !c.e.Record().Votes(p.key) {
		p.asked = c.now
		c.each(func(q *peer) {
			if c.e.Record().Votes(q.key) {
				c.wantFrom(q)
			}
		})
		if !c.deserted() {
			return
		}
	}
	first := c.e.Want()
	if first == 0 {
		first = c.e.Last().Index + 1
	}
	p.asked, p.wanted = c.now, c.now
	c.send(p.key, link.Stream, message.Wanting{Epoch: c.nameOf(c.e), First: first}.Encode())
}

// mayHaveMissed reports whether a peer may be right that what this one lacks is kept by nobody any more: it was asked a moment ago,
// and turns do not come as they should. Anybody could have everybody give their states up otherwise, all at once, so that
// nobody has one to give.
func (c *Core) mayHaveMissed(p *peer) bool {
	switch {
	case c.e.Leading() && c.e.Closes(c.now), p.wanted.IsZero() || c.now.Sub(p.wanted) > lackFor:
		return false
	}
	return c.e.Want() != 0 || c.now.Sub(c.state.orderedAt) >= lackTurns*c.turnTime()
}

// deserted reports whether this peer follows an epoch in which nobody orders turns, as it has noticed: those who ended it may all
// be gone, and with them whoever would have told how.
func (c *Core) deserted() bool {
	return !c.e.Leading() && c.now.Sub(c.state.orderedAt) >= stalledAfter && c.quit == nil && !c.stopped
}

// patience is how long to wait for an answer of a peer before it is asked again.
func (c *Core) patience(p *peer) time.Duration { return max(2*p.rtt, 2*c.turnTime()) }

func (c *Core) receiveWanting(p *peer, b []byte) error {
	w, err := message.DecodeWanting(b)
	if err != nil {
		return err
	}
	if c.now.Sub(p.answered) < answerGap {
		return nil // it will ask again
	}
	c.answer(p, w)
	return nil
}

// nameOf names an epoch of the own line.
func (c *Core) nameOf(e *epoch.Epoch) message.EpochName {
	r := e.Record()
	if !c.forkedAt(min(r.Number, uint64(len(c.records)))) {
		return message.EpochName{Number: r.Number}
	}
	return message.EpochName{Number: r.Number, Forked: true, Tag: tagOf(r.Hash())}
}

// answer sends entries of the present or the previous epoch; of others there is nothing to send, and the
// peer takes a snapshot. Who is in another line gets no answer.
func (c *Core) answer(p *peer, w message.Wanting) {
	if !c.inLine(w.Epoch.Number, w.Epoch.Forked, w.Epoch.Tag) {
		return
	}
	p.answered = c.now
	var from *epoch.Epoch
	for _, e := range []*epoch.Epoch{c.e, c.before} {
		if e != nil && c.nameOf(e) == w.Epoch {
			from = e
		}
	}
	if s := c.line.suspended; from == nil && s != nil && s.record.Number == w.Epoch.Number {
		return // its turns are kept, but by a place that takes no part
	}
	b := message.BeginTurns(w.Epoch)
	if from != nil {
		run, ok := from.AppendFrom(b, w.First, message.RunMessage, epoch.Share{Warrants: true})
		if ok && len(run) == len(b) {
			if from != c.before {
				return // nothing newer here
			}
			run, _ = from.AppendFrom(b, endOf(from), message.RunMessage, shareOf(from, p.key)) // it does not know that this is the end
		}
		b = run
	}
	c.send(p.key, link.Stream, b)
}

// remind sends the end of an epoch to a peer that is still in it.
func (c *Core) remind(p *peer, number uint64) {
	if c.before == nil || number != c.before.Record().Number || c.now.Sub(p.answered) < c.patience(p) {
		return
	}
	c.answer(p, message.Wanting{Epoch: c.nameOf(c.before), First: endOf(c.before)})
}

// endOf is from which entry on those are shown that end an epoch.
func endOf(e *epoch.Epoch) uint64 { return max(e.Last().Index, message.Repeated+1) - message.Repeated }

// farewell sends the end of an epoch that is over to everybody, so that nobody needs to ask.
func (c *Core) farewell(e *epoch.Epoch) {
	if !e.Leading() {
		return
	}
	c.each(func(p *peer) {
		if p.greeted {
			b := e.AppendWindow(message.BeginTurns(c.nameOf(e)), 2*message.Repeated, message.RunMessage, shareOf(e, p.key))
			c.send(p.key, link.Stream, b)
		}
	})
}

func (c *Core) receiveTurns(p *peer, b []byte) error {
	name, has, err := message.DecodeTurns(b, &c.frame.Run)
	if err != nil || c.e == nil || name != c.nameOf(c.e) {
		return err
	}
	number := name.Number
	if c.e.Record().Reason == epoch.Ended {
		return errUnexpected // nothing follows the end of an island: its last state is kept until another has it
	}
	if !has && c.concludes() {
		return nil
	}
	if !has {
		if !c.mayHaveMissed(p) {
			return errUnexpected
		}
		c.resync(p.key, "missed more than the others keep")
		return nil
	}
	last, want := c.e.Last().Index, c.e.Want()
	ends := c.deserted() && !c.e.Record().Votes(p.key)
	if !ends {
		c.turn.shown = true
		err = c.accept(p, &c.frame.Run, p.key != c.e.Leader())
		c.turn.shown = false
		ends = errors.Is(err, epoch.ErrUnwarranted) && c.deserted() // it may have heard itself only how the epoch ended
	}
	if !ends {
	} else if err = c.e.Conclude(&c.frame.Run); errors.Is(err, epoch.ErrStranger) && c.frame.Run.Last() > last && !c.e.Record().Votes(p.key) {
		c.resync(p.key, "missed more of an epoch than fits a message, and none of its voters is here")
		return nil
	}
	if err != nil {
		return err
	}
	c.settle()
	if c.e == nil || c.e.Record().Number != number {
		return nil
	}
	if moved := c.e.Last().Index > last; moved || c.e.Want() != want {
		p.asked = time.Time{}
		c.turn.fresh = c.turn.fresh || moved
		if c.e.Want() != 0 || p.epoch > number {
			c.wantFrom(p)
		}
	}
	return nil
}

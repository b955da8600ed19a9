// Package parcels takes parcels from other islands, and signs letters to them as a voter.
package parcels

import (
	"slices"

	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
)

// Parcels takes parcels from other islands and acknowledges them.
type Parcels struct {
	c       *kernel.Core
	letters *LetterSigning

	Outbox outbox // watermarks of parcels to and from other islands
}

// New makes the two mechanisms of an island.
func New(c *kernel.Core) (*Parcels, *LetterSigning) {
	ps, ls := &Parcels{c: c}, &LetterSigning{c: c}
	ps.letters, ls.parcels = ls, ps
	return ps, ls
}

// # Parcels between islands
//
// A parcel waits in the state of the island that sends it, and a turn of the other island delivers it. That
// island's leader takes parcels from the sender's state, if it leads the sender as well, or from letters
// (net/host/mailbox). It takes only what a durable turn sent (see package kernel): a turn that may still be
// lost must have no effects elsewhere, even when power fails everywhere at once. Likewise, a parcel is
// acknowledged to its sender when the turn that took it is durable. A provisional island neither sends nor
// takes parcels. Its parcels wait, and after a merge everything between islands is as the firm chain has it.

// watermark says that, after a turn, a count had come to a number.
type watermark struct{ turn, number uint64 }

// watermarks is the growth of a count by turns: its last entries, at least one of them of a durable turn.
type watermarks []watermark

// After returns the count after a turn; zero when it is not known.
func (t watermarks) After(turn uint64) (number uint64) {
	for _, p := range t {
		if p.turn <= turn {
			number = p.number
		}
	}
	return number
}

// note adds the count after a turn, and drops entries older than a durable one.
func (t watermarks) note(turn, number, durable uint64) watermarks {
	for len(t) > 0 && t[len(t)-1].turn >= turn {
		t = t[:len(t)-1]
	}
	if n := len(t); n == 0 || t[n-1].number != number {
		t = append(t, watermark{turn, number})
	}
	for len(t) > 1 && t[1].turn <= durable {
		t = t[1:]
	}
	return t
}

// outbox holds the watermarks of an island's sent and taken parcels.
type outbox struct {
	Sent  map[uint64]watermarks // by island: the number that its next parcel will have
	taken map[uint64]watermarks // by island: the number of the parcel wanted next

	since uint64 // the first turn that was noted

	islands []uint64 // scratch
}

// MarkOutbox notes the sent and taken parcels of the state after the turn that was just executed.
func (ps *Parcels) MarkOutbox() {
	m := ps.c.Machine
	if ps.c.Islands == nil {
		return
	}
	if ps.Outbox.Sent == nil {
		ps.Outbox = outbox{Sent: map[uint64]watermarks{}, taken: map[uint64]watermarks{}, since: ps.c.History.Executed}
	}
	turn, durable := ps.c.History.Executed, ps.c.Journal.Durable()
	ps.Outbox.islands = m.Towards(ps.Outbox.islands[:0])
	for _, to := range ps.Outbox.islands {
		t := ps.Outbox.Sent[to]
		ps.Outbox.Sent[to] = t.note(turn, numberAfter(m, to, t.After(turn)), durable)
	}
	for _, from := range ps.letters.Requests.with(ps.c.Islands.ParcelSources(ps.c.ID)) {
		if from == ps.c.ID {
			continue
		}
		if next := m.Expect(from); next > 1 {
			ps.Outbox.taken[from] = ps.Outbox.taken[from].note(turn, next, durable)
		}
	}
}

// rewind drops the marks of turns after one: the state went back.
func (p *outbox) rewind(turn uint64) {
	for _, all := range []map[uint64]watermarks{p.Sent, p.taken} {
		for island, t := range all {
			all[island] = slices.DeleteFunc(t, func(m watermark) bool { return m.turn > turn })
		}
	}
}

// Rewind drops the marks of turns after one, and notes those of the state after it.
func (ps *Parcels) Rewind(turn uint64) {
	ps.Outbox.rewind(turn)
	ps.MarkOutbox()
}

// ClearOutbox forgets all marks: the present state does not follow from the marked ones.
func (ps *Parcels) ClearOutbox() { ps.Outbox = outbox{} }

// SentAfter reports whether something was sent by committed turns after one.
func (ps *Parcels) SentAfter(turn uint64) bool {
	for _, t := range ps.Outbox.Sent {
		if t.After(ps.c.History.Committed) > t.After(turn) {
			return true
		}
	}
	return false
}

// Sent is the number that the next parcel for an island had after a turn; zero: it is not known.
func (ps *Parcels) Sent(to, turn uint64) uint64 { return ps.Outbox.Sent[to].After(turn) }

// Taken is the number of the parcel that was wanted next of an island after a turn; zero: it is not known.
func (ps *Parcels) Taken(from, turn uint64) uint64 { return ps.Outbox.taken[from].After(turn) }

// ResetOutbox starts again from the present state, which does not follow from the marked ones.
func (ps *Parcels) ResetOutbox() {
	ps.Outbox = outbox{}
	if ps.c.Machine != nil {
		ps.MarkOutbox()
	}
}

// numberAfter is the number that the next parcel for an island will have, at least known.
func numberAfter(m kernel.Machine, to, known uint64) uint64 {
	if known > 0 {
		return known + uint64(len(m.Parcels(to, known, nil)))
	}
	low, high := uint64(0), uint64(1)
	for len(m.Parcels(to, high, nil)) > 0 {
		low, high = high, 2*high
	}
	for low+1 < high {
		if middle := low + (high-low)/2; len(m.Parcels(to, middle, nil)) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// Mailing reports whether something was sent that is not committed yet.
func (ps *Parcels) Mailing() bool {
	for _, t := range ps.Outbox.Sent {
		if t.After(ps.c.History.Executed) > t.After(ps.c.History.Committed) {
			return true
		}
	}
	return false
}

// CollectParcels adds the parcels and acknowledgements of other islands to a turn: from their states, where
// that rests on no other peer's word (see lettersigning.go), and from letters.
func (ps *Parcels) CollectParcels(b machine.Builder) {
	if ps.c.Islands == nil || ps.c.History.Stale || ps.c.Fork.Apart() {
		return
	}
	ps.c.Islands.Each(func(other *kernel.Core) {
		if other == ps.c || other.Machine == nil || other.Ancestry.Over() || other.History.Stale || other.Fork.Apart() || !trusted(other) {
			return
		}
		durable := other.Journal.Durable()
		end, next := other.Parcels.Sent(ps.c.ID, durable), ps.c.Machine.Expect(other.ID)
		if next < end {
			waiting := other.Machine.Parcels(ps.c.ID, next, nil)
			// else it forgot some that this one wants
			if next+uint64(len(waiting)) == other.Parcels.Sent(ps.c.ID, other.History.Executed) {
				ps.deliver(b, other.ID, next, waiting[:end-next])
			}
		}
		upto := other.Parcels.Taken(ps.c.ID, durable)
		if upto > 1 {
			ps.acknowledge(b, other.ID, upto)
		}
	})
	ps.readLetters(b)
}

// deliver adds parcels to a turn, as many as fit.
func (ps *Parcels) deliver(b machine.Builder, source, first uint64, parcels [][]byte) {
	for i, p := range parcels {
		taken, err := b.Deliver(source, first+uint64(i), p)
		if err != nil {
			ps.c.Event("a parcel was refused", "from", message.IslandName(source), "number", first+uint64(i), "why", err.Error())
		}
		if err != nil || !taken {
			return
		}
	}
}

// readLetters adds the parcels and acknowledgements of letters to a turn.
func (ps *Parcels) readLetters(b machine.Builder) {
	for _, l := range ps.c.Islands.Letters(ps.c.ID) {
		ps.readLetter(b, l)
	}
}

// readLetter adds the content of one letter: the due parcels, and the acknowledgement unless it is of parcels
// that were never sent, which would then be lost. If a majority signed such an acknowledgement, the state
// here lost turns that the other island has seen; they may come again.
func (ps *Parcels) readLetter(b machine.Builder, l *message.Letter) {
	if next := ps.c.Machine.Expect(l.From); next >= l.First && next < l.First+uint64(len(l.Parcels)) && !ps.c.Islands.Ended(l.From) {
		ps.deliver(b, l.From, next, l.Parcels[next-l.First:])
	}
	switch end := ps.Outbox.Sent[l.From].After(ps.c.History.Executed); {
	case end > 0 && l.Expect > end:
		ps.c.Counters[counter.LettersForged]++
		ps.c.Islands.ForgetLetter(l.From, ps.c.ID)
	case l.Expect > 1:
		ps.acknowledge(b, l.From, l.Expect)
	}
}

// acknowledge adds to a turn that another island has taken all parcels before a number.
func (ps *Parcels) acknowledge(b machine.Builder, by, upto uint64) {
	if m := ps.c.Machine; len(m.Parcels(by, 0, nil)) == len(m.Parcels(by, upto, nil)) {
		return
	}
	if _, err := b.Acknowledge(by, upto); err != nil {
		ps.c.Event("an acknowledgement was refused", "from", message.IslandName(by), "upto", upto, "why", err.Error())
	}
}

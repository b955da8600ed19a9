package host

import (
	"slices"

	"manyhold/net/host/counter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
)

// Parcels takes parcels from other islands and acknowledges them.
type Parcels struct {
	c       *Core
	letters *LetterSigning

	outbox outbox // watermarks of parcels to and from other islands
}

// newParcels makes the two mechanisms of an island.
func newParcels(c *Core) (*Parcels, *LetterSigning) {
	ps, ls := &Parcels{c: c}, &LetterSigning{c: c}
	ps.letters, ls.parcels = ls, ps
	return ps, ls
}

// # Parcels between islands
//
// A parcel waits in the state of the island that sends it, and a turn of the other island delivers it. That
// island's leader takes parcels from the sender's state, if it leads the sender as well, or from letters
// (net/host/mailbox). It takes only what a safe turn sent (sync.go): a turn that may still be lost must have
// no effects elsewhere, even when power fails everywhere at once. Likewise, a parcel is acknowledged to its
// sender when the turn that took it is safe. A provisional island neither sends nor takes parcels. Its
// parcels wait, and after a merge everything between islands is as the firm chain has it.

// watermark says that, after a turn, a count had come to a number.
type watermark struct{ turn, number uint64 }

// watermarks is the growth of a count by turns: its last entries, at least one of them of a safe turn.
type watermarks []watermark

// after returns the count after a turn; zero when it is not known.
func (t watermarks) after(turn uint64) (number uint64) {
	for _, p := range t {
		if p.turn <= turn {
			number = p.number
		}
	}
	return number
}

// note adds the count after a turn, and drops entries older than a safe one.
func (t watermarks) note(turn, number, safe uint64) watermarks {
	for len(t) > 0 && t[len(t)-1].turn >= turn {
		t = t[:len(t)-1]
	}
	if n := len(t); n == 0 || t[n-1].number != number {
		t = append(t, watermark{turn, number})
	}
	for len(t) > 1 && t[1].turn <= safe {
		t = t[1:]
	}
	return t
}

// outbox holds the watermarks of an island's sent and taken parcels.
type outbox struct {
	sent  map[uint64]watermarks // by island: the number that its next parcel will have
	taken map[uint64]watermarks // by island: the number of the parcel wanted next

	since uint64 // the first turn that was noted

	islands []uint64 // scratch
}

// markOutbox notes the sent and taken parcels of the state after the turn that was just executed.
func (ps *Parcels) markOutbox() {
	m := ps.c.machine
	if ps.c.islands == nil {
		return
	}
	if ps.outbox.sent == nil {
		ps.outbox = outbox{sent: map[uint64]watermarks{}, taken: map[uint64]watermarks{}, since: ps.c.history.executed}
	}
	turn, safe := ps.c.history.executed, ps.c.journal.stable()
	ps.outbox.islands = m.Towards(ps.outbox.islands[:0])
	for _, to := range ps.outbox.islands {
		t := ps.outbox.sent[to]
		ps.outbox.sent[to] = t.note(turn, numberAfter(m, to, t.after(turn)), safe)
	}
	for _, from := range ps.letters.requests.with(ps.c.islands.Correspondents(ps.c.island)) {
		if from == ps.c.island {
			continue
		}
		if next := m.Expect(from); next > 1 {
			ps.outbox.taken[from] = ps.outbox.taken[from].note(turn, next, safe)
		}
	}
}

// rewind drops the marks of turns after one: the state went back.
func (p *outbox) rewind(turn uint64) {
	for _, all := range []map[uint64]watermarks{p.sent, p.taken} {
		for island, t := range all {
			all[island] = slices.DeleteFunc(t, func(m watermark) bool { return m.turn > turn })
		}
	}
}

// rewind drops the marks of turns after one, and notes those of the state after it.
func (ps *Parcels) rewind(turn uint64) {
	ps.outbox.rewind(turn)
	ps.markOutbox()
}

// clearOutbox forgets all marks: the present state does not follow from the marked ones.
func (ps *Parcels) clearOutbox() { ps.outbox = outbox{} }

// unsafe reports whether something was sent by committed turns after one.
func (ps *Parcels) unsafe(safe uint64) bool {
	for _, t := range ps.outbox.sent {
		if t.after(ps.c.history.committed) > t.after(safe) {
			return true
		}
	}
	return false
}

// sent is the number that the next parcel for an island had after a turn; zero: it is not known.
func (ps *Parcels) sent(to, turn uint64) uint64 { return ps.outbox.sent[to].after(turn) }

// taken is the number of the parcel that was wanted next of an island after a turn; zero: it is not known.
func (ps *Parcels) taken(from, turn uint64) uint64 { return ps.outbox.taken[from].after(turn) }

// resetOutbox starts again from the present state, which does not follow from the marked ones.
func (ps *Parcels) resetOutbox() {
	ps.outbox = outbox{}
	if ps.c.machine != nil {
		ps.markOutbox()
	}
}

// numberAfter is the number that the next parcel for an island will have, at least known.
func numberAfter(m Machine, to, known uint64) uint64 {
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

// mailing reports whether something was sent that is not committed yet.
func (ps *Parcels) mailing() bool {
	for _, t := range ps.outbox.sent {
		if t.after(ps.c.history.executed) > t.after(ps.c.history.committed) {
			return true
		}
	}
	return false
}

// collectParcels adds the parcels and acknowledgements of other islands to a turn: from their states, where
// that rests on no other peer's word (see lettersigning.go), and from letters.
func (ps *Parcels) collectParcels(b machine.Builder) {
	if ps.c.islands == nil || ps.c.history.stale || ps.c.fork.apart() {
		return
	}
	ps.c.islands.Each(func(other *Core) {
		if other == ps.c || other.machine == nil || other.ancestry.over() || other.history.stale || other.fork.apart() || !trusted(other) {
			return
		}
		safe := other.journal.stable()
		end, next := other.parcels.sent(ps.c.island, safe), ps.c.machine.Expect(other.island)
		if next < end {
			waiting := other.machine.Parcels(ps.c.island, next, nil)
			// else it forgot some that this one wants
			if next+uint64(len(waiting)) == other.parcels.sent(ps.c.island, other.history.executed) {
				ps.deliver(b, other.island, next, waiting[:end-next])
			}
		}
		upto := other.parcels.taken(ps.c.island, safe)
		if upto > 1 {
			ps.acknowledge(b, other.island, upto)
		}
	})
	ps.readLetters(b)
}

// deliver adds parcels to a turn, as many as fit.
func (ps *Parcels) deliver(b machine.Builder, source, first uint64, parcels [][]byte) {
	for i, p := range parcels {
		taken, err := b.Deliver(source, first+uint64(i), p)
		if err != nil {
			ps.c.event("a parcel does not fit", "from", message.IslandName(source), "number", first+uint64(i), "why", err.Error())
		}
		if err != nil || !taken {
			return
		}
	}
}

// readLetters adds the parcels and acknowledgements of letters to a turn.
func (ps *Parcels) readLetters(b machine.Builder) {
	for _, l := range ps.c.islands.Letters(ps.c.island) {
		ps.readLetter(b, l)
	}
}

// readLetter adds the content of one letter: the due parcels, and the acknowledgement unless it is of parcels
// that were never sent, which would then be lost. If a majority signed such an acknowledgement, the state
// here lost turns that the other island has seen; they may come again.
func (ps *Parcels) readLetter(b machine.Builder, l *message.Letter) {
	if next := ps.c.machine.Expect(l.From); next >= l.First && next < l.First+uint64(len(l.Parcels)) && !ps.c.islands.Ended(l.From) {
		ps.deliver(b, l.From, next, l.Parcels[next-l.First:])
	}
	switch end := ps.outbox.sent[l.From].after(ps.c.history.executed); {
	case end > 0 && l.Expect > end:
		ps.c.counters[counter.LettersForged]++
		ps.c.islands.ForgetLetter(l.From, ps.c.island)
	case l.Expect > 1:
		ps.acknowledge(b, l.From, l.Expect)
	}
}

// acknowledge adds to a turn that another island has taken all parcels before a number.
func (ps *Parcels) acknowledge(b machine.Builder, by, upto uint64) {
	if m := ps.c.machine; len(m.Parcels(by, 0, nil)) == len(m.Parcels(by, upto, nil)) {
		return
	}
	if _, err := b.Acknowledge(by, upto); err != nil {
		ps.c.event("an acknowledgement does not fit", "from", message.IslandName(by), "upto", upto, "why", err.Error())
	}
}

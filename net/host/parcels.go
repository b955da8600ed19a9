package host

import "slices"

// # Parcels between islands
//
// A parcel waits in the state of the island that sends it, and a turn of the other island delivers it. That island's
// leader takes parcels from the sender's state, if it leads the sender as well, or from letters (mailbox.go). It takes
// only what a safe turn sent (sync.go): a turn that may still be lost must have no effects elsewhere, even when power
// fails everywhere at once. Likewise, a parcel is acknowledged to its sender when the turn that took it is safe. A
// provisional island neither sends nor takes parcels. What it would have sent waits, and after a merge everything
// between islands is as the firm line has it.

// watermark says that, after a turn, a count had come to a number.
type watermark struct{ turn, number uint64 }

// watermarks is how a count grew, by turns: the last entries, at least one of which is of a safe turn.
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

// note adds what the count is after a turn, and forgets what is older than a safe one.
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

// outbox is what an island has sent and taken.
type outbox struct {
	sent  map[uint64]watermarks // by island: the number that its next parcel will have
	taken map[uint64]watermarks // by island: the number of the parcel wanted next

	since uint64 // the first turn that was noted

	islands []uint64 // scratch
}

// markOutbox notes what the state has sent and taken after the turn that was just executed.
func (c *Core) markOutbox() {
	m, ok := c.machine.(Mailer)
	if !ok || c.siblings == nil {
		return
	}
	if c.outbox.sent == nil {
		c.outbox = outbox{sent: map[uint64]watermarks{}, taken: map[uint64]watermarks{}, since: c.state.executed}
	}
	turn, safe := c.state.executed, c.journal.stable()
	c.outbox.islands = m.Towards(c.outbox.islands[:0])
	for _, to := range c.outbox.islands {
		t := c.outbox.sent[to]
		c.outbox.sent[to] = t.note(turn, numberAfter(m, to, t.after(turn)), safe)
	}
	for _, from := range c.vouching.with(c.siblings.Correspondents(c.island)) {
		if from == c.island {
			continue
		}
		if next := m.Expect(from); next > 1 {
			c.outbox.taken[from] = c.outbox.taken[from].note(turn, next, safe)
		}
	}
}

// rewind forgets what was noted of turns after one: the state went back.
func (p *outbox) rewind(turn uint64) {
	for _, all := range []map[uint64]watermarks{p.sent, p.taken} {
		for island, t := range all {
			all[island] = slices.DeleteFunc(t, func(m watermark) bool { return m.turn > turn })
		}
	}
}

// resetOutbox notes the present state, which is not one that followed from what was noted before.
func (c *Core) resetOutbox() {
	c.outbox = outbox{}
	if c.machine != nil {
		c.markOutbox()
	}
}

// numberAfter is the number that the next parcel for an island will have, at least known.
func numberAfter(m Mailer, to, known uint64) uint64 {
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
func (c *Core) mailing() bool {
	for _, t := range c.outbox.sent {
		if t.after(c.state.executed) > t.after(c.state.committed) {
			return true
		}
	}
	return false
}

// collectParcels adds to a turn what other islands have sent to this one, and what they have taken: from their states, as far as
// nobody else needs to be believed (see lettersigning.go), and from letters.
func (c *Core) collectParcels(body []byte) []byte {
	m, ok := c.machine.(Mailer)
	if !ok || c.siblings == nil || c.state.stale || c.fork.apart() {
		return body
	}
	c.siblings.Each(func(other *Core) {
		o, ok := other.machine.(Mailer)
		if !ok || other == c || other.over() || other.state.stale || other.fork.apart() || !other.trusted() {
			return
		}
		safe := other.journal.stable()
		end, next := other.outbox.sent[c.island].after(safe), m.Expect(other.island)
		if next < end {
			waiting := o.Parcels(c.island, next, nil)
			if next+uint64(len(waiting)) == other.outbox.sent[c.island].after(other.state.executed) { // else it forgot some that this one wants
				body = c.deliver(m, body, other.island, next, waiting[:end-next])
			}
		}
		upto := other.outbox.taken[c.island].after(safe)
		if upto > 1 {
			body = c.acknowledge(m, body, other.island, upto)
		}
	})
	return c.readLetters(m, body)
}

// deliver adds parcels to a turn, as many as fit.
func (c *Core) deliver(m Mailer, body []byte, source, first uint64, parcels [][]byte) []byte {
	for i, p := range parcels {
		out, taken, err := m.Deliver(body, source, first+uint64(i), p)
		if err != nil {
			c.event("a parcel does not fit", "from", islandName(source), "number", first+uint64(i), "why", err.Error())
		}
		if err != nil || !taken {
			return body
		}
		body = out
	}
	return body
}

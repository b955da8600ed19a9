package host

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/store"
)

// # What a power cut took
//
// A file says how many turns it may lack at its end (store.Cut). Others may have them, so that nothing is said to be
// lost before it is known how the world goes on after the epoch in which the file ends: by a successor, or with turns of
// that epoch, then others had them; by a recovery record or a decree, then those after its place are gone. How many there
// were is known only when somebody comes who still has some of them: its greeting says so.
//
// A lone voter tells nothing as committed that is not in its file, so that what the file says is a bound. Of several
// voters each commits what a majority has in memory; what waited for the disk comes on top of it.

// loss is what is known of the turns that the file may lack.
type loss struct {
	cut   *store.Cut // nil: it lacks none
	epoch uint64     // in which the file ends,
	name  [32]byte   // by its record
}

// mayLack takes what the file says.
func (c *Core) mayLack(cut *store.Cut) {
	if cut == nil || len(c.records) == 0 {
		return
	}
	mine := *cut
	if !c.last().Lone() {
		mine.Most += uint64(store.QuietDelay / c.options.Turn)
	}
	c.loss = loss{&mine, c.last().Number, c.last().Hash()}
	c.event("the power went while the world's file was open", "last turn", mine.Turn, "may lack", mine.AtMost(), "synced", mine.At, "sure", mine.Sure)
}

// followed looks what a record that now belongs to the line says of these turns.
func (c *Core) followed(r *epoch.Record) {
	l := &c.loss
	switch {
	case l.cut == nil || l.cut.Fate != store.Undecided || !r.Firm || c.replaying:
	case r.Reason == epoch.Decreed:
		c.decideLoss(l.cut.Turn, true)
	case r.Number == l.epoch+1 && r.Previous == l.name:
		c.decideLoss(r.FirstTurn-1, r.Reason == epoch.Recovered || r.Reason == epoch.Agreed)
	}
}

// regained looks whether others have given the turns that the file lacked.
func (c *Core) regained() {
	l := &c.loss
	if l.cut != nil && l.cut.Fate == store.Undecided && c.e != nil && c.e.Record().Number == l.epoch && c.e.Record().Hash() == l.name && c.state.committed >= l.cut.Most {
		c.decideLoss(l.cut.Most, false)
	}
}

// decideLoss notes that the world goes on after a turn, without those that followed or with others'.
func (c *Core) decideLoss(after uint64, gone bool) {
	l := c.loss.cut
	l.Turn = max(l.Turn, min(after, l.Most))
	l.Fate = store.Had
	if gone && l.AtMost() > 0 {
		l.Fate = store.Gone
		c.counters[counter.TurnsCut] += l.AtMost()
		c.event("turns are lost to a power cut", "after", l.Turn, "at most", l.AtMost())
		words := "The power failed: this world lost up to " + c.turnWords(l.AtMost())
		if !l.Sure {
			words = "This world's file was not closed: if the power failed, this world lost up to " + c.turnWords(l.AtMost())
		}
		c.notify(words)
	}
	c.tellLoss()
}

// recalls takes what a peer says that it has of an epoch that was recovered after a power cut.
func (c *Core) recalls(p *peer) {
	l := c.loss.cut
	if l == nil || l.Fate != store.Gone || p.said.Epoch != c.loss.epoch || p.said.Name != c.loss.name {
		return
	}
	seen := min(p.said.Committed, l.Most)
	if seen <= max(l.Turn, l.Seen) {
		return
	}
	c.counters[counter.TurnsCutSeen] += seen - max(l.Turn, l.Seen)
	l.Seen = seen
	c.event("a peer has turns that were lost to a power cut", "peer", p.name(), "turns", l.Known())
	c.notify(fmt.Sprintf("%s still has %s that this world lost to the power cut, as an archive", p.name(), c.turnWords(l.Known())))
	c.tellLoss()
}

// tellLoss has the file keep what is known.
func (c *Core) tellLoss() {
	told := *c.loss.cut
	c.out.Cut = &told
}

// turnWords is a number of turns with the time that they took.
func (c *Core) turnWords(n uint64) string {
	took := (time.Duration(n) * c.options.Turn).Round(50 * time.Millisecond)
	if n == 1 {
		return fmt.Sprintf("1 turn (%v)", took)
	}
	return fmt.Sprintf("%d turns (%v)", n, took)
}

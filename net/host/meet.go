package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/mutant"
)

// # Meeting
//
// A peer of another line is asked for the records that follow the own firm ancestor, or the newest one before it that it
// has; only what follows one that both
// have, each signed by whom its predecessor lets, is believed. From the records after the last that both have,
// each side computes alone, and alike, which line is the greater one: that with more decrees of the founder; that
// which is firm, of two firm stretches the longer; of two provisional ones that whose last record names more
// voters of the firm ancestor, then that of the later first turn, then that with the lesser hash. Members of the
// lesser one fold, each for itself. Should both sides fold, because one changed its committee at that moment,
// both have archived theirs, found a new line when nobody else is there, and what is pending is taken into that.
//
// A provisional line also folds when its firm ancestor's leader is heard closing turns, and when a quorum is there
// (see provisional.go).

const (
	// meetEvery is how often other lines are looked at.
	meetEvery = 50 * time.Millisecond
	// goesSteadily is how long the firm epoch's leader must have been heard closing turns without a break to be folded for, however
	// often that was in vain before: its turns come this time.
	goesSteadily = 3 * time.Second
	// strangerGreeting is how often peers of other lines are greeted.
	strangerGreeting = time.Second
)

// meet looks at the lines of others and folds when one of them is greater.
func (c *Core) meet() {
	l := &c.line
	if c.machine == nil || len(c.records) == 0 || c.now.Sub(l.looked) < meetEvery {
		return
	}
	l.looked = c.now
	c.folds()
	if l.folding != nil || c.disk.pending != nil || c.quit != nil {
		return
	}
	strangers := false
	var best *peer
	c.each(func(p *peer) {
		if p.other == nil {
			return
		}
		strangers = true
		c.align(p.other)
		c.askLine(p)
		if c.yieldsTo(p) && (best == nil || c.greater(p.other.tail, best.other.tail)) {
			best = p
		}
	})
	if strangers && c.now.Sub(l.greeted) >= strangerGreeting {
		l.greeted = c.now
		c.greetAll()
	}
	switch {
	case c.between() && c.fetch != nil && !c.fetch.from.IsZero(): // all is put away, and the other line's state on its way
	case best != nil:
		c.fold(best, best.other.shared, "the line of "+best.name()+" is greater")
	case !c.last().Firm:
		c.foldForFirm()
	}
}

// align takes what the own line has by now out of the tail of another.
func (c *Core) align(o *stranger) {
	for len(o.tail) > 0 && c.has(o.shared+1, o.tail[0].Hash()) {
		o.shared, o.tail = o.shared+1, o.tail[1:]
	}
}

// yieldsTo reports whether the own line folds into that of a peer.
func (c *Core) yieldsTo(p *peer) bool {
	o := p.other
	if len(o.tail) == 0 || !p.greeted || o.shared > uint64(len(c.records)) || c.stillLacks(p) && !o.tail[len(o.tail)-1].Firm {
		return false
	}
	mine := c.records[o.shared:]
	if len(mine) > 0 {
		return c.greater(o.tail, mine)
	}
	for i, r := range o.tail { // it goes on from the epoch that is the own one
		if r.Reason == epoch.Provisional {
			return i > 0 || o.tail[len(o.tail)-1].Firm // that is over for all, or was made firm since
		}
	}
	return false
}

// greater reports whether line a goes before b; both follow the same record, and neither is empty.
func (c *Core) greater(a, b []*epoch.Record) bool {
	da, fa := firmness(a)
	db, fb := firmness(b)
	switch {
	case da != db:
		return da > db
	case fa != fb && (fa == 0 || fb == 0):
		return fa > fb
	case fa != 0:
		return false // two firm ones: somebody lied, and nobody follows
	}
	x, y := a[len(a)-1], b[len(b)-1]
	if x.Hash() == y.Hash() {
		return false
	}
	return epoch.Senior(c.firmOne(), x, x.FirstTurn, y, y.FirstTurn)
}

// firmness is how many decrees a stretch of a line has, and the number of its last firm record, zero when it has none.
func firmness(records []*epoch.Record) (decrees int, firm uint64) {
	for _, r := range records {
		if r.Reason == epoch.Decreed {
			decrees++
		}
		if r.Firm || mutant.Is(mutant.Firm) {
			firm = r.Number
		}
	}
	return decrees, firm
}

// foldForFirm folds a provisional line when its firm ancestor goes on, or could.
func (c *Core) foldForFirm() {
	l := &c.line
	firm := c.firmOne()
	goes := false
	var from *peer
	c.each(func(p *peer) {
		if c.leadsFirm(p, firm) {
			goes, from = true, p
		}
	})
	quorum := c.quorum()
	if quorum && !goes && !c.returns() { // who does not know a state of it any more goes back when somebody has one
		from = c.waitsInFirm(firm)
		quorum = from != nil
	}
	if l.firm.After(l.folded) {
		l.refold = 0 // something came of it
	}
	if !goes {
		l.goes = time.Time{}
	} else if l.goes.IsZero() {
		l.goes = c.now
	}
	switch {
	case !goes && !quorum:
		return
	case c.now.Sub(l.folded) < l.refold && !(quorum && c.awaited(firm)) && !(goes && c.now.Sub(l.goes) >= goesSteadily):
		return
	}
	l.refold = min(max(2*l.refold, refoldAfter), refoldMost)
	l.folded, l.goes = c.now, time.Time{}
	if goes {
		c.fold(from, firm.Number, from.name()+" leads the firm line")
	} else {
		c.fold(from, firm.Number, "those are there who can go on with the firm line")
	}
	if l.folding != nil {
		l.folding.firm = true
	}
}

// leadsFirm reports whether a peer is heard closing turns of the firm epoch.
func (c *Core) leadsFirm(p *peer, firm *epoch.Record) bool {
	name := firm.Hash()
	return p.greeted && p.said.FirmName == name && p.ran == firm.Number && c.now.Sub(p.ranAt) < time.Second && p.said.Name == name
}

// awaited reports whether a voter of the firm epoch has gone back to it and waits there: that is in vain unless the others
// do the same now.
func (c *Core) awaited(firm *epoch.Record) (is bool) {
	c.each(func(p *peer) {
		is = is || p.greeted && p.said.Name == firm.Hash() && p.said.Lacks && firm.Votes(p.key) && c.now.Sub(p.saidAt) < 3*lackGreeting
	})
	return is
}

// waitsInFirm returns a peer that has gone back to the firm epoch, or nil.
func (c *Core) waitsInFirm(firm *epoch.Record) (best *peer) {
	c.each(func(p *peer) {
		if best == nil && p.greeted && p.said.Name == firm.Hash() && p.said.Committed+1 >= firm.FirstTurn {
			best = p
		}
	})
	return best
}

// learns reports whether somebody has been heard of in another line a moment ago, whose records are on their way: it may have
// founded one that this peer can join, and two that are founded at once cost those who fold another second.
func (c *Core) learns() bool {
	return slices.ContainsFunc(c.ranks, func(p *peer) bool {
		return p.other != nil && p.other.tail == nil && p.greeted && !c.stillLacks(p) && c.now.Sub(p.other.since) < foundGap
	})
}

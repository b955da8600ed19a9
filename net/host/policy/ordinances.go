package policy

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/machine"
)

const (
	// enforceAfter is how long a leader waits before it takes from its island an ordinance with a later word
	// than its own charter has, or that its charter does not have: the entry may take that long to reach it.
	enforceAfter = 10 * time.Second
	// perTurn is how many ordinances a leader brings into a turn: the machine's limit.
	perTurn = 3
)

// ordinances compares the charter's decisions about the simulation with those that hold on the island.
type ordinances struct {
	rules   [32]byte // of the charter that was compared,
	sum     uint64   // and of the island's
	known   bool
	missing []charter.Ordinance // what the island lacks, or has by an earlier word
	untrue  []charter.Ordinance // what it has by a later word, or without one: the charter's, or Word 0
	odd     time.Time           // since when it has had something false
	bare    bool                // ranks by invitation are not known here
	had     []charter.Ordinance // scratch
}

// compare brings both lists up to date.
func (d *ordinances) compare(rules [32]byte, mine []charter.Ordinance, m machine.Machine, now time.Time) {
	if d.known && d.rules == rules && d.sum == m.OrdinanceSum() {
		return
	}
	d.known, d.rules, d.sum = true, rules, m.OrdinanceSum()
	d.missing, d.untrue = d.missing[:0], d.untrue[:0]
	d.had = m.Ordinances(d.had[:0])
	a, b := mine, d.had
	for len(a)+len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Compare(b[0]) < 0:
			if len(d.had) < charter.MaxOrdinances { // else there is no room
				d.missing = append(d.missing, a[0])
			}
			a = a[1:]
		case d.bare && b[0].Topic == charter.OnRank && (len(a) == 0 || a[0].Compare(b[0]) > 0):
			b = b[1:]
		case len(a) == 0 || a[0].Compare(b[0]) > 0:
			d.untrue, b = append(d.untrue, charter.Ordinance{Topic: b[0].Topic, Subject: b[0].Subject}), b[1:]
		default:
			if a[0] != b[0] && a[0].Word >= b[0].Word {
				d.missing = append(d.missing, a[0])
			} else if a[0] != b[0] && !(d.bare && b[0].Topic == charter.OnRank) {
				d.untrue = append(d.untrue, a[0])
			}
			a, b = a[1:], b[1:]
		}
	}
	d.odd = begun(d.odd, len(d.untrue) > 0, now)
}

// begun is since when something has been so: the former time, if it was so before.
func begun(since time.Time, holds bool, now time.Time) time.Time {
	switch {
	case !holds:
		return time.Time{}
	case since.IsZero():
		return now
	}
	return since
}

// compared compares the island with the charter now. It is false while there is nothing to compare.
func (y *Policy) compared() bool {
	t := y.c.Standing.State()
	if t == nil || y.c.Machine == nil {
		return false
	}
	y.decided.bare = y.c.Standing.Charter.Bare
	y.decided.compare(y.c.Standing.Charter.Basis, t.Ordinances(), y.c.Machine, y.c.Now)
	return true
}

// Proclaim brings the charter's ordinances into a turn of the island that this peer leads. A later word goes
// in at once. Where the island's is the later one, either this peer has not heard it yet, or there was none,
// and a leader made it up.
func (y *Policy) Proclaim(b machine.Builder) {
	if !y.compared() {
		return
	}
	d := &y.decided
	left := perTurn
	put := func(list []charter.Ordinance) {
		for k := 0; k < len(list) && left > 0; k++ {
			if b.Proclaim(list[k]) {
				left--
			}
		}
	}
	if put(d.missing); y.c.Now.Sub(d.odd) >= enforceAfter {
		put(d.untrue)
	}
}

// Unproclaimed reports whether the island lacks an ordinance of the charter: a fair leader brings it into a
// turn at once.
func (y *Policy) Unproclaimed() bool { return y.compared() && len(y.decided.missing) > 0 }

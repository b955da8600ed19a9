package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// # Firm turns in an archive
//
// A file has one line. Whoever joins a provisional line that goes on from an earlier turn than its own last one therefore puts
// turns of the firm epoch away, too. The process keeps its place there (see place.go); the next one finds it in the archive,
// and takes it up before it tells anybody what it has: else those who recover the epoch would go on from an earlier turn, and
// what was committed would be a branch.

// depositPatience is how long a file may take to give an archive's state before this peer goes on without it.
const depositPatience = 5 * time.Second

// deposit is a place in the firm epoch that an archive has, and the line of the file has not.
type deposit struct {
	id     [32]byte // of the archive
	firm   *epoch.Record
	turn   uint64
	hash   [32]byte
	digest uint64 // zero: not known
	begins bool   // the archive begins with it; else it ends with it
	since  time.Time
}

// deposited finds the archive that has most of the firm epoch, and has it read, if that is more than the file's line has.
func (c *Core) deposited(archives []store.Archive) {
	firm := c.firmOne()
	if c.lostEnd(firm) || len(c.line.torn) > 0 || c.line.unled {
		return // it has ended firmly
	}
	name, least := firm.Hash(), c.state.executed
	if n := firm.Number; n < uint64(len(c.records)) {
		if least = c.records[n].FirstTurn - 1; !c.returns() {
			least-- // where it ends is known, and no state of it
		}
	}
	var best *deposit
	for i := range archives {
		a := &archives[i]
		if a.Island != c.island && a.Island != 0 {
			continue
		}
		d := &deposit{id: a.ID, firm: firm, since: c.now}
		if len(a.Records) == 0 && a.ID == message.BranchID(name, a.Tip.Turn, a.Tip.Hash) {
			d.turn, d.hash, d.digest = a.Tip.Turn, a.Tip.Hash, a.Tip.Digest
		} else if len(a.Records) > 0 {
			if r, err := epoch.DecodeRecord(a.Records[0]); err == nil && r.Reason == epoch.Provisional && r.Previous == name {
				d.turn, d.hash, d.begins = r.FirstTurn-1, r.Chain, true
			}
		}
		if d.turn > least && d.turn+1 >= firm.FirstTurn && (best == nil || d.turn > best.turn) {
			best = d
		}
	}
	if c.line.deposit = best; best != nil {
		c.out.Opens = append(c.out.Opens, best.id)
	}
}

// depositing reports whether such a place is being read.
func (c *Core) depositing() bool {
	d := c.line.deposit
	return d != nil && c.now.Sub(d.since) < depositPatience
}

// takeDeposit takes up the place that an archive has: at once in the firm epoch, else when this peer comes back to it.
func (c *Core) takeDeposit(a store.Branch, err error) {
	d := c.line.deposit
	c.line.deposit = nil
	k := kept{at: c.now, turn: d.turn, epoch: d.firm.Number, hash: d.hash, digest: d.digest, snapshot: a.Tip.Snapshot}
	if d.begins {
		k.snapshot = a.Base
	}
	present := c.last() == d.firm
	switch {
	case err != nil:
		c.event("an archive with turns of the firm epoch cannot be read", "turn", d.turn, "why", err.Error())
		return
	case len(k.snapshot) == 0, c.firmOne() != d.firm, present && (c.e != nil || c.state.executed >= d.turn), !present && c.aside(d.firm):
		return // it is not needed any more
	}
	before := c.machine.Snapshot(nil)
	if err = c.machine.Restore(k.snapshot); err == nil && k.digest == 0 {
		k.digest = c.machine.Digest()
	}
	if err != nil || c.machine.Digest() != k.digest {
		c.restore(before)
		c.event("an archive has another state of the firm epoch than it says", "turn", d.turn)
		return
	}
	at := replica{executed: k.turn, hash: k.hash, epoch: k.epoch, committed: k.turn, base: k, orderedAt: c.now}
	if c.event("takes up firm turns that were archived", "epoch", k.epoch, "turn", k.turn); !present {
		c.restore(before)
		c.line.suspended = &suspended{record: d.firm, state: at}
		return
	}
	c.replaced(nil)
	c.state = at
	c.end = epoch.Position{}
	c.resetOutbox()
	c.own.restore()
	c.own.take(c.machine.Sequence(c.me), k.turn)
	c.state.rewound = true
	c.keeps(k)
}

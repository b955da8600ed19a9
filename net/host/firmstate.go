package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// # Firm turns in an archive
//
// A file has one record chain. A peer that joins a provisional fork from an earlier turn than its own last
// one therefore archives turns of the firm epoch, too. The process parks its membership of that epoch (see
// parkedepoch.go). A restarted process finds it in the archive and resumes it before it reports its state to
// anybody. Otherwise a recovery of the epoch would go on from an earlier turn, and committed turns would end
// up in a branch.

// firmStatePatience is how long a file may take to give an archive's state before this peer goes on without
// it.
const firmStatePatience = 5 * time.Second

// archivedFirmState is a position in the firm epoch that an archive has and the file's log lacks.
type archivedFirmState struct {
	id     [32]byte // of the archive
	firm   *epoch.Record
	turn   uint64
	hash   [32]byte
	digest uint64 // zero: not known
	begins bool   // the archive begins with it; else it ends with it
	since  time.Time
}

// findFirmState finds the archive that has most of the firm epoch, and has it read if it has more than the
// file's log.
func (b *Abandon) findFirmState(archives []store.Archive) {
	b.bar(archives)
	firm := b.c.ancestry.firmOne()
	if b.lostEnd(firm) || len(b.tornOff) > 0 || b.lostRecord {
		return // it has ended firmly
	}
	name, least := firm.Hash(), b.c.history.executed
	if n := firm.Number; n < uint64(len(b.c.ancestry.records)) {
		if least = b.c.ancestry.records[n].FirstTurn - 1; !b.in.separate.returns() {
			least-- // where it ends is known, and no state of it
		}
	}
	var best *archivedFirmState
	for i := range archives {
		a := &archives[i]
		if a.Island != b.c.island && a.Island != 0 {
			continue
		}
		d := &archivedFirmState{id: a.ID, firm: firm, since: b.c.now}
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
	if b.firmState = best; best != nil {
		b.c.out.Opens = append(b.c.out.Opens, best.id)
	}
}

// readingFirmState reports whether such a place is being read.
func (b *Abandon) readingFirmState() bool {
	d := b.firmState
	return d != nil && b.c.now.Sub(d.since) < firmStatePatience
}

// takeFirmState takes up the place that an archive has: at once in the firm epoch, else when this peer comes
// back to it.
func (b *Abandon) takeFirmState(a store.Branch, err error) {
	d := b.firmState
	b.firmState = nil
	k := kept{at: b.c.now, turn: d.turn, epoch: d.firm.Number, hash: d.hash, digest: d.digest, snapshot: a.Tip.Snapshot}
	if d.begins {
		k.snapshot = a.Base
	}
	present := b.c.ancestry.last() == d.firm
	switch {
	case err != nil:
		b.c.event("an archive with turns of the firm epoch cannot be read", "turn", d.turn, "why", err.Error())
		return
	case len(k.snapshot) == 0, b.c.ancestry.firmOne() != d.firm, present && (b.c.e != nil || b.c.history.executed >= d.turn), !present && b.in.separate.isParked(d.firm):
		return // it is not needed any more
	}
	before := b.c.machine.Snapshot(nil)
	if err = b.c.machine.Restore(k.snapshot); err == nil && k.digest == 0 {
		k.digest = b.c.machine.Digest()
	}
	if err != nil || b.c.machine.Digest() != k.digest {
		b.c.history.restore(before)
		b.c.event("an archive has another state of the firm epoch than it says", "turn", d.turn)
		return
	}
	at := replica{executed: k.turn, hash: k.hash, epoch: k.epoch, committed: k.turn, base: k, orderedAt: b.c.now}
	if b.c.event("takes up firm turns that were archived", "epoch", k.epoch, "turn", k.turn); !present {
		b.c.history.restore(before)
		b.in.separate.parked = &parkedEpoch{record: d.firm, state: at}
		return
	}
	b.replaced(nil)
	b.c.history.replica = at
	b.c.epochs.end = epoch.Position{}
	b.c.parcels.resetOutbox()
	b.c.own.restore()
	b.c.own.take(b.c.machine.Sequence(b.c.me), k.turn)
	b.c.history.rewound = true
	b.in.separate.saveCommitted(k)
}

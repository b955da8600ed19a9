package fork

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
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

// FindFirmState finds the archive that has most of the firm epoch, and has it read if it has more than the
// file's log.
func (b *Abandon) FindFirmState(archives []store.Archive) {
	b.Bar(archives)
	firm := b.c.Ancestry.FirmOne()
	if b.LostEnd(firm) || len(b.tornOff) > 0 || b.lostRecord {
		return // it has ended firmly
	}
	name, least := firm.Hash(), b.c.History.Executed
	if n := firm.Number; n < uint64(len(b.c.Ancestry.Records)) {
		if least = b.c.Ancestry.Records[n].FirstTurn - 1; !b.in.Provisional.returns() {
			least-- // where it ends is known, and no state of it
		}
	}
	var best *archivedFirmState
	for i := range archives {
		a := &archives[i]
		if a.Island != b.c.ID && a.Island != 0 {
			continue
		}
		d := &archivedFirmState{id: a.ID, firm: firm, since: b.c.Now}
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
	if b.FirmState = best; best != nil {
		b.c.Out.Opens = append(b.c.Out.Opens, best.id)
	}
}

// ReadingFirmState reports whether such a place is being read.
func (b *Abandon) ReadingFirmState() bool {
	d := b.FirmState
	return d != nil && b.c.Now.Sub(d.since) < firmStatePatience
}

// takeFirmState takes up the place that an archive has: at once in the firm epoch, else when this peer comes
// back to it.
func (b *Abandon) takeFirmState(a store.Branch, err error) {
	d := b.FirmState
	b.FirmState = nil
	k := kernel.KeptState{At: b.c.Now, Turn: d.turn, Epoch: d.firm.Number, Hash: d.hash, Digest: d.digest, Snapshot: a.Tip.Snapshot}
	if d.begins {
		k.Snapshot = a.Base
	}
	present := b.c.Ancestry.Last() == d.firm
	switch {
	case err != nil:
		b.c.Event("cannot read an archive with turns of the firm epoch", "turn", d.turn, "why", err.Error())
		return
	case len(k.Snapshot) == 0, b.c.Ancestry.FirmOne() != d.firm, present && (b.c.Epoch != nil || b.c.History.Executed >= d.turn), !present && b.in.Provisional.isParked(d.firm):
		return // it is not needed any more
	}
	before := b.c.Machine.Snapshot(nil)
	if err = b.c.Machine.Restore(k.Snapshot); err == nil && k.Digest == 0 {
		k.Digest = b.c.Machine.Digest()
	}
	if err != nil || b.c.Machine.Digest() != k.Digest {
		b.c.History.Restore(before)
		b.c.Event("an archive's state of the firm epoch does not match its digest", "turn", d.turn)
		return
	}
	at := kernel.Progress{Executed: k.Turn, Hash: k.Hash, Epoch: k.Epoch, Committed: k.Turn, Base: k, OrderedAt: b.c.Now}
	if b.c.Event("resuming archived turns of the firm epoch", "epoch", k.Epoch, "turn", k.Turn); !present {
		b.c.History.Restore(before)
		b.in.Provisional.Parked = &parkedEpoch{record: d.firm, State: at}
		return
	}
	b.Replaced(nil)
	b.c.History.Progress = at
	b.c.Epochs.End = epoch.Position{}
	b.c.Parcels.ResetOutbox()
	b.c.Own.Restore()
	b.c.Own.Take(b.c.Machine.Sequence(b.c.Me), k.Turn)
	b.c.History.Rewound = true
	b.in.Provisional.saveCommitted(k)
}

package host

import (
	"slices"

	"manyhold/net/epoch"
)

// parkedEpoch keeps our raft membership of the firm epoch while we follow a provisional fork; to the others
// we look like a slow voter.
type parkedEpoch struct {
	record *epoch.Record
	e      *epoch.Epoch
	before *epoch.Epoch
	left   *epoch.Epoch
	end    epoch.Position
	state  replica
	given  uint64 // last of its turns in the file
}

// parkEpoch parks the membership of a firm epoch that is being left. Without it this process is no longer a
// member of that epoch's raft group: it would begin there with a shorter log than it had.
func (a *Provisional) parkEpoch() {
	if a.c.e != nil {
		a.c.epochs.spend([]*epoch.Record{a.c.e.Record()})
	}
	if a.parks() {
		a.c.history.resumeState()
		a.park()
	}
}

func (a *Provisional) parks() bool {
	return len(a.c.ancestry.records) > 0 && a.c.ancestry.last().Firm && !a.isParked(a.c.ancestry.last()) && a.c.history.executed+1 >= a.c.ancestry.last().FirstTurn && a.c.history.base.snapshot != nil
}

// isParked reports whether the membership of an epoch is parked. That of an epoch that the chain has passed
// is worthless.
func (a *Provisional) isParked(r *epoch.Record) bool {
	s := a.parked
	return s != nil && s.record.Hash() == r.Hash()
}

// parkedNumber is the number of the parked epoch; zero: none is parked.
func (a *Provisional) parkedNumber() uint64 {
	if a.parked == nil {
		return 0
	}
	return a.parked.record.Number
}

// parkedHash is the chain hash after a turn of the parked firm epoch, if one is parked and its log reaches
// back so far.
func (a *Provisional) parkedHash(turn uint64) (hash [32]byte, ok bool) {
	if s := a.parked; s != nil && a.isParked(a.c.ancestry.firmOne()) {
		return s.state.hashAt(turn)
	}
	return hash, false
}

func (a *Provisional) park() {
	s := &parkedEpoch{record: a.c.ancestry.last(), e: a.c.e, before: a.c.epochs.before, left: a.c.epochs.left, end: a.c.epochs.end, state: a.c.history.replica, given: a.c.journal.given}
	s.state.turns, s.state.stale = slices.Clone(a.c.history.turns), false
	a.parked = s
}

// leavesFirm: observers save the firm state before they follow a provisional fork. Otherwise a minority of
// observers could lose it when the fork is abandoned.
func (a *Provisional) leavesFirm(records []*epoch.Record) {
	if n := len(a.c.ancestry.records); a.c.e == nil && a.parks() && n < len(records) && slices.ContainsFunc(records[n:], provisional) {
		a.park()
	}
}

func provisional(r *epoch.Record) bool { return r.Reason == epoch.Provisional }

// returns reports whether this peer has a state of the firm chain to go back to.
func (a *Provisional) returns() bool {
	firm := a.c.ancestry.firmOne()
	return a.isParked(firm) || firm.Number < uint64(len(a.c.ancestry.records)) && a.in.abandon.bases[a.c.ancestry.records[firm.Number].Number] != nil
}

// resume takes the place in the firm epoch again.
func (a *Provisional) resume() {
	s := a.parked
	a.parked = nil
	a.c.e, a.c.epochs.before, a.c.epochs.left, a.c.epochs.end = s.e, s.before, s.left, s.end
	a.c.history.replica = s.state
	a.c.parcels.clearOutbox()
	a.c.history.restore(a.c.history.base.snapshot)
	a.c.history.place(a.c.history.base)
	firm, committed := a.c.history.base, min(a.c.history.committed, s.state.executed)
	for _, t := range a.c.history.turns {
		if a.c.history.execute(t); t.Number == committed {
			firm = a.c.history.capture()
		}
	}
	a.saveCommitted(firm)
	a.c.history.orderedAt, a.c.history.returned = a.c.now, true
	if a.c.acceptor.promisedIn(s.record) {
		a.c.epochs.leaveGroup() // it promised to act in it no more
	}
	if a.c.e != nil {
		a.c.e.Tick(a.c.now)
	}
}

// saveCommitted gives the file the committed state of the resumed membership. The file has only the part of
// its history before the branch, and none where all checkpoints went into the archive.
func (a *Provisional) saveCommitted(k kept) {
	a.c.journal.save(k)
	a.c.journal.given, a.c.journal.repairing = k.turn, true
}

// between reports whether this peer is on its way from the firm epoch into a fork of it: it has parked its
// membership, and done nothing else yet. Its present role says nothing of the log that it keeps there.
func (a *Provisional) between() bool {
	return a.c.e == nil && a.c.machine != nil && len(a.c.ancestry.records) > 0 && a.isParked(a.c.ancestry.last())
}

// turnedBack reports whether a peer whose fork this one was about to join has returned from it to the epoch
// that this one has parked. Its turns of that fork lead nowhere by now, and it may be waiting for this very
// peer.
func (a *Provisional) turnedBack(p *peer) bool {
	return p != nil && p.greeted && a.in.of(p).other == nil && p.said.Name == a.c.ancestry.last().Hash()
}

// comeBack resumes the membership of the firm epoch when the peer whose fork this one was about to join is
// gone, or has left that fork. Ordered turns of the firm epoch may be committed there, with no other
// remaining peer that knows of it.
func (a *Provisional) comeBack() {
	if !a.between() || a.c.journal.pending != nil || a.in.abandon.running != nil {
		return
	}
	a.c.event("returns to its own fork", "epoch", a.c.ancestry.last().Number, "turn", a.parked.state.executed)
	a.c.joining.stop()
	a.c.recovering.stop()
	a.c.journal.given = min(a.c.journal.given, a.parked.given)
	a.c.journal.written, a.c.journal.syncedTo = min(a.c.journal.written, a.c.journal.given), min(a.c.journal.syncedTo, a.c.journal.given)
	a.c.history.rewound = true
	a.resume()
	if a.c.e == nil && !a.c.joining.fetching() {
		a.c.joining.comeBack(false) // it had none in the group
	}
	a.in.abandon.forkEntered()
}

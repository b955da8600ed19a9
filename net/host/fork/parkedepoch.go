package fork

import (
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
)

// parkedEpoch keeps our raft membership of the firm epoch while we follow a provisional fork; to the others
// we look like a slow voter.
type parkedEpoch struct {
	record *epoch.Record
	e      *epoch.Epoch
	before *epoch.Epoch
	left   *epoch.Epoch
	end    epoch.Position
	State  kernel.Progress
	given  uint64 // last of its turns in the file
}

// parkEpoch parks the membership of a firm epoch that is being left. Without it this process is no longer a
// member of that epoch's raft group: it would begin there with a shorter log than it had.
func (a *Provisional) parkEpoch() {
	if a.c.Epoch != nil {
		a.c.Epochs.Spend([]*epoch.Record{a.c.Epoch.Record()})
	}
	if a.parks() {
		a.c.History.ResumeState()
		a.park()
	}
}

func (a *Provisional) parks() bool {
	return len(a.c.Ancestry.Records) > 0 && a.c.Ancestry.Last().Firm && !a.isParked(a.c.Ancestry.Last()) && a.c.History.Executed+1 >= a.c.Ancestry.Last().FirstTurn && a.c.History.Base.Snapshot != nil
}

// isParked reports whether the membership of an epoch is parked. That of an epoch that the chain has passed
// is worthless.
func (a *Provisional) isParked(r *epoch.Record) bool {
	s := a.Parked
	return s != nil && s.record.Hash() == r.Hash()
}

// ParkedNumber is the number of the parked epoch; zero: none is parked.
func (a *Provisional) ParkedNumber() uint64 {
	if a.Parked == nil {
		return 0
	}
	return a.Parked.record.Number
}

// ParkedHash is the chain hash after a turn of the parked firm epoch, if one is parked and its log reaches
// back so far.
func (a *Provisional) ParkedHash(turn uint64) (hash [32]byte, ok bool) {
	if s := a.Parked; s != nil && a.isParked(a.c.Ancestry.FirmOne()) {
		return s.State.HashAt(turn)
	}
	return hash, false
}

func (a *Provisional) park() {
	s := &parkedEpoch{record: a.c.Ancestry.Last(), e: a.c.Epoch, before: a.c.Epochs.Previous, left: a.c.Epochs.Left, end: a.c.Epochs.End, State: a.c.History.Progress, given: a.c.Journal.Given}
	s.State.Turns, s.State.Stale = slices.Clone(a.c.History.Turns), false
	a.Parked = s
}

// LeavesFirm: observers save the firm state before they follow a provisional fork. Otherwise a minority of
// observers could lose it when the fork is abandoned.
func (a *Provisional) LeavesFirm(records []*epoch.Record) {
	if n := len(a.c.Ancestry.Records); a.c.Epoch == nil && a.parks() && n < len(records) && slices.ContainsFunc(records[n:], provisional) {
		a.park()
	}
}

func provisional(r *epoch.Record) bool { return r.Reason == epoch.Provisional }

// returns reports whether this peer has a state of the firm chain to go back to.
func (a *Provisional) returns() bool {
	firm := a.c.Ancestry.FirmOne()
	return a.isParked(firm) || firm.Number < uint64(len(a.c.Ancestry.Records)) && a.in.Abandon.bases[a.c.Ancestry.Records[firm.Number].Number] != nil
}

// resume takes the place in the firm epoch again.
func (a *Provisional) resume() {
	s := a.Parked
	a.Parked = nil
	a.c.Epoch, a.c.Epochs.Previous, a.c.Epochs.Left, a.c.Epochs.End = s.e, s.before, s.left, s.end
	a.c.History.Progress = s.State
	a.c.Parcels.ClearOutbox()
	a.c.History.Restore(a.c.History.Base.Snapshot)
	a.c.History.Place(a.c.History.Base)
	firm, committed := a.c.History.Base, min(a.c.History.Committed, s.State.Executed)
	for _, t := range a.c.History.Turns {
		if a.c.History.Execute(t); t.Number == committed {
			firm = a.c.History.Capture()
		}
	}
	a.saveCommitted(firm)
	a.c.History.OrderedAt, a.c.History.Returned = a.c.Now, true
	if a.c.Acceptor.PromisedIn(s.record) {
		a.c.Epochs.LeaveGroup() // it promised to act in it no more
	}
	if a.c.Epoch != nil {
		a.c.Epoch.Tick(a.c.Now)
	}
}

// saveCommitted gives the file the committed state of the resumed membership. The file has only the part of
// its history before the branch, and none where all checkpoints went into the archive.
func (a *Provisional) saveCommitted(k kernel.KeptState) {
	a.c.Journal.Save(k)
	a.c.Journal.Given, a.c.Journal.Repairing = k.Turn, true
}

// Between reports whether this peer is on its way from the firm epoch into a fork of it: it has parked its
// membership, and done nothing else yet. Its present role says nothing of the log that it keeps there.
func (a *Provisional) Between() bool {
	return a.c.Epoch == nil && a.c.Machine != nil && len(a.c.Ancestry.Records) > 0 && a.isParked(a.c.Ancestry.Last())
}

// TurnedBack reports whether a peer whose fork this one was about to join has returned from it to the epoch
// that this one has parked. Its turns of that fork lead nowhere by now, and it may be waiting for this very
// peer.
func (a *Provisional) TurnedBack(p *kernel.Peer) bool {
	return p != nil && p.Greeted && a.in.Of(p).Other == nil && p.Said.Name == a.c.Ancestry.Last().Hash()
}

// ComeBack resumes the membership of the firm epoch when the peer whose fork this one was about to join is
// gone, or has left that fork. Ordered turns of the firm epoch may be committed there, with no other
// remaining peer that knows of it.
func (a *Provisional) ComeBack() {
	if !a.Between() || a.c.Journal.Pending != nil || a.in.Abandon.Running != nil {
		return
	}
	a.c.Event("returned to this peer's own fork", "epoch", a.c.Ancestry.Last().Number, "turn", a.Parked.State.Executed)
	a.c.Joining.Stop()
	a.c.Recovery.Stop()
	a.c.Journal.Given = min(a.c.Journal.Given, a.Parked.given)
	a.c.Journal.Written, a.c.Journal.SyncedTo = min(a.c.Journal.Written, a.c.Journal.Given), min(a.c.Journal.SyncedTo, a.c.Journal.Given)
	a.c.History.Rewound = true
	a.resume()
	if a.c.Epoch == nil && !a.c.Joining.Fetching() {
		a.c.Joining.ComeBack(false) // it had none in the group
	}
	a.in.Abandon.forkEntered()
}

package fork

import (
	"slices"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/store"
)

const (
	// drainFor is how long an abandoned fork waits for its ordered turns to be committed.
	drainFor = 500 * time.Millisecond
	// quietFor is how long a window keeps the last picture while the branch is not merged yet.
	quietFor = 10 * time.Second
	// archiveRetry is how long a fork that could not be archived goes on before the next attempt.
	archiveRetry = 3 * time.Second
)

// Abandon leaves a fork for a greater one: it archives the branch, goes back to the fork's beginning and
// offers the branch there.
type Abandon struct {
	c  *kernel.Core
	in *Mechanisms
	kernel.ObserverBase

	bases      map[uint64][]byte  // states at the beginnings of Provisional epochs, by number of the record
	FirmState  *archivedFirmState // the archived part of it, being read
	Running    *abandoning
	Pending    []*branch       // that were lived here, are archived, and not yet taken in
	Shelved    []*branch       // archives of the file, oldest first, that are offered when fewer are pending
	tornOff    []*epoch.Record // of the file, after one that it lost
	behind     bool            // the file's turns do not reach its last record
	lostRecord bool            // the file lost the record after the last that it has
	barred     [][32]byte      // records whose firm ends this peer has lost
}

// RecordsCut drops the states at the beginnings of forks that were left.
func (b *Abandon) RecordsCut(number uint64) {
	for n := range b.bases {
		if n > number {
			delete(b.bases, n)
		}
	}
}

// branch is the part of an abandoned fork that is not in the chain that goes on.
type branch struct {
	id          [32]byte
	shared      [32]byte // the record before its first one
	records     []*epoch.Record
	bases       map[uint64][]byte
	turn        uint64   // where it begins,
	root        [32]byte // and the chain hash there; zero: not known
	tip         kernel.KeptState
	turns       [][]byte // segments, once they were read from the file; nil: it lacks some
	who         string
	led         bool // this peer led it
	voter       bool // or was a voter in it
	abandonedAt time.Time
	offered     time.Time
	stored      bool                // its states are in the file
	told        bool                // people know of it from the list of archives
	opened      bool                // and in memory
	size        uint64              // of a stored one's states in bytes
	asked       time.Time           // the file, for them
	wanted      *message.BranchTake // by the leader
}

// abandoning is the progress of leaving a fork.
type abandoning struct {
	since  time.Time
	to     key.ID   // the peer whose fork is joined; zero: the parked firm epoch is resumed
	shared uint64   // number of the last record that stays
	last   uint64   // and of the last one when this began
	point  uint64   // turn at which the branch begins,
	root   [32]byte // and the chain hash there; zero: not known
	firm   bool     // the firm chain is joined, whatever becomes of the peer
	why    string
	branch *branch // being archived
	failed time.Time

	retreats bool // see retreat.go
}

// AbandonFork begins to leave the fork after a record, for a peer's fork or, with nil, for the firm epoch.
func (b *Abandon) AbandonFork(p *kernel.Peer, shared uint64, why string) {
	if !b.c.Journal.Archives() {
		return
	}
	if b.Running != nil && (b.Running.failed.IsZero() || b.c.Now.Sub(b.Running.failed) < archiveRetry) || b.c.Journal.Pending != nil || b.c.Committee.Quits() {
		return
	}
	f := &abandoning{since: b.c.Now, shared: shared, last: b.c.Ancestry.Last().Number, why: why, point: b.c.History.Executed}
	if p != nil {
		f.to = p.Key
		if shared == b.c.Ancestry.Last().Number && b.in.Of(p).Other != nil && len(b.in.Of(p).Other.tail) > 0 {
			if r := b.in.Of(p).Other.tail[0]; r.FirstTurn-1 < f.point {
				f.point, f.root = r.FirstTurn-1, r.Chain
			}
		}
	}
	if shared < b.c.Ancestry.Last().Number {
		f.point, f.root = b.c.Ancestry.Records[shared].FirstTurn-1, b.c.Ancestry.Records[shared].Chain
	}
	if p != nil && shared == b.c.Ancestry.Last().Number && b.c.History.Executed <= f.point {
		if b.c.Epoch != nil {
			b.in.Provisional.parkEpoch()
			b.c.Own.Restore()
			b.c.Epochs.Drop()
			b.c.Recovery.Stop()
			b.c.Comparison.Drop()
			b.c.Joining.Stop()
			b.c.Giving.Withdraw()
			b.in.Merger.Merging, b.c.Leader.LeaderTerm, b.c.Leader.Led = nil, 0, false
		}
		if !b.c.Joining.Asks() { // there is nothing to put away
			b.c.Joining.Begin("going over to another fork")
			b.c.Joining.AskFor(p.Key)
		}
		return
	}
	if p != nil && b.in.Of(p).Other != nil && len(b.in.Of(p).Other.tail) > 0 && b.in.Of(p).Other.tail[0].Firm && b.in.Of(p).Other.tail[0].FirstTurn-1 < f.point {
		b.c.Counters[counter.TurnsLost] += f.point - (b.in.Of(p).Other.tail[0].FirstTurn - 1)
	}
	b.Running = f
	b.c.Epochs.Restart = nil
	b.c.Event("abandoning this fork", "why", why, "epoch", b.c.Ancestry.Last().Number, "turn", b.c.History.Executed, "back to", f.point)
	b.stepAbandon()
}

// stepAbandon goes on with leaving the fork: once every ordered turn is committed, or never will be, the
// branch is archived.
func (b *Abandon) stepAbandon() {
	f := b.Running
	if f == nil || f.branch != nil {
		return
	}
	if !f.failed.IsZero() {
		if b.c.Now.Sub(f.failed) >= archiveRetry {
			b.Running = nil // meet finds it again
			b.in.Fork.AbandonedAt, b.in.Fork.Pause = time.Time{}, b.in.Fork.Pause/2
		}
		return
	}
	if b.c.Epoch != nil && b.c.History.Executed > b.c.History.Committed && b.c.Now.Sub(f.since) < drainFor && !b.c.History.Stale {
		return
	}
	if b.c.Journal.Pending != nil {
		return // an epoch is about to begin
	}
	if b.c.Ancestry.Last().Number != f.last {
		// an epoch has begun, and its turns must not be archived on the old grounds: meet looks again
		b.Running = nil
		return
	}
	b.c.History.ResumeState()
	b.in.Fork.quiet = b.c.Now.Add(quietFor)
	var open []kernel.PastTurn
	if to := max(b.c.History.Committed, f.point, b.c.History.Base.Turn); b.c.History.Executed > to {
		for _, t := range b.c.History.Turns {
			if t.Number > to {
				open = append(open, t)
			}
		}
		b.c.History.Back(to)
	}
	f.branch = b.cutBranch(f)
	b.c.Out.Archives = append(b.c.Out.Archives, b.archiveOf(f.branch))
	for _, t := range open { // until it is archived, or when it cannot be, the epoch goes on
		b.c.History.Turns = append(b.c.History.Turns, t)
		b.c.History.Execute(t)
	}
}

// Archiving reports whether the file has been given the branch to archive.
func (b *Abandon) Archiving() bool { return b.Running != nil && b.Running.branch != nil }

// Leaves reports whether this peer is leaving its fork.
func (b *Abandon) Leaves() bool { return b.Running != nil }

// Base is the state at the beginning of a Provisional epoch, or nil.
func (b *Abandon) Base(number uint64) []byte { return b.bases[number] }

// Owes reports whether branches that were lived here wait to be merged, or one is being merged.
func (b *Abandon) Owes() bool {
	return b.in.Merger.Merging != nil || len(b.Pending)+len(b.Shelved) > 0
}

// cutBranch makes the branch from the present state.
func (abandon *Abandon) cutBranch(f *abandoning) *branch {
	last := abandon.c.Ancestry.Records[f.shared-1]
	b := &branch{shared: last.Hash(), records: slices.Clone(abandon.c.Ancestry.Records[f.shared:]), bases: map[uint64][]byte{}, turn: f.point, root: f.root,
		tip: abandon.c.History.Capture(), led: abandon.c.Epoch == nil || abandon.c.Epoch.Leading(), abandonedAt: abandon.c.Now, who: abandon.forkMembers()}
	for _, r := range b.records {
		if s := abandon.bases[r.Number]; s != nil {
			b.bases[r.Number] = s
		}
		b.voter = b.voter || r.Votes(abandon.c.Me)
	}
	if n := len(b.records); n > 0 {
		last = b.records[n-1]
	} else {
		b.voter = last.Votes(abandon.c.Me)
	}
	b.tip.Epoch = last.Number
	b.id = message.BranchID(last.Hash(), b.tip.Turn, b.tip.Hash)
	b.stored = true // its turns are read from there when the leader wants them
	return b
}

// forkMembers names this peer and the peers in its fork.
func (b *Abandon) forkMembers() string {
	names := []string{b.in.Provisional.myName()}
	b.c.Peers.Each(func(p *kernel.Peer) {
		if b.in.Of(p).Other == nil && b.c.Epoch != nil && p.Epoch == b.c.Epoch.Record().Number {
			names = append(names, p.Name())
		}
	})
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

// archiveOf returns the file's form of a branch.
func (abandon *Abandon) archiveOf(b *branch) store.Branch {
	s := store.Branch{ID: b.id, Turn: min(b.turn, b.tip.Turn), At: abandon.c.Clock.Outside(abandon.c.Now), Island: abandon.c.ID,
		Tip:   store.Checkpoint{Epoch: b.tip.Epoch, Turn: b.tip.Turn, Hash: b.tip.Hash, Digest: b.tip.Digest, Snapshot: b.tip.Snapshot},
		Words: wordsBefore + b.who + wordsAfter}
	if s.Turn == b.turn {
		s.Root = b.root
	}
	for i, r := range b.records {
		switch base := b.bases[r.Number]; {
		case i == 0:
			s.Base = base
		case base != nil && s.Later == nil:
			s.Later = map[uint64][]byte{r.Number: base}
		case base != nil:
			s.Later[r.Number] = base
		}
		s.Records = append(s.Records, r.Append(nil))
	}
	return s
}

// Archived tells that a branch is synced in the file, or why not: then the fork goes on for a while.
func (b *Abandon) Archived(now time.Time, id [32]byte, err error) {
	b.c.SetTime(now)
	f := b.Running
	if f == nil || f.branch == nil || f.branch.id != id || b.c.Halted {
		return
	}
	if err != nil {
		b.c.Journal.Err = err
		b.c.Event("cannot archive a branch", "why", err.Error())
		f.branch, f.failed, b.in.Fork.quiet = nil, b.c.Now, time.Time{}
		return
	}
	b.c.Counters[counter.Branches]++
	b.Running = nil
	if f.retreats {
		b.retreated(f)
	} else {
		b.branchArchived(f)
	}
	b.c.Epochs.Settle()
}

// branchArchived goes back to the beginning of the branch that was just archived, and on from there.
func (abandon *Abandon) branchArchived(f *abandoning) {
	b := f.branch
	abandon.Replaced(nil)
	abandon.c.Epochs.Spend(b.records)
	abandon.c.Ancestry.CutRecords(f.shared)
	if len(b.records) == 0 {
		abandon.in.Provisional.parkEpoch() // ordered turns may be committed without this peer's knowledge
	}
	if to := max(abandon.c.History.Committed, abandon.c.History.Base.Turn); abandon.c.History.Executed > to {
		abandon.c.History.Back(to) // turns that are only ordered end with the epoch
	}
	abandon.c.Own.Restore()
	abandon.c.Epochs.Drop()
	abandon.c.Recovery.Stop()
	abandon.c.Comparison.Drop()
	if p := abandon.c.Journal.Pending; p != nil && p.Number > f.shared {
		abandon.c.Journal.Pending = nil // it is not tried again: it is of the archived branch
	}
	abandon.c.Giving.Withdraw()
	abandon.c.Joining.Stop()
	abandon.in.Merger.Merging, abandon.c.Leader.LeaderTerm, abandon.c.Leader.Led = nil, 0, false
	point := min(b.turn, abandon.c.Journal.Given)
	s := abandon.in.Provisional.Parked
	switch {
	case s != nil && s.record.Hash() == abandon.c.Ancestry.Last().Hash() && len(b.records) > 0:
		abandon.c.Journal.Given = min(point, s.given)
		abandon.in.Provisional.resume()
	case len(b.records) > 0 && b.bases[b.records[0].Number] != nil:
		abandon.c.Journal.Given = b.turn
		abandon.c.Epochs.StandAt(b.records[0], b.bases[b.records[0].Number])
	case len(b.records) > 0:
		abandon.c.Journal.Given = 0
		abandon.forget()
	default: // the fork that is joined goes on from here or before
		if abandon.c.Journal.Given = point; abandon.in.Provisional.Between() {
			s.given = min(s.given, point)
		}
	}
	abandon.c.Journal.Written, abandon.c.Journal.SyncedTo = min(abandon.c.Journal.Written, abandon.c.Journal.Given), min(abandon.c.Journal.SyncedTo, abandon.c.Journal.Given)
	abandon.in.Provisional.since, abandon.in.Provisional.alone, abandon.c.History.Rewound = abandon.c.Now, time.Time{}, true
	if again := slices.ContainsFunc(abandon.Pending, func(o *branch) bool { return o.id == b.id }); b.voter && b.tip.Turn > b.turn && !again {
		abandon.Pending = append(abandon.Pending, b)
	} else {
		abandon.in.Fork.quiet = abandon.c.Now.Add(quietFor / 4)
	}
	abandon.forkEntered()
	switch last := abandon.c.Ancestry.Last(); {
	case abandon.c.Epoch != nil:
	case len(b.records) > 0 && !abandon.c.History.Forgotten && abandon.c.History.Executed+1 >= last.FirstTurn && last.Lone() && last.Leader().Key == abandon.c.Me && !abandon.LostEnd(last) && !abandon.c.Options.Offer.PlayOnly:
		// all wait for it alone, and what it was before is restarted
		abandon.c.Epochs.Restart = &kernel.LoneVoterRestart{Since: abandon.c.Now}
	default:
		abandon.c.Joining.ComeBack(f.firm)
		if abandon.c.Peers.Get(f.to) != nil {
			abandon.c.Joining.AskFor(f.to)
		}
	}
}

// forget drops a state that was taken over within the branch: it is no state of the chain that is left.
func (b *Abandon) forget() {
	b.c.History.Progress = kernel.Progress{OrderedAt: b.c.Now, Forgotten: true}
	b.c.Parcels.ClearOutbox()
	b.c.Epochs.End = epoch.Position{}
}

// LookAgain determines again which peers are in this peer's own chain: greetings from before it had one may
// have named another.
func (b *Abandon) LookAgain() {
	b.c.Peers.Each(func(p *kernel.Peer) {
		if p.Epoch, b.in.Of(p).Other = 0, nil; p.Greeted {
			b.in.Fork.NoteFork(p, p.Said.Epoch, p.Said.Forked, kernel.TagOf(p.Said.Name))
		}
	})
}

// forkEntered compares all peers with the fork that was entered, and announces that fork to all.
func (b *Abandon) forkEntered() {
	for _, p := range b.c.Peers.Values() {
		p.Mail, p.Acked = p.Mail[:0], 0
	}
	b.c.Comparison.CompareFrom(0)
	b.LookAgain()
	b.c.Peers.GreetAll()
}

package host

import (
	"slices"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
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
	c  *Core
	in *forks
	observerBase

	bases      map[uint64][]byte  // states at the beginnings of Provisional epochs, by number of the record
	firmState  *archivedFirmState // the archived part of it, being read
	running    *abandoning
	pending    []*branch       // that were lived here, are archived, and not yet taken in
	archived   []*branch       // archives of the file, oldest first, that are offered when fewer are pending
	tornOff    []*epoch.Record // of the file, after one that it lost
	behind     bool            // the file's turns do not reach its last record
	lostRecord bool            // the file lost the record after the last that it has
	barred     [][32]byte      // records whose firm ends this peer has lost
}

func (b *Abandon) recordsCut(number uint64) {
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
	tip         kept
	who         string
	led         bool // this peer led it
	voter       bool // or was a voter in it
	abandonedAt time.Time
	offered     time.Time
	stored      bool                // its states are in the file
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

// abandonFork begins to leave the fork after a record, for a peer's fork or, with nil, for the firm epoch.
func (b *Abandon) abandonFork(p *peer, shared uint64, why string) {
	if !b.c.journal.archives() {
		return
	}
	if b.running != nil && (b.running.failed.IsZero() || b.c.now.Sub(b.running.failed) < archiveRetry) || b.c.journal.pending != nil || b.c.seats.quits() {
		return
	}
	f := &abandoning{since: b.c.now, shared: shared, last: b.c.ancestry.last().Number, why: why, point: b.c.history.executed}
	if p != nil {
		f.to = p.key
		if shared == b.c.ancestry.last().Number && b.in.of(p).other != nil && len(b.in.of(p).other.tail) > 0 {
			if r := b.in.of(p).other.tail[0]; r.FirstTurn-1 < f.point {
				f.point, f.root = r.FirstTurn-1, r.Chain
			}
		}
	}
	if shared < b.c.ancestry.last().Number {
		f.point, f.root = b.c.ancestry.records[shared].FirstTurn-1, b.c.ancestry.records[shared].Chain
	}
	if p != nil && shared == b.c.ancestry.last().Number && b.c.history.executed <= f.point {
		if b.c.e != nil {
			b.in.separate.parkEpoch()
			b.c.own.restore()
			b.c.epochs.drop()
			b.c.recovering.stop()
			b.c.comparison.drop()
			b.c.joining.stop()
			b.c.giving.withdraw()
			b.in.merger.merging, b.c.leader.leaderTerm, b.c.leader.led = nil, 0, false
		}
		if !b.c.joining.asks() { // there is nothing to put away
			b.c.joining.begin("going over to another fork")
			b.c.joining.askFor(p.key)
		}
		return
	}
	if p != nil && b.in.of(p).other != nil && len(b.in.of(p).other.tail) > 0 && b.in.of(p).other.tail[0].Firm && b.in.of(p).other.tail[0].FirstTurn-1 < f.point {
		b.c.counters[counter.TurnsLost] += f.point - (b.in.of(p).other.tail[0].FirstTurn - 1)
	}
	b.running = f
	b.c.epochs.restart = nil
	b.c.event("abandons its fork", "why", why, "epoch", b.c.ancestry.last().Number, "turn", b.c.history.executed, "back to", f.point)
	b.stepAbandon()
}

// stepAbandon goes on with leaving the fork: once every ordered turn is committed, or never will be, the
// branch is archived.
func (b *Abandon) stepAbandon() {
	f := b.running
	if f == nil || f.branch != nil {
		return
	}
	if !f.failed.IsZero() {
		if b.c.now.Sub(f.failed) >= archiveRetry {
			b.running = nil // meet finds it again
			b.in.fork.abandonedAt, b.in.fork.pause = time.Time{}, b.in.fork.pause/2
		}
		return
	}
	if b.c.e != nil && b.c.history.executed > b.c.history.committed && b.c.now.Sub(f.since) < drainFor && !b.c.history.stale {
		return
	}
	if b.c.journal.pending != nil {
		return // an epoch is about to begin
	}
	if b.c.ancestry.last().Number != f.last {
		// an epoch has begun, and its turns must not be archived on the old grounds: meet looks again
		b.running = nil
		return
	}
	b.c.history.resumeState()
	b.in.fork.quiet = b.c.now.Add(quietFor)
	var open []past
	if to := max(b.c.history.committed, f.point, b.c.history.base.turn); b.c.history.executed > to {
		for _, t := range b.c.history.turns {
			if t.Number > to {
				open = append(open, t)
			}
		}
		b.c.history.back(to)
	}
	f.branch = b.cutBranch(f)
	b.c.out.Archives = append(b.c.out.Archives, b.archiveOf(f.branch))
	for _, t := range open { // until it is archived, or when it cannot be, the epoch goes on
		b.c.history.turns = append(b.c.history.turns, t)
		b.c.history.execute(t)
	}
}

// archiving reports whether the file has been given the branch to archive.
func (b *Abandon) archiving() bool { return b.running != nil && b.running.branch != nil }

// leaves reports whether this peer is leaving its fork.
func (b *Abandon) leaves() bool { return b.running != nil }

// base is the state at the beginning of a Provisional epoch, or nil.
func (b *Abandon) base(number uint64) []byte { return b.bases[number] }

// owes reports whether branches that were lived here wait to be merged, or one is being merged.
func (b *Abandon) owes() bool {
	return b.in.merger.merging != nil || len(b.pending)+len(b.archived) > 0
}

// cutBranch makes the branch from the present state.
func (abandon *Abandon) cutBranch(f *abandoning) *branch {
	last := abandon.c.ancestry.records[f.shared-1]
	b := &branch{shared: last.Hash(), records: slices.Clone(abandon.c.ancestry.records[f.shared:]), bases: map[uint64][]byte{}, turn: f.point, root: f.root,
		tip: abandon.c.history.capture(), led: abandon.c.e == nil || abandon.c.e.Leading(), abandonedAt: abandon.c.now, who: abandon.forkMembers()}
	for _, r := range b.records {
		if s := abandon.bases[r.Number]; s != nil {
			b.bases[r.Number] = s
		}
		b.voter = b.voter || r.Votes(abandon.c.me)
	}
	if n := len(b.records); n > 0 {
		last = b.records[n-1]
	} else {
		b.voter = last.Votes(abandon.c.me)
	}
	b.tip.epoch = last.Number
	b.id = message.BranchID(last.Hash(), b.tip.turn, b.tip.hash)
	return b
}

// forkMembers names this peer and the peers in its fork.
func (b *Abandon) forkMembers() string {
	names := []string{b.in.separate.myName()}
	b.c.peers.each(func(p *peer) {
		if b.in.of(p).other == nil && b.c.e != nil && p.epoch == b.c.e.Record().Number {
			names = append(names, p.name())
		}
	})
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

// archiveOf returns the file's form of a branch.
func (abandon *Abandon) archiveOf(b *branch) store.Branch {
	s := store.Branch{ID: b.id, Turn: min(b.turn, b.tip.turn), At: abandon.c.clock.outside(abandon.c.now), Island: abandon.c.island,
		Tip:   store.Checkpoint{Epoch: b.tip.epoch, Turn: b.tip.turn, Hash: b.tip.hash, Digest: b.tip.digest, Snapshot: b.tip.snapshot},
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
	b.c.at(now)
	f := b.running
	if f == nil || f.branch == nil || f.branch.id != id || b.c.stopped {
		return
	}
	if err != nil {
		b.c.journal.err = err
		b.c.event("a branch cannot be archived", "why", err.Error())
		f.branch, f.failed, b.in.fork.quiet = nil, b.c.now, time.Time{}
		return
	}
	b.c.counters[counter.Branches]++
	b.running = nil
	if f.retreats {
		b.retreated(f)
	} else {
		b.branchArchived(f)
	}
	b.c.epochs.settle()
}

// branchArchived goes back to the beginning of the branch that was just archived, and on from there.
func (abandon *Abandon) branchArchived(f *abandoning) {
	b := f.branch
	abandon.replaced(nil)
	abandon.c.epochs.spend(b.records)
	abandon.c.ancestry.cutRecords(f.shared)
	if len(b.records) == 0 {
		abandon.in.separate.parkEpoch() // ordered turns may be committed without this peer's knowledge
	}
	if to := max(abandon.c.history.committed, abandon.c.history.base.turn); abandon.c.history.executed > to {
		abandon.c.history.back(to) // turns that are only ordered end with the epoch
	}
	abandon.c.own.restore()
	abandon.c.epochs.drop()
	abandon.c.recovering.stop()
	abandon.c.comparison.drop()
	if p := abandon.c.journal.pending; p != nil && p.Number > f.shared {
		abandon.c.journal.pending = nil // it is not tried again: it is of the archived branch
	}
	abandon.c.giving.withdraw()
	abandon.c.joining.stop()
	abandon.in.merger.merging, abandon.c.leader.leaderTerm, abandon.c.leader.led = nil, 0, false
	point := min(b.turn, abandon.c.journal.given)
	s := abandon.in.separate.parked
	switch {
	case s != nil && s.record.Hash() == abandon.c.ancestry.last().Hash() && len(b.records) > 0:
		abandon.c.journal.given = min(point, s.given)
		abandon.in.separate.resume()
	case len(b.records) > 0 && b.bases[b.records[0].Number] != nil:
		abandon.c.journal.given = b.turn
		abandon.c.epochs.standAt(b.records[0], b.bases[b.records[0].Number])
	case len(b.records) > 0:
		abandon.c.journal.given = 0
		abandon.forget()
	default: // the fork that is joined goes on from here or before
		if abandon.c.journal.given = point; abandon.in.separate.between() {
			s.given = min(s.given, point)
		}
	}
	abandon.c.journal.written, abandon.c.journal.syncedTo = min(abandon.c.journal.written, abandon.c.journal.given), min(abandon.c.journal.syncedTo, abandon.c.journal.given)
	abandon.in.separate.since, abandon.in.separate.alone, abandon.c.history.rewound = abandon.c.now, time.Time{}, true
	if again := slices.ContainsFunc(abandon.pending, func(o *branch) bool { return o.id == b.id }); b.voter && b.tip.turn > b.turn && !again {
		abandon.pending = append(abandon.pending, b)
	} else {
		abandon.in.fork.quiet = abandon.c.now.Add(quietFor / 4)
	}
	abandon.forkEntered()
	switch last := abandon.c.ancestry.last(); {
	case abandon.c.e != nil:
	case len(b.records) > 0 && !abandon.c.history.forgotten && abandon.c.history.executed+1 >= last.FirstTurn && last.Lone() && last.Leader().Key == abandon.c.me && !abandon.lostEnd(last):
		// all wait for it alone, and what it was before is restarted
		abandon.c.epochs.restart = &loneVoterRestart{since: abandon.c.now}
	default:
		abandon.c.joining.comeBack(f.firm)
		if abandon.c.peers.Get(f.to) != nil {
			abandon.c.joining.askFor(f.to)
		}
	}
}

// forget drops a state that was taken over within the branch: it is no state of the chain that is left.
func (b *Abandon) forget() {
	b.c.history.replica = replica{orderedAt: b.c.now, forgotten: true}
	b.c.parcels.clearOutbox()
	b.c.epochs.end = epoch.Position{}
}

// lookAgain determines again which peers are in this peer's own chain: greetings from before it had one may
// have named another.
func (b *Abandon) lookAgain() {
	b.c.peers.each(func(p *peer) {
		if p.epoch, b.in.of(p).other = 0, nil; p.greeted {
			b.in.fork.noteFork(p, p.said.Epoch, p.said.Forked, tagOf(p.said.Name))
		}
	})
}

// forkEntered compares all peers with the fork that was entered, and announces that fork to all.
func (b *Abandon) forkEntered() {
	for _, p := range b.c.peers.Values() {
		p.mail, p.acked = p.mail[:0], 0
	}
	b.c.comparison.compareFrom(0)
	b.lookAgain()
	b.c.peers.greetAll()
}

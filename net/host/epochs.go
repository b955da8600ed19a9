package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
)

// Epochs takes the island from one epoch to the next: it carries out the present epoch's actions, and has the
// record that ends it synced.
type Epochs struct {
	c *Core

	before      *epoch.Epoch   // the previous epoch, for peers that missed its end
	left        *epoch.Epoch   // the group that was left to recover, for its turns
	end         epoch.Position // of the log that it had, or that was taken since
	adopting    *epoch.Record  // being synced, to be begun at once
	unconfirmed *epoch.Record  // a successor of which no voter is known to have it on its disk
	founding    *epoch.Record  // the record of a provisional fork, being synced
	restart     *loneVoterRestart
	// records of epochs in which this process voted, and whose logs it dropped when it left them
	spent [][32]byte
}

// loneVoterRestart is a lone voter's restart: it ends the epoch of its earlier process by a record of its
// own.
type loneVoterRestart struct {
	since  time.Time
	record *epoch.Record // being synced
}

// awaitDurable has the record that ends the epoch synced: at once by a voter, by others when a peer is known
// to be in the next epoch. So a record takes effect only when a voter of the epoch that it ends has it on its
// disk, which a recovery counts on (see recover.go). A lone voter commits its record no sooner anyway. While
// the fork is being archived no record is synced: behind the archive, it would be one of the fork that is
// entered.
func (s *Epochs) awaitDurable() {
	r := s.unconfirmed
	if r == nil || s.c.abandon.archiving() {
		return
	}
	proven := s.c.options.Hooks.Proves(s.c.e)
	if r.Reason == epoch.Merged && s.c.merger.heldBlob(r.Taken.Blob) == nil {
		s.c.merger.pullBlob(s.c.e.Leader(), r.Taken.Blob)
		proven = false
	}
	for _, k := range s.c.peers.Keys() {
		proven = proven || s.c.peers.Get(k).epoch >= r.Number
	}
	if proven {
		s.unconfirmed = nil
		s.c.journal.record(r)
	}
}

// next begins the epoch that a record founds.
func (s *Epochs) next(r *epoch.Record) {
	old := s.c.e
	for _, o := range s.c.observers {
		o.epochEnded(old)
	}
	s.before = old
	s.c.ancestry.addRecord(r)
	s.begin(r, epoch.Position{})
	s.c.history.crossInto(r.Number)
	s.c.event("epoch", "epoch", r.Number, "reason", r.Reason.String(), "leader", r.Leader().Key.Short(), "voters", len(r.Voters), "turn", r.FirstTurn)
	if old.Member() && !old.Record().Lone() {
		for _, k := range s.c.peers.Keys() { // others wait for this word
			if !old.Record().Votes(k) {
				s.c.peers.greet(k, false)
			}
		}
	}
}

// begin takes part in an epoch from a position on; the state must be there.
func (s *Epochs) begin(r *epoch.Record, at epoch.Position) {
	// A peer that knows a later record has passed this epoch already.
	fresh := r.Number == s.c.ancestry.last().Number && !slices.Contains(s.spent, r.Hash())
	s.c.e = epoch.New(epoch.Config{Record: r, Me: s.c.self, Fresh: fresh, At: at, Parse: s.c.parse, VerifyCommands: s.c.commands.turnSigned, Now: s.c.now,
		Firm: epoch.FirmOf(s.c.ancestry.records), Founder: s.c.genesis.Founder})
	s.left, s.unconfirmed = nil, nil
	for _, p := range s.c.peers.Values() {
		p.mail = p.mail[:0]
	}
	for _, o := range s.c.observers {
		o.epochBegan()
	}
}

// enter goes on from a place that the log does not reach. As long as the epoch is the same its raft state
// is kept; another epoch is begun afresh, and one that was left in the middle is lost for voting.
func (s *Epochs) enter(r *epoch.Record, at epoch.Position) {
	if s.c.e != nil && s.c.e.Record().Number == r.Number && (s.c.e.Install(at) || s.c.e.Reinstall(at)) {
		return
	}
	if s.c.e != nil {
		s.spend([]*epoch.Record{s.c.e.Record()})
	}
	s.before = nil
	s.begin(r, at)
}

// past is the context against which a successor of the last known record is checked.
func (s *Epochs) past() epoch.Past { return epoch.PastOf(s.c.ancestry.records, s.c.genesis.Founder) }

// outrun gives up the beginning of an epoch that waits for the disk, when the state that was taken over is in
// that epoch or beyond.
func (s *Epochs) outrun(r *epoch.Record) {
	p := s.c.journal.pending
	if p == nil || p.Number > r.Number {
		return
	}
	if s.restart != nil && s.restart.record == p {
		s.restart = nil
	}
	s.c.journal.pending, s.adopting = nil, nil
}

// maxSpent is how many records of abandoned epochs a process remembers; no peer is left in older ones to go
// back to.
const maxSpent = 256

// spend notes the epochs in which this process voted and whose logs it drops, by record hash, because another
// fork may have an epoch of the same number. If the process comes back into such an epoch, it is no member of
// its raft group, as after a restart. Otherwise it could order other turns in place of those that others got
// from it.
func (s *Epochs) spend(records []*epoch.Record) {
	for _, r := range records {
		if h := r.Hash(); slices.Contains(r.Voters, s.c.self) && !slices.Contains(s.spent, h) {
			s.spent = append(s.spent, h)
		}
	}
	s.spent = s.spent[max(0, len(s.spent)-maxSpent):]
}

// drop gives up the place in the present epoch, and all that was to follow it.
func (s *Epochs) drop() {
	s.c.e, s.before, s.left, s.unconfirmed, s.adopting = nil, nil, nil, nil, nil
}

// standAt goes to the beginning of a branch without a place in the epoch's log.
func (s *Epochs) standAt(first *epoch.Record, base []byte) {
	s.c.history.restore(base)
	to := first.FirstTurn - 1
	s.c.history.replica = replica{executed: to, hash: first.Chain, epoch: first.Number - 1, committed: to, orderedAt: s.c.now}
	s.c.history.base = s.c.history.capture()
	s.end = epoch.Position{}
	s.c.parcels.resetOutbox()
	s.c.journal.save(s.c.history.base)
}

// leaveGroup ends this process' membership of its raft group for good: it neither acts in it nor grows its
// log. Turns that are ordered and not committed stay in the state.
func (s *Epochs) leaveGroup() {
	if s.c.e == nil {
		return
	}
	s.c.history.resumeState()
	s.end, s.left = s.c.e.Last(), s.c.e
	s.spend([]*epoch.Record{s.c.e.Record()})
	s.c.e = nil
	s.c.comparison.drop()
	s.c.joining.comeBack(false)
	s.c.event("left the epoch to recover", "epoch", s.c.ancestry.last().Number, "turn", s.c.history.executed)
}

// stalled reports whether this peer is in an epoch of several voters that closes no turns.
func (s *Epochs) stalled() bool {
	// a restarted peer may not have heard of epochs that others wait in
	lone := len(s.c.ancestry.records) > 0 && s.c.ancestry.last().Lone() && (s.c.e != nil || s.c.ancestry.last().Votes(s.c.me))
	if s.c.machine == nil || len(s.c.ancestry.records) == 0 || lone || s.restart != nil || s.c.seats.quits() || s.c.stopped || s.c.journal.pending != nil || s.c.ancestry.over() || s.c.abandon.torn() > 0 || s.c.abandon.lostEnd(s.c.ancestry.last()) || !s.c.ancestry.last().Firm || s.c.abandon.leaves() || s.c.abandon.readingFirmState() {
		return false
	}
	return s.c.e == nil && !s.c.separate.between() || s.c.e != nil && s.c.now.Sub(s.c.history.orderedAt) >= s.c.separate.stillFor()
}

// steady reports whether this peer leads an island whose log may be ended to divide or merge it.
func (s *Epochs) steady() bool {
	return s.c.e != nil && s.c.e.Leading() && s.c.e.Record().Firm && s.c.e.Closes(s.c.now) && !s.c.seats.quits() && !s.c.history.stale &&
		s.c.journal.pending == nil && len(s.c.history.births)+len(s.c.history.unborn) == 0 && s.c.history.executed == s.c.e.Last().Turn
}

// where names the present epoch.
func (s *Epochs) where() epoch.Where { return s.c.e.Where() }

// settle carries out the epoch's actions until there are none left, and passes to the next epoch when this
// one is over.
func (s *Epochs) settle() {
	for s.c.e != nil {
		before := s.c.e
		s.awaitDurable()
		s.obey(s.c.e.Ready())
		if s.c.e == before && s.c.e.Over() {
			s.next(s.c.e.Successor())
			continue
		}
		if s.c.e == before {
			return
		}
	}
}

// obey carries out the actions of an epoch's Ready, in their order.
func (s *Epochs) obey(r epoch.Ready) {
	if r.Back {
		s.c.history.back(r.BackTo)
	}
	for _, t := range r.Ordered {
		s.c.history.ordered(t)
	}
	s.c.history.commit(r.Committed)
	if r.Successor != nil {
		s.unconfirmed = r.Successor
		s.awaitDurable()
	}
	for _, m := range r.Messages {
		s.c.peers.mail(m)
	}
}

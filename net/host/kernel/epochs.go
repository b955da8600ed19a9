package kernel

import (
	"slices"
	"time"

	"manyhold/net/epoch"
)

// Epochs takes the island from one epoch to the next: it carries out the present epoch's actions, and has the
// record that ends it synced.
type Epochs struct {
	c *Core

	Previous    *epoch.Epoch   // the previous epoch, for peers that missed its end
	Left        *epoch.Epoch   // the group that was left to recover, for its turns
	End         epoch.Position // of the log that it had, or that was taken since
	Adopting    *epoch.Record  // being synced, to be begun at once
	Unconfirmed *epoch.Record  // a successor of which no voter is known to have it on its disk
	Founding    *epoch.Record  // the record of a provisional fork, being synced
	Restart     *LoneVoterRestart
	// records of epochs in which this process voted, and whose logs it dropped when it left them
	spent [][32]byte
}

// LoneVoterRestart is a lone voter's restart: it ends the epoch of its earlier process by a record of its
// own.
type LoneVoterRestart struct {
	Since  time.Time
	Record *epoch.Record // being synced
}

// AwaitDurable has the record that ends the epoch synced: at once by a voter, by others when a peer is known
// to be in the next epoch. So a record takes effect only when a voter of the epoch that it ends has it on its
// disk, which a recovery counts on (see package recovery). A lone voter commits its record no sooner anyway.
// While the fork is being archived no record is synced: behind the archive, it would be one of the fork that
// is entered.
func (s *Epochs) AwaitDurable() {
	r := s.Unconfirmed
	if r == nil || s.c.Abandon.Archiving() {
		return
	}
	proven := s.c.Options.Hooks.Proves(s.c.Epoch)
	if r.Reason == epoch.Merged && s.c.Merger.HeldBlob(r.Taken.Blob) == nil {
		s.c.Merger.PullBlob(s.c.Epoch.Leader(), r.Taken.Blob)
		proven = false
	} else if s.c.Judge.MayFollow(r) != nil {
		proven = false
	}
	for _, k := range s.c.Peers.Keys() {
		proven = proven || s.c.Peers.Get(k).Epoch >= r.Number
	}
	if proven {
		s.Unconfirmed = nil
		s.c.Journal.Record(r)
	}
}

// next begins the epoch that a record founds.
func (s *Epochs) next(r *epoch.Record) {
	old := s.c.Epoch
	for _, o := range s.c.Observers {
		o.EpochEnded(old)
	}
	s.Previous = old
	s.c.Ancestry.AddRecord(r)
	s.Begin(r, epoch.Position{})
	s.c.History.CrossInto(r.Number)
	s.c.Event("epoch", "epoch", r.Number, "reason", r.Reason.String(), "leader", r.Leader().Key.Short(), "voters", len(r.Voters), "turn", r.FirstTurn)
	if old.Member() && !old.Record().Lone() {
		for _, k := range s.c.Peers.Keys() { // others wait for this word
			if !old.Record().Votes(k) {
				s.c.Peers.Greet(k, false)
			}
		}
	}
}

// Begin takes part in an epoch from a position on; the state must be there.
func (s *Epochs) Begin(r *epoch.Record, at epoch.Position) {
	// A peer that knows a later record has passed this epoch already.
	fresh := r.Number == s.c.Ancestry.Last().Number && !slices.Contains(s.spent, r.Hash())
	s.c.Epoch = epoch.New(epoch.Config{Record: r, Me: s.c.Self, Fresh: fresh, At: at, Parse: func(b []byte) (epoch.Parsed, error) { return s.c.parse(b, r.Ticks) }, VerifyCommands: s.c.Commands.turnSigned, VerifySuccessor: s.c.Judge.MayFollow, Now: s.c.Now,
		Firm: epoch.FirmOf(s.c.Ancestry.Records), Founder: s.c.Genesis.Founder})
	s.suspect()
	s.Left, s.Unconfirmed = nil, nil
	for _, p := range s.c.Peers.Values() {
		p.Mail = p.Mail[:0]
	}
	for _, o := range s.c.Observers {
		o.EpochBegan()
	}
}

// suspect sets how long the leader of an epoch that begins may be silent, by the way to it, or, where that is
// not known, by what is usual. Nothing of it may come for a while: it may hear of the epoch last.
func (s *Epochs) suspect() {
	rtt, _ := s.c.Committee.RoundTrip()
	if p := s.c.Peers.LeaderHere(); p != nil && p.RTT > 0 {
		rtt = p.RTT
	}
	s.c.Epoch.SetRoundTrip(rtt, Near, s.c.Leader.TurnTime()-s.c.Options.Turn)
}

// Enter goes on from a place that the log does not reach. As long as the epoch is the same its raft state
// is kept; another epoch is begun afresh, and one that was left in the middle is lost for voting.
func (s *Epochs) Enter(r *epoch.Record, at epoch.Position) {
	if s.c.Epoch != nil && s.c.Epoch.Record().Number == r.Number && (s.c.Epoch.Install(at) || s.c.Epoch.Reinstall(at)) {
		return
	}
	if s.c.Epoch != nil {
		s.Spend([]*epoch.Record{s.c.Epoch.Record()})
	}
	s.Previous = nil
	s.Begin(r, at)
}

// Past is the context against which a successor of the last known record is checked.
func (s *Epochs) Past() epoch.Past { return epoch.PastOf(s.c.Ancestry.Records, s.c.Genesis.Founder) }

// Outrun gives up the beginning of an epoch that waits for the disk, when the state that was taken over is in
// that epoch or beyond.
func (s *Epochs) Outrun(r *epoch.Record) {
	p := s.c.Journal.Pending
	if p == nil || p.Number > r.Number {
		return
	}
	if s.Restart != nil && s.Restart.Record == p {
		s.Restart = nil
	}
	s.c.Journal.Pending, s.Adopting = nil, nil
}

// maxSpent is how many records of abandoned epochs a process remembers; no peer is left in older ones to go
// back to.
const maxSpent = 256

// Spend notes the epochs in which this process voted and whose logs it drops, by record hash, because another
// fork may have an epoch of the same number. If the process comes back into such an epoch, it is no member of
// its raft group, as after a restart. Otherwise it could order other turns in place of those that others got
// from it.
func (s *Epochs) Spend(records []*epoch.Record) {
	for _, r := range records {
		if h := r.Hash(); slices.Contains(r.Voters, s.c.Self) && !slices.Contains(s.spent, h) {
			s.spent = append(s.spent, h)
		}
	}
	s.spent = s.spent[max(0, len(s.spent)-maxSpent):]
}

// Drop gives up the place in the present epoch, and all that was to follow it.
func (s *Epochs) Drop() {
	s.c.Epoch, s.Previous, s.Left, s.Unconfirmed, s.Adopting = nil, nil, nil, nil, nil
}

// StandAt goes to the beginning of a branch without a place in the epoch's log.
func (s *Epochs) StandAt(first *epoch.Record, base []byte) {
	s.c.History.Restore(base)
	to := first.FirstTurn - 1
	s.c.History.Progress = Progress{Executed: to, Hash: first.Chain, Epoch: first.Number - 1, Committed: to, OrderedAt: s.c.Now}
	s.c.History.Base = s.c.History.Capture()
	s.End = epoch.Position{}
	s.c.Parcels.ResetOutbox()
	s.c.Journal.Save(s.c.History.Base)
}

// LeaveGroup ends this process' membership of its raft group for good: it neither acts in it nor grows its
// log. Turns that are ordered and not committed stay in the state.
func (s *Epochs) LeaveGroup() {
	if s.c.Epoch == nil {
		return
	}
	s.c.History.ResumeState()
	s.End, s.Left = s.c.Epoch.Last(), s.c.Epoch
	s.Spend([]*epoch.Record{s.c.Epoch.Record()})
	s.c.Epoch = nil
	s.c.Comparison.Drop()
	s.c.Joining.ComeBack(false)
	s.c.Event("left the epoch to recover", "epoch", s.c.Ancestry.Last().Number, "turn", s.c.History.Executed)
}

// Stalled reports whether this peer is in an epoch of several voters that closes no turns.
func (s *Epochs) Stalled() bool {
	if s.c.Epoch != nil && s.c.Now.Sub(s.c.History.OrderedAt) < s.c.Provisional.StillFor() {
		return false
	}
	// a restarted peer may not have heard of epochs that others wait in
	lone := len(s.c.Ancestry.Records) > 0 && s.c.Ancestry.Last().Lone() && (s.c.Epoch != nil || s.c.Ancestry.Last().Votes(s.c.Me))
	if s.c.Machine == nil || len(s.c.Ancestry.Records) == 0 || lone || s.Restart != nil || s.c.Committee.Quits() || s.c.Halted || s.c.Journal.Pending != nil || s.c.Ancestry.Over() || s.c.Abandon.Torn() > 0 || s.c.Abandon.LostEnd(s.c.Ancestry.Last()) || !s.c.Ancestry.Last().Firm || s.c.Abandon.Leaves() || s.c.Abandon.ReadingFirmState() {
		return false
	}
	return s.c.Epoch != nil || !s.c.Provisional.Between()
}

// Steady reports whether this peer leads an island whose log may be ended to divide or merge it.
func (s *Epochs) Steady() bool {
	return s.c.Epoch != nil && s.c.Epoch.Leading() && s.c.Epoch.Record().Firm && s.c.Epoch.Closes(s.c.Now) && !s.c.Committee.Quits() && !s.c.History.Stale &&
		s.c.Journal.Pending == nil && len(s.c.History.Births)+len(s.c.History.Unborn) == 0 && s.c.History.Executed == s.c.Epoch.Last().Turn
}

// Where names the present epoch.
func (s *Epochs) Where() epoch.Where { return s.c.Epoch.Where() }

// Settle carries out the epoch's actions until there are none left, and passes to the next epoch when this
// one is over.
func (s *Epochs) Settle() {
	for s.c.Epoch != nil {
		before := s.c.Epoch
		s.AwaitDurable()
		s.obey(s.c.Epoch.Ready())
		if s.c.Epoch == before && s.c.Epoch.Over() {
			s.next(s.c.Epoch.Successor())
			continue
		}
		if s.c.Epoch == before {
			return
		}
	}
}

// obey carries out the actions of an epoch's Ready, in their order.
func (s *Epochs) obey(r epoch.Ready) {
	if r.Back {
		s.c.History.Back(r.BackTo)
	}
	for _, t := range r.Ordered {
		s.c.History.ordered(t)
	}
	s.c.History.Commit(r.Committed)
	if r.Successor != nil {
		s.Unconfirmed = r.Successor
		s.AwaitDurable()
	}
	for _, m := range r.Messages {
		s.c.Peers.mail(m)
	}
}

package host

import (
	"slices"

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
	fresh := r.Number == s.c.ancestry.last().Number && !slices.Contains(s.c.separate.spent, r.Hash())
	s.c.e = epoch.New(epoch.Config{Record: r, Me: s.c.self, Fresh: fresh, At: at, Check: s.c.check, VerifyCommands: s.c.commands.turnSigned, Now: s.c.now,
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
		s.c.fork.spend([]*epoch.Record{s.c.e.Record()})
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
	if s.c.lone.restart != nil && s.c.lone.restart.record == p {
		s.c.lone.restart = nil
	}
	s.c.journal.pending, s.adopting = nil, nil
}

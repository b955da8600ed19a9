package host

import (
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/mutant"
)

// awaitDurable has the record that ends the epoch synced: at once by a voter, by others when a peer is known to be in
// the next epoch. So a record takes effect only when a voter of the epoch that it ends has it on its disk,
// which a recovery counts on (see recover.go). A lone voter commits its record no sooner anyway. While the line is
// being archived nothing is: behind the archive, a record would be one of the line that is entered.
func (c *Core) awaitDurable() {
	r := c.unconfirmed
	if r == nil || c.abandon.archiving() {
		return
	}
	proven := c.e.Member() || c.e.Record().Lone() || mutant.Is(mutant.Unproven)
	if r.Reason == epoch.Merged && c.merger.heldBlob(r.Taken.Blob) == nil {
		c.merger.pullBlob(c.e.Leader(), r.Taken.Blob)
		proven = false
	}
	for _, k := range c.peers.Keys() {
		proven = proven || c.peers.Get(k).epoch >= r.Number
	}
	if proven {
		c.unconfirmed = nil
		c.journal.record(r)
	}
}

// next begins the epoch that a record founds.
func (c *Core) next(r *epoch.Record) {
	old := c.e
	c.follower.farewell(old)
	c.before = old
	c.addRecord(r)
	c.begin(r, epoch.Position{})
	c.crossInto(r.Number)
	c.event("epoch", "epoch", r.Number, "reason", r.Reason.String(), "leader", r.Leader().Key.Short(), "voters", len(r.Voters), "turn", r.FirstTurn)
	if old.Member() && !old.Record().Lone() {
		for _, k := range c.peers.Keys() { // others wait for this word
			if !old.Record().Votes(k) {
				c.greet(k, false)
			}
		}
	}
}

// begin takes part in an epoch from a position on; the state must be there.
func (c *Core) begin(r *epoch.Record, at epoch.Position) {
	// Who knows a later record has been beyond this epoch already.
	fresh := r.Number == c.last().Number && !slices.Contains(c.separate.spent, r.Hash())
	c.e = epoch.New(epoch.Config{Record: r, Me: c.self, Fresh: fresh, At: at, Check: c.check, VerifyCommands: c.commands.turnSigned, Now: c.now,
		Firm: epoch.FirmOf(c.records), Founder: c.genesis.Founder})
	c.comparison.dispute, c.left, c.unconfirmed, c.journal.leaderStable = nil, nil, nil, 0
	c.evidence.heeded = 0
	for _, p := range c.peers.Values() {
		p.mail = p.mail[:0]
		p.ahead = p.ahead[:0]
	}
	c.leader.leaderTerm, c.follower.newest = 0, 0
	clear(c.leader.queues) // what was signed for another epoch is sent again
	if c.leader.next.Before(c.now) {
		c.leader.next = c.now
	}
}

// enter goes on from a place that the log does not reach. As long as the epoch is the same its raft state
// is kept; another epoch is begun afresh, and one that was left in the middle is lost for voting.
func (c *Core) enter(r *epoch.Record, at epoch.Position) {
	if c.e != nil && c.e.Record().Number == r.Number && (c.e.Install(at) || c.e.Reinstall(at)) {
		return
	}
	if c.e != nil {
		c.fork.spend([]*epoch.Record{c.e.Record()})
	}
	c.before = nil
	c.begin(r, at)
}

// past is what a record that follows the last one known is checked against.
func (c *Core) past() epoch.Past { return epoch.PastOf(c.records, c.genesis.Founder) }

// outrun gives up the beginning of an epoch that waits for the disk, when the state that was taken over is in that
// epoch or beyond.
func (c *Core) outrun(r *epoch.Record) {
	p := c.journal.pending
	if p == nil || p.Number > r.Number {
		return
	}
	if c.lone.restart != nil && c.lone.restart.record == p {
		c.lone.restart = nil
	}
	c.journal.pending, c.adopting = nil, nil
}

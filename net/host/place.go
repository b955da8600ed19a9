package host

import (
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
)

// suspended is a process' place in the firm epoch while it is in a provisional line: for the others it is slow.
type suspended struct {
	record *epoch.Record
	e      *epoch.Epoch
	before *epoch.Epoch
	left   *epoch.Epoch
	end    epoch.Position
	state  replica
	given  uint64 // last of its turns in the file
}

// suspend keeps the place in a firm epoch that is being left. Without it this process is nobody in that epoch's group any
// more: it would begin there with a shorter log than it had.
func (c *Core) suspend() {
	if c.e != nil {
		c.spend([]*epoch.Record{c.e.Record()})
	}
	if c.suspends() {
		c.thaw()
		c.setAside()
	}
}

func (c *Core) suspends() bool {
	return len(c.records) > 0 && c.last().Firm && !c.aside(c.last()) && c.state.executed+1 >= c.last().FirstTurn && c.state.base.snapshot != nil
}

// aside reports whether the place in an epoch is kept. One in an epoch that the line has left behind is worth nothing.
func (c *Core) aside(r *epoch.Record) bool {
	s := c.line.suspended
	return s != nil && s.record.Hash() == r.Hash()
}

func (c *Core) setAside() {
	s := &suspended{record: c.last(), e: c.e, before: c.before, left: c.left, end: c.end, state: c.state, given: c.disk.given}
	s.state.history, s.state.frozen = slices.Clone(c.state.history), false
	c.line.suspended = s
}

// leavesFirm keeps the place in the firm line before records are followed that go on from it provisionally, for who has
// no place in its epoch: without it a whole minority could forget the world when it folds.
func (c *Core) leavesFirm(records []*epoch.Record) {
	if n := len(c.records); c.e == nil && c.suspends() && n < len(records) && slices.ContainsFunc(records[n:], provisional) {
		c.setAside()
	}
}

func provisional(r *epoch.Record) bool { return r.Reason == epoch.Provisional }

// returns reports whether this peer knows a state of the firm line to go back to.
func (c *Core) returns() bool {
	firm := c.firmOne()
	return c.aside(firm) || firm.Number < uint64(len(c.records)) && c.line.bases[c.records[firm.Number].Number] != nil
}

// resume takes the place in the firm epoch again.
func (c *Core) resume() {
	s := c.line.suspended
	c.line.suspended = nil
	c.e, c.before, c.left, c.end = s.e, s.before, s.left, s.end
	c.state = s.state
	c.outbox = outbox{}
	c.restore(c.state.base.snapshot)
	c.place(c.state.base)
	firm, committed := c.state.base, min(c.state.committed, s.state.executed)
	for _, t := range c.state.history {
		if c.execute(t); t.Number == committed {
			firm = c.capture()
		}
	}
	c.keeps(firm)
	c.state.orderedAt, c.state.returned = c.now, true
	if c.vow.of(s.record).promised != (message.Ballot{}) {
		c.leaveGroup() // it promised to act in it no more
	}
	if c.e != nil {
		c.e.Tick(c.now)
	}
}

// keeps gives the file the committed state of the place that was taken again: of what led to it the file has only what was there
// before the branch, and nothing at all where all its checkpoints went with that.
func (c *Core) keeps(k kept) {
	c.save(k)
	c.disk.given, c.disk.mending = k.turn, true
}

// between reports whether this peer is on its way from the firm epoch into a line that goes on from it: it has put its
// place aside, and nothing else yet. What it is meanwhile says nothing of the log that it keeps there.
func (c *Core) between() bool {
	return c.e == nil && c.machine != nil && len(c.records) > 0 && c.aside(c.last())
}

// turnedBack reports whether a peer into whose line this one was on its way has left it, for the epoch that this one keeps its
// place in. What it gives of that line leads where it is not any more, and it may wait for this very peer.
func (c *Core) turnedBack(p *peer) bool {
	return p != nil && p.greeted && p.other == nil && p.said.Name == c.last().Hash()
}

// comeBack takes the place in the firm epoch again when the peer is gone, or has left it, into whose line this one was on its way. What is
// ordered there may be committed, without anybody else who is left knowing.
func (c *Core) comeBack() {
	if !c.between() || c.disk.pending != nil || c.line.folding != nil {
		return
	}
	c.event("comes back from the way into another line", "epoch", c.last().Number, "turn", c.line.suspended.state.executed)
	c.fetch, c.reunion = nil, nil
	c.disk.given = min(c.disk.given, c.line.suspended.given)
	c.disk.written, c.disk.synced = min(c.disk.written, c.disk.given), min(c.disk.synced, c.disk.given)
	c.state.rewound = true
	c.resume()
	if c.e == nil && c.fetch == nil {
		c.fetch = &fetch{why: "returning"} // it had none in the group
	}
	c.newCompany()
}

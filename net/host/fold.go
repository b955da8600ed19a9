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
	// drainFor is how long a line that folds waits for what it ordered to be committed.
	drainFor = 500 * time.Millisecond
	// quietFor is how long a window keeps the last picture while what was lived here is not merged.
	quietFor = 10 * time.Second
	// refoldError is how long a line that could not be archived goes on before that is tried again.
	refoldError = 3 * time.Second
)

// thaw executes what was kept because the state was known to be wrong: nobody is left to take another from.
func (c *Core) thaw() {
	if !c.state.frozen {
		return
	}
	c.state.frozen = false
	for _, t := range c.state.history {
		if t.Number == c.state.executed+1 {
			c.execute(t)
		}
	}
}

// branch is what was lived in a line that folded.
type branch struct {
	id      [32]byte
	shared  [32]byte // the record before its first one
	records []*epoch.Record
	bases   map[uint64][]byte
	turn    uint64   // where it begins,
	root    [32]byte // and the chain hash there; zero: not known
	tip     kept
	who     string
	led     bool // this peer led it
	voter   bool // or was a voter in it
	folded  time.Time
	offered time.Time
	stored  bool              // its states are in the file
	opened  bool              // and in memory
	size    uint64            // of a stored one's states in bytes
	asked   time.Time         // the file, for them
	wanted  *message.LineTake // by the leader
}

// folding is a line on its way out of this peer.
type folding struct {
	since  time.Time
	to     key.ID   // whose line is entered; zero: the firm epoch that was left is taken up
	shared uint64   // number of the last record that stays
	last   uint64   // and of the last one when this began
	point  uint64   // turn at which the branch begins,
	root   [32]byte // and the chain hash there; zero: not known
	firm   bool     // the firm line is entered, whatever becomes of the peer
	why    string
	branch *branch // being archived
	failed time.Time

	retreats bool // see retreat.go
}

// fold begins to leave the line after a record, for that of a peer, or, with nil, for the firm epoch.
func (c *Core) fold(p *peer, shared uint64, why string) {
	l := &c.line
	if _, ok := c.log.(Archiver); !ok {
		return
	}
	if l.folding != nil && (l.folding.failed.IsZero() || c.now.Sub(l.folding.failed) < refoldError) || c.disk.pending != nil || c.quit != nil {
		return
	}
	f := &folding{since: c.now, shared: shared, last: c.last().Number, why: why, point: c.state.executed}
	if p != nil {
		f.to = p.key
		if shared == c.last().Number && p.other != nil && len(p.other.tail) > 0 {
			if r := p.other.tail[0]; r.FirstTurn-1 < f.point {
				f.point, f.root = r.FirstTurn-1, r.Chain
			}
		}
	}
	if shared < c.last().Number {
		f.point, f.root = c.records[shared].FirstTurn-1, c.records[shared].Chain
	}
	if p != nil && shared == c.last().Number && c.state.executed <= f.point {
		if c.e != nil {
			c.suspend()
			c.own.restore()
			c.e, c.before, c.left, c.reunion, c.dispute, c.unproven, c.adopted, c.fetch = nil, nil, nil, nil, nil, nil, nil, nil
			c.offers.last, c.offers.waiting, c.line.merging, c.turn.reign, c.turn.led = nil, false, nil, 0, false
		}
		if c.fetch == nil || c.fetch.from.IsZero() { // there is nothing to put away
			c.fetch = &fetch{why: "going over to another line"}
			c.askFor(p.key)
		}
		return
	}
	if p != nil && p.other != nil && len(p.other.tail) > 0 && p.other.tail[0].Firm && p.other.tail[0].FirstTurn-1 < f.point {
		c.counters[counter.TurnsLost] += f.point - (p.other.tail[0].FirstTurn - 1)
	}
	l.folding = f
	c.recovery = nil
	c.event("folds its line", "why", why, "epoch", c.last().Number, "turn", c.state.executed, "back to", f.point)
	c.folds()
}

// folds goes on with folding: once all that was ordered is committed, or will not be, the branch is archived.
func (c *Core) folds() {
	f := c.line.folding
	if f == nil || f.branch != nil {
		return
	}
	if !f.failed.IsZero() {
		if c.now.Sub(f.failed) >= refoldError {
			c.line.folding = nil // meet finds it again
			c.line.folded, c.line.refold = time.Time{}, c.line.refold/2
		}
		return
	}
	if c.e != nil && c.state.executed > c.state.committed && c.now.Sub(f.since) < drainFor && !c.state.frozen {
		return
	}
	if c.disk.pending != nil {
		return // an epoch is about to begin
	}
	if c.last().Number != f.last {
		c.line.folding = nil // one has begun, whose turns are not to be put away by what was true before: meet looks again
		return
	}
	c.thaw()
	c.line.quiet = c.now.Add(quietFor)
	var open []past
	if to := max(c.state.committed, f.point, c.state.base.turn); c.state.executed > to {
		for _, t := range c.state.history {
			if t.Number > to {
				open = append(open, t)
			}
		}
		c.back(to)
	}
	f.branch = c.cutBranch(f)
	c.out.Archives = append(c.out.Archives, c.archiveOf(f.branch))
	for _, t := range open { // until it is archived, or when it cannot be, the epoch goes on
		c.state.history = append(c.state.history, t)
		c.execute(t)
	}
}

// archiving reports whether the file has been given what was lived in the line, to put it away.
func (c *Core) archiving() bool { return c.line.folding != nil && c.line.folding.branch != nil }

// cutBranch makes the branch from the present state.
func (c *Core) cutBranch(f *folding) *branch {
	last := c.records[f.shared-1]
	b := &branch{shared: last.Hash(), records: slices.Clone(c.records[f.shared:]), bases: map[uint64][]byte{}, turn: f.point, root: f.root,
		tip: c.capture(), led: c.e == nil || c.e.Leading(), folded: c.now, who: c.company()}
	for _, r := range b.records {
		if s := c.line.bases[r.Number]; s != nil {
			b.bases[r.Number] = s
		}
		b.voter = b.voter || r.Votes(c.me)
	}
	if n := len(b.records); n > 0 {
		last = b.records[n-1]
	} else {
		b.voter = last.Votes(c.me)
	}
	b.tip.epoch = last.Number
	b.id = message.BranchID(last.Hash(), b.tip.turn, b.tip.hash)
	return b
}

// company names this peer and those who are in its line.
func (c *Core) company() string {
	names := []string{c.myName()}
	c.each(func(p *peer) {
		if p.other == nil && c.e != nil && p.epoch == c.e.Record().Number {
			names = append(names, p.name())
		}
	})
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

// archiveOf is what the file keeps of a branch.
func (c *Core) archiveOf(b *branch) store.Branch {
	s := store.Branch{ID: b.id, Turn: min(b.turn, b.tip.turn), At: c.clock.outside(c.now), Island: c.island,
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

// Archived tells that a branch is in the file for good, or why not: then the line goes on for a while.
func (c *Core) Archived(now time.Time, id [32]byte, err error) {
	c.at(now)
	f := c.line.folding
	if f == nil || f.branch == nil || f.branch.id != id || c.stopped {
		return
	}
	if err != nil {
		c.disk.err = err
		c.event("a branch cannot be archived", "why", err.Error())
		f.branch, f.failed, c.line.quiet = nil, c.now, time.Time{}
		return
	}
	c.counters[counter.Branches]++
	c.line.folding = nil
	if f.retreats {
		c.retreated(f)
	} else {
		c.folded(f)
	}
	c.settle()
}

// folded goes back to the beginning of the branch that is archived now, and on from there.
func (c *Core) folded(f *folding) {
	b := f.branch
	c.replaced(nil)
	c.spend(b.records)
	c.cutRecords(f.shared)
	if len(b.records) == 0 {
		c.suspend() // what is ordered may be committed, without anybody here knowing
	}
	if to := max(c.state.committed, c.state.base.turn); c.state.executed > to {
		c.back(to) // what is only ordered ends with the epoch
	}
	c.own.restore()
	c.e, c.before, c.left, c.reunion, c.dispute, c.unproven, c.adopted = nil, nil, nil, nil, nil, nil, nil
	if p := c.disk.pending; p != nil && p.Number > f.shared {
		c.disk.pending = nil // it is not tried again: it is of what was put away
	}
	c.offers.last, c.offers.waiting, c.line.merging = nil, false, nil
	c.fetch, c.turn.reign, c.turn.led = nil, 0, false
	point := min(b.turn, c.disk.given)
	s := c.line.suspended
	switch {
	case s != nil && s.record.Hash() == c.last().Hash() && len(b.records) > 0:
		c.disk.given = min(point, s.given)
		c.resume()
	case len(b.records) > 0 && b.bases[b.records[0].Number] != nil:
		c.disk.given = b.turn
		c.standAt(b.records[0], b.bases[b.records[0].Number])
	case len(b.records) > 0:
		c.disk.given = 0
		c.forget()
	default: // the line that is entered goes on from here or before
		if c.disk.given = point; c.between() {
			s.given = min(s.given, point)
		}
	}
	c.disk.written, c.disk.synced = min(c.disk.written, c.disk.given), min(c.disk.synced, c.disk.given)
	c.line.since, c.line.alone, c.state.rewound = c.now, time.Time{}, true
	if again := slices.ContainsFunc(c.line.pending, func(o *branch) bool { return o.id == b.id }); b.voter && b.tip.turn > b.turn && !again {
		c.line.pending = append(c.line.pending, b)
	} else {
		c.line.quiet = c.now.Add(quietFor / 4)
	}
	c.newCompany()
	switch last := c.last(); {
	case c.e != nil:
	case len(b.records) > 0 && !c.state.forgotten && c.state.executed+1 >= last.FirstTurn && last.Lone() && last.Leader().Key == c.me && !c.lostEnd(last):
		c.recovery = &recovery{since: c.now} // all wait for it alone, and what it was before is restarted
	default:
		c.fetch = &fetch{why: "returning", firm: f.firm}
		if c.peers[f.to] != nil {
			c.askFor(f.to)
		}
	}
}

// standAt goes to the beginning of a branch without a place in the epoch's log.
func (c *Core) standAt(first *epoch.Record, base []byte) {
	c.restore(base)
	to := first.FirstTurn - 1
	c.state = replica{executed: to, hash: first.Chain, epoch: first.Number - 1, committed: to, orderedAt: c.now}
	c.state.base = c.capture()
	c.end = epoch.Position{}
	c.resetOutbox()
	c.save(c.state.base)
}

// forget drops a state that nothing is known of but that it is not that of the line: it was joined in the branch.
func (c *Core) forget() {
	c.state = replica{orderedAt: c.now, forgotten: true}
	c.outbox = outbox{}
	c.end = epoch.Position{}
}

// newCompany looks again at everybody from the line that was entered, and tells all which one it is.
func (c *Core) newCompany() {
	for _, p := range c.peers {
		p.mail, p.ahead, p.compared, p.acked = p.mail[:0], p.ahead[:0], 0, 0
	}
	c.lookAgain()
	c.greetAll()
}

// lookAgain finds out anew who is in the own line: what others said before there was one may have been of another.
func (c *Core) lookAgain() {
	c.each(func(p *peer) {
		if p.epoch, p.other = 0, nil; p.greeted {
			c.sees(p, p.said.Epoch, p.said.Forked, tagOf(p.said.Name))
		}
	})
}

func (c *Core) greetAll() {
	for _, k := range c.order {
		c.greet(k, false)
	}
}

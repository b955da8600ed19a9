package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// foldsWithin is how long a lone voter that was restarted waits for a provisional line that knows more committed
// turns than its file to fold, so that it can go on from there.
const foldsWithin = 5 * time.Second

// awaitsFold reports whether there is such a line.
func (c *Core) awaitsFold() bool {
	name := c.last().Hash()
	for _, k := range c.order {
		o := c.peers[k].other
		if o != nil && len(o.tail) > 0 && o.tail[0].Reason == epoch.Provisional && o.tail[0].Previous == name && o.tail[0].FirstTurn-1 > c.state.executed {
			return true
		}
	}
	return false
}

// helps reports whether a peer without a place in the log may have the state of another without one: it is the
// lone voter for which all wait, and its file holds less.
func (c *Core) helps(p *peer) bool {
	if c.e != nil || c.machine == nil || len(c.records) == 0 {
		return false
	}
	r := c.last()
	return r.Lone() && r.Leader().Key == p.key && p.said.Epoch == r.Number && p.said.Committed < c.state.committed &&
		c.state.executed == c.state.committed
}

// greetLine says in a greeting which line this peer is in.
func (c *Core) greetLine(g *message.Greeting) {
	last, firm := c.last(), c.firmOne()
	g.Name, g.Firm, g.Forked = last.Hash(), last.Firm, c.line.forked
	g.Living, g.Lacks = c.living(), c.lacks()
	if !c.lostEnd(firm) { // else nobody should go back to it to end it with this peer
		g.FirmName = firm.Hash()
	}
}

// loadRecord takes a record of the file, with its blob.
func (c *Core) loadRecord(r *epoch.Record, blob []byte) {
	if len(blob) > 0 {
		switch r.Reason {
		case epoch.Begun:
			c.ancestry = decodeAncestry(blob)
		case epoch.Provisional:
			c.setBase(r.Number, blob)
		case epoch.Merged:
			c.holdBlob(blob)
		default:
			c.keepBlob(store.EpochRow{Number: r.Number, Blob: blob})
		}
	}
	if n := len(c.records); n > 0 && r.Number != c.records[n-1].Number+1 {
		c.line.torn = append(c.line.torn, r) // see broken
		return
	}
	c.addRecord(r)
}

// quietNow reports whether the window keeps the last picture, and own commands wait: what was lived here is about to
// be merged.
func (c *Core) quietNow() bool { return !c.line.quiet.IsZero() && c.now.Before(c.line.quiet) }

// showState tells of a state that was taken over.
func (c *Core) showState(turn, number, digest uint64) {
	if c.quietNow() {
		c.state.rewound = true
		return
	}
	if c.options.OnTurn != nil {
		c.options.OnTurn(Executed{Machine: c.machine, Island: c.island, Turn: turn, Epoch: number, Digest: digest, Rewound: true})
	}
	c.state.rewound = false
}

// busyWithLines reports whether something is to be done soon because of other lines.
func (c *Core) busyWithLines() bool {
	l := &c.line
	if l.folding != nil || l.merging != nil || l.pull != nil || len(l.pending) > 0 || l.decree || c.lacks() {
		return true
	}
	if !l.met {
		return false
	}
	for _, p := range c.ranks {
		if p.other != nil {
			return true
		}
	}
	l.met = false
	return false
}

// mergingWords says what is being put together.
func (c *Core) mergingWords() string {
	l := &c.line
	switch {
	case l.folding != nil:
		return "this peer's offline changes are archived before the merge"
	case l.merging != nil || len(l.pending) > 0:
		return "offline changes are being merged"
	}
	return ""
}

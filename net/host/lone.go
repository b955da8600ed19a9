package host

import (
	"manyhold/net/epoch"
	"manyhold/net/host/message"
)

// # A lone voter that returns
//
// The file of a lone voter decides what is committed in its epoch. When that file lost something, to power or to rot, those
// who followed may hold more: turns that they know to be committed, and the last ones, of which they were told that they are
// ordered only. So while it is back as another process and has not gone on yet, all who are in its epoch tell it what they
// have (report), and it takes the longest of these logs turn by turn (reach), before it signs where the world goes on. Of
// its own turns none is given up for the state of somebody who has fewer (putBack).

// returned is the lone voter of the epoch that this peer follows, if it is back as another process and has not gone on; or nil.
func (c *Core) returned() *peer {
	if c.e == nil || c.e.Member() || !c.e.Record().Lone() || c.state.frozen || c.fetch != nil {
		return nil
	}
	r := c.e.Record()
	p := c.peers[r.Leader().Key]
	if p == nil || !p.greeted || p.said.Incarnation == r.Leader().Incarnation || p.epoch > r.Number {
		return nil
	}
	return p
}

// tellReturned tells the lone voter what this peer has of its epoch.
func (c *Core) tellReturned() {
	if p := c.returned(); p != nil && c.now.Sub(p.reported) >= reportEvery {
		p.reported = c.now
		r := c.report()
		c.send(p.key, message.StreamChannel, r.Encode())
	}
}

// recovers reports whether this peer is a lone voter that has not signed yet where its epoch ends.
func (c *Core) recovers() bool { return c.recovery != nil && c.recovery.record == nil }

// lengthens takes the longest log that others have of the epoch, and reports whether there is still something to wait for.
func (c *Core) lengthens() bool {
	if c.reunion == nil {
		c.reunion = newReunion(c.now)
	}
	if best := c.longest(); best.Turn > c.state.executed {
		return !c.reach(best)
	}
	c.reunion.pull = nil
	awaits := false
	c.each(func(p *peer) {
		_, told := c.reunion.reports[p.key]
		awaits = awaits || !told && p.greeted && p.other == nil && p.said.Epoch == c.last().Number && p.said.Turn > c.state.executed && c.believed(p.key)
	})
	return awaits
}

// holdsMore reports whether a peer says that it holds more of the line than this one's file.
func (c *Core) holdsMore(p *peer) bool {
	number := c.last().Number
	return p.greeted && p.other == nil && (p.epoch > number || p.said.Epoch == number && p.said.Committed > c.state.executed)
}

// givesState reports whether the state is to be taken of a peer that holds more: it is in a later epoch, or does not tell its log.
func (c *Core) givesState(p *peer) bool {
	return c.holdsMore(p) && !c.waitsToo(p) && (p.epoch > c.last().Number || c.now.Sub(c.recovery.since) >= 2*reportEvery)
}

// awaitsMe reports whether an epoch goes on only by a recovery of this peer, that was its lone voter.
func (c *Core) awaitsMe(r *epoch.Record) bool {
	return (c.e == nil || !c.e.Member()) && r.Lone() && r.Leader().Key == c.me && r.Firm && !c.lostEnd(r)
}

// recoverAlone begins the recovery of the epoch of which this peer was the lone voter, from a state that others gave and
// those turns of its own that follow it.
func (c *Core) recoverAlone(later []past) {
	c.e, c.fetch, c.recovery = nil, nil, &recovery{since: c.now}
	c.putBack(later)
	c.state.committed = c.state.executed
}

// putBack executes turns of the newest epoch that were here before the state was replaced, as far as they follow it.
func (c *Core) putBack(later []past) {
	last := c.last()
	for _, t := range later {
		if t.Number == c.state.executed+1 && t.epoch == last.Number && epoch.ChainHash(c.state.hash, c.world, t.epoch, t.Number, last.Rules, t.Body) == t.Hash {
			c.state.history = append(c.state.history, t)
			c.execute(t)
		}
	}
}

// orphaned begins a recovery when this peer came back without its file, took the state of others, and
// finds that all of them wait for nobody but itself.
func (c *Core) orphaned() {
	if c.recovery != nil || c.fetch != nil || c.e == nil || c.e.Member() || c.quit != nil || c.disk.pending != nil {
		return
	}
	r := c.e.Record()
	if !r.Lone() || r.Leader().Key != c.me || c.lostEnd(r) || c.now.Sub(c.state.orderedAt) < orphanedAfter {
		return
	}
	for _, k := range c.order {
		if c.peers[k].epoch > r.Number {
			return
		}
	}
	c.recovery = &recovery{since: c.now.Add(2*reportEvery - recoverAfter)} // time enough to be told who has more
}

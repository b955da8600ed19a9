package host

import "time"

// # Who is right where as many say one thing as another
//
// Of two peers nobody is a minority. A bit that flipped in the leader's state would win then, and the right state of the
// other be replaced by the wrong one. So before a leader holds its own digest to be right against as many others, it makes
// its state again, from the one that it keeps to be able to go back and the turns since. When another one comes of it, that is
// right, and nobody else has to take anything over. A difference that comes again every time, as of two architectures, is
// decided for the leader, as before.

// rederiveEvery is the least time between two times that a state is made again: ten seconds of turns are executed at once.
const rederiveEvery = 30 * time.Second

// rederive makes the state again from the kept one, and reports whether the digest of a turn is another one now.
func (c *Core) rederive(d *dispute) bool {
	if c.state.base.snapshot == nil || c.state.base.turn >= d.turn || c.state.frozen || !c.derived.IsZero() && c.now.Sub(c.derived) < rederiveEvery {
		return false
	}
	c.derived = c.now
	mine := c.machine.Snapshot(nil)
	c.restore(c.state.base.snapshot)
	c.place(c.state.base)
	c.own.restore()
	for _, t := range c.state.history {
		c.execute(t)
	}
	if c.state.ring[d.turn%digestRing].sum == d.mine {
		return false
	}
	c.state.next, c.offers.last, c.offers.waiting = kept{}, nil, false // they may be of the wrong state
	c.foundWrong()
	c.event("desync: its own state was the wrong one, and is made again", "turn", d.turn, "mine", d.mine)
	if c.options.OnDesync != nil {
		c.options.OnDesync(Desync{Turn: c.state.executed, Source: c.me, Mine: mine, Right: c.machine.Snapshot(nil)})
	}
	c.disk.spoilt, c.state.base.at = true, time.Time{} // a checkpoint in the file may be of the wrong state, too: it gets the next that is committed
	return true
}

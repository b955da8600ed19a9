package host

import (
	"time"

	"manyhold/net/host/message"
)

// # Who is right where as many say one thing as another
//
// Of two peers nobody is a minority. A bit that flipped in the leader's state would win then, and the right state of the
// other be replaced by the wrong one. So before a leader holds its own digest to be right against as many others, it makes
// its state again, from the one that it keeps to be able to go back and the turns since. When another one comes of it, that is
// right, and nobody else has to take anything over. A difference that comes again every time, as of two architectures, is
// decided for the leader, as before.
//
// A lone voter does the same when most say another thing, before it takes the state of a peer: all wait for it. So does whoever
// was told that its state is wrong, when nobody is left to take one from (remake): its log may be the newest, and while its state
// is wrong it would let others lead first who cannot be elected.

// rederiveEvery is the least time between two times that a state is made again: ten seconds of turns are executed at once.
const rederiveEvery = 30 * time.Second

// rederive makes the state again from the kept one, and reports whether a turn leaves another digest now than it did: that which
// is right, or where that is zero any other.
func (c *Core) rederive(turn, mine, right uint64) bool {
	if c.state.frozen || !c.rederives(turn, mine, right) {
		return false
	}
	c.foundWrong()
	return true
}

// remake is rederive for a state that was found wrong before, and goes on with what comes of it when it is the right one.
func (c *Core) remake(right message.Digest) {
	mine := c.state.ring[right.Turn%digestRing]
	if mine.Turn != right.Turn || mine.Term != right.Term {
		return
	}
	c.state.frozen = false
	if c.rederives(right.Turn, mine.Sum, right.Sum) {
		c.fetch = nil
	} else {
		c.state.frozen = true
	}
}

func (c *Core) rederives(turn, mine, right uint64) bool {
	if c.state.base.snapshot == nil || c.state.base.turn >= turn || !c.derived.IsZero() && c.now.Sub(c.derived) < rederiveEvery {
		return false
	}
	c.derived = c.now
	was := c.machine.Snapshot(nil)
	c.restore(c.state.base.snapshot)
	c.place(c.state.base)
	c.own.restore()
	for _, t := range c.state.history {
		c.execute(t)
	}
	if sum := c.state.ring[turn%digestRing].Sum; sum == mine || right != 0 && sum != right {
		return false
	}
	c.state.next, c.offers.last, c.offers.waiting = kept{}, nil, false // they may be of the wrong state
	c.event("desync: its own state was the wrong one, and is made again", "turn", turn, "mine", mine)
	if c.options.OnDesync != nil {
		c.options.OnDesync(Desync{Turn: c.state.executed, Source: c.me, Mine: was, Right: c.machine.Snapshot(nil)})
	}
	c.disk.spoilt, c.state.base.at = true, time.Time{} // a checkpoint in the file may be of the wrong state, too: it gets the next that is committed
	return true
}

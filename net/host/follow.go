package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/link"
	"manyhold/net/mutant"
)

// repeatAfter is how long a follower waits for its commands to be ordered before it sends them again.
const repeatAfter = 150 * time.Millisecond

// frameGap is the least time between two frames of a follower: a turn for commands, two for
// acknowledgements alone. Commits come half a turn later for it, which nobody waits for, and a follower's
// own packets and those that acknowledge them are half as many. Who only watches and has a leader that serves many takes
// four: nobody waits for it at all. But a voter acknowledges each turn that is longer than usual, and for the record that
// ends an epoch everybody does wait.
func (c *Core) frameGap() time.Duration {
	if c.e.Ending() {
		return 0
	}
	if c.asking() || c.e.Member() && c.turnTime() > c.options.Turn {
		return c.turnTime() * 9 / 10
	}
	if c.turn.crowd && !c.e.Member() {
		return c.turnTime() * 39 / 10
	}
	return c.turnTime() * 19 / 10
}

// suspicion is how long a leader may be silent that is a round trip away: near epoch.SuspectNear, beyond a
// round trip more, at most epoch.SuspectFar. A frame comes twenty times a second, so that a silence is as long
// by chance only when eight in a row are lost; the round trip is for what delays them all. Turns that last longer than
// usual come more rarely, and three of them are waited for longer.
func suspicion(rtt, longer time.Duration) time.Duration {
	longer = max(0, 3*longer)
	if rtt <= near {
		return epoch.SuspectNear + longer
	}
	return min(epoch.SuspectNear+rtt, epoch.SuspectFar) + longer
}

// asking reports whether own commands are to be sent, for the first time or again.
func (c *Core) asking() bool {
	n := len(c.own.waiting)
	return n > 0 && !c.quietNow() && c.agrees() && (c.own.waiting[n-1].Seq > c.turn.newest || c.now.Sub(c.turn.offered) >= repeatAfter)
}

// agrees reports whether the log here is that of the leader. Before it is, commands that were ordered under another
// leader count as taken and may be lost in a moment; later ones must not overtake them.
func (c *Core) agrees() bool { return c.e != nil && c.e.Last().Term == c.e.Term() }

// due reports whether a follower has something for its leader.
func (c *Core) due() bool { return c.turn.fresh || c.asking() }

// follow sends the leader what it should know: what was executed, raft's answers, own commands.
func (c *Core) follow() {
	for _, seq := range c.own.expire(c.now) {
		c.expired(seq)
	}
	if c.e == nil || c.e.Leading() || !c.due() || c.now.Sub(c.turn.sent) < c.frameGap() {
		return
	}
	p := c.leaderHere()
	if p == nil {
		return
	}
	c.e.SetSuspicion(suspicion(p.rtt, c.turnTime()-c.options.Turn))
	c.turn.sent, c.turn.fresh = c.now, false
	if c.turn.follows != p.key {
		c.turn.follows, c.turn.newest = p.key, 0 // the new leader knows none of our commands
		if mutant.Is(mutant.Twice) {
			c.own.restore()
		}
	}
	b := c.beginFrame()
	if newest := c.state.newest(message.DigestsSaid); len(newest) > 0 {
		b = message.AppendDigests(b, newest)
	}
	if len(p.mail) > 0 {
		b = message.AppendMessages(b, p.mail)
		p.mail = p.mail[:0]
	}
	b = c.appendPending(b)
	c.buffer = b
	c.sendFrame(p, b)
}

// appendPending appends own commands, always from the oldest on, so that the leader cannot take a later
// one first; but not again what was sent a moment ago.
func (c *Core) appendPending(b []byte) []byte {
	if !c.asking() {
		return b
	}
	n := len(c.own.waiting)
	size, k := 0, 0
	for k < n && k < message.MaxCommands && (k == 0 || size+c.own.waiting[k].Size() <= message.CommandRoom) {
		size += c.own.waiting[k].Size()
		c.warrant(&c.own.waiting[k])
		k++
	}
	c.turn.offered = c.now
	c.turn.newest = c.own.waiting[k-1].Seq
	c.turn.list = c.turn.list[:0]
	for _, o := range c.own.waiting[:k] {
		c.turn.list = append(c.turn.list, o.Command)
	}
	return message.AppendCommands(b, c.turn.list)
}

// flush sends raft's messages that do not wait for a turn: those of elections. They go by the stream as well, so that
// one that is lost comes when the stream sends it again and not with the next election; twice is once for raft.
func (c *Core) flush() {
	if !c.turn.urgent || c.e == nil {
		return
	}
	c.turn.urgent = false
	c.each(func(p *peer) {
		if b := c.sendMail(p); b != nil {
			c.send(p.key, link.Stream, append(make([]byte, 0, len(b)), b...))
		}
	})
}

// sendMail sends a frame of raft's messages alone, if there are any, and returns it in the buffer.
func (c *Core) sendMail(p *peer) []byte {
	if len(p.mail) == 0 {
		return nil
	}
	b := message.AppendMessages(c.beginFrame(), p.mail)
	p.mail = p.mail[:0]
	c.buffer = b
	c.sendFrame(p, b)
	return b
}

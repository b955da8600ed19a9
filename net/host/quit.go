package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
)

const (
	// heirPatience is how long an heir may take to say that it holds the log.
	heirPatience = 2 * time.Second
	// leavePatience is how long a voter waits to be let go.
	leavePatience = 4 * time.Second
	// partPatience is how long a leader that named its heir repeats this before it goes anyway.
	partPatience = 10 * time.Second
	// againAfter is the time between two such repetitions.
	againAfter = 100 * time.Millisecond
)

// quitting is a polite end in progress, or a hand-over by a leader that stays.
type quitting struct {
	stays bool   // only the leadership ends
	only  key.ID // the one who is to lead; zero: whoever can
	epoch uint64 // that the record begins which names the heir

	since time.Time
	asked map[key.ID]bool
	heir  key.ID
	at    time.Time // when the heir was asked, or told last
	named time.Time // when the record that names the heir was proposed; zero before
	taken bool      // the heir leads
}

// quitting reports whether no more turns are to be closed here because the heir has been named.
func (c *Core) quitting() bool { return c.quit != nil && !c.quit.named.IsZero() }

// leaving reports whether this peer is about to go.
func (c *Core) leaving() bool { return c.quit != nil && !c.quit.stays }

// Stop begins a polite end: what is led is handed over, a checkpoint written. Stopped says when it is done.
func (c *Core) Stop(now time.Time) {
	c.at(now)
	if c.leaving() || c.stopped {
		return
	}
	if q := c.quit; q != nil && c.quitting() {
		q.stays = false // it has named its heir already
	} else {
		c.quit = &quitting{since: c.now, asked: map[key.ID]bool{}}
	}
	for _, k := range c.order {
		c.greet(k, false)
	}
	c.leave()
	c.settle()
}

// leave goes on with a polite end.
func (c *Core) leave() {
	q := c.quit
	switch {
	case q == nil || c.stopped:
	case c.e == nil || c.state.frozen:
		c.finish()
	case !q.named.IsZero():
		c.part()
	case c.e.Leading():
		c.handOver()
	case c.e.Member() && c.now.Sub(q.since) < leavePatience:
		// The leader was told and names a committee without this peer.
	default:
		c.finish()
	}
}

// handOver asks one heir after the other whether it holds the log, until one does; who has no heir goes.
func (c *Core) handOver() {
	q := c.quit
	switch {
	case c.now.Sub(q.since) > partPatience:
		c.finish()
		return
	case c.e.Ending(), !q.heir.IsZero() && c.now.Sub(q.at) < heirPatience && c.here(c.peers[q.heir]):
		return
	}
	q.heir = key.ID{}
	for _, m := range c.heirs() {
		if !q.asked[m.Key] && (q.only.IsZero() || q.only == m.Key) {
			q.heir, q.at, q.asked[m.Key] = m.Key, c.now, true
			c.send(m.Key, link.Stream, message.Handing{Step: message.HandAsk, Number: c.state.executed}.Encode())
			return
		}
	}
	if c.now.Sub(q.since) < heirPatience && c.catchingUp() {
		return
	}
	if q.stays || c.e.Record().Lone() || c.e.Stalled(c.now) {
		c.finish()
		return
	}
	// All go at once. The last record must name one voter alone, or nobody could begin again without the
	// others.
	c.name(epoch.Committee, []key.ID{c.me}, nil)
}

// catchingUp reports whether somebody is here who may inherit as soon as it is in this epoch, which may have just begun.
func (c *Core) catchingUp() bool {
	q, waits := c.quit, false
	c.each(func(p *peer) {
		waits = waits || !q.asked[p.key] && (q.only.IsZero() || q.only == p.key) && c.here(p)
	})
	return waits
}

// heirs returns who may inherit, voters of this epoch first.
func (c *Core) heirs() []roster.Member {
	ranked, followers := c.able(false), c.followers()
	var out []roster.Member
	for _, leads := range []bool{true, false} { // who cannot send to so many is better than nobody
		for _, voter := range []bool{true, false} {
			for _, m := range ranked {
				if c.e.Record().Votes(m.Key) == voter && m.Leads(followers) == leads {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

func (c *Core) receiveHanding(p *peer, b []byte) error {
	h, err := message.DecodeHanding(b)
	if err != nil {
		return err
	}
	q := c.quit
	switch h.Step {
	case message.HandAsk:
		if c.e == nil || p.key != c.e.Leader() || c.Reluctance() != "" || q != nil {
			return errUnexpected
		}
		c.turn.promise, c.turn.promised = h.Number, p.key
		c.keepPromise()
	case message.HandReady:
		if q == nil || !q.named.IsZero() || p.key != q.heir || c.e == nil || !c.e.Leading() {
			return nil
		}
		if c.e.Ending() { // by another record: it is asked again in the epoch that this begins
			q.heir = key.ID{}
			delete(q.asked, p.key)
			return nil
		}
		ranked, stay := c.able(false), []key.ID(nil)
		if q.stays { // the committee goes on, with this peer if it may
			ranked = roster.Rank(append(ranked, c.member()))
			for _, v := range c.e.Record().Voters {
				stay = append(stay, v.Key)
			}
		}
		q.epoch = c.e.Record().Number + 1
		voters := roster.Choose(p.key, stay, ranked, roster.Size(len(ranked)))
		c.name(epoch.HandOver, voters, ranked)
		if c.e.Ending() || !c.e.Leading() {
			q.named, q.at = c.now, c.now
		}
	case message.HandTaken:
		if q != nil && p.key == q.heir {
			q.taken = true
		}
	}
	return nil
}

// keepPromise tells a leader that goes that its log is held here, once it is.
func (c *Core) keepPromise() {
	if c.turn.promised.IsZero() || c.disk.written < c.turn.promise || c.state.committed < c.turn.promise {
		return
	}
	c.send(c.turn.promised, link.Stream, message.Handing{Step: message.HandReady, Number: c.turn.promise}.Encode())
	c.turn.promised = key.ID{}
}

// part repeats the end of the epoch until the heir leads, and then goes.
func (c *Core) part() {
	q := c.quit
	if q.stays && c.e.Leading() && c.e.Record().Number >= q.epoch {
		c.finish() // the heir never led, and this peer was elected
		return
	}
	if c.e.Leading() && c.e.Record().Number >= q.epoch {
		q.named, q.heir, q.asked = time.Time{}, key.ID{}, map[key.ID]bool{} // who goes looks for another
		c.handOver()
		return
	}
	if q.taken && !c.e.Leading() || c.now.Sub(q.named) > partPatience || c.peers[q.heir] == nil && !c.e.Ending() {
		c.finish()
		return
	}
	if c.before != nil && !c.e.Leading() && c.now.Sub(q.at) >= againAfter {
		q.at = c.now
		if p := c.peers[q.heir]; p != nil {
			c.send(p.key, link.Stream, c.before.AppendWindow(message.BeginTurns(c.nameOf(c.before)), 2*message.Repeated, message.RunMessage, shareOf(c.before, p.key)))
		}
	}
}

// finish writes what is safe and ends.
func (c *Core) finish() {
	if q := c.quit; q != nil && q.stays {
		c.quit = nil
		if q.taken {
			c.counters[counter.StepsDown]++
		}
		c.renew()
		return
	}
	c.stopped = true
	c.means.Forget(c)
	if c.machine == nil {
		return
	}
	if !c.state.frozen && c.e != nil {
		c.appendTo(max(c.state.committed, c.ownTurns()))
		if c.state.executed == c.state.committed || c.ownsLog() {
			c.save(c.capture())
		}
	}
	c.event("stopped", "turn", c.state.executed)
}

// ownTurns is the last turn that a lone voter may write.
func (c *Core) ownTurns() uint64 {
	if c.ownsLog() {
		return c.state.executed
	}
	return 0
}

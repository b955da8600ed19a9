package fairness

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

const (
	// slack is how far the leader's turns may be ahead of 1.25 times this peer's clock.
	slack = 2 * time.Second
	// forgiven is how far ahead turns may be after this process slept, or was given a state. Delays that
	// turns had lately are allowed for, too, up to lagMost: late turns come at once.
	forgiven = 10 * time.Second
	lagMost  = 2 * time.Minute
	// catchUpFor is how long a peer that misses turns may take as many as come, and catchUpEvery how often: a
	// machine may have slept while its clock stood still.
	catchUpFor   = 5 * time.Second
	catchUpEvery = time.Minute
	// slowAfter is how long the leader must have closed fewer than half of its turns. It is counted anew when
	// there may be another reason.
	slowAfter = 3 * time.Second
	// bucket is the unit in which the turns of slowAfter are counted.
	bucket  = 250 * time.Millisecond
	buckets = int(slowAfter / bucket)
	// renewEvery is how often a new epoch lets few turns be counted anew.
	renewEvery = 10 * time.Second
	// waitsMost is how long a leader may wait for other voters, and by how much longer for each tenth of the
	// packets that most links here lose: where much is lost, turns wait for voters again and again.
	waitsMost = 4 * time.Second
	// silent is how long a leader is not heard until elections take care of it.
	silent = 700 * time.Millisecond
	// aheadBy is how many turns another peer must be ahead of this one to show that turns are late here only.
	aheadBy = 10
)

// pace is how fast the leader's turns come, by this peer's clock.
//
// ahead is a bucket that turns fill and 1.25 times the time empties. lag is one that three quarters of the
// time fill and turns empty: it is above zero when turns are late, for any reason. Late turns may come at
// once afterwards: excuse remembers the lag, and fades by half of the time.
type pace struct {
	f      *Fairness
	at     time.Time // measured up to
	turn   uint64    // likewise
	ahead  time.Duration
	lag    time.Duration
	excuse time.Duration
	missed time.Time // when turns were missed, and taken without being counted for catchUpFor

	// since when, and until when, it waited for other voters without a long pause
	waiting, waited time.Time

	renewed time.Time // when a new epoch was the reason to count few turns anew

	clean time.Time // since when nothing but the leader can be the reason for few turns
	ring  [buckets + 1]time.Duration
	slot  int64 // of the newest
}

// begin measures another leader.
func (p *pace) begin() {
	p.ahead, p.clean = 0, p.f.c.Now
	p.at, p.turn = p.f.c.Now, p.f.c.Epoch.Last().Turn
}

// forgive does not judge what was before now.
func (p *pace) forgive() {
	p.skip()
	p.clean, p.ahead, p.excuse = p.f.c.Now, 0, max(p.excuse, forgiven)
}

// epochBegan does not hold a wait for voters that are replaced now against the leader, unless epochs follow
// each other quickly.
func (p *pace) epochBegan() {
	p.skip()
	if now := p.f.c.Now; now.Sub(p.renewed) >= renewEvery {
		p.renewed, p.clean = now, now
	}
}

// skip does not count what was between the last measure and now.
func (p *pace) skip() {
	p.at = p.f.c.Now
	if p.f.c.Epoch != nil {
		p.turn = p.f.c.Epoch.Last().Turn
	}
}

// measure takes the time and the turns since the last call.
func (p *pace) measure() {
	now, last := p.f.c.Now, p.f.c.Epoch.Last().Turn
	d := now.Sub(p.at)
	turns := time.Duration(last-min(p.turn, last)) * p.f.c.Leader.TurnTime()
	p.at, p.turn = now, last
	p.ahead = max(0, p.ahead-d-d/4)
	p.lag = min(p.lag+d*3/4, lagMost*3/4)
	p.excuse = max(p.excuse-d/4, p.lag*4/3)
	if p.f.c.Epoch.Want() != 0 && (p.missed.IsZero() || now.Sub(p.missed) > catchUpEvery) {
		p.missed = now
	}
	p.count(now, turns)
	p.lag = max(0, p.lag-turns)
	if now.Sub(p.missed) >= catchUpFor || turns <= p.f.c.Leader.TurnTime() {
		p.ahead += turns
	}
}

// count notes turns for the last slowAfter.
func (p *pace) count(now time.Time, turns time.Duration) {
	slot := now.UnixNano() / int64(bucket)
	for n := min(slot-p.slot, int64(len(p.ring))); n > 0; n-- {
		p.ring[(slot-n+1)%int64(len(p.ring))] = 0
	}
	p.slot = max(p.slot, slot)
	p.ring[p.slot%int64(len(p.ring))] += turns
}

// tooFast reports whether turns came too soon.
func (p *pace) tooFast(slack time.Duration) bool { return p.ahead > slack+p.excuse }

// judge finds the leader too fast or too slow. held: this process was held up itself.
func (p *pace) judge(held bool) {
	p.measure()
	now, after := p.f.c.Now, slowAfter
	if p.f.heard.hint(message.Fast) && p.tooFast(slack/2) && p.f.judges() {
		p.f.find(message.Fast, key.ID{})
		p.ahead = 0
	}
	if p.f.heard.hint(message.Slow) {
		after = slowAfter * 2 / 3
	}
	if held || p.excused() {
		p.clean = now
		return
	}
	if now.Sub(p.clean) < after {
		return
	}
	closed := time.Duration(0)
	for n := range int64(after / bucket) {
		closed += p.ring[(p.slot-n+int64(len(p.ring)))%int64(len(p.ring))]
	}
	if closed < after/2-bucket {
		p.clean = now
		p.f.find(message.Slow, key.ID{})
	}
}

// excused reports whether few turns may have another reason than the leader: it is silent, so that an
// election takes care of it; or it waits for other voters; or the turns are late on their way here only, as
// those of an epoch of which nothing else is known here yet.
func (p *pace) excused() bool {
	c := p.f.c
	l := c.Peers.Get(p.f.leader)
	if l == nil || c.Now.Sub(l.Heard) > silent || !c.Relay.Source().IsZero() {
		return true
	}
	if p.waits(l) || c.Now.Sub(l.Follower.AheadAt) <= silent {
		return true
	}
	ahead := false
	last := c.Epoch.Last().Turn
	c.Peers.Each(func(o *kernel.Peer) {
		ahead = ahead || o.Greeted && o.Epoch == c.Epoch.Record().Number && o.Acked > last+aheadBy
	})
	return ahead
}

// waits reports whether the leader may be waiting for other voters. In a committee of three it waits for
// none, because this voter and the leader are a majority; but what they tell each other may be lost. A leader
// that waits too long lacks them, or says so falsely. It waits longer where the way is far.
func (p *pace) waits(l *kernel.Peer) bool {
	c := p.f.c
	if c.Epoch.Member() && len(c.Epoch.Record().Voters) == 3 && !c.Peers.Hard(l) {
		return false
	}
	if c.Now.Sub(p.waited) > slowAfter {
		p.waiting = c.Now
	}
	if c.Epoch.Unsettled(c.Now) <= epoch.Patience+max(0, min(l.RTT, time.Second)-kernel.FarFrom) {
		return false
	}
	p.waited = c.Now
	_, loss := c.Committee.RoundTrip()
	return c.Now.Sub(p.waiting) < waitsMost+time.Duration(10*loss*float64(waitsMost))
}

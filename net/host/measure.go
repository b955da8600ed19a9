package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/key"
)

// stepTimes are how long the last turns took to execute.
type stepTimes struct {
	ring [256]time.Duration
	n    int
	// usual is what half of them stay below, and high 99 of 100, as of a while ago.
	usual, high time.Duration
}

func (s *stepTimes) add(d time.Duration) {
	s.ring[s.n%len(s.ring)] = d
	if s.n++; s.n%(len(s.ring)/4) == 0 {
		s.usual, _, s.high = s.percentiles()
	}
}

func (s *stepTimes) percentiles() (p50, p95, p99 time.Duration) {
	ring := s.ring
	all := ring[:min(s.n, len(ring))]
	if len(all) == 0 {
		return 0, 0, 0
	}
	slices.Sort(all)
	return all[len(all)/2], all[len(all)*95/100], all[len(all)*99/100]
}

// Status returns what the core knows.
func (c *Core) Status(now time.Time) Status {
	now = c.clock.at(now)
	c.now = now
	s := Status{World: c.world, Me: c.me, Name: c.options.Name, Desyncs: c.desyncs, Counters: c.counters, Uptime: now.Sub(c.began),
		Joining: c.machine == nil || c.e == nil && c.separate.founding == nil, Waiting: c.waiting(now),
		Notice: c.separate.notice, Merging: c.fork.mergingWords(), Merges: slices.Clone(c.merger.merged)}
	s.Missing, s.Fallen, s.Falls = c.absent(), c.leaderHistory.fallen, c.leaderHistory.falls
	s.StepP50, s.StepP95, s.StepP99 = c.steps.percentiles()
	s.Reluctance, s.Viewer = c.seats.IneligibleWhy(), now.Before(c.seats.viewer)
	s.Proofs, s.Charter = c.evidence.proven(), c.policy.charterStatus()
	s.Forgers = slices.Clone(c.misbehaviour.offenders)
	if c.journal.err != nil {
		s.StoreErr = c.journal.err.Error()
	}
	s.Island = Island{ID: c.island, Lacks: c.separate.lacks(), Ordered: c.state.executed, Committed: c.state.committed, Written: c.journal.written, Head: c.state.hash}
	if c.machine != nil {
		s.Island.Tick = c.machine.Tick()
		if d := c.state.ring[c.state.executed%digestRing]; d.Turn == c.state.executed && d.Turn > 0 {
			s.Island.Digest = d.Sum
		} else {
			s.Island.Digest = c.machine.Digest()
		}
	}
	if c.e != nil {
		r := c.e.Record()
		s.Counters[counter.Elections] += c.e.Campaigns()
		s.Island.Epoch, s.Island.Firm, s.Island.Reason, s.Island.Ticks = r.Number, r.Firm, r.Reason.String(), r.Ticks
		s.Island.Leader, s.Island.Leading, s.Island.Heirs = c.e.Leader(), c.e.Leading(), r.Heirs
		s.Island.Voting = c.e.Member()
		for _, v := range r.Voters {
			s.Island.Voters = append(s.Island.Voters, v.Key)
		}
	}
	if c.e == nil && c.separate.founding != nil { // until the first epoch of its line is synced, it is in the one before
		r := c.last()
		s.Island.Epoch, s.Island.Firm, s.Island.Reason, s.Island.Heirs = r.Number, r.Firm, r.Reason.String(), r.Heirs
		for _, v := range r.Voters {
			s.Island.Voters = append(s.Island.Voters, v.Key)
		}
	}
	c.each(func(p *peer) {
		voter := false
		if c.e != nil {
			voter = slices.Contains(c.e.Record().Voters, epoch.Voter{Key: p.key, Incarnation: p.said.Incarnation})
			if !voter && p.epoch == c.e.Record().Number {
				s.Island.Observers = append(s.Island.Observers, p.key)
			}
		}
		s.Peers = append(s.Peers, Peer{Key: p.key, Name: p.name(), RTT: p.rtt, Voter: voter, Headless: p.said.Headless,
			Willing: p.said.Willing, Able: c.memberOf(p), Acked: p.acked, TurnsCompared: p.counts.compared, TurnsEqual: p.counts.equal, Heard: c.clock.outside(p.heard)})
	})
	s.Pairs = c.comparison.pairs()
	s.Island.TurnsCompared, s.Island.TurnsEqual, s.Island.Waiting = s.Counters[counter.TurnsCompared], s.Counters[counter.TurnsEqual], s.Waiting
	return s
}

// waiting says why no turns are closed.
func (c *Core) waiting(now time.Time) string {
	const patience = 2 * time.Second
	switch {
	case c.lone.restart != nil, !c.retired.IsZero():
		return ""
	case c.over():
		if c.state.stale || now.Sub(c.state.orderedAt) < frozenFor {
			return ""
		}
		return "for island " + islandName(c.last().Into) + " to absorb this one"
	case c.machine != nil && c.e == nil && c.abandon.broken():
		return c.abandon.lostWords()
	case c.recovering.lacksVoters(now):
		return c.recovering.missing()
	case c.machine == nil || c.e == nil:
		if n := len(c.records); n > 0 && c.records[n-1].Leader().Key != c.me {
			return "for " + c.called(c.records[n-1].Leader()) + " or another peer that has the world"
		}
		return "for a peer that has the world"
	case c.e.Leading() && c.e.Stalled(now):
		return "for a majority of the committee"
	case c.e.Leading() || now.Sub(c.state.orderedAt) < patience:
		return ""
	case c.e.Record().Lone():
		return "for " + c.called(c.e.Record().Leader()) + ", the only voter"
	}
	return "for a majority of the committee"
}

// leaderHistory is who led last, and who fell.
type leaderHistory struct {
	epoch  uint64
	leader key.ID
	fallen key.ID
	falls  uint64
}

// watchLeader notices when the group of an epoch elected somebody else than who led it.
func (c *Core) watchLeader() {
	if c.e == nil || c.e.Leader() == (key.ID{}) {
		return
	}
	r, number, leader := &c.leaderHistory, c.e.Record().Number, c.e.Leader()
	if r.epoch == number && r.leader != leader {
		r.fallen, r.falls = r.leader, r.falls+1
	}
	r.epoch, r.leader = number, leader
}

// absent lists the voters of the last firm epoch that are not here, while there are no turns or no firm ones.
func (c *Core) absent() (missing []key.ID) {
	if len(c.records) == 0 {
		return nil
	}
	firm := c.firmOne()
	if firm == c.last() && c.waiting(c.now) == "" {
		return nil
	}
	for _, v := range firm.Voters {
		if p := c.peers.Get(v.Key); v.Key != c.me && (p == nil || !p.greeted || c.now.Sub(p.heard) > stalledAfter) {
			missing = append(missing, v.Key)
		}
	}
	return missing
}

func (c *Core) called(v epoch.Voter) string {
	if name := c.names[v.Key]; name != "" {
		return name
	}
	return v.Key.Short()
}

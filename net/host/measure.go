package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// Measures are an island's own measurements, for its Status.
type Measures struct {
	c *Core

	elapsed func() time.Duration // to measure steps; nil in tests
	desyncs uint64
	steps   stepTimes

	leaderHistory leaderHistory
}

// stepTimes are how long the last turns took to execute.
type stepTimes struct {
	ring [256]time.Duration
	n    int
	// usual is their median, and high their 99th percentile, as of a while ago.
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

// Status returns the core's status.
func (c *Core) Status(now time.Time) Status {
	now = c.clock.at(now)
	c.now = now
	s := Status{World: c.world, Me: c.me, Name: c.options.Name, Desyncs: c.measures.desyncs, Counters: c.counters, Uptime: now.Sub(c.began),
		Joining: c.machine == nil || c.e == nil && c.epochs.founding == nil, Waiting: c.measures.waiting(now)}
	s.Fork.Missing, s.Failover.Last, s.Failover.Count = c.measures.absent(), c.measures.leaderHistory.fallen, c.measures.leaderHistory.falls
	s.Steps.P50, s.Steps.P95, s.Steps.P99 = c.measures.steps.percentiles()
	if c.journal.err != nil {
		s.StoreErr = c.journal.err.Error()
	}
	s.Island = IslandStatus{ID: c.island, Ordered: c.history.executed, Committed: c.history.committed, Written: c.journal.written, Head: c.history.hash}
	if c.machine != nil {
		s.Island.Tick = c.machine.Tick()
		if d := c.history.ring[c.history.executed%digestRing]; d.Turn == c.history.executed && d.Turn > 0 {
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
	// until the first epoch of its chain is synced, it is in the one before
	if c.e == nil && c.epochs.founding != nil {
		r := c.ancestry.last()
		s.Island.Epoch, s.Island.Firm, s.Island.Reason, s.Island.Heirs = r.Number, r.Firm, r.Reason.String(), r.Heirs
		for _, v := range r.Voters {
			s.Island.Voters = append(s.Island.Voters, v.Key)
		}
	}
	c.peers.each(func(p *peer) {
		voter := false
		if c.e != nil {
			voter = slices.Contains(c.e.Record().Voters, epoch.Voter{Key: p.key, Incarnation: p.said.Incarnation})
			if !voter && p.epoch == c.e.Record().Number {
				s.Island.Observers = append(s.Island.Observers, p.key)
			}
		}
		s.Peers = append(s.Peers, PeerStatus{Key: p.key, Name: p.name(), RTT: p.rtt, Voter: voter, Headless: p.said.Headless,
			Willing: p.said.Willing, Able: c.peers.memberOf(p), Acked: p.acked, Heard: c.clock.outside(p.heard)})
	})
	for _, o := range c.observers {
		o.report(&s)
	}
	s.Island.TurnsCompared, s.Island.TurnsEqual, s.Island.Waiting = s.Counters[counter.TurnsCompared], s.Counters[counter.TurnsEqual], s.Waiting
	return s
}

// waiting says why no turns are closed.
func (m *Measures) waiting(now time.Time) string {
	const patience = 2 * time.Second
	switch {
	case m.c.epochs.restart != nil, !m.c.retirement.retired.IsZero():
		return ""
	case m.c.ancestry.over():
		if m.c.history.stale || now.Sub(m.c.history.orderedAt) < frozenFor {
			return ""
		}
		return "for island " + message.IslandName(m.c.ancestry.last().Into) + " to absorb this one"
	}
	if words, broken := m.c.abandon.waiting(); broken && m.c.machine != nil && m.c.e == nil {
		return words
	}
	if words, lacks := m.c.recovering.waiting(now); lacks {
		return words
	}
	switch {
	case m.c.machine == nil || m.c.e == nil:
		if n := len(m.c.ancestry.records); n > 0 && m.c.ancestry.records[n-1].Leader().Key != m.c.me {
			return "for " + m.called(m.c.ancestry.records[n-1].Leader()) + " or another peer that has the world"
		}
		return "for a peer that has the world"
	case m.c.e.Leading() && m.c.e.Stalled(now):
		return "for a majority of the committee"
	case m.c.e.Leading() || now.Sub(m.c.history.orderedAt) < patience:
		return ""
	case m.c.e.Record().Lone():
		return "for " + m.called(m.c.e.Record().Leader()) + ", the only voter"
	}
	return "for a majority of the committee"
}

// leaderHistory is the last leader, and the last one that fell.
type leaderHistory struct {
	epoch  uint64
	leader key.ID
	fallen key.ID
	falls  uint64
}

// watchLeader notices when the raft group of an epoch elected another leader than before.
func (m *Measures) watchLeader() {
	if m.c.e == nil || m.c.e.Leader() == (key.ID{}) {
		return
	}
	r, number, leader := &m.c.measures.leaderHistory, m.c.e.Record().Number, m.c.e.Leader()
	if r.epoch == number && r.leader != leader {
		r.fallen, r.falls = r.leader, r.falls+1
	}
	r.epoch, r.leader = number, leader
}

// absent lists the voters of the last firm epoch that are not here, while there are no turns or no firm ones.
func (m *Measures) absent() (missing []key.ID) {
	if len(m.c.ancestry.records) == 0 {
		return nil
	}
	firm := m.c.ancestry.firmOne()
	if firm == m.c.ancestry.last() && m.waiting(m.c.now) == "" {
		return nil
	}
	for _, v := range firm.Voters {
		if p := m.c.peers.Get(v.Key); v.Key != m.c.me && (p == nil || !p.greeted || m.c.now.Sub(p.heard) > stalledAfter) {
			missing = append(missing, v.Key)
		}
	}
	return missing
}

func (m *Measures) called(v epoch.Voter) string {
	if name := m.c.peers.names[v.Key]; name != "" {
		return name
	}
	return v.Key.Short()
}

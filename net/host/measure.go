package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
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

// waiting says why no turns are closed.
func (m *Measures) waiting(now time.Time) notice.Notice {
	const patience = 2 * time.Second
	switch {
	case m.c.epochs.restart != nil, !m.c.retirement.retired.IsZero():
		return ""
	case m.c.ancestry.over():
		if m.c.history.stale || now.Sub(m.c.history.orderedAt) < absorbPatience {
			return ""
		}
		return notice.New("waits_for_merge", "island", message.IslandName(m.c.ancestry.last().Into))
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
			return notice.New("waits_for_holder", "name", m.called(m.c.ancestry.records[n-1].Leader()))
		}
		return notice.New("waits_for_world")
	case m.c.e.Leading() && m.c.e.Stalled(now):
		return notice.New("waits_for_majority")
	case m.c.e.Leading() || now.Sub(m.c.history.orderedAt) < patience:
		return ""
	case m.c.e.Record().Lone():
		return notice.New("waits_for_voter", "name", m.called(m.c.e.Record().Leader()))
	}
	return notice.New("waits_for_majority")
}

// leaderHistory is the last leader, and the last one that fell.
type leaderHistory struct {
	epoch  uint64
	leader key.ID
	lost   key.ID
	count  uint64
}

// watchLeader notices when the raft group of an epoch elected another leader than before.
func (m *Measures) watchLeader() {
	if m.c.e == nil || m.c.e.Leader() == (key.ID{}) {
		return
	}
	r, number, leader := &m.c.measures.leaderHistory, m.c.e.Record().Number, m.c.e.Leader()
	if r.epoch == number && r.leader != leader {
		r.lost, r.count = r.leader, r.count+1
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

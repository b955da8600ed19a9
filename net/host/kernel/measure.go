package kernel

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

	Elapsed func() time.Duration // to measure steps; nil in tests
	Desyncs uint64
	Steps   stepTimes

	leaderHistory leaderHistory
}

// stepTimes are how long the last turns took to execute.
type stepTimes struct {
	ring [256]time.Duration
	n    int
	// Usual is their median, and High their 99th percentile, as of a while ago.
	Usual, High time.Duration
}

func (s *stepTimes) add(d time.Duration) {
	s.ring[s.n%len(s.ring)] = d
	if s.n++; s.n%(len(s.ring)/4) == 0 {
		s.Usual, _, s.High = s.percentiles()
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

// patience is how long turns may be late until a wait for them is told.
const patience = 2 * time.Second

// lacksHost reports whether this peer only plays, has no turns, and is linked with no peer that hosts the
// island.
func (m *Measures) lacksHost(now time.Time) bool {
	if !m.c.Options.Offer.PlayOnly || m.c.Epoch != nil && now.Sub(m.c.History.OrderedAt) < patience {
		return false
	}
	return !slices.ContainsFunc(m.c.Peers.Values(), func(p *Peer) bool { return p.Greeted && p.Said.Epoch > 0 && !p.Said.PlayOnly })
}

// waiting says why no turns are closed.
func (m *Measures) waiting(now time.Time) notice.Notice {
	switch {
	case m.c.Epochs.Restart != nil, !m.c.Retirement.Retired.IsZero():
		return ""
	case m.c.Ancestry.Over():
		if m.c.History.Stale || now.Sub(m.c.History.OrderedAt) < absorbPatience {
			return ""
		}
		return notice.New("waits_for_merge", "island", message.IslandName(m.c.Ancestry.Last().Into))
	}
	if words, broken := m.c.Abandon.Waiting(); broken && m.c.Machine != nil && m.c.Epoch == nil {
		return words
	}
	if m.lacksHost(now) {
		return notice.New("waits_for_host")
	}
	if words, lacks := m.c.Recovery.Waiting(now); lacks {
		return words
	}
	switch {
	case m.c.Machine == nil || m.c.Epoch == nil:
		if n := len(m.c.Ancestry.Records); n > 0 && m.c.Ancestry.Records[n-1].Leader().Key != m.c.Me {
			return notice.New("waits_for_holder", "name", m.Called(m.c.Ancestry.Records[n-1].Leader()))
		}
		return notice.New("waits_for_world")
	case m.c.Epoch.Leading() && m.c.Epoch.Stalled(now):
		return notice.New("waits_for_majority")
	case m.c.Epoch.Leading() || now.Sub(m.c.History.OrderedAt) < patience:
		return ""
	case m.c.Epoch.Record().Lone():
		return notice.New("waits_for_voter", "name", m.Called(m.c.Epoch.Record().Leader()))
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
	if m.c.Epoch == nil || m.c.Epoch.Leader() == (key.ID{}) {
		return
	}
	r, number, leader := &m.c.Measures.leaderHistory, m.c.Epoch.Record().Number, m.c.Epoch.Leader()
	if r.epoch == number && r.leader != leader {
		r.lost, r.count = r.leader, r.count+1
	}
	r.epoch, r.leader = number, leader
}

// absent lists the voters of the last firm epoch that are not here, while there are no turns or no firm ones.
func (m *Measures) absent() (missing []key.ID) {
	if len(m.c.Ancestry.Records) == 0 {
		return nil
	}
	firm := m.c.Ancestry.FirmOne()
	if firm == m.c.Ancestry.Last() && m.waiting(m.c.Now) == "" {
		return nil
	}
	for _, v := range firm.Voters {
		if p := m.c.Peers.Get(v.Key); v.Key != m.c.Me && (p == nil || !p.Greeted || m.c.Now.Sub(p.Heard) > StalledAfter) {
			missing = append(missing, v.Key)
		}
	}
	return missing
}

// Called is a voter's name, as far as it is known.
func (m *Measures) Called(v epoch.Voter) string {
	if name := m.c.Peers.Names[v.Key]; name != "" {
		return name
	}
	return v.Key.Short()
}

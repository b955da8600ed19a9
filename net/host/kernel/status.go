package kernel

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/status"
)

// Status returns the core's status.
func (c *Core) Status(now time.Time) status.Host {
	now = c.Clock.At(now)
	c.Now = now
	s := status.Host{World: c.World, Me: c.Me, Name: c.Options.Name, Desyncs: c.Measures.Desyncs, Counters: c.Counters, Uptime: now.Sub(c.Began),
		Joining: c.Machine == nil || c.Epoch == nil && c.Epochs.Founding == nil, Waiting: c.Measures.waiting(now)}
	s.Fork.Missing, s.Failover.Last, s.Failover.Count = c.Measures.absent(), c.Measures.leaderHistory.lost, c.Measures.leaderHistory.count
	s.Steps.P50, s.Steps.P95, s.Steps.P99 = c.Measures.Steps.percentiles()
	if c.Journal.Err != nil {
		s.StoreErr = c.Journal.Err.Error()
	}
	s.Island = status.Island{ID: c.ID, Ordered: c.History.Executed, Committed: c.History.Committed, Written: c.Journal.Written, Head: c.History.Hash}
	if c.Machine != nil {
		s.Island.Tick = c.Machine.Tick()
		if d := c.History.Ring[c.History.Executed%DigestRing]; d.Turn == c.History.Executed && d.Turn > 0 {
			s.Island.Digest = d.Sum
		} else {
			s.Island.Digest = c.Machine.Digest()
		}
	}
	if c.Epoch != nil {
		r := c.Epoch.Record()
		s.Counters[counter.Elections] += c.Epoch.Campaigns()
		s.Island.Epoch, s.Island.Firm, s.Island.Reason, s.Island.Ticks = r.Number, r.Firm, r.Reason.String(), r.Ticks
		s.Island.Leader, s.Island.Leading, s.Island.Heirs = c.Epoch.Leader(), c.Epoch.Leading(), r.Heirs
		s.Island.Voting = c.Epoch.Member()
		for _, v := range r.Voters {
			s.Island.Voters = append(s.Island.Voters, v.Key)
		}
	}
	// until the first epoch of its chain is synced, it is in the one before
	if c.Epoch == nil && c.Epochs.Founding != nil {
		r := c.Ancestry.Last()
		s.Island.Epoch, s.Island.Firm, s.Island.Reason, s.Island.Heirs = r.Number, r.Firm, r.Reason.String(), r.Heirs
		for _, v := range r.Voters {
			s.Island.Voters = append(s.Island.Voters, v.Key)
		}
	}
	c.Peers.Each(func(p *Peer) {
		voter := false
		if c.Epoch != nil {
			voter = slices.Contains(c.Epoch.Record().Voters, epoch.Voter{Key: p.Key, Incarnation: p.Said.Incarnation})
			if !voter && p.Epoch == c.Epoch.Record().Number {
				s.Island.Observers = append(s.Island.Observers, p.Key)
			}
		}
		s.Peers = append(s.Peers, status.Peer{Key: p.Key, Name: p.Name(), RTT: p.RTT, Voter: voter, Headless: p.Said.Headless,
			Willing: p.Said.Willing, Capacity: c.Peers.MemberOf(p), Acked: p.Acked, Heard: c.Clock.Outside(p.Heard)})
	})
	for _, o := range c.Observers {
		o.Report(&s)
	}
	s.Island.TurnsCompared, s.Island.TurnsEqual, s.Island.Waiting = s.Counters[counter.TurnsCompared], s.Counters[counter.TurnsEqual], s.Waiting
	return s
}

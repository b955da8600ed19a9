package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/notice"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/shout"
)

// Status describes a host and its islands; it is a copy that its reader owns.
type Status struct {
	World  [32]byte
	Me     key.ID
	Name   string // as in Options
	Island Island // the one where this peer's player is, else Home
	// Islands are all that this peer executes, in ascending order of their ids.
	Islands []Island
	// Known are the islands that others execute, in ascending order of their ids.
	Known []directory.Known
	Peers []Peer
	Pairs []Pair // for two of these, their digests of the same turn
	Fork  ForkStatus
	// Shouts are the last messages to the whole world, oldest first. Callers must not change them.
	Shouts []shout.Heard
	// Shared says that there are so many peers that each executes some islands only. Needs are then the peers
	// that this one ought to be linked with, see World.Needs; it hears by others of islands without a linked
	// holder.
	Shared   bool
	Needs    []key.ID
	Failover Failover
	// Waiting says why no turns are closed, or "".
	Waiting notice.Notice
	// IneligibleWhy says in words why this peer takes no seat in a committee, or "".
	IneligibleWhy string
	Viewer        bool // because its state was found wrong three times within a minute
	// Joining is true until this peer executes turns.
	Joining bool

	Desyncs  uint64 // times that this peer's own state was found wrong
	Counters counter.Values
	Steps    StepTimes
	Uptime   time.Duration
	StoreErr string // the fault of the world's file

	Charter Charter
	Proofs  []Proven // proven equivocators, in the order in which the proofs came
	// Offenders are leaders that ordered forged commands, in the order in which that became known.
	Offenders []Offender
}

// StepTimes are percentiles of the time that a turn's execution took, of the last few hundred turns.
type StepTimes struct {
	P50, P95, P99 time.Duration
}

// ForkStatus describes the forks of the island and their merges.
type ForkStatus struct {
	// Notice describes the last event of the world's record chain, for a banner; "" for none.
	Notice string
	// Merging describes the merge in progress, or is "".
	Merging string
	Merges  []Merge // the last eight, oldest first
	// Missing are the absent voters of the last firm epoch while they are needed: no turns are closed, or the
	// fork is provisional.
	Missing []key.ID
}

// Failover tells of leaders that were silent and were replaced by an election within their epoch. A hand-over
// does not count.
type Failover struct {
	Last  key.ID // the last such leader; zero: none
	Count uint64
}

// Island is the state of one island that is executed here.
type Island struct {
	ID        uint64
	Epoch     uint64
	Firm      bool
	Reason    string // why the epoch began: "founded", "committee", "hand-over", "recovered"
	Leader    key.ID // zero while no peer leads
	Leading   bool   // Leader is this peer
	Voting    bool   // this process is one of the voters; one that was started again is not
	Voters    []key.ID
	Heirs     []key.ID // the next voters, in rank order
	Observers []key.ID // linked peers that execute without voting
	Ordered   uint64   // last executed turn
	Committed uint64   // last turn known to be safe
	Written   uint64   // last turn in the world's file
	Tick      uint64
	Ticks     uint8  // of a turn
	Digest    uint64 // after Ordered
	Head      [32]byte

	TurnsCompared uint64 // digests of others that were compared with this peer's
	TurnsEqual    uint64
	Waiting       notice.Notice // why no turns are closed, or ""
	Lacks         bool          // no turns come because others are missing, and Waiting says so a little later
	// why it is executed here: "all", "home", "voter", "heir", "player", "near", "copy", "invited"; "": it is
	// to be left
	Why string
}

// Peer describes one linked peer.
type Peer struct {
	Key           key.ID
	Name          string
	RTT           time.Duration
	Voter         bool
	Headless      bool
	Willing       bool
	Capacity      roster.Member // its announced capacity and limits
	Acked         uint64        // last turn that it executed
	TurnsCompared uint64        // digests of it that were compared with ours
	TurnsEqual    uint64
	Heard         time.Time
}

// Proven is a peer with a proof of equivocation.
type Proven struct {
	Key   key.ID
	Name  string
	Turn  uint64
	Proof []byte // see epoch.Proof
}

// Offender is a leader that ordered a turn with a command that its author did not sign, as this peer saw or
// most voters of an epoch say.
type Offender struct {
	Key       key.ID
	Name      string
	Turn      uint64 // that this process saw; zero: none
	Convicted bool   // most voters say so
}

// Status returns the core's status.
func (c *Core) Status(now time.Time) Status {
	now = c.clock.at(now)
	c.now = now
	s := Status{World: c.world, Me: c.me, Name: c.options.Name, Desyncs: c.measures.desyncs, Counters: c.counters, Uptime: now.Sub(c.began),
		Joining: c.machine == nil || c.e == nil && c.separate.founding == nil, Waiting: c.measures.waiting(now),
		Fork: ForkStatus{Notice: c.separate.notice, Merging: c.fork.mergingWords(), Merges: slices.Clone(c.merger.merged)}}
	s.Fork.Missing, s.Failover.Last, s.Failover.Count = c.measures.absent(), c.measures.leaderHistory.lost, c.measures.leaderHistory.count
	s.Steps.P50, s.Steps.P95, s.Steps.P99 = c.measures.steps.percentiles()
	s.IneligibleWhy, s.Viewer = c.seats.IneligibleWhy(), now.Before(c.seats.viewer)
	s.Proofs, s.Charter = c.evidence.proven(), c.policy.charterStatus()
	s.Offenders = slices.Clone(c.misbehaviour.offenders)
	if c.journal.err != nil {
		s.StoreErr = c.journal.err.Error()
	}
	s.Island = Island{ID: c.island, Lacks: c.separate.lacks(), Ordered: c.history.executed, Committed: c.history.committed, Written: c.journal.written, Head: c.history.hash}
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
	if c.e == nil && c.separate.founding != nil {
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
		s.Peers = append(s.Peers, Peer{Key: p.key, Name: p.name(), RTT: p.rtt, Voter: voter, Headless: p.said.Headless,
			Willing: p.said.Willing, Capacity: c.peers.memberOf(p), Acked: p.acked, TurnsCompared: p.comparison.counts.compared, TurnsEqual: p.comparison.counts.equal, Heard: c.clock.outside(p.heard)})
	})
	s.Pairs = c.comparison.pairs()
	s.Island.TurnsCompared, s.Island.TurnsEqual, s.Island.Waiting = s.Counters[counter.TurnsCompared], s.Counters[counter.TurnsEqual], s.Waiting
	return s
}

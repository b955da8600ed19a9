package kernel

import (
	"cmp"
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/notice"
	"manyhold/net/host/standing"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/shout"
)

// Status describes a host and its islands; it is a copy that its reader owns.
type Status struct {
	World  [32]byte
	Me     key.ID
	Name   string       // as in Options
	Island IslandStatus // the one where this peer's player is, else Home
	// Islands are all that this peer executes, in ascending order of their ids.
	Islands []IslandStatus
	// Known are the islands that others execute, in ascending order of their ids.
	Known []directory.Known
	Peers []PeerStatus
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
	Offenders []standing.Offender
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

// IslandStatus is the state of one island that is executed here.
type IslandStatus struct {
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

// PeerStatus describes one linked peer.
type PeerStatus struct {
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

// Add adds the counters of another island.
func (s *Status) Add(o *Status) {
	s.Desyncs += o.Desyncs
	s.Counters.Add(&o.Counters)
	s.Fork.Merges = append(s.Fork.Merges, o.Fork.Merges...)
	s.StoreErr = cmp.Or(s.StoreErr, o.StoreErr)
}

// Merge is the result of merging a branch.
type Merge struct {
	Epoch   uint64 // that began with it; zero when it was refused
	Turn    uint64 // after which it was taken in; of a refused one its last
	Who     string // lived it, by name
	Report  []notice.Notice
	Refused notice.Notice // why it stays an archive; empty: it was merged
}

// Pair is two peers that both reported a digest after a turn, and whether these agree, as far as this peer
// can tell.
type Pair struct {
	A, B  key.ID // in ascending order
	Turn  uint64 // the last that both reported
	Equal bool
}

// Charter is the content of the world's charter, for Status.
type Charter struct {
	Founder key.ID
	Policy  string // "open", "invited" or "trusted only"
	Cap     uint16 // how many players may be on an island
	Split   bool   // islands may divide
	Laws    uint8  // bit n: law n of the machine holds
	Title   string // "" while there is none
	Entries int
	Logins  int
	Keepers int
	// Trusted are the founder and the keepers, in ascending order.
	Trusted []key.ID
	// Members are the players above guests and below keepers, in ascending order.
	Members []key.ID
	Banned  int
	Me      string // this peer's rank: "guest", "member", "keeper", "founder"
	Barred  bool   // this peer is banned
	Why     string // it is
	// Kicked says that this peer was kicked, at which tick and by whom: a peer that came in later has obeyed.
	Kicked charter.Kicked
	// ToDisconnect are the recently kicked peers that ought to be gone: links to them are to be ended.
	ToDisconnect []key.ID
}

// Status returns the core's status.
func (c *Core) Status(now time.Time) Status {
	now = c.Clock.At(now)
	c.Now = now
	s := Status{World: c.World, Me: c.Me, Name: c.Options.Name, Desyncs: c.Measures.Desyncs, Counters: c.Counters, Uptime: now.Sub(c.Began),
		Joining: c.Machine == nil || c.Epoch == nil && c.Epochs.Founding == nil, Waiting: c.Measures.waiting(now)}
	s.Fork.Missing, s.Failover.Last, s.Failover.Count = c.Measures.absent(), c.Measures.leaderHistory.lost, c.Measures.leaderHistory.count
	s.Steps.P50, s.Steps.P95, s.Steps.P99 = c.Measures.Steps.percentiles()
	if c.Journal.Err != nil {
		s.StoreErr = c.Journal.Err.Error()
	}
	s.Island = IslandStatus{ID: c.ID, Ordered: c.History.Executed, Committed: c.History.Committed, Written: c.Journal.Written, Head: c.History.Hash}
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
		s.Peers = append(s.Peers, PeerStatus{Key: p.Key, Name: p.Name(), RTT: p.RTT, Voter: voter, Headless: p.Said.Headless,
			Willing: p.Said.Willing, Capacity: c.Peers.MemberOf(p), Acked: p.Acked, Heard: c.Clock.Outside(p.Heard)})
	})
	for _, o := range c.Observers {
		o.Report(&s)
	}
	s.Island.TurnsCompared, s.Island.TurnsEqual, s.Island.Waiting = s.Counters[counter.TurnsCompared], s.Counters[counter.TurnsEqual], s.Waiting
	return s
}

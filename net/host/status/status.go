// Package status holds the plain data by which a host describes itself: its islands, linked peers, fork and
// charter. Package kernel and the mechanisms of an island fill it; the game and the tools read copies.
package status

import (
	"cmp"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/notice"
	"manyhold/net/host/standing"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/shout"
)

// Host describes a host and its islands; it is a copy that its reader owns.
type Host struct {
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
	Fork  Fork
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
	Judged
}

// Judged are the leaders that did wrong.
type Judged struct {
	Proofs []Proven // proven equivocators, in the order in which the proofs came
	// Offenders are leaders that ordered forged commands, in the order in which that became known.
	Offenders []standing.Offender
	// Unfair are leaders that were unfair, oldest first.
	Unfair []Unfair
}

// Unfair is a leader that was unfair, as this peer measured or most voters say.
type Unfair struct {
	Leader key.ID
	Name   string
	Lost   bool          // it lost its seat
	Words  notice.Notice // what it did
	Since  time.Time
}

// StepTimes are percentiles of the time that a turn's execution took, of the last few hundred turns.
type StepTimes struct {
	P50, P95, P99 time.Duration
}

// Fork describes the forks of the island and their merges.
type Fork struct {
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
	Observers []key.ID // peers that execute without voting: all, or the linked ones while no leader has said
	Lagging   []key.ID // executing peers of which the leader hears nothing, for a second or two
	Silent    []key.ID // likewise, for five seconds and more
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
	// Why is the reason for which it is executed here: "all", "home", "voter", "heir", "player", "near",
	// "copy", "invited"; "": it is to be left
	Why string
	// Playing tells of a peer that only plays how it gets the turns.
	Playing Playing
}

// Playing is the part of a peer that hosts nothing.
type Playing struct {
	Only bool          // it only plays; the rest is of such a peer
	By   key.ID        // the peer by which its turns come; zero: there is none
	RTT  time.Duration // to that one
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

// Add adds the counters of another island.
func (s *Host) Add(o *Host) {
	s.Desyncs += o.Desyncs
	s.Counters.Add(&o.Counters)
	s.Fork.Merges = append(s.Fork.Merges, o.Fork.Merges...)
	s.Unfair = append(s.Unfair, o.Unfair...)
	s.StoreErr = cmp.Or(s.StoreErr, o.StoreErr)
}

// Merge is the result of merging a branch.
type Merge struct {
	Epoch   uint64 // that began with it; zero when it was refused
	Turn    uint64 // after which it was taken in; of a refused one its last
	Who     string // lived it, by name
	Report  []notice.Notice
	Refused notice.Notice // why it stays an archive; empty: it was merged
	Land    notice.Notice // why only its tiles and outlines came in; empty: all of it did
	Keeper  string        // the keeper who accepted the rest of it
	Branch  [32]byte      // names a branch whose rest a keeper may accept; zero: none waits
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
	// Trusted are the founder and the keepers, a temporary one too, in ascending order.
	Trusted []key.ID
	// Members are the players above guests and below keepers, in ascending order.
	Members []key.ID
	Banned  int
	Me      string // this peer's rank: "guest", "member", "keeper", "founder"
	Barred  bool   // this peer is banned
	// Usurped says that peers which the charter refuses hold the seats of the firm world, so that this peer,
	// the founder's, goes on provisionally; or that the only host leads unfairly, which Tyrant names then.
	// This peer's decree takes the world back.
	Usurped bool
	Tyrant  string
	Why     string // this peer is banned
	// Government lists the players that govern, and why: the founder, the keepers, and a temporary keeper.
	Government []charter.Governor
	// Absence is after how many days a founder or keeper counts as absent, and Recent within how many a
	// temporary keeper must have been there.
	Absence, Recent uint32
	// Kicked says that this peer was kicked, at which tick and by whom: a peer that came in later has obeyed.
	Kicked charter.Kicked
	// State is all of it; nil while it is not known. It is not to be changed.
	State *charter.State
	// ToDisconnect are the peers to which links are to be ended: recently kicked or banned ones that ought to
	// be gone, and those whose place went to another.
	ToDisconnect []key.ID
	Door         Door
}

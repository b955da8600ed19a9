package host

import (
	"time"

	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/shout"
)

// Status is what a host knows of itself and its island; a copy that its reader owns.
type Status struct {
	World  [32]byte
	Me     key.ID
	Name   string // as in Options
	Island Island // the one where this peer's player is, else Home
	// Islands are all that this peer executes, in ascending order of their ids.
	Islands []Island
	// Known are those that others execute, in ascending order of their ids.
	Known []Known
	Peers []Peer
	Pairs []Pair // of these, what two of them said of the same turn
	// Notice says in words what happened last to the world's line: for a banner. "": nothing did.
	Notice string
	// Merging says in words what is being put together, or "".
	Merging string
	Merges  []Merge // the last eight, oldest first
	// Shouts are what was said last to the whole world, oldest first. They are not to be changed.
	Shouts []shout.Heard
	// Shared says that there are so many peers that each executes some islands only. Needs are then those with which this one
	// ought to be linked, see World.Needs; of islands whose holders are not linked it hears by others.
	Shared bool
	Needs  []key.ID
	// Missing are the voters of the last firm epoch that are not here while they are lacked: no turns are closed, or
	// the line is provisional.
	Missing []key.ID
	// Fallen is the last leader that another of its epoch was elected instead of, because it was not heard; zero: none.
	// One that hands over does not fall. Falls counts them.
	Fallen key.ID
	Falls  uint64
	// Waiting says in words why no turns are closed, or "".
	Waiting string
	// Reluctance says in words why this peer takes no seat in a committee, or "".
	Reluctance string
	Viewer     bool // because its state was found wrong three times within a minute
	// Joining is true until this peer executes turns.
	Joining bool

	Desyncs  uint64 // times that this peer's own state was found wrong
	Counters Counters
	StepP50  time.Duration // of the last few hundred turns
	StepP95  time.Duration
	StepP99  time.Duration
	Uptime   time.Duration
	StoreErr string // what is wrong with the world's file

	Charter Charter
	Proofs  []Proven // peers that told two stories, in the order in which the proofs came
	// Forgers are leaders that ordered what nobody asked for, in the order in which that came to be known.
	Forgers []Forger
}

// Island is the state of one island that is executed here.
type Island struct {
	ID        uint64
	Epoch     uint64
	Firm      bool
	Reason    string // why the epoch began: "founded", "committee", "hand-over", "recovered"
	Leader    key.ID // zero while nobody leads
	Leading   bool   // Leader is this peer
	Voting    bool   // this process is one of the voters; one that was started again is not
	Voters    []key.ID
	Heirs     []key.ID // who is next, in rank order
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
	Waiting       string // why no turns are closed, in words, or ""
	Lacks         bool   // no turns come because others are missing, and Waiting says so a little later
	Why           string // why it is executed here: "all", "home", "voter", "heir", "player", "near", "copy", "invited"; "": it is to be left
}

// Known is an island that others execute.
type Known struct {
	ID     uint64
	Leader key.ID // zero: not known
	Voters []key.ID
	Epoch  uint64
	People uint64
	Place  []byte   // as the machine says
	Held   []key.ID // linked peers that execute it
}

// Peer is what is known of one linked peer.
type Peer struct {
	Key           key.ID
	Name          string
	RTT           time.Duration
	Voter         bool
	Headless      bool
	Willing       bool
	Able          roster.Member // what it says that it offers and is able to
	Acked         uint64        // last turn that it executed
	TurnsCompared uint64        // digests of it that were compared with ours
	TurnsEqual    uint64
	Heard         time.Time
}

// Proven is a peer that is proven to have told two stories.
type Proven struct {
	Key   key.ID
	Name  string
	Turn  uint64
	Proof []byte // see epoch.Proof
}

// Forger is a leader that this peer saw order a turn with a command that its author did not sign, or of which most voters of
// an epoch say that they saw it.
type Forger struct {
	Key       key.ID
	Name      string
	Turn      uint64 // that this process saw; zero: none
	Convicted bool   // most voters say so
}

// Counters only ever grow.
type Counters struct {
	TurnsClosed     uint64 // by this peer as leader
	TurnsExecuted   uint64
	TurnsRefused    uint64 // over-full or invalid turns of a leader
	CommandsTaken   uint64 // into turns closed by this peer
	CommandsBad     uint64 // refused by the machine
	CommandsForged  uint64 // that whoever sent them did not sign
	TurnsForged     uint64 // of a leader, with a command that its author did not sign
	CommandsOver    uint64 // dropped because an author's queue was full
	Expired         uint64 // own commands that were never taken
	FramesIn        uint64
	FramesOut       uint64
	FrameBytesIn    uint64
	FrameBytesOut   uint64
	Garbage         uint64 // messages that no decoder accepted
	Unexpected      uint64 // well-formed, but not from somebody who may say so
	Overflow        uint64 // messages dropped because a peer's inbox was full
	Elsewhere       uint64 // about islands that are not executed here
	Rewinds         uint64 // returns to the committed state
	Resyncs         uint64 // states replaced by a snapshot
	Elections       uint64 // campaigns begun by this peer
	SnapshotsSent   uint64
	CheckpointsSet  uint64
	TurnsCompared   uint64
	TurnsEqual      uint64
	Differed        uint64 // times that this leader saw another peer's digest differ from its own
	StepsDown       uint64 // leaderships handed over to a peer that is abler or willing
	Proofs          uint64 // that peers told two stories
	Merges          uint64 // branches that were taken in
	Branches        uint64 // that were archived here
	BranchesRefused uint64 // of those offered to this peer
	TurnsLost       uint64 // committed turns that the firm line does not have: a power cut took them from who held it
	TurnsCut        uint64 // at most so many turns were lost to power cuts before this process; the world goes on without them
	TurnsCutSeen    uint64 // of these, so many are known to have been: somebody has them
	Letters         uint64 // of other islands that were believed
	LettersSent     uint64
	LettersStale    uint64 // that were out of date
	LettersUnknown  uint64 // of epochs of other islands that are not known here, or not yet
	LettersForged   uint64 // that too few signed who may, or whose signatures do not fit
	Flooded         uint64 // messages that were dropped, or not answered, because their sender sends or asks more than anybody needs
	LettersDisowned uint64 // that this voter was asked to sign and that are not so
	FalseIslands    uint64 // times that a peer spoke of islands that were not to be had, or of more than it may
	BulletinsIssued uint64 // of the islands that this peer leads
	Bulletins       uint64 // of others that were believed
	BulletinsPassed uint64 // to linked peers
	BulletinsForged uint64 // that nobody signed who may
	BulletinsOver   uint64 // that came too soon after others
	Unproven        uint64 // first records of islands, or lineages of them, that are not known to be true
	Contradictions  uint64 // signed chain heads that contradict what is committed
	// CertificatesOther counts states that a voter signed and that differ from those here.
	CertificatesOther uint64
	Shouts            uint64 // things said to the whole world that were refused: forged, old, too often, or of who is banned
	Orphans           uint64 // followers that got no turns by their relay and were served by this leader
}

// add adds what was counted elsewhere.
func (c *Counters) add(o *Counters) {
	c.TurnsClosed += o.TurnsClosed
	c.FalseIslands += o.FalseIslands
	c.TurnsExecuted += o.TurnsExecuted
	c.TurnsRefused += o.TurnsRefused
	c.CommandsTaken += o.CommandsTaken
	c.CommandsBad += o.CommandsBad
	c.CommandsForged += o.CommandsForged
	c.TurnsForged += o.TurnsForged
	c.CommandsOver += o.CommandsOver
	c.Expired += o.Expired
	c.FramesIn += o.FramesIn
	c.FramesOut += o.FramesOut
	c.FrameBytesIn += o.FrameBytesIn
	c.FrameBytesOut += o.FrameBytesOut
	c.Garbage += o.Garbage
	c.Unexpected += o.Unexpected
	c.Overflow += o.Overflow
	c.Elsewhere += o.Elsewhere
	c.Rewinds += o.Rewinds
	c.Resyncs += o.Resyncs
	c.Elections += o.Elections
	c.SnapshotsSent += o.SnapshotsSent
	c.CheckpointsSet += o.CheckpointsSet
	c.TurnsCompared += o.TurnsCompared
	c.TurnsEqual += o.TurnsEqual
	c.Differed += o.Differed
	c.StepsDown += o.StepsDown
	c.Proofs += o.Proofs
	c.Merges += o.Merges
	c.Branches += o.Branches
	c.BranchesRefused += o.BranchesRefused
	c.TurnsLost += o.TurnsLost
	c.TurnsCut += o.TurnsCut
	c.TurnsCutSeen += o.TurnsCutSeen
	c.Letters += o.Letters
	c.LettersSent += o.LettersSent
	c.LettersStale += o.LettersStale
	c.LettersUnknown += o.LettersUnknown
	c.LettersForged += o.LettersForged
	c.Flooded += o.Flooded
	c.LettersDisowned += o.LettersDisowned
	c.Unproven += o.Unproven
	c.BulletinsIssued += o.BulletinsIssued
	c.Bulletins += o.Bulletins
	c.BulletinsPassed += o.BulletinsPassed
	c.BulletinsForged += o.BulletinsForged
	c.BulletinsOver += o.BulletinsOver
	c.Contradictions += o.Contradictions
	c.Shouts += o.Shouts
	c.CertificatesOther += o.CertificatesOther
	c.Orphans += o.Orphans
}

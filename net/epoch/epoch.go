package epoch

import (
	"errors"
	"fmt"
	"time"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
)

// Times of suspicion.
const (
	// SuspectNear and SuspectFar are how long a leader may be silent, on a LAN and beyond.
	SuspectNear = 400 * time.Millisecond
	SuspectFar  = 800 * time.Millisecond
	// Patience is how old a leader's oldest uncommitted turn may be before it closes no more.
	Patience = 600 * time.Millisecond
	// Jump is the longest time between two calls after which a leader still trusts its leadership.
	Jump = time.Second
	// Kept is the least number of committed entries that a group keeps for peers that missed them: two
	// minutes.
	Kept = 2400
)

// Errors of received data.
var (
	// ErrStranger reports that the sender is not a voter and sent a message that only voters may send.
	ErrStranger = errors.New("epoch: not from a voter")
	// ErrInvalid reports that an entry of a run is invalid: a refused turn, or a false record.
	ErrInvalid = errors.New("epoch: an invalid entry")
	// ErrConflict reports that a run contradicts committed entries.
	ErrConflict = errors.New("epoch: contradicts committed entries")
	// ErrNotLeading reports that this process does not lead, or that the epoch has its successor already.
	ErrNotLeading = errors.New("epoch: not leading")
)

// Position is a place in an epoch's log. The zero Position is the beginning of the epoch.
type Position struct {
	Index, Term uint64   // of the entry there
	Turn        uint64   // the last turn up to there
	Hash        [32]byte // chain hash after that turn
}

// Config describes an epoch and this process's part in it.
type Config struct {
	Record *Record
	Me     Voter
	// Fresh tells that this process has never taken part in this epoch. Only then does it act as the voter
	// that the record names: a process that took part may have forgotten a vote.
	Fresh bool
	At    Position
	// Firm is the firm ancestor of the fork when Record is not firm, and Founder is the world's founder.
	// Records that make a provisional fork firm are checked against them. Without them such records are
	// refused.
	Firm    *Record
	Founder key.ID
	// Parse reads the body of a turn, or refuses it. The body is not changed afterwards. If nil, all turns
	// are accepted.
	Parse func(body []byte) (Parsed, error)
	// VerifyCommands verifies that the authors of a turn's commands signed them. The turn would follow a
	// position, whose turn and hash are given; it is what Parse returned. Its errors wrap ErrUnsigned or are
	// ErrUncertain. If nil, all turns are accepted.
	VerifyCommands func(before Position, turn Parsed, signatures []byte) error
	Now            time.Time
}

// Turn is an ordered turn.
type Turn struct {
	Number uint64
	Term   uint64   // in which it was ordered: number and term name the whole log up to it
	Hash   [32]byte // chain hash after it
	Body   []byte   // shared with the log, not to be changed
	// Parsed is what Config.Parse, or the caller of Close, made of the body; nil for a turn that was ordered
	// before, whose parsed form the log does not keep.
	Parsed Parsed
}

// Parsed is a turn's body in the form in which the caller executes it. Bytes returns the body.
type Parsed interface{ Bytes() []byte }

// Outgoing is a message for a voter.
type Outgoing struct {
	To      key.ID
	Message Message
}

// Ready lists the work for the caller, in the order of its fields.
type Ready struct {
	// Back: turns after BackTo that were given as Ordered are not in the log any more. Go back to the state
	// after a turn that is not above BackTo, and forward again.
	Back   bool
	BackTo uint64
	// Ordered are the turns that follow, to be executed at once.
	Ordered []Turn
	// Committed is the last turn that is safe: it may be written, and leave the island.
	Committed uint64
	// Successor is given once, when this epoch has ended or, by its lone voter, will end. Sync it to disk
	// together with the turns before it. Then call Persisted (a lone voter) and Synced. When Over, the next
	// epoch begins.
	Successor *Record
	// Messages may be sent, or lost.
	Messages []Outgoing
}

// entry is one entry of the log.
type entry struct {
	term  uint64
	data  []byte
	turn  uint64    // last turn up to here
	hash  [32]byte  // chain hash after it
	at    time.Time // when it was proposed, on the leader
	after bool      // the successor record is here or before
}

// checked is a turn of the current run, or one that is being closed: its chain hash is computed once, and its
// body parsed once.
type checked struct {
	before, hash [32]byte
	turn         uint64
	data         []byte // the log's
	parsed       Parsed
}

// Epoch is one peer's part in one epoch. It is not safe for concurrent use.
type Epoch struct {
	config Config
	name   [32]byte // the record's hash
	checks []checked
	id     uint64
	voters []voter // in the order of the record
	rank   int     // among the voters; -1: observer

	node    *raft.RawNode
	storage memory
	base    Position // before log[0]
	ended   bool     // the successor is at or before base
	log     []entry

	elected   time.Time // when this process last became leader
	committed uint64    // raft's index
	persisted uint64    // last turn in the file, for a lone voter
	successor *Record
	told      bool // Successor was given
	synced    bool

	state         raft.StateType
	term          uint64
	leader        key.ID
	renounced     map[key.ID]bool
	invalidTerm   uint64    // leaders up to this term sent an invalid run
	heard         time.Time // from a leader of the present term
	campaign      time.Time // not before
	stood         time.Time // when the last one began
	suspicion     time.Duration
	unfit         bool // to lead, see SetUnfit
	campaigns     uint64
	last          time.Time // of Tick
	confirming    uint64    // not zero: context of the question whether this leader still leads
	asked         time.Time
	confirmations uint64

	concluding bool // a run is proven by the record that ends the epoch

	repetition repetition
	want       uint64 // index of the first missing entry; zero: none is missing
	ready      Ready
}

// voter is a voter with its raft id. The list is short, and is searched in every frame.
type voter struct {
	key key.ID
	id  uint64
}

// idOf is a voter's id in raft; zero: it does not vote.
func (e *Epoch) idOf(k key.ID) uint64 {
	for i := range e.voters {
		if e.voters[i].key == k {
			return e.voters[i].id
		}
	}
	return 0
}

// keyOf returns the voter with a raft id; zero when there is none.
func (e *Epoch) keyOf(id uint64) key.ID {
	for i := range e.voters {
		if e.voters[i].id == id {
			return e.voters[i].key
		}
	}
	return key.ID{}
}

// New begins to take part in an epoch. The epoch of an Ended record has no voters: no turn is ever ordered
// in it.
func New(c Config) *Epoch {
	e := &Epoch{config: c, name: c.Record.Hash(), rank: -1,
		heard: c.Now, last: c.Now, suspicion: SuspectNear}
	conf := &pb.ConfState{}
	for i, v := range c.Record.Voters {
		id := raftID(e.name, v)
		e.voters = append(e.voters, voter{v.Key, id})
		conf.Voters = append(conf.Voters, id)
		if v == c.Me && c.Fresh {
			e.rank, e.id = i, id
		}
	}
	if len(conf.Voters) == 0 {
		conf.Voters = []uint64{raftID(e.name, Voter{})} // raft wants one; no process has this id
	}
	if e.rank < 0 {
		// No other process knows this id. Raft wants to find itself in its configuration, so here it does.
		e.id = raftID(e.name, Voter{c.Me.Key, ^c.Me.Incarnation})
		conf.Learners = []uint64{e.id}
	}
	e.base = c.At
	if e.base.Index == 0 {
		e.base = Position{Index: baseIndex, Term: baseTerm, Turn: c.Record.FirstTurn - 1, Hash: c.Record.Chain}
	}
	e.persisted = e.base.Turn
	e.committed = e.base.Index
	first := e.base.Index == baseIndex && e.rank == 0
	hard := &pb.HardState{Term: new(max(recordTerm, e.base.Term))}
	switch {
	case first:
		hard.Term = new(uint64(baseTerm))
	case hard.GetTerm() == recordTerm && e.rank >= 0:
		hard.Vote = new(e.idOf(c.Record.Leader().Key))
	}
	e.term = hard.GetTerm()
	e.node, e.storage = newNode(e.id, conf, e.base.Index, e.base.Term, hard)
	if first {
		e.lead()
	}
	if e.leader.IsZero() && e.base.Index == baseIndex {
		e.leader = c.Record.Leader().Key
	}
	return e
}

// lead makes this process, which the record names, the leader of term 2. The record stands for the votes.
func (e *Epoch) lead() {
	must(e.node.Campaign())
	e.drain()
	for _, t := range []pb.MessageType{pb.MsgPreVoteResp, pb.MsgVoteResp} {
		for i := 1; i < len(e.config.Record.Voters); i++ {
			m := Message{Type: t, Term: recordTerm}
			must(e.node.Step(m.toRaft(e.voters[i].id, e.id)))
			e.drain()
		}
	}
	e.ready.Messages = nil
	if e.state != raft.StateLeader {
		panic(fmt.Sprintf("epoch: named by its record, yet %v", e.state))
	}
}

// Where is where the epoch is.
func (e *Epoch) Where() Where {
	return Where{World: e.config.Record.World, Island: e.config.Record.Island, Epoch: e.name}
}

// Record is the record that founded the epoch.
func (e *Epoch) Record() *Record { return e.config.Record }

func (e *Epoch) past() Past {
	p := Past{Before: e.config.Record, Firm: e.config.Firm, Founder: e.config.Founder}
	if p.Before.Firm {
		p.Firm = p.Before
	}
	return p
}

// Member reports whether this process votes.
func (e *Epoch) Member() bool { return e.rank >= 0 }

// Leading reports whether this process leads.
func (e *Epoch) Leading() bool { return e.state == raft.StateLeader }

// Leader returns the leader as far as known; zero when there is none.
func (e *Epoch) Leader() key.ID { return e.leader }

// Term returns raft's term.
func (e *Epoch) Term() uint64 { return e.term }

// Campaigns counts the elections that this process began.
func (e *Epoch) Campaigns() uint64 { return e.campaigns }

// Over reports whether the epoch has ended here: its successor is committed and synced.
func (e *Epoch) Over() bool {
	return e.successor != nil && e.told && e.synced && e.Commit() >= e.end()
}

// Ending reports whether the log has a successor record, committed or not.
func (e *Epoch) Ending() bool { return e.lastEntry().after }

// Successor is the committed successor record, or nil.
func (e *Epoch) Successor() *Record { return e.successor }

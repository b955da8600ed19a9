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
	// SuspectNear is how long a leader may be silent on a LAN, and SuspectFar the longest beyond one, where
	// it grows with the round-trip time. Where turns are long both are longer.
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
	// VerifySuccessor says why this peer does not acknowledge a record that ends the epoch, which is
	// otherwise valid. Its error is ErrUncertain while that cannot be judged. If nil, all such records are
	// accepted.
	VerifySuccessor func(r *Record) error
	Now             time.Time
}

// Turn is an ordered turn.
type Turn struct {
	Number uint64
	Term   uint64   // in which it was ordered: number and term name the whole log up to it
	Hash   [32]byte // chain hash after it
	Body   []byte   // shared with the log, not to be changed
	// Signatures are those of its commands, as far as the log has them; shared likewise.
	Signatures []byte
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

// Epoch is one peer's part in one epoch. It is not safe for concurrent use. Its parts own their fields:
// members know the voters, the log its entries, the group raft's role, the election suspicion and campaigns,
// the intake the runs of others. Epoch passes work from one to another. The methods of the embedded parts are
// its own.
type Epoch struct {
	members
	log
	group
	election
	intake     intake
	confirming confirmation
	file       file

	name      [32]byte // the record's hash
	past      Past
	now       time.Time // of the last call
	successor *Record   // committed; nil: not yet
	outgoing  []Outgoing
}

// file is how much of the epoch is in this process's world file.
type file struct {
	turn      uint64 // the last one written, for a lone voter
	successor bool   // the record is synced
}

// New begins to take part in an epoch. The epoch of an Ended record has no voters: no turn is ever ordered
// in it.
func New(c Config) *Epoch {
	e := &Epoch{name: c.Record.Hash(), past: c.past(), now: c.Now}
	e.members = newMembers(&c, e.name)
	base := c.At
	if base.Index == 0 {
		base = Position{Index: baseIndex, Term: baseTerm, Turn: c.Record.FirstTurn - 1, Hash: c.Record.Chain}
	}
	e.log = log{base: base, committed: base.Index, chain: chain{record: c.Record}}
	e.file.turn = base.Turn
	first := base.Index == baseIndex && e.rank == 0
	hard := &pb.HardState{Term: new(max(recordTerm, base.Term))}
	switch {
	case first:
		hard.Term = new(uint64(baseTerm))
	case hard.GetTerm() == recordTerm && e.rank >= 0:
		hard.Vote = new(e.idOf(c.Record.Leader().Key))
	}
	e.group = newGroup(&e.members, base, hard)
	e.election = election{members: &e.members, group: &e.group, heard: c.Now, suspicion: SuspectNear}
	e.intake = intake{log: &e.log, past: e.past, parse: c.Parse, verify: c.VerifyCommands, successor: c.VerifySuccessor}
	if first {
		e.lead()
	}
	if e.leader.IsZero() && base.Index == baseIndex {
		e.leader = c.Record.Leader().Key
	}
	return e
}

// lead makes this process, which the record names, the leader of term 2. The record stands for the votes.
func (e *Epoch) lead() {
	must(e.node.Campaign())
	e.drain()
	for _, t := range []pb.MessageType{pb.MsgPreVoteResp, pb.MsgVoteResp} {
		for i := 1; i < len(e.voters); i++ {
			m := Message{Type: t, Term: recordTerm}
			must(e.node.Step(m.toRaft(e.voters[i].id, e.id)))
			e.drain()
		}
	}
	e.outgoing = nil
	if e.state != raft.StateLeader {
		panic(fmt.Sprintf("epoch: named by its record, yet %v", e.state))
	}
}

// past is the past of a record that would follow this epoch.
func (c *Config) past() Past {
	p := Past{Before: c.Record, Firm: c.Firm, Founder: c.Founder}
	if p.Before.Firm {
		p.Firm = p.Before
	}
	return p
}

// Where is where the epoch is.
func (e *Epoch) Where() Where {
	return Where{World: e.record.World, Island: e.record.Island, Epoch: e.name}
}

// Commit returns the committed index. For a lone voter it ends with the last turn in its file; its
// successor record counts only once it is synced.
func (e *Epoch) Commit() uint64 {
	if !e.alone() {
		return e.committed
	}
	return e.written(e.file)
}

// Committed returns the last committed turn.
func (e *Epoch) Committed() uint64 { return e.at(e.Commit()).turn }

// Over reports whether the epoch has ended here: its successor is committed and synced.
func (e *Epoch) Over() bool {
	return e.successor != nil && e.file.successor && e.Commit() >= e.end()
}

// Successor is the committed successor record, or nil.
func (e *Epoch) Successor() *Record { return e.successor }

// Persisted reports that turns up to this one are in the file: the condition of a lone voter's commit.
func (e *Epoch) Persisted(turn uint64) { e.file.turn = max(e.file.turn, turn) }

// Synced reports that the successor record is synced.
func (e *Epoch) Synced() { e.file.successor = true }

// drain carries out raft's Ready until there is none.
func (e *Epoch) drain() {
	for e.node.HasReady() {
		rd := e.node.Ready()
		commit := e.group.carryOut(&rd, &e.members, e.now)
		e.log.append(rd.Entries, e.now)
		e.commit(commit)
		for _, s := range rd.ReadStates {
			e.confirming.answer(s.RequestCtx)
		}
		for _, m := range rd.Messages {
			if to := e.keyOf(m.GetTo()); !to.IsZero() && e.rank >= 0 && travels(m.GetType()) {
				o := Outgoing{to, fromRaft(m)}
				e.outgoing = append(e.outgoing, o)
				e.voting(o, e.now)
			}
		}
		e.node.Advance(rd)
	}
}

// Ready returns the work since the last call. Its slices belong to the caller.
func (e *Epoch) Ready() Ready {
	if index, ok := e.compact(); ok {
		must(e.storage.Compact(index))
	}
	r := Ready{Messages: e.outgoing}
	e.outgoing = nil
	r.Back, r.BackTo, r.Ordered = e.changes.take()
	r.Committed = e.Committed()
	if end := e.end(); end != 0 && e.successor == nil && e.committed >= end {
		record, err := DecodeRecord(e.at(end).data[1:])
		must(err)
		e.successor, r.Successor = record, record
	}
	return r
}

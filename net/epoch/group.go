package epoch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
	"go.etcd.io/raft/v3/tracker"

	"manyhold/net/key"
)

const (
	// baseIndex and baseTerm are where every group's log begins.
	baseIndex = 1
	baseTerm  = 1
	// recordTerm is the term of the votes that the record stands for.
	recordTerm = 2
)

// raftID derives the id of one voter's process in one epoch. It is never zero and none of raft's local
// targets (the two greatest numbers).
func raftID(epoch [32]byte, v Voter) uint64 {
	b := append(make([]byte, 0, 80), epoch[:]...)
	b = append(b, v.Key[:]...)
	b = binary.LittleEndian.AppendUint64(b, v.Incarnation)
	sum := sha256.Sum256(b)
	return binary.LittleEndian.Uint64(sum[:])>>1 | 1
}

// memory is raft's storage. It never has a snapshot to give: a peer that is too far behind takes the
// host's.
type memory struct{ *raft.MemoryStorage }

func (memory) Snapshot() (*pb.Snapshot, error) { return nil, raft.ErrSnapshotTemporarilyUnavailable }

// group is this process's node of the raft group, and the role that it has there.
type group struct {
	node    *raft.RawNode
	storage memory
	state   raft.StateType
	term    uint64
	leader  key.ID    // as far as known
	elected time.Time // when this process last became leader
}

// newGroup starts a raft node whose log begins after a position.
func newGroup(m *members, at Position, hard *pb.HardState) group {
	node, storage := newNode(m.id, m.conf(), at.Index, at.Term, hard)
	return group{node: node, storage: storage, term: hard.GetTerm()}
}

// restart is newGroup for the same voter, which keeps its term and its vote. Its leader stays known.
func (g *group) restart(m *members, at Position) {
	hard := &pb.HardState{Term: new(max(g.term, at.Term))}
	if s := g.node.BasicStatus(); s.HardState.GetTerm() == hard.GetTerm() {
		hard.Vote = new(s.HardState.GetVote())
	}
	g.node, g.storage = newNode(m.id, m.conf(), at.Index, at.Term, hard)
	g.term, g.state = hard.GetTerm(), raft.StateFollower
}

// Leading reports whether this process leads.
func (g *group) Leading() bool { return g.state == raft.StateLeader }

// Leader returns the leader as far as known; zero when there is none.
func (g *group) Leader() key.ID { return g.leader }

// Term returns raft's term.
func (g *group) Term() uint64 { return g.term }

// carryOut stores raft's Ready, takes the new role from it, and returns the committed index that it names;
// zero: none.
func (g *group) carryOut(rd *raft.Ready, m *members, now time.Time) (commit uint64) {
	if !raft.IsEmptySnap(rd.Snapshot) {
		must(g.storage.ApplySnapshot(rd.Snapshot))
	}
	if len(rd.Entries) > 0 {
		must(g.storage.Append(rd.Entries))
	}
	if !raft.IsEmptyHardState(rd.HardState) {
		must(g.storage.SetHardState(rd.HardState))
		g.term, commit = rd.HardState.GetTerm(), rd.HardState.GetCommit()
	}
	if rd.SoftState != nil {
		if rd.SoftState.RaftState == raft.StateLeader && g.state != raft.StateLeader {
			g.elected = now
		}
		g.state, g.leader = rd.SoftState.RaftState, m.keyOf(rd.SoftState.Lead)
	}
	return commit
}

// acknowledged returns the index of the last entry that a voter with an id reported to have.
func (g *group) acknowledged(id uint64) (index uint64) {
	g.node.WithProgress(func(other uint64, _ raft.ProgressType, p tracker.Progress) {
		if other == id {
			index = p.Match
		}
	})
	return index
}

// newNode starts a raft node whose log begins after the entry at index and term.
func newNode(id uint64, conf *pb.ConfState, index, term uint64, hard *pb.HardState) (*raft.RawNode, memory) {
	m := memory{raft.NewMemoryStorage()}
	hard.Commit = new(index)
	must(m.ApplySnapshot(&pb.Snapshot{Metadata: &pb.SnapshotMetadata{ConfState: conf, Index: new(index), Term: new(term)}}))
	must(m.SetHardState(hard))
	n, err := raft.NewRawNode(&raft.Config{
		ID:                        id,
		ElectionTick:              10, // never reached: Tick is not called
		HeartbeatTick:             1,
		Storage:                   m,
		Applied:                   index,
		MaxSizePerMsg:             1 << 16,
		MaxCommittedSizePerReady:  math.MaxUint64,
		MaxInflightMsgs:           256,
		PreVote:                   true,
		DisableProposalForwarding: true,
		Logger:                    silent{},
	})
	must(err)
	return n, m
}

// must panics on errors that only our own bug can cause.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("epoch: raft: %v", err))
	}
}

// silent is raft's logger. The state of a group is in Ready and Status.
type silent struct{}

func (silent) Debug(...any)                   {}
func (silent) Debugf(string, ...any)          {}
func (silent) Error(...any)                   {}
func (silent) Errorf(string, ...any)          {}
func (silent) Info(...any)                    {}
func (silent) Infof(string, ...any)           {}
func (silent) Warning(...any)                 {}
func (silent) Warningf(string, ...any)        {}
func (silent) Fatal(v ...any)                 { panic(fmt.Sprint(v...)) }
func (silent) Fatalf(format string, v ...any) { panic(fmt.Sprintf(format, v...)) }
func (silent) Panic(v ...any)                 { panic(fmt.Sprint(v...)) }
func (silent) Panicf(format string, v ...any) { panic(fmt.Sprintf(format, v...)) }

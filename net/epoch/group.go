package epoch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
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

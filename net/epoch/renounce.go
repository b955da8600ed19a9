package epoch

import (
	"time"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
)

// Renounce ends all dealings with a voter that is known to lie: its messages are ignored, votes included.
// If it leads, it counts as suspected at once.
func (e *Epoch) Renounce(now time.Time, liar key.ID) {
	if liar == e.config.Me.Key || e.renounced[liar] {
		return
	}
	if e.idOf(liar) == 0 {
		return
	}
	if e.renounced == nil {
		e.renounced = map[key.ID]bool{}
	}
	e.renounced[liar] = true
	if e.leader == liar {
		e.last = now
		e.heard = now.Add(-e.suspicion)
	}
}

// Renounced reports whether a voter was renounced in this epoch.
func (e *Epoch) Renounced(k key.ID) bool { return e.renounced[k] }

// Deceived reports whether any voter was renounced in this epoch. Then parts of the log may differ from
// those of the others.
func (e *Epoch) Deceived() bool { return len(e.renounced) > 0 }

// Reinstall continues from the position of a snapshot, replacing the log. It is for a voter that got other
// turns than most voters from a leader renounced since. Its log may contradict theirs and yet be committed.
// Raft cannot see it, because index and term are the same. The process stays the same voter, and keeps its
// vote.
func (e *Epoch) Reinstall(p Position) bool {
	if !e.Deceived() || e.successor != nil || e.ended {
		return false
	}
	conf := &pb.ConfState{}
	for _, v := range e.config.Record.Voters {
		conf.Voters = append(conf.Voters, e.idOf(v.Key))
	}
	if e.rank < 0 {
		conf.Learners = []uint64{e.id}
	}
	hard := &pb.HardState{Term: new(max(e.term, p.Term))}
	if s := e.node.BasicStatus(); s.HardState.GetTerm() == hard.GetTerm() {
		hard.Vote = new(s.HardState.GetVote())
	}
	e.node, e.storage = newNode(e.id, conf, p.Index, p.Term, hard)
	e.base, e.log = p, nil
	e.committed, e.persisted = p.Index, p.Turn
	e.term, e.state, e.want, e.invalidTerm = hard.GetTerm(), raft.StateFollower, 0, 0
	e.ready = Ready{Messages: e.ready.Messages}
	return true
}

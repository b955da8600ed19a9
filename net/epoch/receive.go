package epoch

import (
	"fmt"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
)

// Accept takes a run from a peer. relayed tells that the sender answers a Want and may not be the leader.
// Then only committed entries are taken, and the suspicion of the leader continues. The data are copied.
func (e *Epoch) Accept(from key.ID, r *Run, relayed bool) error {
	id := e.heeded(from)
	if id == 0 {
		return ErrStranger
	}
	if !relayed && e.Distrusts(from) {
		return nil
	}
	if !relayed && r.Term <= e.intake.invalidTerm {
		return fmt.Errorf("%w: its leader sent an invalid entry before", ErrInvalid)
	}
	if !relayed && r.Term != e.term {
		// Only raft judges terms: it follows a newer leader, and tells an older one that its term is over.
		_ = e.node.Step(&pb.Message{Type: pb.MsgHeartbeat.Enum(), From: new(id), To: new(e.id), Term: new(r.Term)})
		e.drain()
		if r.Term < e.term {
			return nil
		}
	}
	if relayed && len(r.Entries) > 0 && r.Commit < r.Last() {
		r.Entries = r.Entries[:max(r.Commit, r.Previous)-r.Previous]
	}
	if err := e.trim(r); err != nil {
		return err
	}
	if e.intake.lacks(r) {
		e.note(from, r, relayed)
		return nil
	}
	if err := e.intake.valid(r); err != nil {
		e.chain.forget()
		if !relayed && !e.Deceived() { // else the log here may be wrong
			e.intake.invalidTerm = r.Term // not listened to any more, and soon suspected
		}
		return err
	}
	term := r.Term
	if relayed {
		term = max(e.term, r.Term)
	}
	before, of := e.leader, e.term
	m := e.appending(r, id, e.id, term)
	e.note(from, r, relayed)
	_ = e.node.Step(m) // of MsgApp it returns none
	e.drain()
	if relayed && e.term == of && e.leader == from {
		e.leader = before // raft takes the sender of entries for the leader
	}
	e.chain.forget()
	e.intake.got(r)
	return nil
}

// note remembers that the leader lives.
func (e *Epoch) note(from key.ID, r *Run, relayed bool) {
	if !relayed && r.Term >= e.term && from != e.me {
		e.hear(e.now)
		if e.rank < 0 || e.state != raft.StateLeader {
			e.leader = from
		}
	}
}

// Step takes a message from a peer. Only voters speak to voters.
func (e *Epoch) Step(from key.ID, m Message) error {
	id := e.heeded(from)
	if id == 0 || id == e.id {
		return ErrStranger
	}
	if e.rank < 0 {
		return nil
	}
	if leads(m.Type) && e.Distrusts(from) {
		return nil
	}
	switch m.Type {
	case pb.MsgVote, pb.MsgPreVote:
		if !e.shares() || m.Type == pb.MsgPreVote && e.goesFirst(from, m, e.Last(), e.now) {
			return nil
		}
	case pb.MsgHeartbeat:
		m.Commit = min(m.Commit, e.committed) // a leader's claim about our log must not make raft panic
		if m.Term >= e.term {
			e.hear(e.now)
		}
	case pb.MsgAppResp:
		if m.Index > e.lastIndex() {
			return ErrConflict
		}
	}
	_ = e.node.Step(m.toRaft(id, e.id)) // nothing can be done about its error
	before := len(e.outgoing)
	e.drain()
	for _, o := range e.outgoing[before:] {
		if t := o.Message.Type; (t == pb.MsgPreVoteResp || t == pb.MsgVoteResp) && !o.Message.Reject {
			e.yield(e.now)
		}
	}
	return nil
}

// Want returns the index of the first missing entry, or zero.
func (e *Epoch) Want() uint64 { return e.intake.want }

// Install continues from the position of a snapshot that the log does not reach.
func (e *Epoch) Install(p Position) bool {
	if p.Index <= e.lastIndex() || e.Leading() {
		return false
	}
	if len(e.voters) == 0 {
		return false // its island has ended: no turn was ordered in it
	}
	from := e.voters[0].id // the leader that the record names
	if from == e.id {
		from = e.voters[len(e.voters)-1].id
	}
	e.log.restart(p)
	_ = e.node.Step(&pb.Message{Type: pb.MsgSnap.Enum(), From: new(from), To: new(e.id), Term: new(max(e.term, p.Term)),
		Snapshot: &pb.Snapshot{Metadata: &pb.SnapshotMetadata{ConfState: e.conf(), Index: new(p.Index), Term: new(p.Term)}}})
	e.commit(p.Index)
	e.Persisted(p.Turn)
	e.intake.want = 0
	e.drain()
	return true
}

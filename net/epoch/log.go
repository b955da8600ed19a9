package epoch

import (
	"slices"
	"time"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/wire"
)

// Kinds of entries, in their first byte.
const (
	entryTurn      = 1
	entrySuccessor = 2
	entrySigned    = 3 // a turn with the signatures of its commands
)

// lastIndex is the index of the log's last entry.
func (e *Epoch) lastIndex() uint64 { return e.base.Index + uint64(len(e.log)) }

// at returns the entry at an index that the log has, base included.
func (e *Epoch) at(index uint64) entry {
	if index == e.base.Index {
		return entry{term: e.base.Term, turn: e.base.Turn, hash: e.base.Hash, after: e.ended}
	}
	return e.log[index-e.base.Index-1]
}

// termAt is the term of the entry at an index that the log has, base included.
func (e *Epoch) termAt(index uint64) uint64 {
	if index == e.base.Index {
		return e.base.Term
	}
	return e.log[index-e.base.Index-1].term
}

func (e *Epoch) lastEntry() entry { return e.at(e.lastIndex()) }

// Last returns where the log ends.
func (e *Epoch) Last() Position { return e.position(e.lastIndex()) }

func (e *Epoch) position(index uint64) Position {
	x := e.at(index)
	return Position{Index: index, Term: x.term, Turn: x.turn, Hash: x.hash}
}

// Commit returns the committed index. For a lone voter it ends with the last turn in its file; its
// successor record counts only once it is synced.
func (e *Epoch) Commit() uint64 {
	index := e.committed
	if !e.config.Record.Lone() || e.rank != 0 {
		return index
	}
	for index > e.base.Index {
		x := e.at(index)
		if x.turn <= e.persisted && (!x.after || e.synced) {
			break
		}
		index--
	}
	return index
}

// Committed returns the last committed turn.
func (e *Epoch) Committed() uint64 { return e.at(e.Commit()).turn }

// end returns the index of the successor record in the log; zero when there is none.
func (e *Epoch) end() uint64 {
	if !e.lastEntry().after {
		return 0
	}
	index := e.lastIndex()
	for index > e.base.Index && e.at(index-1).after {
		index--
	}
	return index
}

// At returns the position right after a turn, if the log reaches so far back.
func (e *Epoch) At(turn uint64) (Position, bool) {
	index, ok := e.indexOf(turn)
	if !ok {
		return Position{}, false
	}
	return e.position(index), true
}

// indexOf returns the index of the first entry whose last turn is turn.
func (e *Epoch) indexOf(turn uint64) (uint64, bool) {
	if turn < e.base.Turn || turn > e.lastEntry().turn {
		return 0, false
	}
	// There are at most as many turns as entries. Start at the index that would be right without empty
	// entries.
	index := min(e.base.Index+(turn-e.base.Turn), e.lastIndex())
	for e.at(index).turn < turn {
		index++
	}
	for index > e.base.Index && e.at(index-1).turn == turn {
		index--
	}
	return index, true
}

// Turns calls f with the turns from first on that the log has, until f returns false.
func (e *Epoch) Turns(first uint64, f func(Turn) bool) {
	if first <= e.base.Turn {
		first = e.base.Turn + 1
	}
	index, ok := e.indexOf(first)
	if !ok {
		return
	}
	for ; index <= e.lastIndex(); index++ {
		if t, ok := e.turnAt(index); ok && !f(t) {
			return
		}
	}
}

// turnAt returns the turn that the entry at index is, if it is one.
func (e *Epoch) turnAt(index uint64) (Turn, bool) {
	x := e.at(index)
	if index == e.base.Index || x.turn == e.at(index-1).turn {
		return Turn{}, false
	}
	return Turn{Number: x.turn, Term: x.term, Hash: x.hash, Body: bodyOf(x.data)}, true
}

// append takes entries that raft appended, dropping those of the log that they replace.
func (e *Epoch) append(entries []*pb.Entry) {
	for _, x := range entries {
		if index := x.GetIndex(); index <= e.lastIndex() {
			e.truncate(index - 1)
		}
		e.extend(x.GetTerm(), x.GetData())
	}
}

// truncate drops the entries after an index.
func (e *Epoch) truncate(index uint64) {
	turn := e.at(index).turn
	if turn < e.lastEntry().turn {
		for len(e.ready.Ordered) > 0 && e.ready.Ordered[len(e.ready.Ordered)-1].Number > turn {
			e.ready.Ordered = e.ready.Ordered[:len(e.ready.Ordered)-1]
		}
		if !e.ready.Back || turn < e.ready.BackTo {
			e.ready.Back, e.ready.BackTo = true, turn
		}
	}
	clear(e.log[index-e.base.Index:])
	e.log = e.log[:index-e.base.Index]
}

func (e *Epoch) extend(term uint64, data []byte) {
	last := e.lastEntry()
	x := entry{term: term, data: data, turn: last.turn, hash: last.hash, after: last.after, at: e.last}
	if len(data) > 0 && !last.after {
		switch data[0] {
		case entryTurn, entrySigned:
			x.turn++
			var parsed Parsed
			x.hash, parsed = e.chained(last.hash, x.turn, data)
			e.ready.Ordered = append(e.ready.Ordered, Turn{x.turn, term, x.hash, bodyOf(data), parsed})
		case entrySuccessor:
			x.after = true
		}
	}
	if n := len(e.log); n == cap(e.log) { // doubled, up to Kept: append would copy the log more often
		e.log = slices.Grow(e.log, min(max(n, 64), Kept))
	}
	e.log = append(e.log, x)
}

// drain carries out raft's Ready until there is none.
func (e *Epoch) drain() {
	for e.node.HasReady() {
		rd := e.node.Ready()
		if !raft.IsEmptySnap(rd.Snapshot) {
			must(e.storage.ApplySnapshot(rd.Snapshot))
		}
		if len(rd.Entries) > 0 {
			must(e.storage.Append(rd.Entries))
			e.append(rd.Entries)
		}
		if !raft.IsEmptyHardState(rd.HardState) {
			must(e.storage.SetHardState(rd.HardState))
			e.term = rd.HardState.GetTerm()
			e.committed = max(e.committed, rd.HardState.GetCommit())
		}
		if rd.SoftState != nil {
			if rd.SoftState.RaftState == raft.StateLeader && e.state != raft.StateLeader {
				e.elected = e.last
			}
			e.state = rd.SoftState.RaftState
			e.leader = e.keyOf(rd.SoftState.Lead)
		}
		for _, s := range rd.ReadStates {
			if c := wire.NewCursor(s.RequestCtx); c.U64() == e.confirming {
				e.confirming = 0
			}
		}
		for _, m := range rd.Messages {
			if to := e.keyOf(m.GetTo()); !to.IsZero() && e.rank >= 0 && travels(m.GetType()) {
				o := Outgoing{to, fromRaft(m)}
				e.ready.Messages = append(e.ready.Messages, o)
				e.voting(o)
			}
		}
		e.node.Advance(rd)
	}
}

// compact drops committed entries beyond Kept, in large steps.
func (e *Epoch) compact() {
	if len(e.log) < 2*Kept || e.committed < e.base.Index+Kept {
		return
	}
	index := e.committed - Kept
	if index <= e.base.Index {
		return
	}
	must(e.storage.Compact(index))
	base, ended := e.position(index), e.at(index).after
	e.log = append([]entry(nil), e.log[index-e.base.Index:]...)
	e.base, e.ended = base, ended
}

// oldest returns when the oldest uncommitted entry was proposed here, or when this leadership began if that
// is later.
func (e *Epoch) oldest() (time.Time, bool) {
	if e.committed >= e.lastIndex() {
		return time.Time{}, false
	}
	if at := e.at(e.committed + 1).at; at.After(e.elected) {
		return at, true
	}
	return e.elected, true
}

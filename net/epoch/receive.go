package epoch

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
	"go.etcd.io/raft/v3/tracker"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// Accept takes a run from a peer. relayed tells that the sender answers a Want and may not be the leader.
// Then only committed entries are taken, and the suspicion of the leader continues. The data are copied.
func (e *Epoch) Accept(from key.ID, r *Run, relayed bool) error {
	id := e.idOf(from)
	if id == 0 || e.renounced[from] {
		return ErrStranger
	}
	if !relayed && r.Term <= e.invalidTerm {
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
	if r.Previous > e.lastIndex() {
		if e.want == 0 || e.want > e.lastIndex() {
			e.want = e.lastIndex() + 1 // unless the end of the log is known to be wrong
		}
		e.note(from, r, relayed)
		return nil
	}
	if e.termAt(r.Previous) != r.LogTerm {
		e.want = e.committed + 1
		e.note(from, r, relayed)
		return nil
	}
	if err := e.valid(r); err != nil {
		e.forgetChecked()
		if !relayed && !e.Deceived() { // else the log here may be wrong
			e.invalidTerm = r.Term // not listened to any more, and soon suspected
		}
		return err
	}
	term := r.Term
	if relayed {
		term = max(e.term, r.Term)
	}
	m := e.appending(r, id, term)
	e.note(from, r, relayed)
	_ = e.node.Step(m) // of MsgApp it returns none
	e.drain()
	e.forgetChecked()
	if e.want != 0 && e.want <= e.lastIndex() && e.lastIndex() >= r.Last() {
		e.want = 0
	}
	return nil
}

// appending makes raft's message of a run whose beginning is in the log, with the data that valid copied. It
// leaves out entries that the log has, which raft would skip: most frames repeat more entries than they
// bring.
func (e *Epoch) appending(r *Run, from, term uint64) *pb.Message {
	previous, logTerm, entries := r.Previous, r.LogTerm, r.Entries
	for len(entries) > 0 && previous < e.lastIndex() && e.termAt(previous+1) == entries[0].Term {
		previous, logTerm, entries = previous+1, entries[0].Term, entries[1:]
	}
	m := &struct { // one piece of memory instead of seven: this is done for every frame
		pb.Message
		kind                                 pb.MessageType
		from, to, term, index, logTerm, last uint64
	}{kind: pb.MsgApp, from: from, to: e.id, term: term, index: previous, logTerm: logTerm, last: r.Commit}
	m.Type, m.From, m.To, m.Term, m.Index, m.LogTerm, m.Commit = &m.kind, &m.from, &m.to, &m.term, &m.index, &m.logTerm, &m.last
	if len(entries) > 0 {
		m.Entries = make([]*pb.Entry, 0, len(entries))
	}
	for i, x := range entries {
		y := &struct {
			pb.Entry
			term, index uint64
		}{term: x.Term, index: previous + 1 + uint64(i)}
		y.Term, y.Index, y.Data = &y.term, &y.index, x.Data
		m.Entries = append(m.Entries, &y.Entry)
	}
	return &m.Message
}

// note remembers that the leader lives.
func (e *Epoch) note(from key.ID, r *Run, relayed bool) {
	if !relayed && r.Term >= e.term && from != e.config.Me.Key {
		e.heard = e.last
		if e.rank < 0 || e.state != raft.StateLeader {
			e.leader = from
		}
	}
}

// trim removes entries that are committed here from a run: raft would answer without looking at the rest.
// It refuses a run that contradicts them, which raft would treat as our own bug.
func (e *Epoch) trim(r *Run) error {
	if r.Previous < e.base.Index {
		if r.Last() <= e.base.Index {
			r.Previous, r.LogTerm, r.Entries = e.base.Index, e.base.Term, nil
			r.Commit = min(r.Commit, e.base.Index)
			return nil
		}
		n := e.base.Index - r.Previous
		r.Previous, r.LogTerm, r.Entries = e.base.Index, r.Entries[n-1].Term, r.Entries[n:]
	}
	for r.Previous < e.committed && len(r.Entries) > 0 {
		if e.termAt(r.Previous) != r.LogTerm {
			return ErrConflict
		}
		r.Previous, r.LogTerm, r.Entries = r.Previous+1, r.Entries[0].Term, r.Entries[1:]
	}
	if r.Previous <= e.committed && e.termAt(r.Previous) != r.LogTerm {
		return ErrConflict
	}
	if r.Previous < e.committed {
		r.Previous, r.LogTerm = e.committed, e.at(e.committed).term
	}
	return nil
}

// valid checks the new entries of a run, and copies their data. It cuts off entries whose validity cannot be
// judged yet.
func (e *Epoch) valid(r *Run) error {
	known := r.Previous
	for i := range r.Entries {
		if known+1 > e.lastIndex() || e.termAt(known+1) != r.Entries[i].Term {
			break
		}
		known++
	}
	if known == r.Last() {
		return nil
	}
	last := e.at(known)
	turn, hash, after := last.turn, last.hash, last.after
	for i := int(known - r.Previous); i < len(r.Entries); i++ {
		x := &r.Entries[i]
		x.Data = bytes.Clone(x.Data) // it becomes the log's, and the parsed turn refers to it
		switch {
		case len(x.Data) == 0:
		case isTurn(x.Data):
			parsed, signatures, err := e.config.parse(x.Data)
			if err == nil && !after {
				err = e.verifyCommands(Position{Index: r.Previous + uint64(i), Turn: turn, Hash: hash}, parsed, signatures)
			}
			if errors.Is(err, ErrUncertain) {
				r.Entries = r.Entries[:i]
				r.Commit = min(r.Commit, r.Last())
				return nil
			}
			if err != nil {
				return fmt.Errorf("%w: turn %d: %w", ErrInvalid, turn+1, err)
			}
			if !after {
				turn++
				hash = e.check(hash, turn, x.Data, parsed)
			}
		case x.Data[0] == entrySuccessor:
			s, err := DecodeRecord(x.Data[1:])
			if err == nil {
				err = s.Continues(e.past())
			}
			if err == nil && !after && (!s.Reason.ordered() || s.FirstTurn != turn+1 || s.Chain != hash) {
				err = ErrSuccession
			}
			if err != nil {
				return fmt.Errorf("%w: successor: %w", ErrInvalid, err)
			}
			after = true
		default:
			return fmt.Errorf("%w: kind %d", ErrInvalid, x.Data[0])
		}
	}
	return nil
}

// parse has the caller parse a turn's entry.
func (c *Config) parse(data []byte) (parsed Parsed, signatures []byte, err error) {
	body, signatures, err := splitTurn(data)
	if err == nil && c.Parse != nil {
		parsed, err = c.Parse(body)
	}
	return parsed, signatures, err
}

// Step takes a message from a peer. Only voters speak to voters.
func (e *Epoch) Step(from key.ID, m Message) error {
	id := e.idOf(from)
	if id == 0 || id == e.id || e.renounced[from] {
		return ErrStranger
	}
	if e.rank < 0 {
		return nil
	}
	switch m.Type {
	case pb.MsgVote, pb.MsgPreVote:
		if !e.shares() || m.Type == pb.MsgPreVote && e.goesFirst(from, m) {
			return nil
		}
	case pb.MsgHeartbeat:
		m.Commit = min(m.Commit, e.committed) // a leader's claim about our log must not make raft panic
		if m.Term >= e.term {
			e.heard = e.last
		}
	case pb.MsgAppResp:
		if m.Index > e.lastIndex() {
			return ErrConflict
		}
	}
	_ = e.node.Step(m.toRaft(id, e.id)) // nothing can be done about its error
	before := len(e.ready.Messages)
	e.drain()
	for _, o := range e.ready.Messages[before:] {
		if t := o.Message.Type; (t == pb.MsgPreVoteResp || t == pb.MsgVoteResp) && !o.Message.Reject {
			e.yield()
		}
	}
	return nil
}

// yield delays the own campaign after a vote for another candidate. Two candidates that campaign at the
// same moments would both vote for themselves.
func (e *Epoch) yield() {
	if at := e.last.Add(time.Duration(1+e.rank) * e.spacing()); at.After(e.campaign) {
		e.campaign = at
	}
}

// Want returns the index of the first missing entry, or zero.
func (e *Epoch) Want() uint64 { return e.want }

// Install continues from the position of a snapshot that the log does not reach.
func (e *Epoch) Install(p Position) bool {
	if p.Index <= e.lastIndex() || e.Leading() {
		return false
	}
	conf := &pb.ConfState{}
	for _, v := range e.config.Record.Voters {
		conf.Voters = append(conf.Voters, e.idOf(v.Key))
	}
	if e.rank < 0 {
		conf.Learners = []uint64{e.id}
	}
	if len(e.config.Record.Voters) == 0 {
		return false // its island has ended: no turn was ordered in it
	}
	from := e.voters[0].id // the leader that the record names
	if from == e.id {
		from = e.voters[len(e.voters)-1].id
	}
	e.ready.Ordered = nil
	e.base, e.log = p, nil
	_ = e.node.Step(&pb.Message{Type: pb.MsgSnap.Enum(), From: new(from), To: new(e.id), Term: new(max(e.term, p.Term)),
		Snapshot: &pb.Snapshot{Metadata: &pb.SnapshotMetadata{ConfState: conf, Index: new(p.Index), Term: new(p.Term)}}})
	e.committed = max(e.committed, p.Index)
	e.persisted = max(e.persisted, p.Turn)
	e.want = 0
	e.drain()
	return true
}

// AppendWindow appends, as a Run, the log's last n entries, fewer if they would exceed budget bytes, and
// none that the receiver is known to have. share names these, and the command signatures to include. It
// does not allocate when dst has room.
func (e *Epoch) AppendWindow(dst []byte, n, budget int, share Share) []byte {
	last := e.lastIndex()
	first := last + 1
	for first > max(e.base.Index, share.Had)+1 && int(last-first)+1 < n {
		size := share.size(e.log[first-1-e.base.Index-1].data)
		if size > budget {
			break
		}
		budget -= size
		first--
	}
	return e.appendRun(dst, first, last, min(e.Commit(), last), share)
}

// Acknowledged returns the index of the last entry that a voter reported to have. The voter can only lose
// it with its raft id. Zero: none is known.
func (e *Epoch) Acknowledged(voter key.ID) (index uint64) {
	if !e.Leading() {
		return 0
	}
	id := e.idOf(voter)
	e.node.WithProgress(func(other uint64, _ raft.ProgressType, p tracker.Progress) {
		if other == id {
			index = p.Match
		}
	})
	return index
}

// AppendPulse appends a Run without entries, after the committed ones. It names the leader when the newest
// entry travels otherwise, and makes no receiver ask for that entry.
func (e *Epoch) AppendPulse(dst []byte) []byte {
	return e.appendRun(dst, e.committed+1, e.committed, e.committed, Share{})
}

// AppendFrom appends, as a Run, entries from an index on, as many as fit budget bytes; a Run without
// entries when there are none. share selects the command signatures to include. A peer that does not lead
// gives committed entries only. ok is false when the log does not reach back to the index.
func (e *Epoch) AppendFrom(dst []byte, first uint64, budget int, share Share) (out []byte, ok bool) {
	if first <= e.base.Index {
		return dst, false
	}
	last := e.lastIndex()
	if !e.Leading() {
		last = e.Commit()
	}
	end := first - 1
	for end < last && end-first+1 < MaxEntries {
		size := share.size(e.at(end + 1).data)
		if size > budget {
			break
		}
		budget -= size
		end++
	}
	if end < first {
		return dst, true // no newer entry
	}
	return e.appendRun(dst, first, end, min(e.Commit(), end), share), true
}

func (e *Epoch) appendRun(dst []byte, first, last, commit uint64, share Share) []byte {
	term := max(e.term, e.termAt(e.lastIndex()))
	dst = appendRunHead(dst, term, first-1, e.termAt(first-1), commit, int(last+1-first))
	for i := first; i <= last; i++ {
		x := &e.log[i-e.base.Index-1]
		dst = wire.AppendUvarint(dst, term-x.term)
		dst = share.append(dst, x.data)
	}
	return dst
}

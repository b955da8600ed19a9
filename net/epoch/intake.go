package epoch

import (
	"bytes"
	"errors"
	"fmt"

	pb "go.etcd.io/raft/v3/raftpb"
)

// intake judges the runs of other peers before raft sees them, and knows what is missing.
type intake struct {
	log       *log
	past      Past
	parse     func(body []byte) (Parsed, error)                           // Config.Parse
	verify    func(before Position, turn Parsed, signatures []byte) error // Config.VerifyCommands
	successor func(r *Record) error                                       // Config.VerifySuccessor
	want      uint64                                                      // index of the first missing entry; zero: none is missing
	// leaders up to this term sent an invalid run
	invalidTerm uint64
	proven      bool // the run is proven by the record that ends the epoch
}

// lacks reports whether a run does not continue the log here, and notes which entry is missing.
func (i *intake) lacks(r *Run) bool {
	last := i.log.lastIndex()
	switch {
	case r.Previous > last:
		if i.want == 0 || i.want > last {
			i.want = last + 1 // unless the end of the log is known to be wrong
		}
	case i.log.termAt(r.Previous) != r.LogTerm:
		i.want = i.log.committed + 1
	default:
		return false
	}
	return true
}

// got notes that a run is in the log.
func (i *intake) got(r *Run) {
	if last := i.log.lastIndex(); i.want != 0 && i.want <= last && last >= r.Last() {
		i.want = 0
	}
}

// valid checks the new entries of a run, and copies their data. It cuts off entries whose validity cannot be
// judged yet.
func (i *intake) valid(r *Run) error {
	known := r.Previous
	for n := range r.Entries {
		if known+1 > i.log.lastIndex() || i.log.termAt(known+1) != r.Entries[n].Term {
			break
		}
		known++
	}
	if known == r.Last() {
		return nil
	}
	last := i.log.at(known)
	turn, hash, after := last.turn, last.hash, last.after
	for n := int(known - r.Previous); n < len(r.Entries); n++ {
		x := &r.Entries[n]
		x.Data = bytes.Clone(x.Data) // it becomes the log's, and the parsed turn refers to it
		switch {
		case len(x.Data) == 0:
		case isTurn(x.Data):
			parsed, signatures, err := i.parseTurn(x.Data)
			if err == nil && !after {
				err = i.verifyCommands(Position{Index: r.Previous + uint64(n), Turn: turn, Hash: hash}, parsed, signatures)
			}
			if errors.Is(err, ErrUncertain) {
				r.Entries = r.Entries[:n]
				r.Commit = min(r.Commit, r.Last())
				return nil
			}
			if err != nil {
				return fmt.Errorf("%w: turn %d: %w", ErrInvalid, turn+1, err)
			}
			if !after {
				turn++
				hash = i.log.chain.check(hash, turn, x.Data, parsed)
			}
		case x.Data[0] == entrySuccessor:
			s, err := DecodeRecord(x.Data[1:])
			if err == nil {
				err = s.Continues(i.past)
			}
			if err == nil && !after && (!s.Reason.ordered() || s.FirstTurn != turn+1 || s.Chain != hash) {
				err = ErrSuccession
			}
			if err == nil && !after && i.successor != nil && !i.proven {
				err = i.successor(s)
			}
			if errors.Is(err, ErrUncertain) {
				r.Entries = r.Entries[:n]
				r.Commit = min(r.Commit, r.Last())
				return nil
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

// verifyCommands asks the host to verify the authors of a turn that follows a position.
func (i *intake) verifyCommands(before Position, turn Parsed, signatures []byte) error {
	if i.verify == nil || i.proven {
		return nil
	}
	return i.verify(before, turn, signatures)
}

// parseTurn has the host parse a turn's entry.
func (i *intake) parseTurn(data []byte) (parsed Parsed, signatures []byte, err error) {
	body, signatures, err := splitTurn(data)
	if err == nil && i.parse != nil {
		parsed, err = i.parse(body)
	}
	return parsed, signatures, err
}

// trim removes entries that are committed here from a run: raft would answer without looking at the rest.
// It refuses a run that contradicts them, which raft would treat as our own bug.
func (l *log) trim(r *Run) error {
	if r.Previous < l.base.Index {
		if r.Last() <= l.base.Index {
			r.Previous, r.LogTerm, r.Entries = l.base.Index, l.base.Term, nil
			r.Commit = min(r.Commit, l.base.Index)
			return nil
		}
		n := l.base.Index - r.Previous
		r.Previous, r.LogTerm, r.Entries = l.base.Index, r.Entries[n-1].Term, r.Entries[n:]
	}
	for r.Previous < l.committed && len(r.Entries) > 0 {
		if l.termAt(r.Previous) != r.LogTerm {
			return ErrConflict
		}
		r.Previous, r.LogTerm, r.Entries = r.Previous+1, r.Entries[0].Term, r.Entries[1:]
	}
	if r.Previous <= l.committed && l.termAt(r.Previous) != r.LogTerm {
		return ErrConflict
	}
	if r.Previous < l.committed {
		r.Previous, r.LogTerm = l.committed, l.at(l.committed).term
	}
	return nil
}

// appending makes raft's message of a run whose beginning is in the log, with the data that valid copied. It
// leaves out entries that the log has, which raft would skip: most frames repeat more entries than they
// bring.
func (l *log) appending(r *Run, from, to, term uint64) *pb.Message {
	previous, logTerm, entries := r.Previous, r.LogTerm, r.Entries
	for len(entries) > 0 && previous < l.lastIndex() && l.termAt(previous+1) == entries[0].Term {
		previous, logTerm, entries = previous+1, entries[0].Term, entries[1:]
	}
	m := &struct { // one piece of memory instead of seven: this is done for every frame
		pb.Message
		kind                                 pb.MessageType
		from, to, term, index, logTerm, last uint64
	}{kind: pb.MsgApp, from: from, to: to, term: term, index: previous, logTerm: logTerm, last: r.Commit}
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

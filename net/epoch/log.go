package epoch

import (
	"slices"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/wire"
)

// Kinds of entries, in their first byte.
const (
	entryTurn      = 1
	entrySuccessor = 2
	entrySigned    = 3 // a turn with the signatures of its commands
)

// entry is one entry of the log.
type entry struct {
	term  uint64
	data  []byte
	turn  uint64    // last turn up to here
	hash  [32]byte  // chain hash after it
	at    time.Time // when it was proposed, on the leader
	after bool      // the successor record is here or before
}

// log is a group's log as this process has it. Entries before base are forgotten.
type log struct {
	base      Position // before entries[0]
	ended     bool     // the successor is at or before base
	entries   []entry
	committed uint64 // raft's index
	chain     chain
	changes   changes
}

// changes are the turns dropped from a log, and those ordered in it, since the last Ready.
type changes struct {
	back    bool
	backTo  uint64 // if back
	ordered []Turn
}

// goBack notes that the log was cut after a turn.
func (c *changes) goBack(turn uint64) {
	for len(c.ordered) > 0 && c.ordered[len(c.ordered)-1].Number > turn {
		c.ordered = c.ordered[:len(c.ordered)-1]
	}
	if !c.back || turn < c.backTo {
		c.back, c.backTo = true, turn
	}
}

// take returns the changes as Ready has them, and forgets them.
func (c *changes) take() (back bool, backTo uint64, ordered []Turn) {
	back, backTo, ordered = c.back, c.backTo, c.ordered
	*c = changes{}
	return back, backTo, ordered
}

// lastIndex is the index of the log's last entry.
func (l *log) lastIndex() uint64 { return l.base.Index + uint64(len(l.entries)) }

// at returns the entry at an index that the log has, base included.
func (l *log) at(index uint64) entry {
	if index == l.base.Index {
		return entry{term: l.base.Term, turn: l.base.Turn, hash: l.base.Hash, after: l.ended}
	}
	return l.entries[index-l.base.Index-1]
}

// termAt is the term of the entry at an index that the log has, base included.
func (l *log) termAt(index uint64) uint64 {
	if index == l.base.Index {
		return l.base.Term
	}
	return l.entries[index-l.base.Index-1].term
}

func (l *log) lastEntry() entry { return l.at(l.lastIndex()) }

// Last returns where the log ends.
func (l *log) Last() Position { return l.position(l.lastIndex()) }

func (l *log) position(index uint64) Position {
	x := l.at(index)
	return Position{Index: index, Term: x.term, Turn: x.turn, Hash: x.hash}
}

// Ending reports whether the log has a successor record, committed or not.
func (l *log) Ending() bool { return l.lastEntry().after }

// written returns the last committed index that is in the file.
func (l *log) written(f file) uint64 {
	low, high := min(l.base.Index, l.committed), l.committed // low is in the file; nothing beyond high is
	for step := uint64(0); low < high; {
		middle := max(high-step, low+1) // most of the time the file is few turns behind
		if x := l.at(middle); x.turn <= f.turn && (!x.after || f.successor) {
			low, step = middle, (high-middle)/2
		} else {
			high, step = middle-1, min(2*step+1, (middle-low)/2)
		}
	}
	return low
}

// end returns the index of the successor record in the log; zero when there is none.
func (l *log) end() uint64 {
	if !l.lastEntry().after {
		return 0
	}
	index := l.lastIndex()
	for index > l.base.Index && l.at(index-1).after {
		index--
	}
	return index
}

// At returns the position right after a turn, if the log reaches so far back.
func (l *log) At(turn uint64) (Position, bool) {
	index, ok := l.indexOf(turn)
	if !ok {
		return Position{}, false
	}
	return l.position(index), true
}

// indexOf returns the index of the first entry whose last turn is turn.
func (l *log) indexOf(turn uint64) (uint64, bool) {
	if turn < l.base.Turn || turn > l.lastEntry().turn {
		return 0, false
	}
	// There are at most as many turns as entries. Start at the index that would be right without empty
	// entries.
	index := min(l.base.Index+(turn-l.base.Turn), l.lastIndex())
	for l.at(index).turn < turn {
		index++
	}
	for index > l.base.Index && l.at(index-1).turn == turn {
		index--
	}
	return index, true
}

// Turns calls f with the turns from first on that the log has, until f returns false.
func (l *log) Turns(first uint64, f func(Turn) bool) {
	if first <= l.base.Turn {
		first = l.base.Turn + 1
	}
	index, ok := l.indexOf(first)
	if !ok {
		return
	}
	for ; index <= l.lastIndex(); index++ {
		if t, ok := l.turnAt(index); ok && !f(t) {
			return
		}
	}
}

// turnAt returns the turn that the entry at index is, if it is one.
func (l *log) turnAt(index uint64) (Turn, bool) {
	x := l.at(index)
	if index == l.base.Index || x.turn == l.at(index-1).turn {
		return Turn{}, false
	}
	return turnOf(x.turn, x.term, x.hash, x.data, nil), true
}

func turnOf(number, term uint64, hash [32]byte, data []byte, parsed Parsed) Turn {
	body, signatures, err := splitTurn(data)
	must(err)
	return Turn{Number: number, Term: term, Hash: hash, Body: body, Signatures: signatures, Parsed: parsed}
}

// append takes entries that raft appended now, dropping those of the log that they replace.
func (l *log) append(entries []*pb.Entry, now time.Time) {
	for _, x := range entries {
		if index := x.GetIndex(); index <= l.lastIndex() {
			l.truncate(index - 1)
		}
		l.extend(x.GetTerm(), x.GetData(), now)
	}
}

// truncate drops the entries after an index.
func (l *log) truncate(index uint64) {
	if turn := l.at(index).turn; turn < l.lastEntry().turn {
		l.changes.goBack(turn)
	}
	clear(l.entries[index-l.base.Index:])
	l.entries = l.entries[:index-l.base.Index]
}

func (l *log) extend(term uint64, data []byte, now time.Time) {
	last := l.lastEntry()
	x := entry{term: term, data: data, turn: last.turn, hash: last.hash, after: last.after, at: now}
	if len(data) > 0 && !last.after {
		switch data[0] {
		case entryTurn, entrySigned:
			x.turn++
			var parsed Parsed
			x.hash, parsed = l.chain.known(last.hash, x.turn, data)
			l.changes.ordered = append(l.changes.ordered, turnOf(x.turn, term, x.hash, data, parsed))
		case entrySuccessor:
			x.after = true
		}
	}
	if n := len(l.entries); n == cap(l.entries) { // doubled, up to Kept: append would copy the log more often
		l.entries = slices.Grow(l.entries, min(max(n, 64), Kept))
	}
	l.entries = append(l.entries, x)
}

// commit notes that the entries up to an index are committed.
func (l *log) commit(index uint64) { l.committed = max(l.committed, index) }

// restart empties the log and continues it from a position.
func (l *log) restart(p Position) {
	l.base, l.entries = p, nil
	l.changes.ordered = nil
}

// compact drops committed entries beyond Kept, in large steps, and returns the index of the last one that it
// dropped.
func (l *log) compact() (index uint64, ok bool) {
	if len(l.entries) < 2*Kept || l.committed < l.base.Index+Kept {
		return 0, false
	}
	index = l.committed - Kept
	if index <= l.base.Index {
		return 0, false
	}
	base, ended := l.position(index), l.at(index).after
	l.entries = append([]entry(nil), l.entries[index-l.base.Index:]...)
	l.base, l.ended = base, ended
	return index, true
}

// oldest returns when the oldest uncommitted entry was proposed here.
func (l *log) oldest() (at time.Time, ok bool) {
	if l.committed >= l.lastIndex() {
		return time.Time{}, false
	}
	return l.at(l.committed + 1).at, true
}

// replaced reports whether a run could replace entries up to an index, and after which turn. It is false for
// a run that contradicts committed entries.
func (l *log) replaced(r *Run, last uint64) (after uint64, yes bool) {
	last = min(last, l.lastIndex())
	for index := max(r.Previous, l.base.Index); index <= last; index++ {
		term := r.LogTerm
		if index > r.Previous {
			term = r.Entries[index-r.Previous-1].Term
		}
		switch {
		case term == l.termAt(index):
		case index > l.committed && index > r.Previous:
			return l.at(index - 1).turn, true
		default:
			return 0, false
		}
	}
	return 0, false
}

// Fits reports whether the newest entry fits a window of budget bytes, with the receiver's part of the
// signatures. An entry other than a turn that does not fit is not sent at once: receivers that lack it ask.
func (l *log) Fits(budget int, share Share) bool {
	data := l.lastEntry().data
	return len(data) == 0 || !isTurn(data) || share.size(data) <= budget
}

// window returns the index of the first of the log's last n entries, fewer if they would exceed budget bytes
// and none that the receiver is known to have.
func (l *log) window(n, budget int, share Share) (first uint64) {
	last := l.lastIndex()
	first = last + 1
	for first > max(l.base.Index, share.Had)+1 && int(last-first)+1 < n {
		size := share.size(l.entries[first-1-l.base.Index-1].data)
		if size > budget {
			break
		}
		budget -= size
		first--
	}
	return first
}

// fitting returns the index of the last entry, up to last, such that the entries from first on fit budget
// bytes and a run; first-1 for none.
func (l *log) fitting(first, last uint64, budget int, share Share) (end uint64) {
	end = first - 1
	for end < last && end-first+1 < MaxEntries {
		size := share.size(l.at(end + 1).data)
		if size > budget {
			break
		}
		budget -= size
		end++
	}
	return end
}

// appendRun appends the entries from first to last as a Run of a term, which is not below theirs.
func (l *log) appendRun(dst []byte, term, first, last, commit uint64, share Share) []byte {
	term = max(term, l.termAt(l.lastIndex()))
	dst = appendRunHead(dst, term, first-1, l.termAt(first-1), commit, int(last+1-first))
	for i := first; i <= last; i++ {
		x := &l.entries[i-l.base.Index-1]
		dst = wire.AppendUvarint(dst, term-x.term)
		dst = share.append(dst, x.data)
	}
	return dst
}

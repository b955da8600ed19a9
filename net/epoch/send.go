package epoch

import "manyhold/net/key"

// AppendWindow appends, as a Run, the log's last n entries, fewer if they would exceed budget bytes, and
// none that the receiver is known to have. share names these, and the command signatures to include. It
// does not allocate when dst has room.
func (e *Epoch) AppendWindow(dst []byte, n, budget int, share Share) []byte {
	first, last := e.window(n, budget, share), e.lastIndex()
	return e.appendRun(dst, e.term, first, last, min(e.Commit(), last), share)
}

// AppendOlder appends, as a Run, some of n entries, from an index on, that AppendWindow with a budget leaves
// out: as many as fit room bytes. They are the first that the receiver lacks, or the newest if it is not
// known what it has. next is the index after them, zero if there are none.
func (e *Epoch) AppendOlder(dst []byte, from uint64, n, budget, room int, share Share) (out []byte, next uint64) {
	last := e.lastIndex()
	first := max(e.base.Index+1, share.Had+1)
	if share.Had == 0 {
		first = max(first, last+1-min(last, uint64(n)))
	}
	from = max(from, first)
	end := e.fitting(from, min(last, first+uint64(n)-1), room, share)
	if end < from || from >= e.window(n, budget, share) {
		return dst, 0
	}
	return e.appendRun(dst, e.term, from, end, min(e.Commit(), end), share), end + 1
}

// Acknowledged returns the index of the last entry that a voter reported to have. The voter can only lose
// it with its raft id. Zero: none is known.
func (e *Epoch) Acknowledged(voter key.ID) uint64 {
	if !e.Leading() {
		return 0
	}
	return e.acknowledged(e.idOf(voter))
}

// AppendPulse appends a Run without entries, after the committed ones. It names the leader when the newest
// entry travels otherwise, and makes no receiver ask for that entry.
func (e *Epoch) AppendPulse(dst []byte) []byte {
	return e.appendRun(dst, e.term, e.committed+1, e.committed, e.committed, Share{})
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
	end := e.fitting(first, last, budget, share)
	if end < first {
		return dst, true // no newer entry
	}
	return e.appendRun(dst, e.term, first, end, min(e.Commit(), end), share), true
}

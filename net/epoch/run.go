package epoch

import (
	"fmt"

	"manyhold/net/wire"
)

// Limits of runs.
const (
	// MaxEntries is the largest number of entries in a run.
	MaxEntries = 1024
	// MaxData is the largest entry in bytes: a kind and a record.
	MaxData = 1 + MaxRecord
)

// Run is a piece of a group's log as its leader has it.
type Run struct {
	Term     uint64 // of the leader that sends it, or had it
	Previous uint64 // index before the first entry
	LogTerm  uint64 // term of that index
	Commit   uint64 // committed index, at most the run's last
	Entries  []RunEntry
}

// RunEntry is one entry of a run.
type RunEntry struct {
	Term uint64
	Data []byte
}

// Last is the index of the last entry.
func (r *Run) Last() uint64 { return r.Previous + uint64(len(r.Entries)) }

// Append appends the encoding that the package comment specifies.
func (r *Run) Append(dst []byte) []byte {
	dst = appendRunHead(dst, r.Term, r.Previous, r.LogTerm, r.Commit, len(r.Entries))
	for _, e := range r.Entries {
		dst = wire.AppendUvarint(dst, r.Term-e.Term)
		dst = wire.AppendBlob(dst, e.Data)
	}
	return dst
}

func appendRunHead(dst []byte, term, previous, logTerm, commit uint64, n int) []byte {
	dst = wire.AppendUvarint(dst, term)
	dst = wire.AppendUvarint(dst, previous)
	dst = wire.AppendUvarint(dst, term-logTerm)
	dst = wire.AppendUvarint(dst, previous+uint64(n)-commit)
	return wire.AppendUvarint(dst, uint64(n))
}

// ReadRun reads the bytes of Append into r and reuses its entries. Their data are parts of the message. The
// error stays in the cursor.
func ReadRun(c *wire.Cursor, r *Run) {
	*r = Run{Term: c.Uvarint(), Previous: c.Uvarint(), Entries: r.Entries[:0]}
	back, lag := c.Uvarint(), c.Uvarint()
	n := c.Count(MaxEntries)
	if c.Err() == nil && (r.Term == 0 || r.Term >= maxNumber || r.Previous == 0 || r.Previous >= maxNumber ||
		back > r.Term || lag > r.Previous+uint64(n)) {
		c.Fail(fmt.Errorf("epoch: a run with term %d after %d", r.Term, r.Previous))
	}
	r.LogTerm, r.Commit = r.Term-back, r.Previous+uint64(n)-lag
	term := r.LogTerm
	for range n {
		back := c.Uvarint()
		if c.Err() == nil && (back > r.Term || r.Term-back < term) {
			c.Fail(fmt.Errorf("epoch: terms go back in a run"))
		}
		term = r.Term - back
		r.Entries = append(r.Entries, RunEntry{Term: term, Data: c.Blob(MaxData)})
		if c.Err() != nil {
			return
		}
	}
}

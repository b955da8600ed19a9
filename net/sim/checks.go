package sim

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/bits"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"manyhold/net/epoch"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// checks is what the checkers remember of a run.
type checks struct {
	s         *Sim
	trace     uint64
	chain     map[uint64]committed
	top       uint64 // greatest turn that was committed
	topAt     time.Time
	digests   map[place]uint64
	firm      map[[32]byte][32]byte  // by a record's hash, that of its firm successor
	named     map[[32]byte]time.Time // when anybody was first in an epoch
	proven    map[[32]byte]bool      // records that a voter of their predecessors has on its disk
	names     map[*epoch.Record][32]byte
	epochs    []*epoch.Record // as they were entered first
	newest    *epoch.Record
	submitted map[command]bool
	flipped   bool
	amnesia   amnesia
	closed    [agesKept]closing
	weak      time.Time // until when disks could not keep up
	majority  time.Time // since when a majority is connected; zero: it is not
	healed    bool
}

// committed is a committed turn as the first node that knew it had it.
type committed struct {
	hash [32]byte
	at   time.Time
}

// place is a turn in one chain.
type place struct {
	turn  uint64
	hash  [32]byte
	epoch uint64 // a change of the state between two epochs shows
}

// command is one that somebody submitted; its body as a hash.
type command struct {
	author key.ID
	seq    uint64
	body   uint64
}

// seen is what the checkers remember of one process.
type seen struct {
	record    *epoch.Record
	member    bool // of record
	committed uint64
	firm      *epoch.Record // the firm one that it was in last
	left      *epoch.Record // and that it was in before it went on without the others,
	away      bool          // as it does
	joined    uint64        // first turn that it executed; zero: none yet
	jumped    bool          // in the present call: its state was replaced, and with it its place in the log
	tainted   time.Time     // since when its state is known to be wrong; zero: it is not
	linked    time.Time     // since when it could play
}

func (c *checks) init(s *Sim) {
	*c = checks{s: s, chain: map[uint64]committed{}, digests: map[place]uint64{}, firm: map[[32]byte][32]byte{},
		named: map[[32]byte]time.Time{}, proven: map[[32]byte]bool{}, names: map[*epoch.Record][32]byte{}, submitted: map[command]bool{}}
}

// mix adds to the trace of the run.
func (c *checks) mix(a, b uint64) {
	c.trace = bits.RotateLeft64(c.trace^a*0x9e3779b97f4a7c15, 29)*0xbf58476d1ce4e5b9 + b
}

// name is a record's hash.
func (c *checks) name(r *epoch.Record) [32]byte {
	h, ok := c.names[r]
	if !ok {
		h = r.Hash()
		c.names[r] = h
	}
	return h
}

// executed looks at a turn that a node has executed.
func (n *node) executed(e host.Executed) {
	c := &n.s.checks
	i := n.core.Inspect()
	c.mix(uint64(n.index)<<48|e.Turn, e.Digest)
	n.s.report.Executed++
	n.seen.jumped = n.seen.jumped || e.Body == nil
	if i.Leading {
		c.closed[e.Turn%agesKept] = closing{e.Turn, n.s.net.Now()}
	} else if k := c.closed[e.Turn%agesKept]; k.turn == e.Turn {
		n.s.report.Ages.add(n.s.net.Now().Sub(k.at))
	}
	if n.seen.joined == 0 && i.Record != nil && e.Body != nil {
		n.seen.joined = e.Turn
	}
	at := place{e.Turn, i.Hash, e.Epoch}
	right, known := c.digests[at]
	switch {
	case known && right == e.Digest:
		n.seen.tainted = time.Time{}
	case known && c.flipped:
		if n.seen.tainted.IsZero() {
			n.seen.tainted = n.s.net.Now()
		}
	case known:
		n.s.fail("digest", n, "turn %d leaves digest %016x, elsewhere %016x", e.Turn, e.Digest, right)
	case n.seen.tainted.IsZero():
		c.digests[at] = e.Digest
		n.s.o.Game.Commands(e.Body, func(author [32]byte, seq uint64, body []byte) {
			if seq != 0 && !c.submitted[command{author, seq, xxh3.Hash(body)}] {
				n.s.fail("author", n, "turn %d has command %d of %s, who did not submit it", e.Turn, seq, key.ID(author).Short())
			}
		})
	}
	if len(n.person.pending) > 0 {
		n.taken(e)
	}
}

// taken tells the person which commands a turn took. Of a state that was taken over, and where the game cannot
// tell, it counts as taken whatever is not above the last number.
func (n *node) taken(e host.Executed) {
	me, last := n.pair.ID(), n.machine.Sequence(n.pair.ID())
	var mine []uint64
	exact := e.Body != nil && n.s.o.Game.Commands(e.Body, func(author [32]byte, seq uint64, _ []byte) {
		if author == me {
			mine = append(mine, seq)
		}
	})
	n.person.taken(e.Turn, func(seq uint64) bool { return !exact && seq <= last || slices.Contains(mine, seq) }, e.Rewound)
}

// expired is told of a command that was given up.
func (n *node) expired(seq uint64) {
	n.s.report.Expired++
	n.person.expired(seq)
}

// look looks at a core after every call.
func (c *checks) look(n *node) {
	i := n.core.Inspect()
	if i.Record != nil && (i.Record != n.seen.record || i.Member != n.seen.member) {
		c.entered(n, i)
	}
	n.seen.jumped = false
	if i.Record != nil && !i.Record.Firm {
		n.person.committed(i.Committed)
		if !n.seen.away {
			n.seen.away, n.seen.left = true, n.seen.firm
		}
		return
	}
	if n.seen.away && i.Record != nil {
		n.seen.away = false
		if i.Record != n.seen.left { // else what it knew to be committed before it left may be forgotten elsewhere
			n.seen.committed = 0
		}
	}
	n.seen.firm = i.Record
	if upto := min(i.Committed, i.Executed); upto > n.seen.committed {
		c.commits(n, i, upto)
	}
	if i.Member && i.Record.Lone() && n.seen.committed > max(n.disk.written, i.Record.FirstTurn-1) {
		c.s.fail("file-first", n, "commits turn %d alone, and its file ends at %d", n.seen.committed, n.disk.written)
	}
}

// entered looks at the beginning of an epoch.
func (c *checks) entered(n *node, i host.Inspection) {
	r, was := i.Record, n.seen.member
	if r == n.seen.record {
		was = false
	}
	n.seen.record, n.seen.member = r, i.Member
	c.mix(uint64(n.index)<<48|r.Number, uint64(len(r.Voters)))
	// Whoever takes over a state hears of epochs that others have synced long ago.
	if (i.Member || was) && !n.seen.jumped && !n.branching() && !bytes.Equal(n.disk.platter.row(r.Number), r.Append(nil)) {
		c.s.fail("synced", n, "is in epoch %d (%v), whose record is not on its disk", r.Number, r.Reason)
	}
	h := c.name(r)
	named, known := c.named[h]
	if !known {
		named = c.s.net.Now()
		c.named[h] = named
	}
	if i.Member && n.since.After(named) {
		c.s.fail("old-id", n, "votes in epoch %d (%v), which began %v before its process was started", r.Number, r.Reason, n.since.Sub(named))
	}
	if r.Number > 1 && r.Reason != epoch.Agreed && r.Firm && !c.proven[h] {
		c.s.fail("proof", n, "is in epoch %d (%v), whose record no voter of the one before has on its disk", r.Number, r.Reason)
	}
	if other, has := c.firm[r.Previous]; r.Firm && has && other != h {
		c.s.fail("succession", n, "is in an epoch %d (%v) beside another one", r.Number, r.Reason)
	}
	if r.Firm {
		c.firm[r.Previous] = h
	}
	if !r.Firm {
		c.s.report.Reasons[r.Reason.String()]++
		return
	}
	if c.newest == nil || r.Number > c.newest.Number {
		c.newest, c.epochs = r, append(c.epochs, r)
		c.s.report.Epochs = r.Number
		if r.Number > 1 {
			c.s.report.Reasons[r.Reason.String()]++
		}
		c.s.event(n, "epoch", "number", r.Number, "reason", r.Reason, "voters", len(r.Voters), "turn", r.FirstTurn)
	}
}

// branching reports whether a node may change its line. Its host does not tell then of the turns and states on the way
// from one line to the other, which some checkers would have to know of.
func (n *node) branching() bool {
	_, ok := n.machine.(host.Reconciler)
	return ok
}

// recorded notes a record that a node has on its disk now.
func (c *checks) recorded(n *node, r recorded) {
	if r.number == 0 || r.err != nil {
		return
	}
	record, err := epoch.DecodeRecord(n.disk.platter.row(r.number))
	if err != nil {
		c.s.fail("synced", n, "the record of epoch %d is told to be on its disk, and is not: %v", r.number, err)
		return
	}
	for _, o := range n.disk.platter.epochs {
		if o.Number != r.number-1 || o.Number == 0 {
			continue
		}
		if before, err := epoch.DecodeRecord(o.Record); err == nil && before.Votes(n.pair.ID()) {
			c.proven[record.Hash()] = true
		}
	}
}

// commits looks at turns that a node knows to be committed now.
func (c *checks) commits(n *node, i host.Inspection, upto uint64) {
	first := n.seen.committed + 1
	n.seen.committed = upto
	n.person.committed(upto)
	if n.seen.joined == 0 {
		return
	}
	for turn := max(first, upto-min(upto, 50)); turn <= upto; turn++ {
		h, ok := n.core.HashAt(turn)
		if !ok {
			continue
		}
		had, known := c.chain[turn]
		if known && had.hash != h && c.forgotten(turn, i.Record) {
			known = false
		}
		if known && had.hash != h {
			c.s.fail("chain", n, "has another turn %d committed than others", turn)
			return
		}
		if !known {
			c.chain[turn] = committed{h, c.s.net.Now()}
		}
	}
	if upto > c.top {
		now := c.s.net.Now()
		if c.top > 0 {
			c.s.report.WorstGap = max(c.s.report.WorstGap, now.Sub(c.topAt))
		}
		c.top, c.topAt = upto, now
		c.s.report.Turns = max(c.s.report.Turns, upto)
	}
}

// sending looks at a message before it goes out: what a report of a recovery promises is on the disk.
func (c *checks) sending(n *node, m host.Send) {
	if wire.Kind(m.Bytes[0]) != wire.Recovery || n.disk == nil {
		return
	}
	if v := n.core.Vow(); v != nil && !bytes.Equal(v, n.disk.platter.row(0)) {
		c.s.fail("synced", n, "tells of a vow that is not on its disk")
	}
}

// fail notes the first thing that a checker found; the run ends.
func (s *Sim) fail(check string, n *node, format string, args ...any) {
	if s.stopped {
		return
	}
	s.stopped = true
	f := &Failure{Check: check, At: s.elapsed(), Words: fmt.Sprintf(format, args...)}
	if n != nil {
		f.Words = "node " + n.name + " " + f.Words
	}
	s.report.Failure = f
	s.event(n, "failed", "check", check, "why", f.Words)
}

// logger returns what a core logs with.
func (n *node) logger() *slog.Logger {
	if n.s.o.Log == nil {
		return nil
	}
	return n.s.o.Log.With("node", n.name)
}

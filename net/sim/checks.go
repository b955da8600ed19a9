package sim

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/bits"
	"time"

	"github.com/zeebo/xxh3"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/sim/disk"
	"manyhold/net/wire"
)

// checks is the checkers' memory of a run.
type checks struct {
	s         *Sim
	trace     uint64
	tracks    map[uint64]*islandTrack
	islands   []uint64 // of tracks, ascending
	submitted map[command]bool
	flipped   bool
	// an epoch's voters lost their memory, or a file; other islands keep the consequences of lost turns
	forgot bool
	weak   time.Time // until when disks could not keep up
	healed bool
	pairs  pairs
	looks  int // of watch
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
	epoch [32]byte // its record: two forks that merged different branches may have the same turns
}

// command is a submitted command; its body as a hash.
type command struct {
	author key.ID
	seq    uint64
	body   uint64
}

func (c *checks) init(s *Sim) {
	*c = checks{s: s, tracks: map[uint64]*islandTrack{}, submitted: map[command]bool{}}
}

// mix adds to the trace of the run.
func (c *checks) mix(a, b uint64) {
	c.trace = bits.RotateLeft64(c.trace^a*0x9e3779b97f4a7c15, 29)*0xbf58476d1ce4e5b9 + b
}

// executed looks at a turn that a node has executed.
func (c *checks) executed(n *node, e kernel.Executed) {
	v := n.seen.view(e.Island)
	k := v.track
	core := n.world.Core(e.Island)
	if core == nil {
		return // it is being made
	}
	i := core.Inspect()
	k.c.mix(uint64(n.index)<<48|e.Turn^e.Island, e.Digest)
	n.s.report.Executed++
	v.jumped = v.jumped || e.Body == nil
	if i.Leading {
		k.closed[e.Turn%agesKept] = closing{e.Turn, n.s.net.Now()}
	} else if at := k.closed[e.Turn%agesKept]; at.turn == e.Turn {
		n.s.report.Ages.add(n.s.net.Now().Sub(at.at))
	}
	if v.joined == 0 && i.Record != nil && e.Body != nil {
		v.joined = e.Turn
	}
	at := place{turn: e.Turn, hash: i.Hash}
	if r := core.RecordOf(e.Epoch); r != nil {
		at.epoch = k.name(r)
	}
	right, known := k.digest(at)
	switch {
	case known && right == e.Digest:
		v.tainted = time.Time{}
	case known && k.c.flipped:
		if v.tainted.IsZero() {
			v.tainted = n.s.net.Now()
		}
	case known:
		k.fail("digest", n, "turn %d leaves digest %016x, elsewhere %016x", e.Turn, e.Digest, right)
	case !v.tainted.IsZero():
		if v.first == nil {
			v.first = &[64]verdict{}
		}
		v.first[at.turn%uint64(len(v.first))] = verdict{at, e.Digest}
	default:
		k.judged(verdict{at, e.Digest})
		n.s.o.Game.Commands(e.Body, func(author [32]byte, seq uint64, body []byte) {
			if seq != 0 && !k.c.submitted[command{author, seq, xxh3.Hash(body)}] {
				k.fail("author", n, "turn %d has command %d of %s, which its author did not submit", e.Turn, seq, key.ID(author).Short())
			}
		})
	}
	if len(n.person.pending) > 0 {
		c.taken(n, e)
	}
}

// taken tells the person which commands a turn took. After a snapshot, and if the game cannot list
// commands, every command up to the last number counts as taken. If the person left the island in skipped
// turns, that number is known when it is seen again.
func (c *checks) taken(n *node, e kernel.Executed) {
	me, last := n.pair.ID(), e.Machine.Sequence(n.pair.ID())
	var mine []uint64
	exact := e.Body != nil && n.s.o.Game.Commands(e.Body, func(author [32]byte, seq uint64, _ []byte) {
		if author == me {
			mine = append(mine, seq)
		}
	})
	there := e.Machine.Holds(me)
	if where, _ := n.world.Where(); e.Body == nil && where == e.Island && !there {
		n.person.passed()
	}
	n.person.taken(n.s.net.Now(), e.Island, e.Turn, func(q *pending) bool { return q.was(mine, exact, last) }, e.Rewound)
	if there {
		n.person.arrived()
	}
}

// expired receives an expired command.
func (n *node) expired(seq uint64) {
	n.s.report.Expired++
	n.person.expired(seq)
}

// look looks at a world after every call.
func (c *checks) look(n *node) {
	for _, core := range n.world.Cores() {
		island := core.Island()
		if core.Idle() {
			if n.seen.knows(island) == nil {
				continue
			}
			// it is as new when it is back
			n.seen.forget(island)
			continue
		}
		v := n.seen.view(island)
		v.track.look(n, core, v)
	}
}

// look looks at a core after every call.
func (c *islandTrack) look(n *node, core *kernel.Core, v *view) {
	i := core.Inspect()
	if i.Over {
		c.over = true
		n.person.committed(c.island, i.Committed)
		return
	}
	if i.Record != nil && (i.Record != v.record || i.Member != v.member) {
		c.entered(n, i)
	}
	v.jumped = false
	if i.Executed != v.executed {
		v.executed, v.moved = i.Executed, c.s.net.Now()
	}
	if i.Record != nil && !i.Record.Firm || i.Record == nil && i.Apart {
		n.person.committed(c.island, i.Committed)
		if !v.away {
			v.away, v.left = true, v.firm
		}
		return
	}
	if v.away && i.Record != nil {
		v.away = false
		if i.Record != v.left { // else turns that were committed before it left may be forgotten elsewhere
			v.committed = 0
		}
	}
	v.firm = i.Record
	if upto := min(i.Committed, i.Executed); upto > v.committed {
		r := i.Record
		if r == nil { // it is on its way into a group, or back into one
			r = core.Newest()
		}
		c.commits(n, r, upto)
	}
	if i.Member && i.Record.Lone() && v.committed > max(n.disk.Kept(c.island), i.Record.FirstTurn-1) {
		c.fail("file-first", n, "commits turn %d alone, and its file ends at %d", v.committed, n.disk.Written(c.island))
	}
}

// entered looks at the beginning of an epoch.
func (c *islandTrack) entered(n *node, i kernel.Inspection) {
	v := n.seen.view(c.island)
	r, was := i.Record, v.member
	if r == v.record {
		was = false
	}
	v.record, v.member = r, i.Member
	c.c.mix(uint64(n.index)<<48|r.Number, uint64(len(r.Voters)))
	// A process that restores a snapshot learns of epochs that others synced long ago.
	if (i.Member || was) && !v.jumped && !c.s.o.Forks && !bytes.Equal(n.disk.Platter.Row(c.island, r.Number), r.Append(nil)) {
		c.fail("synced", n, "is in epoch %d (%v), whose record is not on its disk", r.Number, r.Reason)
	}
	h := c.name(r)
	named, known := c.named[h]
	if !known {
		named = c.s.net.Now()
		c.named[h] = named
	}
	if i.Member && n.since.After(named) {
		c.fail("old-id", n, "votes in epoch %d (%v), which began %v before its process was started", r.Number, r.Reason, n.since.Sub(named))
	}
	if r.Number > 1 && r.Reason != epoch.Agreed && r.Reason != epoch.Begun && r.Firm && !c.proven[h] {
		c.fail("proof", n, "is in epoch %d (%v), whose record no voter of the one before has on its disk", r.Number, r.Reason)
	}
	if other, has := c.firm[r.Previous]; r.Firm && has && other != h {
		c.fail("succession", n, "is in an epoch %d (%v) beside another one", r.Number, r.Reason)
	}
	c.ancestry[h] = r
	if r.Reason == epoch.Merged {
		c.merged(n, r)
	}
	if !r.Firm {
		c.s.report.Reasons[r.Reason.String()]++
		return
	}
	c.firm[r.Previous] = h
	if c.newest == nil || r.Number > c.newest.Number {
		c.begins(n, r)
	}
}

// merged: a fork merges the same end of a branch only once.
func (c *islandTrack) merged(n *node, r *epoch.Record) {
	for old := c.ancestry[r.Previous]; old != nil; old = c.ancestry[old.Previous] {
		if old.Reason == epoch.Merged && old.Taken.Record == r.Taken.Record && old.Taken.Turn == r.Taken.Turn {
			c.fail("merged", n, "takes a branch in by epoch %d that epoch %d took in", r.Number, old.Number)
		}
	}
}

// begins notes the newest firm epoch.
func (c *islandTrack) begins(n *node, r *epoch.Record) {
	c.newest, c.epochs = r, append(c.epochs, r)
	if c.island == message.Home {
		c.s.report.Epochs = r.Number
	}
	if r.Number > 1 || r.Reason == epoch.Begun {
		c.s.report.Reasons[r.Reason.String()]++
	}
	c.s.event(n, "epoch", "island", c.island, "number", r.Number, "reason", r.Reason, "voters", len(r.Voters), "turn", r.FirstTurn)
}

// recorded notes a record that a node has on its disk now.
func (c *checks) recorded(n *node, r disk.Completion) {
	if r.Number == 0 || r.Err != nil {
		return
	}
	k := c.track(r.Island)
	row := n.disk.Platter.Row(r.Island, r.Number)
	if row == nil && c.s.o.Forks {
		return // its fork has been archived meanwhile
	}
	record, err := epoch.DecodeRecord(row)
	if err != nil {
		k.fail("synced", n, "the record of epoch %d is reported as synced, and is not on its disk: %v", r.Number, err)
		return
	}
	k.proves(n, record)
}

// found notes the records that a new process finds on its disk. They may include records that the old
// process had given and was never told about.
func (c *checks) found(n *node) {
	for _, island := range n.disk.Platter.Islands() {
		for _, row := range n.disk.Platter.Logs[island].Epochs {
			if record, err := epoch.DecodeRecord(row.Record); row.Number != 0 && err == nil {
				c.track(island).proves(n, record)
			}
		}
	}
}

// proves notes that a record is on the disk of a node, if that is a voter of the epoch before.
func (c *islandTrack) proves(n *node, r *epoch.Record) {
	row := n.disk.Platter.Row(c.island, r.Number-1)
	if r.Number < 2 || row == nil {
		return
	}
	if before, err := epoch.DecodeRecord(row); err == nil && before.Votes(n.pair.ID()) {
		c.proven[r.Hash()] = true
	}
}

// commits looks at turns that a node, of an epoch, knows to be committed now.
func (c *islandTrack) commits(n *node, r *epoch.Record, upto uint64) {
	v := n.seen.view(c.island)
	first := v.committed + 1
	v.committed = upto
	n.person.committed(c.island, upto)
	if v.joined == 0 {
		return
	}
	core := n.world.Core(c.island)
	for turn := max(first, upto-min(upto, 50)); turn <= upto; turn++ {
		h, ok := core.HashAt(turn)
		if !ok {
			continue
		}
		near := &c.recent[turn%agesKept]
		if near.turn == turn && near.hash == h {
			continue
		}
		had, known := c.chain[turn]
		if known && had.hash != h && c.forgotten(turn, r) {
			known = false
		}
		if known && had.hash != h && c.superseded(turn, r) {
			continue
		}
		if known && had.hash != h {
			c.fail("chain", n, "has another turn %d committed than others", turn)
			return
		}
		if !known {
			c.chain[turn] = committed{h, c.s.net.Now()}
		}
		*near = chained{turn, h}
	}
	if upto > c.top {
		now := c.s.net.Now()
		if c.top > 0 && c.island == message.Home {
			c.s.report.WorstGap = max(c.s.report.WorstGap, now.Sub(c.topAt))
		}
		c.top, c.topAt = upto, now
		if c.island == message.Home {
			c.s.report.Turns = max(c.s.report.Turns, upto)
		}
	}
}

// sending checks a message about an island before it goes out: the promise in a recovery report is on the
// disk.
func (c *checks) sending(n *node, island uint64, m kernel.Send) {
	b := m.Bytes
	if wire.Kind(b[0]) == wire.Island {
		b = b[1+8:]
	}
	if wire.Kind(b[0]) != wire.Recovery || n.disk == nil {
		return
	}
	if core := n.world.Core(island); core != nil {
		if v := core.AcceptorRow(); v != nil && !bytes.Equal(v, n.disk.Platter.Row(island, 0)) {
			c.track(island).fail("synced", n, "reports a promise that is not on its disk")
		}
	}
}

// fail notes the first failure; the run ends.
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

// logger returns the logger of a core.
func (n *node) logger() *slog.Logger {
	if n.s.o.Log == nil {
		return nil
	}
	return n.s.o.Log.With("node", n.name)
}

package host

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// # A file that lost its middle
//
// Rot takes any row of a file, and power the newest; what the store then gives may not reach the last epoch: turns before
// it are missing, so that the state is that of an earlier one, or a record is, so that later ones, or turns, lead nowhere. Of the
// last record nothing does, but the store remembers that there was one (store.Loaded). Others have what is missing, and this peer
// takes over theirs like anybody who was away. Nobody may end an epoch firmly from such a file:
// the epoch has a firm end already, which somebody else may have followed.
//
// When nobody who has more is there for a while, this peer retreats: the records that lead nowhere are archived, and it
// goes on provisionally after the last record that is whole, with the newest state that the file proves. Who has the line
// may come later, and finds a provisional one, as after any time apart; or the founder decrees.

// retreatAfter is how long somebody is waited for who has what the file lost.
const retreatAfter = 2 * provisionalFar

// broken reports whether the file lost what lies between its state and its last record.
func (c *Core) broken() bool { return len(c.line.torn) > 0 || c.line.behind || c.line.unled }

// unled notes that the last epoch that the file has a record of ended by one that it lost.
func (c *Core) unled() {
	if !c.line.unled {
		c.line.unled, c.line.barred = true, append(c.line.barred, c.last().Hash())
	}
}

// lostWords says what is waited for while the file is broken, and for how long.
func (c *Core) lostWords() string {
	if c.fetch != nil && !c.fetch.from.IsZero() {
		if p := c.peers[c.fetch.from]; p != nil {
			return "for " + p.name() + " to send what this world's damaged file lost"
		}
	}
	words := "for a peer that has the lost part of this world's damaged file"
	if _, ok := c.log.(Archiver); !ok {
		return words
	}
	for _, k := range c.order {
		if p := c.peers[k]; c.executes(p) {
			return words + ", or to agree with " + p.name() + " on a turn to continue from"
		}
	}
	left := max(0, retreatAfter-c.lackedFor())
	return fmt.Sprintf("%s; if none comes within %d s, it continues alone from an earlier turn", words, (left+time.Second-1)/time.Second)
}

// replaced says that the state is another one now than that of the file, and which records lead to it; none: it is what was left.
// An epoch before those that the file had records of has an end that nobody here knows.
func (c *Core) replaced(by []*epoch.Record) {
	if n, k := len(c.line.torn), len(by); n > 0 && k > 0 && by[k-1].Number < c.line.torn[n-1].Number {
		c.line.barred = append(c.line.barred, by[k-1].Hash())
	}
	c.line.torn, c.line.behind, c.line.unled = nil, false, false
}

// replayTorn executes the turns of the file up to where the state may change by a record that it lost. The store has
// verified their chain.
func (c *Core) replayTorn(tail []store.Entry) error {
	for _, e := range tail {
		if e.Epoch != c.state.epoch {
			break
		}
		if err := c.machine.Check(e.Body); err == nil {
			if err := c.machine.Step(e.Body); err != nil {
				return err
			}
		}
		c.state.executed, c.state.hash = e.Turn, e.Hash
		c.state.history = append(c.state.history, past{epoch.Turn{Number: e.Turn, Hash: e.Hash, Body: e.Body}, e.Epoch})
		c.disk.given = e.Turn
		c.markOutbox()
	}
	return nil
}

// bar notes which records have a firm end that is not in the own line: those after which archived records lead nowhere. A branch in
// which no turn was lived looks the same but for its name.
func (c *Core) bar(archives []store.Archive) {
	for i := range archives {
		a := &archives[i]
		if a.Island != c.island && a.Island != 0 || a.Tip.Epoch == 0 || a.Tip.Epoch > uint64(len(c.records)) {
			continue
		}
		name := c.records[a.Tip.Epoch-1].Hash()
		last := name
		if n := len(a.Records); n > 0 {
			r, err := epoch.DecodeRecord(a.Records[n-1])
			if err != nil {
				continue
			}
			last = r.Hash()
		}
		if a.ID == retreatID(last, a.Tip.Turn) {
			c.line.barred = append(c.line.barred, name)
		}
	}
}

// retreatID names records that lead nowhere, by the last of them, and the turn that was gone back to.
func retreatID(last [32]byte, turn uint64) [32]byte {
	return sha256.Sum256(wire.AppendU64(append([]byte("manyhold retreat"), last[:]...), turn))
}

// lostEnd reports whether an epoch is known to have a firm end that this peer has lost.
func (c *Core) lostEnd(r *epoch.Record) bool {
	return len(c.line.barred) > 0 && slices.Contains(c.line.barred, r.Hash()) // asked for after every call, nearly always in vain
}

// retreat archives the records that lead nowhere.
func (c *Core) retreat() {
	if c.lackedFor() < retreatAfter {
		return
	}
	n := uint64(len(c.records))
	if len(c.line.torn) == 0 {
		n = max(1, c.state.epoch)
	}
	rest := append(slices.Clone(c.records[n:]), c.line.torn...)
	if len(rest) == 0 && !c.line.unled {
		return
	}
	k := c.capture()
	last := c.last().Hash()
	if len(rest) > 0 {
		last = rest[len(rest)-1].Hash()
	}
	b := store.Branch{ID: retreatID(last, k.turn), Turn: k.turn, Base: k.snapshot, At: c.clock.outside(c.now),
		Island: c.island, Tip: store.Checkpoint{Epoch: n, Turn: k.turn, Hash: k.hash, Digest: k.digest, Snapshot: k.snapshot},
		Words: "Records of later epochs, to which the damaged file of " + c.myName() + " had no turns any more"}
	for _, r := range rest {
		b.Records = append(b.Records, r.Append(nil))
	}
	c.line.folding = &folding{since: c.now, shared: n, point: k.turn, why: "its file is damaged", branch: &branch{id: b.ID}, retreats: true}
	c.out.Archives = append(c.out.Archives, b)
	c.event("retreats to what its file proves", "epoch", n, "turn", k.turn, "records archived", len(rest))
}

// retreated goes on provisionally after the last record that is whole.
func (c *Core) retreated(f *folding) {
	c.replaced(nil)
	c.cutRecords(f.shared)
	c.line.barred = append(c.line.barred, c.last().Hash())
	c.state.epoch, c.state.committed = f.shared, c.state.executed
	c.fetch, c.reunion = nil, nil
	c.line.suspended = nil
	c.rebase(c.capture())
	c.save(c.state.base) // with the number of the epoch that is left
	c.foundProvisional()
	c.notify("This world's file is damaged, and no peer with the newest turns is here: " + c.myName() + " continues for now from an earlier turn")
}

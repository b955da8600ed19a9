package host

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/notice"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// # A file that lost its middle
//
// Rot can damage any row of a file, and a power cut the newest ones. The rest may not reach the last epoch:
// turns before it are missing, so that the state is that of an earlier epoch, or a record is missing, so that
// later records, or turns, lead nowhere. If the last record itself is missing, nothing leads nowhere, but the
// store remembers that there was one (store.Loaded). Other peers have the missing rows, and this peer takes
// them over like any peer that was away. No peer may end an epoch firmly from such a file: the epoch has a
// firm end already, which another peer may have followed.
//
// When no peer with more is there for a while, this peer retreats: it archives the records that lead nowhere
// and goes on provisionally after the last whole record, with the newest state that the file proves. A peer
// that has the whole chain may come later. It then finds a provisional fork, as after any time apart; or the
// founder issues a decree.

// retreatAfter is how long this peer waits for another that has the lost rows.
const retreatAfter = 2 * provisionalFar

// broken reports whether the file lost turns or records between its state and its last record.
func (b *Abandon) broken() bool { return len(b.tornOff) > 0 || b.behind || b.lostRecord }

// waiting describes the wait of a peer with a broken file.
func (b *Abandon) waiting() (words notice.Notice, broken bool) {
	if !b.broken() {
		return "", false
	}
	return b.lostWords(), true
}

// resumes notes whether the turns of the file, which have been executed, reach its last record.
func (b *Abandon) resumes() { b.behind = b.c.history.executed+1 < b.c.ancestry.last().FirstTurn }

// torn is how many records of the file come after one that it lost.
func (b *Abandon) torn() int { return len(b.tornOff) }

// unled notes that the last epoch that the file has a record of ended by one that it lost.
func (b *Abandon) unled() {
	if !b.lostRecord {
		b.lostRecord, b.barred = true, append(b.barred, b.c.ancestry.last().Hash())
	}
}

// lostWords describes the wait while the file is broken, and its duration.
func (b *Abandon) lostWords() notice.Notice {
	if b.c.joining.asks() {
		if p := b.c.peers.Get(b.c.joining.source()); p != nil {
			return notice.New("waits_for_repair", "name", p.name())
		}
	}
	if !b.c.journal.archives() {
		return notice.New("waits_for_lost")
	}
	for _, k := range b.c.peers.Keys() {
		if p := b.c.peers.Get(k); b.c.peers.executes(p) {
			return notice.New("waits_for_retreat", "name", p.name())
		}
	}
	left := max(0, retreatAfter-b.in.separate.lackedFor())
	return notice.New("waits_alone", "seconds", strconv.Itoa(int((left+time.Second-1)/time.Second)))
}

// replaced notes that the state is no longer that of the file, and the records that lead to it; none: it is
// the remaining state. An epoch before the file's records has an end that is unknown here.
func (b *Abandon) replaced(by []*epoch.Record) {
	if n, k := len(b.tornOff), len(by); n > 0 && k > 0 && by[k-1].Number < b.tornOff[n-1].Number {
		b.barred = append(b.barred, by[k-1].Hash())
	}
	b.tornOff, b.behind, b.lostRecord = nil, false, false
}

// replayTorn executes the turns of the file up to where the state may change by a record that it lost. The
// store has verified their chain.
func (b *Abandon) replayTorn(tail []store.Entry) error {
	for _, e := range tail {
		if e.Epoch != b.c.history.epoch {
			break
		}
		_ = b.c.history.step(e.Body) // as when it was executed first
		b.c.history.executed, b.c.history.hash = e.Turn, e.Hash
		b.c.history.turns = append(b.c.history.turns, past{epoch.Turn{Number: e.Turn, Hash: e.Hash, Body: e.Body}, e.Epoch})
		b.c.journal.given = e.Turn
		b.c.parcels.markOutbox()
	}
	return nil
}

// bar notes the records with a firm end outside this peer's own chain: those after which archived records
// lead nowhere. A branch without a turn looks the same except for its name.
func (b *Abandon) bar(archives []store.Archive) {
	for i := range archives {
		a := &archives[i]
		if a.Island != b.c.island && a.Island != 0 || a.Tip.Epoch == 0 || a.Tip.Epoch > uint64(len(b.c.ancestry.records)) {
			continue
		}
		name := b.c.ancestry.records[a.Tip.Epoch-1].Hash()
		last := name
		if n := len(a.Records); n > 0 {
			r, err := epoch.DecodeRecord(a.Records[n-1])
			if err != nil {
				continue
			}
			last = r.Hash()
		}
		if a.ID == retreatID(last, a.Tip.Turn) {
			b.barred = append(b.barred, name)
		}
	}
}

// retreatID names records that lead nowhere, by the last of them, and the turn that was gone back to.
func retreatID(last [32]byte, turn uint64) [32]byte {
	return sha256.Sum256(wire.AppendU64(append([]byte("manyhold retreat"), last[:]...), turn))
}

// lostEnd reports whether an epoch is known to have a firm end that this peer has lost.
func (b *Abandon) lostEnd(r *epoch.Record) bool {
	// asked for after every call, nearly always in vain
	return len(b.barred) > 0 && slices.Contains(b.barred, r.Hash())
}

// retreat archives the records that lead nowhere.
func (abandon *Abandon) retreat() {
	if abandon.in.separate.lackedFor() < retreatAfter {
		return
	}
	n := uint64(len(abandon.c.ancestry.records))
	if len(abandon.tornOff) == 0 {
		n = max(1, abandon.c.history.epoch)
	}
	rest := append(slices.Clone(abandon.c.ancestry.records[n:]), abandon.tornOff...)
	if len(rest) == 0 && !abandon.lostRecord {
		return
	}
	k := abandon.c.history.capture()
	last := abandon.c.ancestry.last().Hash()
	if len(rest) > 0 {
		last = rest[len(rest)-1].Hash()
	}
	b := store.Branch{ID: retreatID(last, k.turn), Turn: k.turn, Base: k.snapshot, At: abandon.c.clock.outside(abandon.c.now),
		Island: abandon.c.island, Tip: store.Checkpoint{Epoch: n, Turn: k.turn, Hash: k.hash, Digest: k.digest, Snapshot: k.snapshot},
		Words: "Records of later epochs, to which the damaged file of " + abandon.in.separate.myName() + " had no turns any more"}
	for _, r := range rest {
		b.Records = append(b.Records, r.Append(nil))
	}
	abandon.running = &abandoning{since: abandon.c.now, shared: n, point: k.turn, why: "its file is damaged", branch: &branch{id: b.ID}, retreats: true}
	abandon.c.out.Archives = append(abandon.c.out.Archives, b)
	abandon.c.event("retreats to what its file proves", "epoch", n, "turn", k.turn, "records archived", len(rest))
}

// retreated goes on provisionally after the last record that is whole.
func (b *Abandon) retreated(f *abandoning) {
	b.replaced(nil)
	b.c.ancestry.cutRecords(f.shared)
	b.barred = append(b.barred, b.c.ancestry.last().Hash())
	b.c.history.epoch, b.c.history.committed = f.shared, b.c.history.executed
	b.c.joining.stop()
	b.c.recovering.stop()
	b.in.separate.parked = nil
	b.c.history.rebase(b.c.history.capture())
	b.c.journal.save(b.c.history.base) // with the number of the epoch that is left
	b.in.separate.foundProvisional()
	b.in.separate.notify("This world's file is damaged, and no peer with the newest turns is here: " + b.in.separate.myName() + " continues for now from an earlier turn")
}

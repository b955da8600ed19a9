package fork

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/notice"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// # Files that lack turns
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

// Waiting describes the wait of a peer with a broken file.
func (b *Abandon) Waiting() (words notice.Notice, broken bool) {
	if !b.broken() {
		return "", false
	}
	return b.lostWords(), true
}

// Resumes notes whether the turns of the file, which have been executed, reach its last record.
func (b *Abandon) Resumes() { b.behind = b.c.History.Executed+1 < b.c.Ancestry.Last().FirstTurn }

// Torn is how many records of the file come after one that it lost.
func (b *Abandon) Torn() int { return len(b.tornOff) }

// Unled notes that the last epoch that the file has a record of ended by one that it lost.
func (b *Abandon) Unled() {
	if !b.lostRecord {
		b.lostRecord, b.barred = true, append(b.barred, b.c.Ancestry.Last().Hash())
	}
}

// lostWords describes the wait while the file is broken, and its duration.
func (b *Abandon) lostWords() notice.Notice {
	if b.c.Joining.Asks() {
		if p := b.c.Peers.Get(b.c.Joining.Source()); p != nil {
			return notice.New("waits_for_repair", "name", p.Name())
		}
	}
	if !b.c.Journal.Archives() {
		return notice.New("waits_for_lost")
	}
	for _, k := range b.c.Peers.Keys() {
		if p := b.c.Peers.Get(k); b.c.Peers.Executes(p) {
			return notice.New("waits_for_retreat", "name", p.Name())
		}
	}
	left := max(0, retreatAfter-b.in.Provisional.LackedFor())
	return notice.New("waits_alone", "seconds", strconv.Itoa(int((left+time.Second-1)/time.Second)))
}

// Replaced notes that the state is no longer that of the file, and the records that lead to it; none: it is
// the remaining state. An epoch before the file's records has an end that is unknown here.
func (b *Abandon) Replaced(by []*epoch.Record) {
	if n, k := len(b.tornOff), len(by); n > 0 && k > 0 && by[k-1].Number < b.tornOff[n-1].Number {
		b.barred = append(b.barred, by[k-1].Hash())
	}
	b.tornOff, b.behind, b.lostRecord = nil, false, false
}

// ReplayTorn executes the turns of the file up to where the state may change by a record that it lost. The
// store has verified their chain.
func (b *Abandon) ReplayTorn(tail []store.Entry) error {
	for _, e := range tail {
		if e.Epoch != b.c.History.Epoch {
			break
		}
		_ = b.c.History.Step(e.Body) // as when it was executed first
		b.c.History.Executed, b.c.History.Hash = e.Turn, e.Hash
		b.c.History.Turns = append(b.c.History.Turns, kernel.PastTurn{Turn: epoch.Turn{Number: e.Turn, Hash: e.Hash, Body: e.Body}, Epoch: e.Epoch})
		b.c.Journal.Given = e.Turn
		b.c.Parcels.MarkOutbox()
	}
	return nil
}

// Bar notes the records with a firm end outside this peer's own chain: those after which archived records
// lead nowhere. A branch without a turn looks the same except for its name.
func (b *Abandon) Bar(archives []store.Archive) {
	for i := range archives {
		a := &archives[i]
		if a.Island != b.c.ID && a.Island != 0 || a.Tip.Epoch == 0 || a.Tip.Epoch > uint64(len(b.c.Ancestry.Records)) {
			continue
		}
		name := b.c.Ancestry.Records[a.Tip.Epoch-1].Hash()
		last := name
		if n := len(a.Records); n > 0 {
			r, err := epoch.DecodeRecord(a.Records[n-1])
			if err != nil {
				continue
			}
			last = r.Hash()
		}
		if a.ID == RetreatID(last, a.Tip.Turn) {
			b.barred = append(b.barred, name)
		}
	}
}

// RetreatID names records that lead nowhere, by the last of them, and the turn that was gone back to.
func RetreatID(last [32]byte, turn uint64) [32]byte {
	return sha256.Sum256(wire.AppendU64(append([]byte("manyhold retreat"), last[:]...), turn))
}

// LostEnd reports whether an epoch is known to have a firm end that this peer has lost.
func (b *Abandon) LostEnd(r *epoch.Record) bool {
	// asked for after every call, nearly always in vain
	return len(b.barred) > 0 && slices.Contains(b.barred, r.Hash())
}

// retreat archives the records that lead nowhere.
func (abandon *Abandon) retreat() {
	if abandon.in.Provisional.LackedFor() < retreatAfter {
		return
	}
	n := uint64(len(abandon.c.Ancestry.Records))
	if len(abandon.tornOff) == 0 {
		n = max(1, abandon.c.History.Epoch)
	}
	rest := append(slices.Clone(abandon.c.Ancestry.Records[n:]), abandon.tornOff...)
	if len(rest) == 0 && !abandon.lostRecord {
		return
	}
	k := abandon.c.History.Capture()
	last := abandon.c.Ancestry.Last().Hash()
	if len(rest) > 0 {
		last = rest[len(rest)-1].Hash()
	}
	b := store.Branch{ID: RetreatID(last, k.Turn), Turn: k.Turn, Base: k.Snapshot, At: abandon.c.Clock.Outside(abandon.c.Now),
		Island: abandon.c.ID, Tip: store.Checkpoint{Epoch: n, Turn: k.Turn, Hash: k.Hash, Digest: k.Digest, Snapshot: k.Snapshot},
		Words: "Records of later epochs, to which the damaged file of " + abandon.in.Provisional.myName() + " had no turns any more"}
	for _, r := range rest {
		b.Records = append(b.Records, r.Append(nil))
	}
	abandon.Running = &abandoning{since: abandon.c.Now, shared: n, point: k.Turn, why: "its file is damaged", branch: &branch{id: b.ID}, retreats: true}
	abandon.c.Out.Archives = append(abandon.c.Out.Archives, b)
	abandon.c.Event("retreating to the proven part of the file", "epoch", n, "turn", k.Turn, "records archived", len(rest))
}

// retreated goes on provisionally after the last record that is whole.
func (b *Abandon) retreated(f *abandoning) {
	b.Replaced(nil)
	b.c.Ancestry.CutRecords(f.shared)
	b.barred = append(b.barred, b.c.Ancestry.Last().Hash())
	b.c.History.Epoch, b.c.History.Committed = f.shared, b.c.History.Executed
	b.c.Joining.Stop()
	b.c.Recovery.Stop()
	b.in.Provisional.Parked = nil
	b.c.History.Rebase(b.c.History.Capture())
	b.c.Journal.Save(b.c.History.Base) // with the number of the epoch that is left
	b.in.Provisional.foundProvisional()
	b.in.Provisional.Notify("This world's file is damaged, and no peer with the newest turns is here: " + b.in.Provisional.myName() + " continues for now from an earlier turn")
}

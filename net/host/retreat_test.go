package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/fork"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// rots takes turns of an epoch before the last one, or a record, or the last record of an epoch without
// turns, from the file of a node that does not run.
func (n *testNode) rots(t *testing.T, what string) {
	f := n.file
	switch what {
	case "last record":
		k := len(f.epochs) - 1
		f.lost = f.epochs[k].Number
		f.epochs = f.epochs[:k]
		f.entries = slices.DeleteFunc(f.entries, func(e store.Entry) bool { return e.Epoch >= f.lost })
		for f.checkpoint.Epoch >= f.lost {
			f.checkpoint, f.older = f.older[len(f.older)-1], f.older[:len(f.older)-1]
		}
		f.writtenTurn = f.entries[len(f.entries)-1].Turn
		return
	case "record":
		at := slices.IndexFunc(f.epochs, func(r store.EpochRow) bool { return r.Number == f.epochs[len(f.epochs)-1].Number-1 && r.Number > 1 })
		if at < 0 {
			t.Fatalf("there is no record in the middle of %d", len(f.epochs))
		}
		f.epochs = slices.Delete(f.epochs, at, at+1)
		return
	}
	last, err := epoch.DecodeRecord(f.epochs[len(f.epochs)-1].Record)
	must(t, err)
	if f.checkpoint.Turn >= last.FirstTurn || len(f.older) > 0 {
		for len(f.older) > 0 && f.checkpoint.Turn+10 >= last.FirstTurn {
			f.checkpoint, f.older = f.older[len(f.older)-1], f.older[:len(f.older)-1]
		}
	}
	f.entries = slices.DeleteFunc(f.entries, func(e store.Entry) bool { return e.Turn+10 >= last.FirstTurn })
	if k := len(f.entries); k == 0 || f.checkpoint.Turn+10 >= last.FirstTurn {
		t.Skipf("the file holds nothing before epoch %d (turn %d, checkpoint %d)", last.Number, last.FirstTurn, f.checkpoint.Turn)
	}
	f.writtenTurn = f.entries[len(f.entries)-1].Turn
}

// TestRotBeforeTheLastEpoch: a file lost turns of an epoch before its last, or a record, or the last record.
// Alone, its peer goes on from the rest, provisionally, and its file is whole again, also after another
// start. When the others come, there is one firm fork, which is theirs, and the turns made alone are in it or
// in an archive. When they are there at once, nothing is provisional.
func TestRotBeforeTheLastEpoch(t *testing.T) {
	for _, what := range []string{"turns", "record", "last record"} {
		for _, alone := range []bool{true, false} {
			name := what + map[bool]string{true: " alone", false: " with others"}[alone]
			t.Run(name, func(t *testing.T) {
				c := newCluster(t, 520, lan)
				c.growAndTalk(2)
				a, b := c.nodes[0], c.nodes[1]
				for range 2 { // two more epochs
					a.crash()
					a.restart()
					c.until("a leads again", 10*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() && a.core.Ancestry.Last().Firm })
					c.until("b follows", 10*time.Second, func() bool {
						return b.core.Ancestry.Last().Number == a.core.Ancestry.Last().Number && protocolOf(b.core).joining.Fetch == nil
					})
					a.say("again")
					c.run(time.Second)
				}
				if alone {
					b.crash()
				}
				a.crash()
				was, left := a.file.writtenTurn, 0
				have := min(b.file.writtenTurn, b.core.History.Committed)
				// the unwritten turns, too
				a.file.entries = slices.DeleteFunc(a.file.entries, func(e store.Entry) bool { return e.Turn > have })
				a.rots(t, what)
				// a alone knew that these were committed
				for turn := have + 1; c.chain[turn] != [32]byte{}; turn++ {
					delete(c.chain, turn)
					delete(c.digests, turn)
				}
				a.restart()
				if alone {
					c.until("a goes on alone", 30*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() && a.core.History.Executed > 0 })
					if a.core.Ancestry.Last().Firm || a.core.Ancestry.Last().Reason != epoch.Provisional {
						t.Fatalf("it goes on in a firm epoch %d (%v)", a.core.Ancestry.Last().Number, a.core.Ancestry.Last().Reason)
					}
					t.Logf("from turn %d of %d, in epoch %d: %s", a.core.Ancestry.Last().FirstTurn, was, a.core.Ancestry.Last().Number, protocolOf(a.core).forks.Provisional.Notice)
					a.say("alone")
					c.run(time.Second)
					left = a.entries(a)
					a.crash()
					a.restart()
					c.until("a goes on once more", 30*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() })
					for _, r := range a.core.Ancestry.Records {
						if r.Number >= firstProvisional(a.core).Number && r.Firm {
							t.Fatalf("epoch %d (%v) is firm", r.Number, r.Reason)
						}
					}
					if a.entries(a) != left {
						t.Errorf("%d entries, %d before", a.entries(a), left)
					}
					b.restart()
				}
				took := c.until("both are in one firm fork", 40*time.Second, func() bool {
					return a.core.Epoch != nil && b.core.Epoch != nil && a.core.Ancestry.Last().Firm && a.core.Ancestry.Last().Hash() == b.core.Ancestry.Last().Hash() &&
						protocolOf(a.core).joining.Fetch == nil && protocolOf(b.core).joining.Fetch == nil && a.core.History.Executed+20 > b.core.History.Executed && b.core.History.Executed > was
				})
				t.Logf("one firm fork after %v", took)
				if got := b.entries(a); got < 7 {
					t.Errorf("b has %d entries of a", got)
				}
				a.say("together")
				c.run(time.Second)
			})
		}
	}
}

// TestEmptyBranchBarsNothing: a branch without a turn is no retreat. A peer that archived one does not
// mistake an epoch of the same number in the firm chain for one whose end it has lost; with that mistake
// nobody could go on any more.
func TestEmptyBranchBarsNothing(t *testing.T) {
	c := newCluster(t, 521, lan)
	c.growAndTalk(4)
	core := c.nodes[0].core
	first, second := core.Ancestry.Records[0], core.Ancestry.Records[1]
	turn := second.FirstTurn - 3
	r := first.After(epoch.Provisional, epoch.Position{Turn: turn, Hash: [32]byte{1}})
	r.Rules, r.Ticks, r.Voters = first.Rules, first.Ticks, []epoch.Voter{core.Self}
	r.Sign(core.Options.Key)
	empty := store.Branch{ID: message.BranchID(r.Hash(), turn, [32]byte{1}), Turn: turn, Island: message.Home, Records: [][]byte{r.Append(nil)},
		Tip: store.Checkpoint{Epoch: r.Number, Turn: turn, Hash: [32]byte{1}}}
	protocolOf(core).forks.Abandon.Bar([]store.Archive{{Branch: empty}})
	if r.Number != second.Number || protocolOf(core).forks.Abandon.LostEnd(second) {
		t.Errorf("the end of epoch %d counts as lost", second.Number)
	}
	retreat := empty
	retreat.ID, retreat.Tip.Epoch = fork.RetreatID(r.Hash(), turn), first.Number
	protocolOf(core).forks.Abandon.Bar([]store.Archive{{Branch: retreat}})
	if !protocolOf(core).forks.Abandon.LostEnd(first) || protocolOf(core).forks.Abandon.LostEnd(second) {
		t.Error("a retreat is not known")
	}
}

package epoch

import (
	"errors"
	"testing"

	"manyhold/net/wire"
)

// TestConclude: the complete end of an epoch is taken from any peer. Refused are a part of it, an end
// without a voter's signature, and an uncommitted one.
func TestConclude(t *testing.T) {
	committee := []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}, {pair(3).ID(), 9}}
	home := second(first())
	show := func() (*trio, *Record, *Run) {
		g := newTrio(t, home, home)
		if err := g.nodes[0].Close(g.now, []byte("turn"), nil, nil); err != nil {
			t.Fatal(err)
		}
		r := g.nodes[0].Next(Committee)
		r.Voters = committee
		r.Sign(pair(1))
		if err := g.nodes[0].Succeed(g.now, r); err != nil {
			t.Fatal(err)
		}
		var run Run
		ReadRun(wire.NewCursor(g.nodes[0].AppendWindow(nil, 9, 12<<10, Share{Signatures: true})), &run)
		run.Commit = run.Last()
		return g, r, &run
	}
	g, want, run := show()
	run.Term = 1 << 40 // a stranger cannot raise the term
	if err := g.nodes[2].Conclude(run); err != nil {
		t.Fatal(err)
	}
	got := g.nodes[2].Ready()
	if g.nodes[2].Synced(); got.Successor == nil || got.Successor.Hash() != want.Hash() || got.Committed != want.FirstTurn-1 || !g.nodes[2].Over() || g.nodes[2].Term() >= 1<<40 {
		t.Errorf("ended by %v, committed %d", got.Successor, got.Committed)
	}
	for name, change := range map[string]func(r *Run){
		"not committed":     func(r *Run) { r.Commit = r.Previous },
		"without the end":   func(r *Run) { r.Entries = r.Entries[:len(r.Entries)-1]; r.Commit = r.Last() },
		"with another turn": func(r *Run) { r.Entries[len(r.Entries)-2].Data = []byte("\x01other") },
	} {
		g, _, run := show()
		change(run)
		if err := g.nodes[2].Conclude(run); err == nil || g.nodes[2].Ready().Successor != nil || g.nodes[2].Committed() != home.FirstTurn-1 {
			t.Errorf("%s: taken (%v)", name, err)
		}
	}
	g, want, run = show()
	forged := *want
	forged.Sign(pair(9))
	run.Entries[len(run.Entries)-1].Data = append([]byte{entrySuccessor}, forged.Append(nil)...)
	if err := g.nodes[2].Conclude(run); !errors.Is(err, ErrStranger) {
		t.Errorf("signed by a stranger: %v", err)
	}
	if err := g.nodes[0].Conclude(run); !errors.Is(err, ErrStranger) {
		t.Errorf("told to the leader: %v", err)
	}
}

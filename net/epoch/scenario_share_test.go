package epoch

import (
	"bytes"
	"slices"
	"testing"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// TestCommandSignaturesGoOnce: entries that a voter acknowledged are not repeated to it; all others are, with
// their command signatures.
func TestCommandSignaturesGoOnce(t *testing.T) {
	home := second(first())
	home.Ticks = 3
	made := successor(home, Provisional, func(r *Record) { r.Voters = []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}, {pair(3).ID(), 9}} })
	g := newTrio(t, made, home)
	leader := g.nodes[0]
	signatures := AppendAggregate(AppendCommandSignature(nil, 0, [key.HalfSize]byte{1}), [key.HalfSize]byte{2})
	sent := func(to byte) (b []byte, counts []int) {
		b = leader.AppendWindow(nil, 3, frameRoom, Share{Signatures: true, Had: leader.Acknowledged(pair(to).ID())})
		var run Run
		if ReadRun(wire.NewCursor(b), &run); len(run.Entries) == 0 {
			t.Fatal("nothing is sent")
		}
		for _, x := range run.Entries {
			if len(x.Data) == 0 {
				continue // raft's, at the beginning of a term
			}
			_, w, err := splitTurn(x.Data)
			if err != nil {
				t.Fatal(err)
			}
			counts = append(counts, len(w)/CommandSignatureSize)
		}
		return b, counts
	}
	for turn := range 5 {
		if err := leader.Close(g.now, []byte("turn"), signatures, nil); err != nil {
			t.Fatal(err)
		}
		b, heard := sent(2)
		if !slices.Equal(heard, []int{1}) {
			t.Fatalf("turn %d: %v go to who has heard all before", turn, heard)
		}
		if _, deaf := sent(3); len(deaf) != min(turn+1, 3) || slices.Contains(deaf, 0) {
			t.Fatalf("turn %d: %v go to who has said nothing", turn, deaf)
		}
		g.run(1, b)
		for _, m := range g.nodes[1].Ready().Messages {
			if err := leader.Step(pair(2).ID(), m.Message); err != nil {
				t.Fatal(err)
			}
		}
		if last := leader.lastIndex(); leader.Acknowledged(pair(2).ID()) != last || leader.Acknowledged(pair(3).ID()) >= last {
			t.Fatalf("turn %d: %d and %d of %d are acknowledged", turn, leader.Acknowledged(pair(2).ID()), leader.Acknowledged(pair(3).ID()), last)
		}
	}
	for i := g.nodes[1].lastIndex(); i > g.nodes[1].lastIndex()-5; i-- {
		if _, w, err := splitTurn(g.nodes[1].at(i).data); err != nil || !bytes.Equal(w, signatures) {
			t.Fatalf("entry %d has the signatures %x, %v", i, w, err)
		}
	}
	if b := leader.AppendWindow(nil, 3, frameRoom, Share{Signatures: true, Had: leader.lastIndex()}); len(b) == 0 {
		t.Error("a leader with nothing new does not say that it leads")
	} else {
		g.run(1, b)
	}
	if g.nodes[1].Acknowledged(pair(1).ID()) != 0 {
		t.Error("who does not lead knows what others have")
	}
}

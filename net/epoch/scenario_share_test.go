package epoch

import (
	"bytes"
	"slices"
	"testing"
	"time"

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

// TestOlderEntriesAreSent: the entries that a window has no room for go into further runs, none twice and
// none beyond the room; and a leader waits for its voters for longer where the round trip is long.
func TestOlderEntriesAreSent(t *testing.T) {
	home := second(first())
	home.Ticks = 3
	g := newTrio(t, successor(home, Provisional, func(r *Record) { r.Voters = []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}, {pair(3).ID(), 9}} }), home)
	leader := g.nodes[0]
	for range 5 {
		if err := leader.Close(g.now, make([]byte, 400), nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	last, share := leader.lastIndex(), Share{}
	if n := last - leader.window(3, 700, share) + 1; n != 1 {
		t.Fatalf("a window has %d entries", n)
	}
	got := []uint64{}
	for next := uint64(0); ; {
		var b []byte
		if b, next = leader.AppendOlder(nil, next, 4, 700, 1000, share); next == 0 {
			break
		}
		var run Run
		if ReadRun(wire.NewCursor(b), &run); len(b) > 1050 || run.Last()+1 != next {
			t.Fatalf("%d bytes, up to %d, and then %d", len(b), run.Last(), next)
		}
		for n := range run.Entries {
			got = append(got, run.Previous+1+uint64(n))
		}
	}
	if !slices.Equal(got, []uint64{last - 3, last - 2, last - 1, last}) {
		t.Errorf("the entries %v of %d are sent", got, last)
	}
	if _, next := leader.AppendOlder(nil, 0, 4, 7000, 1000, share); next != 0 {
		t.Error("entries are sent again for which the window has room")
	}
	leader.SetReserve(500 * time.Millisecond)
	for after, stalls := range map[time.Duration]bool{Patience + 100*time.Millisecond: false, 2 * Patience: true} {
		if leader.Stalled(g.now.Add(after)) != stalls {
			t.Errorf("stalled after %v: %v", after, !stalls)
		}
	}
}

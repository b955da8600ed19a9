package epoch

import (
	"bytes"
	"errors"
	"testing"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"
)

// contradictingHeads returns two heads of pair 1 that contradict each other.
func contradictingHeads() (at Where, a, b Head) {
	at = second(first()).Where()
	return at, Head{Term: 2, Turn: 40, Hash: [32]byte{1}}.Signed(pair(1), at), Head{Term: 2, Turn: 40, Hash: [32]byte{2}}.Signed(pair(1), at)
}

func TestProof(t *testing.T) {
	at, a, b := contradictingHeads()
	p, ok := NewEquivocation(at, pair(1).ID(), b, a)
	if !ok {
		t.Fatal("proves nothing")
	}
	e := p.Append(nil)
	got, err := DecodeEquivocation(e)
	if err != nil || *got != *p || !bytes.Equal(got.Append(nil), e) || len(e) > MaxEquivocation {
		t.Errorf("%v, %d bytes", err, len(e))
	}
	if k, ok := Accused(e); !ok || k != pair(1).ID() {
		t.Error("accuses somebody else")
	}
	for i := range e {
		bad := bytes.Clone(e)
		bad[i] ^= 1
		if _, err := DecodeEquivocation(bad); !errors.Is(err, ErrEvidence) {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
	elsewhere := at
	elsewhere.Island++
	another := at
	another.Epoch[0]++
	for name, x := range map[string][2]Head{
		"one story":                      {a, a},
		"another turn":                   {a, Head{Term: 2, Turn: 41, Hash: b.Hash}.Signed(pair(1), at)},
		"another term":                   {a, Head{Term: 3, Turn: 40, Hash: b.Hash}.Signed(pair(1), at)},
		"another signer":                 {a, Head{Term: 2, Turn: 40, Hash: b.Hash}.Signed(pair(2), at)},
		"another island":                 {a, Head{Term: 2, Turn: 40, Hash: b.Hash}.Signed(pair(1), elsewhere)},
		"an epoch of the same number":    {a, Head{Term: 2, Turn: 40, Hash: b.Hash}.Signed(pair(1), another)},
		"one that was changed by others": {a, {Term: 2, Turn: 40, Hash: [32]byte{7}, Signature: b.Signature}},
	} {
		if _, ok := NewEquivocation(at, pair(1).ID(), x[0], x[1]); ok {
			t.Errorf("%s: a proof", name)
		}
	}
}

func FuzzDecodeProof(f *testing.F) {
	at, a, b := contradictingHeads()
	p, _ := NewEquivocation(at, pair(1).ID(), a, b)
	f.Add(p.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := DecodeEquivocation(b); err == nil && !bytes.Equal(p.Append(nil), b) {
			t.Error("two encodings of one proof")
		}
		Accused(b)
	})
}

// TestRenouncedLeader: its messages are ignored, and another leader is elected at once.
func TestRenouncedLeader(t *testing.T) {
	g := newTrio(t, second(first()), nil)
	if err := g.nodes[0].Close(g.now, []byte("turn"), nil, nil); err != nil {
		t.Fatal(err)
	}
	g.send()
	liar := pair(1).ID()
	for _, e := range g.nodes[1:] {
		e.Renounce(g.now, pair(9).ID()) // renouncing a peer that does not vote has no effect
		if e.Renounced(pair(9).ID()) || e.Deceived() {
			t.Error("a stranger was renounced")
		}
		e.Renounce(g.now, liar)
	}
	g.now = g.now.Add(50 * time.Millisecond)
	for range 5 {
		for i := 1; i < 3; i++ {
			g.nodes[i].Tick(g.now)
			for _, m := range g.nodes[i].Ready().Messages {
				if m.To != liar {
					_ = g.nodes[3-i].Step(pair(byte(i+1)).ID(), m.Message)
				}
			}
		}
	}
	if !g.nodes[1].Leading() || g.nodes[1].Term() <= 2 {
		t.Errorf("nobody was elected: term %d", g.nodes[1].Term())
	}
	if err := g.nodes[2].Step(liar, Message{Type: pb.MsgHeartbeat, Term: 99}); !errors.Is(err, ErrStranger) {
		t.Error(err)
	}
	if err := g.nodes[2].Accept(liar, &Run{Term: 99, Previous: 1, LogTerm: 1, Commit: 1}, false); !errors.Is(err, ErrStranger) {
		t.Error(err)
	}
}

// TestReinstall: a voter that was given other turns takes the state of most voters, and votes as before,
// but not twice.
func TestReinstall(t *testing.T) {
	g := newTrio(t, second(first()), nil)
	e := g.nodes[2]
	if e.Reinstall(Position{Index: 3, Term: 2, Turn: 100}) {
		t.Fatal("without a liar")
	}
	if err := g.nodes[0].Close(g.now, []byte("false"), nil, nil); err != nil {
		t.Fatal(err)
	}
	g.send()
	g.send()
	if e.Committed() != 100 {
		t.Fatal(e.Committed())
	}
	e.Renounce(g.now, pair(1).ID())
	vote := func(from byte) bool {
		_ = e.Step(pair(from).ID(), Message{Type: pb.MsgVote, Term: 7, Index: 9, LogTerm: 6})
		for _, m := range e.Ready().Messages {
			if m.Message.Type == pb.MsgVoteResp && !m.Message.Reject {
				return true
			}
		}
		return false
	}
	if !vote(2) {
		t.Fatal("no vote")
	}
	at := Position{Index: 3, Term: 2, Turn: 100, Hash: [32]byte{7}}
	if !e.Reinstall(at) || e.Last() != at || e.Committed() != 100 || !e.Member() || e.Term() != 7 {
		t.Errorf("%+v, term %d", e.Last(), e.Term())
	}
	e.Ready()
	clear(e.renounced) // so that it would listen to another candidate
	if vote(1) {
		t.Error("two votes in one term")
	}
	if !vote(2) {
		t.Error("its vote is forgotten")
	}
}

package epoch

import (
	"bytes"
	"errors"
	"testing"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
	"manyhold/net/wire"
)

func pair(b byte) key.Pair { return key.FromSeed([32]byte{b}) }

// first returns a valid founding record of pair 1.
func first() *Record {
	r := &Record{Reason: Founded, World: [32]byte{9}, Island: Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true,
		Voters: []Voter{{pair(1).ID(), 7}}}
	r.Sign(pair(1))
	return r
}

func second(before *Record) *Record {
	r := &Record{Reason: Committee, World: before.World, Island: before.Island, Number: 2, Previous: before.Hash(), FirstTurn: 100, Chain: [32]byte{5},
		Rules: 1, Ticks: 3, Firm: true, Voters: []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}, {pair(3).ID(), 9}}, Heirs: []key.ID{pair(4).ID()}}
	r.Sign(pair(1))
	return r
}

func TestRecordRoundTrip(t *testing.T) {
	for _, r := range everyRecord() {
		b := r.Append(nil)
		got, err := DecodeRecord(b)
		if err != nil {
			t.Fatal(r.Reason, err)
		}
		if !bytes.Equal(got.Append(nil), b) || got.Hash() != r.Hash() {
			t.Errorf("%v: not the same again", r.Reason)
		}
	}
}

func TestRecordsThatAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(r *Record){
		"even committee":      func(r *Record) { r.Voters = r.Voters[:2] },
		"no committee":        func(r *Record) { r.Voters = nil },
		"a voter twice":       func(r *Record) { r.Voters[2] = r.Voters[1] },
		"no turn length":      func(r *Record) { r.Ticks = 0 },
		"founded twice":       func(r *Record) { r.Reason = Founded },
		"recovered by three":  func(r *Record) { r.Reason = Recovered },
		"turn zero":           func(r *Record) { r.FirstTurn = 0 },
		"an unknown reason":   func(r *Record) { r.Reason = 99 },
		"a number that wraps": func(r *Record) { r.Number = 1 << 63 },
	} {
		r := second(first())
		spoil(r)
		r.Sign(pair(1))
		if _, err := DecodeRecord(r.Append(nil)); !errors.Is(err, ErrRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := second(first())
	r.Rules++
	if _, err := DecodeRecord(r.Append(nil)); !errors.Is(err, ErrRecord) {
		t.Errorf("changed after signing: %v", err)
	}
}

func TestFollows(t *testing.T) {
	f := first()
	if err := second(f).Follows(f); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(r *Record){
		"another world":        func(r *Record) { r.World[0]++ },
		"a gap":                func(r *Record) { r.Number++ },
		"another predecessor":  func(r *Record) { r.Previous[0]++ },
		"older rules":          func(r *Record) { r.Rules = 0 },
		"newer rules":          func(r *Record) { r.Rules++ }, // of the same processes
		"signed by a stranger": func(r *Record) { r.Signer = pair(9).ID() },
		"turns that go back":   func(r *Record) { r.FirstTurn = 0 },
	} {
		r := second(f)
		spoil(r)
		if err := r.Follows(f); !errors.Is(err, ErrSuccession) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := second(f)
	r := &Record{Reason: Recovered, World: s.World, Island: s.Island, Firm: true, Number: 3, Previous: s.Hash(), FirstTurn: 200, Rules: 1, Ticks: 3, Voters: []Voter{{pair(1).ID(), 8}}}
	r.Sign(pair(1))
	if err := r.Follows(s); !errors.Is(err, ErrSuccession) {
		t.Errorf("a recovery after three voters: %v", err)
	}
}

func TestRestartedVoterIsNobody(t *testing.T) {
	r := second(first())
	e := New(Config{Record: r, Me: Voter{pair(2).ID(), 99}, Fresh: true, Now: time.Unix(0, 0)})
	if e.Member() {
		t.Error("another process of the key votes")
	}
	if e = New(Config{Record: r, Me: Voter{pair(2).ID(), 8}, Now: time.Unix(0, 0)}); e.Member() {
		t.Error("a process that forgot this epoch votes")
	}
}

// TestHostileMessages: wrong messages of a voter are refused or ignored. Raft's panics are for our own
// bugs.
func TestHostileMessages(t *testing.T) {
	now := time.Unix(0, 0)
	r := second(first())
	leader := New(Config{Record: r, Me: Voter{pair(1).ID(), 7}, Fresh: true, Now: now})
	voter := New(Config{Record: r, Me: Voter{pair(2).ID(), 8}, Fresh: true, Now: now})
	_ = leader.Close(now, []byte("x"), nil, nil)
	for _, e := range []*Epoch{leader, voter} {
		for _, from := range []byte{1, 2, 3} {
			for _, typ := range []pb.MessageType{pb.MsgAppResp, pb.MsgVote, pb.MsgVoteResp, pb.MsgPreVote, pb.MsgPreVoteResp, pb.MsgHeartbeat, pb.MsgHeartbeatResp} {
				for _, n := range []uint64{0, 1, 3, 1 << 40} {
					_ = e.Step(pair(from).ID(), Message{Type: typ, Term: 2, Index: n, LogTerm: n, Commit: n, Hint: n, Reject: n%2 == 1})
				}
			}
			for _, previous := range []uint64{1, 2, 500} {
				for _, commit := range []uint64{1, 2, previous} {
					_ = e.Accept(pair(from).ID(), &Run{Term: 2, Previous: previous, LogTerm: 1, Commit: commit,
						Entries: []RunEntry{{2, []byte{entryTurn, 1}}, {2, []byte{77}}}}, from == 3)
				}
			}
			e.Ready()
		}
	}
	if err := leader.Step(pair(9).ID(), Message{Type: pb.MsgVote, Term: 99}); !errors.Is(err, ErrStranger) {
		t.Errorf("a stranger votes: %v", err)
	}
	if err := voter.Accept(pair(9).ID(), &Run{Term: 2, Previous: 1, LogTerm: 1}, false); !errors.Is(err, ErrStranger) {
		t.Errorf("a stranger leads: %v", err)
	}
}

func TestCompactionKeepsWhatIsAsked(t *testing.T) {
	now := time.Unix(0, 0)
	e := New(Config{Record: first(), Me: Voter{pair(1).ID(), 7}, Fresh: true, Now: now})
	for i := range uint64(3 * Kept) {
		if err := e.Close(now, []byte("turn"), nil, nil); err != nil {
			t.Fatal(err)
		}
		e.Persisted(i + 1)
		e.Ready()
	}
	if len(e.entries) >= 2*Kept || len(e.entries) < Kept {
		t.Errorf("%d entries are kept", len(e.entries))
	}
	if _, ok := e.AppendFrom(nil, 2, 1000, Share{Signatures: true}); ok {
		t.Error("gives what it does not have")
	}
	if _, ok := e.AppendFrom(nil, e.lastIndex()-Kept+10, 1000, Share{Signatures: true}); !ok {
		t.Error("does not give what it has")
	}
	if p, ok := e.At(3*Kept - 5); !ok || p.Turn != 3*Kept-5 {
		t.Errorf("At: %v %v", p, ok)
	}
}

func TestChainHashIsFixed(t *testing.T) {
	h := ChainHash([32]byte{1}, [32]byte{2}, 3, 4, 5, []byte("body"))
	if h != ChainHash([32]byte{1}, [32]byte{2}, 3, 4, 5, []byte("body")) || h == ChainHash([32]byte{1}, [32]byte{2}, 3, 4, 5, []byte("bodx")) {
		t.Error("not a hash")
	}
	const want = "7c3xzjcrthb4d7easdnkh6zd3lc7u5s42rriflhnsnmkmoj55w4q"
	if got := key.ID(h).String(); got != want {
		t.Errorf("the format changed: %s", got)
	}
}

func FuzzDecodeRecord(f *testing.F) {
	for _, r := range everyRecord() {
		f.Add(r.Append(nil))
	}
	for _, b := range earlyRecords(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := DecodeRecord(b); err == nil && !bytes.Equal(r.Append(nil), b) {
			t.Error("two encodings of one record")
		}
	})
}

func FuzzReadRun(f *testing.F) {
	r := Run{Term: 3, Previous: 5, LogTerm: 2, Commit: 6, Entries: []RunEntry{{2, []byte{1, 2}}, {3, nil}}}
	f.Add(r.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Run
		c := wire.NewCursor(b)
		if ReadRun(c, &r); c.Done() == nil && !bytes.Equal(r.Append(nil), b) {
			t.Error("two encodings of one run")
		}
	})
}

func FuzzReadMessage(f *testing.F) {
	m := Message{Type: pb.MsgAppResp, Term: 3, Index: 9, Context: []byte("c")}
	f.Add(m.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		c := wire.NewCursor(b)
		if m := ReadMessage(c); c.Done() == nil && !bytes.Equal(m.Append(nil), b) {
			t.Error("two encodings of one message")
		}
	})
}

func FuzzReadHead(f *testing.F) {
	f.Add(Head{Term: 1, Turn: 2}.Signed(pair(1), first().Where()).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		c := wire.NewCursor(b)
		if h := ReadHead(c); c.Done() == nil && !bytes.Equal(h.Append(nil), b) {
			t.Error("two encodings of one head")
		}
	})
}

// FuzzEpoch gives a voter and a leader anything a voter can send.
func FuzzEpoch(f *testing.F) {
	run := Run{Term: 2, Previous: 1, LogTerm: 1, Commit: 1, Entries: []RunEntry{{2, nil}, {2, []byte{1, 2}}}}
	f.Add(run.Append([]byte{0}))
	m := Message{Type: pb.MsgPreVote, Term: 3, Index: 9, LogTerm: 2}
	f.Add(m.Append([]byte{1}))
	f.Fuzz(func(t *testing.T, b []byte) {
		now := time.Unix(0, 0)
		for _, me := range []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}, {pair(5).ID(), 1}} {
			e := New(Config{Record: second(first()), Me: me, Fresh: true, Now: now})
			if e.Leading() {
				_ = e.Close(now, []byte("x"), nil, nil)
			}
			now = now.Add(time.Second)
			e.Tick(now)
			for c := wire.NewCursor(b); c.Err() == nil && c.Len() > 0; {
				switch c.U8() % 3 {
				case 0:
					var r Run
					if ReadRun(c, &r); c.Err() == nil {
						_ = e.Accept(pair(3).ID(), &r, false)
					}
				case 1:
					if m := ReadMessage(c); c.Err() == nil {
						_ = e.Step(pair(3).ID(), m)
					}
				case 2:
					var r Run
					if ReadRun(c, &r); c.Err() == nil {
						_ = e.Accept(pair(3).ID(), &r, true)
					}
				}
				e.Ready()
			}
		}
	})
}

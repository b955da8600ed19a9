package epoch

import (
	"errors"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// frameRoom is the space for a run in a frame, see net/host.
const frameRoom = 700

// trio is a group of pairs 1 to 3 without a network between them. The first leads.
type trio struct {
	t     *testing.T
	now   time.Time
	nodes [3]*Epoch
}

func newTrio(t *testing.T, r, firm *Record) *trio {
	g := &trio{t: t, now: time.Unix(0, 0)}
	for i := range g.nodes {
		v := Voter{pair(byte(i + 1)).ID(), uint64(7 + i)}
		g.nodes[i] = New(Config{Record: r, Me: v, Fresh: true, Now: g.now, Firm: firm, Founder: pair(1).ID()})
	}
	return g
}

// run decodes a node's output and gives it to another.
func (g *trio) run(to int, b []byte) {
	g.t.Helper()
	c := wire.NewCursor(b)
	var r Run
	if ReadRun(c, &r); c.Done() != nil {
		g.t.Fatal(c.Done())
	}
	if err := g.nodes[to].Accept(pair(1).ID(), &r, false); err != nil {
		g.t.Fatal(err)
	}
}

// send gives the leader's window to the others. They ask for entries that do not fit, and their answers go
// to the leader.
func (g *trio) send() (asked int) {
	g.t.Helper()
	for i := 1; i < 3; i++ {
		g.run(i, g.nodes[0].AppendWindow(nil, 3, frameRoom, Share{Signatures: true}))
		if first := g.nodes[i].Want(); first != 0 {
			asked++
			b, ok := g.nodes[0].AppendFrom(nil, first, 12<<10, Share{Signatures: true})
			if !ok || len(b) == 0 {
				g.t.Fatal("the leader lacks what is asked for")
			}
			g.run(i, b)
		}
		for _, m := range g.nodes[i].Ready().Messages {
			if err := g.nodes[0].Step(pair(byte(i+1)).ID(), m.Message); err != nil {
				g.t.Fatal(err)
			}
		}
	}
	return asked
}

// TestEveryOrderedReasonEndsAnEpoch: this includes a record that fits no frame; the others ask for it.
func TestEveryOrderedReasonEndsAnEpoch(t *testing.T) {
	committee := []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}, {pair(3).ID(), 9}}
	home := second(first())
	home.Ticks = 3
	aside := successor(home, Provisional, func(r *Record) { r.Voters = committee })
	division := successor(home, Split, func(r *Record) { r.Parts[0].Voters = committee })
	asked := 0
	for reason := Founded; reason <= Begun; reason++ {
		before := home
		switch reason {
		case Decreed:
			before = aside
		case Ended:
			before = division.Begin(0)
			before.Sign(pair(1))
		}
		g := newTrio(t, before, home)
		leader := g.nodes[0]
		if err := leader.Close(g.now, []byte("turn"), nil, nil); err != nil {
			t.Fatal(err)
		}
		r := leader.Next(reason)
		made := successor(before, reason, func(s *Record) {
			s.FirstTurn, s.Chain = r.FirstTurn, r.Chain
			for i := range s.Parts {
				s.Parts[i].Island = IslandOf(s.Division(), uint8(i))
			}
			if reason == Room {
				s.Roster = nil
				for i := range byte(MaxRoster) {
					s.Roster = append(s.Roster, key.ID{i})
				}
			}
		})
		if reason == Founded || reason == Begun || reason == Agreed {
			continue // no records of a log, and DecodeRecord refuses them here
		}
		if err := leader.Succeed(g.now, made); err != nil {
			t.Fatal(err)
		}
		if !reason.ordered() {
			refused := false
			b := leader.AppendWindow(nil, 3, 12<<10, Share{Signatures: true})
			var run Run
			ReadRun(wire.NewCursor(b), &run)
			refused = errors.Is(g.nodes[1].Accept(pair(1).ID(), &run, false), ErrInvalid)
			if !refused {
				t.Errorf("%v: taken from a log", reason)
			}
			continue
		}
		asked += g.send()
		asked += g.send() // the second sends the committed index
		for i, e := range g.nodes {
			got := e.Ready().Successor
			if got == nil {
				got = e.Successor()
			}
			e.Synced()
			if got == nil || got.Hash() != made.Hash() || !e.Over() || !e.Ending() {
				t.Errorf("%v: %d has not ended: %v", reason, i, got)
			}
		}
		if err := leader.Close(g.now, []byte("late"), nil, nil); !errors.Is(err, ErrNotLeading) || leader.Committed() != made.FirstTurn-1 {
			t.Errorf("%v: a turn after the end: %v", reason, err)
		}
	}
	if asked != 2 {
		t.Errorf("%d were asked for by the stream, the room's record by two", asked)
	}
}

// TestNothingHappensInAnEndedIsland: the epoch of an Ended record has no voters.
func TestNothingHappensInAnEndedIsland(t *testing.T) {
	ended := successor(child(successor(second(first()), Split)), Ended)
	now := time.Unix(0, 0)
	for _, me := range []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}} {
		e := New(Config{Record: ended, Me: me, Fresh: true, Now: now})
		for range 100 {
			now = now.Add(100 * time.Millisecond)
			e.Tick(now)
			if r := e.Ready(); len(r.Ordered)+len(r.Messages) > 0 || r.Successor != nil {
				t.Fatalf("%+v", r)
			}
		}
		if e.Member() || e.Leading() || e.Closes(now) || e.Over() || e.Ending() || !e.Leader().IsZero() || !e.Deadline().IsZero() {
			t.Error("somebody leads it")
		}
		if err := e.Close(now, []byte("x"), nil, nil); !errors.Is(err, ErrNotLeading) {
			t.Error(err)
		}
		if err := e.Accept(pair(1).ID(), &Run{Term: 2, Previous: 1, LogTerm: 1, Commit: 1}, true); !errors.Is(err, ErrStranger) {
			t.Error(err)
		}
		if e.Install(Position{Index: 9, Term: 2, Turn: ended.FirstTurn + 5}) || e.Committed() != ended.FirstTurn-1 {
			t.Error("it went on")
		}
	}
}

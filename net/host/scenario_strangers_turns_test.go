package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// instead is a frame with a run that names another term for the newest entry of a log, and so would take its
// place.
func instead(e *epoch.Epoch, data []byte) []byte {
	last, before := e.Last(), e.Last().Term
	if at, ok := e.At(last.Turn - 1); ok && at.Index == last.Index-1 {
		before = at.Term
	}
	run := epoch.Run{Term: e.Term() + 1, Previous: last.Index - 1, LogTerm: before, Commit: last.Index - 1,
		Entries: []epoch.RunEntry{{Term: e.Term() + 1, Data: data}}}
	f := message.BeginFrame(nil, e.Record().Number)
	f[1] |= message.HasRun
	return run.Append(f)
}

// TestStrangersRun: turns from a peer that does not vote make nobody go back, and keep nobody from noticing
// that no turns come.
func TestStrangersRun(t *testing.T) {
	c := newCluster(t, 8, lan)
	c.grow(4)
	liar := c.follower(false)
	for range 500 {
		for _, n := range c.nodes {
			if n != liar {
				n.core.Receive(n.now(), liar.id(), link.Datagram, instead(n.core.Epoch, nil))
				n.act()
			}
		}
		c.run(3 * time.Millisecond)
	}
	for _, n := range c.nodes {
		if n.core.Counters[counter.Rewinds] > 0 {
			t.Errorf("%s went back %d times", n.name, n.core.Counters[counter.Rewinds])
		}
	}
	c.agree(time.Second)
}

// TestLongTurnGoesAtOnce: no peer has to ask for a turn with signatures that do not fit a frame.
func TestLongTurnGoesAtOnce(t *testing.T) {
	c := newCluster(t, 9, lan)
	c.grow(5)
	c.run(time.Second)
	asked := 0
	for _, n := range c.nodes[1:] {
		n.twist = func(_ key.ID, m []byte) []byte {
			if wire.Kind(m[0]) == wire.WantTurns {
				asked++
			}
			return m
		}
	}
	for range 10 {
		for _, n := range c.nodes {
			for range 4 {
				n.say("x")
			}
		}
		c.run(300 * time.Millisecond)
	}
	if asked > 0 {
		t.Errorf("asked %d times", asked)
	}
}

// TestFirstTurnShownAnew: a peer sends something else, which cannot be taken, in the place of an epoch's
// first turn. Nobody loses that turn for it, though the state before it is one of the epoch before. The false
// turn does not count as ordered.
func TestFirstTurnShownAnew(t *testing.T) {
	c := newCluster(t, 10, lan)
	c.found("a")
	b, d := c.join("b"), c.join("d")
	for tries := 0; ; tries++ {
		if e := b.core.Epoch; e != nil && e.Member() && e.Record().Votes(d.id()) && b.core.History.Executed == e.Record().FirstTurn && b.core.History.Committed < e.Record().FirstTurn {
			break
		}
		if tries > 20000 {
			t.Fatal("no first turn that is not committed")
		}
		c.run(time.Millisecond)
	}
	at := b.core.History
	b.core.Receive(b.now(), d.id(), link.Datagram, instead(b.core.Epoch, []byte{9}))
	if b.core.Counters[counter.Rewinds] != 1 {
		t.Errorf("it went back %d times", b.core.Counters[counter.Rewinds])
	}
	if s := &b.core.History.Progress; s.Executed != at.Executed || s.Hash != at.Hash || !s.OrderedAt.Equal(at.OrderedAt) {
		t.Errorf("it is at turn %d, after %d before", s.Executed, at.Executed)
	}
	b.act()
	c.run(2 * time.Second)
	c.agree(time.Second)
}

// TestRestartedVoterShowsNoSignatures: a voter that is another process now may have turns without the
// signatures of their commands. No peer takes them from it, counts them as forged, or tells its player of a
// command in its name.
func TestRestartedVoterShowsNoSignatures(t *testing.T) {
	c := newCluster(t, 11, lan)
	c.grow(3)
	a, b, d := c.nodes[0], c.nodes[1], c.nodes[2]
	b.say("mine")
	for b.core.Own.Next == 0 {
		c.run(time.Millisecond)
	}
	c.run(5 * time.Millisecond)
	c.net.Cut(a.id(), b.id())
	c.until("the others have it", 300*time.Millisecond, func() bool { return d.machine.Sequence(b.id()) == 1 })
	c.run(2 * message.DefaultTurn)
	if b.machine.Sequence(b.id()) != 0 {
		t.Fatal("it has the turn already")
	}
	run := d.core.Epoch.AppendWindow(message.BeginTurns(d.core.Follower.NameOf(d.core.Epoch)), 9, message.RunMessage, epoch.Share{})
	b.core.Receive(b.now(), d.id(), link.Stream, run)
	if s := b.core.Status(b.now()); s.Fork.Notice != "" || b.core.Counters[counter.TurnsForged] != 0 || b.machine.Sequence(b.id()) != 0 {
		t.Errorf("it is told %q, %d are counted, %d taken", s.Fork.Notice, b.core.Counters[counter.TurnsForged], b.machine.Sequence(b.id()))
	}
	b.act()
	c.net.Mend(a.id(), b.id())
	c.agree(2 * time.Second)
}

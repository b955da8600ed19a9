//go:build unix

package e2e

import (
	"syscall"
	"testing"
	"time"

	"manyhold/net/patience"
)

// pulse is a node's view of turns over a while.
type pulse struct {
	turns   uint64
	longest time.Duration // between two looks that saw a new turn
	behind  uint64        // the most turns that were ordered and not committed yet
	had     time.Duration // of the span on a machine that were idle
}

// least is the fewest turns that must have come meanwhile: four fifths of 20 a second.
func (w pulse) least() uint64 { return uint64(w.had.Seconds() * 20 * 8 / 10) }

// watch looks at a node's turns for a span.
func watch(p *process, span time.Duration) (w pulse) {
	_, first := p.island()
	began, mark := time.Now(), patience.Now()
	seen, last := mark, first.TurnOrdered
	p.await("the time to pass", span+10*time.Second, func() bool {
		_, i := p.island()
		if i.TurnOrdered > last {
			now := patience.Now()
			w.longest = max(w.longest, now-seen)
			seen, last = now, i.TurnOrdered
		}
		w.behind = max(w.behind, i.TurnOrdered-min(i.TurnOrdered, i.TurnCommitted))
		return time.Since(began) > span
	})
	w.turns, w.had = last-first.TurnOrdered, min(span, patience.Since(mark))
	return w
}

// three starts three nodes that hold a world together, all linked to each other.
func three(t *testing.T) (a, b, c *process) {
	a = headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b, c = follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")
	for _, p := range []*process{a, b, c} {
		p.await("three voters", 30*time.Second, func() bool { st, i := p.island(); return len(i.Voters) == 3 && len(st.Links) == 2 })
	}
	return a, b, c
}

// caughtUp waits until p has the turns that another has, and returns how long that took.
func caughtUp(p, other *process) time.Duration {
	began := patience.Now()
	p.await("it to catch up", 20*time.Second, func() bool {
		_, i := p.island()
		_, o := other.island()
		return i.TurnOrdered+5 >= o.TurnOrdered && i.Epoch == o.Epoch && i.Waiting == ""
	})
	return patience.Since(began)
}

// TestStoppedFollower: a voter's process is stopped for four seconds, in which its links live on. Turns come
// and are committed as before, at the leader and at the other voter; the stopped one catches up.
func TestStoppedFollower(t *testing.T) {
	const (
		span = 4 * time.Second
		most = 25 // not committed: a lone voter commits the turns in its file, once a second at least
	)
	a, b, c := three(t)
	before := watch(c, 2*time.Second)
	b.cmd.Process.Signal(syscall.SIGSTOP)
	during := watch(c, span)
	b.cmd.Process.Signal(syscall.SIGCONT)
	took := caughtUp(b, a)
	t.Logf("longest gap between turns %v before, %v with a voter stopped; it caught up within %v", before.longest, during.longest, took)
	if during.turns < during.least() || during.behind > most {
		t.Errorf("%d turns in %v, %d of them not committed", during.turns, span, during.behind)
	}
	after := watch(a, 2*time.Second)
	if _, i := a.island(); i.Leader.Name != "Ada" || after.turns < after.least()/2 {
		t.Errorf("%s leads, %d turns in two seconds", i.Leader, after.turns)
	}
	b.must("say here again")
	if st, i := b.island(); st.Desyncs != 0 || i.TurnsEqual != i.TurnsCompared {
		t.Errorf("%d desyncs, %d of %d turns equal", st.Desyncs, i.TurnsEqual, i.TurnsCompared)
	}
}

// TestStoppedLeader: the leader's process is stopped for three seconds, in which its links live on. Another
// leads soon. When the old leader goes on, it becomes a follower without followers; no turn is lost, and none
// is late.
func TestStoppedLeader(t *testing.T) {
	a, b, c := three(t)
	a.cmd.Process.Signal(syscall.SIGSTOP)
	began := time.Now()
	var leader string
	c.await("another to lead", 5*time.Second, func() bool {
		_, i := c.island()
		leader = i.Leader.Name
		return leader != "" && leader != "Ada" && i.TurnCommitted > 0 && i.Waiting == ""
	})
	replaced := time.Since(began)
	c.await("the rest of three seconds", 5*time.Second, func() bool { return time.Since(began) > 3*time.Second })
	c.must("say while Ada slept")
	a.cmd.Process.Signal(syscall.SIGCONT)
	after := watch(c, 3*time.Second)
	took := caughtUp(a, c)
	t.Logf("replaced within %v; when it went on, the longest gap between turns was %v", replaced, after.longest)
	if after.turns < after.least() {
		t.Errorf("%d turns in three seconds after the old leader went on", after.turns)
	}
	for _, p := range []*process{a, b, c} {
		st, i := p.island()
		if i.Leader.Name != leader {
			t.Errorf("%s follows %s, not %s", st.Name, i.Leader, leader)
		}
		if st.Desyncs != 0 || i.TurnsEqual != i.TurnsCompared {
			t.Errorf("%s: %d desyncs, %d of %d turns equal", st.Name, st.Desyncs, i.TurnsEqual, i.TurnsCompared)
		}
	}
	if took > 5*time.Second {
		t.Errorf("the old leader caught up after %v", took)
	}
	a.must("say good morning")
}

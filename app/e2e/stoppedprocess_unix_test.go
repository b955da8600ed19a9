//go:build unix

package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"manyhold/app/status"
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

// absence is how long a member of an island was silent when another member's status said so, in the time of
// an idle machine; zero if it has not said so.
type absence struct {
	name            string
	since           time.Duration
	lagging, silent time.Duration
	text            string // of the status that said it was silent
}

// The bounds of the two: the players beside it see within this time that a peer is lagging, or gone.
const (
	lagsWithin   = 2 * time.Second
	silentWithin = 6 * time.Second
)

// stop stops a process and begins to measure its absence.
func (p *process) stop(name string) *absence {
	p.cmd.Process.Signal(syscall.SIGSTOP)
	return &absence{name: name, since: patience.Now()}
}

// look takes a look at the status of another member.
func (a *absence) look(st *status.Status) {
	i := &st.Islands[0]
	if a.lagging == 0 && i.Lagging.Named(a.name) {
		a.lagging = patience.Since(a.since)
	}
	if a.silent == 0 && i.Silent.Named(a.name) {
		a.silent = patience.Since(a.since)
		var out strings.Builder
		st.Print(&out)
		a.text = out.String()
	}
}

// end waits until p's status says that the member is silent, in JSON and as a text, and lets it go on.
func (a *absence) end(stopped, p *process) {
	p.t.Helper()
	p.await("the status to say that "+a.name+" is silent", 2*silentWithin, func() bool {
		st, _ := p.island()
		a.look(st)
		return a.silent > 0
	})
	if !strings.Contains(a.text, "\n           silent "+a.name+"\n") {
		p.t.Errorf("the text does not say that %s is silent:\n%s", a.name, a.text)
	}
	stopped.cmd.Process.Signal(syscall.SIGCONT)
	p.t.Logf("%s was told to be lagging after %v, and silent after %v", a.name, a.lagging, a.silent)
	if a.lagging == 0 || a.lagging > lagsWithin || a.silent > silentWithin {
		p.t.Errorf("%s was told to be lagging after %v and silent after %v, want %v and %v at most", a.name, a.lagging, a.silent, lagsWithin, silentWithin)
	}
}

// watch looks at a node's turns for a span; looks see its status each time.
func watch(p *process, span time.Duration, looks ...func(*status.Status)) (w pulse) {
	_, first := p.island()
	began, mark := time.Now(), patience.Now()
	seen, last := mark, first.TurnOrdered
	p.await("the time to pass", span+10*time.Second, func() bool {
		st, i := p.island()
		if i.TurnOrdered > last {
			now := patience.Now()
			w.longest = max(w.longest, now-seen)
			seen, last = now, i.TurnOrdered
		}
		for _, look := range looks {
			look(st)
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

// TestStoppedFollower: a voter's process is stopped for five seconds, in which its links live on. Turns come
// and are committed as before, at the leader and at the other voter, whose status says that it is lagging and
// then that it is silent; the stopped one catches up.
func TestStoppedFollower(t *testing.T) {
	const (
		span = 4 * time.Second
		most = 25 // not committed: a lone voter commits the turns in its file, once a second at least
	)
	a, b, c := three(t)
	before := watch(c, 2*time.Second)
	bo := b.stop("Bo")
	during := watch(c, span, bo.look)
	bo.end(b, c)
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

// TestStoppedLeader: the leader's process is stopped for five seconds, in which its links live on. Another
// leads soon, and tells that the old leader is lagging and then silent. When the old leader goes on, it
// becomes a follower without followers; no turn is lost, and none is late.
func TestStoppedLeader(t *testing.T) {
	a, b, c := three(t)
	ada := a.stop("Ada")
	began := time.Now()
	var leader string
	c.await("another to lead", 5*time.Second, func() bool {
		st, i := c.island()
		ada.look(st)
		leader = i.Leader.Name
		return leader != "" && leader != "Ada" && i.TurnCommitted > 0 && i.Waiting == ""
	})
	replaced := time.Since(began)
	watch(c, lagsWithin, ada.look)
	c.must("say while Ada slept")
	ada.end(a, c)
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

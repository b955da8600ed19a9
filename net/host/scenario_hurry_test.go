package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// aloneWith kills all of three voters but the first, who goes on provisionally with turns of the firm epoch
// that only it has, and starts the second again, with a file that lost turns, so that it takes the state of
// the first one's fork.
func aloneWith(t *testing.T, seed uint64) (c *cluster, a, b *testNode) {
	c = newCluster(t, seed, lan)
	c.growAndTalk(3)
	a, b = c.nodes[0], c.nodes[1]
	if c.leader() != a || message.CompareIDs(b.id(), a.id()) > 0 || message.CompareIDs(b.id(), c.nodes[2].id()) > 0 {
		t.Fatal("the first leads, and the second's key comes first")
	}
	b.crash()
	c.nodes[2].crash()
	b.cut(10)
	c.goesProvisional(a, 4*time.Second)
	if s := protocolOf(a.core).forks.separate.parked; s == nil || s.state.executed == s.state.committed {
		t.Fatal("it has ordered nothing that nobody acknowledged")
	}
	c.run(time.Second)
	b.restart()
	return c, a, b
}

// TestTurnsBack: a voter is joining the fork of another, which abandons that fork because the third is there
// again. The voter stops waiting for turns of that fork: without it the other two cannot go on.
func TestTurnsBack(t *testing.T) {
	c, a, b := aloneWith(t, 810)
	a.twist = func(_ key.ID, m []byte) []byte {
		if wire.Kind(m[0]) == wire.Welcome {
			return nil
		}
		return m
	}
	c.until("it is on its way", 4*time.Second, func() bool { return protocolOf(b.core).forks.separate.between() })
	c.nodes[2].restart()
	c.until("the fork is abandoned", 4*time.Second, func() bool {
		c.redial()
		return a.core.ancestry.last().Firm && protocolOf(a.core).forks.abandon.running == nil
	})
	c.until("it has turned back", 500*time.Millisecond, func() bool { return !protocolOf(b.core).forks.separate.between() })
	a.twist = nil
	c.goesOn(4 * time.Second)
	c.healed(10 * time.Second)
}

// TestSnapshotThenTurns: whoever recovers an epoch takes a snapshot of a voter that claims more, which is of
// what is committed. The turns after it, which were ordered, are asked for then: that voter did not lie. A
// second time it did.
func TestSnapshotThenTurns(t *testing.T) {
	c, a, b := aloneWith(t, 811)
	had := protocolOf(a.core).forks.separate.parked.state
	c.nodes[2].restart()
	c.until("two recover, and the third is asked", 8*time.Second, func() bool {
		c.redial()
		if u := protocolOf(b.core).recoveries.recovering.running; u == nil || protocolOf(a.core).recoveries.recovering.running == nil || protocolOf(a.core).recoveries.recovering.running.reports[b.id()].Turn == 0 || protocolOf(b.core).recoveries.recovering.running.reports[a.id()].Turn != had.executed {
			return false
		}
		return b.core.e == nil && protocolOf(b.core).joining.fetch != nil && b.core.history.executed < had.executed
	})
	claimed := message.Claim{From: a.id(), Turn: had.executed, Hash: had.hash, Term: 2, Index: 1}
	for range 2 {
		if !protocolOf(b.core).recoveries.recovering.believed(a.id()) {
			t.Fatal("whoever has the log is not believed")
		}
		// its snapshot has come, and is where this one stands
		protocolOf(b.core).recoveries.recovering.running.pull = &pull{Claim: claimed, whole: true, blank: true}
		protocolOf(b.core).recoveries.recovering.pulling()
	}
	if protocolOf(b.core).recoveries.recovering.believed(a.id()) {
		t.Error("two snapshots that end too early are believed")
	}
	delete(protocolOf(b.core).recoveries.recovering.running.liars, a.id())
	c.until("the world goes on with all that was ordered", 8*time.Second, func() bool {
		c.redial()
		return b.core.ancestry.last().Reason == epoch.Agreed && b.core.ancestry.last().FirstTurn == had.executed+1
	})
	c.healed(10 * time.Second)
}

// TestStateWhereAnEpochBegins: a peer without its state takes the one at the end of the epoch before its last
// one, where the last one begins: others may have no later one. It takes no other state of an earlier epoch.
func TestStateWhereAnEpochBegins(t *testing.T) {
	c := newCluster(t, 815, lan)
	c.growAndTalk(3)
	b := c.follower(true).core
	last := b.ancestry.last()
	b.e, b.history.forgotten = nil, true
	at := epoch.Position{Turn: last.FirstTurn - 1, Hash: last.Chain}
	for name, x := range map[string]struct {
		w     message.Welcome
		falls bool
	}{
		"where it begins":      {message.Welcome{Epoch: last.Number - 1, At: at}, false},
		"before that":          {message.Welcome{Epoch: last.Number - 1, At: epoch.Position{Turn: at.Turn - 1, Hash: at.Hash}}, true},
		"beyond that":          {message.Welcome{Epoch: last.Number - 1, At: epoch.Position{Turn: at.Turn + 1, Hash: at.Hash}}, true},
		"of another past":      {message.Welcome{Epoch: last.Number - 1, At: epoch.Position{Turn: at.Turn, Hash: [32]byte{1}}}, true},
		"in it":                {message.Welcome{Epoch: last.Number, At: epoch.Position{Turn: at.Turn + 5}}, false},
		"in it, of its past":   {message.Welcome{Epoch: last.Number, At: at}, false},
		"in one that is later": {message.Welcome{Epoch: last.Number + 1, At: at}, false},
	} {
		if got := protocolOf(b).joining.falls(&x.w); got != x.falls {
			t.Errorf("%s: loses turns by it: %v", name, got)
		}
	}
}

// TestEndOfAnotherLog: a voter that hears of a later epoch while it waits in an earlier one does not compare
// the end of the log that it had there with those of the later one: it would refuse for ever to recover that.
func TestEndOfAnotherLog(t *testing.T) {
	c := newCluster(t, 816, lan)
	c.growAndTalk(3)
	b := c.follower(true).core
	protocolOf(b).recoveries.recovering.running = newAllVoterRecovery(b.now)
	at := b.e.Last()
	r := b.ancestry.last().After(epoch.Committee, epoch.Position{Turn: at.Turn + 30, Hash: [32]byte{3}})
	r.Voters = b.ancestry.last().Voters
	r.Sign(c.leader().pair)
	protocolOf(b).recoveries.recovering.adopt(r)
	if b.ancestry.last() != r {
		t.Fatal("it does not know of it")
	}
	protocolOf(b).recoveries.recovering.running = newAllVoterRecovery(b.now)
	b.history.committed = b.history.executed - 1 // the last turn was only ordered
	if m := protocolOf(b).recoveries.recovering.report(); m.Term != 0 || m.Index != 0 || m.Turn != b.history.committed {
		t.Errorf("it claims turn %d at %d in term %d", m.Turn, m.Index, m.Term)
	}
	if why := protocolOf(b).recoveries.acceptor.objection(message.Claim{Turn: r.FirstTurn + 4, Term: 2, Index: 5}); why != "" {
		t.Errorf("it objects: %s", why)
	}
}

// TestWaitsForAFork: who is about to go on without the others, and has just heard of somebody in a fork that
// it does not know, waits for that one's records: two that go on at once abandon their forks. For who does
// not give them it does not wait for long.
func TestWaitsForAFork(t *testing.T) {
	c := newCluster(t, 813, lan)
	c.growAndTalk(4)
	b, d := c.follower(true), c.follower(false)
	for _, n := range c.nodes {
		if n != b && n != d {
			n.crash()
		}
	}
	d.twist = func(key.ID, []byte) []byte { return nil }
	c.until("it is about to go on", 4*time.Second, func() bool {
		return protocolOf(b.core).forks.separate.lacks() && protocolOf(b.core).forks.separate.lackedFor() > provisionalNear-100*time.Millisecond
	})
	if protocolOf(b.core).forks.separate.rankAlone() != 0 {
		t.Fatal("another goes first")
	}
	p := b.core.peers.Get(d.id())
	protocolOf(b.core).forks.fork.in.of(p).other, p.said.Lacks = &otherFork{since: b.core.now}, false
	protocolOf(b.core).forks.fork.met = true
	founded := func() bool { return b.core.epochs.founding != nil || !b.core.ancestry.last().Firm }
	c.run(foundGap - 50*time.Millisecond)
	if founded() {
		t.Error("it goes on beside the fork that it has heard of")
	}
	c.until("it goes on", 200*time.Millisecond, founded)
}

// TestSteadyFirmFork: a peer went back to the firm chain in vain, because it could not follow that leader. It
// does so again once it hears the leader without a break, long before its usual retry.
func TestSteadyFirmFork(t *testing.T) {
	c := newCluster(t, 814, lan)
	c.growAndTalk(2)
	a, b := c.nodes[0], c.nodes[1]
	if c.leader() != a || !a.core.e.Record().Lone() {
		t.Fatal("the first leads alone")
	}
	c.net.Cut(a.id(), b.id())
	c.goesProvisional(b, 6*time.Second)
	protocolOf(b.core).forks.fork.abandonedAt, protocolOf(b.core).forks.fork.pause = b.core.now, abandonPauseMost // it was in vain so often
	c.net.Heal()
	c.healed(goesSteadily + 4*time.Second)
}

// TestClockSetWhileJoining: the clock of a machine is set while it takes the state of another. Its timeouts
// do not expire by that, and it goes on with the asked peer.
func TestClockSetWhileJoining(t *testing.T) {
	c := newCluster(t, 812, lan)
	c.grow(3)
	n := c.join("late")
	c.until("it has asked", time.Second, func() bool {
		return protocolOf(n.core).joining.fetch != nil && protocolOf(n.core).joining.fetch.Waits()
	})
	n.skew += 12 * time.Hour
	c.until("it plays", time.Second, func() bool {
		if protocolOf(n.core).joining.fetch != nil && slices.ContainsFunc(c.nodes, func(o *testNode) bool { return !protocolOf(n.core).joining.fetch.May(n.core.now, o.id()) }) {
			t.Fatal("it gave up who was about to answer")
		}
		return n.core.e != nil && protocolOf(n.core).joining.fetch == nil
	})
}

package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/fork"
	"manyhold/net/host/message"
	"manyhold/net/host/recovery"
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
	if s := protocolOf(a.core).forks.Provisional.Parked; s == nil || s.State.Executed == s.State.Committed {
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
	c.until("it is on its way", 4*time.Second, func() bool { return protocolOf(b.core).forks.Provisional.Between() })
	c.nodes[2].restart()
	c.until("the fork is abandoned", 4*time.Second, func() bool {
		c.redial()
		return a.core.Ancestry.Last().Firm && protocolOf(a.core).forks.Abandon.Running == nil
	})
	c.until("it has turned back", 500*time.Millisecond, func() bool { return !protocolOf(b.core).forks.Provisional.Between() })
	a.twist = nil
	c.goesOn(4 * time.Second)
	c.healed(10 * time.Second)
}

// TestSnapshotThenTurns: the peer that recovers an epoch takes a snapshot of a voter that claims more. The
// snapshot is of a committed state. The turns after it, which were ordered, are asked for then: that voter
// did not lie. A second time it did.
func TestSnapshotThenTurns(t *testing.T) {
	c, a, b := aloneWith(t, 811)
	had := protocolOf(a.core).forks.Provisional.Parked.State
	c.nodes[2].restart()
	c.until("two recover, and the third is asked", 8*time.Second, func() bool {
		c.redial()
		if u := protocolOf(b.core).recoveries.Recovery.Running; u == nil || protocolOf(a.core).recoveries.Recovery.Running == nil || protocolOf(a.core).recoveries.Recovery.Running.Reports[b.id()].Turn == 0 || protocolOf(b.core).recoveries.Recovery.Running.Reports[a.id()].Turn != had.Executed {
			return false
		}
		return b.core.Epoch == nil && protocolOf(b.core).joining.Fetch != nil && b.core.History.Executed < had.Executed
	})
	claimed := message.Claim{From: a.id(), Turn: had.Executed, Hash: had.Hash, Term: 2, Index: 1}
	for range 2 {
		if !protocolOf(b.core).recoveries.Recovery.Believed(a.id()) {
			t.Fatal("whoever has the log is not believed")
		}
		// its snapshot has come, and is where this one stands
		protocolOf(b.core).recoveries.Recovery.Running.Pull = &recovery.Pull{Claim: claimed, Whole: true, Blank: true}
		protocolOf(b.core).recoveries.Recovery.Pulling()
	}
	if protocolOf(b.core).recoveries.Recovery.Believed(a.id()) {
		t.Error("two snapshots that end too early are believed")
	}
	delete(protocolOf(b.core).recoveries.Recovery.Running.Liars, a.id())
	c.until("the world goes on with all that was ordered", 8*time.Second, func() bool {
		c.redial()
		return b.core.Ancestry.Last().Reason == epoch.Agreed && b.core.Ancestry.Last().FirstTurn == had.Executed+1
	})
	c.healed(10 * time.Second)
}

// TestStateWhereAnEpochBegins: a peer without its state takes the one at the end of the epoch before its last
// one, where the last one begins: others may have no later one. It takes no other state of an earlier epoch.
func TestStateWhereAnEpochBegins(t *testing.T) {
	c := newCluster(t, 815, lan)
	c.growAndTalk(3)
	b := c.follower(true).core
	last := b.Ancestry.Last()
	b.Epoch, b.History.Forgotten = nil, true
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
		if got := protocolOf(b).joining.Falls(&x.w); got != x.falls {
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
	protocolOf(b).recoveries.Recovery.Running = recovery.NewAllVoterRecovery(b.Now)
	at := b.Epoch.Last()
	r := b.Ancestry.Last().After(epoch.Committee, epoch.Position{Turn: at.Turn + 30, Hash: [32]byte{3}})
	r.Voters = b.Ancestry.Last().Voters
	r.Sign(c.leader().pair)
	protocolOf(b).recoveries.Recovery.Adopt(r)
	if b.Ancestry.Last() != r {
		t.Fatal("it does not know of it")
	}
	protocolOf(b).recoveries.Recovery.Running = recovery.NewAllVoterRecovery(b.Now)
	b.History.Committed = b.History.Executed - 1 // the last turn was only ordered
	if m := protocolOf(b).recoveries.Recovery.Report(); m.Term != 0 || m.Index != 0 || m.Turn != b.History.Committed {
		t.Errorf("it claims turn %d at %d in term %d", m.Turn, m.Index, m.Term)
	}
	if why := protocolOf(b).recoveries.Acceptor.Objection(message.Claim{Turn: r.FirstTurn + 4, Term: 2, Index: 5}); why != "" {
		t.Errorf("it objects: %s", why)
	}
}

// TestWaitsForAFork: a peer is about to go on without the others, and has just heard of a peer in a fork that
// it does not know. It waits for that fork's records: two that go on at once abandon their forks. If the
// other does not send them, it does not wait for long.
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
		return protocolOf(b.core).forks.Provisional.Lacks() && protocolOf(b.core).forks.Provisional.LackedFor() > fork.ProvisionalNear-100*time.Millisecond
	})
	if protocolOf(b.core).forks.Provisional.RankAlone() != 0 {
		t.Fatal("another goes first")
	}
	p := b.core.Peers.Get(d.id())
	protocolOf(b.core).forks.Fork.Shared.Of(p).Other, p.Said.Lacks = &fork.OtherFork{Since: b.core.Now}, false
	protocolOf(b.core).forks.Fork.Met = true
	founded := func() bool { return b.core.Epochs.Founding != nil || !b.core.Ancestry.Last().Firm }
	c.run(fork.FoundGap - 50*time.Millisecond)
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
	if c.leader() != a || !a.core.Epoch.Record().Lone() {
		t.Fatal("the first leads alone")
	}
	c.net.Cut(a.id(), b.id())
	c.goesProvisional(b, 6*time.Second)
	protocolOf(b.core).forks.Fork.AbandonedAt, protocolOf(b.core).forks.Fork.Pause = b.core.Now, fork.AbandonPauseMost // it was in vain so often
	c.net.Heal()
	c.healed(fork.GoesSteadily + 4*time.Second)
}

// TestClockSetWhileJoining: the clock of a machine is set while it takes the state of another. Its timeouts
// do not expire by that, and it goes on with the asked peer.
func TestClockSetWhileJoining(t *testing.T) {
	c := newCluster(t, 812, lan)
	c.grow(3)
	n := c.join("late")
	c.until("it has asked", time.Second, func() bool {
		return protocolOf(n.core).joining.Fetch != nil && protocolOf(n.core).joining.Fetch.Waits()
	})
	n.skew += 12 * time.Hour
	c.until("it plays", time.Second, func() bool {
		if protocolOf(n.core).joining.Fetch != nil && slices.ContainsFunc(c.nodes, func(o *testNode) bool { return !protocolOf(n.core).joining.Fetch.May(n.core.Now, o.id()) }) {
			t.Fatal("it gave up who was about to answer")
		}
		return n.core.Epoch != nil && protocolOf(n.core).joining.Fetch == nil
	})
}

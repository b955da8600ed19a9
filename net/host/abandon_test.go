package host

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/fork"
	"manyhold/net/host/message"
	"manyhold/net/host/policy"
	"manyhold/net/key"
)

// TestDecree: the host is gone for good, and the founder makes the fork that goes on firm. The host comes
// back all the same, and takes the decreed fork.
func TestDecree(t *testing.T) {
	c := newCluster(t, 200, lan)
	c.growAndTalk(4)
	f := c.nodes[0] // the founder
	var rest []key.ID
	for _, n := range c.nodes[1:] {
		rest = append(rest, n.id())
	}
	if err := protocolOf(f.core).policy.Decree(c.net.Now()); !errors.Is(err, policy.ErrFirm) {
		t.Errorf("decrees what is firm: %v", err)
	}
	c.net.Split([]key.ID{f.id()}, rest)
	c.goesProvisional(f, 3*time.Second)
	if err := protocolOf(c.nodes[1].core).policy.Decree(c.net.Now()); !errors.Is(err, policy.ErrNotFounder) {
		t.Errorf("another than the founder decrees: %v", err)
	}
	f.say("mine")
	c.nodes[1].say("theirs")
	c.run(time.Second)
	must(t, protocolOf(f.core).policy.Decree(c.net.Now()))
	f.act()
	c.until("it is firm", 2*time.Second, func() bool { return f.core.Ancestry.Last().Firm && f.core.Ancestry.Last().Reason == epoch.Decreed })
	c.run(3 * time.Second)
	c.net.Heal()
	// the firm turns of the others bring no signatures, so that the founder has to accept what they made
	keeper := &protocolOf(f.core).forks.Acceptance
	c.until("the land of the others came in", 15*time.Second, func() bool {
		c.redial()
		return len(keeper.Waiting()) == 1 && f.core.Epoch != nil && f.core.Epoch.Leading()
	})
	if err := protocolOf(c.nodes[1].core).forks.Acceptance.AcceptBranch(c.net.Now(), [32]byte{}); !errors.Is(err, fork.ErrNotKeeper) {
		t.Errorf("another than the founder accepts a branch: %v", err)
	}
	if c.nodes[1].entries(c.nodes[1]) >= 6 {
		t.Error("turns without signatures brought in more than land")
	}
	must(t, keeper.AcceptBranch(c.net.Now(), [32]byte{}))
	f.act()
	t.Logf("healed after %v", c.healed(15*time.Second))
	for _, n := range c.nodes {
		decreed := false
		for _, r := range n.core.Ancestry.Records {
			decreed = decreed || r.Reason == epoch.Decreed
		}
		if !decreed {
			t.Errorf("%s is not in the decreed line", n.name)
		}
		if n.entries(f) < 6 || n.entries(c.nodes[1]) < 6 {
			t.Errorf("%s has %d entries of the founder, %d of the other", n.name, n.entries(f), n.entries(c.nodes[1]))
		}
	}
}

// TestOfflineCopy: somebody takes the world along, plays alone, comes back days later, and again.
func TestOfflineCopy(t *testing.T) {
	c := newCluster(t, 210, lan)
	c.growAndTalk(2)
	a, b := c.nodes[0], c.nodes[1]
	for trip := range 3 {
		b.crash()
		c.net.Cut(a.id(), b.id())
		c.run(8 * time.Second)
		b.restart()
		c.goesProvisional(b, 8*time.Second)
		for i := range 4 {
			b.say(fmt.Sprint("on the train ", trip, i))
			a.say("at home")
			c.run(200 * time.Millisecond)
		}
		if trip == 1 { // it is switched off once more on the way
			b.crash()
			b.restart()
			c.until("it goes on", 6*time.Second, func() bool { return b.core.Epoch != nil && b.core.Epoch.Leading() })
		}
		c.run(time.Second)
		c.net.Heal()
		took := c.healed(12 * time.Second)
		t.Logf("healed after %v: %s", took, a.core.Status(c.net.Now()).Fork.Notice)
		for _, n := range c.nodes {
			if got := n.entries(b); got < 5+4*(trip+1) {
				t.Errorf("trip %d: %s has %d entries of b", trip, n.name, got)
			}
		}
	}
	if got := len(b.file.archives); got < 3 {
		t.Errorf("%d archives", got)
	}
}

// TestCrashWhileAbandoning: the provisional peer, or the one that takes its branch in, is killed after every
// one of its consequences while the forks are merged. The branch is in the fork in the end: the peer that
// archived it offers it again.
func TestCrashWhileAbandoning(t *testing.T) {
	t.Parallel()
	for victim := range 2 {
		last := 0
		for step := 1; step < 60 && crashAbandoning(t, victim, step); step++ {
			last = step
		}
		t.Logf("victim %d: crashed after every step to %d", victim, last)
		if last < 3 {
			t.Error("nothing burnt")
		}
	}
}

func crashAbandoning(t *testing.T, victim, step int) (burnt bool) {
	c := newCluster(t, uint64(220+step), lan)
	defer func() {
		if t.Failed() {
			t.Logf("victim %d, step %d", victim, step)
		}
	}()
	c.growAndTalk(2)
	a, b := c.nodes[0], c.nodes[1]
	c.net.Cut(a.id(), b.id())
	c.goesProvisional(b, 4*time.Second)
	b.say("apart")
	a.say("meanwhile")
	c.run(time.Second)
	m := c.nodes[victim]
	m.fuse = step
	c.net.Heal()
	for range 80 {
		c.redial()
		if c.run(50 * time.Millisecond); m.down {
			break
		}
	}
	if burnt = m.down; burnt {
		c.run(time.Duration(step%5) * 300 * time.Millisecond)
		m.restart()
	}
	m.fuse = 0
	c.healed(25 * time.Second)
	for _, n := range c.nodes {
		if n.entries(b) < 6 {
			t.Fatalf("%s has %d entries of b", n.name, n.entries(b))
		}
	}
	return burnt
}

// TestLiarOffersBranch: a branch that is offered with other records, by another peer, or too large is refused
// and counted, and changes nothing.
func TestLiarOffersBranch(t *testing.T) {
	c := newCluster(t, 230, lan)
	c.growAndTalk(3)
	a, x := c.leader(), c.nodes[2]
	if a == x {
		x = c.nodes[1]
	}
	last := a.core.Ancestry.Last()
	h, _ := a.core.History.HashAt(a.core.History.Executed)
	forged := last.After(epoch.Provisional, epoch.Position{Turn: a.core.History.Executed, Hash: h})
	forged.Voters = []epoch.Voter{{Key: c.nodes[1].id(), Incarnation: 9}}
	forged.Sign(c.nodes[1].pair)
	wrong := last.After(epoch.Provisional, epoch.Position{Turn: a.core.History.Executed, Hash: [32]byte{1}})
	wrong.Voters = []epoch.Voter{{Key: x.id(), Incarnation: 9}}
	wrong.Sign(x.pair)
	before := a.core.Counters
	send := func(o *message.BranchOffer) {
		for _, m := range o.Encode() {
			a.core.Receive(c.net.Now(), x.id(), message.StreamChannel, m)
			a.act()
		}
	}
	turn := a.core.History.Executed + 50
	send(&message.BranchOffer{Shared: last.Hash(), Records: []*epoch.Record{wrong}, Turn: turn})
	send(&message.BranchOffer{Shared: [32]byte{7}, Records: []*epoch.Record{wrong}, Turn: turn})
	send(&message.BranchOffer{Shared: last.Hash(), Records: []*epoch.Record{wrong, forged}, Turn: turn})
	send(&message.BranchOffer{Shared: last.Hash(), Records: []*epoch.Record{wrong}, Turn: 3})
	refused, gaps := a.core.Counters[counter.BranchesRefused]-before[counter.BranchesRefused], a.core.Counters[counter.Garbage]-before[counter.Garbage]
	if refused != 2 || gaps != 2 { // two lists of records have a gap
		t.Errorf("%d of 2 branches refused, %d of 2 lists", refused, gaps)
	}
	send(&message.BranchOffer{Shared: last.Hash(), Records: []*epoch.Record{wrong}, Turn: turn, Size: message.MaxBranch + 1})
	if a.core.Counters[counter.Garbage] == before[counter.Garbage]+gaps {
		t.Error("a branch beyond all limits is not counted")
	}
	c.run(3 * time.Second)
	if a.core.Counters[counter.Merges] != before[counter.Merges] {
		t.Error("something was taken in")
	}
	c.agree(2 * time.Second)
}

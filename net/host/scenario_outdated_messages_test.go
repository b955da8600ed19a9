package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/join"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
)

// TestOfferOfALostTurn: a state that was captured for a joiner and is not committed yet is given to nobody
// when its turns are lost and others get their numbers.
func TestOfferOfALostTurn(t *testing.T) {
	c := newCluster(t, 3, lan)
	c.grow(3)
	old := c.leader()
	var rest []key.ID
	for _, n := range c.nodes {
		if n != old {
			rest = append(rest, n.id())
		}
	}
	c.net.Split([]key.ID{old.id()}, rest)
	old.say("cut off")
	c.until("it closes turns that nobody has", 2*time.Second, func() bool { return old.core.History.Executed > old.core.History.Committed+2 })
	protocolOf(old.core).giving.Prepare()
	lost := protocolOf(old.core).giving.Last
	if lost == nil || !protocolOf(old.core).giving.Waiting || lost.State.Turn <= old.core.History.Committed {
		t.Fatal("nothing was captured")
	}
	c.run(1500 * time.Millisecond)
	c.net.Heal()
	old.dialAll()
	c.until("its turns are lost", 5*time.Second, func() bool {
		h, ok := old.core.History.HashAt(lost.State.Turn)
		return ok && old.core.History.Committed >= lost.State.Turn && h != lost.State.Hash
	})
	if o := protocolOf(old.core).giving.Last; o != nil && o.State.Hash == lost.State.Hash {
		t.Errorf("it would give turn %d of a chain that nobody is in", o.State.Turn)
	}
}

// TestWhomToAskForTheState: a peer that lacks the others does not ask those in its epoch for the state,
// because it waits for their turns itself; it asks the peers that come into the epoch in which it waits.
func TestWhomToAskForTheState(t *testing.T) {
	for _, k := range []struct {
		what         string
		mine, theirs uint64
		lacks, want  bool
	}{
		{"the same epoch, and has turns", 2, 2, false, true},
		{"the same epoch, and lacks the others", 2, 2, true, false},
		{"a later epoch, and lacks the others", 2, 3, true, true},
		{"an earlier epoch", 2, 1, false, false},
	} {
		c := NewCore(kernel.Options{Key: key.FromSeed([32]byte{1})})
		c.Now = time.Unix(100, 0)
		c.Machine, protocolOf(c).joining.Fetch = newLedger(), &join.Fetch{}
		for n := range k.mine {
			c.Ancestry.Records = append(c.Ancestry.Records, &epoch.Record{Number: n + 1})
		}
		p := &kernel.Peer{Key: key.FromSeed([32]byte{2}).ID(), Greeted: true, Epoch: k.theirs, SaidAt: c.Now}
		p.Said.Lacks = k.lacks
		c.Peers.Set(p.Key, p)
		if _, ok := protocolOf(c).joining.WhoHasIt(); ok != k.want {
			t.Errorf("one in %s is asked: %v", k.what, ok)
		}
	}
}

// TestHeardBeforeTheFirstRecord: messages of others that came while an island was being carved out here may
// have been about another fork; when their senders come back to this one they are believed.
func TestHeardBeforeTheFirstRecord(t *testing.T) {
	c := NewCore(kernel.Options{Key: key.FromSeed([32]byte{1})})
	c.Now = time.Unix(100, 0)
	p := &kernel.Peer{Key: key.FromSeed([32]byte{2}).ID(), Greeted: true, SaidAt: c.Now}
	p.Said.Epoch, p.Said.Forked, p.Said.Name = 2, true, [32]byte{9}
	c.Peers.Set(p.Key, p)
	protocolOf(c).forks.Fork.NoteFork(p, 2, true, kernel.TagOf(p.Said.Name))
	r := &epoch.Record{Reason: epoch.Begun, Number: 1, FirstTurn: 1, Firm: true, Voters: []epoch.Voter{{Key: p.Key, Incarnation: 1}}}
	c.Machine = newLedger()
	protocolOf(c).joining.Recovered(r)
	if p.Epoch != 0 || !protocolOf(c).forks.Fork.InOther(p) {
		t.Errorf("a peer of another fork is taken for one in epoch %d of the own", p.Epoch)
	}
	protocolOf(c).forks.Fork.NoteFork(p, 1, false, 0)
	if p.Epoch != 1 {
		t.Errorf("a peer that is in epoch 1 again is taken for one in epoch %d", p.Epoch)
	}
}

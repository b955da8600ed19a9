package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
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
	c.until("it closes turns that nobody has", 2*time.Second, func() bool { return old.core.history.executed > old.core.history.committed+2 })
	protocolOf(old.core).giving.prepare()
	lost := protocolOf(old.core).giving.last
	if lost == nil || !protocolOf(old.core).giving.waiting || lost.state.turn <= old.core.history.committed {
		t.Fatal("nothing was captured")
	}
	c.run(1500 * time.Millisecond)
	c.net.Heal()
	old.dialAll()
	c.until("its turns are lost", 5*time.Second, func() bool {
		h, ok := old.core.history.hashAt(lost.state.turn)
		return ok && old.core.history.committed >= lost.state.turn && h != lost.state.hash
	})
	if o := protocolOf(old.core).giving.last; o != nil && o.state.hash == lost.state.hash {
		t.Errorf("it would give turn %d of a chain that nobody is in", o.state.turn)
	}
}

// TestWhomToAskForTheState: who lacks the others is not asked by those in its epoch, whose turns it waits for
// itself; but by who must first come to the epoch in which it waits.
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
		c := NewCore(Options{Key: key.FromSeed([32]byte{1})})
		c.now = time.Unix(100, 0)
		c.machine, protocolOf(c).joining.fetch = newLedger(), &fetch{}
		for n := range k.mine {
			c.ancestry.records = append(c.ancestry.records, &epoch.Record{Number: n + 1})
		}
		p := &peer{key: key.FromSeed([32]byte{2}).ID(), greeted: true, epoch: k.theirs, saidAt: c.now}
		p.said.Lacks = k.lacks
		c.peers.Set(p.key, p)
		if _, ok := protocolOf(c).joining.whoHasIt(); ok != k.want {
			t.Errorf("one in %s is asked: %v", k.what, ok)
		}
	}
}

// TestHeardBeforeTheFirstRecord: what others said while an island was being carved out here may have been of
// another fork; when they come back to this one they are believed.
func TestHeardBeforeTheFirstRecord(t *testing.T) {
	c := NewCore(Options{Key: key.FromSeed([32]byte{1})})
	c.now = time.Unix(100, 0)
	p := &peer{key: key.FromSeed([32]byte{2}).ID(), greeted: true, saidAt: c.now}
	p.said.Epoch, p.said.Forked, p.said.Name = 2, true, [32]byte{9}
	c.peers.Set(p.key, p)
	protocolOf(c).forks.fork.noteFork(p, 2, true, tagOf(p.said.Name))
	r := &epoch.Record{Reason: epoch.Begun, Number: 1, FirstTurn: 1, Firm: true, Voters: []epoch.Voter{{Key: p.key, Incarnation: 1}}}
	c.machine = newLedger()
	protocolOf(c).joining.recovered(r)
	if p.epoch != 0 || !protocolOf(c).forks.fork.inOther(p) {
		t.Errorf("a peer of another fork is taken for one in epoch %d of the own", p.epoch)
	}
	protocolOf(c).forks.fork.noteFork(p, 1, false, 0)
	if p.epoch != 1 {
		t.Errorf("a peer that is in epoch 1 again is taken for one in epoch %d", p.epoch)
	}
}

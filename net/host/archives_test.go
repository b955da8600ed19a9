package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// livesApart splits a world of twice as many and one: the last nodes go on without the others, and each says
// something.
func (c *cluster) livesApart(n int) (rest []*testNode) {
	c.t.Helper()
	c.growAndTalk(2*n + 1)
	rest = c.nodes[n+1:]
	c.net.Split(ids(c.nodes[:n+1]...), ids(rest...))
	c.until("they go on provisionally", 8*time.Second, func() bool {
		for _, m := range rest {
			if m.core.Ancestry.Last().Firm || m.core.Epoch == nil {
				return false
			}
		}
		return true
	})
	for _, m := range rest {
		m.say("apart")
	}
	c.run(2 * time.Second)
	return rest
}

// archived heals the network and kills each of the nodes as soon as its branch is in its file.
func (c *cluster) archived(nodes []*testNode) {
	c.t.Helper()
	c.net.Heal()
	c.until("they have archived their branch", 20*time.Second, func() bool {
		c.redial()
		all := true
		for _, m := range nodes {
			if !m.down && len(m.file.archives) > 0 {
				m.crash()
			}
			all = all && m.down
		}
		return all
	})
}

// dropOffers keeps a node from offering the branches that it has archived.
func dropOffers(_ key.ID, b []byte) []byte {
	if wire.Kind(b[0]) == wire.Fork && b[1] == message.StepOffer {
		return nil
	}
	return b
}

// mergedEpochs is how many branches a fork has taken in.
func mergedEpochs(c *kernel.Core) (n int) {
	for _, r := range c.Ancestry.Records {
		if r.Reason == epoch.Merged {
			n++
		}
	}
	return n
}

// TestArchiveOutlivesProcess: separated peers are killed as soon as their branch is in their files, before it
// is offered. One of its voters, or all, come back, and the branch is merged, once.
func TestArchiveOutlivesProcess(t *testing.T) {
	for _, x := range []struct{ apart, back int }{{1, 1}, {3, 1}, {3, 3}} {
		c := newCluster(t, uint64(700+10*x.apart+x.back), lan)
		rest := c.livesApart(x.apart)
		for _, m := range rest {
			m.twist = dropOffers
		}
		c.archived(rest)
		c.run(3 * time.Second)
		for _, m := range rest {
			m.twist = nil
		}
		voters := 0
		for _, m := range rest {
			last, err := epoch.DecodeRecord(m.file.archives[0].Records[len(m.file.archives[0].Records)-1])
			must(t, err)
			if last.Votes(m.id()) && voters < x.back {
				voters++
				m.restart()
			}
		}
		if voters != x.back {
			t.Fatalf("%d of %d come back", voters, x.back)
		}
		took := c.healed(30 * time.Second)
		t.Logf("%d apart, %d back: taken in within %v", x.apart, x.back, took)
		for _, n := range c.alive() {
			for _, m := range rest {
				if n.entries(m) < 6 {
					t.Errorf("%s has %d entries of %s", n.name, n.entries(m), m.name)
				}
			}
		}
		if n := mergedEpochs(c.leader().core); n != 1 {
			t.Errorf("%d merges", n)
		}
		c.run(3 * time.Second)
		for _, m := range rest { // and once more: a branch that was taken in is not offered again
			if m.down {
				continue
			}
			m.crash()
			if m.restart(); len(protocolOf(m.core).forks.Abandon.Shelved)+len(protocolOf(m.core).forks.Abandon.Pending) > 0 {
				t.Errorf("%s has an archive to offer", m.name)
			}
		}
		c.healed(20 * time.Second)
		if n := mergedEpochs(c.leader().core); n != 1 {
			t.Errorf("%d merges after the next start", n)
		}
	}
}

// TestArchiveDoesNotFit: while the disk is full, a separated peer stays in its fork, plays on and reports the
// fault. As soon as there is room, the whole branch is merged.
func TestArchiveDoesNotFit(t *testing.T) {
	c := newCluster(t, 730, lan)
	x := c.livesApart(1)[0]
	x.file.full = true
	c.net.Heal()
	c.until("it says that the disk is full", 10*time.Second, func() bool {
		c.redial()
		return x.core.Status(c.net.Now()).StoreErr != ""
	})
	tries := 0
	for range 10 {
		c.run(time.Second)
		if protocolOf(x.core).forks.Abandon.Running != nil {
			tries++
		}
		if len(x.core.Ancestry.Records) == 0 || x.core.Ancestry.Last().Firm || len(x.file.archives) > 0 || x.entries(x) < 6 {
			t.Fatalf("it left its line: %d entries", x.entries(x))
		}
	}
	if tries == 0 {
		t.Error("it does not try again")
	}
	x.say("still apart")
	c.run(time.Second)
	x.file.full = false
	t.Logf("put together within %v", c.healed(15*time.Second))
	for _, n := range c.nodes {
		if n.entries(x) < 7 {
			t.Errorf("%s has %d entries of it", n.name, n.entries(x))
		}
	}
}

// TestSecondOffer: the same branch offered again, while it is taken in and after, changes nothing.
func TestSecondOffer(t *testing.T) {
	c := newCluster(t, 740, lan)
	x := c.livesApart(1)[0]
	var offers [][]byte
	x.twist = func(_ key.ID, b []byte) []byte {
		if wire.Kind(b[0]) == wire.Fork && b[1] == message.StepOffer {
			offers = append(offers, b)
		}
		return b
	}
	again := func() {
		l := c.leader()
		for _, b := range offers {
			l.core.Receive(l.now(), x.id(), message.StreamChannel, b)
			l.act()
		}
	}
	c.net.Heal()
	c.until("it is being taken in", 10*time.Second, func() bool {
		c.redial()
		l := c.leader()
		return len(offers) > 0 && l != nil && protocolOf(l.core).forks.Merger.Merging != nil
	})
	again()
	c.healed(15 * time.Second)
	l := c.leader().core
	refused, state := l.Counters[counter.BranchesRefused], l.Machine.(*ledger).order
	again()
	c.run(3 * time.Second)
	if n := mergedEpochs(c.leader().core); n != 1 || l.Counters[counter.BranchesRefused] != refused || l.Machine.(*ledger).order != state {
		t.Errorf("%d merges, %d refused", n, l.Counters[counter.BranchesRefused]-refused)
	}
}

// TestMergeIsNoPause: peers of the firm fork, with a vote or without, have turns all the time while a branch
// is taken in, and take no state over.
func TestMergeIsNoPause(t *testing.T) {
	c := newCluster(t, 750, lan)
	c.growAndTalk(3)
	watcher := c.add("watcher")
	watcher.options = func(o *kernel.Options) { o.Offer.Unwilling = true }
	watcher.joins()
	c.run(3 * time.Second)
	x, firm := c.nodes[2], []*testNode{c.nodes[0], c.nodes[1], watcher}
	c.net.Split(ids(x), ids(firm...))
	c.goesProvisional(x, 8*time.Second)
	x.say("apart")
	c.run(2 * time.Second)
	c.net.Heal()
	resyncs, longest := map[*testNode]uint64{}, map[*testNode]time.Duration{}
	turn, at := map[*testNode]uint64{}, map[*testNode]time.Time{}
	for _, n := range firm {
		resyncs[n], turn[n], at[n] = n.core.Counters[counter.Resyncs], n.core.History.Executed, c.net.Now()
	}
	c.until("it is taken in", 20*time.Second, func() bool {
		c.redial()
		merged := true
		for _, n := range c.nodes {
			merged = merged && mergedEpochs(n.core) > 0 && n.core.Epoch != nil && len(protocolOf(n.core).forks.Abandon.Pending) == 0
		}
		for _, n := range firm {
			if n.core.History.Executed > turn[n] {
				longest[n] = max(longest[n], c.net.Now().Sub(at[n]))
				turn[n], at[n] = n.core.History.Executed, c.net.Now()
			}
		}
		return merged
	})
	for _, n := range firm {
		votes := n.core.Ancestry.Last().Votes(n.id())
		if t.Logf("%s, with a vote %v: longest pause %v", n.name, votes, longest[n]); votes && n == watcher {
			t.Errorf("%s has a vote", n.name)
		}
		if longest[n] > 300*time.Millisecond || n.core.Counters[counter.Resyncs] != resyncs[n] {
			t.Errorf("%s: a pause of %v, %d states taken over", n.name, longest[n], n.core.Counters[counter.Resyncs]-resyncs[n])
		}
	}
}

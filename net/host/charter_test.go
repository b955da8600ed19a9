package host

import (
	"errors"
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/policy"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// allSay waits until all nodes' charters say the same, and f of it.
func (c *cluster) allSay(what string, f func(s *charter.State) bool) {
	c.t.Helper()
	c.until(what, 30*time.Second, func() bool {
		for _, n := range c.alive() {
			r := n.core.Standing.Charter
			if r == nil || r.Digest != c.alive()[0].core.Standing.Charter.Digest || !f(r.Set.State()) {
				return false
			}
		}
		return true
	})
}

// TestCharterReachesEverybody: every peer knows the entries of founder and keepers, also newcomers and
// restarted peers.
func TestCharterReachesEverybody(t *testing.T) {
	c := newCluster(t, 60, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(4)
	a, b, d, e := c.nodes[0], c.nodes[1], c.nodes[2], c.nodes[3]
	now := c.net.Now()
	must(t, protocolOf(a.core).policy.Write(now, charter.Entry{Act: charter.Name, Subject: b.id(), Value: uint64(charter.Keeper)}))
	must(t, protocolOf(a.core).policy.Write(now, charter.Entry{Act: charter.SetTitle, Text: "Home"}))
	if err := protocolOf(d.core).policy.Write(now, charter.Entry{Act: charter.SetTitle, Text: "Mine"}); !errors.Is(err, charter.ErrRight) {
		t.Errorf("a guest names the world: %v", err)
	}
	c.allSay("b is a keeper", func(s *charter.State) bool { return s.Rank(b.id()) == charter.Keeper && s.Title == "Home" })
	must(t, protocolOf(b.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Ban, Subject: e.id(), Text: "griefing"}))
	c.allSay("e is banned", func(s *charter.State) bool { return !s.MayEnter(e.id(), 0) })
	e.say("nobody hears this")
	c.until("the banned do not vote", 10*time.Second, func() bool {
		r := c.leader()
		return r != nil && !r.core.Epoch.Record().Votes(e.id())
	})
	c.run(time.Second)
	if a.machine.Sequence(e.id()) != 0 {
		t.Error("a banned player acts")
	}
	e.seq = 0
	c.until("logins are countersigned", 10*time.Second, func() bool {
		for _, n := range c.nodes {
			if s := n.core.Status(c.net.Now()).Charter; s.Logins < 3 || s.Entries != 3 || s.Founder != a.id() || s.Keepers != 1 || s.Banned != 1 {
				return false
			}
		}
		return true
	})
	f := c.join("f")
	c.allSay("a newcomer knows", func(s *charter.State) bool { return !s.MayEnter(e.id(), 0) && s.Title == "Home" })
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.SetCap, Value: 5}))
	for _, n := range []*testNode{b, f} {
		n.crash()
	}
	b.restart()
	if s := b.core.Status(c.net.Now()).Charter; s.Title != "Home" || s.Me != "keeper" || s.Logins < 3 {
		t.Errorf("the file forgot: %+v", s)
	}
	c.allSay("who was away knows", func(s *charter.State) bool { return s.Cap == 5 })
}

// TestForgedCharter: unsigned entries, and entries without the right to sign them, change nothing and are
// counted.
func TestForgedCharter(t *testing.T) {
	c := newCluster(t, 61, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	c.until("both logins are there", 10*time.Second, func() bool {
		return a.core.Status(c.net.Now()).Charter.Logins == 2 && b.core.Status(c.net.Now()).Charter.Logins == 2
	})
	before := a.core.Standing.Charter.Digest
	garbage := a.core.Counters[counter.Garbage]
	day := charter.Day(c.net.Now().Unix())
	forged := charter.Entry{Act: charter.SetTitle, Number: 1, Clock: 1, Day: day, Text: "Mine"}
	forged.Sign(b.pair, c.world)
	send := func(item []byte) {
		must(t, b.links[a.id()].Send(link.Stream, wire.AppendBlob([]byte{byte(wire.Charter), policy.CharterEntries}, item)))
		c.run(200 * time.Millisecond)
	}
	send(forged.Append(nil)) // waits for b to be named, which never happens
	forged.Author = a.id()
	send(forged.Append(nil))
	l := &charter.Login{First: 5, Last: uint64(c.net.Now().Unix())}
	l.Sign(b.pair, c.world)
	l.Epoch = a.core.Epoch.Record().Hash()
	send(l.Append(nil))
	send([]byte{9})
	if a.core.Standing.Charter.Digest != before || a.core.Counters[counter.Garbage] != garbage+3 {
		t.Errorf("%d of 3 refused", a.core.Counters[counter.Garbage]-garbage)
	}
	if a.core.Standing.State().Title != "" {
		t.Error("b named the world")
	}
}

// TestLoginsOfAnotherFork: two peers are cut off and go on provisionally, and a newcomer joins them there.
// When all are together again, all peers know the newcomer, under the firm chain's committee, and no peer was
// taken for a liar.
func TestLoginsOfAnotherFork(t *testing.T) {
	c := newCluster(t, 62, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(5)
	logins := func(n *testNode, want int) bool { return n.core.Status(c.net.Now()).Charter.Logins == want }
	c.until("five logins", 20*time.Second, func() bool {
		return !slices.ContainsFunc(c.nodes, func(n *testNode) bool { return !logins(n, 5) })
	})
	for len(c.nodes) < 6 {
		c.add("f")
	}
	d, e, f := c.nodes[3], c.nodes[4], c.nodes[5]
	c.net.Split(ids(c.nodes[:3]...), ids(d, e, f))
	c.goesProvisional(d, 20*time.Second)
	f.joins()
	c.until("the newcomer is known in the provisional fork", 30*time.Second, func() bool { return logins(d, 6) && logins(f, 6) })
	c.net.Heal()
	c.healed(30 * time.Second)
	c.until("all know the newcomer", 30*time.Second, func() bool {
		for _, n := range c.nodes {
			if n.core.Standing.Charter.Digest != c.nodes[0].core.Standing.Charter.Digest || protocolOf(n.core).policy.RecordOf(n.core.Standing.Charter.Set.Logins()[0].Epoch) == nil {
				return false
			}
		}
		return logins(c.nodes[0], 6)
	})
	for _, n := range c.nodes {
		if n.core.Counters[counter.Garbage] > 0 {
			t.Errorf("%s took %d messages for garbage", n.name, n.core.Counters[counter.Garbage])
		}
	}
}

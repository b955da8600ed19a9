package host

import (
	"bytes"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/policy"
	"manyhold/net/host/standing"
	"manyhold/net/key"
	"manyhold/net/link/memory"
)

// endLinks ends the links to kicked peers, like a node.
func (c *cluster) endLinks() {
	for _, n := range c.alive() {
		for _, k := range protocolOf(n.core).policy.ToDisconnect() {
			if l := n.links[k]; l != nil {
				l.Close("sent out")
			}
		}
	}
}

// TestKick: a kicked peer that stays has no effect, sleeps and has no seat; a minute later it may act again.
// A kick of long ago, or of a future tick, keeps nobody out.
func TestKick(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 71, memory.Conditions{Delay: 5 * time.Millisecond})
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(4)
	a, x := c.nodes[0], c.nodes[1]
	x.say("I build")
	c.until("its command", 3*time.Second, func() bool { return a.machine.Sequence(x.id()) == x.seq })
	c.until("its seat", 10*time.Second, func() bool { return c.leader() != nil && c.leader().core.Epoch.Record().Votes(x.id()) })
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Kick, Subject: x.id(), Value: a.machine.Tick(), Text: "bed"}))
	took, began := a.machine.Sequence(x.id()), c.net.Now()
	shut := func() bool {
		for _, n := range c.nodes {
			if n != x && !slices.Contains(n.core.Status(c.net.Now()).Charter.ToDisconnect, x.id()) {
				return false
			}
		}
		return true
	}
	c.until("it to be shut out", 10*time.Second, shut)
	if d := c.net.Now().Sub(began); d < policy.Obeys {
		t.Errorf("it had %v to leave", d)
	}
	c.until("its seat to be another's", 10*time.Second, func() bool { return !c.leader().core.Epoch.Record().Votes(x.id()) })
	for c.net.Now().Sub(began) < standing.KickTime-2*time.Second {
		x.say("I stay")
		c.run(time.Second)
		if a.machine.Sequence(x.id()) != took || slices.Contains(a.machine.Present(nil), [32]byte(x.id())) {
			t.Fatal("it acts, or is awake")
		}
	}
	c.join("late") // hears of it now, and of what is over below
	c.run(standing.KickTime)
	if shut() {
		t.Error("it is shut out for ever")
	}
	x.say("I am back")
	c.until("its command again", 10*time.Second, func() bool { return a.machine.Sequence(x.id()) == x.seq })
	f := c.join("later")
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Kick, Subject: f.id(), Value: 1 << 40}))
	c.allSay("both", func(s *charter.State) bool { return len(s.Kicks) == 2 })
	c.run(policy.Obeys + time.Second)
	for _, n := range c.nodes {
		if all := n.core.Status(c.net.Now()).Charter.ToDisconnect; len(all) > 0 {
			t.Errorf("%s shuts out %d", n.name, len(all))
		}
	}
}

// TestSentOutInOrder: peers that are kicked at once are listed in the order of their keys, at every look.
func TestSentOutInOrder(t *testing.T) {
	c := newCluster(t, 73, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	var told bytes.Buffer
	a := c.add("a")
	a.options = func(o *kernel.Options) { o.Log = slog.New(slog.NewTextHandler(&told, nil)) }
	c.begin(a)
	c.run(time.Second)
	for i := range 8 {
		k := key.FromSeed([32]byte{byte(50 + i)}).ID()
		must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Kick, Subject: k, Value: a.machine.Tick()}))
	}
	var want []string
	for _, k := range slices.SortedFunc(maps.Keys(a.core.Standing.Charter.Set.State().Kicks), message.CompareIDs) {
		want = append(want, k.Short())
	}
	for range 10 {
		told.Reset()
		clear(a.core.Standing.Kicks)
		a.core.Standing.Charter.Kicked = [32]byte{}
		protocolOf(a.core).policy.ApplyKicks()
		var got []string
		for line := range strings.Lines(told.String()) {
			if _, rest, ok := strings.Cut(line, "\"peer kicked\" peer="); ok {
				got = append(got, strings.Fields(rest)[0])
			}
		}
		if len(want) != 8 || !slices.Equal(got, want) {
			t.Fatalf("told of %v, not %v", got, want)
		}
	}
}

// TestKickOfTheLeader: a kicked leader stays. The others leave it and go on firmly without it.
func TestKickOfTheLeader(t *testing.T) {
	c := newCluster(t, 72, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(4)
	a := c.nodes[0]
	c.until("three voters", 10*time.Second, func() bool { return c.leader() != nil && len(c.leader().core.Epoch.Record().Voters) == 3 })
	a.crash()
	c.until("somebody else to lead", 10*time.Second, func() bool { return c.leader() != nil && c.leader() != a })
	a.restart()
	x := c.leader()
	c.until("the founder to be back", 10*time.Second, func() bool { return a.core.Epoch != nil && a.core.History.Executed+3 > x.core.History.Executed })
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Kick, Subject: x.id(), Value: a.machine.Tick()}))
	c.until("another to lead firmly", 20*time.Second, func() bool {
		c.endLinks()
		for _, n := range c.nodes {
			if n != x && n.core.Epoch != nil && n.core.Epoch.Leading() && n.core.Epoch.Record().Firm && !n.core.Epoch.Record().Votes(x.id()) {
				return true
			}
		}
		return false
	})
}

// TestKickEndsForNewcomers: a peer that hears of a kick late keeps the kicked one out until the minute is
// over, and no longer. So one that comes back after its minute may vote and inherit at once.
func TestKickEndsForNewcomers(t *testing.T) {
	c := newCluster(t, 74, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	a, x := c.nodes[0], c.nodes[1]
	must(t, protocolOf(a.core).policy.Write(c.net.Now(), charter.Entry{Act: charter.Kick, Subject: x.id(), Value: a.machine.Tick()}))
	began := c.net.Now()
	c.run(standing.KickTime - 15*time.Second)
	late := c.join("late")
	c.until("it to know of the kick", 10*time.Second, func() bool { return late.core.Standing.Kicked(x.id(), c.net.Now()) })
	c.run(standing.KickTime + 3*time.Second - c.net.Now().Sub(began))
	if late.core.Standing.Kicked(x.id(), c.net.Now()) {
		t.Error("it keeps the kicked one out for longer than a minute")
	}
}

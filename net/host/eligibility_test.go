package host

import (
	"strings"
	"testing"
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/committee"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/roster"
)

// unnoticed is the longest time between two turns that nobody notices: two turns, and their way.
const unnoticed = 2*message.DefaultTurn + 10*time.Millisecond

// seated reports whether a node votes, as its own epoch says.
func seated(n *testNode) bool { return n.core.Epoch != nil && n.core.Epoch.Member() }

// TestSeatIsGivenUp: a peer that becomes unwilling, or is over one of its limits, has neither seat nor lead
// within ten seconds. It says why, plays on, and takes part again later; no player notices.
func TestSeatIsGivenUp(t *testing.T) {
	t.Parallel()
	grown := func(now time.Time, m *capacity.Capacity, u capacity.Usage) { // over three seconds
		for i := range 16 {
			m.Used(now.Add(time.Duration(i-15)*capacity.UsageEvery), capacity.Usage{CPU: u.CPU * time.Duration(i) / 15, Sent: u.Sent * uint64(i) / 15, Disk: u.Disk})
		}
	}
	for _, c := range []struct {
		name   string
		limits capacity.Limits
		used   capacity.Usage // in three seconds
		why    string
	}{
		{"unwilling", capacity.Limits{Unwilling: true}, capacity.Usage{}, "hosting is turned off in its settings"},
		{"processor", capacity.Limits{CPUPercent: 40}, capacity.Usage{CPU: 1500 * time.Millisecond}, "it used 50 % of a core and offers 40 %"},
		{"upload", capacity.Limits{Upload: 20_000}, capacity.Usage{Sent: 90_000}, "it sent 30 KB/s and offers 20 KB/s"},
		{"disk", capacity.Limits{Disk: 50e6}, capacity.Usage{Disk: 60e6}, "the world takes more than the 50 MB of disk that it offers"},
	} {
		for _, peers := range []int{2, 3, 7} {
			for _, who := range []int{0, 1} {
				if who == 1 && peers == 2 {
					continue // it has no seat
				}
				c2 := newCluster(t, 90, lan)
				c2.grow(peers)
				c2.run(4 * time.Second)
				n := c2.nodes[who]
				if who == 1 {
					for _, m := range c2.nodes[1:] {
						if seated(m) {
							n = m
						}
					}
				}
				c2.watchGaps, c2.lastTurn = true, c2.net.Now()
				protocolOf(n.core).seats.Limit(c2.net.Now(), c.limits)
				grown(c2.net.Now(), n.core.Resources, c.used)
				took := c2.until(c.name+": the seat is given up", 10*time.Second, func() bool { l := c2.leader(); return l != nil && l != n && !seated(n) })
				if why := n.core.Status(c2.net.Now()).IneligibleWhy; why != c.why {
					t.Errorf("%s: says %q", c.name, why)
				}
				n.say("still here")
				c2.agree(2 * time.Second)
				if c2.longest > unnoticed {
					t.Errorf("%s, %d peers, node %d: a pause of %v", c.name, peers, who, c2.longest)
				}
				t.Logf("%s, %d peers: after %v, longest pause %v", c.name, peers, took, c2.longest)
				if who == 0 && peers == 3 {
					protocolOf(n.core).seats.Limit(c2.net.Now(), capacity.Limits{})
					n.core.Resources.Full = false
					c2.until(c.name+": it is back in its seat", capacity.RestFor+10*time.Second, func() bool { return seated(n) })
				}
			}
		}
	}
}

// TestWithinLimits: a peer within its limits keeps its seats.
func TestWithinLimits(t *testing.T) {
	c := newCluster(t, 91, lan)
	c.grow(3)
	a := c.nodes[0]
	protocolOf(a.core).seats.Limit(c.net.Now(), capacity.Limits{CPUPercent: 40, Upload: 50_000, Disk: 50e6, Islands: 1})
	number := a.core.Epoch.Record().Number
	var u capacity.Usage
	for range 100 {
		u.CPU, u.Sent, u.Disk = u.CPU+70*time.Millisecond, u.Sent+9_000, u.Disk+100e3
		a.core.Resources.Used(c.net.Now(), u)
		c.run(200 * time.Millisecond)
	}
	if why := protocolOf(a.core).seats.IneligibleWhy(); why != "" || c.leader() != a || a.core.Epoch.Record().Number != number {
		t.Errorf("it gave up: %q", why)
	}
}

// TestIslandsLimit: a process that offers one island has a seat in one, whichever was first.
func TestIslandsLimit(t *testing.T) {
	m := capacity.New(capacity.Limits{Islands: 1})
	var cores []*kernel.Core
	for i := range 3 {
		c := newCluster(t, uint64(92+i), lan)
		a := c.found("a")
		c.run(time.Second)
		m.Cores = append(m.Cores, a.core)
		a.core.Resources = m
		cores = append(cores, a.core)
	}
	for i, want := range []bool{true, false, false} {
		if got := protocolOf(cores[i]).seats.IneligibleWhy() == ""; got != want {
			t.Errorf("island %d: holds it %v: %q", i, got, protocolOf(cores[i]).seats.IneligibleWhy())
		}
	}
	if m.Load(cores[0]) != 2 {
		t.Errorf("a load of %d", m.Load(cores[0]))
	}
	m.Limit(capacity.Limits{Islands: 2})
	if protocolOf(cores[1]).seats.IneligibleWhy() != "" || !strings.Contains(protocolOf(cores[2]).seats.IneligibleWhy(), "2 islands") {
		t.Errorf("%q, %q", protocolOf(cores[1]).seats.IneligibleWhy(), protocolOf(cores[2]).seats.IneligibleWhy())
	}
}

// TestNobodyElse: when no other peer may lead, the leader goes on, over its limits, and says so.
func TestNobodyElse(t *testing.T) {
	c := newCluster(t, 93, lan)
	c.found("a")
	b := c.add("b")
	b.options = func(o *kernel.Options) { o.Offer.Unwilling = true }
	b.joins()
	c.run(5 * time.Second)
	c.watchGaps, c.lastTurn = true, c.net.Now()
	protocolOf(c.nodes[0].core).seats.Limit(c.net.Now(), capacity.Limits{Unwilling: true})
	c.run(12 * time.Second)
	if c.leader() != c.nodes[0] || c.longest > unnoticed {
		t.Errorf("the world stood for %v", c.longest)
	}
	if c.nodes[0].core.Status(c.net.Now()).IneligibleWhy == "" {
		t.Error("it does not say so")
	}
	protocolOf(b.core).seats.Limit(c.net.Now(), capacity.Limits{})
	c.until("the other takes over as soon as it offers to", 10*time.Second, func() bool { return c.leader() == b })
	c.agree(time.Second)
}

// TestVolunteerIsPreferred: a node without a window that comes later votes at once when there is room, and
// leads after a minute, unnoticed; and then all stays as it is.
func TestVolunteerIsPreferred(t *testing.T) {
	t.Parallel()
	for _, players := range []int{3, 1, 7}[:few(3, 1)] {
		c := newCluster(t, 94, lan)
		c.grow(players)
		v := c.add("volunteer")
		v.options = func(o *kernel.Options) { o.Offer.Headless = true }
		v.joins()
		c.run(3 * time.Second)
		c.watchGaps, c.lastTurn = true, c.net.Now()
		took := c.until("the volunteer leads", committee.BetterFor+20*time.Second, func() bool { return c.leader() == v })
		t.Logf("%d players: it leads after %v, longest pause %v", players, took, c.longest)
		if took < committee.BetterFor-10*time.Second {
			t.Errorf("%d players: leads after %v already", players, took)
		}
		c.run(5 * time.Second)
		number := v.core.Epoch.Record().Number
		c.run(3 * committee.BetterFor)
		if c.longest > unnoticed {
			t.Errorf("%d players: a pause of %v", players, c.longest)
		}
		if now := v.core.Epoch.Record().Number; now != number {
			t.Errorf("%d players: %d more epochs", players, now-number)
		}
		c.agree(time.Second)
	}
}

// TestSeatsAreSticky: peers that are a little better, or whose measured figures go up and down, do not move
// seats about; one that offers twice as much gets one.
func TestSeatsAreSticky(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 95, lan)
	c.grow(5)
	for i, n := range c.nodes {
		protocolOf(n.core).seats.Limit(c.net.Now(), capacity.Limits{Islands: uint32(4 + i/2)})
	}
	c.run(5 * time.Second)
	number := c.leader().core.Epoch.Record().Number
	for i := range 90 {
		for j, n := range c.nodes {
			n.core.Resources.Bound = uint64(roster.UplinkIsland * (5 + (i+j)%3))
		}
		c.run(2 * time.Second)
	}
	if now := c.leader().core.Epoch.Record().Number; now != number {
		t.Errorf("%d changes of the committee", now-number)
	}
	var x *testNode
	for _, n := range c.nodes {
		n.core.Resources.Bound = 0
		if !seated(n) {
			x = n
		}
	}
	protocolOf(x.core).seats.Limit(c.net.Now(), capacity.Limits{Islands: 16})
	c.until("it has a seat", committee.BetterFor+20*time.Second, func() bool { return seated(x) })
}

// TestOnlyTrustedVote: a peer that the host policy does not trust is never a voter, and loses its seat when
// the policy changes.
func TestOnlyTrustedVote(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 96, lan)
	distrusted := map[key.ID]bool{}
	trust := func(o *kernel.Options) { o.Offer.Trusted = func(k key.ID) bool { return !distrusted[k] } }
	for i := range 5 {
		n := c.add(string(rune('a' + i)))
		n.options = trust
	}
	nodes := c.nodes
	distrusted[nodes[4].id()] = true
	c.begin(nodes[0])
	for _, n := range nodes[1:] {
		n.joins()
	}
	c.until("three voters", 15*time.Second, func() bool { l := c.leader(); return l != nil && len(l.core.Epoch.Record().Voters) == 3 })
	votes := func(n *testNode) bool { return c.leader() == nil || c.leader().core.Epoch.Record().Votes(n.id()) }
	for range 100 {
		c.run(time.Second)
		if votes(nodes[4]) {
			t.Fatal("it votes")
		}
	}
	distrusted[nodes[0].id()] = true
	c.until("the founder is out", 10*time.Second, func() bool { return !votes(nodes[0]) && c.leader() != nodes[0] })
	if !strings.Contains(protocolOf(nodes[0].core).seats.IneligibleWhy(), "host policy") {
		t.Errorf("says %q", protocolOf(nodes[0].core).seats.IneligibleWhy())
	}
	nodes[0].say("still here")
	nodes[4].say("me too")
	c.agree(2 * time.Second)
}

// TestLateLeaderHandsOver: a leader that closes turns late hands over within three seconds to one that does
// not; and where all are late, nobody does so for ever.
func TestLateLeaderHandsOver(t *testing.T) {
	t.Parallel()
	for _, peers := range []int{2, 3} {
		c := newCluster(t, 97, lan)
		c.grow(peers)
		c.run(4 * time.Second)
		a := c.leader()
		a.lag = 60 * time.Millisecond
		took := c.until("another leads", 6*time.Second, func() bool { l := c.leader(); return l != nil && l != a })
		t.Logf("%d peers: another leads after %v", peers, took)
		c.run(time.Second)
		c.watchGaps, c.lastTurn, c.longest = true, c.net.Now(), 0
		c.run(10 * time.Second)
		if c.longest > unnoticed {
			t.Errorf("%d peers: a pause of %v with the late one following", peers, c.longest)
		}
		if c.leader() == a || !protocolOf(a.core).seats.Member().Strained {
			t.Errorf("%d peers: it leads again", peers)
		}
		for _, n := range c.nodes {
			n.lag = 60 * time.Millisecond
		}
		var downs uint64
		c.run(2 * time.Minute)
		for _, n := range c.nodes {
			downs += n.core.Counters[counter.StepsDown]
			n.lag = 0
		}
		if downs > 8 {
			t.Errorf("%d peers: %d hand-overs in two minutes in which all were late", peers, downs)
		}
		c.agree(3 * time.Second)
	}
}

// TestNarrowLeader: a peer that cannot send to all followers does not lead them.
func TestNarrowLeader(t *testing.T) {
	c := newCluster(t, 98, lan)
	c.grow(4)
	c.run(4 * time.Second)
	a := c.leader()
	protocolOf(a.core).seats.Limit(c.net.Now(), capacity.Limits{Upload: 2 * roster.UplinkFollower})
	c.until("another leads", 5*time.Second, func() bool { l := c.leader(); return l != nil && l != a })
	c.until("the narrow one votes", 5*time.Second, func() bool { return seated(a) })
	c.agree(time.Second)
}

// TestPressedLinks: the bytes sent while links are pressed bound the uplink, and the bound is forgotten.
func TestPressedLinks(t *testing.T) {
	m := capacity.New(capacity.Limits{})
	now, u := time.Unix(1000, 0), capacity.Usage{Links: 4}
	second := func(bytes uint64, pressed int) {
		for range 4 {
			now, u.Sent, u.Pressed = now.Add(250*time.Millisecond), u.Sent+bytes/4, pressed
			m.Used(now, u)
		}
	}
	for range 5 {
		second(200_000, 0)
	}
	if m.Uplink() != 0 {
		t.Errorf("bounded by %d without pressure", m.Uplink())
	}
	for range 3 {
		second(200_000, 1)
	}
	if m.Uplink() != 0 {
		t.Errorf("bounded by %d because of one slow reader", m.Uplink())
	}
	for range 3 {
		second(40_000, 3)
	}
	if got := m.Uplink(); got < 39_000 || got > 41_000 {
		t.Errorf("an uplink of %d", got)
	}
	seconds := 0
	for ; m.Uplink() != 0 && seconds < 1000; seconds++ {
		second(30_000, 0)
	}
	if seconds < 30 || seconds > 300 {
		t.Errorf("forgotten after %d s", seconds)
	}
}

// TestLossyLeader: when all links of the leader lose much, another leads.
func TestLossyLeader(t *testing.T) {
	c := newCluster(t, 99, lan)
	c.grow(4)
	c.run(4 * time.Second)
	a := c.leader()
	for _, n := range c.nodes {
		if n != a {
			c.net.SetBoth(a.id(), n.id(), memory.Conditions{Loss: 0.4})
		}
	}
	c.until("another leads", time.Minute, func() bool { l := c.leader(); return l != nil && l != a })
}

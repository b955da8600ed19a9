package host

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/hook"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/policy"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
)

// unfair is a cluster whose first node leads, and does as deed says.
type unfair struct {
	*cluster
	deed    string
	victim  key.ID // zero: all
	second  key.ID // another victim; zero: none
	charter bool
}

// newUnfair makes a cluster of n nodes.
func newUnfair(t *testing.T, seed uint64, n int) *unfair {
	u := &unfair{cluster: newCluster(t, seed, lan)}
	u.modified("a")
	u.grow(n)
	u.run(6 * time.Second)
	if u.leader() != u.nodes[0] {
		t.Fatal("the first does not lead")
	}
	return u
}

// modified makes a node's program do what deed says, as long as it leads.
func (u *unfair) modified(name string) {
	does := func(who key.ID, deed string) bool {
		return u.deed == deed && (u.victim.IsZero() || u.victim == who || u.second == who)
	}
	u.options = func(o *kernel.Options) {
		if o.Charter = u.charter; o.Name != name {
			return
		}
		o.Hooks.Leader = hook.Leader{
			Every: func(turn time.Duration) time.Duration {
				switch u.deed {
				case "rapid":
					return turn / 4
				case "rare":
					return 7 * turn
				}
				return turn
			},
			Ticks: func(record uint8) uint8 {
				switch u.deed {
				case "long":
					return 6
				case "short":
					return 1
				}
				return record
			},
			Takes: func(author key.ID) bool { return !does(author, "censor") },
			Gone:  func(player key.ID) bool { return does(player, "sleep") },
			Sends: func(to key.ID) bool { return !does(to, "withhold") },
		}
	}
}

// unfairOf is what a node says of unfair leaders.
func (n *testNode) unfairOf() []status.Unfair { return n.core.Status(n.now()).Unfair }

// TestUnfairLeaders: each misdeed of a leader ends within five seconds, all others know what it did, and no
// honest peer is blamed.
func TestUnfairLeaders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		deed  string
		nodes int
		who   int // the number of its victim; 0: all
		words string
		acts  bool // the others give commands meanwhile
	}{
		{"long", 3, 0, "ran time too fast", true},
		{"long", 8, 0, "ran time too fast", true},
		{"short", 3, 0, "ran time too slowly", true},
		{"rapid", 3, 0, "ran time too fast", true},
		{"rapid", 5, 0, "ran time too fast", true},
		{"rare", 3, 0, "ran time too slowly", true},
		{"rare", 8, 0, "ran time too slowly", true},
		{"censor", 3, 1, "left out the commands of b", true},
		{"censor", 5, 4, "left out the commands of e", true},
		{"censor", 8, 7, "left out the commands of h", true},
		{"sleep", 3, 0, "put players to sleep", true},
		{"sleep", 3, 0, "put players to sleep", false},
		{"sleep", 5, 4, "put players to sleep", false},
	} {
		for seed := range few(4, 1) {
			u := newUnfair(t, 9300+seed, c.nodes)
			a := u.nodes[0]
			for _, n := range u.nodes {
				n.say("hello")
			}
			u.run(3 * time.Second)
			before := a.core.Epoch.Record().Number
			if c.who > 0 {
				u.victim = u.nodes[c.who].id()
			}
			u.deed = c.deed
			took := u.until("another leads "+c.deed, 5*time.Second, func() bool {
				if c.acts && u.net.Now().UnixMilli()%500 < 5 {
					for _, n := range u.nodes[1:] {
						n.say("and I act")
					}
				}
				l := u.leader()
				return l != nil && l != a && l.core.Epoch.Record().Firm
			})
			u.deed = ""
			t.Logf("%s of %d: another leads after %v", c.deed, c.nodes, took)
			u.run(2 * time.Second)
			for _, n := range u.nodes[1:] {
				all := n.unfairOf()
				if len(all) == 0 || !strings.Contains(all[0].Words.String(), c.words) || !all[0].Lost {
					t.Errorf("%s, seed %d: %s says %v", c.deed, seed, n.name, all)
				}
				for _, x := range all {
					if x.Leader != a.id() {
						t.Errorf("%s, seed %d: %s blames %s", c.deed, seed, n.name, x.Name)
					}
				}
			}
			u.run(time.Minute)
			if l := u.leader(); c.deed != "rare" && (l == nil || l == a || seated(a)) {
				t.Errorf("%s, seed %d: it has a seat again after a minute, and epoch %d became %d", c.deed, seed, before, l.core.Epoch.Record().Number)
			}
			u.agree(3 * time.Second)
		}
	}
}

// TestWithheldTurns: a peer to which its leader sends no turns stays in the firm epoch, plays on, and says
// so.
func TestWithheldTurns(t *testing.T) {
	t.Parallel()
	for seed := range few(6, 2) {
		for who := range 2 {
			u := newUnfair(t, 9400+seed, 4)
			n := u.nodes[1+2*who] // a voter, and the observer
			u.victim, u.deed = n.id(), "withhold"
			from := n.core.History.Executed
			took := u.until("it has turns by others", 2*time.Second, func() bool { return n.core.History.Executed > from+4 })
			n.say("I am still here")
			acted := u.until("it acts", 2*time.Second, func() bool { return n.machine.Sequence(n.id()) == n.seq })
			t.Logf("turns by others after %v, a command after %v more", took, acted)
			u.run(10 * time.Second)
			if r := n.core.Ancestry.Last(); !r.Firm || n.core.Counters[counter.Resyncs] != 0 {
				t.Errorf("seed %d: firm %v, %d states fetched", seed, r.Firm, n.core.Counters[counter.Resyncs])
			}
			if all := n.unfairOf(); len(all) != 1 || !strings.Contains(all[0].Words.String(), "sent this computer no turns") {
				t.Errorf("seed %d: it says %v", seed, all)
			}
			u.deed = ""
			u.agree(3 * time.Second)
		}
	}
}

// TestWithheldFromSeveral: a leader that sends two peers no turns, at once or one after the other, loses its
// seat within five seconds of the second one's loss, whoever they are. All others know why.
func TestWithheldFromSeveral(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		nodes  int
		first  int
		second int
		later  time.Duration
	}{
		{4, 1, 3, 0}, // a voter and the observer
		{5, 3, 4, 0}, // two observers
		{8, 1, 2, 0}, // two of five voters
		{8, 6, 7, 0},
		{5, 1, 4, 20 * time.Second}, // the first one gets turns again meanwhile
	} {
		for seed := range few(4, 1) {
			u := newUnfair(t, 9900+seed, c.nodes)
			a := u.nodes[0]
			u.deed, u.victim = "withhold", u.nodes[c.first].id()
			if c.later > 0 {
				u.run(5 * time.Second)
				u.deed = ""
				u.run(c.later)
				u.deed, u.victim = "withhold", u.nodes[c.second].id()
				if u.leader() != a {
					t.Fatalf("%d of %d: one peer's word deposed the leader", c.first, c.nodes)
				}
			}
			u.second = u.nodes[c.second].id()
			took := u.until("another leads", 5*time.Second, func() bool {
				l := u.leader()
				return l != nil && l != a && l.core.Epoch.Record().Firm
			})
			t.Logf("%d and %d of %d: another leads after %v", c.first, c.second, c.nodes, took)
			u.deed = ""
			u.run(3 * time.Second)
			for _, n := range u.nodes[1:] {
				if took < time.Second {
					break // a voter took it for silent, before anybody could complain
				}
				if !slices.ContainsFunc(n.unfairOf(), func(x status.Unfair) bool {
					return x.Leader == a.id() && x.Lost && strings.Contains(x.Words.String(), "sent several peers no turns")
				}) {
					t.Errorf("%d and %d of %d, seed %d: %s says %v", c.first, c.second, c.nodes, seed, n.name, n.unfairOf())
				}
			}
			u.agree(3 * time.Second)
		}
	}
}

// claims has nodes say, for a while, that their leader sends them no turns.
func (u *unfair) claims(liars []*testNode, d time.Duration) {
	for end := u.net.Now().Add(d); u.net.Now().Before(end); {
		for _, n := range liars {
			l := u.ruledBy(n)
			if l == nil || l == n {
				continue
			}
			x := message.Fairness{Step: message.FairComplaint, Record: n.core.Epochs.Where().Epoch, Leader: l.id(), Misdeed: message.Withholds, Victim: n.id()}
			for _, m := range u.nodes {
				if to := n.links[m.id()]; to != nil {
					to.Send(link.Stream, x.Encode())
				}
			}
		}
		u.run(100 * time.Millisecond)
	}
}

// TestClaimsOfWithheldTurns: one liar deposes no leader, however often it claims that it gets no turns. Two
// that the world knows depose one, and no second one; strangers depose none, in any number.
func TestClaimsOfWithheldTurns(t *testing.T) {
	t.Parallel()
	u := newUnfair(t, 9920, 8)
	a := u.nodes[0]
	u.claims(u.nodes[2:3], time.Minute)
	if u.leader() != a {
		t.Fatal("one liar deposed a fair leader")
	}
	liars := u.nodes[6:8]
	u.claims(liars, 3*time.Second)
	if u.leader() == a {
		t.Error("the word of two that the world knows does not count")
	}
	for range 4 {
		l := u.leader()
		u.claims(liars, time.Minute)
		if u.leader() != l {
			t.Errorf("%s was deposed, too", l.name)
		}
	}

	s := &unfair{cluster: newCluster(t, 9921, lan), charter: true}
	s.modified("")
	s.grow(3)
	liars = nil
	for i := range 6 {
		liars = append(liars, s.join(string(rune('s'+i))))
	}
	s.run(5 * time.Second)
	s.claims(liars, time.Minute)
	if s.leader() != s.nodes[0] {
		t.Error("strangers deposed a fair leader")
	}
}

// TestSlanderedLeader: a voter that complains without cause changes nothing.
func TestSlanderedLeader(t *testing.T) {
	t.Parallel()
	u := newUnfair(t, 9500, 4)
	a, b := u.nodes[0], u.nodes[1]
	for range 100 {
		for m := message.Fast; m <= message.Withholds; m++ {
			x := message.Fairness{Step: message.FairComplaint, Record: a.core.Epochs.Where().Epoch, Leader: a.id(), Misdeed: m}
			for _, n := range u.nodes[2:] {
				b.links[n.id()].Send(link.Stream, x.Encode())
			}
		}
		for _, n := range u.nodes {
			n.say("all is well")
		}
		u.run(100 * time.Millisecond)
	}
	for _, n := range u.nodes {
		if n != b && len(n.unfairOf()) > 0 || n.core.Counters[counter.Unfair] != 0 {
			t.Errorf("%s says %v", n.name, n.unfairOf())
		}
	}
	if u.leader() != a {
		t.Error("another leads")
	}
}

// TestVoterHearsPlayer: a player that the leader does not hear, and a voter does, stays awake; it is put to
// sleep when no voter hears it any more.
func TestVoterHearsPlayer(t *testing.T) {
	t.Parallel()
	u := newUnfair(t, 9600, 5)
	a := u.nodes[0]
	p := u.nodes[4]
	for _, n := range u.nodes {
		n.say("hello")
	}
	u.run(3 * time.Second)
	awake := func() bool {
		for _, k := range a.machine.Present(nil) {
			if key.ID(k) == p.id() {
				return true
			}
		}
		return false
	}
	u.net.Cut(a.id(), p.id())
	u.net.Cut(p.id(), a.id())
	p.links[a.id()].Close("broken")
	u.run(8 * time.Second)
	if !awake() {
		t.Error("it was put to sleep though voters hear it")
	}
	if u.leader() != a || len(p.unfairOf()) > 0 && p.unfairOf()[0].Lost {
		t.Errorf("the leader was replaced: %v", p.unfairOf())
	}
	p.crash()
	u.until("it sleeps", 8*time.Second, func() bool { return !awake() })
	for _, n := range u.nodes[:4] {
		if n.core.Counters[counter.Unfair] != 0 {
			t.Errorf("%s found the leader unfair: %v", n.name, n.unfairOf())
		}
	}
}

// TestUnfairLoneLeader: nobody can replace a leader that is the only voter. The other peer says what it does,
// and goes on without one whose turns it cannot take.
func TestUnfairLoneLeader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ deed, words string }{
		{"rapid", "runs time too fast"},
		{"rare", "runs time too slowly"},
		{"censor", "leaves out the commands of b"},
		{"long", "ran time too fast and lost its seat"},
	} {
		u := newUnfair(t, 9700, 2)
		b := u.nodes[1]
		b.say("hello")
		u.run(2 * time.Second)
		u.deed, u.victim = c.deed, key.ID{}
		b.say("do you hear me?")
		u.until(c.deed+" is told", 12*time.Second, func() bool {
			if u.net.Now().UnixMilli()%1000 < 5 {
				b.say("and now?")
			}
			all := b.unfairOf()
			return len(all) > 0 && strings.Contains(all[0].Words.String(), c.words)
		})
		if last := b.core.Ancestry.Last(); last.Firm != (c.deed != "long") {
			t.Errorf("%s: firm is %v", c.deed, last.Firm)
		}
	}
}

// TestFounderDeposesLoneLeader: a member leads alone, with the founder and another member as guests, and does
// wrong. Both read of it, whoever suffers; the founder is offered the decree. By it its peer leads firmly,
// all others follow, and the former leader stays without a seat.
func TestFounderDeposesLoneLeader(t *testing.T) {
	t.Parallel()
	for _, w := range []struct {
		deed   string
		victim int // the number of the only victim; 0: all
		words  string
	}{
		{"rapid", 0, "runs time too fast"},
		{"rare", 0, "runs time too slowly"},
		{"censor", 2, "leaves out the commands of m"},
	} {
		u := &unfair{cluster: newCluster(t, 9800, lan), charter: true}
		u.modified("x")
		a := u.found("a")
		u.run(500 * time.Millisecond)
		x, m := u.join("x"), u.guest("m")
		u.run(3 * time.Second)
		u.vouch(x)
		u.vouch(m)
		u.run(3 * time.Second)
		protocolOf(a.core).seats.Stop(u.net.Now())
		u.until("the founder to be gone", 5*time.Second, func() bool { return a.core.Stopped() })
		a.crash()
		u.until("the member leads", 5*time.Second, func() bool { return u.leader() == x })
		a.restart()
		u.run(10 * time.Second)
		if r := a.core.Ancestry.Last(); !r.Firm || !r.Lone() || u.ruledBy(a) != x {
			t.Fatalf("%s: the member does not lead alone, firmly", w.deed)
		}
		if err := protocolOf(a.core).policy.Decree(u.net.Now()); !errors.Is(err, policy.ErrFirm) {
			t.Fatalf("%s: a fair leader is deposed: %v", w.deed, err)
		}
		if w.victim > 0 {
			u.victim = u.nodes[w.victim].id()
		}
		u.deed = w.deed
		reads := func(n *testNode) bool {
			return slices.ContainsFunc(n.unfairOf(), func(f status.Unfair) bool { return f.Leader == x.id() && strings.Contains(f.Words.String(), w.words) })
		}
		took := u.until(w.deed+" is told", 12*time.Second, func() bool {
			if u.net.Now().UnixMilli()%1000 < 5 {
				a.say("do you hear me?")
				m.say("and me?")
			}
			c := a.core.Status(a.now()).Charter
			return reads(a) && reads(m) && c.Usurped && c.Tyrant == "x"
		})
		if c := m.core.Status(m.now()).Charter; c.Usurped {
			t.Errorf("%s: another than the founder is offered the decree", w.deed)
		}
		must(t, protocolOf(a.core).policy.Decree(u.net.Now()))
		decreed := u.until(w.deed+": the founder leads firmly, and the others follow", 10*time.Second, func() bool {
			return u.leader() == a && a.core.Ancestry.Last().Firm && u.ruledBy(m) == a && u.ruledBy(x) == a
		})
		t.Logf("%s: told after %v, the decree took %v", w.deed, took, decreed)
		u.deed = ""
		if c := a.core.Status(a.now()).Charter; c.Usurped {
			t.Errorf("%s: the decree is still offered", w.deed)
		}
		a.say("at last")
		u.run(time.Minute)
		if u.leader() != a || a.core.Ancestry.Last().Votes(x.id()) || a.machine.Sequence(a.id()) != a.seq {
			t.Errorf("%s: a minute later %s leads", w.deed, u.leader().name)
		}
		u.agree(3 * time.Second)
	}
}

// TestStrangerDeposesNobody: a complaint of a stranger against a lone leader is read by the founder alone,
// and offers no decree.
func TestStrangerDeposesNobody(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 9801, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	a := c.found("a")
	c.run(500 * time.Millisecond)
	x, m, s := c.join("x"), c.guest("m"), c.guest("s")
	c.run(3 * time.Second)
	c.vouch(x)
	c.vouch(m)
	c.run(3 * time.Second)
	protocolOf(a.core).seats.Stop(c.net.Now())
	c.until("the founder to be gone", 5*time.Second, func() bool { return a.core.Stopped() })
	a.crash()
	c.until("the member leads", 5*time.Second, func() bool { return c.leader() == x })
	a.restart()
	c.run(10 * time.Second)
	for range 100 {
		w := message.Fairness{Step: message.FairComplaint, Record: x.core.Epochs.Where().Epoch, Leader: x.id(), Misdeed: message.Censors, Victim: s.id()}
		for _, n := range []*testNode{a, m} {
			s.links[n.id()].Send(link.Stream, w.Encode())
		}
		c.run(100 * time.Millisecond)
	}
	if len(a.unfairOf()) != 1 || len(m.unfairOf()) != 0 {
		t.Errorf("the founder reads %v, a member %v", a.unfairOf(), m.unfairOf())
	}
	if st := a.core.Status(a.now()).Charter; st.Usurped || !errors.Is(protocolOf(a.core).policy.Decree(c.net.Now()), policy.ErrFirm) {
		t.Error("a stranger's word offers the decree")
	}
}

package host

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/kernel"
)

// government is a world of Alice, its founder, and others, over months. They log in in this order, and
// nobody has a rank.
type government struct {
	*cluster
	alice, bob, charlie, dave *testNode
}

func newGovernment(t *testing.T, seed uint64) *government {
	g := &government{cluster: newCluster(t, seed, lan)}
	g.options = func(o *kernel.Options) { o.Charter = true }
	g.alice = g.found("alice")
	for i, n := range []**testNode{&g.charlie, &g.bob, &g.dave} {
		*n = g.join([]string{"charlie", "bob", "dave"}[i])
		g.logged(*n)
	}
	g.allSay("all have the same ledger", func(*charter.State) bool { return len(g.alice.core.Standing.Charter.Set.Logins()) == 4 })
	return g
}

// logged waits until a player is logged in today.
func (g *government) logged(n *testNode) {
	g.t.Helper()
	g.until(n.name+" is logged in", 60*time.Second, func() bool {
		r := n.core.Standing.Charter
		return r != nil && r.Logged && r.Set.Login(n.id()) != nil && int64(r.Set.Login(n.id()).Last) >= n.now().Unix()-86400
	})
	g.run(1100 * time.Millisecond) // dates are in seconds
}

// days lets days pass, after which only these players come, one after the other.
func (g *government) days(n int, come ...*testNode) {
	g.t.Helper()
	for _, x := range g.alive() {
		x.crash()
	}
	for _, x := range g.nodes {
		x.skew += time.Duration(n) * 24 * time.Hour
	}
	g.run(time.Minute)
	for _, x := range come {
		x.restart()
	}
	for _, x := range come {
		g.logged(x)
	}
	g.allSay("all know the same charter", func(*charter.State) bool { return true })
}

// governs waits until all that are there know that a player governs for a time; nil: nobody does.
func (g *government) governs(n *testNode) {
	g.t.Helper()
	who := "nobody"
	if n != nil {
		who = n.name
	}
	g.allSay(who+" governs for a time", func(s *charter.State) bool {
		a := s.Appointed(charter.Day(g.alive()[0].now().Unix()))
		return (a != nil) == (n != nil) && (a == nil || a.Player == n.id() && s.Rank(n.id()) == charter.Keeper)
	})
}

func (g *government) write(n *testNode, title string) error {
	return protocolOf(n.core).policy.Write(n.now(), charter.Entry{Act: charter.SetTitle, Text: title})
}

// TestGovernmentWithoutItsFounder: the cases of a world whose founder is away, with peers that sign for one
// another. On the day after the charter's days of absence, Bob governs: Charlie is known longer, but was
// not there lately. Bob acts for days and governs for a time all the same. Charlie comes back and takes
// over; then Alice ends it.
func TestGovernmentWithoutItsFounder(t *testing.T) {
	g := newGovernment(t, 63)
	g.days(charter.DefaultAbsence, g.bob, g.dave)
	g.run(time.Minute)
	g.governs(nil)
	if err := g.write(g.bob, "too early"); !errors.Is(err, charter.ErrRight) {
		t.Errorf("Bob governs on the last day of the founder's: %v", err)
	}
	g.days(1, g.bob, g.dave)
	g.governs(g.bob)
	must(t, g.write(g.bob, "Bob's"))
	must(t, protocolOf(g.bob.core).policy.Write(g.bob.now(), charter.Entry{Act: charter.Name, Subject: g.dave.id(), Value: charter.NameBuilder}))
	must(t, protocolOf(g.bob.core).policy.Write(g.bob.now(), charter.Entry{Act: charter.Ban, Subject: [32]byte{9}, Text: "griefing"}))
	if err := g.write(g.dave, "Dave's"); !errors.Is(err, charter.ErrRight) {
		t.Errorf("Dave governs, too: %v", err)
	}
	g.allSay("what Bob did", func(s *charter.State) bool { return s.Title == "Bob's" && s.Counted == 3 })
	for day := range 5 {
		g.days(1, g.bob, g.dave)
		g.governs(g.bob)
		title := fmt.Sprint("still Bob's on day ", day)
		must(t, g.write(g.bob, title))
		g.allSay("his title", func(s *charter.State) bool { return s.Title == title })
	}
	g.days(3, g.bob, g.dave, g.charlie)
	g.governs(g.charlie)
	if err := g.write(g.bob, "late"); !errors.Is(err, charter.ErrRight) {
		t.Errorf("Bob governs still: %v", err)
	}
	must(t, g.write(g.charlie, "Charlie's"))
	g.allSay("what both did", func(s *charter.State) bool {
		return s.Title == "Charlie's" && s.Member(g.dave.id()) && !s.MayEnter([32]byte{9}, 0) && s.Void == 0
	})
	s := g.dave.core.Status(g.dave.now()).Charter
	if len(s.Government) != 2 || !s.Government[0].Absent || !s.Government[1].Temporary || s.Government[1].Player != g.charlie.id() || s.Government[1].Reason != charter.IsOldest || len(s.Trusted) != 2 {
		t.Errorf("%+v", s.Government)
	}
	g.days(1, g.charlie, g.bob, g.alice)
	g.governs(nil)
	if err := g.write(g.charlie, "late"); !errors.Is(err, charter.ErrRight) {
		t.Errorf("Charlie governs still: %v", err)
	}
}

// TestTemporaryKeeperStays: Bob names himself keeper while he governs for a time; Charlie comes back and gets
// nothing.
func TestTemporaryKeeperStays(t *testing.T) {
	g := newGovernment(t, 64)
	g.days(charter.DefaultAbsence+1, g.dave)
	g.governs(g.dave)
	g.days(2, g.dave, g.bob)
	g.governs(g.bob)
	must(t, protocolOf(g.bob.core).policy.Write(g.bob.now(), charter.Entry{Act: charter.Name, Subject: g.bob.id(), Value: charter.NameKeeper}))
	g.allSay("Bob is a keeper for good", func(s *charter.State) bool { return s.Ranks[g.bob.id()] == charter.Keeper })
	g.days(1, g.bob, g.dave, g.charlie)
	g.run(time.Minute)
	g.governs(nil)
	must(t, g.write(g.bob, "Bob's"))
	g.allSay("he governs", func(s *charter.State) bool { return s.Title == "Bob's" })
}

// TestPlayersThatStayAreThere: a player that stays for days is logged in every day.
func TestPlayersThatStayAreThere(t *testing.T) {
	g := newGovernment(t, 65)
	for range 3 {
		before := g.dave.core.Standing.Charter.Set.Login(g.dave.id()).Last
		for _, n := range g.alive() {
			n.set(n.skew + 25*time.Hour)
		}
		g.until("it is logged in anew", time.Minute, func() bool {
			l := g.alice.core.Standing.Charter.Set.Login(g.dave.id())
			return l != nil && l.Last >= before+25*3600
		})
	}
}

package host

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/policy"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// government is a world of Alice, its founder, and others, over months. They log in in this order, and
// nobody has a rank.
type government struct {
	*cluster
	alice, bob, charlie, dave *testNode

	told map[string][]string // by name of a process: who began or ended as temporary keeper
}

func newGovernment(t *testing.T, seed uint64) *government {
	g := &government{cluster: newCluster(t, seed, lan), told: map[string][]string{}}
	g.options = func(o *kernel.Options) {
		o.Charter = true
		me := o.Name
		o.On.Keeper = func(player key.ID, _ string, begins bool) {
			g.told[me] = append(g.told[me], fmt.Sprint(g.nameOf(player), " ", begins))
		}
	}
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
	clear(g.told)
	g.days(1, g.charlie, g.bob, g.alice)
	g.governs(nil)
	g.run(5 * time.Second)
	for _, n := range []*testNode{g.bob, g.charlie} {
		if got := strings.Join(g.told[n.name], ", "); got != "charlie true, charlie false" {
			t.Errorf("%s is told %q", n.name, got)
		}
	}
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

// TestPeersAtRestKnowWhoGoverns: peers that have left home to others learn of an appointment, although
// voters signed it whom home has only had since.
func TestPeersAtRestKnowWhoGoverns(t *testing.T) {
	t.Parallel()
	a := newArchipelago(t, 25)
	a.charter = true
	a.peopled(16, brief)
	a.scatter(4)
	a.until("some leave home to others", 40*time.Second, func() bool { return len(a.resting()) > 1 })
	home := func(n *islander) *kernel.Core { return n.world.islands.home() }
	record := func() *epoch.Record { return home(a.executors(message.Home)[0]).Ancestry.Last() }
	before := record()
	a.by[before.Voters[1].Key].crash()
	a.until("home has other voters", 30*time.Second, func() bool {
		return record().Number > before.Number && record().Firm && !record().Votes(before.Voters[1].Key)
	})
	r, keeper := record(), a.resting()[0]
	day := charter.Day(a.net.Now().Unix())
	x := &charter.Appointment{Player: keeper.id(), Clock: 1, From: day, Until: day + 2, Reason: charter.IsOldest}
	var seals []epoch.Cosignature
	for _, v := range r.Voters {
		seals = append(seals, x.Cosign(a.by[v.Key].pair, a.world, r.Hash()))
	}
	item := wire.AppendBlob([]byte{byte(wire.Charter), policy.CharterEntries}, x.WithSignatures(r, seals).Append(nil))
	leader := a.by[r.Voters[0].Key]
	home(leader).Receive(a.net.Now(), a.by[r.Voters[1].Key].id(), link.Stream, item)
	leader.act()
	// It is not due: the founder is there. So the voters end it at once, which all learn, too.
	a.until("all know both", 30*time.Second, func() bool {
		for _, n := range a.nodes {
			if n.down {
				continue
			}
			if all := home(n).Standing.Charter.Set.Appointments(); len(all) != 2 || all[0].Player != keeper.id() || all[1].Reason != charter.Returned {
				return false
			}
		}
		return a.chartersAlike() && len(a.resting()) > 0
	})
}

// TestVotersSignOnlyWhatIsDue: a player asks the voters for appointments that their ledgers do not ask for.
// None of them answers, but each does as soon as it is due.
func TestVotersSignOnlyWhatIsDue(t *testing.T) {
	g := newGovernment(t, 66)
	answers := 0
	g.days(charter.DefaultAbsence+1, g.bob, g.dave)
	g.governs(g.bob)
	r := g.bob.core.Epoch.Record()
	for _, n := range g.alive() {
		n.twist = func(_ key.ID, b []byte) []byte {
			if len(b) == 2+key.SignatureSize && wire.Kind(b[0]) == wire.Charter && b[1] == 7 {
				answers++
			}
			return b
		}
	}
	ask := func(x *charter.Appointment) (signed int) {
		answers = 0
		b := x.WithSignatures(r, nil).Append([]byte{byte(wire.Charter), policy.CharterAppoint})
		for _, v := range r.Voters {
			n := g.by[v.Key]
			from := g.bob
			if n == g.bob {
				from = g.dave
			}
			n.core.Receive(n.now(), from.id(), link.Stream, b)
			n.act()
		}
		return answers
	}
	now := g.bob.core.Standing.Charter.Set.Appointments()[0]
	for name, spoil := range map[string]func(x *charter.Appointment){
		"of another player":      func(x *charter.Appointment) { x.Player = g.dave.id() },
		"for longer":             func(x *charter.Appointment) { x.Until++ },
		"from earlier on":        func(x *charter.Appointment) { x.From-- },
		"after somebody":         func(x *charter.Appointment) { x.Former = g.charlie.id() },
		"the one that is signed": func(*charter.Appointment) {},
	} {
		x := *now
		spoil(&x)
		if n := ask(&x); n > 0 {
			t.Errorf("%s: %d signed", name, n)
		}
	}
	for _, n := range g.alive() {
		n.skew += 24 * time.Hour // nobody has looked at the date yet
	}
	x := *now
	x.Until++
	if n := ask(&x); n != len(r.Voters) {
		t.Errorf("%d of %d signed what is due", n, len(r.Voters))
	}
}

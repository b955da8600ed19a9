package host

import (
	"errors"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/door"
	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/link/memory"
)

// doored is a closed world of a founder, a keeper and a third peer.
func doored(t *testing.T, seed uint64, conditions memory.Conditions) *cluster {
	c := newCluster(t, seed, conditions)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	c.write(charter.Entry{Act: charter.Name, Subject: c.nodes[1].id(), Value: charter.NameKeeper})
	c.write(charter.Entry{Act: charter.SetEntry, Value: charter.EntryInvited})
	c.allSay("the keeper and the policy", func(s *charter.State) bool {
		return s.Rank(c.nodes[1].id()) == charter.Keeper && s.Entry == charter.EntryInvited
	})
	return c
}

// write writes an entry of the founder.
func (c *cluster) write(e charter.Entry) {
	c.t.Helper()
	must(c.t, protocolOf(c.nodes[0].core).policy.Write(c.net.Now(), e))
}

// invite writes an invitation of the founder for builders.
func (c *cluster) invite(secret charter.Capability, uses uint16, days uint32) {
	c.t.Helper()
	terms := charter.Terms{Rank: charter.Builder, Uses: uses, Last: charter.Day(c.net.Now().Unix()) + days}
	c.write(charter.Entry{Act: charter.Invite, Subject: secret.Pair(c.world).ID(), Value: terms.Pack()})
}

// uses starts a node that joins with an invitation.
func (c *cluster) uses(name string, secret charter.Capability) *testNode {
	n := c.join(name)
	n.core.Door.Redeem(secret)
	return n
}

// door is what a node knows of the door. It leaves the clock of the node alone, unlike Status.
func (n *testNode) door() status.Door {
	var s status.Host
	protocolOf(n.core).door.Report(&s)
	return s.Charter.Door
}

// ticket tells how far a node has come with its invitation.
func (n *testNode) ticket() status.Ticket { return n.door().Ticket }

// TestInvitationGivesItsRank: within 5 s of its start, everybody knows that a player came by an invitation; a
// restarted player redeems nothing twice.
func TestInvitationGivesItsRank(t *testing.T) {
	for seed := range few(6, 2) {
		c := doored(t, 70+seed, lan)
		secret := charter.Capability{1}
		c.invite(secret, 2, 7)
		d := c.uses("d", secret)
		took := c.until("everybody knows the rank", 5*time.Second, func() bool {
			for _, n := range c.nodes {
				if s := n.core.Standing.State(); s == nil || !s.Member(d.id()) {
					return false
				}
			}
			return true
		})
		t.Logf("seed %d: %v", seed, took)
		c.until("it knows that", 2*time.Second, func() bool { return d.ticket().Done })
		d.crash()
		d.restart()
		d.core.Door.Redeem(secret)
		c.until("it need not redeem it again", 10*time.Second, func() bool { return d.ticket().Done })
		if i := c.nodes[0].core.Standing.State().Invitation(secret.Pair(c.world).ID()); len(i.Players) != 1 {
			t.Errorf("%d uses", len(i.Players))
		}
	}
}

// TestInvitationRefused: an unknown, expired, revoked or used up invitation is refused, with the reason.
func TestInvitationRefused(t *testing.T) {
	c := doored(t, 80, lan)
	once, old, revoked := charter.Capability{1}, charter.Capability{2}, charter.Capability{3}
	c.invite(once, 1, 7)
	c.invite(old, 20, 0)
	c.invite(revoked, 20, 7)
	d := c.uses("d", once)
	late := c.uses("late", revoked)
	c.until("the first are in", 10*time.Second, func() bool { return d.ticket().Done && late.ticket().Done })
	c.write(charter.Entry{Act: charter.Revoke, Subject: revoked.Pair(c.world).ID()})
	if !c.nodes[0].core.Standing.State().Member(late.id()) {
		t.Error("Revoke takes the rank of a player that came before")
	}
	refused := func(n *testNode, want error) {
		t.Helper()
		c.until(want.Error(), 20*time.Second, func() bool { return errors.Is(n.ticket().Err, want) })
		if c.nodes[0].core.Standing.State().Member(n.id()) {
			t.Errorf("%v, and a member", want)
		}
	}
	refused(c.uses("e", once), charter.ErrUsedUp)
	refused(c.uses("f", revoked), charter.ErrRevoked)
	refused(c.uses("g", charter.Capability{9}), charter.ErrNoInvitation)
	h := c.add("h") // its clock is two days ahead
	h.skew = 48 * time.Hour
	h.joins()
	h.core.Door.Redeem(old)
	refused(h, charter.ErrExpired)
	// all other clocks are: the voters decide
	i := c.add("i")
	for _, n := range c.nodes[:len(c.nodes)-1] {
		n.set(48 * time.Hour)
	}
	i.joins()
	i.core.Door.Redeem(old)
	refused(i, door.ErrNotSigned)
}

// TestLastUse: of two players that use the last use of an invitation at once, exactly one gets its rank.
func TestLastUse(t *testing.T) {
	for seed := range few(12, 3) {
		c := doored(t, 90+seed, lan)
		secret := charter.Capability{byte(seed)}
		c.invite(secret, 1, 7)
		d, e := c.join("d"), c.join("e")
		d.core.Door.Redeem(secret)
		e.core.Door.Redeem(secret)
		k := secret.Pair(c.world).ID()
		c.until("one is in", 15*time.Second, func() bool {
			i := c.nodes[0].core.Standing.State().Invitation(k)
			return len(i.Players) == 1 && (d.ticket().Done || e.ticket().Done)
		})
		c.run(3 * time.Second)
		c.allSay("the same one everywhere", func(s *charter.State) bool {
			return len(s.Invitation(k).Players) == 1 && s.Member(d.id()) != s.Member(e.id())
		})
	}
}

// TestKnock: a knock reaches the keepers, one of them answers it, and the player learns that.
func TestKnock(t *testing.T) {
	c := doored(t, 100, lan)
	founder, keeper, third := c.nodes[0], c.nodes[1], c.nodes[2]
	waiting := func(n *testNode) []status.Knock { return n.door().Waiting }
	mine := func(n *testNode) status.MyKnock { return n.door().Knock }
	d := c.join("d")
	c.until("it has the charter", 10*time.Second, func() bool { return d.core.Standing.State() != nil })
	knock := func() {
		t.Helper()
		must(t, d.core.Door.Knock("Bo"))
		c.until("both keepers are asked", 5*time.Second, func() bool { return len(waiting(founder)) == 1 && len(waiting(keeper)) == 1 })
	}
	knock()
	if w := waiting(keeper)[0]; w.Player != d.id() || w.Name != "Bo" || len(waiting(third)) != 0 || mine(d).State != status.KnockWaits {
		t.Errorf("%+v; %+v", w, mine(d))
	}
	if err := third.core.Door.Answer(c.net.Now(), d.id(), true); !errors.Is(err, door.ErrNoKeeper) {
		t.Errorf("an answer by a third: %v", err)
	}
	d.core.Door.Withdraw()
	c.until("it is withdrawn", 5*time.Second, func() bool { return len(waiting(founder)) == 0 && len(waiting(keeper)) == 0 })
	if err := d.core.Door.Knock("Bo"); !errors.Is(err, door.ErrOften) {
		t.Errorf("a second knock at once: %v", err)
	}
	c.run(door.KnockEvery)
	knock()
	must(t, keeper.core.Door.Answer(c.net.Now(), d.id(), true))
	c.until("it is let in", 5*time.Second, func() bool {
		return mine(d).State == status.KnockLetIn && mine(d).By == keeper.id() && len(waiting(founder)) == 0
	})
	c.allSay("the rank", func(s *charter.State) bool { _, named := s.Ranks[d.id()]; return named })
	e := c.join("e")
	c.until("it has the charter", 10*time.Second, func() bool { return e.core.Standing.State() != nil })
	must(t, e.core.Door.Knock("Eve"))
	c.until("the founder is asked", 5*time.Second, func() bool { return len(waiting(founder)) == 1 })
	must(t, founder.core.Door.Answer(c.net.Now(), e.id(), false))
	c.until("it is refused", 5*time.Second, func() bool { return mine(e).State == status.KnockRefused && len(waiting(keeper)) == 0 })
	c.run(door.KnockEvery)
	must(t, e.core.Door.Knock("Eve"))
	c.run(5 * time.Second)
	if len(waiting(founder)) != 0 || len(waiting(keeper)) != 1 {
		t.Error("a refused player asks the same keeper again at once, or no other")
	}
	e.crash()
	c.until("nobody repeats it", 2*time.Minute, func() bool { return len(waiting(keeper)) == 0 })
}

// TestKnocksAreBounded: with many knocks, so many wait; a player that has been here displaces a stranger.
func TestKnocksAreBounded(t *testing.T) {
	c := doored(t, 101, lan)
	founder := c.nodes[0]
	var all []*testNode
	for range door.MaxWaiting + 2 {
		all = append(all, c.join("stranger"))
	}
	c.until("they have the charter", 30*time.Second, func() bool {
		for _, n := range all {
			if n.core.Standing.State() == nil {
				return false
			}
		}
		return true
	})
	for _, n := range all {
		must(t, n.core.Door.Knock("Bo"))
	}
	c.run(3 * time.Second)
	if n := len(founder.door().Waiting); n == 0 || n > door.MaxWaiting {
		t.Errorf("%d wait", n)
	}
}

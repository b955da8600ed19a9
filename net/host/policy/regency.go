package policy

import (
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Temporary keepers
//
// Every peer that executes home computes from its ledger of logins which appointment is due; see
// charter.Due. The leader of home has the voters sign it. A voter signs what is due by its own ledger, and
// nothing else. If no appointment comes, because the leader does not ask, the other voters and the players
// concerned ask.

const (
	// appointAfter is how long the leader waits until it asks, so that the ledgers of the voters are alike.
	appointAfter = 2 * time.Second
	// appointAlone is how long the others wait.
	appointAlone = 30 * time.Second
)

// regency is what this peer does about temporary keepers.
type regency struct {
	c *kernel.Core
	y *Policy

	digest [32]byte // of the charter that was looked at,
	day    uint32   // and the day
	known  bool
	due    *charter.Appointment
	reign  []charter.Governor

	since    time.Time            // when it became due
	asked    time.Time            // when the voters were asked last,
	proposed *charter.Appointment // for this,
	under    *epoch.Record        // of this epoch,
	seals    []epoch.Cosignature  // and what they answered

	rules     [32]byte // of the charter whose temporary keeper was announced
	told      uint32   // on this day
	announced key.ID
}

// look brings the due appointment up to date.
func (g *regency) look() {
	r, day := g.c.Standing.Charter, charter.Day(g.c.Today())
	if g.known && g.digest == r.Digest && g.day == day {
		return
	}
	g.known, g.digest, g.day = true, r.Digest, day
	due := r.Set.Due(day)
	if due == nil || g.due == nil || !due.Same(g.due) {
		g.since, g.asked, g.proposed = g.c.Now, time.Time{}, nil
	}
	g.due, g.reign = due, r.Set.Government(day)
}

// government lists the players that govern today.
func (g *regency) government() []charter.Governor {
	g.look()
	return g.reign
}

// appoint asks the voters of home for the due appointment.
func (g *regency) appoint() {
	g.look()
	if g.due == nil || g.c.Epoch == nil || g.c.Joining.Fetching() || g.c.Epoch.Ending() || g.c.Now.Sub(g.asked) < loginEvery {
		return
	}
	r := g.c.Epoch.Record()
	patience := appointAlone
	if g.c.Epoch.Leading() {
		patience = appointAfter
	} else if !r.Votes(g.c.Me) && g.due.Player != g.c.Me && g.c.Standing.State().Rank(g.c.Me) < charter.Keeper {
		return
	}
	if g.c.Now.Sub(g.since) < patience {
		return
	}
	g.asked, g.under, g.seals, g.proposed = g.c.Now, r, nil, g.due.WithSignatures(r, nil)
	for _, v := range r.Voters {
		if v.Key != g.c.Me {
			g.c.Send(v.Key, message.StreamChannel, g.proposed.Append([]byte{byte(wire.Charter), CharterAppoint}))
		}
	}
	if r.Votes(g.c.Me) {
		g.agreed(g.proposed.Cosign(g.c.Options.Key, g.c.World, r.Hash()))
	}
}

// agree signs an appointment if this peer votes and finds it due, too.
func (g *regency) agree(p *kernel.Peer, a *charter.Appointment) {
	if g.c.Epoch == nil || !g.c.Epoch.Record().Votes(g.c.Me) || g.c.Epoch.Record().Hash() != a.Epoch {
		return
	}
	if !g.isDue(a) {
		return // it is asked again, when the ledgers are alike
	}
	s := a.Cosign(g.c.Options.Key, g.c.World, a.Epoch)
	g.c.Send(p.Key, message.StreamChannel, append([]byte{byte(wire.Charter), charterAgree}, s.Signature[:]...))
}

// isDue reports whether an appointment is due today; about midnight, also by the date of a clock beside
// this one.
func (g *regency) isDue(a *charter.Appointment) bool {
	g.look()
	if due := g.due; due != nil && due.Same(a) {
		return true
	}
	at, skew := g.c.Today(), int64(loginSkew.Seconds())
	for _, day := range []uint32{charter.Day(at - skew), charter.Day(at + skew)} {
		if day != g.day {
			due := g.c.Standing.Charter.Set.Due(day)
			return due != nil && due.Same(a)
		}
	}
	return false
}

// agreed takes a voter's signature under the proposed appointment.
func (g *regency) agreed(s epoch.Cosignature) {
	if g.proposed == nil || !g.proposed.CosignedBy(s, g.under) || slices.ContainsFunc(g.seals, func(o epoch.Cosignature) bool { return o.Key == s.Key }) {
		return
	}
	g.seals = append(g.seals, s)
	a := g.proposed.WithSignatures(g.under, g.seals)
	if a.Countersigned(g.under) != nil {
		return
	}
	g.proposed = nil
	if keep, err := g.y.charterItem(a.Append(nil)); err == nil {
		g.y.KeepCharter(keep...)
		g.c.Standing.Charter.Changed()
	}
}

// announce tells of a temporary keeper who governs from now on, or no more: by the charter, or because the
// time is over.
func (g *regency) announce() {
	r, day := g.c.Standing.Charter, charter.Day(g.c.Today())
	if g.rules == r.Rules && g.told == day {
		return
	}
	g.rules, g.told = r.Rules, day
	var now key.ID
	a := r.Set.State().Appointed(day)
	if a != nil {
		now = a.Player
	}
	if now == g.announced {
		return
	}
	if !g.announced.IsZero() {
		g.c.Event("the temporary keeper is one no more", "player", g.announced.Short())
		g.tell(g.announced, false)
	}
	if g.announced = now; a != nil {
		g.c.Event("a temporary keeper governs", "player", now.Short(), "because", a.Reason.String())
		g.tell(now, true)
	}
}

// tell reports the beginning or the end of a player's time.
func (g *regency) tell(k key.ID, begins bool) {
	name := g.c.Measures.Called(epoch.Voter{Key: k})
	if k == g.c.Me && g.c.Options.Name != "" {
		name = g.c.Options.Name
	}
	if g.c.Options.On.Keeper != nil {
		g.c.Options.On.Keeper(k, name, begins)
	}
}

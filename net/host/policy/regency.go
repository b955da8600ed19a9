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
	announced key.ID
}

// look brings the due appointment up to date.
func (y *Policy) look() {
	g, r, day := &y.regency, y.c.Standing.Charter, charter.Day(y.c.Today())
	if g.known && g.digest == r.Digest && g.day == day {
		return
	}
	g.known, g.digest, g.day = true, r.Digest, day
	due := r.Set.Due(day)
	if due == nil || g.due == nil || !due.Same(g.due) {
		g.since, g.asked, g.proposed = y.c.Now, time.Time{}, nil
	}
	g.due, g.reign = due, r.Set.Government(day)
}

// government lists the players that govern today.
func (y *Policy) government() []charter.Governor {
	y.look()
	return y.regency.reign
}

// appoint asks the voters of home for the due appointment.
func (y *Policy) appoint() {
	y.look()
	g := &y.regency
	if g.due == nil || y.c.Epoch == nil || y.c.Joining.Fetching() || y.c.Epoch.Ending() || y.c.Now.Sub(g.asked) < loginEvery {
		return
	}
	r := y.c.Epoch.Record()
	patience := appointAlone
	if y.c.Epoch.Leading() {
		patience = appointAfter
	} else if !r.Votes(y.c.Me) && g.due.Player != y.c.Me && y.c.Standing.State().Rank(y.c.Me) < charter.Keeper {
		return
	}
	if y.c.Now.Sub(g.since) < patience {
		return
	}
	g.asked, g.under, g.seals, g.proposed = y.c.Now, r, nil, g.due.WithSignatures(r, nil)
	for _, v := range r.Voters {
		if v.Key != y.c.Me {
			y.c.Send(v.Key, message.StreamChannel, g.proposed.Append([]byte{byte(wire.Charter), CharterAppoint}))
		}
	}
	if r.Votes(y.c.Me) {
		y.agreed(g.proposed.Cosign(y.c.Options.Key, y.c.World, r.Hash()))
	}
}

// agree signs an appointment if this peer votes and finds it due, too.
func (y *Policy) agree(p *kernel.Peer, a *charter.Appointment) {
	if y.c.Epoch == nil || !y.c.Epoch.Record().Votes(y.c.Me) || y.c.Epoch.Record().Hash() != a.Epoch {
		return
	}
	if !y.isDue(a) {
		return // it is asked again, when the ledgers are alike
	}
	s := a.Cosign(y.c.Options.Key, y.c.World, a.Epoch)
	y.c.Send(p.Key, message.StreamChannel, append([]byte{byte(wire.Charter), charterAgree}, s.Signature[:]...))
}

// isDue reports whether an appointment is due today; about midnight, also by the date of a clock beside
// this one.
func (y *Policy) isDue(a *charter.Appointment) bool {
	y.look()
	if due := y.regency.due; due != nil && due.Same(a) {
		return true
	}
	at, skew := y.c.Today(), int64(loginSkew.Seconds())
	for _, day := range []uint32{charter.Day(at - skew), charter.Day(at + skew)} {
		if day != y.regency.day {
			due := y.c.Standing.Charter.Set.Due(day)
			return due != nil && due.Same(a)
		}
	}
	return false
}

// agreed takes a voter's signature under the proposed appointment.
func (y *Policy) agreed(s epoch.Cosignature) {
	g := &y.regency
	if g.proposed == nil || !g.proposed.CosignedBy(s, g.under) || slices.ContainsFunc(g.seals, func(o epoch.Cosignature) bool { return o.Key == s.Key }) {
		return
	}
	g.seals = append(g.seals, s)
	a := g.proposed.WithSignatures(g.under, g.seals)
	if a.Countersigned(g.under) != nil {
		return
	}
	g.proposed = nil
	if keep, err := y.charterItem(a.Append(nil)); err == nil {
		y.KeepCharter(keep...)
		y.c.Standing.Charter.Changed()
	}
}

// announce tells of a temporary keeper who governs from now on, or no more.
func (y *Policy) announce() {
	g, r := &y.regency, y.c.Standing.Charter
	if g.rules == r.Rules {
		return
	}
	g.rules = r.Rules
	a := r.Set.State().Appointed(charter.Day(y.c.Today()))
	switch {
	case a == nil && g.announced.IsZero() || a != nil && a.Player == g.announced:
	case a == nil:
		y.c.Event("the temporary keeper is one no more", "player", g.announced.Short())
		g.announced = key.ID{}
	default:
		y.c.Event("a temporary keeper governs", "player", a.Player.Short(), "because", a.Reason.String())
		g.announced = a.Player
	}
}

package host

import (
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// # Who forged
//
// A peer that saw a leader order a command that its author did not sign says so in a signed accusation (see
// epoch.Accusation). The accusation is kept with the world's charter, so that the peer does not name that
// leader for a committee again, even after a restart. A single accusation changes nothing for other peers.
// Once most voters of the epoch have signed the same one, every peer that knows the record of that epoch
// believes it, keeps it and passes it on. One voter of three cannot slander another.
//
// An accusation is the body of a HeadGossip message after step 3. All peers get it when it has more
// signatures, and a later peer gets it once that peer has the world. Only its victims can accuse a lone
// voter: each keeps that accusation for itself.

const (
	// chargeRate is how many accusations of a peer are verified in a second: each has at most five
	// signatures.
	accusationRate = 10
)

// atHome is the core of home, whose links reach all peers and which keeps the charter.
func (e *Evidence) atHome() *Core {
	if e.c.islands != nil {
		return e.c.islands.Home()
	}
	return e.c
}

// accuse says, signed, that a leader of the present epoch forged a turn.
func (e *Evidence) accuse(accused key.ID) {
	r := e.c.e.Record()
	x := &epoch.Accusation{Where: e.c.epochs.where(), Accused: accused}
	if r.Votes(e.c.me) {
		x.Voters = uint8(len(r.Voters))
	}
	if had := e.c.standing.find(x); had != nil && had.SignedBy(e.c.me) {
		return
	}
	x.Sign(e.c.options.Key)
	e.atHome().evidence.keepAccusation(x)
	e.receiveAccusation(x)
}

// receiveAccusation takes an accusation about an epoch that is known here.
func (e *Evidence) receiveAccusation(x *epoch.Accusation) {
	more, convicts := e.c.standing.add(x, e.c.me)
	if !more {
		return
	}
	home := e.atHome()
	if x = e.c.standing.find(x).Accusation; convicts {
		e.c.standing.ban(Offender{Key: x.Accused, Name: e.c.measures.called(epoch.Voter{Key: x.Accused}), Convicted: true})
		e.c.event("most voters say that a leader ordered what nobody asked for", "peer", e.c.measures.called(epoch.Voter{Key: x.Accused}), "voters", len(x.Signatures))
		home.evidence.keepAccusation(x)
		e.applyProofs()
	}
	if convicts || x.SignedBy(e.c.me) {
		home.peers.each(home.evidence.showAccusations)
	}
}

// keepAccusation has an accusation written into the file.
func (e *Evidence) keepAccusation(x *epoch.Accusation) {
	if e.c.standing.charter != nil { // else with the charter, once there is a file
		e.c.policy.keepCharter(x.Append(nil))
	}
}

// showAccusations sends a peer the accusations that it has not been sent yet.
func (e *Evidence) showAccusations(p *peer) {
	if !p.greeted || p.said.Epoch == 0 || e.of(p).accusations == e.c.standing.news {
		return
	}
	e.of(p).accusations = e.c.standing.news
	for _, x := range e.c.standing.accusations {
		if x.Voters > 0 && (x.Convicts() || x.SignedBy(e.c.me)) {
			e.c.send(p.key, link.Stream, x.Append([]byte{byte(wire.HeadGossip), gossipAccusation}))
		}
	}
}

// shownAccusation takes an accusation from a peer.
func (e *Evidence) shownAccusation(p *peer, b []byte) error {
	if !p.flow.accusations.Take(e.c.now, 1, accusationRate, maxAccusations) {
		e.c.counters[counter.Flooded]++
		return nil
	}
	x, err := epoch.DecodeAccusation(b)
	if err != nil {
		return err
	}
	if x.World != e.c.world || x.Voters == 0 {
		return fmt.Errorf("%w: an accusation that is not about others", errUnexpected)
	}
	r := e.recordNamed(x.Where)
	if r == nil || x.Accused == e.c.me {
		return nil // of a fork, or an island, that is not known here
	}
	if err := x.Of(r); err != nil {
		return err
	}
	e.receiveAccusation(x)
	return nil
}

// recordNamed returns the record of an epoch that is known here, or nil.
func (e *Evidence) recordNamed(at epoch.Where) *epoch.Record {
	lists := [][]*epoch.Record{e.c.ancestry.records, e.c.ancestry.ancestors}
	if e.c.islands != nil {
		lists = append(lists, e.c.islands.Chains(at.Island)...)
	}
	for _, records := range lists {
		for _, r := range slices.Backward(records) {
			if r.Island == at.Island && r.Hash() == at.Epoch {
				return r
			}
		}
	}
	return nil
}

// accusationOfFile takes an accusation from the file: its voters were verified before it was written.
func (e *Evidence) accusationOfFile(x *epoch.Accusation) {
	if x.World != e.c.world || x.Accused == e.c.me {
		return
	}
	e.c.standing.add(x, e.c.me)
	if a := e.c.standing.find(x); a != nil && (a.Convicts() || a.SignedBy(e.c.me)) {
		e.c.standing.ban(Offender{Key: x.Accused, Name: e.c.measures.called(epoch.Voter{Key: x.Accused}), Convicted: a.Convicts()})
	}
}

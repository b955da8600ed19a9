package evidence

import (
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/standing"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// # Accusations of forged commands
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
	// accusationRate is how many accusations of a peer are verified in a second: each has at most five
	// signatures.
	accusationRate = 10
)

// atHome is the core of home, whose links reach all peers and which keeps the charter.
func (e *Evidence) atHome() *kernel.Core {
	if e.c.Islands != nil {
		return e.c.Islands.Home()
	}
	return e.c
}

// Accuse says, signed, that a leader of the present epoch forged a turn.
func (e *Evidence) Accuse(accused key.ID) {
	r := e.c.Epoch.Record()
	x := &epoch.Accusation{Where: e.c.Epochs.Where(), Accused: accused}
	if r.Votes(e.c.Me) {
		x.Voters = uint8(len(r.Voters))
	}
	if had := e.c.Standing.Find(x); had != nil && had.SignedBy(e.c.Me) {
		return
	}
	x.Sign(e.c.Options.Key)
	e.atHome().Evidence.KeepAccusation(x)
	e.receiveAccusation(x)
}

// receiveAccusation takes an accusation about an epoch that is known here.
func (e *Evidence) receiveAccusation(x *epoch.Accusation) {
	more, convicts := e.c.Standing.Add(x, e.c.Me)
	if !more {
		return
	}
	home := e.atHome()
	if x = e.c.Standing.Find(x).Accusation; convicts {
		e.c.Standing.Ban(standing.Offender{Key: x.Accused, Name: e.c.Measures.Called(epoch.Voter{Key: x.Accused}), Convicted: true})
		e.c.Event("most voters accuse a leader of forging commands", "peer", e.c.Measures.Called(epoch.Voter{Key: x.Accused}), "voters", len(x.Signatures))
		home.Evidence.KeepAccusation(x)
		e.ApplyProofs()
	}
	if convicts || x.SignedBy(e.c.Me) {
		home.Peers.Each(home.Evidence.ShowAccusations)
	}
}

// KeepAccusation has an accusation written into the file.
func (e *Evidence) KeepAccusation(x *epoch.Accusation) {
	if e.c.Standing.Charter != nil { // else with the charter, once there is a file
		e.c.Policy.KeepCharter(x.Append(nil))
	}
}

// ShowAccusations sends a peer the accusations that it has not been sent yet.
func (e *Evidence) ShowAccusations(p *kernel.Peer) {
	if !p.Greeted || p.Said.Epoch == 0 || e.of(p).accusations == e.c.Standing.News {
		return
	}
	e.of(p).accusations = e.c.Standing.News
	for _, x := range e.c.Standing.Accusations {
		if x.Voters > 0 && (x.Convicts() || x.SignedBy(e.c.Me)) {
			e.c.Send(p.Key, link.Stream, x.Append([]byte{byte(wire.HeadGossip), GossipAccusation}))
		}
	}
}

// shownAccusation takes an accusation from a peer.
func (e *Evidence) shownAccusation(p *kernel.Peer, b []byte) error {
	if !p.Flow.Accusations.Take(e.c.Now, 1, accusationRate, standing.MaxAccusations) {
		e.c.Counters[counter.Flooded]++
		return nil
	}
	x, err := epoch.DecodeAccusation(b)
	if err != nil {
		return err
	}
	if x.World != e.c.World || x.Voters == 0 {
		return fmt.Errorf("%w: an accusation that is not about others", kernel.ErrUnexpected)
	}
	r := e.recordNamed(x.Where)
	if r == nil || x.Accused == e.c.Me {
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
	lists := [][]*epoch.Record{e.c.Ancestry.Records, e.c.Ancestry.Ancestors}
	if e.c.Islands != nil {
		lists = append(lists, e.c.Islands.Chains(at.Island)...)
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

// AccusationOfFile takes an accusation from the file: its voters were verified before it was written.
func (e *Evidence) AccusationOfFile(x *epoch.Accusation) {
	if x.World != e.c.World || x.Accused == e.c.Me {
		return
	}
	e.c.Standing.Add(x, e.c.Me)
	if a := e.c.Standing.Find(x); a != nil && (a.Convicts() || a.SignedBy(e.c.Me)) {
		e.c.Standing.Ban(standing.Offender{Key: x.Accused, Name: e.c.Measures.Called(epoch.Voter{Key: x.Accused}), Convicted: a.Convicts()})
	}
}

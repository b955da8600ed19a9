package committee

import (
	"manyhold/net/host/acquaintance"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// Witness notes since when this peer knows others, for all islands; package compare notes how long they have
// had the same state.
type Witness struct {
	c *kernel.Core
	kernel.ObserverBase
}

// NewWitness makes the mechanism of an island.
func NewWitness(c *kernel.Core) *Witness { return &Witness{c: c} }

// ExecutorGreeted notes since when a peer is known.
func (w *Witness) ExecutorGreeted(p *kernel.Peer) {
	if w.c.ID == message.Home && w.c.Epoch != nil {
		w.c.Standing.Met.Met(p.Key, w.c.History.Executed)
	}
}

// LinkDown ends the presence of a peer.
func (w *Witness) LinkDown(id key.ID) { w.c.Standing.Met.Left(id) }

// EpochBegan notes which peers voted in the world's first minutes.
func (w *Witness) EpochBegan() {
	if w.c.ID != message.Home {
		return
	}
	met := &w.c.Standing.Met
	met.Founder(w.c.Genesis.Founder)
	for _, r := range w.c.Ancestry.Records {
		if r.FirstTurn > acquaintance.EarlyTurns {
			break
		}
		for _, v := range r.Voters {
			met.Voted(v.Key, r.FirstTurn)
		}
	}
	met.Met(w.c.Me, w.c.History.Executed)
	w.c.Peers.Each(func(p *kernel.Peer) {
		if p.Greeted {
			met.Met(p.Key, w.c.History.Executed)
		}
	})
}

// strangers is how many strangers may vote beside a leader.
func strangers(c *kernel.Core, leader roster.Member) int {
	if leader.Familiarity >= roster.Stranger {
		return roster.Unbound // no better known peer is there
	}
	return c.Standing.Strangers()
}

package host

import (
	"manyhold/net/epoch"
	"manyhold/net/key"
)

// observer is a mechanism that is notified of changes of the kernel objects. A notification comes after the
// kernel object has changed its own fields, and it must not change them in turn.
type observer interface {
	turnExecuted(turn uint64)
	turnCommitted() // history.committed says up to which turn
	wentBack(to uint64)
	stateChanged() // between two epochs, see transition.go

	recordAdded(r *epoch.Record)
	recordsCut(number uint64) // those after it

	epochBegan() // Core.e
	epochEnded(e *epoch.Epoch)

	linkUp(id key.ID)
	linkDown(id key.ID)
	peerGreeted(p *peer)     // p.said is new
	executorGreeted(p *peer) // likewise, of a peer that executes the island
}

// observerBase ignores all notifications: a mechanism overrides only those that concern it.
type observerBase struct{}

func (observerBase) turnExecuted(uint64)       {}
func (observerBase) turnCommitted()            {}
func (observerBase) wentBack(uint64)           {}
func (observerBase) stateChanged()             {}
func (observerBase) recordAdded(*epoch.Record) {}
func (observerBase) recordsCut(uint64)         {}
func (observerBase) epochBegan()               {}
func (observerBase) epochEnded(*epoch.Epoch)   {}
func (observerBase) linkUp(key.ID)             {}
func (observerBase) linkDown(key.ID)           {}
func (observerBase) peerGreeted(*peer)         {}
func (observerBase) executorGreeted(*peer)     {}

// observing lists the mechanisms in the order in which they are notified. The order is a contract, as that of
// a tick.
func (c *Core) observing() []observer {
	return []observer{
		&c.comparison,
		&c.journal,
		&c.evidence,
		&c.leader,
		&c.follower,
		&c.joining,
		&c.policy,
		&c.merger,
		&c.fork, // before lone, which may send to a peer in the same fork
		&c.lone,
		&c.separate,
		&c.abandon,
	}
}

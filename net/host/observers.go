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
	peerLeft(p *peer)        // it does not execute the island any more
	measured(p *peer)        // p.rtt is new

	awoke()         // no call came for longer than awake: the process slept, or the clock was set
	becameLeader()  // this peer leads from now on
	busy() bool     // work waits that cannot be told by a time: Tick is to be called soon
	report(*Status) // adds what only the mechanism knows
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
func (observerBase) peerLeft(*peer)            {}
func (observerBase) measured(*peer)            {}
func (observerBase) awoke()                    {}
func (observerBase) becameLeader()             {}
func (observerBase) busy() bool                { return false }
func (observerBase) report(*Status)            {}

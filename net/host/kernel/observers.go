package kernel

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// Observer is a mechanism that is notified of changes of the kernel objects. A notification comes after the
// kernel object has changed its own fields, and it must not change them in turn. An event that
// concerns one mechanism alone is no notification: the kernel calls the mechanism by its name.
type Observer interface {
	WentBack(to uint64)
	StateChanged() // between two epochs, see transition.go

	RecordAdded(r *epoch.Record)
	RecordsCut(number uint64) // those after it

	EpochBegan() // Core.e
	EpochEnded(e *epoch.Epoch)

	LinkUp(id key.ID)
	LinkDown(id key.ID)
	PeerGreeted(p *Peer)     // p.said is new
	ExecutorGreeted(p *Peer) // likewise, of a peer that executes the island
	PeerLeft(p *Peer)        // it does not execute the island any more

	Awoke()              // no call came for longer than awake: the process slept, or the clock was set
	BecameLeader()       // this peer leads from now on
	Report(*status.Host) // adds what only the mechanism knows
}

// ObserverBase ignores all notifications: a mechanism overrides only those that concern it.
type ObserverBase struct{}

func (ObserverBase) WentBack(uint64)           {}
func (ObserverBase) StateChanged()             {}
func (ObserverBase) RecordAdded(*epoch.Record) {}
func (ObserverBase) RecordsCut(uint64)         {}
func (ObserverBase) EpochBegan()               {}
func (ObserverBase) EpochEnded(*epoch.Epoch)   {}
func (ObserverBase) LinkUp(key.ID)             {}
func (ObserverBase) LinkDown(key.ID)           {}
func (ObserverBase) PeerGreeted(*Peer)         {}
func (ObserverBase) ExecutorGreeted(*Peer)     {}
func (ObserverBase) PeerLeft(*Peer)            {}
func (ObserverBase) Awoke()                    {}
func (ObserverBase) BecameLeader()             {}
func (ObserverBase) Report(*status.Host)       {}

// Refusals enforce that the charter keeps peers out, or from hosting.
type Refusals interface {
	// MayAct reports whether a peer's commands are taken.
	MayAct(k key.ID) bool
	// Shun has the present epoch ignore the voters that the charter keeps out.
	Shun()
	// Shuns reports whether a peer is not taken for a voter or leader of the present epoch.
	Shuns(k key.ID) bool
	// Unfirm reports whether a record is not firm, because the charter keeps out the leader that it names.
	Unfirm(r *epoch.Record) bool
}

// Door lets players into a world that does not admit everybody; see net/host/door.
type Door interface {
	// Redeem has an invitation used by this peer's player.
	Redeem(c charter.Capability)
	// Knock asks the keepers to let this peer's player in, and Withdraw takes that back.
	Knock(name string) error
	Withdraw()
	// Answer answers the knock of a player, as a keeper.
	Answer(now time.Time, player key.ID, letIn bool) error
}

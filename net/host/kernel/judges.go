package kernel

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/key"
)

// The mechanisms that judge leaders, as the kernel and other mechanisms see them.

// Evidence proves that leaders lied, and accuses them.
type Evidence interface {
	// AccusationOfFile takes an accusation from the file: its voters were verified before it was written.
	AccusationOfFile(x *epoch.Accusation)
	// Accuse says, signed, that a leader of the present epoch forged a turn.
	Accuse(accused key.ID)
	// ApplyProofs tells the present epoch the proven liars.
	ApplyProofs()
	// GossipHead passes a head that came from its signer to one other peer.
	GossipHead(signer key.ID, h epoch.Head)
	// KeepAccusation has an accusation written into the file.
	KeepAccusation(x *epoch.Accusation)
	// ObserveHead remembers a head with a valid signature and compares it with the signer's other heads.
	ObserveHead(signer key.ID, h epoch.Head) bool
	// ResyncAfterLie takes the state of a leader whose chain differs from this peer's.
	ResyncAfterLie(from key.ID, why string)
	// ShowAccusations sends a peer the accusations that it has not been sent yet.
	ShowAccusations(p *Peer)
}

// Fairness judges whether the leader is fair.
type Fairness interface {
	// Due is when it wants a step.
	Due() time.Time
	// Executing looks at a turn that is about to be executed for the first time.
	Executing(t epoch.Turn)
	// Heeds reports whether turns of the leader are taken now.
	Heeds(p *Peer) bool
	// MayDepart reports whether, as leader, this peer may put a player to sleep that it does not hear.
	MayDepart(player key.ID) bool
	// Misses tells a leader's view of players: those that it does not hear.
	Misses(players []key.ID)
	// Refused tells that a turn of the leader was refused.
	Refused(p *Peer, err error)
}

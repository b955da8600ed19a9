package host

import (
	"manyhold/net/host/recordlist"
	"manyhold/net/wire"
)

// protocol is that of one island: the kernel with all mechanisms, which are made and connected here. A
// mechanism knows the others only by the questions that mechanisms.go lists.
type protocol struct {
	*Core
	relay      *Relay
	joining    *Joining
	giving     *Giving
	seats      *Committee
	comparison *Comparison
	evidence   *Evidence
	policy     *Policy
	recoveries *recoveries
	forks      *forks
	parcels    *Parcels
	letters    *LetterSigning
}

// NewCore returns a core that has no world yet: Found, Resume or Join comes next.
func NewCore(o Options) *Core { return newProtocol(newCore(o)).Core }

// newProtocol makes the mechanisms of a core, and connects them with it and with each other.
func newProtocol(c *Core) *protocol {
	p := &protocol{
		Core:       c,
		relay:      newRelay(c),
		joining:    newJoining(c),
		giving:     newGiving(c),
		seats:      newCommittee(c),
		comparison: newComparison(c),
		evidence:   newEvidence(c),
		policy:     newPolicy(c),
		recoveries: newRecoveries(c),
		forks:      newForks(c),
	}
	p.parcels, p.letters = newParcels(c)
	c.mechanisms = mechanisms{
		relay:      p.relay,
		joining:    p.joining,
		giving:     p.giving,
		seats:      p.seats,
		comparison: p.comparison,
		evidence:   p.evidence,
		policy:     p.policy,
		recovering: &p.recoveries.recovering,
		acceptor:   &p.recoveries.acceptor,
		lone:       &p.recoveries.lone,
		fork:       &p.forks.fork,
		separate:   &p.forks.separate,
		abandon:    &p.forks.abandon,
		merger:     &p.forks.merger,
		parcels:    p.parcels,
		letters:    p.letters,
	}
	c.wiring = wiring{observers: p.observers(), steps: p.tick(), idleSteps: p.idleTick(), handlers: p.handlers()}
	c.lists[recordlist.Answer], c.lists[recordlist.Welcome], c.lists[recordlist.Told] = p.forks.fork.receiveRecords, p.joining.receiveRecords, p.recoveries.recovering.receiveRecords
	return p
}

// observers lists the mechanisms in the order in which they are notified. The order is a contract, as that of
// a tick.
func (p *protocol) observers() []observer {
	return []observer{
		p.comparison,
		&p.journal,
		p.evidence,
		&p.leader,
		&p.follower,
		p.joining,
		p.giving,
		p.policy,
		&p.forks.merger,
		&p.forks.fork, // before lone, which may send to a peer in the same fork
		&p.recoveries.lone,
		&p.forks.separate,
		&p.forks.abandon,
		p.seats,
		p.relay,
	}
}

// handlers names the mechanism that takes the messages of a kind.
func (p *protocol) handlers() handlers {
	return handlers{
		wire.Frame:       p.follower.receiveFrame,
		wire.Join:        p.peers.receiveGreeting,
		wire.WantTurns:   p.follower.receiveWanting,
		wire.Turns:       p.follower.receiveTurns,
		wire.Record:      p.ancestry.receiveRecords,
		wire.Welcome:     p.joining.receiveWelcome,
		wire.Have:        p.joining.receiveBlock,
		wire.Block:       p.joining.receiveBlock,
		wire.Want:        p.giving.receiveWant,
		wire.Digests:     p.comparison.receiveVerdict,
		wire.HandOver:    p.seats.receiveHanding,
		wire.Recovery:    p.recoveries.recovering.receiveRecovery,
		wire.Charter:     p.policy.receiveCharter,
		wire.HeadGossip:  p.evidence.receiveHeads,
		wire.Fork:        p.forks.fork.receiveFork,
		wire.Relay:       p.relay.receiveRelay,
		wire.Certificate: p.history.receiveCertificate,
		wire.Cosign:      p.letters.receiveCosign,
	}
}

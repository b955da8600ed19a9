package host

import (
	"manyhold/net/host/kernel"
	"manyhold/net/host/recordlist"
	"manyhold/net/wire"
)

// protocol is that of one island: the kernel with all mechanisms, which are made and connected here. A
// mechanism knows the others only by the questions that mechanisms.go lists.
type protocol struct {
	*kernel.Core
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
func NewCore(o kernel.Options) *kernel.Core { return newProtocol(kernel.New(o)).Core }

// newProtocol makes the mechanisms of a core, and connects them with it and with each other.
func newProtocol(c *kernel.Core) *protocol {
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
	c.Mechanisms = kernel.Mechanisms{
		Relay:       p.relay,
		Joining:     p.joining,
		Giving:      p.giving,
		Committee:   p.seats,
		Comparison:  p.comparison,
		Evidence:    p.evidence,
		Policy:      p.policy,
		Recovery:    &p.recoveries.recovering,
		Acceptor:    &p.recoveries.acceptor,
		Lone:        &p.recoveries.lone,
		Fork:        &p.forks.fork,
		Provisional: &p.forks.separate,
		Abandon:     &p.forks.abandon,
		Merger:      &p.forks.merger,
		Parcels:     p.parcels,
		Letters:     p.letters,
	}
	c.Wiring = kernel.Wiring{Observers: p.observers(), Steps: p.tick(), IdleSteps: p.idleTick(), Handlers: p.handlers()}
	c.Lists[recordlist.Answer], c.Lists[recordlist.Welcome], c.Lists[recordlist.Told] = p.forks.fork.receiveRecords, p.joining.receiveRecords, p.recoveries.recovering.receiveRecords
	return p
}

// observers lists the mechanisms in the order in which they are notified. The order is a contract, as that of
// a tick.
func (p *protocol) observers() []kernel.Observer {
	return []kernel.Observer{
		p.comparison,
		&p.Journal,
		p.evidence,
		&p.Leader,
		&p.Follower,
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
func (p *protocol) handlers() kernel.Handlers {
	return kernel.Handlers{
		wire.Frame:       p.Follower.ReceiveFrame,
		wire.Join:        p.Peers.ReceiveGreeting,
		wire.WantTurns:   p.Follower.ReceiveWanting,
		wire.Turns:       p.Follower.ReceiveTurns,
		wire.Record:      p.Ancestry.ReceiveRecords,
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
		wire.Certificate: p.History.ReceiveCertificate,
		wire.Cosign:      p.letters.receiveCosign,
	}
}

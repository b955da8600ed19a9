package host

import (
	"manyhold/net/host/attach"
	"manyhold/net/host/committee"
	"manyhold/net/host/compare"
	"manyhold/net/host/door"
	"manyhold/net/host/evidence"
	"manyhold/net/host/fairness"
	"manyhold/net/host/fork"
	"manyhold/net/host/join"
	"manyhold/net/host/kernel"
	"manyhold/net/host/parcels"
	"manyhold/net/host/policy"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/recovery"
	"manyhold/net/host/relay"
	"manyhold/net/host/rollcall"
	"manyhold/net/wire"
)

// protocol is that of one island: the kernel with all mechanisms, which are made and connected here. A
// mechanism knows the others only by the questions that kernel/mechanisms.go lists.
type protocol struct {
	*kernel.Core
	relay      *relay.Relay
	attachment *attach.Attachment
	joining    *join.Joining
	giving     *join.Giving
	seats      *committee.Committee
	witness    *committee.Witness
	comparison *compare.Comparison
	evidence   *evidence.Evidence
	policy     *policy.Policy
	door       *door.Door
	recoveries *recovery.Mechanisms
	forks      *fork.Mechanisms
	roll       *rollcall.RollCall
	parcels    *parcels.Parcels
	letters    *parcels.LetterSigning
	fairness   *fairness.Fairness
}

// NewCore returns a core that has no world yet: Found, Resume or Join comes next.
func NewCore(o kernel.Options) *kernel.Core { return newProtocol(kernel.New(o)).Core }

// newProtocol makes the mechanisms of a core, and connects them with it and with each other.
func newProtocol(c *kernel.Core) *protocol {
	p := &protocol{
		Core:       c,
		relay:      relay.New(c),
		attachment: attach.New(c),
		joining:    join.New(c),
		giving:     join.NewGiving(c),
		seats:      committee.New(c),
		witness:    committee.NewWitness(c),
		comparison: compare.New(c),
		evidence:   evidence.New(c),
		policy:     policy.New(c),
		door:       door.New(c),
		recoveries: recovery.New(c),
		forks:      fork.New(c),
		roll:       rollcall.New(c),
		fairness:   fairness.New(c),
	}
	p.parcels, p.letters = parcels.New(c)
	c.Mechanisms = kernel.Mechanisms{
		Relay:       p.relay,
		Joining:     p.joining,
		Giving:      p.giving,
		Committee:   p.seats,
		Comparison:  p.comparison,
		Evidence:    p.evidence,
		Door:        p.door,
		Policy:      p.policy,
		Recovery:    &p.recoveries.Recovery,
		Acceptor:    &p.recoveries.Acceptor,
		Lone:        &p.recoveries.Lone,
		Fork:        &p.forks.Fork,
		Provisional: &p.forks.Provisional,
		Abandon:     &p.forks.Abandon,
		Merger:      &p.forks.Merger,
		Judge:       &p.forks.Judge,
		Parcels:     p.parcels,
		Letters:     p.letters,
		Fairness:    p.fairness,
	}
	c.Wiring = kernel.Wiring{Observers: p.observers(), Busy: p.busy, Steps: p.tick, IdleSteps: p.idleTick, Handlers: p.handlers()}
	c.Lists[recordlist.Answer], c.Lists[recordlist.Welcome], c.Lists[recordlist.Told] = p.forks.Fork.ReceiveRecords, p.joining.ReceiveRecords, p.recoveries.Recovery.ReceiveRecords
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
		p.door,
		&p.forks.Merger,
		&p.forks.Fork, // before lone, which may send to a peer in the same fork
		&p.recoveries.Lone,
		&p.forks.Provisional,
		&p.forks.Abandon,
		p.seats,
		p.witness,
		p.relay,
		p.attachment,
		p.roll,
		p.fairness,
	}
}

// busy reports whether a mechanism has work that a tick advances, and whose time cannot be told. The core
// asks after every message.
func (p *protocol) busy() bool {
	return p.comparison.Busy() || p.joining.Busy() || p.giving.Busy() || p.policy.Busy() || p.forks.Fork.Busy() ||
		p.recoveries.Lone.Busy() || p.seats.Busy()
}

// handlers names the mechanism that takes the messages of a kind.
func (p *protocol) handlers() kernel.Handlers {
	return kernel.Handlers{
		wire.Frame:       p.Follower.ReceiveFrame,
		wire.Join:        p.Peers.ReceiveGreeting,
		wire.WantTurns:   p.Follower.ReceiveWanting,
		wire.Turns:       p.Follower.ReceiveTurns,
		wire.Record:      p.Ancestry.ReceiveRecords,
		wire.Welcome:     p.joining.ReceiveWelcome,
		wire.Have:        p.joining.ReceiveBlock,
		wire.Block:       p.joining.ReceiveBlock,
		wire.Want:        p.giving.ReceiveWant,
		wire.Digests:     p.comparison.ReceiveVerdict,
		wire.HandOver:    p.seats.ReceiveHanding,
		wire.Recovery:    p.recoveries.Recovery.ReceiveRecovery,
		wire.Charter:     p.policy.ReceiveCharter,
		wire.Door:        p.door.Receive,
		wire.HeadGossip:  p.evidence.ReceiveHeads,
		wire.Fork:        p.forks.Fork.ReceiveFork,
		wire.Relay:       p.relay.ReceiveRelay,
		wire.Certificate: p.History.ReceiveCertificate,
		wire.Roll:        p.roll.ReceiveRoll,
		wire.Cosign:      p.letters.ReceiveCosign,
		wire.Fairness:    p.fairness.Receive,
	}
}

package host

import "manyhold/net/host/certificate"

// mechanisms are the parts of an island's protocol. Each owns its fields and has the methods that change
// them. Core holds their common state: the kernel objects (history, ancestry, epochs, peers), the present
// epoch, and the output.
type mechanisms struct {
	relay        Relay
	joining      Joining
	seats        Committee
	leader       Leader
	follower     Follower
	commands     CommandSignatures
	comparison   Comparison
	evidence     Evidence
	certificates certificate.Certificates
	policy       Policy
	recovering   Recovery
	lone         LoneRestart
	fork         Fork
	separate     Provisional
	abandon      Abandon
	merger       Merger
	journal      Journal
	division     Division
	parcels      Parcels
	letters      LetterSigning
	retirement   Retirement
	measures     Measures

	observers []observer // of the kernel objects, see observers.go
}

// connect gives the mechanisms and kernel objects their core.
func (c *Core) connect() {
	c.relay.c = c
	c.joining.c = c
	c.seats.c = c
	c.leader.c = c
	c.follower.c = c
	c.commands.c = c
	c.comparison.c = c
	c.evidence.c = c
	c.policy.c = c
	c.recovering.c = c
	c.lone.c = c
	c.fork.c = c
	c.separate.c = c
	c.abandon.c = c
	c.merger.c = c
	c.journal.c = c
	c.division.c = c
	c.parcels.c = c
	c.letters.c = c
	c.retirement.c = c
	c.measures.c = c
	c.history.c = c
	c.ancestry.c = c
	c.epochs.c = c
	c.peers.c = c
	c.observers = c.observing()
}

package host

// mechanisms are the parts that an island's machinery is divided into. Each owns its fields and has the methods that
// change them; Core is what they have in common: records, epoch, state, peers and output.
type mechanisms struct {
	relay        Relay
	joining      Joining
	seats        Committee
	leader       Leader
	follower     Follower
	commands     CommandSignatures
	comparison   Comparison
	evidence     Evidence
	certificates Certificates
	policy       Policy
	recovering   Recovery
	lone         LoneRestart
	fork         Fork
	separate     Provisional
	abandon      Abandon
	merger       Merger
	journal      Journal
}

// connect tells the mechanisms whose they are.
func (c *Core) connect() {
	c.relay.c = c
	c.joining.c = c
	c.seats.c = c
	c.leader.c = c
	c.follower.c = c
	c.commands.c = c
	c.comparison.c = c
	c.evidence.c = c
	c.certificates.c = c
	c.policy.c = c
	c.recovering.c = c
	c.lone.c = c
	c.fork.c = c
	c.separate.c = c
	c.abandon.c = c
	c.merger.c = c
	c.journal.c = c
}

package host

// tickStep is one step of a tick.
type tickStep struct {
	name string
	run  func(c *Core)
	why  string // it is done at this place
}

// tick is the order in which Core.Tick gives the mechanisms their time. The order is a contract: a step may
// rely on those before it. An idle island does only two of them, see Core.Tick.
var tick = []tickStep{
	{"end an epoch that is over, and carry out what the epoch wants", func(c *Core) { c.epochs.settle() },
		"all later steps see an epoch that wants nothing"},
	{"close turns", func(c *Core) { c.leader.lead() },
		"a turn that is due does not wait for the work below"},
	{"send own commands and acknowledgements", func(c *Core) { c.follower.follow() },
		"they answer the turns that were just closed or received"},
	{"report the loss of a relay", func(c *Core) { c.relay.reportRelayLoss() },
		"after follow, whose frame may have gone to the relay"},
	{"fetch the end of an epoch that others left", func(c *Core) { c.follower.chase() },
		"before join: an epoch that can be followed needs no state"},
	{"take over a state", func(c *Core) { c.joining.join() },
		"before serve: a state that has come can be given on"},
	{"give states", func(c *Core) { c.joining.serve() },
		"it may capture the state, which the steps below do not change"},
	{"judge digests that differ", func(c *Core) { c.comparison.judge() },
		"before the committee is chosen: a wrong state counts against its peer"},
	{"tell what this peer offers", func(c *Core) { c.seats.renewNow() },
		"before succeed, which ranks this peer by it"},
	{"choose voters and leader", func(c *Core) { c.seats.succeed() },
		"before leave: a committee that is about to change needs no second change"},
	{"leave", func(c *Core) { c.seats.leave() },
		"it names an heir of the committee as it is now"},
	{"found an epoch after a restart alone", func(c *Core) { c.joining.recover() },
		"only a peer that did not leave founds one"},
	{"tell of the restart", func(c *Core) { c.lone.tellReturned() },
		"after recover, which decides whether this peer still needs the others"},
	{"compare forks", func(c *Core) { c.fork.meet() },
		"before a recovery and before going on: a greater fork makes both needless"},
	{"recover with all voters", func(c *Core) { c.recovering.step() },
		"before going on: it keeps the epoch firm"},
	{"go on without a majority", func(c *Core) { c.separate.goOn() },
		"the last resort"},
	{"fetch blobs", func(c *Core) { c.merger.pulls() },
		"before merges, which need them"},
	{"merge branches", func(c *Core) { c.merger.merges() },
		"before new branches are offered"},
	{"offer own branches", func(c *Core) { c.merger.offerBranches() },
		"after the leader's part, because this peer may be the leader"},
	{"carry out the founder's decree", func(c *Core) { c.policy.decreeNow() },
		"it ends the epoch, so what belongs to the epoch came before"},
	{"exchange the charter", func(c *Core) { c.policy.chartering() },
		"independent of the order; also done while this peer is idle"},
	{"keep the promise to an heir", func(c *Core) { c.seats.keepPromise() },
		"it depends on what the file has synced by now"},
	{"capture a checkpoint", func(c *Core) { c.history.keep() },
		"after all steps that change the state"},
	{"repair the file", func(c *Core) { c.journal.repair() },
		"after keep, whose checkpoint repairs it"},
	{"end the wait for turns that a power cut took", func(c *Core) { c.lone.regained() },
		"after turns were fetched"},
	{"ask for a sync", func(c *Core) { c.journal.requestSync() },
		"after everything that writes"},
	{"carry out what the steps caused", func(c *Core) { c.epochs.settle() },
		"so that Ready is complete"},
	{"answer requests to cosign", func(c *Core) { c.letters.answerWaiting() },
		"it speaks of the state after settle"},
}

package host

// tick is the order in which Core.Tick gives the mechanisms their time. The order is a contract: a step may
// rely on those before it.
func (p *protocol) tick() []step {
	return []step{
		{"end an epoch that is over, and carry out what the epoch wants", p.epochs.settle,
			"all later steps see an epoch that wants nothing"},
		{"close turns", p.leader.lead,
			"a turn that is due does not wait for the work below"},
		{"send own commands and acknowledgements", p.follower.follow,
			"they answer the turns that were just closed or received"},
		{"report the loss of a relay", p.relay.reportRelayLoss,
			"after follow, whose frame may have gone to the relay"},
		{"fetch the end of an epoch that others left", p.follower.chase,
			"before join: an epoch that can be followed needs no state"},
		{"take over a state", p.joining.join,
			"before serve: a state that has come can be given on"},
		{"give states", p.giving.serve,
			"it may capture the state, which the steps below do not change"},
		{"judge digests that differ", p.comparison.judge,
			"before the committee is chosen: a wrong state counts against its peer"},
		{"tell what this peer offers", p.seats.renewNow,
			"before succeed, which ranks this peer by it"},
		{"choose voters and leader", p.seats.succeed,
			"before leave: a committee that is about to change needs no second change"},
		{"leave", p.seats.leave,
			"it names an heir of the committee as it is now"},
		{"found an epoch after a restart alone", p.joining.recover,
			"only a peer that did not leave founds one"},
		{"tell of the restart", p.recoveries.lone.tellReturned,
			"after recover, which decides whether this peer still needs the others"},
		{"compare forks", p.forks.fork.meet,
			"before a recovery and before going on: a greater fork makes both needless"},
		{"recover with all voters", p.recoveries.recovering.step,
			"before going on: it keeps the epoch firm"},
		{"go on without a majority", p.forks.separate.goOn,
			"the last resort"},
		{"fetch blobs", p.forks.merger.pulls,
			"before merges, which need them"},
		{"merge branches", p.forks.merger.merges,
			"before new branches are offered"},
		{"offer own branches", p.forks.merger.offerBranches,
			"after the leader's part, because this peer may be the leader"},
		{"carry out the founder's decree", p.policy.decreeNow,
			"it ends the epoch, so what belongs to the epoch came before"},
		{"exchange the charter", p.policy.chartering,
			"independent of the order; also done while this peer is idle"},
		{"keep the promise to an heir", p.seats.keepPromise,
			"it depends on what the file has synced by now"},
		{"capture a checkpoint", p.history.keep,
			"after all steps that change the state"},
		{"repair the file", p.journal.repair,
			"after keep, whose checkpoint repairs it"},
		{"end the wait for turns that a power cut took", p.recoveries.lone.regained,
			"after turns were fetched"},
		{"ask for a sync", p.journal.requestSync,
			"after everything that writes"},
		{"carry out what the steps caused", p.epochs.settle,
			"so that Ready is complete"},
		{"answer requests to cosign", p.letters.answerWaiting,
			"it speaks of the state after settle"},
	}
}

// idleTick is that of home while it is left to others.
func (p *protocol) idleTick() []step {
	return []step{
		{"give up own commands", p.follower.follow,
			"of own commands nothing comes"},
		{"exchange the charter", p.policy.chartering,
			"all peers obey it"},
	}
}

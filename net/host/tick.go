package host

import "manyhold/net/host/kernel"

// tick is the order in which Core.Tick gives the mechanisms their time. The order is a contract: a step may
// rely on those before it.
func (p *protocol) tick() []kernel.Step {
	return []kernel.Step{
		{Name: "end an epoch that is over, and carry out what the epoch wants", Run: p.Epochs.Settle,
			Why: "all later steps see an epoch that wants nothing"},
		{Name: "close turns", Run: p.Leader.Lead,
			Why: "a turn that is due does not wait for the work below"},
		{Name: "send own commands and acknowledgements", Run: p.Follower.Follow,
			Why: "they answer the turns that were just closed or received"},
		{Name: "report the loss of a relay", Run: p.relay.ReportRelayLoss,
			Why: "after follow, whose frame may have gone to the relay"},
		{Name: "fetch the end of an epoch that others left", Run: p.Follower.Chase,
			Why: "before join: an epoch that can be followed needs no state"},
		{Name: "take over a state", Run: p.joining.Step,
			Why: "before serve: a state that has come can be given on"},
		{Name: "give states", Run: p.giving.Serve,
			Why: "it may capture the state, which the steps below do not change"},
		{Name: "judge digests that differ", Run: p.comparison.Judge,
			Why: "before the committee is chosen: a wrong state counts against its peer"},
		{Name: "tell what this peer offers", Run: p.seats.RenewNow,
			Why: "before succeed, which ranks this peer by it"},
		{Name: "choose voters and leader", Run: p.seats.Succeed,
			Why: "before leave: a committee that is about to change needs no second change"},
		{Name: "leave", Run: p.seats.Leave,
			Why: "it names an heir of the committee as it is now"},
		{Name: "found an epoch after a restart alone", Run: p.joining.Recover,
			Why: "only a peer that did not leave founds one"},
		{Name: "tell of the restart", Run: p.recoveries.Lone.TellReturned,
			Why: "after recover, which decides whether this peer still needs the others"},
		{Name: "compare forks", Run: p.forks.Fork.Meet,
			Why: "before a recovery and before going on: a greater fork makes both needless"},
		{Name: "recover with all voters", Run: p.recoveries.Recovery.Step,
			Why: "before going on: it keeps the epoch firm"},
		{Name: "go on without a majority", Run: p.forks.Provisional.GoOn,
			Why: "the last resort"},
		{Name: "fetch blobs", Run: p.forks.Merger.Pulls,
			Why: "before merges, which need them"},
		{Name: "merge branches", Run: p.forks.Merger.Merges,
			Why: "before new branches are offered"},
		{Name: "offer own branches", Run: p.forks.Merger.OfferBranches,
			Why: "after the leader's part, because this peer may be the leader"},
		{Name: "carry out the founder's decree", Run: p.policy.DecreeNow,
			Why: "it ends the epoch, so what belongs to the epoch came before"},
		{Name: "exchange the charter", Run: p.policy.Chartering,
			Why: "independent of the order; also done while this peer is idle"},
		{Name: "keep the promise to an heir", Run: p.seats.KeepPromise,
			Why: "it depends on what the file has synced by now"},
		{Name: "capture a checkpoint", Run: p.History.Keep,
			Why: "after all steps that change the state"},
		{Name: "repair the file", Run: p.Journal.Repair,
			Why: "after keep, whose checkpoint repairs it"},
		{Name: "end the wait for turns that a power cut took", Run: p.recoveries.Lone.Regained,
			Why: "after turns were fetched"},
		{Name: "ask for a sync", Run: p.Journal.RequestSync,
			Why: "after everything that writes"},
		{Name: "carry out what the steps caused", Run: p.Epochs.Settle,
			Why: "so that Ready is complete"},
		{Name: "answer requests to cosign", Run: p.letters.AnswerWaiting,
			Why: "it speaks of the state after settle"},
	}
}

// idleTick is that of home while it is left to others.
func (p *protocol) idleTick() []kernel.Step {
	return []kernel.Step{
		{Name: "give up own commands", Run: p.Follower.Follow,
			Why: "of own commands nothing comes"},
		{Name: "exchange the charter", Run: p.policy.Chartering,
			Why: "all peers obey it"},
	}
}

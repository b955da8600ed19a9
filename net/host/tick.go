package host

// tick gives the mechanisms their time, for Core.Tick. The order is a contract: a step may rely on those
// before it. Each step says what it does, and why at this place. The calls are direct, because a list of
// functions costs a mispredicted jump for each.
func (p *protocol) tick() {
	// End an epoch that is over, and carry out what the epoch wants. All later steps see an epoch that wants
	// nothing.
	p.Epochs.Settle()
	// Close turns. A turn that is due does not wait for the work below.
	p.Leader.Lead()
	// Send own commands and acknowledgements. They answer the turns that were just closed or received.
	p.Follower.Follow()
	// Report the loss of a relay. After follow, whose frame may have gone to the relay.
	p.relay.ReportRelayLoss()
	// As a peer that only plays, choose the one that passes turns on. After the report, which ends the old
	// choice.
	p.attachment.Step()
	// Tell who executes the island and who is silent. After follow, so that turns go first.
	p.roll.Call()
	// Judge the leader. After follow, which sends it the own commands; before chase: turns that it withholds
	// are asked for here.
	p.fairness.Step()
	// Fetch the end of an epoch that others left. Before join: an epoch that can be followed needs no state.
	p.Follower.Chase()
	// Take over a state. Before serve: a state that has come can be given on.
	p.joining.Step()
	// Give states. It may capture the state, which the steps below do not change.
	p.giving.Serve()
	// Judge digests that differ. Before the committee is chosen: a wrong state counts against its peer.
	p.comparison.Judge()
	// Tell what this peer offers. Before succeed, which ranks this peer by it.
	p.seats.RenewNow()
	// Choose voters and leader. Before leave: a committee that is about to change needs no second change.
	p.seats.Succeed()
	// Leave. It names an heir of the committee as it is now.
	p.seats.Leave()
	// Found an epoch after a restart alone. Only a peer that did not leave founds one.
	p.joining.Recover()
	// Tell of the restart. After recover, which decides whether this peer still needs the others.
	p.recoveries.Lone.TellReturned()
	// Compare forks. Before a recovery and before going on: a greater fork makes both needless.
	p.forks.Fork.Meet()
	// Recover with all voters. Before going on: it keeps the epoch firm.
	p.recoveries.Recovery.Step()
	// Go on without a majority. The last resort.
	p.forks.Provisional.GoOn()
	// Fetch blobs. Before merges, which need them.
	p.forks.Merger.Pulls()
	// Execute a branch again. Before merges, which wait for the result.
	p.forks.Judge.Works()
	// Merge branches. Before new branches are offered.
	p.forks.Merger.Merges()
	// Offer own branches. After the leader's part, because this peer may be the leader.
	p.forks.Merger.OfferBranches()
	// Carry out the founder's decree. It ends the epoch, so what belongs to the epoch came before.
	p.policy.DecreeNow()
	// Exchange the charter. Independent of the order; also done while this peer is idle.
	p.policy.Chartering()
	// Let players in. After the charter, which says who may.
	p.door.Step()
	// Keep the promise to an heir. It depends on what the file has synced by now.
	p.seats.KeepPromise()
	// Capture a checkpoint. After all steps that change the state.
	p.History.Keep()
	// Repair the file. After keep, whose checkpoint repairs it.
	p.Journal.Repair()
	// End the wait for turns that a power cut took. After turns were fetched.
	p.recoveries.Lone.Regained()
	// Ask for a sync. After everything that writes.
	p.Journal.RequestSync()
	// Carry out what the steps caused. So that Ready is complete.
	p.Epochs.Settle()
	// Answer requests to cosign. It speaks of the state after settle.
	p.letters.AnswerWaiting()
}

// idleTick is that of home while it is left to others.
func (p *protocol) idleTick() {
	// Give up own commands. Of own commands nothing comes.
	p.Follower.Follow()
	// Exchange the charter. All peers obey it.
	p.policy.Chartering()
	// Let players in. After the charter, which says who may.
	p.door.Step()
}

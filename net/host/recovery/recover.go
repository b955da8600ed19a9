// Package recovery goes on with an island after its log was lost to its quorum: with all voters together, or
// with one that was alone.
package recovery

import (
	"slices"
	"time"

	"manyhold/net/cosign"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Recovery by all voters
//
// A restarted process is no member of its old raft group. When fewer than a majority of an epoch's voters are
// still the processes that the record names, the group can never commit again: processes do not come back.
// Then all voters of the epoch, restarted or not, sign one record (epoch.Agreed) that ends the epoch after a
// turn, and the next begins. Nothing is decided while a voter is missing. This file has the proposer of the
// record, acceptor.go the voter that signs it, and pulllog.go the transfer of the log before that.
//
// Every peer without turns reports its log to all others (report). The voter with the least key that hears
// from all voters coordinates, the next one after it a while later, and so on, in case links are missing. It
// takes the longest log into its own state, has all voters promise its ballot (round and key), and proposes a
// record that goes on right where it stands. Voters take the same log, write it, and sign.
//
// Why at most one record of an epoch is signed by all. A voter syncs what it promised and what it signed
// before it says so, and signs record R of ballot b only when it has promised nothing above b. Records of
// different ballots are different, because they name round and proposer; a proposer makes one for a ballot. A
// coordinator proposes at ballot b only after every voter promised b and told what it signed last, and not
// all told the same record. Suppose R of ballot b is signed by all, and let b' be the least ballot above b at
// which something was proposed. Every voter promised b', and signed R before that, since afterwards it would
// have refused. Nothing was proposed between b and b', so R is what each told to have signed last: all told
// the same, and nothing was proposed at b'. A coordinator that finds the same record in all reports completes
// R instead, even when its proposer is gone. (This is Paxos with the quorum of all for accepting; Lamport
// 2001, Howard et al. 2016.)
//
// Why no other end of the epoch can take effect beside it. A successor record takes effect only when a voter
// of its epoch has it synced: voters are in the next epoch no sooner, and others wait until they hear of one
// that is (see proven). That voter reports the later epoch from then on and never signs, and one that signed
// has left its group (LeaveGroup) and acts in it no more. So one of the two records always lacks a signature
// or a voter.
//
// Why nothing committed is lost. A turn that a voter reported as committed is in that voter's file, if it was
// written; the files of all voters are asked. A turn that a majority of living processes held is in the log
// of each of them that still lives, and the log with the greatest raft term and index has all such turns
// (Ongaro 2014, §3.6.1). A voter signs only for a log that has every turn it knows to be committed, and that
// is, in that order, at least as new as its own. A turn that is in no file and in no living process is lost
// to the power cut.
//
// The one assumption is that a voter reports its own state truthfully. A log is believed only when all its
// turns have come and give the chain hash that was claimed.

const (
	// reportEvery is how often it does, and how often a coordinator repeats itself.
	reportEvery = 250 * time.Millisecond
	// reportLife is how long a report counts.
	reportLife = time.Second
	// gatherFor is how long all voters must have been there before the first of them coordinates, so that
	// observers with a longer log are heard.
	gatherFor = time.Second
	// rankAfter is how much later the next voter does.
	rankAfter = 1500 * time.Millisecond
	// mostTold is how many records a peer gets that has not heard of them; it reports again, and gets more.
	mostTold = 32
	// yieldFor is how long a coordinator lets another with a higher ballot try.
	yieldFor = 3 * time.Second
)

// Recovery founds a new epoch by all voters together after the island's log was lost to its quorum.
type Recovery struct {
	c  *kernel.Core
	in *Mechanisms

	Running *allVoterRecovery // of a recovery by all voters; nil while there are turns
}

// Mechanisms are the recovery by all voters, with its coordinator and its acceptors, and that of a lone
// voter, which gathers reports likewise.
type Mechanisms struct {
	Recovery Recovery
	Acceptor Acceptor
	Lone     LoneRestart
}

// New makes the mechanisms of an island.
func New(c *kernel.Core) *Mechanisms {
	in := &Mechanisms{}
	in.Recovery.c, in.Acceptor.c, in.Lone.c = c, c, c
	in.Recovery.in, in.Acceptor.in, in.Lone.Shared = in, in, in
	in.Lone.peers = kernel.NewSlot[returnedPeer](c)
	return in
}

// allVoterRecovery is the knowledge about the other peers while there are no turns.
type allVoterRecovery struct {
	since    time.Time
	told     time.Time // the last report
	moved    time.Time // when a peer last promised or signed something
	Reports  map[key.ID]heard
	Complete time.Time // since when all voters are there; zero: they are not
	round    uint64    // of this coordinator's ballot; zero: it has none
	proposal *epoch.Record
	source   message.Claim
	asked    time.Time
	rival    message.Ballot
	RivalAt  time.Time
	Pull     *Pull
	Liars    map[key.ID]time.Time // peers with claims that proved false, and when
	short    map[key.ID]bool      // peers with a snapshot that ended before their claim
}

// heard is a report and when it came.
type heard struct {
	message.Report
	at time.Time
}

// newer reports whether a's log is newer than b's, in raft's order.
func newer(a, b message.Claim) bool { return a.Term > b.Term || a.Term == b.Term && a.Index > b.Index }

// NewAllVoterRecovery begins to gather reports.
func NewAllVoterRecovery(now time.Time) *allVoterRecovery {
	return &allVoterRecovery{since: now, Reports: map[key.ID]heard{}, Liars: map[key.ID]time.Time{}, short: map[key.ID]bool{}}
}

// Step reports this peer's log to others, and coordinates the recovery when it is due.
func (v *Recovery) Step() {
	if v.in.Lone.recovers() && v.Running != nil {
		v.Pulling()
		return
	}
	if !v.c.Epochs.Stalled() {
		v.Running = nil
		return
	}
	if v.Running == nil {
		v.Running = NewAllVoterRecovery(v.c.Now)
	}
	u := v.Running
	if v.c.Now.Sub(u.told) >= reportEvery {
		u.told = v.c.Now
		mine := v.Report()
		b := mine.Encode()
		v.c.Peers.Each(func(p *kernel.Peer) {
			if p.Greeted {
				v.c.Send(p.Key, message.StreamChannel, slices.Clone(b))
			}
		})
	}
	v.Pulling()
	if v.c.Ancestry.Last().Votes(v.c.Me) && !v.c.Options.Offer.PlayOnly && v.in.Acceptor.persisting == nil {
		v.coordinate()
	}
}

// reportsComplete returns the reports of all voters, this one's included, or ok=false when one is missing.
func (recovering *Recovery) reportsComplete() (all []message.Report, living int, ok bool) {
	u, last := recovering.Running, recovering.c.Ancestry.Last()
	name := last.Hash()
	for _, v := range last.Voters {
		r := recovering.Report()
		if v.Key != recovering.c.Me {
			h, has := u.Reports[v.Key]
			p := recovering.c.Peers.Get(v.Key)
			if !has || p == nil || !p.Greeted || p.Said.PlayOnly || recovering.c.Now.Sub(h.at) > reportLife || h.Epoch != last.Number || h.Name != name ||
				h.Incarnation != p.Said.Incarnation {
				return nil, 0, false
			}
			r = h.Report
		}
		if r.Living {
			living++
		}
		all = append(all, r)
	}
	return all, living, true
}

// coordinate goes one step on when it is this voter's turn.
func (recovering *Recovery) coordinate() {
	u, last := recovering.Running, recovering.c.Ancestry.Last()
	all, living, ok := recovering.reportsComplete()
	if !ok {
		u.Complete = time.Time{}
		return
	}
	if r := recovering.completed(all); r != nil {
		recovering.Adopt(r)
		return
	}
	if 2*living > len(last.Voters) {
		return // they elect a leader
	}
	if u.Complete.IsZero() {
		u.Complete = recovering.c.Now
	}
	rank := 0
	for _, v := range last.Voters {
		if message.CompareIDs(v.Key, recovering.c.Me) < 0 {
			rank++
		}
	}
	if recovering.c.Now.Sub(u.Complete) < gatherFor+time.Duration(rank)*rankAfter {
		return
	}
	best := recovering.longest()
	if !recovering.reach(best) {
		return
	}
	if p := u.proposal; p != nil && (p.FirstTurn-1 != recovering.c.History.Executed || p.Chain != recovering.c.History.Hash) {
		u.round = 0 // a longer log has come, and no peer that knows it signs for the shorter one
	}
	if recovering.chooseRound(all) {
		recovering.collectPromises(all, best)
	}
}

// completed returns the record that all voters have signed, with their signatures, or nil.
func (recovering *Recovery) completed(all []message.Report) *epoch.Record {
	last := recovering.c.Ancestry.Last()
	c := cosign.Collector{Verifier: recovering.c.Options.SignatureCache.Verify}
	for i, r := range all {
		if r.Signed != nil && i == 0 {
			c.Begin(r.Signed.Statement(), cosign.All, last)
		}
		if r.Signed != nil {
			c.Add(r.Signed.Statement(), epoch.Cosignature{Key: last.Voters[i].Key, Signature: r.Cosignature})
		}
	}
	if !c.Complete() {
		return nil
	}
	return all[0].Signed.WithSignatures(c.Cosigned().Signatures)
}

// chooseRound sees to it that this coordinator has a ballot above all others that were promised, and reports
// whether it has. It lets a rival try first.
func (v *Recovery) chooseRound(all []message.Report) bool {
	u := v.Running
	var top message.Ballot
	for _, r := range all {
		if top.Less(r.Promised) {
			top = r.Promised
		}
	}
	mine := message.Ballot{Round: u.round, By: v.c.Me}
	if u.round != 0 && !mine.Less(top) {
		return true
	}
	if u.rival != top {
		u.rival, u.RivalAt = top, v.c.Now
	}
	if top.By != v.c.Me && top.Round != 0 && v.c.Now.Sub(u.RivalAt) < yieldFor {
		return false
	}
	u.round, u.proposal, u.asked = top.Round+1, nil, time.Time{}
	v.c.Event("asking all voters to recover", "epoch", v.c.Ancestry.Last().Number, "round", u.round, "turn", v.c.History.Executed)
	return true
}

// collectPromises asks for promises, and when all have come for signatures.
func (recovering *Recovery) collectPromises(all []message.Report, best message.Claim) {
	u, mine := recovering.Running, message.Ballot{Round: recovering.Running.round, By: recovering.c.Me}
	promised, same := true, true
	for i, r := range all {
		promised = promised && r.Promised == mine
		same = same && u.proposal != nil && slices.Contains(u.proposal.Voters, epoch.Voter{Key: recovering.c.Ancestry.Last().Voters[i].Key, Incarnation: r.Incarnation})
	}
	switch {
	case !promised && recovering.in.Acceptor.State.of(recovering.c.Ancestry.Last()).Promised != mine:
		recovering.in.Acceptor.Promise(mine)
		return
	case promised && u.proposal == nil:
		u.proposal, u.source = recovering.proposal(all), best
		u.asked = time.Time{}
	case promised && !same:
		u.round = 0 // a voter is another process now
		return
	}
	if u.proposal != nil && !sameRecord(recovering.in.Acceptor.State.of(recovering.c.Ancestry.Last()).Signed, u.proposal) {
		recovering.in.Acceptor.sign(u.proposal)
		return
	}
	if recovering.c.Now.Sub(u.asked) < reportEvery {
		return
	}
	u.asked = recovering.c.Now
	for i, v := range recovering.c.Ancestry.Last().Voters {
		switch r := all[i]; {
		case v.Key == recovering.c.Me:
		case r.Promised != mine:
			recovering.c.Send(v.Key, message.StreamChannel, message.Asking{Epoch: recovering.c.Ancestry.Last().Number, Name: recovering.c.Ancestry.Last().Hash(), Round: mine.Round}.Encode())
		case u.proposal != nil && !sameRecord(r.Signed, u.proposal):
			recovering.c.Send(v.Key, message.StreamChannel, message.EncodeProposing(u.proposal, u.source))
		}
	}
}

func sameRecord(a, b *epoch.Record) bool { return a != nil && b != nil && a.Hash() == b.Hash() }

// proposal is the record that goes on from the present state, with this peer as its leader.
func (recovering *Recovery) proposal(all []message.Report) *epoch.Record {
	last := recovering.c.Ancestry.Last()
	r := last.After(epoch.Agreed, epoch.Position{Turn: recovering.c.History.Executed, Hash: recovering.c.History.Hash})
	r.Rules, r.Ticks, r.Voters = max(recovering.c.Options.Rules, last.Rules), recovering.c.Options.Ticks, []epoch.Voter{recovering.c.Self}
	r.Signer, r.Round = recovering.c.Me, recovering.Running.round
	for i, v := range last.Voters {
		if v.Key != recovering.c.Me {
			r.Voters = append(r.Voters, epoch.Voter{Key: v.Key, Incarnation: all[i].Incarnation})
		}
	}
	return r
}

// longest returns the log to go on from: of the logs that end beyond every turn known to be committed, the
// newest in raft's order; otherwise the committed turns. Of several equal logs it prefers its own.
func (v *Recovery) longest() message.Claim {
	u, last := v.Running, v.c.Ancestry.Last()
	name := last.Hash()
	var committed message.Claim
	reports := []message.Report{v.Report()}
	from := []key.ID{v.c.Me}
	for _, k := range v.c.Peers.Keys() {
		h, ok := u.Reports[k]
		if ok && v.c.Now.Sub(h.at) <= reportLife && h.Epoch == last.Number && h.Name == name && v.Believed(k) {
			reports, from = append(reports, h.Report), append(from, k)
		}
	}
	for i, r := range reports {
		if i == 0 || r.Committed > committed.Turn {
			committed = message.Claim{From: from[i], Turn: r.Committed, Hash: r.CommittedHash}
		}
	}
	best := committed
	for i, r := range reports {
		this := message.Claim{From: from[i], Turn: r.Turn, Hash: r.Hash, Term: r.Term, Index: r.Index}
		if r.Turn <= committed.Turn || r.Term == 0 || !newer(this, best) {
			continue
		}
		if h, ok := v.c.History.HashAt(committed.Turn); i == 0 && (!ok || h != committed.Hash) {
			continue // this peer's later turns contradict committed ones
		}
		best = this
	}
	return best
}

// Believed reports whether a peer's claims did not prove false lately.
func (v *Recovery) Believed(k key.ID) bool {
	at, ok := v.Running.Liars[k]
	return !ok || v.c.Now.Sub(at) > disbelief
}

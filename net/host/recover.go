package host

import (
	"slices"
	"time"

	"manyhold/net/cosign"
	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
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
// has left its group (leaveGroup) and acts in it no more. So one of the two records always lacks a signature
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
	c  *Core
	in *recoveries

	running *allVoterRecovery // of a recovery by all voters; nil while there are turns
}

// recoveries are the recovery by all voters, with its coordinator and its acceptors, and that of a lone
// voter, which gathers reports likewise.
type recoveries struct {
	recovering Recovery
	acceptor   Acceptor
	lone       LoneRestart
}

// newRecoveries makes the mechanisms of an island.
func newRecoveries(c *Core) *recoveries {
	in := &recoveries{}
	in.recovering.c, in.acceptor.c, in.lone.c = c, c, c
	in.recovering.in, in.acceptor.in, in.lone.in = in, in, in
	in.lone.peers = newSlot[returnedPeer](c)
	return in
}

// allVoterRecovery is the knowledge about the other peers while there are no turns.
type allVoterRecovery struct {
	since    time.Time
	told     time.Time // the last report
	moved    time.Time // when a peer last promised or signed something
	reports  map[key.ID]heard
	complete time.Time // since when all voters are there; zero: they are not
	round    uint64    // of this coordinator's ballot; zero: it has none
	proposal *epoch.Record
	source   message.Claim
	asked    time.Time
	rival    message.Ballot
	rivalAt  time.Time
	pull     *pull
	liars    map[key.ID]time.Time // peers with claims that proved false, and when
	short    map[key.ID]bool      // peers with a snapshot that ended before their claim
}

// gathers reports whether reports of other peers are being collected.
func (v *Recovery) gathers() bool { return v.running != nil }

// stop ends the recovery: there are turns, or this peer went elsewhere.
func (v *Recovery) stop() { v.running = nil }

// takesWhole reports whether a newer log is taken as a snapshot.
func (v *Recovery) takesWhole() bool {
	return v.running != nil && v.running.pull != nil && v.running.pull.whole
}

// reported reports whether a peer told its log a moment ago.
func (v *Recovery) reported(k key.ID) bool {
	if v.running == nil {
		return false
	}
	h, ok := v.running.reports[k]
	return ok && v.c.now.Sub(h.at) <= reportLife
}

// moved is when a peer last promised or signed something; zero: none is being recovered.
func (v *Recovery) moved() (at time.Time) {
	if v.running != nil {
		at = v.running.moved
	}
	return at
}

// heard is a report and when it came.
type heard struct {
	message.Report
	at time.Time
}

// newer reports whether a's log is newer than b's, in raft's order.
func newer(a, b message.Claim) bool { return a.Term > b.Term || a.Term == b.Term && a.Index > b.Index }

func newAllVoterRecovery(now time.Time) *allVoterRecovery {
	return &allVoterRecovery{since: now, reports: map[key.ID]heard{}, liars: map[key.ID]time.Time{}, short: map[key.ID]bool{}}
}

// step reports this peer's log to others, and coordinates the recovery when it is due.
func (v *Recovery) step() {
	if v.in.lone.recovers() && v.running != nil {
		v.pulling()
		return
	}
	if !v.c.epochs.stalled() {
		v.running = nil
		return
	}
	if v.running == nil {
		v.running = newAllVoterRecovery(v.c.now)
	}
	u := v.running
	if v.c.now.Sub(u.told) >= reportEvery {
		u.told = v.c.now
		mine := v.report()
		b := mine.Encode()
		v.c.peers.each(func(p *peer) {
			if p.greeted {
				v.c.send(p.key, message.StreamChannel, slices.Clone(b))
			}
		})
	}
	v.pulling()
	if v.c.ancestry.last().Votes(v.c.me) && v.in.acceptor.persisting == nil {
		v.coordinate()
	}
}

// attendance of a recovery: the reports of all voters, this one's included, or ok=false when one is missing.
func (recovering *Recovery) reportsComplete() (all []message.Report, living int, ok bool) {
	u, last := recovering.running, recovering.c.ancestry.last()
	name := last.Hash()
	for _, v := range last.Voters {
		r := recovering.report()
		if v.Key != recovering.c.me {
			h, has := u.reports[v.Key]
			p := recovering.c.peers.Get(v.Key)
			if !has || p == nil || !p.greeted || recovering.c.now.Sub(h.at) > reportLife || h.Epoch != last.Number || h.Name != name ||
				h.Incarnation != p.said.Incarnation {
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
	u, last := recovering.running, recovering.c.ancestry.last()
	all, living, ok := recovering.reportsComplete()
	if !ok {
		u.complete = time.Time{}
		return
	}
	if r := recovering.completed(all); r != nil {
		recovering.adopt(r)
		return
	}
	if 2*living > len(last.Voters) {
		return // they elect a leader
	}
	if u.complete.IsZero() {
		u.complete = recovering.c.now
	}
	rank := 0
	for _, v := range last.Voters {
		if message.CompareIDs(v.Key, recovering.c.me) < 0 {
			rank++
		}
	}
	if recovering.c.now.Sub(u.complete) < gatherFor+time.Duration(rank)*rankAfter {
		return
	}
	best := recovering.longest()
	if !recovering.reach(best) {
		return
	}
	if p := u.proposal; p != nil && (p.FirstTurn-1 != recovering.c.history.executed || p.Chain != recovering.c.history.hash) {
		u.round = 0 // a longer log has come, and no peer that knows it signs for the shorter one
	}
	if recovering.chooseRound(all) {
		recovering.collectPromises(all, best)
	}
}

// completed returns the record that all voters have signed, with their signatures, or nil.
func (recovering *Recovery) completed(all []message.Report) *epoch.Record {
	last := recovering.c.ancestry.last()
	c := cosign.Collector{Verifier: recovering.c.options.SignatureCache.Verify}
	for i, r := range all {
		if r.Signed != nil && i == 0 {
			c.Begin(r.Signed.Statement(), cosign.All, last)
		}
		if r.Signed != nil {
			c.Add(r.Signed.Statement(), epoch.Cosignature{Key: last.Voters[i].Key, Signature: r.Seal})
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
	u := v.running
	var top message.Ballot
	for _, r := range all {
		if top.Less(r.Promised) {
			top = r.Promised
		}
	}
	mine := message.Ballot{Round: u.round, By: v.c.me}
	if u.round != 0 && !mine.Less(top) {
		return true
	}
	if u.rival != top {
		u.rival, u.rivalAt = top, v.c.now
	}
	if top.By != v.c.me && top.Round != 0 && v.c.now.Sub(u.rivalAt) < yieldFor {
		return false
	}
	u.round, u.proposal, u.asked = top.Round+1, nil, time.Time{}
	v.c.event("asks all voters to recover", "epoch", v.c.ancestry.last().Number, "round", u.round, "turn", v.c.history.executed)
	return true
}

// collectPromises asks for promises, and when all have come for signatures.
func (recovering *Recovery) collectPromises(all []message.Report, best message.Claim) {
	u, mine := recovering.running, message.Ballot{Round: recovering.running.round, By: recovering.c.me}
	promised, same := true, true
	for i, r := range all {
		promised = promised && r.Promised == mine
		same = same && u.proposal != nil && slices.Contains(u.proposal.Voters, epoch.Voter{Key: recovering.c.ancestry.last().Voters[i].Key, Incarnation: r.Incarnation})
	}
	switch {
	case !promised && recovering.in.acceptor.state.of(recovering.c.ancestry.last()).promised != mine:
		recovering.in.acceptor.promise(mine)
		return
	case promised && u.proposal == nil:
		u.proposal, u.source = recovering.proposal(all), best
		u.asked = time.Time{}
	case promised && !same:
		u.round = 0 // a voter is another process now
		return
	}
	if u.proposal != nil && !sameRecord(recovering.in.acceptor.state.of(recovering.c.ancestry.last()).signed, u.proposal) {
		recovering.in.acceptor.sign(u.proposal)
		return
	}
	if recovering.c.now.Sub(u.asked) < reportEvery {
		return
	}
	u.asked = recovering.c.now
	for i, v := range recovering.c.ancestry.last().Voters {
		switch r := all[i]; {
		case v.Key == recovering.c.me:
		case r.Promised != mine:
			recovering.c.send(v.Key, message.StreamChannel, message.Asking{Epoch: recovering.c.ancestry.last().Number, Name: recovering.c.ancestry.last().Hash(), Round: mine.Round}.Encode())
		case u.proposal != nil && !sameRecord(r.Signed, u.proposal):
			recovering.c.send(v.Key, message.StreamChannel, message.EncodeProposing(u.proposal, u.source))
		}
	}
}

func sameRecord(a, b *epoch.Record) bool { return a != nil && b != nil && a.Hash() == b.Hash() }

// proposal is the record that goes on from the present state, with this peer as its leader.
func (recovering *Recovery) proposal(all []message.Report) *epoch.Record {
	last := recovering.c.ancestry.last()
	r := last.After(epoch.Agreed, epoch.Position{Turn: recovering.c.history.executed, Hash: recovering.c.history.hash})
	r.Rules, r.Ticks, r.Voters = max(recovering.c.options.Rules, last.Rules), recovering.c.options.Ticks, []epoch.Voter{recovering.c.self}
	r.Signer, r.Round = recovering.c.me, recovering.running.round
	for i, v := range last.Voters {
		if v.Key != recovering.c.me {
			r.Voters = append(r.Voters, epoch.Voter{Key: v.Key, Incarnation: all[i].Incarnation})
		}
	}
	return r
}

// longest returns the log to go on from: of the logs that end beyond every turn known to be committed, the
// newest in raft's order; otherwise the committed turns. Of several equal logs it prefers its own.
func (v *Recovery) longest() message.Claim {
	u, last := v.running, v.c.ancestry.last()
	name := last.Hash()
	var committed message.Claim
	reports := []message.Report{v.report()}
	from := []key.ID{v.c.me}
	for _, k := range v.c.peers.Keys() {
		h, ok := u.reports[k]
		if ok && v.c.now.Sub(h.at) <= reportLife && h.Epoch == last.Number && h.Name == name && v.believed(k) {
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
		if h, ok := v.c.history.hashAt(committed.Turn); i == 0 && (!ok || h != committed.Hash) {
			continue // this peer's later turns contradict committed ones
		}
		best = this
	}
	return best
}

// lacksVoters reports whether there are no turns because too few of several voters are here.
func (v *Recovery) lacksVoters(now time.Time) bool {
	if v.c.machine == nil || len(v.c.ancestry.records) == 0 || v.c.ancestry.last().Lone() || v.c.ancestry.over() {
		return false
	}
	if v.c.e == nil {
		return v.running != nil && now.Sub(v.running.since) >= 2*time.Second // before that it may be taken in
	}
	return v.c.e.Leading() && v.c.e.Stalled(now) || !v.c.e.Leading() && now.Sub(v.c.history.orderedAt) >= 2*time.Second
}

// missing names the absent voters that the world needs to go on.
func (recovering *Recovery) missing() notice.Notice {
	var names []string
	for _, v := range recovering.c.ancestry.last().Voters {
		if p := recovering.c.peers.Get(v.Key); v.Key != recovering.c.me && (p == nil || !p.greeted) {
			names = append(names, recovering.c.measures.called(v))
		}
	}
	if len(names) == 0 {
		return notice.New("waits_for_agreement")
	}
	return notice.List("waits_for_newest", "names", names)
}

// waiting describes the wait for absent voters.
func (v *Recovery) waiting(now time.Time) (words notice.Notice, lacks bool) {
	if !v.lacksVoters(now) {
		return "", false
	}
	return v.missing(), true
}

// believed reports whether a peer's claims did not prove false lately.
func (v *Recovery) believed(k key.ID) bool {
	at, ok := v.running.liars[k]
	return !ok || v.c.now.Sub(at) > disbelief
}

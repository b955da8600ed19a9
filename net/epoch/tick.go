package epoch

import (
	"time"

	"go.etcd.io/raft/v3"

	"manyhold/net/wire"
)

// Closes reports whether this process may close a turn now: it leads, the epoch has not ended, a majority
// follows, and no check of its leadership is pending.
func (e *Epoch) Closes(now time.Time) bool {
	return e.Leading() && e.confirming == 0 && !e.Ending() && !e.Stalled(now)
}

// Stalled reports whether a leader lost its majority.
func (e *Epoch) Stalled(now time.Time) bool {
	if len(e.config.Record.Voters) == 1 {
		return false
	}
	at, waiting := e.oldest()
	return waiting && now.Sub(at) > Patience
}

// Close orders a turn with the signatures of its commands, see AppendCommandSignature. parsed becomes
// Turn.Parsed; it may be nil. Its error is ErrNotLeading.
func (e *Epoch) Close(now time.Time, body, signatures []byte, parsed Parsed) error {
	if !e.Leading() || e.Ending() {
		return ErrNotLeading
	}
	data, last := signedEntry(body, signatures), e.lastEntry()
	e.check(last.hash, last.turn+1, data, parsed)
	defer e.forgetChecked()
	return e.propose(now, data)
}

// Succeed ends the epoch with a record that continues it; FirstTurn, Chain, Previous, World, Number and
// Signature are for the caller to have filled in, see Next. Its error is ErrNotLeading.
func (e *Epoch) Succeed(now time.Time, r *Record) error {
	if !e.Leading() || e.Ending() {
		return ErrNotLeading
	}
	return e.propose(now, r.Append([]byte{entrySuccessor}))
}

// Next returns an unsigned record without voters that continues the epoch after the log's last turn; see
// After.
func (e *Epoch) Next(reason Reason) *Record {
	return e.config.Record.After(reason, e.Last())
}

func (e *Epoch) propose(now time.Time, data []byte) error {
	e.last = now
	if err := e.node.Propose(data); err != nil {
		return ErrNotLeading
	}
	e.drain()
	return nil
}

// SetSuspicion sets how long a leader may be silent: SuspectNear or SuspectFar.
func (e *Epoch) SetSuspicion(d time.Duration) { e.suspicion = d }

// SetUnfit tells whether this process lacks a state that turns could follow. An unfit voter lets the others
// campaign first. An unfit leader counts itself as gone; it should stay silent, so that the others do, too.
func (e *Epoch) SetUnfit(unfit bool) { e.unfit = unfit }

// unfitFor is the delay of an unfit voter's campaign, in suspicions. It campaigns if no other voter can be
// elected.
const unfitFor = 4

// spacing is the time between the campaigns of two ranks. A voter shares a suspicion by this much before
// its own campaign. The part of a suspicion beyond SuspectNear is taken as the round trip: the first
// candidacy must be ahead of the second one by it, or both vote for themselves.
func (e *Epoch) spacing() time.Duration { return SuspectNear/4 + max(0, e.suspicion-SuspectNear) }

// shares reports whether this voter, too, takes the leader for gone.
func (e *Epoch) shares() bool {
	if e.Leading() {
		return e.Stalled(e.last) || e.confirming != 0 || e.unfit
	}
	return e.last.Sub(e.heard) >= e.suspicion-e.spacing()
}

// Deadline returns when Tick has something to do, or the zero time.
func (e *Epoch) Deadline() time.Time {
	at := e.campaigning()
	if e.standing() && len(e.repetition.asks) > 0 && e.repetition.next.Before(at) {
		return e.repetition.next
	}
	return at
}

// campaigning returns when this process begins an election, or the zero time.
func (e *Epoch) campaigning() time.Time {
	if e.rank < 0 || e.Leading() || e.successor != nil {
		return time.Time{}
	}
	at := e.heard.Add(e.suspicion + time.Duration(e.turnOf())*e.spacing())
	if e.unfit {
		at = at.Add(unfitFor * e.suspicion)
	}
	if at.Before(e.campaign) {
		at = e.campaign
	}
	return at
}

// turnOf returns this voter's place among the voters that may campaign: the record's order without the
// leader.
func (e *Epoch) turnOf() int {
	n := 0
	for _, v := range e.config.Record.Voters[:e.rank] {
		if v.Key != e.leader && !e.renounced[v.Key] {
			n++
		}
	}
	return n
}

// Tick advances time. It begins an election when one is due, and asks a majority for confirmation after a
// jump of the clock. Call it before every call of another method, with the same time.
func (e *Epoch) Tick(now time.Time) {
	jumped := now.Sub(e.last) > Jump || now.Before(e.last)
	e.last = now
	if jumped && !e.Leading() {
		e.heard = now // we were away, not the leader
	}
	if e.Leading() && !e.config.Record.Lone() && (jumped || e.confirming != 0 && now.Sub(e.asked) > Patience/4) {
		e.confirmations++
		e.confirming, e.asked = e.confirmations, now
		e.node.ReadIndex(wire.AppendU64(nil, e.confirming))
		e.drain()
	}
	if at := e.campaigning(); !at.IsZero() && !now.Before(at) {
		e.campaigns++
		e.leader = [32]byte{}
		e.campaign, e.stood = now.Add(e.round()), now
		if e.state == raft.StatePreCandidate || e.state == raft.StateCandidate || e.state == raft.StateFollower {
			must(e.node.Campaign())
			e.drain()
		}
	}
	e.repeat(now)
}

// Persisted reports that turns up to this one are in the file: the condition of a lone voter's commit.
func (e *Epoch) Persisted(turn uint64) { e.persisted = max(e.persisted, turn) }

// Synced reports that the successor record is synced.
func (e *Epoch) Synced() { e.synced = true }

// Ready returns the work since the last call. Its slices belong to the caller.
func (e *Epoch) Ready() Ready {
	e.compact()
	r := e.ready
	e.ready = Ready{}
	r.Committed = e.Committed()
	if end := e.end(); end != 0 && !e.told && e.committed >= end {
		record, err := DecodeRecord(e.at(end).data[1:])
		must(err)
		e.successor, e.told = record, true
		r.Successor = record
	}
	return r
}

package epoch

import (
	"time"

	"go.etcd.io/raft/v3"
)

// Closes reports whether this process may close a turn now: it leads, the epoch has not ended, a majority
// follows, and no check of its leadership is pending.
func (e *Epoch) Closes(now time.Time) bool {
	return e.Leading() && !e.confirming.pending() && !e.Ending() && !e.Stalled(now)
}

// Stalled reports whether a leader lost its majority: its oldest uncommitted entry is too old. Entries from
// before this leadership count from its beginning.
func (e *Epoch) Stalled(now time.Time) bool {
	if e.record.Lone() {
		return false
	}
	at, waiting := e.oldest()
	if e.elected.After(at) {
		at = e.elected
	}
	return waiting && now.Sub(at) > Patience+e.reserve
}

// Unsettled is how long ago the oldest entry that is not committed came here; zero: all are committed.
func (e *Epoch) Unsettled(now time.Time) time.Duration {
	if at, waiting := e.oldest(); waiting {
		return now.Sub(at)
	}
	return 0
}

// Close orders a turn with the signatures of its commands, see AppendCommandSignature. parsed becomes
// Turn.Parsed; it may be nil. Its error is ErrNotLeading.
func (e *Epoch) Close(now time.Time, body, signatures []byte, parsed Parsed) error {
	if !e.Leading() || e.Ending() {
		return ErrNotLeading
	}
	data, last := signedEntry(body, signatures), e.lastEntry()
	e.chain.check(last.hash, last.turn+1, data, parsed)
	defer e.chain.forget()
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
func (e *Epoch) Next(reason Reason) *Record { return e.record.After(reason, e.Last()) }

func (e *Epoch) propose(now time.Time, data []byte) error {
	e.now = now
	if err := e.node.Propose(data); err != nil {
		return ErrNotLeading
	}
	e.drain()
	return nil
}

// shares reports whether this voter, too, takes the leader for gone.
func (e *Epoch) shares() bool {
	if e.Leading() {
		return e.Stalled(e.now) || e.confirming.pending() || e.unfit
	}
	return e.suspects(e.now)
}

// Deadline returns when Tick has something to do, or the zero time.
func (e *Epoch) Deadline() time.Time {
	at := e.campaigning()
	if again := e.repeating(); !again.IsZero() && again.Before(at) {
		return again
	}
	return at
}

// campaigning returns when this process begins an election, or the zero time.
func (e *Epoch) campaigning() time.Time {
	if e.successor != nil {
		return time.Time{}
	}
	return e.due()
}

// Tick advances time. It begins an election when one is due, and asks a majority for confirmation after a
// jump of the clock. Call it before every call of another method, with the same time.
func (e *Epoch) Tick(now time.Time) {
	jumped := now.Sub(e.now) > Jump || now.Before(e.now)
	e.now = now
	if jumped && !e.Leading() {
		e.hear(now) // we were away, not the leader
	}
	if e.Leading() && !e.record.Lone() && (jumped || e.confirming.late(now)) {
		e.node.ReadIndex(e.confirming.ask(now))
		e.drain()
	}
	if at := e.campaigning(); !at.IsZero() && !now.Before(at) {
		e.begin(now)
		if e.state == raft.StatePreCandidate || e.state == raft.StateCandidate || e.state == raft.StateFollower {
			must(e.node.Campaign())
			e.drain()
		}
	}
	e.outgoing = append(e.outgoing, e.repeat(now)...)
}

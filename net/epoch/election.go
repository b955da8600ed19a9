package epoch

import (
	"slices"
	"time"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
)

// Votes are requested by datagrams, and an election needs four that arrive one after the other. So a
// candidate repeats its request until it is elected, gives up or campaigns anew. A lost answer is repeated
// with the request: raft's voters give the same answer to the same request of one term, and its candidates
// count each voter once.

// repetition is a candidate's request, and the time to repeat it.
type repetition struct {
	asks []Outgoing
	next time.Time
}

// patience is the time between two times that a candidate asks the same: about a round trip.
func (e *Epoch) patience() time.Duration { return e.suspicion / 8 }

// standing reports whether this process asks for votes.
func (e *Epoch) standing() bool {
	return e.rank >= 0 && (e.state == raft.StatePreCandidate || e.state == raft.StateCandidate)
}

// round is the time between two campaigns of this voter.
func (e *Epoch) round() time.Duration { return e.suspicion/2 + time.Duration(e.rank)*e.spacing() }

// goesFirst reports whether a candidate must wait for this voter's campaign, which has begun and has an
// earlier rank. Two candidates that let each other pass the pre-vote would give the second vote to
// themselves. They would do so again every round, if their suspicions differ by as much as their ranks.
// After half a round the other need not wait, because this one may reach no other voter. It also need not
// wait if its log is newer.
func (e *Epoch) goesFirst(from key.ID, m Message) bool {
	if e.state != raft.StatePreCandidate || !e.last.Before(e.stood.Add(e.round()/2)) {
		return false
	}
	mine := e.Last()
	later := slices.IndexFunc(e.config.Record.Voters, func(v Voter) bool { return v.Key == from }) > e.rank
	return later && (m.LogTerm < mine.Term || m.LogTerm == mine.Term && m.Index <= mine.Index)
}

// voting notes a message of an election on its way out. After a vote for another candidate, this voter
// gives it time to win.
func (e *Epoch) voting(o Outgoing) {
	switch m, r := o.Message, &e.repetition; {
	case m.Type == pb.MsgVote || m.Type == pb.MsgPreVote:
		if len(r.asks) > 0 && (r.asks[0].Message.Type != m.Type || r.asks[0].Message.Term != m.Term) {
			r.asks = r.asks[:0]
		}
		r.asks, r.next = append(r.asks, o), e.last.Add(e.patience())
	case m.Type == pb.MsgVoteResp && !m.Reject:
		if until := e.last.Add(e.suspicion / 2); e.campaign.Before(until) {
			e.campaign = until
		}
	}
}

// repeat asks again when it is time.
func (e *Epoch) repeat(now time.Time) {
	r := &e.repetition
	if !e.standing() {
		r.asks = r.asks[:0]
	}
	if len(r.asks) == 0 || now.Before(r.next) {
		return
	}
	r.next = now.Add(e.patience())
	e.ready.Messages = append(e.ready.Messages, r.asks...)
}

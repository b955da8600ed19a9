package epoch

import (
	"time"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
)

// Votes are requested by datagrams, and an election needs four that arrive one after the other. So a
// candidate repeats its request until it is elected, gives up or campaigns anew. A lost answer is repeated
// with the request: raft's voters give the same answer to the same request of one term, and its candidates
// count each voter once.

// election is this voter's part in elections: when it takes the leader for gone, when it campaigns, and what
// it asks as a candidate.
type election struct {
	members   *members
	group     *group
	heard     time.Time // from a leader of the present term
	suspicion time.Duration
	reserve   time.Duration // see SetReserve
	unfit     bool          // to lead, see SetUnfit
	campaign  time.Time     // not before
	stood     time.Time     // when the last one began
	campaigns uint64
	asks      []Outgoing // a candidate's request
	repeatAt  time.Time

	distrusted distrust
}

// SetSuspicion sets how long a leader may be silent: SuspectNear and more.
func (c *election) SetSuspicion(d time.Duration) { c.suspicion = d }

// SetRoundTrip sets how long a leader may be silent before it is suspected: a nearby one SuspectNear, another
// a round trip longer, at most SuspectFar. Frames come twenty times a second, so that such a silence is
// chance only when eight in a row are lost; the round trip allows for delays of all of them. Longer turns
// come more rarely, and the limit grows by three of them.
func (c *election) SetRoundTrip(rtt, near, longer time.Duration) {
	c.suspicion = SuspectNear + max(0, 3*longer)
	if rtt > near {
		c.suspicion += min(rtt, SuspectFar-SuspectNear)
	}
}

// SetReserve sets by how much longer than Patience a leader waits for its voters. A commit takes a round trip
// at least, and where packets are lost some turns more. A leader that did not wait for so long would close
// few turns, and these would be large and take longer still.
func (c *election) SetReserve(d time.Duration) { c.reserve = d }

// SetUnfit tells whether this process lacks a state that turns could follow. An unfit voter lets the others
// campaign first. An unfit leader counts itself as gone; it should stay silent, so that the others do, too.
func (c *election) SetUnfit(unfit bool) { c.unfit = unfit }

// Campaigns counts the elections that this process began.
func (c *election) Campaigns() uint64 { return c.campaigns }

// unfitFor is the delay of an unfit voter's campaign, in suspicions. It campaigns if no other voter can be
// elected.
const unfitFor = 4

// electing is how many round trips a campaign has at least. The part of a suspicion beyond SuspectNear is
// taken as the round trip.
const electing = 3

// spacing is the time between the campaigns of two ranks. A voter shares a suspicion by this much before
// its own campaign. The first candidacy must be ahead of the second one by a round trip, or both vote for
// themselves.
func (c *election) spacing() time.Duration { return SuspectNear/4 + max(0, c.suspicion-SuspectNear) }

// patience is the time between two times that a candidate asks the same: about a round trip.
func (c *election) patience() time.Duration { return c.suspicion / 8 }

// round is the time between two campaigns of this voter. An election takes two round trips, and longer where
// packets are lost: a candidate that campaigned anew before would never be elected there.
func (c *election) round() time.Duration {
	return max(c.suspicion/2, electing*(c.suspicion-SuspectNear)) + time.Duration(c.members.rank)*c.spacing()
}

// hear notes that the leader lives.
func (c *election) hear(now time.Time) { c.heard, c.distrusted = now, distrust{} }

// suspect counts the leader as silent for long enough.
func (c *election) suspect(now time.Time) { c.heard = now.Add(-c.suspicion) }

// suspects reports whether a follower takes the leader for gone.
func (c *election) suspects(now time.Time) bool {
	return now.Sub(c.heard) >= c.suspicion-c.spacing()
}

// due returns when this process begins an election unless it hears from a leader; the zero time: never.
func (c *election) due() time.Time {
	if c.members.rank < 0 || c.group.Leading() {
		return time.Time{}
	}
	at := c.heard.Add(c.suspicion + time.Duration(c.members.before(c.group.leader))*c.spacing())
	if c.unfit {
		at = at.Add(unfitFor * c.suspicion)
	}
	if at.Before(c.campaign) {
		at = c.campaign
	}
	return at
}

// begin starts an election: the leader is gone.
func (c *election) begin(now time.Time) {
	c.campaigns++
	c.group.leader = key.ID{}
	c.campaign, c.stood = now.Add(c.round()), now
}

// standing reports whether this process asks for votes.
func (c *election) standing() bool {
	return c.members.rank >= 0 && (c.group.state == raft.StatePreCandidate || c.group.state == raft.StateCandidate)
}

// goesFirst reports whether a candidate must wait for this voter's campaign, which has begun and has an
// earlier rank. Two candidates that let each other pass the pre-vote would give the second vote to
// themselves. They would do so again every round, if their suspicions differ by as much as their ranks.
// After half a round the other need not wait, because this one may reach no other voter. It also need not
// wait if its log is newer. mine is where the own log ends.
func (c *election) goesFirst(from key.ID, m Message, mine Position, now time.Time) bool {
	if c.group.state != raft.StatePreCandidate || !now.Before(c.stood.Add(c.round()/2)) {
		return false
	}
	later := c.members.rankOf(from) > c.members.rank
	return later && (m.LogTerm < mine.Term || m.LogTerm == mine.Term && m.Index <= mine.Index)
}

// yield delays the own campaign after a vote for another candidate. Two candidates that campaign at the
// same moments would both vote for themselves.
func (c *election) yield(now time.Time) {
	if at := now.Add(time.Duration(1+c.members.rank) * c.spacing()); at.After(c.campaign) {
		c.campaign = at
	}
}

// voting notes a message of an election on its way out. After a vote for another candidate, this voter
// gives it time to win.
func (c *election) voting(o Outgoing, now time.Time) {
	switch m := o.Message; {
	case m.Type == pb.MsgVote || m.Type == pb.MsgPreVote:
		if len(c.asks) > 0 && (c.asks[0].Message.Type != m.Type || c.asks[0].Message.Term != m.Term) {
			c.asks = c.asks[:0]
		}
		c.asks, c.repeatAt = append(c.asks, o), now.Add(c.patience())
	case m.Type == pb.MsgVoteResp && !m.Reject:
		if until := now.Add(c.suspicion / 2); c.campaign.Before(until) {
			c.campaign = until
		}
	}
}

// repeating returns when repeat has something to do, or the zero time.
func (c *election) repeating() time.Time {
	if c.standing() && len(c.asks) > 0 {
		return c.repeatAt
	}
	return time.Time{}
}

// repeat returns the request again when it is time.
func (c *election) repeat(now time.Time) []Outgoing {
	if !c.standing() {
		c.asks = c.asks[:0]
	}
	if len(c.asks) == 0 || now.Before(c.repeatAt) {
		return nil
	}
	c.repeatAt = now.Add(c.patience())
	return c.asks
}

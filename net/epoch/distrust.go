package epoch

import (
	"time"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/key"
)

// distrust is a voter's refusal to listen to a leader that is not fair. It ends by itself, or when another
// voter leads. Unlike a renunciation it rests on no proof: a voter that is alone with it follows the leader
// again.
type distrust struct {
	leader key.ID
	until  time.Time
}

// of reports whether a leader is not listened to now.
func (d *distrust) of(leader key.ID, now time.Time) bool {
	return d.leader == leader && now.Before(d.until)
}

// Distrust has this voter ignore the leader for a while, as if it were silent: it acknowledges none of its
// turns, campaigns, and supports the campaigns of others. It does nothing about a peer that does not lead, or
// is the only voter.
func (e *Epoch) Distrust(now time.Time, leader key.ID, span time.Duration) {
	if e.rank < 0 || e.Leading() || e.record.Lone() || leader.IsZero() || leader != e.leader {
		return
	}
	e.now = now
	e.distrusted = distrust{leader, now.Add(span)}
	e.suspect(now)
}

// Distrusts reports whether a leader is not listened to now.
func (e *Epoch) Distrusts(leader key.ID) bool { return e.distrusted.of(leader, e.now) }

// leads reports whether raft's messages of a type come from leaders and candidates.
func leads(t pb.MessageType) bool {
	return t == pb.MsgHeartbeat || t == pb.MsgVote || t == pb.MsgPreVote
}

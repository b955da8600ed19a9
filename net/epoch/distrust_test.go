package epoch

import (
	"testing"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/wire"
)

// TestDistrust: a voter that distrusts its leader campaigns at once, and supports a candidate, though the
// leader is not silent. It follows the leader again after the time, or another leader sooner.
func TestDistrust(t *testing.T) {
	now := time.Unix(100, 0)
	r := second(first())
	leader := New(Config{Record: r, Me: r.Voters[0], Fresh: true, Now: now})
	voter := New(Config{Record: r, Me: r.Voters[1], Fresh: true, Now: now})
	observer := New(Config{Record: r, Me: Voter{Key: r.Voters[0].Key, Incarnation: 99}, Now: now})
	tell := func() {
		t.Helper()
		now = now.Add(50 * time.Millisecond)
		leader.Tick(now)
		if err := leader.Close(now, []byte{1}, nil, nil); err != nil {
			t.Fatal(err)
		}
		voter.Tick(now)
		var run Run
		ReadRun(wire.NewCursor(leader.AppendWindow(nil, 9, 12<<10, Share{Signatures: true})), &run)
		if err := voter.Accept(r.Voters[0].Key, &run, false); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		tell()
	}
	if voter.shares() || voter.Last().Turn != leader.Last().Turn {
		t.Fatal("the voter does not follow")
	}
	voter.Distrust(now, r.Voters[2].Key, 2*time.Second)
	observer.Distrust(now, r.Voters[0].Key, 2*time.Second)
	if voter.shares() || observer.Distrusts(r.Voters[0].Key) {
		t.Error("it distrusts a peer that does not lead, or an observer has a say")
	}
	at := voter.Last().Turn
	voter.Distrust(now, r.Voters[0].Key, 2*time.Second)
	if !voter.shares() {
		t.Error("it does not share a suspicion")
	}
	tell()
	if voter.Last().Turn != at {
		t.Error("it takes turns of a leader that it distrusts")
	}
	asked := false
	for _, m := range voter.Ready().Messages {
		asked = asked || m.Message.Type == pb.MsgPreVote
	}
	if !asked {
		t.Error("it does not campaign")
	}
	now = now.Add(2 * time.Second)
	for range 3 {
		tell()
	}
	if voter.Last().Turn == at || voter.Distrusts(r.Voters[0].Key) {
		t.Error("it does not follow the leader again")
	}
}

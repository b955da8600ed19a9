package epoch

import (
	"math/rand/v2"
	"testing"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"
)

// flying is a message on its way.
type flying struct {
	at       time.Time
	from, to int
	m        Message
}

// elect lets two nodes talk over a line until one of them leads, or the most time is over, and returns how
// long that took. lost decides about each message.
func elect(t *testing.T, nodes *[2]*Epoch, voters [2]Voter, now time.Time, line, most time.Duration, lost func() bool) (took time.Duration) {
	t.Helper()
	var air []flying
	for ; took < most && !nodes[0].Leading() && !nodes[1].Leading(); took += 5 * time.Millisecond {
		now = now.Add(5 * time.Millisecond)
		for i, n := range nodes {
			n.Tick(now)
			rest := air[:0]
			for _, f := range air {
				if f.to != i || f.at.After(now) {
					rest = append(rest, f)
				} else if err := n.Step(voters[f.from].Key, f.m); err != nil {
					t.Fatal(err)
				}
			}
			air = rest
			for _, o := range n.Ready().Messages {
				if o.To == voters[1-i].Key && !lost() {
					air = append(air, flying{now.Add(line), i, 1 - i, o.Message})
				}
			}
		}
	}
	return took
}

// TestDuel: the leader of three voters is gone. The others suspect it at about the same time, over a link
// of 60 ms, and the difference of their suspicions cancels that of their ranks. One of them leads soon all
// the same.
func TestDuel(t *testing.T) {
	const line = 60 * time.Millisecond
	worst := time.Duration(0)
	for _, suspicion := range [][2]time.Duration{{601, 507}, {560, 480}, {500, 500}, {507, 601}} {
		for offset := -120 * time.Millisecond; offset <= 360*time.Millisecond; offset += 10 * time.Millisecond {
			now := time.Unix(100, 0)
			r := second(first())
			var nodes [2]*Epoch
			for i := range nodes {
				nodes[i] = New(Config{Record: r, Me: r.Voters[i+1], Fresh: true, Now: now})
				nodes[i].SetSuspicion(suspicion[i] * time.Millisecond)
				nodes[i].heard = now
			}
			nodes[1].heard = now.Add(offset)
			took := elect(t, &nodes, [2]Voter{r.Voters[1], r.Voters[2]}, now, line, 10*time.Second, func() bool { return false })
			worst = max(worst, took)
		}
	}
	t.Logf("elected within %v", worst)
	if worst > 2*time.Second {
		t.Errorf("nobody leads for %v", worst)
	}
}

// TestFarElection: the leader of three voters is gone, and the others are 400 ms apart there and back, over a
// line that loses a fifth of all packets. One of them leads soon all the same: the first of them gives a
// campaign the time for two round trips.
func TestFarElection(t *testing.T) {
	const line, suspicion = 200 * time.Millisecond, 900 * time.Millisecond
	worst := time.Duration(0)
	for seed := range uint64(200) {
		chance := rand.New(rand.NewPCG(seed, 7))
		now := time.Unix(100, 0)
		r := second(first())
		voters := [2]Voter{r.Voters[0], r.Voters[2]}
		var nodes [2]*Epoch
		for i := range nodes {
			nodes[i] = New(Config{Record: r, Me: voters[i], Fresh: true, Now: now})
			nodes[i].SetSuspicion(suspicion)
			if err := nodes[i].Step(r.Voters[1].Key, Message{Type: pb.MsgHeartbeat, Term: 3}); err != nil {
				t.Fatal(err)
			}
			nodes[i].heard = now.Add(time.Duration(chance.IntN(200)) * time.Millisecond)
		}
		took := elect(t, &nodes, voters, now, line, 30*time.Second, func() bool { return chance.IntN(5) == 0 })
		worst = max(worst, took)
	}
	t.Logf("elected within %v", worst)
	if worst > 6*time.Second {
		t.Errorf("nobody leads for %v", worst)
	}
}

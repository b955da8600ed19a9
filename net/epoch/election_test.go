package epoch

import (
	"testing"
	"time"
)

// flying is a message on its way.
type flying struct {
	at       time.Time
	from, to int
	m        Message
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
			var air []flying
			took := time.Duration(0)
			for ; took < 10*time.Second && !nodes[0].Leading() && !nodes[1].Leading(); took += 5 * time.Millisecond {
				now = now.Add(5 * time.Millisecond)
				for i, n := range nodes {
					n.Tick(now)
					rest := air[:0]
					for _, f := range air {
						if f.to != i || f.at.After(now) {
							rest = append(rest, f)
						} else if err := n.Step(r.Voters[f.from+1].Key, f.m); err != nil {
							t.Fatal(err)
						}
					}
					air = rest
					for _, o := range n.Ready().Messages {
						if o.To == r.Voters[2-i].Key {
							air = append(air, flying{now.Add(line), i, 1 - i, o.Message})
						}
					}
				}
			}
			worst = max(worst, took)
		}
	}
	t.Logf("elected within %v", worst)
	if worst > 2*time.Second {
		t.Errorf("nobody leads for %v", worst)
	}
}

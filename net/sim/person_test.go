package sim

import (
	"testing"
	"time"
)

// TestPassedOver: a restored state is already after the turn that took a command, and that turn or the next
// moved the person to another island. Its number is not reported there, but the person's last one is above
// it. A command that no skipped turn explains stays open: it was lost.
func TestPassedOver(t *testing.T) {
	for _, jumped := range []bool{true, false} {
		p := person{pending: []pending{{seq: 20, island: 5, turn: 7}, {seq: 21}, {seq: 22}}}
		if jumped {
			p.passed()
		}
		p.pending = append(p.pending, pending{seq: 23})
		p.taken(time.Time{}, 9, 100, func(q *pending) bool { return q.was([]uint64{22}, true, 23) }, false)
		p.committed(9, 100)
		open := map[uint64]bool{}
		for _, q := range p.pending {
			open[q.seq] = q.turn == 0
		}
		if open[21] == jumped || open[22] || !open[23] || p.pending[0].passed {
			t.Errorf("jumped %v: open are %v", jumped, open)
		}
		p.arrived()
		p.pending = append(p.pending, pending{seq: 24, passed: false}, pending{seq: 25, passed: true})
		p.arrived()
		p.taken(time.Time{}, 9, 101, func(q *pending) bool { return q.was([]uint64{26}, true, 26) }, false)
		if q := p.pending[len(p.pending)-1]; q.turn != 0 {
			t.Errorf("jumped %v: what was not taken when the person was seen again counts as taken later", jumped)
		}
	}
}

// TestGivenUp: a command of a replaced turn waits from then on, not since its submission.
func TestGivenUp(t *testing.T) {
	var at time.Time
	p := person{pending: []pending{{seq: 20, since: at, island: 5, turn: 7}}}
	p.taken(at.Add(12*time.Second), 5, 6, func(*pending) bool { return false }, true)
	if q := p.pending[0]; q.turn != 0 || !q.since.Equal(at.Add(12*time.Second)) {
		t.Errorf("taken in turn %d, waits since %v", q.turn, q.since)
	}
}

package memory

import "time"

// transit is a packet that waits for limited bandwidth. When the bandwidth changes, waiting packets leave
// at the new pace.
type transit struct {
	leaves  time.Time // the queue
	arrives time.Time
	run     func() (call func())
	gone    bool // it has arrived
}

// along schedules the arrival of the last packet of a lane; mu is held.
func (n *Network) along(l *lane, arrives time.Time, run func() (call func())) {
	if !l.leaves.After(n.Now()) {
		n.at(arrives, run)
		return
	}
	t := &transit{leaves: l.leaves, arrives: arrives, run: run}
	l.waiting = append(l.waiting, t)
	n.arrival(l, t)
}

// arrival schedules the arrival of a transit, unless its pace changes meanwhile; mu is held.
func (n *Network) arrival(l *lane, t *transit) {
	due := t.arrives
	n.at(due, func() func() {
		if t.gone || !t.arrives.Equal(due) {
			return nil
		}
		t.gone = true
		for len(l.waiting) > 0 && l.waiting[0].gone {
			l.waiting[0] = nil
			l.waiting = l.waiting[1:]
		}
		return t.run()
	})
}

// repace lets waiting packets continue at the lane's present bandwidth; before was the bandwidth until now;
// mu is held.
func (n *Network) repace(l *lane, before int) {
	if before <= 0 || before == l.Bandwidth {
		return
	}
	now := n.Now()
	sooner := func(t time.Time) time.Duration { // by how much a packet that would leave at t leaves sooner
		switch left := t.Sub(now); {
		case left <= 0:
			return 0
		case l.Bandwidth <= 0:
			return left
		default:
			return left - time.Duration(float64(left)*float64(before)/float64(l.Bandwidth))
		}
	}
	l.busy, l.streamBusy = l.busy.Add(-sooner(l.busy)), l.streamBusy.Add(-sooner(l.streamBusy))
	for _, t := range l.waiting {
		if by := sooner(t.leaves); !t.gone && by != 0 {
			t.leaves, t.arrives = t.leaves.Add(-by), t.arrives.Add(-by)
			n.arrival(l, t)
		}
	}
}

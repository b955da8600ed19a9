package link

import (
	"testing"
	"time"
)

func TestPings(t *testing.T) {
	var p Pings
	now := time.Unix(1, 0)
	if _, ok := p.Answered(0, 0, now); ok {
		t.Error("an answer to no ping counted")
	}
	for i := range 20 {
		n := p.Sent(now)
		if i%2 == 0 {
			if rtt, ok := p.Answered(n, 20*time.Millisecond, now.Add(100*time.Millisecond)); !ok || rtt != 80*time.Millisecond {
				t.Errorf("ping %d: %v %v", i, rtt, ok)
			}
			if _, ok := p.Answered(n, 0, now); ok {
				t.Error("an answer counted twice")
			}
		}
		now = now.Add(PingEvery)
	}
	if l := p.Loss(now); l < 0.4 || l > 0.6 {
		t.Errorf("every other ping lost: loss %v", l)
	}
	if _, ok := p.Answered(3, 0, now); ok {
		t.Error("an answer from before the window counted")
	}
}

// TestLossOfPingsInFlight: a ping is not lost before its answer can be here.
func TestLossOfPingsInFlight(t *testing.T) {
	var p Pings
	now := time.Unix(1, 0)
	if p.Came(p.Sent(now)); p.Loss(now) != 0 {
		t.Errorf("the first came: loss %v", p.Loss(now))
	}
	first := p.Sent(now)
	if l := p.Loss(now.Add(time.Second)); l != 0 {
		t.Errorf("right after linking: loss %v", l)
	}
	second := p.Sent(now.Add(time.Second))
	p.Came(second)
	if l := p.Loss(now.Add(time.Second)); l < 0.3 || l > 0.4 {
		t.Errorf("one of three did not come: loss %v", l)
	}
	p.Came(first)
	p.Sent(now.Add(2 * time.Second))
	if l := p.Loss(now.Add(3 * time.Second)); l != 0 {
		t.Errorf("one on its way: loss %v", l)
	}
	if l := p.Loss(now.Add(2*time.Second + DeadAfter)); l != 0.25 {
		t.Errorf("one never came: loss %v", l)
	}
}

// TestLossOfAYoungLink: pings before the other side listened are not lost; all pings to a peer that never
// answers are; later losses count in full.
func TestLossOfAYoungLink(t *testing.T) {
	var p, deaf Pings
	now := time.Unix(1, 0)
	early := p.Sent(now)
	deaf.Sent(now)
	for range PingWindow - 2 {
		now = now.Add(PingEvery)
		p.Came(p.Sent(now))
		deaf.Sent(now)
	}
	if l := p.Loss(now); l != 0 {
		t.Errorf("a link that lost nothing since it opened: loss %v", l)
	}
	if l := deaf.Loss(now.Add(DeadAfter)); l != 1 {
		t.Errorf("nothing ever came: loss %v", l)
	}
	if p.Came(early); p.Loss(now) != 0 {
		t.Errorf("the first came late: loss %v", p.Loss(now))
	}
	p.Sent(now)
	now = now.Add(PingEvery)
	p.Came(p.Sent(now))
	if l := p.Loss(now); l != 1.0/PingWindow {
		t.Errorf("one of the last %d lost: loss %v", PingWindow, l)
	}
}

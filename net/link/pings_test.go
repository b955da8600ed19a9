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

// TestLossOfPingsInFlight: nothing is lost before its answer can be here.
func TestLossOfPingsInFlight(t *testing.T) {
	var p Pings
	now := time.Unix(1, 0)
	first := p.Sent(now)
	if l := p.Loss(now.Add(time.Second)); l != 0 {
		t.Errorf("right after linking: loss %v", l)
	}
	second := p.Sent(now.Add(time.Second))
	p.Came(second)
	if l := p.Loss(now.Add(time.Second)); l != 0.5 {
		t.Errorf("the second of two came: loss %v", l)
	}
	p.Came(first)
	p.Sent(now.Add(2 * time.Second))
	if l := p.Loss(now.Add(3 * time.Second)); l != 0 {
		t.Errorf("one on its way: loss %v", l)
	}
	if l := p.Loss(now.Add(2*time.Second + DeadAfter)); l < 0.3 || l > 0.4 {
		t.Errorf("one never came: loss %v", l)
	}
}

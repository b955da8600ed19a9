package node

import (
	"testing"

	"manyhold/net/charter"
	"manyhold/net/host/status"
)

// TestWhoIsSentOut: a player that came in before the kick leaves as soon as it knows of it; one that came in
// later, or is still coming in, stays.
func TestWhoIsSentOut(t *testing.T) {
	at := func(tick, kick uint64, joining bool) *status.Host {
		return &status.Host{Joining: joining, Island: status.Island{Tick: tick}, Charter: status.Charter{Kicked: charter.Kicked{At: kick}}}
	}
	for _, c := range []struct {
		name string
		seen []*status.Host
		out  bool
	}{
		{"nobody was kicked", []*status.Host{at(100, 0, false), at(5000, 0, false)}, false},
		{"while it was here", []*status.Host{at(100, 0, false), at(300, 250, false)}, true},
		{"while it was away", []*status.Host{at(100, 0, true), at(300, 250, true), at(310, 250, false), at(400, 250, false)}, false},
		{"it came in a moment before", []*status.Host{at(249, 0, false), at(251, 250, false)}, true},
		{"it learns of it late", []*status.Host{at(100, 0, false), at(9000, 250, false)}, true},
		{"before there was a tick", []*status.Host{at(0, 250, false), at(251, 250, false)}, false},
	} {
		var w kickWatch
		out := false
		for _, h := range c.seen {
			out = w.out(h)
		}
		if out != c.out {
			t.Errorf("%s: kicked %v", c.name, out)
		}
	}
}

package host

import (
	"testing"
	"time"
)

// TestPairsAgree: a leader hears of every two that follow whether they have the same state, and that one does not whose
// state was changed behind its back.
func TestPairsAgree(t *testing.T) {
	c := newCluster(t, 61, lan)
	c.growAndTalk(4)
	a := c.leader()
	c.until("three pairs that agree", 3*time.Second, func() bool {
		all := a.core.pairs()
		for _, p := range all {
			if !p.Equal || !p.A.Less(p.B) || p.A == a.core.me || p.B == a.core.me {
				t.Fatalf("%+v", p)
			}
		}
		return len(all) == 3
	})
	x, y := &peer{key: a.core.me}, &peer{}
	if _, ok := compareReports(x, y); ok {
		t.Error("two that said nothing are compared")
	}
	x.reports[3], y.reports[3] = digest{19, 1, 7}, digest{19, 1, 8}
	x.reports[2], y.reports[2] = digest{18, 1, 7}, digest{18, 1, 7}
	if p, ok := compareReports(x, y); !ok || p.Equal || p.Turn != 19 {
		t.Errorf("they differ in the last of two turns: %+v", p)
	}
	x.reports[3].term = 2
	if p, ok := compareReports(x, y); !ok || !p.Equal || p.Turn != 18 {
		t.Errorf("turns of two terms are no pair: %+v", p)
	}
}

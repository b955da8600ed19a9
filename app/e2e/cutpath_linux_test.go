package e2e

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/net/patience"
)

// TestPathCut cuts the path between two of three machines, while the third is linked to both: between the
// leader and each voter, and between the two voters. One firm island goes on, and the link runs through the
// third machine until the path is back. No peer is without turns for more than a second, neither when the
// path is cut nor when the link moves back to it.
func TestPathCut(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute; run without -short")
	}
	l := newLAN(t, 3)
	far := l.far(journey{})
	var nodes []*lanNode
	for i := range 3 {
		nodes = append(nodes, l.node(i, filepath.Join(t.TempDir(), lanNodeNames[i])))
		nodes[i].await("turns", 20*time.Second, func() bool { _, _, ok := nodes[i].look(); return ok })
	}
	settled(nodes, 3, 40*time.Second)
	_, before, _ := nodes[0].look()
	leader := slices.Index(lanNodeNames, before.Leader.Name)
	for _, c := range []struct {
		name string
		a, b int
	}{
		{"the leader and a voter", leader, (leader + 1) % 3},
		{"the leader and the other voter", leader, (leader + 2) % 3},
		{"two voters", (leader + 1) % 3, (leader + 2) % 3},
	} {
		var gaps [3]time.Duration
		var last [3]uint64
		var since [3]time.Duration
		watch := func() {
			for i, n := range nodes {
				_, is, ok := n.look()
				if now := patience.Now(); ok && is.TurnOrdered > last[i] {
					if last[i] > 0 {
						gaps[i] = max(gaps[i], now-since[i])
					}
					last[i], since[i] = is.TurnOrdered, now
				}
				if ok && (!is.Firm || is.Epoch != before.Epoch) {
					t.Fatalf("%s: %s is in epoch %d, firm: %t; it was %d", c.name, n.cmd.Args[0], is.Epoch, is.Firm, before.Epoch)
				}
			}
		}
		far.setCut(c.a, c.b, true)
		third := 3 - c.a - c.b
		nodes[third].await("a route through the third machine", 10*time.Second, func() bool {
			watch()
			return via(nodes[c.a], nodes[c.b]) == lanNodeNames[third] && via(nodes[c.b], nodes[c.a]) == lanNodeNames[third]
		})
		began := patience.Now()
		nodes[third].await("three seconds of turns", 20*time.Second, func() bool { watch(); return patience.Since(began) > 3*time.Second })
		checkGaps(t, c.name+" apart", gaps)
		gaps = [3]time.Duration{}
		far.setCut(c.a, c.b, false)
		nodes[third].await("the direct route", 20*time.Second, func() bool {
			watch()
			return via(nodes[c.a], nodes[c.b]) == "" && via(nodes[c.b], nodes[c.a]) == ""
		})
		began = patience.Now()
		nodes[third].await("two seconds of turns", 20*time.Second, func() bool { watch(); return patience.Since(began) > 2*time.Second })
		checkGaps(t, c.name+" together again", gaps)
	}
}

// checkGaps checks the longest times without turns of the nodes, by the clock of package patience.
func checkGaps(t *testing.T, when string, gaps [3]time.Duration) {
	t.Helper()
	t.Logf("%s: longest times without turns %v", when, gaps)
	for i, gap := range gaps {
		if gap > time.Second {
			t.Errorf("%s: %s was without turns for %v, want 1 s at most", when, lanNodeNames[i], gap)
		}
	}
}

// via returns the name of the peer that carries the packets between two nodes, "" if they have a direct link,
// and "none" without a link.
func via(a, b *lanNode) string {
	st, _, _ := a.look()
	i := slices.IndexFunc(st.Links, func(l status.LinkStatus) bool { return l.Name == lanNodeNames[b.at] })
	switch {
	case i < 0:
		return "none"
	case st.Links[i].Via != nil:
		return st.Links[i].Via.Name
	}
	return ""
}

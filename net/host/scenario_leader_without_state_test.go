package host

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/host/join"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// TestBlindLeaderGivesWay: the leader dies, and the first candidate waits for the state of a peer, which does
// not come. Another peer leads, and turns go on.
func TestBlindLeaderGivesWay(t *testing.T) {
	for _, leads := range []bool{false, true} { // it is elected before it is known that its state is wrong
		c := newCluster(t, 97, lan)
		c.growAndTalk(3)
		l := c.leader()
		var blind *testNode
		for _, v := range l.core.Epoch.Record().Voters[1:] {
			if blind == nil {
				blind = c.by[v.Key]
			}
		}
		others := slices.DeleteFunc(slices.Clone(c.nodes), func(n *testNode) bool { return n == blind || n == l })
		for _, n := range c.nodes {
			n.twist = func(to key.ID, b []byte) []byte {
				if to == blind.id() && wire.Kind(b[0]) == wire.Welcome {
					return nil
				}
				return b
			}
		}
		if !leads {
			protocolOf(blind.core).joining.Resync(others[0].id(), "a test")
		}
		l.crash()
		if leads {
			c.until("it leads", 2*time.Second, func() bool { return blind.core.Epoch.Leading() })
			blind.core.History.Stale, blind.core.Leader.Blinded = true, true
			protocolOf(blind.core).joining.Fetch = &join.Fetch{Why: "a test"}
		}
		at := others[0].core.History.Executed
		took := c.until("turns go on", 3*time.Second, func() bool { return others[0].core.Epoch.Leading() && others[0].core.History.Committed > at+5 })
		t.Logf("it led %v: turns go on after %v", leads, took)
		for _, n := range c.nodes {
			n.twist = nil
		}
		c.until("it has the state", 10*time.Second, func() bool { return !blind.core.History.Stale })
	}
}

package host

import (
	"testing"
	"time"
)

// TestArchivedFirmTurns: a voter that was restarted joins a provisional fork which goes on from before its
// own last turn, so that its firm turns go into an archive. When all voters are there again it has them,
// whatever became of its process meanwhile, and so has its file.
func TestArchivedFirmTurns(t *testing.T) {
	t.Parallel()
	for seed, dies := range []string{"never", "apart", "back"} {
		c := newCluster(t, uint64(300+seed), lan)
		c.growAndTalk(4)
		c.run(4 * time.Second)
		var voters []*testNode
		var o *testNode
		for _, n := range c.nodes {
			if n.core.Epoch.Member() {
				voters = append(voters, n)
			} else {
				o = n
			}
		}
		c.net.Split(ids(o), ids(voters...))
		c.run(time.Second)
		firm, had, early := voters[0].core.Ancestry.Last().Hash(), ^uint64(0), o.core.History.Committed
		for _, n := range voters {
			n.crash()
			had = min(had, n.firmTurn())
		}
		for _, n := range voters[1:] { // others have less in their files
			n.cut(10)
		}
		c.forget()
		c.goesProvisional(o, 8*time.Second)
		c.net.Heal()
		v := voters[0]
		v.restart()
		c.until("it has joined", 8*time.Second, func() bool {
			c.redial()
			return v.core.Epoch != nil && !v.core.Ancestry.Last().Firm && v.core.History.Committed > firstProvisional(o.core).FirstTurn
		})
		if first := firstProvisional(v.core).FirstTurn; first > early+1 || first >= had {
			t.Fatalf("goes on from turn %d, and the voter has %d", first, had)
		}
		for range 3 {
			c.run(500 * time.Millisecond)
			v.core.Journal.Save(v.core.History.Capture()) // so that no checkpoint is left of before
			v.act()
		}
		if dies == "apart" {
			v.crash()
			v.restart()
		}
		for _, n := range voters[1:] {
			n.restart()
		}
		c.until("it is back in the firm epoch", 20*time.Second, func() bool {
			c.redial()
			return v.core.Ancestry.Last().Hash() == firm && !v.core.History.Forgotten && protocolOf(v.core).forks.Abandon.FirmState == nil && protocolOf(v.core).forks.Abandon.Running == nil && v.core.History.Executed >= had
		})
		if dies == "back" {
			c.until("its file has that", time.Second, func() bool { return v.file.firmTurn(t) >= had })
			v.crash()
			v.restart()
		}
		c.healed(30 * time.Second)
	}
}

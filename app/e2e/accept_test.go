package e2e

import (
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/app/usage"
)

// TestAcceptBranch: in a world that executes no branch again, offline changes bring in tiles alone. The
// founder accepts the rest, by the id that the status prints; nobody else can, and no other id is taken.
func TestAcceptBranch(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	a.orderWorld(usage.ExitDone, "charter", "branchtime", "0")
	b.must("say see you")
	b.await("the charter", 5*time.Second, func() bool {
		st, err := b.status()
		return err == nil && st.World.Charter != nil && st.World.Charter.Rules.BranchTime == 0
	})
	a.kill() // Bo goes on alone
	b.forkOf(false, 1, 15*time.Second)
	spot := b.lamp()

	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	var branch status.MergeStatus
	merged := func(what string, holds func(m status.MergeStatus) bool) {
		t.Helper()
		a.await(what, 30*time.Second, func() bool {
			st, err := a.status()
			if err != nil || len(st.Fork.Merges) == 0 {
				return false
			}
			branch = st.Fork.Merges[len(st.Fork.Merges)-1]
			return holds(branch)
		})
	}
	merged("the land of Bo's branch", func(m status.MergeStatus) bool { return m.Land != "" && m.Branch != "" && m.Keeper == "" })
	a.sees(spot, "Bo")
	b.orderWorld(usage.ExitFailed, "accept", branch.Branch)
	a.orderWorld(usage.ExitFailed, "accept", strings.Repeat("0", len(branch.Branch)))
	if out := a.orderWorld(usage.ExitDone, "accept", branch.Branch); !strings.Contains(out, "accepted") {
		t.Errorf("printed %q", out)
	}
	merged("the rest of it", func(m status.MergeStatus) bool { return m.Keeper != "" && m.Land == "" })
	a.sees(spot, "Bo")
}

package e2e

import (
	"strings"
	"testing"
	"time"

	"manyhold/app/usage"
)

// TestRanksAndDoors: the founder makes newcomers visitors, gives one of them a rank, closes the world to all
// others, and opens it again. Each entry holds within five seconds, and a refusal says why.
func TestRanksAndDoors(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan", "--name", "Bo")
	a.must("say I am here")
	b.must("say I am here")
	rules := func(words ...string) {
		t.Helper()
		out, code := commandLine(t, append([]string{"world", "charter", "--data", a.data, "--"}, words...)...)
		if code != usage.ExitDone {
			t.Fatalf("%q: %d %s", words, code, out)
		}
	}
	soon := func(p *process, order string, works bool, says string) {
		t.Helper()
		last := ""
		p.await(order+" to be answered with "+says, 5*time.Second, func() bool {
			out, err := p.do(order)
			last = out
			return (err == nil) == works && strings.Contains(out, says)
		})
		if !strings.Contains(last, says) {
			t.Errorf("%s: %s", order, last)
		}
	}
	b.must("place lamp ~1 ~0")
	rules("newcomers", "visitor")
	soon(b, "dig ~1 ~0", false, "your rank does not allow that")
	b.must("say I may talk")
	b.must("use ~1 ~0")
	a.must("place lamp ~0 ~1") // the founder still builds
	rules("rank", "Bo", "builder")
	soon(b, "dig ~1 ~0", true, "")
	rules("entry", "members")
	// who is inside stays; a newcomer is told why it stays outside
	c := follow(t, a, "Cy", "--no-lan", "--name", "Cy")
	soon(c, "say let me in", false, "members only")
	b.must("say I am still here")
	rules("rank", "Cy", "builder")
	soon(c, "say thank you", true, "")
	rules("entry", "anyone")
	d := follow(t, a, "Dee", "--no-lan", "--name", "Dee")
	soon(d, "say hello", true, "")
	soon(d, "place lamp ~1 ~0", false, "your rank does not allow that")
}

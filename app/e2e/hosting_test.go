package e2e

import (
	"strings"
	"testing"
	"time"
)

// TestWillingnessAtRuntime: of three nodes that hold a world together, the leader stops volunteering. Within
// ten seconds it gives up lead and seat, plays on, and the two others miss no turn.
func TestWillingnessAtRuntime(t *testing.T) {
	t.Parallel()
	const bar = 10 * time.Second
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b, c := follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")
	for _, p := range []*process{a, b, c} {
		p.await("three voters", 30*time.Second, func() bool { st, i := p.island(); return len(i.Voters) == 3 && len(st.Links) == 2 })
	}
	said := a.must("offer willing false")
	if said != "offers willing = false" {
		t.Errorf("says %q", said)
	}
	began := time.Now()
	b.await("another to lead, without the unwilling one", bar, func() bool {
		_, i := b.island()
		return i.Leader.Name != "" && i.Leader.Name != "Ada" && !i.Voters.Named("Ada")
	})
	t.Logf("the seat and the lead were with others after %v", time.Since(began))
	a.must("say I play on")
	b.await("the words", 5*time.Second, func() bool { return strings.Contains(b.output(), "I play on") })
	if _, i := a.island(); i.Ineligible != "hosting is turned off in its settings" || i.Role != "observes" {
		t.Errorf("its status: %q, %q", i.Ineligible, i.Role)
	}
	a.must("offer willing true")
	b.await("its seat again", 20*time.Second, func() bool { _, i := b.island(); return i.Voters.Named("Ada") })
	if out, err := a.do("offer cpu_percent 1000"); err == nil || !strings.Contains(out, "use 5 to 400") {
		t.Errorf("%v: %s", err, out)
	}
}

package e2e

import (
	"strings"
	"testing"
	"time"
)

// TestAllKilledAndRestarted: three nodes that hold a world together are killed at once and started again from
// their directories. Turns go on, and the buildings are there.
func TestAllKilledAndRestarted(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	c := follow(t, a, "Cleo", "--no-lan")
	nodes := []*process{a, b, c}
	for _, p := range nodes {
		p.await("three voters", 30*time.Second, func() bool { _, i := p.island(); return len(i.Voters) == 3 })
	}
	a.must("say before the fall; place lamp ~2 ~0")
	where := a.must("where")
	_, placed := a.island()
	a.await("the turns to reach the files: they are written behind the tick", 10*time.Second, func() bool {
		_, i := a.island()
		return i.TurnCommitted > placed.TurnOrdered+40
	})
	_, before := a.island()
	for _, p := range nodes {
		p.cmd.Process.Kill()
	}
	for i, p := range nodes {
		<-p.done
		nodes[i] = headless(t, p.data, "--no-lan", "--signal", url)
	}
	began := time.Now()
	for _, p := range nodes {
		p.await("turns to go on", 40*time.Second, func() bool {
			st, err := p.status()
			return err == nil && len(st.Islands) == 1 && st.Islands[0].Epoch > before.Epoch && st.Islands[0].TurnOrdered > before.TurnOrdered+20
		})
	}
	t.Logf("turns went on %v after the last was started", time.Since(began))
	a = nodes[0]
	if got := a.must("where"); got != where {
		t.Errorf("stands at %s, stood at %s", got, where)
	}
	if got := a.must("look ~2 ~0"); !strings.Contains(strings.ToLower(got), "lamp") {
		t.Errorf("the lamp is gone: %s", got)
	}
	for _, p := range nodes {
		p.await("equal digests", 20*time.Second, func() bool { _, i := p.island(); return i.TurnsEqual > 20 && i.TurnsEqual == i.TurnsCompared })
	}
}

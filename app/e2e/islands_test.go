package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"manyhold/game/grid"
)

// TestIslandsOfProcesses: two players who walk apart in a world in which an island has room for one are on
// two islands, on both machines alike. One link between the machines serves both islands.
func TestIslandsOfProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute; run without -short")
	}
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--island-cap", "1", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	a.must("say I go west")
	b.must("say I go east")
	done := make(chan struct{})
	go func() {
		defer close(done)
		// obstacles are walked round, or not
		for _, to := range []string{"-30 8", "-60 8", "-60 20", "-90 8", "-90 20"} {
			a.do("walk to " + to)
		}
	}()
	for _, to := range []string{"28 8", "28 20", "60 8", "100 -20"} {
		b.do("walk to " + to)
	}
	<-done
	t.Logf("Ada stands at %s, Bo at %s", a.must("where"), b.must("where"))
	for _, p := range []*process{a, b} {
		p.await("two islands", 60*time.Second, func() bool {
			st, err := p.status()
			return err == nil && len(st.Islands) == 2
		})
	}
	oneLink := func() {
		t.Helper()
		for _, p := range []*process{a, b} {
			if st, err := p.status(); err != nil || len(st.Links) != 1 || len(st.Islands) < 2 {
				t.Errorf("two peers with several islands share one link: %v, %+v", err, st)
			}
		}
	}
	oneLink()
	for _, p := range []*process{a, b} {
		p.await("equal digests on both", 20*time.Second, func() bool {
			st, err := p.status()
			return err == nil && len(st.Islands) == 2 && st.Islands[0].TurnsEqual > 20 && st.Islands[0].TurnsEqual == st.Islands[0].TurnsCompared && st.Desyncs == 0
		})
		p.must("say still here")
	}
	oneLink() // after some seconds in which both islands closed turns
	b.must("say nobody over there hears this")
	if out := b.must("visit Ada"); !strings.Contains(out, "asked Ada") {
		t.Errorf("Bo asks to come to Ada: %s", out)
	}
	a.await("Bo beside Ada", 20*time.Second, func() bool {
		a.do("welcome Bo") // which counts once the question has come
		var ada, bo grid.Tile
		at, _ := b.do("where")
		fmt.Sscan(a.must("where"), &ada.X, &ada.Y)
		fmt.Sscan(at, &bo.X, &bo.Y)
		return between(ada, bo) <= 2
	})
	b.must("shout this is for all")
	a.await("what Bo sent to the whole world", 5*time.Second, func() bool {
		said, err := a.do("chat 50")
		return err == nil && strings.HasSuffix(said, "Bo, to the whole world: this is for all") && !strings.Contains(said, "nobody over there")
	})
	if !strings.Contains(a.output(), "sent to the whole world") {
		t.Error("Ada's log does not say what was sent to the whole world")
	}
}

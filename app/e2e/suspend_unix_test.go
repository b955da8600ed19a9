//go:build unix

package e2e

import (
	"syscall"
	"testing"
	"time"
)

// asleepFor is longer than links live without a word.
const asleepFor = 8 * time.Second

// TestSuspend: a laptop's lid is closed and opened again. Whether the leader's or a follower's, all have the
// same turns again afterwards, though the invitation is the only way to find anybody.
func TestSuspend(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute; run without -short")
	}
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b, c := follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")
	for _, sleeper := range []*process{b, a} {
		// to each other, too: then neither is without links when Ada sleeps
		for _, p := range []*process{b, c} {
			p.await("all links", 20*time.Second, func() bool { st, _ := p.island(); return len(st.Links) == 2 })
		}
		sleeper.cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(asleepFor) // nothing of the sleeper's can be waited for
		sleeper.cmd.Process.Signal(syscall.SIGCONT)
		_, from := c.island()
		for _, p := range []*process{a, b, c} {
			p.await("turns after the sleep", 30*time.Second, func() bool {
				st, i := p.island()
				return i.TurnOrdered > from.TurnOrdered+60 && i.Waiting == "" && len(st.Links) > 0
			})
		}
	}
	a.must("say good morning")
	for _, p := range []*process{b, c} {
		p.must("say good morning to you") // answered in turns of Ada's
		if st, i := p.island(); st.Desyncs != 0 || i.TurnsEqual != i.TurnsCompared {
			t.Errorf("%d desyncs, %d of %d turns equal", st.Desyncs, i.TurnsEqual, i.TurnsCompared)
		}
	}
}

package e2e

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/net/patience"
)

// TestHiddenWindow: while the window neither updates nor draws, as one that is hidden may, its node goes on
// at full pace.
func TestHiddenWindow(t *testing.T) {
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", "7")
	node := &process{t: t, data: data, done: g.proc.done}
	g.ticks(30)
	g.press(ebiten.KeyEnter, 2) // Play
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	turn := func() uint64 {
		st, err := node.status()
		if err != nil || len(st.Islands) != 1 {
			t.Fatalf("%+v: %v", st, err)
		}
		return st.Islands[0].TurnOrdered
	}
	const turns = 40
	first, began := turn(), patience.Now()
	node.await("turns without a window", 20*time.Second, func() bool { return turn() >= first+turns })
	took, want := patience.Since(began), turns*game.TicksPerTurn*time.Second/game.TicksPerSecond
	t.Logf("%d turns in %s, at full pace %s", turns, took, want)
	if took > want*3/2 {
		t.Errorf("%d turns took %s while nobody drew, want about %s", turns, took, want)
	}
}

// BenchmarkTitle measures from the start of a process to the first picture of its title.
func BenchmarkTitle(b *testing.B) {
	for b.Loop() {
		g := newGuest(b, 1280, 720, b.TempDir(), "--no-lan", "--name", "Ada")
		g.ticks(1)
		g.frame("title")
		b.StopTimer()
		g.Close()
		<-g.proc.done
		b.StartTimer()
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/title")
	b.ReportMetric(0, "ns/op")
}

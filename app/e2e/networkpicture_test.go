package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// TestPictureOfTheNetwork takes README's picture of the hosts of the world. The peers are real, since the
// picture shows measurements. It is taken only where pictures are kept.
func TestPictureOfTheNetwork(t *testing.T) {
	windowed(t)
	if os.Getenv("MANYHOLD_SHOTS") == "" {
		t.Skip("MANYHOLD_SHOTS names no directory for pictures: skipped (see make pictures)")
	}
	dir := t.TempDir()
	first := headless(t, filepath.Join(dir, "0"), "--no-lan", "--world", "new", "--name", "Bo", "--seed", "9")
	var invite string
	first.await("an invitation", 20*time.Second, func() bool {
		if st, err := first.status(); err == nil {
			invite = st.World.Invite
		}
		return invite != ""
	})
	for n, name := range []string{"Cleo", "Dov"} {
		p := headless(t, filepath.Join(dir, fmt.Sprint(n+1)), "--no-lan", "--name", name, "--join", invite)
		p.do("who")
		p.do([]string{"walk northeast 700ms", "walk south 700ms"}[n])
	}
	first.do("walk west 800ms")
	first.do("place lamp ~-1 ~-1")
	data := filepath.Join(dir, "window")
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--join", invite)
	node := &process{t: t, data: data, done: g.proc.done}
	g.until("all to be in the world", 40*time.Second, func() bool { return g.players(node) == 4 })
	g.press(ebiten.KeyF4, 2)
	g.until("the first hints to go and figures to settle", 20*time.Second, func() bool {
		st, err := node.status()
		return err == nil && st.Uptime >= 12 && len(st.Pairs) == 3
	})
	g.frame("network")
}

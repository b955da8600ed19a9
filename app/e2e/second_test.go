package e2e

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/net/patience"
)

// TestSecondStart: a second start on a data directory calls the window that is open, which says so, and ends
// with words. Where a node runs in the background, a small window says that.
func TestSecondStart(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada")
	before := g.seeTitle()
	second := launch(t, program("play", "--no-lan", "--data", data), data)
	g.until("the second start to end", 20*time.Second, second.ended)
	if second.err != nil || !strings.Contains(second.output(), "its window was called") {
		t.Errorf("the second start ended with %v: %s", second.err, second.output())
	}
	lane := image.Rect(300, 0, 980, 60)
	g.sees("called", "the window to say so", func(m *image.RGBA) bool { return rig.Legible(m, lane) > rig.Legible(before, lane)+200 })

	data = t.TempDir()
	headless(t, data, "--no-lan", "--name", "Ada")
	small := newGuest(t, 960, 540, data, "--no-lan")
	small.sees("in-the-background", "a question", func(m *image.RGBA) bool { return rig.Legible(m, m.Bounds()) > 500 })
	small.PressKey(ebiten.KeyEscape)
	small.AdvanceTicks(5)
	if small.WaitTicks() {
		t.Error("Escape does not close the small window")
	}
	small.Close()
	select {
	case <-small.proc.done:
	case <-patience.After(t, 20*time.Second):
		t.Fatal("the small window stays")
	}
	if said := small.proc.output(); small.proc.err == nil || !strings.Contains(said, "--attach") {
		t.Errorf("it ended with %v: %s", small.proc.err, said)
	}
}

// TestSecondStartOpensAWindow: where a node runs in the background, Enter in the small window of a second
// start opens a window on that node, which shows its world.
func TestSecondStartOpensAWindow(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	node := headless(t, data, "--no-lan", "--name", "Ada")
	c := program("play", "--no-lan", "--data", data)
	door := openDoor(t, c)
	small := cameIn(t, 960, 540, door, launch(t, c, data))
	small.sees("second-question", "the offer of a window", func(m *image.RGBA) bool { return rig.Reads(m, m.Bounds(), "Open a window", 1) })
	small.PressKey(ebiten.KeyEnter)
	small.AdvanceTicks(5)
	if small.WaitTicks() {
		t.Error("Enter does not close the small window")
	}
	small.Close()
	large := cameIn(t, 1280, 720, door, node)
	large.until("the player to be in the world", 30*time.Second, func() bool { return large.players(node) == 1 })
	large.sees("second-window", "the world", func(m *image.RGBA) bool {
		return changed(image.NewRGBA(m.Rect), m, m.Rect) > 0.9 && rig.Legible(m, m.Bounds()) > 500
	})
	select {
	case <-small.proc.done:
	case <-patience.After(t, 20*time.Second):
		t.Fatal("the second start stays")
	}
	if small.proc.err != nil {
		t.Errorf("the second start ended with %v: %s", small.proc.err, small.proc.output())
	}
	large.Close()
	if _, err := node.do("say still here"); err != nil {
		t.Errorf("after its window was closed the node says %v", err)
	}
}

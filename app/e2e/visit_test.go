package e2e

import (
	"image"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/app/usage"
)

// TestVisitInTheWindow opens a branch by its flag, looks, floats, and goes back to the title.
func TestVisitInTheWindow(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	rig.LostBranch(t, data)
	g := newGuest(t, 1280, 720, data, "--no-lan", "--archive", "last")
	g.ticks(60)
	first := g.frame("visit")
	if n := rig.Legible(first, image.Rect(200, 0, 1080, 90)); n < 200 {
		t.Errorf("%d legible pixels of the banner", n)
	}
	g.PressKey(ebiten.KeyD)
	g.ticks(90)
	g.ReleaseKey(ebiten.KeyD)
	g.ticks(30)
	if c := changed(first, g.frame("visit-floated"), wholeWindow); c < 0.3 {
		t.Errorf("one does not float: %.1f %% of the pixels changed", 100*c)
	}
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	menu := g.frame("visit-menu")
	g.choose(3) // to leave
	g.choose(0)
	g.ticks(60)
	if c := changed(menu, g.frame("visit-title"), wholeWindow); c < 0.3 {
		t.Errorf("one does not come back to the title: %.1f %% of the pixels changed", 100*c)
	}
}

func TestArchiveFlag(t *testing.T) {
	data := t.TempDir()
	rig.LostBranch(t, data)
	out, code := commandLine(t, "world", "info", "--data", data, "Hill")
	if code != usage.ExitDone || !strings.Contains(out, "b0010203") || !strings.Contains(out, "Bo alone") {
		t.Errorf("world info, %d, does not list it:\n%s", code, out)
	}
	if _, code = commandLine(t, "play", "--data", data, "--archive", "last", "--headless"); code != usage.ExitUsage {
		t.Errorf("--archive without a window: %d", code)
	}
}

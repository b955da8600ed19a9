package e2e

import (
	"image"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/app/window"
)

// TestWatch looks at a recording in the window: it moves, stands still, goes on by a turn, goes to a place of
// the line that is clicked, and the menu leads to the title, which lists the recordings there.
func TestWatch(t *testing.T) {
	data := t.TempDir()
	path := filepath.Join(window.RecordingsDir(data), "2026-11-20T10-11-12"+window.RecordingEnding)
	rig.RecordWalk(t, path, 400)
	g := guestOf(t, 1280, 720, data, "replay", "--watch", "--data", data, path)
	bar := image.Rect(278, 577, 954, 591) // the line of the turns
	differ := func(what string, least, most float64, f func()) {
		t.Helper()
		a := g.frame("watch-before")
		f()
		b := g.frame("watch-" + what)
		if c := changed(a, b, bar); c < least || c > most {
			t.Errorf("%s: %.2f %% of the window differ", what, 100*c)
		}
	}
	g.ticks(60)
	differ("runs", 0.005, 0.3, func() { g.ticks(60) })
	g.press(ebiten.KeySpace, 2)
	g.ticks(60) // flying things come down, and the camera comes to rest
	differ("stands", 0, 0, func() { g.ticks(30) })
	differ("steps", 0.001, 0.1, func() {
		for range 6 {
			g.press(ebiten.KeyBracketRight, 2)
		}
		g.ticks(30)
	})
	differ("goes", 0.2, 1, func() { g.click(700, 586, ebiten.MouseButtonLeft, 2); g.ticks(60) })
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	g.choose(2) // to leave
	watched := g.frame("watch-menu")
	g.choose(0)
	g.ticks(90)
	if c := changed(watched, g.frame("watch-title"), wholeWindow); c < 0.3 {
		t.Errorf("the title: %.1f %% of the window differ", 100*c)
	}
}

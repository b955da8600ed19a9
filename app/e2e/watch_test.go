package e2e

import (
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/app/rooms/hall"
	"manyhold/app/window"
)

// TestWatch looks at a recording in the window: it moves, stands still, goes on by a turn, goes to a place of
// the line that is clicked, and the menu leads to the title, which lists the recordings there.
func TestWatch(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	path := filepath.Join(window.RecordingsDir(data), "2026-11-20T10-11-12"+window.RecordingEnding)
	rig.RecordWalk(t, path, 400)
	g := guestOf(t, 1280, 720, data, "replay", "--watch", "--data", data, path)
	bar := image.Rect(362, 680, 986, 696) // the line of the turns
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
	differ("goes", 0.2, 1, func() { g.click(700, 688, ebiten.MouseButtonLeft, 2); g.ticks(60) })
	g.leaveReplay("watch")
}

// TestWatchAMatch plays a match with bots, writes its archive, and looks at that in the window: it runs,
// stands still, goes to a place of the line that is clicked, and to the title.
func TestWatchAMatch(t *testing.T) {
	windowed(t)
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	id := a.newRoom("emberball", "--seed", "42", "--config", `{"seconds":20,"overtime":10}`, "--title", "The cup")
	a.mustInRoom("join", id)
	getReady(t, id, a)
	a.awaitRoom(id, "the end", 120*time.Second, func(s *hall.State) bool { return s.Phase == "ended" })
	data := t.TempDir()
	path := filepath.Join(window.RecordingsDir(data), "2026-11-20T10-11-12"+window.MatchEnding)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	a.mustInRoom("archive", id, path)
	a.quit()
	g := guestOf(t, 1280, 720, data, "replay", "--watch", "--data", data, path)
	bar := image.Rect(362, 680, 986, 696) // the line of the turns
	g.ticks(60)
	first := g.frame("match-replay-runs")
	g.ticks(120)
	if c := changed(first, g.frame("match-replay-later"), bar); c < 0.01 {
		t.Errorf("it does not run: %.2f %% of the window differ", 100*c)
	}
	g.press(ebiten.KeySpace, 2)
	g.ticks(90)
	stands := g.frame("match-replay-stands")
	g.click(440, 688, ebiten.MouseButtonLeft, 2)
	g.ticks(60)
	if c := changed(stands, g.frame("match-replay-goes"), bar); c < 0.02 {
		t.Errorf("a click on the line: %.2f %% of the window differ", 100*c)
	}
	g.press(ebiten.KeyF, 2)
	g.ticks(60)
	g.frame("match-replay-follows")
	g.leaveReplay("match-replay")
}

// leaveReplay goes back to the title by the menu, and takes pictures whose names begin with name.
func (g *guest) leaveReplay(name string) {
	g.t.Helper()
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	g.choose(3) // to leave
	watched := g.frame(name + "-menu")
	g.choose(0)
	g.ticks(90)
	if c := changed(watched, g.frame(name+"-title"), wholeWindow); c < 0.3 {
		g.t.Errorf("the title: %.1f %% of the window differ", 100*c)
	}
}

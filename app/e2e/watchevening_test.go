package e2e

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	life "manyhold/app/newcomer"
	"manyhold/app/rig"
	"manyhold/game"
	"manyhold/game/record"
)

// scene is something that happens in a recorded life.
type scene struct {
	name string
	turn uint64
}

// recordEvening records a life of seed 2, and returns its milestones and the turns of the recording.
func recordEvening(t *testing.T, path string, minutes int) (scenes []scene, first, last uint64) {
	t.Helper()
	l := life.New(2, 1)
	l.Tell = func(at game.Tick, what string) {
		name := strings.NewReplacer(" ", "-", "reaches-the-goal-", "").Replace(strings.TrimPrefix(strings.TrimPrefix(what, "Ada "), "reaches the goal "))
		scenes = append(scenes, scene{name, uint64(at / game.TicksPerTurn)})
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := l.Record(f); err != nil {
		t.Fatal(err)
	}
	l.Run(minutes, nil)
	if err := l.End(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := record.Open(b)
	if err != nil {
		t.Fatal(err)
	}
	return scenes, p.First(), p.Last()
}

// TestWatchAnEvening records the first minutes of a newcomer and looks at each milestone in the window: a
// click on the line leads there, the clock says so, and no digest differs. With MANYHOLD_SHOTS set it is the
// whole evening up to the festival, and the pictures can be looked at.
func TestWatchAnEvening(t *testing.T) {
	windowed(t)
	minutes := 4
	if os.Getenv("MANYHOLD_SHOTS") != "" {
		minutes = 60
	}
	data := t.TempDir()
	path := filepath.Join(data, "evening.mhrec")
	scenes, first, last := recordEvening(t, path, minutes)
	if len(scenes) < 8 {
		t.Fatalf("only %d milestones in %d minutes", len(scenes), minutes)
	}
	g := guestOf(t, 1280, 720, data, "replay", "--watch", "--data", data, path)
	g.ticks(60)
	line := image.Rect(362, 680, 986, 696)          // of the turns
	bar := image.Rect(16, 664, 1264, 712)           // the panel with the line
	parts := uint64(line.Dx()/textScale - 4)        // places of the line, as replayLine counts them
	picture := g.frame("evening-00-begins")         // before the first milestone
	place := func(turn uint64) (x int, at uint64) { // the last place before a turn, and its turn
		part := min(turn-first, last-first) * parts / (last - first)
		return line.Min.X + textScale*int(2+part), first + part*(last-first)/parts
	}
	for n, s := range scenes {
		x, at := place(s.turn - 30)
		g.click(float64(x), float64(line.Min.Y+line.Dy()/2), ebiten.MouseButtonLeft, 2)
		g.ticks(int(3 * (s.turn - at))) // it runs up to the milestone, and a second on
		g.ticks(60)
		if strings.Contains(s.name, "festival") && g.shots != "" {
			g.ticks(480) // by then lanterns are in the sky
		}
		g.MoveCursor(float64(x), float64(line.Min.Y-200)) // the bar is gone while the mouse is still
		g.ticks(2)
		now := g.frame(fmt.Sprintf("evening-%02d-%s", n+1, s.name))
		if c := changed(picture, now, wholeWindow); c < 0.002 {
			t.Errorf("%s: %.2f %% of the window differ from the milestone before", s.name, 100*c)
		}
		secs := (s.turn - first) / 20
		said := false
		for late := range uint64(12) {
			said = said || rig.Reads(now, bar, fmt.Sprintf("%d:%02d", (secs+late)/60, (secs+late)%60), textScale)
		}
		if !said || !rig.Reads(now, bar, "Ada", textScale) || rig.Reads(now, bar, "out of sync", textScale) {
			t.Errorf("%s: the bar does not say that it is %d:%02d of Ada's evening", s.name, secs/60, secs%60)
		}
		picture = now
		if g.shots != "" {
			g.worldAlone(fmt.Sprintf("world-%02d-%s", n+1, s.name))
		}
	}
}

// worldAlone keeps a picture of the recording without the interface, as Photo mode takes one.
func (g *guest) worldAlone(name string) {
	g.t.Helper()
	g.press(ebiten.KeyEscape, 2)
	g.ticks(10)
	g.choose(2) // Photo mode
	g.ticks(20)
	g.PressKey(ebiten.KeyEnter) // for some frames nothing but the world is in the window
	g.ticks(2)
	g.frame(name)
	g.ReleaseKey(ebiten.KeyEnter)
	g.ticks(10)
	for range 2 { // back to the menu, and to the recording
		g.press(ebiten.KeyEscape, 2)
		g.ticks(10)
	}
}

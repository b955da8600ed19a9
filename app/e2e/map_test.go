package e2e

import (
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
)

// TestMapAndJournal opens map and journal in a real window by keys alone: the map hides the interface, zooms,
// and takes an own pin and a shared one; both and what was seen are there after a restart. With
// MANYHOLD_SHOTS set it does so in three sizes and two languages, and the pictures can be looked at.
func TestMapAndJournal(t *testing.T) {
	windowed(t)
	type form struct {
		w, h     int
		language string
	}
	forms := []form{{1280, 720, "en"}}
	if os.Getenv("MANYHOLD_SHOTS") != "" {
		forms = []form{{640, 360, "de"}, {1280, 720, "en"}, {1920, 1080, "de"}}
	}
	for _, f := range forms {
		t.Run(strconv.Itoa(f.h), func(t *testing.T) { mapAndJournal(t, f.w, f.h, f.language) })
	}
}

func mapAndJournal(t *testing.T, w, h int, language string) {
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "config.toml"), []byte("[player]\nname = \"Ada\"\nlanguage = \""+language+"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	whole := image.Rect(0, 0, w, h)
	enter := func() (*guest, *process) {
		g := newGuest(t, w, h, data, "--no-lan", "--seed", "7")
		node := &process{t: t, data: data, done: g.proc.done}
		g.ticks(30)
		g.press(ebiten.KeyEnter, 2) // Play
		g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
		g.paced(60)
		return g, node
	}
	name := func(s string) string { return "map-" + s + "-" + strconv.Itoa(h) }
	g, node := enter()
	g.ask(node, "walk east 2s")
	play := g.frame(name("play"))
	g.press(ebiten.KeyM, 2)
	shown := g.sees(name("open"), "the map over all of the window", func(m *image.RGBA) bool { return changed(play, m, whole) >= 0.6 })
	g.press(ebiten.KeyEqual, 2)
	g.sees(name("near"), "the map from nearer", func(m *image.RGBA) bool { return changed(shown, m, whole) >= 0.05 })
	for range 3 {
		g.press(ebiten.KeyMinus, 2)
	}
	g.ticks(20)
	g.frame(name("far"))
	g.press(ebiten.KeyC, 2)
	g.press(ebiten.KeyEnter, 2) // the card of where the player is
	g.ticks(4)
	g.press(ebiten.KeyArrowDown, 2)
	g.press(ebiten.KeyEnter, 2) // an own pin
	g.press(ebiten.KeyArrowDown, 2)
	g.press(ebiten.KeyArrowRight, 2)
	g.press(ebiten.KeyEnter, 2) // a shared one
	g.paced(30)
	card := g.frame(name("card"))
	if n := rig.Legible(card, whole); n < 400 {
		t.Errorf("%d legible pixels of the card", n)
	}
	g.press(ebiten.KeyEscape, 2)
	g.press(ebiten.KeyEscape, 2)
	if got := g.ask(node, "pins"); !strings.HasPrefix(got, "pick at ") || !strings.HasSuffix(strings.TrimSpace(got), ", Ada") {
		t.Errorf("the shared pins are %q", got)
	}
	g.press(ebiten.KeyEscape, 2)
	g.ticks(10)
	pause := g.frame("pause")
	g.choose(pauseJournal.row)
	g.sees(name("journal"), "the journal", func(m *image.RGBA) bool { return changed(pause, m, whole) >= 0.2 })
	g.press(ebiten.KeyPageDown, 2)
	g.ticks(6)
	g.frame(name("journal-plants"))
	g.press(ebiten.KeyPageUp, 2)
	g.press(ebiten.KeyPageUp, 2)
	g.ticks(6)
	g.frame(name("journal-history"))
	g.press(ebiten.KeyEscape, 2)
	g.press(ebiten.KeyEscape, 2)
	kept := func() string {
		files, _ := filepath.Glob(filepath.Join(data, "worlds", "*.map"))
		if len(files) != 1 {
			return ""
		}
		b, _ := os.ReadFile(files[0])
		return string(b)
	}
	g.until("the map to be kept", 30*time.Second, func() bool { return strings.Contains(kept(), "\npin ") && strings.Contains(kept(), "\nseen ") })
	before := kept()
	g.Close()
	g.proc.quit()
	g, node = enter()
	if got := g.ask(node, "pins"); !strings.HasPrefix(got, "pick at ") {
		t.Errorf("after a restart the shared pins are %q", got)
	}
	if now := kept(); !strings.Contains(now, before[strings.Index(before, "\npin "):]) {
		t.Errorf("after a restart the map is\n%s, not\n%s", now, before)
	}
	g.press(ebiten.KeyM, 2)
	g.ticks(20)
	g.frame(name("again"))
}

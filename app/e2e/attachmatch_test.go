package e2e

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/app/rooms/hall"
)

// TestAttachedWindowPlaysAMatch plays a match in a window that is attached to a node without one, against the
// node of another process: it opens when the match begins, which viewers see later, the player walks
// by a key, the result is shown, and the way back leads into the world.
func TestAttachedWindowPlaysAMatch(t *testing.T) {
	windowed(t)
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	g := guestOf(t, 1280, 720, a.data, "play", "--attach", "--data", a.data)
	g.ticks(90)
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(a) == 1 })
	id := a.newRoom("emberball", "--seed", "42", "--config", `{"seconds":40,"overtime":10,"side":2}`)
	a.mustInRoom("join", id, "--seat", "red-1")
	a.mustInRoom("delay", id, "30")
	g.until("the other to take a seat", 30*time.Second, func() bool { _, ok := b.inRoom("join", id); return ok })
	var began *image.RGBA
	g.until("score and hint", 60*time.Second, func() bool {
		a.inRoom("ready", id)
		b.inRoom("ready", id)
		began = g.frame("attached-begins")
		return rig.Reads(began, wholeWindow, "Get the ball into the goal", textScale)
	})
	if s := a.room(id); s == nil || s.Phase != "setup" {
		t.Errorf("viewers see the match already: %+v", s)
	}
	g.PressKey(ebiten.KeyA)
	g.paced(60)
	g.ReleaseKey(ebiten.KeyA)
	if c := changed(began, g.frame("attached-walks"), middlePart); c < 0.3 {
		t.Errorf("the figure does not walk: %.2f of the picture changed", c)
	}
	g.until("the result", 90*time.Second, func() bool {
		s := a.room(id)
		return s != nil && s.Phase == "ended" && len(s.Signed) == 2
	})
	g.reads("attached-result", "Signed by 2 of 2: Ada, Bo", 20*time.Second)
	g.press(ebiten.KeyEnter, 2)
	g.ticks(60)
	if c := changed(began, g.frame("attached-back"), middlePart); c < 0.5 {
		t.Errorf("the window still shows the match: %.2f of the picture changed", c)
	}
	if out := g.proc.output() + a.output(); strings.Contains(out, "desync") || strings.Contains(out, "cannot play") {
		t.Errorf("the programs say:\n%s", out)
	}
	var walked struct {
		Masters [][]byte
		Result  json.RawMessage
	}
	file := filepath.Join(t.TempDir(), "match.json")
	a.awaitRoom(id, "the end as viewers see it", 60*time.Second, func(*hall.State) bool { _, ok := a.inRoom("archive", id, file); return ok })
	if text, err := os.ReadFile(file); err != nil || json.Unmarshal(text, &walked) != nil || len(walked.Result) == 0 {
		t.Fatalf("the archive: %v", err)
	}
	inputs := 0
	for _, m := range walked.Masters {
		if len(m) > 3 {
			inputs++
		}
	}
	if inputs == 0 {
		t.Error("no command of the window's player is in the record of the match")
	}
}

package e2e

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/app/rooms/hall"
	"manyhold/game/perception"
)

// TestResultsOutliveTheirRoom: after a match its player leaves the room, the process ends, and the file of
// the room is lost. A window on the same directory shows the result on the match board: the match, the day,
// the winner, who played where, and how many have signed it.
func TestResultsOutliveTheirRoom(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	a := headless(t, data, "--no-lan", "--name", "Ada", "--seed", "7", "--world", "new")
	id := a.newRoom("emberball", "--title", "Evening cup", "--config", `{"seconds":10,"overtime":10}`)
	a.mustInRoom("join", id)
	getReady(t, id, a)
	a.awaitRoom(id, "the signed result", 90*time.Second, func(s *hall.State) bool { return s.Phase == "ended" && len(s.Signed) == 1 })
	books := func() []string { list, _ := filepath.Glob(filepath.Join(data, "*", "*.results.json")); return list }
	a.await("the result in the book", 20*time.Second, func() bool {
		for _, path := range books() {
			if b, err := os.ReadFile(path); err == nil && strings.Contains(string(b), "Evening cup") {
				return true
			}
		}
		return false
	})
	a.mustInRoom("leave", id)
	a.quit()
	lost := 0
	filepath.Walk(data, func(path string, _ os.FileInfo, _ error) error {
		if strings.Contains(filepath.Base(path), id[:16]) {
			lost++
			os.RemoveAll(path)
		}
		return nil
	})
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada")
	node := &process{t: t, data: data, done: g.proc.done}
	g.seeTitle()
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	if list := g.ask(node, "room list"); strings.Contains(list, id[:8]) {
		t.Errorf("the room is still there (%d files are lost): %s", lost, list)
	}
	foot := perception.Board(7)
	g.ask(node, fmt.Sprintf("walk to %d %d", foot.X, foot.Y+2))
	g.reads("results-world", "Evening cup", 20*time.Second)
	g.pause(pauseMatches)
	g.press(ebiten.KeyPageDown, 2) // the other tab
	day := time.Now().Format("January 2")
	var m *image.RGBA
	for _, words := range []string{"Evening cup", "Emberball", "Winner", "Score", "Red 1 Ada", "1/1", day} {
		m = g.reads("results-board", words, 20*time.Second)
	}
	if rig.Reads(m, wholeWindow, "0/1", textScale) {
		t.Error("the result is not signed")
	}
}

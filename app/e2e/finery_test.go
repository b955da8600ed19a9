package e2e

import (
	"fmt"
	"image"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/usage"
	"manyhold/game/terrain"
)

// TestFirstChest plays the first evening's way to something to show: the chest of the first lighthouse has a
// thing that no newcomer has, it is put on or played, everybody sees it, and the notice board is read. With
// MANYHOLD_SHOTS set the pictures can be looked at.
func TestFirstChest(t *testing.T) {
	windowed(t)
	const seed = 7
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", fmt.Sprint(seed))
	node := &process{t: t, data: data, done: g.proc.done}
	g.seeTitle()
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	do := func(order string) string {
		t.Helper()
		said, code := g.obeys(data, order)
		if code != usage.ExitDone {
			t.Fatalf("do %q: %d: %s", order, code, said)
		}
		return said
	}
	light, notice := terrain.Lighthouse(seed), terrain.Notice(seed)
	do(fmt.Sprintf("walk to %d %d", light.X, light.Y+1))
	do(fmt.Sprintf("use %d %d", light.X-2, light.Y))
	g.ticks(20)
	chest := g.frame("chest")
	do(fmt.Sprintf("take all %d %d", light.X-2, light.Y))
	bag := do("inventory")
	found := regexp.MustCompile(`amber lantern|keeper's hat|score of the hearth`).FindString(bag)
	if found == "" {
		t.Fatalf("the first chest had nothing new: %s", bag)
	}
	g.press(ebiten.KeyEscape, 2)
	g.ticks(10)
	before := g.frame("before")
	if changed(chest, before, wholeWindow) < 0.02 {
		t.Error("the chest is still on the screen")
	}
	if strings.HasPrefix(found, "score") {
		do(fmt.Sprintf("place %s ~0 ~0", found))
	} else if said := do("wear " + found); !strings.Contains(said, "put on") {
		t.Errorf("wear: %s", said)
	}
	g.ticks(30)
	g.frame("worn")
	do(fmt.Sprintf("walk to %d %d", notice.X, notice.Y+1))
	g.ticks(30)
	bare := g.frame("by-the-board")
	do(fmt.Sprintf("use %d %d", notice.X, notice.Y))
	g.ticks(30)
	board := g.frame("board")
	if c := changed(bare, board, image.Rect(200, 40, 1080, 680)); c < 0.3 {
		t.Errorf("the board fills %.1f %% of the middle", 100*c)
	}
	if said := do("board"); !strings.Contains(said, "lighthouses that burn: 0 of 9") || strings.Count(said, "challenge ") != 3 {
		t.Errorf("board: %s", said)
	}
	g.press(ebiten.KeyEscape, 2)
	vault := terrain.HomeVault(seed)
	do(fmt.Sprintf("walk to %d %d", vault.X, vault.Y+1))
	g.ticks(60)
	g.frame("vault")
}

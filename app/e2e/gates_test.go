package e2e

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/perception"
)

// gatePart is where the portal to a match is in a window of 1280 × 720 while the player stands two tiles
// south of it.
var gatePart = image.Rect(595, 150, 685, 270)

// TestPortalToAMatch goes through portals to matches in the window of a process. While the match of another
// process runs, its arena is seen through the portal, as it moves. A step into it leads to watching, the way
// back to the portal. A step into the portal of a match that is in setup leads to a seat.
func TestPortalToAMatch(t *testing.T) {
	windowed(t)
	a := headless(t, t.TempDir(), "--no-lan", "--name", "Ada", "--seed", "7", "--world", "new")
	g, node := eve(t, a)
	id := a.newRoom("emberball", "--config", `{"seconds":300,"goals":15}`)
	a.mustInRoom("join", id)
	g.until("the room to be announced", 30*time.Second, func() bool { return strings.Contains(g.ask(node, "room list"), id[:8]) })
	foot := perception.Board(7).Add(-3, 0)
	g.ask(node, "home")
	g.ask(node, fmt.Sprintf("walk to %d %d", foot.X, foot.Y+2))
	g.MoveCursor(640, 400)
	g.pass(time.Second)
	closed := g.reads("gate-setup", "Step in to play", 20*time.Second)
	has := g.ask(node, "inventory")
	g.until("the match to begin", 60*time.Second, func() bool {
		a.inRoom("ready", id)
		s := a.room(id)
		return s != nil && s.Phase == "running"
	})
	open := g.sees("gate-open", "the arena through the portal", func(m *image.RGBA) bool { return changed(closed, m, gatePart) >= 0.6 })
	g.pass(3 * time.Second)
	if c := changed(open, g.frame("gate-later"), gatePart); c < 0.03 {
		t.Errorf("%.1f %% of the portal changed in three seconds: the match stands still in it", 100*c)
	}
	if s := g.ask(node, "room show "+id); strings.Contains(s, "Eve") {
		t.Errorf("a look through the portal makes a viewer: %s", s)
	}
	g.PressKey(ebiten.KeyW)
	g.until("a step through the portal", 15*time.Second, func() bool { return strings.Contains(g.ask(node, "room show "+id), "Eve") })
	g.ReleaseKey(ebiten.KeyW)
	g.reads("gate-through", "Camera: the action", 20*time.Second)
	g.leaveMatch()
	g.reads("gate-back", "Step in to watch", 20*time.Second)
	stands := g.ask(node, "where")
	if !near(stands, foot.X, foot.Y) {
		t.Errorf("after the match the player is %s, and not at the portal at %d, %d", stands, foot.X, foot.Y)
	}
	if now := g.ask(node, "inventory"); now != has {
		t.Errorf("the player has %s, and had %s", now, has)
	}
	g.pass(3 * time.Second)
	if now := g.ask(node, "where"); now != stands {
		t.Errorf("the player does not stay in the world: %s", now)
	}
	g.ask(node, "room leave "+id)

	// Another match, in setup: a step into its portal leads to a seat.
	other := a.newRoom("herders")
	g.until("the other room to be announced", 30*time.Second, func() bool { return strings.Contains(g.ask(node, "room list"), other[:8]) })
	foot = perception.Board(7).Add(-6, 0)
	g.ask(node, fmt.Sprintf("walk to %d %d", foot.X, foot.Y+2))
	g.reads("gate-two", "Ada's Herders", 20*time.Second)
	g.PressKey(ebiten.KeyW)
	g.until("a seat", 15*time.Second, func() bool {
		s := a.room(other)
		return s != nil && seatOf(s, "Eve").Name != ""
	})
	g.ReleaseKey(ebiten.KeyW)
	g.pass(time.Second)
	g.frame("gate-seat")
}

// leaveMatch goes back to the world by the menu.
func (g *guest) leaveMatch() {
	g.t.Helper()
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	g.frame("gate-menu")
	g.down(3) // back to the world
	g.press(ebiten.KeyEnter, 2)
	g.ticks(40)
}

// near reports whether the answer to `where` names a tile within a tile of another.
func near(where string, x, y int32) bool {
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if strings.Contains(where, fmt.Sprintf("%d, %d", x+dx, y+dy)) || strings.Contains(where, fmt.Sprintf("%d %d", x+dx, y+dy)) {
				return true
			}
		}
	}
	return false
}

package e2e

import (
	"image"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
)

// TestMatchInTheWindow plays a match by keyboard in the window of a process: from the board through creation,
// a seat, both stages and the countdown into the match, to its signed result, and back to the world. With
// MANYHOLD_SHOTS set the pictures can be looked at.
func TestMatchInTheWindow(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", "7")
	node := &process{t: t, data: data, done: g.proc.done}
	title := g.seeTitle()
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	world := g.sees("match-world", "the hotbar", func(m *image.RGBA) bool { return changed(m, title, hotbarPart) >= 0.2 })
	before := g.ask(node, "where") + g.ask(node, "inventory")
	g.pause(pauseMatches)
	g.frame("match-board")
	g.down(1) // there are no rows: below the tabs are the buttons
	g.press(ebiten.KeyEnter, 2)
	g.ticks(20)
	g.down(1) // the second card is Emberball
	g.press(ebiten.KeyEnter, 2)
	g.ticks(10)
	g.frame("match-create")
	g.backwards(3)
	g.press(ebiten.KeyEnter, 2)
	var room string
	g.until("the room", 20*time.Second, func() bool {
		room = regexp.MustCompile(`[0-9a-f]{8}`).FindString(g.ask(node, "room list"))
		return room != ""
	})
	g.pass(time.Second)
	g.frame("match-lobby")
	g.press(ebiten.KeyEnter, 2) // the first seat
	g.until("a seat", 10*time.Second, func() bool { return strings.Contains(g.ask(node, "room show "+room), "Ada") })
	g.frame("match-seat")
	g.ask(node, "room config "+room+" seconds=60 overtime=10 goals=15")
	g.backwards(3)
	for range 3 {
		g.press(ebiten.KeyEnter, 2)
		g.pass(time.Second)
	}
	g.frame("match-countdown")
	phase := func(want string) func() bool {
		return func() bool { return strings.Contains(g.ask(node, "room show "+room), want) }
	}
	g.until("the match", 20*time.Second, phase("running"))
	began := g.reads("match-begins", "Get the ball into the goal", 20*time.Second)
	if c := changed(began, world, middlePart); c < 0.5 {
		t.Errorf("%.0f %% of the window differ from the world: the match is not shown", 100*c)
	}
	g.PressKey(ebiten.KeyD)
	g.pass(time.Second)
	g.ReleaseKey(ebiten.KeyD)
	if walked := g.frame("match-walked"); changed(began, walked, middlePart) < 0.05 {
		t.Error("the figure does not walk")
	}
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	g.frame("match-menu")
	g.down(1)
	g.press(ebiten.KeyEnter, 2)
	g.ticks(20)
	g.frame("match-room")
	g.press(ebiten.KeyEscape, 2)
	g.press(ebiten.KeyEscape, 2)
	g.until("the end", 150*time.Second, phase("ended"))
	g.pass(time.Second)
	over := g.frame("match-result")
	if n := rig.Legible(over, middlePart); n < 300 {
		t.Errorf("%d legible pixels on the screen of the result", n)
	}
	g.press(ebiten.KeyEnter, 2) // back to the world
	g.ticks(60)
	back := g.frame("match-back")
	if c := changed(back, over, middlePart); c < 0.5 {
		t.Errorf("%.0f %% of the window differ from the match: the world is not shown", 100*c)
	}
	if after := g.ask(node, "where") + g.ask(node, "inventory"); after != before {
		t.Errorf("the player was %q and is %q", before, after)
	}
}

// backwards moves the focus back in the order of the screen.
func (g *guest) backwards(n int) {
	g.PressKey(ebiten.KeyShiftLeft)
	for range n {
		g.press(ebiten.KeyTab, 2)
	}
	g.ReleaseKey(ebiten.KeyShiftLeft)
	g.ticks(3)
}

// TestViewerInTheWindow watches a match between the players of two processes from the window of a third: the
// match opens by itself, late as the roster wants, and the camera moves while the viewer does nothing.
func TestViewerInTheWindow(t *testing.T) {
	windowed(t)
	a := headless(t, t.TempDir(), "--no-lan", "--name", "Ada")
	g, node := eve(t, a)
	id := a.newRoom("emberball")
	a.mustInRoom("join", id)
	a.mustInRoom("config", id, "seconds=60")
	g.until("the room to be announced", 30*time.Second, func() bool { return strings.Contains(g.ask(node, "room list"), id[:8]) })
	world := g.frame("viewer-world")
	g.ask(node, "room watch "+id)
	g.until("the match to begin", 60*time.Second, func() bool {
		a.inRoom("ready", id)
		s := a.room(id)
		return s != nil && s.Phase == "running"
	})
	began := g.sees("viewer-begins", "the match", func(m *image.RGBA) bool { return changed(m, world, middlePart) >= 0.5 })
	g.pass(6 * time.Second)
	later := g.frame("viewer-later")
	if c := changed(began, later, middlePart); c < 0.2 {
		t.Errorf("%.0f %% of the picture changed: the camera stands still", 100*c)
	}
	g.press(ebiten.KeyE, 2) // a player
	g.pass(2 * time.Second)
	g.frame("viewer-follows")
	g.press(ebiten.KeyEscape, 2)
	g.ticks(10)
	g.down(1)
	g.press(ebiten.KeyEnter, 2)
	g.ticks(20)
	g.frame("viewer-room")
}

package e2e

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/app/window"
	"manyhold/input"
	"manyhold/net/patience"
)

// Parts of a window of 1280 × 720.
var (
	wholeWindow = rig.Window
	hotbarPart  = image.Rect(340, 640, 940, 720)
	chatPart    = image.Rect(0, 380, 820, 640) // below the first things to do
	middlePart  = image.Rect(200, 200, 1080, 520)
)

// TestWindow plays: title, a world, a walk, digging and placing, chat, inventory, overlay, menu, settings,
// and back to the title.
func TestWindow(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", "7")
	node := &process{t: t, data: data, done: g.proc.done}
	title := g.seeTitle()
	g.press(ebiten.KeyEnter, 2) // Play
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	play := g.sees("play", "the hotbar", func(m *image.RGBA) bool { return changed(m, title, hotbarPart) >= 0.2 })
	g.paced(60)
	walked := g.walk(node, play)
	g.work(walked)
	g.workByKeys(node)
	g.talk()
	g.screens()
	g.menus(data)
	g.settle(data, node)
}

// menus goes through the menu over the world by keyboard alone: each row opens a screen that is drawn, and
// Escape leads back.
func (g *guest) menus(data string) {
	g.t.Helper()
	g.press(ebiten.KeyEscape, 2) // the one that screens left open
	g.ticks(20)
	bare := g.frame("no-menu")
	for _, row := range []struct {
		name string
		at   pauseRow
	}{{"share", pauseInvite}, {"journal", pauseJournal}, {"players", pausePlayers}, {"matches", pauseMatches}, {"page", pausePage}, {"land", pauseRow{3, 3}}, {"wardrobe", pauseRow{3, 4}},
		{"tools", pauseRow{3, 5}}, {"photo", pauseRow{3, 6}}, {"help", pauseRow{3, 8}}, {"travel", pauseWorlds}} {
		g.press(ebiten.KeyEscape, 2)
		g.ticks(20)
		menu := g.frame("menu")
		g.choose(row.at.row)
		if row.at.below >= 0 {
			g.choose(row.at.below)
		}
		screen := g.frame("menu-" + row.name)
		if c := changed(menu, screen, wholeWindow); c < 0.02 {
			g.t.Errorf("%s: %.1f %% of the window differ from the menu", row.name, 100*c)
		}
		switch row.name {
		case "wardrobe":
			g.press(ebiten.KeyArrowRight, 2) // another skin
		case "photo":
			g.press(ebiten.KeyEnter, 2)
			g.frame("photo-1")
			g.frame("photo-2")
			g.frame("photo-3")
			g.until("the picture", 10*time.Second, func() bool {
				taken, _ := filepath.Glob(filepath.Join(data, "pictures", "*.png"))
				return len(taken) == 1
			})
		}
		for range 2 + min(row.at.below+1, 1) { // one for each level
			g.press(ebiten.KeyEscape, 2)
			g.ticks(10)
		}
		g.ticks(20)
		if n := rig.Legible(g.frame("left-"+row.name), middlePart); n > rig.Legible(bare, middlePart)+400 {
			g.t.Errorf("%s is still open: %d legible pixels more", row.name, n-rig.Legible(bare, middlePart))
		}
	}
	g.press(ebiten.KeyF4, 2)
	g.sees("network", "the network", func(m *image.RGBA) bool { return changed(bare, m, wholeWindow) >= 0.5 })
	g.press(ebiten.KeyF4, 2)
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
}

// seeTitle looks at the title, which must live and be legible.
func (g *guest) seeTitle() *image.RGBA {
	g.t.Helper()
	g.ticks(90)
	title := g.frame("title")
	g.ticks(120)
	later := g.frame("title-later")
	if c := changed(title, later, wholeWindow); c < 0.02 {
		g.t.Errorf("in two seconds of the title %.1f %% of the pixels changed: it stands still", 100*c)
	}
	if n := rig.Legible(title, wholeWindow); n < 500 {
		g.t.Errorf("%d legible pixels of text on the title", n)
	}
	return later
}

// players returns how many players the guest's own node knows in its world.
func (g *guest) players(node *process) int {
	st, err := node.status()
	if err != nil || len(st.Islands) != 1 {
		return 0
	}
	return st.Islands[0].Players
}

// walk walks by keys until the player is elsewhere; the camera must follow.
func (g *guest) walk(node *process, before *image.RGBA) *image.RGBA {
	g.t.Helper()
	from := g.ask(node, "where")
	to := from
	for _, k := range []ebiten.Key{ebiten.KeyD, ebiten.KeyS, ebiten.KeyA, ebiten.KeyW} {
		g.PressKey(k)
		g.paced(60)
		g.ReleaseKey(k)
		g.paced(18)
		if to = g.ask(node, "where"); to != from {
			break
		}
	}
	if to == from {
		g.t.Errorf("a walk in every direction leads nowhere: still at %s", to)
	}
	return g.sees("walked", "that the camera follows", func(m *image.RGBA) bool { return changed(before, m, wholeWindow) >= 0.3 })
}

// work places a wall beside the player and digs it away again.
func (g *guest) work(before *image.RGBA) {
	g.t.Helper()
	at := image.Rect(720, 290, 790, 380) // two tiles east of the middle
	g.MoveCursor(745, 350)
	g.ticks(30)
	ghost := g.frame("ghost")
	g.click(745, 350, ebiten.MouseButtonRight, 3)
	g.paced(42)
	g.MoveCursor(600, 250)
	g.paced(30)
	g.sees("placed", "the placed block", func(m *image.RGBA) bool { return changed(ghost, m, at) >= 0.1 })
}

// workByKeys places something and digs it away again without a mouse, before the figure.
func (g *guest) workByKeys(node *process) {
	g.t.Helper()
	g.ticks(input.MouseRest + 10)
	before := g.ask(node, "inventory")
	turns := []ebiten.Key{ebiten.KeyA, ebiten.KeyW, ebiten.KeyD, ebiten.KeyS}
	tries := 0
	g.until("something to be placed by a key", 20*time.Second, func() bool {
		if tries > 0 { // a tree, water or an animal is before the figure: it turns to another side
			g.press(turns[tries%len(turns)], 6)
		}
		tries++
		g.press(ebiten.KeyK, 2)
		g.paced(30)
		return g.ask(node, "inventory") != before
	})
	g.PressKey(ebiten.KeyJ)
	g.until("it to be dug away by a key", 20*time.Second, func() bool { return g.ask(node, "inventory") == before })
	g.ReleaseKey(ebiten.KeyJ)
	g.ticks(3)
}

// talk says something; the typed text, the bubble and the line must be legible.
func (g *guest) talk() {
	g.t.Helper()
	before := g.frame("before-chat")
	g.press(ebiten.KeyT, 2)
	g.typed("hello out there")
	chat := g.frame("chat")
	if n := rig.Legible(chat, chatPart) - rig.Legible(before, chatPart); n < 100 {
		g.t.Errorf("what is typed is not legible: %d pixels more than before", n)
	}
	g.press(ebiten.KeyEnter, 2)
	g.until("the words to come back", 10*time.Second, func() bool {
		return strings.Contains(g.proc.output(), "hello out there")
	})
	g.sees("bubble", "the spoken line", func(m *image.RGBA) bool {
		return rig.Legible(m, chatPart)-rig.Legible(before, chatPart) >= 100
	})
}

// screens opens inventory, map, overlay and menu.
func (g *guest) screens() {
	g.t.Helper()
	before := g.frame("bare")
	g.press(ebiten.KeyTab, 2)
	g.ticks(20)
	if c := changed(before, g.frame("inventory"), middlePart); c < 0.2 {
		g.t.Errorf("the inventory is not drawn: %.1f %% of the middle changed", 100*c)
	}
	g.press(ebiten.KeyEscape, 2)
	g.press(ebiten.KeyM, 2)
	g.ticks(20)
	if c := changed(before, g.frame("map"), middlePart); c < 0.1 {
		g.t.Errorf("the map is not drawn: %.1f %% of the middle changed", 100*c)
	}
	g.press(ebiten.KeyEscape, 2)
	g.press(ebiten.KeyF3, 2)
	overlay := image.Rect(0, 60, 420, 400)
	g.sees("overlay", "the overlay", func(m *image.RGBA) bool { return changed(before, m, overlay) >= 0.1 })
	g.press(ebiten.KeyF3, 2)
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	pause := g.frame("pause")
	if n := rig.Legible(pause, wholeWindow.Inset(100)); n < 500 {
		g.t.Errorf("%d legible pixels of text in the menu", n)
	}
	if c := changed(before, pause, middlePart); c < 0.2 {
		g.t.Errorf("the menu is not drawn: %.1f %% of the middle changed", 100*c)
	}
}

// pauseRow is a row of the pause menu, and the row of the screen to which it leads, -1 for none.
type pauseRow struct{ row, below int }

// The rows of the pause menu in a world of the window's own node.
var (
	pauseInvite   = pauseRow{1, -1}
	pauseJournal  = pauseRow{2, -1}
	pauseSettings = pauseRow{4, -1}
	pausePlayers  = pauseRow{3, 0}
	pauseMatches  = pauseRow{3, 1}
	pausePage     = pauseRow{3, 2}
	pauseTitle    = pauseRow{5, 0}
	pauseWorlds   = pauseRow{5, 1}
)

// pause opens the pause menu and chooses a row, and one of the screen to which it leads.
func (g *guest) pause(to pauseRow) {
	g.t.Helper()
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	g.choose(to.row)
	if to.below >= 0 {
		g.choose(to.below)
	}
	g.ticks(20)
}

// choose presses a row of the menu that is open.
func (g *guest) choose(row int) {
	g.t.Helper()
	g.down(row)
	g.press(ebiten.KeyEnter, 2)
	g.ticks(20)
}

// settle changes a setting in the menu, which must be in config.toml, and leaves to the title.
func (g *guest) settle(data string, node *process) {
	g.t.Helper()
	g.choose(pauseSettings.row)
	for range 2 {
		g.press(ebiten.KeyPageDown, 2) // to sound
	}
	g.down(1)
	g.press(ebiten.KeyEnter, 2)
	g.ticks(20)
	g.ticks(window.KeepAfter)
	g.frame("settings")
	text, err := os.ReadFile(filepath.Join(data, "config.toml"))
	if err != nil || !strings.Contains(string(text), "sound = false") {
		g.t.Errorf("the settings screen did not write sound = false: %v", err)
	}
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	g.choose(pauseTitle.row - pauseSettings.row) // the focus is where it was
	g.choose(pauseTitle.below)
	g.until("the node to have ended", 15*time.Second, func() bool {
		_, err := node.status()
		return err != nil
	})
	g.sees("title-again", "the title after leaving", func(m *image.RGBA) bool { return rig.Legible(m, wholeWindow) >= 500 })
}

// down moves the focus of a menu down n times.
func (g *guest) down(n int) {
	g.t.Helper()
	for range n {
		g.press(ebiten.KeyArrowDown, 2)
	}
}

// TestWindowsMeet lets two windows play in one world: each sees the other come and speak.
func TestWindowsMeet(t *testing.T) {
	windowed(t)
	p := meet(t, 30*time.Second)
	a, b := p.a, p.b
	end := patience.For(2 * time.Second)
	p.both("the arrival to be told", end.Over)
	quietA, quietB := a.frame("meet-a"), b.frame("meet-b")
	for _, g := range []*guest{a, b} {
		g.press(ebiten.KeyT, 2)
		g.typed("hello you")
		g.press(ebiten.KeyEnter, 2)
	}
	p.both("each to hear the other", func() bool {
		heard := func(g *guest) bool { return strings.Count(g.proc.output(), "hello you") >= 2 }
		return heard(a) && heard(b)
	})
	end = patience.For(500 * time.Millisecond)
	p.both("it to be shown", end.Over)
	for _, g := range []struct {
		*guest
		before *image.RGBA
		name   string
	}{{a, quietA, "heard-a"}, {b, quietB, "heard-b"}} {
		if n := rig.Legible(g.frame(g.name), chatPart) - rig.Legible(g.before, chatPart); n < 200 {
			t.Errorf("%s: what was said is not legible: %d pixels more than before", g.name, n)
		}
	}
	a.press(ebiten.KeyF4, 2)
	end = patience.For(1500 * time.Millisecond)
	p.both("the network to be measured", end.Over)
	if n := rig.Legible(a.frame("meet-network"), image.Rect(840, 136, 1264, 248)); n < 200 {
		t.Errorf("the other peer has no card in the view of the network: %d legible pixels", n)
	}
	a.press(ebiten.KeyF4, 2)
	p.visits()
}

// TestCrashingSettingIsForgotten changes a setting in a window whose process is killed at once: the next
// start has the old one. One after which the game went on for two seconds is kept.
func TestCrashingSettingIsForgotten(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	text := func() string {
		b, err := os.ReadFile(filepath.Join(data, "config.toml"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, c := range []struct {
		ticks int
		kept  bool
	}{{window.KeepAfter - 20, false}, {window.KeepAfter + 10, true}} {
		g := newGuest(t, 640, 360, data, "--no-lan", "--seed", "7")
		g.ticks(30)
		g.openSettings()
		for range 2 {
			g.press(ebiten.KeyPageDown, 2) // to sound
		}
		g.down(1)
		g.press(ebiten.KeyEnter, 2)
		g.ticks(c.ticks)
		g.frame("crash")
		g.proc.kill()
		if got := strings.Contains(text(), "sound = false"); got != c.kept {
			t.Errorf("killed %d ticks after it was changed, the setting is kept: %v", c.ticks, got)
		}
	}
}

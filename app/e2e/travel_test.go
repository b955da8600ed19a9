package e2e

import (
	"image"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/maker"
)

// abroad starts a window in a new world, over the data of a node that has left its first world.
func abroad(t *testing.T) (g *guest, node *process, first string) {
	data := t.TempDir()
	p := headless(t, data, "--no-lan", "--world", "new", "--name", "Ada")
	first = p.worldID()
	p.must("say I was here")
	p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.done

	g = newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", "7", "--world", "new")
	node = &process{t: t, data: data, done: g.proc.done}
	g.until("the player to be in a new world", 30*time.Second, func() bool {
		st, err := node.status()
		return err == nil && st.World.ID != first && node.plays(st.World.ID)
	})
	return g, node, first
}

// plays reports whether the player is in a world.
func (p *process) plays(world string) bool {
	st, err := p.status()
	return err == nil && st.World.ID == world && len(st.Islands) > 0 && st.Islands[0].Players == 1
}

// TestTravel: over one world, the menu leads to another one that is kept here, after pressing twice, and
// back; both are as they were.
func TestTravel(t *testing.T) {
	windowed(t)
	g, node, first := abroad(t)
	in := func(world string) func() bool { return func() bool { return node.plays(world) } }
	second := node.worldID()
	open := func() { g.pause(pauseWorlds) }
	open()
	list := g.frame("travel")
	g.press(ebiten.KeyEnter, 2)
	g.ticks(20)
	if changed(list, g.frame("travel-sure"), wholeWindow) < 0.0005 {
		t.Error("nothing asks whether one is sure")
	}
	if st, err := node.status(); err != nil || st.World.ID != second {
		t.Fatalf("one press was enough to leave: %v", err)
	}
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be in the first world", 30*time.Second, in(first))
	open()
	g.press(ebiten.KeyArrowDown, 2) // by invitation
	g.press(ebiten.KeyArrowDown, 2) // back
	g.frame("travel-back")
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be back", 30*time.Second, in(second))
}

// portal is the script of a block that leads to a world.
const portal = `
def on_use(me, who):
    travel(who, prop("world"))
`

// TestTravelByAThing: a thing offers a journey to another world that is kept here. The player's window asks;
// staying changes nothing, travelling leads there, and the menu back to the place that was left. A world that
// nobody knows leads nowhere.
func TestTravelByAThing(t *testing.T) {
	windowed(t)
	g, node, first := abroad(t)
	in := func(world string) func() bool { return func() bool { return node.plays(world) } }
	second := node.worldID()
	dir := t.TempDir()
	text := "title = \"Portal\"\nlicence = \"CC0-1.0\"\n[[prop]]\nkey = \"world\"\nfield = \"text\"\ndefault = \"" + first + "\"\n"
	for name, text := range map[string]string{maker.File: text, maker.HostFile: portal} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	doing := func(what string, f func()) { g.until(what, 30*time.Second, started(f)) } // while the window runs
	where := ""
	offer := func() { doing("the thing to be used", func() { node.must("use ~1 ~0") }) }
	doing("a portal", func() {
		node.pushes(dir)
		node.must("put Portal ~1 ~0")
		where = node.must("where")
	})
	g.ticks(6 * 60) // after an arrival nothing is asked for some seconds of the window's clock
	asked := func() {
		before := brightness(g.frame("passage-before"))
		offer()
		// behind a question the world is darker
		g.until("a question", 30*time.Second, func() bool { return brightness(g.frame("passage")) < before*9/10 })
		g.press(ebiten.KeyEnter, 2) // pressed for something else, and not heard
		g.ticks(60)
	}
	asked()
	g.press(ebiten.KeyEnter, 2) // stay
	g.ticks(21 * 60)            // the thing rests
	if !in(second)() {
		t.Fatal("the player was taken away")
	}
	asked()
	g.press(ebiten.KeyArrowDown, 2)
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be in the first world", 30*time.Second, in(first))
	g.pause(pauseWorlds)
	g.press(ebiten.KeyArrowDown, 2) // by invitation
	g.press(ebiten.KeyArrowDown, 2) // back
	g.frame("passage-back")
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be back", 30*time.Second, in(second))
	doing("the place", func() {
		if now := node.must("where"); now != where {
			t.Errorf("back at %q, left at %q", now, where)
		}
	})
}

// brightness returns the sum of a picture's colours.
func brightness(m *image.RGBA) (sum int) {
	for _, v := range m.Pix {
		sum += int(v)
	}
	return sum
}

// worldID returns the id of the world that the node is in.
func (p *process) worldID() string {
	p.t.Helper()
	st, err := p.status()
	if err != nil {
		p.t.Fatal(err)
	}
	return st.World.ID
}

package e2e

import (
	"syscall"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// TestTravel: over one world, the menu leads to another one that is kept here, after pressing twice, and
// back; both are as they were.
func TestTravel(t *testing.T) {
	data := t.TempDir()
	p := headless(t, data, "--no-lan", "--world", "new", "--name", "Ada")
	first := p.worldID()
	p.must("say I was here")
	p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.done

	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", "7", "--world", "new")
	node := &process{t: t, data: data, done: g.proc.done}
	in := func(world func(id string) bool) func() bool {
		return func() bool {
			st, err := node.status()
			return err == nil && world(st.World.ID) && len(st.Islands) > 0 && st.Islands[0].Players == 1
		}
	}
	g.until("the player to be in a new world", 30*time.Second, in(func(id string) bool { return id != first }))
	second := node.worldID()
	open := func() {
		g.press(ebiten.KeyEscape, 2)
		g.ticks(20)
		g.down(4)
		g.press(ebiten.KeyEnter, 2)
		g.ticks(20)
	}
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
	g.until("the player to be in the first world", 30*time.Second, in(func(id string) bool { return id == first }))
	open()
	g.press(ebiten.KeyArrowDown, 2) // by invitation
	g.press(ebiten.KeyArrowDown, 2) // back
	g.frame("travel-back")
	g.press(ebiten.KeyEnter, 2)
	g.until("the player to be back", 30*time.Second, in(func(id string) bool { return id == second }))
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

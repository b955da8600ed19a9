package e2e

import (
	"fmt"
	"image"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/order"
	"manyhold/game/grid"
)

// TestCarryAFriend: two windows in one world. Ada walks to Bo and asks with the key; Bo agrees with the same
// key, and is over Ada's head in both pictures; Ada walks, and Bo comes along; Ada sets Bo down, and walks
// off alone.
func TestCarryAFriend(t *testing.T) {
	dir := t.TempDir()
	a := newGuest(t, 1280, 720, filepath.Join(dir, "a"), "--no-lan", "--name", "Ada", "--seed", "7", "--world", "new", "--start", "builder")
	nodeA := &process{t: t, data: filepath.Join(dir, "a"), done: a.proc.done}
	invite := ""
	a.until("an invitation", 30*time.Second, func() bool {
		if st, err := nodeA.status(); err == nil {
			invite = st.World.Invite
		}
		return invite != "" && a.players(nodeA) == 1
	})
	b := newGuest(t, 1280, 720, filepath.Join(dir, "b"), "--no-lan", "--name", "Bo", "--join", invite)
	nodeB := &process{t: t, data: filepath.Join(dir, "b"), done: b.proc.done}
	both := func(what string, holds func() bool) {
		t.Helper()
		a.until(what, 30*time.Second, func() bool { b.ticks(3); return holds() })
	}
	both("both to be in both worlds", func() bool { return a.players(nodeA) == 2 && b.players(nodeB) == 2 })
	tell := func(node *process, line string) string {
		t.Helper()
		var out string
		done := make(chan struct{})
		go func() { out, _ = node.do(line); close(done) }()
		both(line, func() bool {
			select {
			case <-done:
				return true
			default:
				return false
			}
		})
		return out
	}
	where := func(node *process) (at grid.Tile) {
		t.Helper()
		if _, err := fmt.Sscan(tell(node, "where"), &at.X, &at.Y); err != nil {
			t.Fatal(err)
		}
		return at
	}
	apart := func() int32 {
		p, q := where(nodeA), where(nodeB)
		return max(order.Abs(p.X-q.X), order.Abs(p.Y-q.Y))
	}
	at := where(nodeB)
	tell(nodeA, fmt.Sprintf("walk to %d %d", at.X+1, at.Y))
	if n := apart(); n > 1 {
		t.Fatalf("Ada stands %d tiles from Bo", n)
	}
	hold := func(g *guest, k ebiten.Key, ticks int) { // both windows go on, about as fast as a clock
		t.Helper()
		other := a
		if g == a {
			other = b
		}
		g.PressKey(k)
		for next := time.Now(); ticks > 0; ticks -= 3 {
			other.ticks(3)
			next = g.beat(next)
		}
		g.ReleaseKey(k)
		for next, n := time.Now(), 0; n < 6; n++ {
			other.ticks(3)
			next = g.beat(next)
		}
	}
	before := a.frame("carry-before")
	hold(a, ebiten.KeyF, 6)
	b.frame("carry-asked-b")
	if n := apart(); n != 1 {
		t.Fatalf("Bo was not asked, and is %d tiles from Ada", n)
	}
	hold(b, ebiten.KeyF, 6)
	both("Bo to be in Ada's arms", func() bool { return apart() == 0 })
	if c := changed(before, a.frame("carry-up-a"), image.Rect(560, 260, 720, 420)); c < 0.02 {
		t.Errorf("%.1f %% of the picture around Ada differ when Bo is over Ada's head", 100*c)
	}
	b.frame("carry-up-b")
	from := where(nodeA)
	gone := func() int32 { p := where(nodeA); return max(order.Abs(p.X-from.X), order.Abs(p.Y-from.Y)) }
	for _, k := range []ebiten.Key{ebiten.KeyD, ebiten.KeyS, ebiten.KeyA, ebiten.KeyW} { // one way is free
		if hold(a, k, 90); gone() >= 3 {
			break
		}
	}
	if n := gone(); n < 3 {
		t.Fatalf("Ada walked %d tiles", n)
	}
	if n := apart(); n > 0 {
		t.Fatalf("Bo is %d tiles from Ada, who carries Bo", n)
	}
	a.frame("carry-walk-a")
	b.frame("carry-walk-b")
	hold(a, ebiten.KeyF, 6)
	from = where(nodeA)
	for _, k := range []ebiten.Key{ebiten.KeyD, ebiten.KeyS, ebiten.KeyA, ebiten.KeyW} {
		if hold(a, k, 90); gone() >= 3 {
			break
		}
	}
	if n := apart(); n < 2 {
		t.Fatalf("Bo is %d tiles from Ada, who set Bo down and walked off", n)
	}
	a.frame("carry-down-a")
}

package e2e

import (
	"fmt"
	"image"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// TestCarryAFriend: two windows in one world. Ada walks to Bo and asks with the key; Bo agrees with the same
// key, and is over Ada's head in both pictures; Ada walks, and Bo comes along; Ada sets Bo down, and walks
// off alone.
func TestCarryAFriend(t *testing.T) {
	windowed(t)
	p := meet(t, 30*time.Second, "--start", "builder")
	a, b := p.a, p.b
	at := p.where(p.m)
	p.tell(p.n, fmt.Sprintf("walk to %d %d", at.X+1, at.Y))
	if n := p.apart(); n > 1 {
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
	if n := p.apart(); n != 1 {
		t.Fatalf("Bo was not asked, and is %d tiles from Ada", n)
	}
	hold(b, ebiten.KeyF, 6)
	p.both("Bo to be in Ada's arms", func() bool { return p.apart() == 0 })
	if c := changed(before, a.frame("carry-up-a"), image.Rect(560, 260, 720, 420)); c < 0.02 {
		t.Errorf("%.1f %% of the picture around Ada differ when Bo is over Ada's head", 100*c)
	}
	b.frame("carry-up-b")
	from := p.where(p.n)
	gone := func() int32 { return between(p.where(p.n), from) }
	walkOff := func() {
		t.Helper()
		for _, k := range []ebiten.Key{ebiten.KeyD, ebiten.KeyS, ebiten.KeyA, ebiten.KeyW} { // one way is free
			if hold(a, k, 90); gone() >= 3 {
				return
			}
		}
	}
	walkOff()
	if n := gone(); n < 3 {
		t.Fatalf("Ada walked %d tiles", n)
	}
	if n := p.apart(); n > 0 {
		t.Fatalf("Bo is %d tiles from Ada, who carries Bo", n)
	}
	a.frame("carry-walk-a")
	b.frame("carry-walk-b")
	hold(a, ebiten.KeyF, 6)
	from = p.where(p.n)
	walkOff()
	if n := p.apart(); n < 2 {
		t.Fatalf("Bo is %d tiles from Ada, who set Bo down and walked off", n)
	}
	a.frame("carry-down-a")
}

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

	"manyhold/app/maker"
	"manyhold/app/rig"
	"manyhold/app/usage"
	"manyhold/game/grid"
)

// TestReviveAFriend: two windows in one world. Bo uses a thing that takes all health, and lies on the ground
// beside Ada. Her window names the key, and the key alone has Bo on its feet where it fell. On a machine so
// busy that Bo wakes at a hearth before the key is pressed, it happens again.
func TestReviveAFriend(t *testing.T) {
	windowed(t)
	p := meet(t, 60*time.Second, "--start", "builder")
	thorn := p.thorn()
	at := p.where(p.m)
	p.tell(p.n, fmt.Sprintf("walk to %d %d", at.X+1, at.Y))
	var where *grid.Tile
	for _, d := range [...]grid.Tile{{X: -1}, {X: -1, Y: -1}, {X: -1, Y: 1}, {Y: -1}, {Y: 1}} {
		if to := at.Add(d.X, d.Y); where == nil && !strings.Contains(p.tell(p.n, fmt.Sprintf("put %s %d %d", thorn, to.X, to.Y)), "refused") {
			where = &to
		}
	}
	if where == nil {
		t.Fatal("there is no place for the thing around Bo")
	}
	hint := image.Rect(300, 500, 980, 620)
	const mostFalls = 3
	for falls := 0; ; falls++ {
		if falls == mostFalls {
			t.Fatalf("Bo fell %d times, and woke at a hearth each time", falls)
		}
		p.tell(p.m, fmt.Sprintf("walk to %d %d", at.X, at.Y))
		said, pressed := "", false
		awake := started(func() { said, _ = p.m.do(fmt.Sprintf("use %d %d", where.X, where.Y)) }) // it lasts until Bo is awake
		p.both("Bo to be up", func() bool {
			if m := p.a.frame("revive-a"); rig.Reads(m, hint, "revive", textScale) {
				p.b.frame("revive-b")
				p.a.press(ebiten.KeyE, 6)
				pressed = true
			}
			return awake()
		})
		if strings.Contains(said, "refused") {
			t.Fatalf("Bo cannot use the thing: %s", said)
		}
		if pressed && between(p.where(p.m), at) <= 1 { // the hearth is farther away
			break
		}
	}
	p.a.frame("revive-up-a")
	p.b.frame("revive-up-b")
	from := p.where(p.m)
	for _, way := range []string{"west", "north", "south"} { // one way is free
		p.tell(p.m, "walk "+way+" 1s")
	}
	if to := p.where(p.m); to == from {
		t.Errorf("Bo does not walk, at %v", to)
	}
}

// thorn publishes a thing of Ada's that takes all health of a player who uses it, and returns its name.
func (p *pair) thorn() string {
	p.t.Helper()
	dir := p.t.TempDir()
	for name, text := range map[string]string{
		maker.File:  "title = \"Thorn\"\nlicence = \"MIT\"\n",
		"main.star": "def on_use(me, who):\n    hurt(who, 100)\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
	said, code := "", 0
	p.both("the thing to be published", started(func() { said, code = p.n.makes("push", dir) }))
	if code != usage.ExitDone {
		p.t.Fatalf("push: %d %s", code, said)
	}
	return "Ada/Thorn"
}

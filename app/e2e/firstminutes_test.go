package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/order"
	"manyhold/game/grid"
	"manyhold/game/journal"
	"manyhold/game/terrain"
	"manyhold/net/patience"
)

// newcomer is a player in its first minutes: a window, its node, and its journal's file.
type newcomer struct {
	*guest
	node  *process
	data  string
	atlas journal.Atlas
	been  map[grid.Tile]bool
	began time.Time
	finds []int // by minute
	lines int   // of the journal, so far
}

// find counts the discoveries added to the journal's file since it was last read.
func (n *newcomer) find() {
	files, _ := filepath.Glob(filepath.Join(n.data, "worlds", "*.journal"))
	if len(files) == 0 {
		return
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		return
	}
	lines := strings.Count(string(b), "\n")
	minute := int(time.Since(n.began) / time.Minute)
	for len(n.finds) <= minute {
		n.finds = append(n.finds, 0)
	}
	n.finds[minute] += max(0, lines-n.lines)
	n.lines = max(n.lines, lines)
}

// order gives the player an order, lets the game run until it is done, and returns the answer.
func (n *newcomer) order(line string, limit time.Duration) (out string) {
	n.t.Helper()
	done := started(func() { out, _ = n.node.do(line) })
	n.until(line, limit, func() bool { n.find(); return done() })
	return out
}

// where is the tile of the player.
func (n *newcomer) where() grid.Tile {
	n.t.Helper()
	return tileIn(n.t, n.order("where", 10*time.Second))
}

// explore walks to the nearest place where the newcomer has not been, else a little on.
func (n *newcomer) explore() {
	n.t.Helper()
	at := n.where()
	far := func(t grid.Tile) int32 { return between(t, at) }
	var near []terrain.Landmark
	for _, l := range n.atlas.Around(at) {
		if !n.been[l.Tile] && far(l.Tile) < order.PathReach {
			near = append(near, l)
		}
	}
	slices.SortStableFunc(near, func(a, b terrain.Landmark) int { return int(far(a.Tile) - far(b.Tile)) })
	for _, l := range near {
		n.been[l.Tile] = true
		for _, side := range []grid.Tile{{Y: 5}, {X: 5}, {Y: -5}, {X: -5}} { // its middle may be closed
			if out := n.order(fmt.Sprintf("walk to %d %d", l.Tile.X+side.X, l.Tile.Y+side.Y), 40*time.Second); !strings.Contains(out, "no way") {
				return
			}
		}
	}
	for _, d := range []string{"north", "east", "south", "west"} {
		if n.order("walk "+d+" 5s", 20*time.Second); n.where() != at {
			return
		}
	}
}

// hints follows the first hints by keys and mouse: walk, dig, light, throw, talk, invite. After the last the
// game itself switches them off, in config.toml. On a busy machine a step may fail, as it may for anybody; a
// newcomer tries again a few steps further on.
func (n *newcomer) hints() {
	n.t.Helper()
	putAway := func() bool {
		n.find()
		b, err := os.ReadFile(filepath.Join(n.data, "config.toml"))
		return err == nil && strings.Contains(string(b), "hints = false")
	}
	e := newEvening(n)
	for try := range 5 {
		n.followHints(36 + 12*try)
		for _, tree := range e.trees(n.where()) { // grass does not count
			if !e.avoid[tree] && e.fell(tree) {
				break
			}
		}
		for limit := patience.For(6 * time.Second); !limit.Over(); {
			if n.ticks(3); putAway() {
				return
			}
		}
		n.t.Logf("the hints are still there after try %d", try+1)
	}
	n.t.Fatal("the hints were not put away")
}

// followHints does once what the hints ask for, after a walk of some ticks to the east.
func (n *newcomer) followHints(walk int) {
	n.t.Helper()
	hold := func(k ebiten.Key, ticks int) {
		n.PressKey(k)
		n.paced(ticks)
		n.ReleaseKey(k)
	}
	hold(ebiten.KeyD, walk)
	hold(ebiten.KeyA, 36)
	n.press(ebiten.KeyDigit4, 2) // lamps
	n.ticks(3)
	n.press(ebiten.KeyK, 2)
	n.paced(42)
	hold(ebiten.KeyJ, 120)
	n.press(ebiten.KeyMinus, 2) // balls
	n.ticks(3)
	n.press(ebiten.KeyR, 20)
	n.paced(42)
	n.press(ebiten.KeyT, 2)
	n.typed("so here I am")
	n.press(ebiten.KeyEnter, 2)
	n.paced(18)
	n.press(ebiten.KeyEscape, 2)
	n.down(1)
	n.press(ebiten.KeyEnter, 2) // the invitation
	n.ticks(20)
	n.press(ebiten.KeyEscape, 2)
	n.press(ebiten.KeyEscape, 2)
}

// TestFirstMinutes plays as a newcomer through the real window, by keys at first, then walking: every hint is
// done, and in each minute something new comes into the journal. MANYHOLD_MINUTES says how long; without it a
// half.
func TestFirstMinutes(t *testing.T) {
	windowed(t)
	long := 30 * time.Second
	if m, err := strconv.Atoi(os.Getenv("MANYHOLD_MINUTES")); err == nil {
		long = time.Duration(m) * time.Minute
	}
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", "7")
	n := &newcomer{guest: g, node: &process{t: t, data: data, done: g.proc.done}, data: data, been: map[grid.Tile]bool{}}
	n.atlas.Seed = func(uint8) uint64 { return 7 }
	n.ticks(30)
	n.press(ebiten.KeyEnter, 2) // Play
	n.until("the player to be in the world", 30*time.Second, func() bool { return n.players(n.node) == 1 })
	n.began = time.Now()
	n.pass(time.Second)
	n.hints()
	for minute := 0; time.Since(n.began) < long; {
		n.explore()
		if m := int(time.Since(n.began) / time.Minute); m != minute {
			minute = m
			n.frame(fmt.Sprintf("minute-%d", minute))
		}
	}
	n.find()
	t.Logf("finds by minute: %v", n.finds)
	for m := range max(1, int(long/time.Minute)) {
		if m >= len(n.finds) || n.finds[m] == 0 {
			t.Errorf("nothing new in minute %d: %v", m+1, n.finds)
		}
	}
}

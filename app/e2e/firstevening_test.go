package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/order"
	"manyhold/app/rig"
	"manyhold/game/grid"
	world "manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/net/patience"
)

// evening is a newcomer that plays by keys alone. The orders that it gives ask where it is and what it has:
// a person sees that.
type evening struct {
	*newcomer
	land  *world.Stage // as it was when the world was new
	avoid map[grid.Tile]bool
}

// newEvening knows the land of seed 7 around the spawn.
func newEvening(n *newcomer) *evening {
	return &evening{newcomer: n, land: world.SettlersStage(n.t, 7).Enter(1).Run(120), avoid: map[grid.Tile]bool{}}
}

// wayKeys are the keys that lead to each side.
var wayKeys = map[grid.Tile][]ebiten.Key{
	{X: 1}: {ebiten.KeyD}, {X: -1}: {ebiten.KeyA}, {Y: 1}: {ebiten.KeyS}, {Y: -1}: {ebiten.KeyW},
	{X: 1, Y: 1}: {ebiten.KeyD, ebiten.KeyS}, {X: -1, Y: 1}: {ebiten.KeyA, ebiten.KeyS}, {X: -1, Y: -1}: {ebiten.KeyA, ebiten.KeyW}, {X: 1, Y: -1}: {ebiten.KeyD, ebiten.KeyW},
}

// head holds the keys of a way for some ticks.
func (e *evening) head(way grid.Tile, ticks int) {
	for _, k := range wayKeys[way] {
		e.PressKey(k)
	}
	e.paced(ticks)
	for _, k := range wayKeys[way] {
		e.ReleaseKey(k)
	}
	e.paced(6)
}

// walkTo walks to a tile, or beside it, by keys.
func (e *evening) walkTo(to grid.Tile, near bool) {
	e.t.Helper()
	for range 80 {
		at := e.where()
		path := order.FindPath(e.land.Island, at, to, near, e.avoid)
		if len(path) == 1 {
			return
		}
		if len(path) == 0 {
			e.head(order.Steps[len(e.finds)%8], 9)
			continue
		}
		way, far := grid.Tile{X: path[1].X - at.X, Y: path[1].Y - at.Y}, 1
		for far+1 < len(path) && far < 4 && (grid.Tile{X: path[far+1].X - path[far].X, Y: path[far+1].Y - path[far].Y}) == way {
			far++
		}
		ticks := far * 13
		if way.X != 0 && way.Y != 0 {
			ticks = far * 18
		}
		if e.head(way, ticks); e.where() == at { // something is in the way: a friend, an animal, a corner
			e.head(order.Steps[(at.X+at.Y)&3], 7)
		}
	}
	e.frame("lost")
	e.t.Fatalf("no way by keys to %v, still at %v", to, e.where())
}

// has returns how many of an item the player has.
func (e *evening) has(item string) (n int) {
	e.t.Helper()
	for _, m := range regexp.MustCompile(`: (\d+) `+item+`s?(\n|$)`).FindAllStringSubmatch(e.order("inventory", 10*time.Second), -1) {
		count, _ := strconv.Atoi(m[1])
		n += count
	}
	return n
}

// goal waits until the line of the goal says something, and keeps the picture.
func (e *evening) goal(name, words string) {
	e.t.Helper()
	e.reads("evening-"+name, words, 15*time.Second)
}

// trees returns the trees around a place, the nearest first, with a free tile beside them to stand on.
func (e *evening) trees(at grid.Tile) (list []grid.Tile) {
	for dy := int32(-24); dy <= 24; dy++ {
		for dx := int32(-24); dx <= 24; dx++ {
			if _, b, _, ok := e.land.Land.TileAt(at.Add(dx, dy)); ok && (b == tile.Oak || b == tile.Pine) {
				list = append(list, at.Add(dx, dy))
			}
		}
	}
	far := func(t grid.Tile) int32 { return order.Abs(t.X-at.X) + order.Abs(t.Y-at.Y) }
	slices.SortStableFunc(list, func(a, b grid.Tile) int { return int(far(a) - far(b)) })
	return list
}

// fell fells a tree by keys and gathers what falls from it.
func (e *evening) fell(tree grid.Tile) bool {
	e.t.Helper()
	for _, side := range []grid.Tile{{Y: 1}, {X: 1}, {X: -1}, {Y: -1}} {
		stand := tree.Add(side.X, side.Y)
		if !order.Walkable(e.land.Island, stand) || order.FindPath(e.land.Island, e.where(), stand, false, e.avoid) == nil {
			continue
		}
		before := e.has("stick")
		e.walkTo(stand, false)
		e.head(grid.Tile{X: -side.X, Y: -side.Y}, 6)
		e.PressKey(ebiten.KeyJ)
		for standing, limit := true, patience.For(20*time.Second); standing && !limit.Over(); {
			e.paced(30)
			standing = strings.Contains(e.order(fmt.Sprintf("look %d %d", tree.X, tree.Y), 10*time.Second), e.named(tree))
		}
		e.ReleaseKey(ebiten.KeyJ)
		e.frame("evening-felled")
		e.paced(60)
		for _, s := range order.Steps { // what fell lies around
			if e.has("stick") >= before+4 {
				break
			}
			e.head(s, 20)
			e.head(grid.Tile{X: -s.X, Y: -s.Y}, 20)
		}
		e.avoid[tree] = true
		return e.has("stick") > before
	}
	return false
}

// named is the name of the block that stood on a tile when the world was new.
func (e *evening) named(t grid.Tile) string {
	_, b, _, _ := e.land.Land.TileAt(t)
	return b.Info().Name
}

// TestFirstEveningByKeys plays the beginning as a newcomer with nothing but a keyboard, from an empty data
// folder: a name, the hearth, embers, the first light, trees, and the bench. The line of the goal leads from
// one to the next.
func TestFirstEveningByKeys(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--seed", plainSeed, "--start", "settler")
	n := &newcomer{guest: g, node: &process{t: t, data: data, done: g.proc.done}, data: data, been: map[grid.Tile]bool{}, began: time.Now()}
	e := newEvening(n)
	e.ticks(60)
	e.press(ebiten.KeyEnter, 2) // Play
	e.reads("evening-who", "Your name", 10*time.Second)
	e.typed("Ada")
	e.press(ebiten.KeyDown, 2)
	e.press(ebiten.KeyRight, 2)
	e.press(ebiten.KeyEnter, 2) // another look
	e.ticks(30)
	e.frame("evening-look")
	e.press(ebiten.KeyUp, 2)
	e.press(ebiten.KeyEnter, 2) // Begin
	e.until("the player to be in the world", 30*time.Second, func() bool { return e.players(e.node) == 1 })
	e.pass(time.Second)
	if conf, err := os.ReadFile(filepath.Join(data, "config.toml")); err != nil || !strings.Contains(string(conf), `name = "Ada"`) || !strings.Contains(string(conf), "greet = false") {
		t.Errorf("the settings do not have the name: %v", err)
	}
	if out := e.order("who", 10*time.Second); !strings.Contains(out, "Ada") {
		t.Errorf("others see %q", out)
	}

	e.goal("hearth", "Light the hearth")
	hearth, light := e.find1(tile.Hearth), terrain.Lights(7)[0]
	e.walkTo(hearth, true)
	e.press(ebiten.KeyE, 3)
	e.goal("embers", "Take embers from the hearth")
	e.press(ebiten.KeyE, 3)
	e.goal("carry", "Carry embers to the lighthouse")
	e.walkTo(light, true)
	e.press(ebiten.KeyE, 3)
	e.goal("wood", "Fell trees: 12 sticks")
	e.frame("evening-lit")

	for _, tree := range e.trees(e.where()) {
		if e.has("stick") >= 16 {
			break
		}
		if e.fell(tree) {
			e.frame("evening-gained")
		}
	}
	e.goal("bench", "Make a bench and put it up")
	e.press(ebiten.KeyTab, 2)
	e.ticks(20)
	e.press(ebiten.KeyRight, 2)
	e.press(ebiten.KeyEnter, 2) // stations
	e.press(ebiten.KeyDown, 2)
	e.press(ebiten.KeyLeft, 2) // the first, which can be made
	e.frame("evening-crafting")
	e.press(ebiten.KeyEnter, 2)
	e.until("the bench to be made", 15*time.Second, func() bool { return e.has("bench") == 1 })
	e.press(ebiten.KeyEscape, 2)
	for slot := ebiten.KeyDigit1; slot <= ebiten.KeyDigit9; slot++ { // until it stands
		e.press(slot, 2)
		if e.reads1("Bench") {
			break
		}
	}
	for _, way := range []grid.Tile{{Y: 1}, {X: 1}, {X: -1}, {Y: -1}} {
		if e.has("bench") == 0 {
			break
		}
		e.head(way, 5)
		e.press(ebiten.KeyK, 3)
		e.paced(30)
	}
	e.goal("tool", "Make a stone pick at the bench")
	t.Logf("played in %v", time.Since(e.began).Round(time.Second))
}

// find1 returns the block of a kind that is nearest to the player.
func (e *evening) find1(b tile.Block) (best grid.Tile) {
	e.t.Helper()
	at, least := e.where(), int32(1<<30)
	for dy := int32(-20); dy <= 20; dy++ {
		for dx := int32(-20); dx <= 20; dx++ {
			if _, is, _, ok := e.land.Land.TileAt(at.Add(dx, dy)); ok && is == b && dx*dx+dy*dy < least {
				best, least = at.Add(dx, dy), dx*dx+dy*dy
			}
		}
	}
	if least == 1<<30 {
		e.t.Fatalf("no %v near %v", b, at)
	}
	return best
}

// reads1 reports whether words are on the screen now.
func (e *evening) reads1(words string) bool {
	e.ticks(6)
	return rig.Reads(e.frame("evening-slot"), wholeWindow, words, textScale)
}

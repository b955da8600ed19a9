package matches

import (
	"slices"
	"testing"

	"manyhold/app/rooms/hall"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/net/room"
	"manyhold/render"
)

// square is where gates are tested: a meadow round a board.
type square struct {
	*table
	w     *island.Island
	board grid.Tile
	g     Gates
}

func newSquare(t *testing.T) *square {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	q := &square{table: newTable(t), w: w, board: w.SpawnTile.Add(0, -4)}
	for y := int32(-8); y <= 8; y++ {
		for x := int32(-12); x <= 12; x++ {
			q.put(q.board.Add(x, y), tile.Grass, tile.NoBlock)
		}
	}
	return q
}

func (q *square) put(t grid.Tile, g tile.Ground, b tile.Block) {
	r := q.w.Land.Active(t.Region())
	r.Set(t.Index(), g, b, 0)
}

// step lets the gates see the list, and the player stand somewhere.
func (q *square) step(at fixed.Vec) string {
	q.tick()
	return q.g.Step(q.d, q.w, q.board, &at)
}

func (q *square) tiles() (list []grid.Tile) {
	for _, s := range q.g.Shown() {
		list = append(list, grid.Tile{X: s.At.X - q.board.X, Y: s.At.Y - q.board.Y})
	}
	return list
}

// TestGatesOpen: each match that is not over has a gate, as long as there are places, of a scene of its own;
// a gate stays where it is when others come and go; none stands in a wall or in the water.
func TestGatesOpen(t *testing.T) {
	q := newSquare(t)
	away := q.board.Add(0, 7).Centre()
	row := func(id, phase string) hall.Row { return hall.Row{ID: id, Title: id, Phase: phase, Seats: 8} }
	for _, c := range []struct {
		name string
		rows []hall.Row
		want []grid.Tile
	}{
		{"none", nil, nil},
		{"one in setup", []hall.Row{row("a", "setup")}, []grid.Tile{{X: -3}}},
		{"another runs", []hall.Row{row("b", "running"), row("a", "setup")}, []grid.Tile{{X: -3}, {X: 3}}},
		{"the first is over", []hall.Row{row("b", "running"), row("a", "ended")}, []grid.Tile{{X: 3}}},
		{"more than there are scenes", []hall.Row{row("c", "setup"), row("b", "running"), row("d", "setup"), row("e", "setup")}, []grid.Tile{{X: 3}, {X: -3}, {X: -6}}},
		{"all are gone", nil, nil},
	} {
		q.h.rows = c.rows
		q.step(away)
		if got := q.tiles(); !slices.Equal(got, c.want) {
			t.Errorf("%s: gates at %v, want %v", c.name, got, c.want)
		}
		seen := map[uint8]bool{}
		for _, s := range q.g.Shown() {
			if s.Scene <= render.Arena || s.Scene > render.Arena+render.Arenas || seen[s.Scene] {
				t.Errorf("%s: scene %d", c.name, s.Scene)
			}
			seen[s.Scene] = true
		}
	}
	q.put(q.board.Add(-3, 0), tile.Grass, tile.StoneWall)
	q.put(q.board.Add(3, 1), tile.DeepWater, tile.NoBlock)
	q.h.rows = []hall.Row{row("a", "setup")}
	q.step(away)
	if got := q.tiles(); !slices.Equal(got, []grid.Tile{{X: -6}}) {
		t.Errorf("beside a wall and water the gate is at %v", got)
	}
}

// TestThroughAGate: a step into a gate counts once, from outside: neither for a player at whose feet it opens
// nor for one who stands in it after a match. It leads to a seat, or to watching.
func TestThroughAGate(t *testing.T) {
	q := newSquare(t)
	foot := q.board.Add(-3, 0).Centre()
	out := foot.Add(fixed.Vec{Y: 2 * fixed.One})
	for n, c := range []struct {
		name string
		at   fixed.Vec
		want string
	}{
		{"it opens at the player's feet", foot, ""}, {"the player stays", foot, ""}, {"it walks out", out, ""}, {"and in", foot.Add(fixed.Vec{X: fixed.One / 2}), "a"},
		{"it stands there after the match", foot, ""}, {"it steps aside", foot.Add(fixed.Vec{X: fixed.One}), ""}, {"and back", foot, ""}, {"out again", out, ""}, {"in again", foot, "a"},
	} {
		if got := q.step(c.at); got != c.want {
			t.Errorf("%d, %s: %q, want %q", n, c.name, got, c.want)
		}
	}
	through := func(want string) {
		t.Helper()
		q.h.asked = nil
		q.d.Through("a")
		q.until(want, func() bool {
			q.h.mu.Lock()
			defer q.h.mu.Unlock()
			return slices.Contains(q.h.asked, want)
		})
	}
	through("join a ")
	q.h.rows[0].Phase, q.view().Phase = "running", room.Running
	q.tick()
	through("watch a")
	q.sit(0, 1, "Ada")
	q.tick()
	q.d.Away()
	if q.d.Through("a"); !q.d.Opening() {
		t.Error("a player with a seat does not go on with its match")
	}
	q.told = nil
	if q.d.Through("b"); len(q.told) != 1 {
		t.Errorf("a player of a match steps into another one, and is told %q", q.told)
	}
}

// TestPeek: the match of others is looked at only from near, only while it runs, and every few seconds.
func TestPeek(t *testing.T) {
	q := newSquare(t)
	foot := q.board.Add(-3, 0).Centre()
	shown := func() (n int) {
		q.h.mu.Lock()
		defer q.h.mu.Unlock()
		for _, w := range q.h.asked {
			if w == "show a" {
				n++
			}
		}
		return n
	}
	look := func(at fixed.Vec, far bool) {
		q.step(at)
		q.g.Look(nil, q.d, at, far, nil)
	}
	away := foot.Add(fixed.Vec{Y: 9 * fixed.One})
	for range 5 {
		look(foot, false) // in setup there is nothing to be seen
	}
	q.h.rows[0].Phase = "running"
	for range 5 {
		look(away, false)
	}
	if n := shown(); n > 0 {
		t.Errorf("asked %d times", n)
	}
	look(away, true)
	q.until("the look", func() bool { return shown() == 1 })
	for range peekEvery / 2 {
		look(foot, false)
	}
	if n := shown(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	for range peekEvery {
		look(foot, false)
	}
	q.until("another look", func() bool { return shown() == 2 })
	q.view().Viewers = []room.Viewer{{Key: room.Key{1}, Name: "Ada"}}
	for range 2 * peekEvery {
		look(foot, false)
	}
	if n := shown(); n != 2 {
		t.Errorf("a room in which the player takes part is asked %d times", n)
	}
}

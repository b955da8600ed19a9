package order

import (
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/tile"
	"manyhold/net/host/notice"
)

const (
	// PathReach is how far from the start a path may lead, in tiles each way.
	PathReach = 48
	// legPatience is how long one leg of a path may take before it is planned again.
	legPatience = game.TicksPerSecond
	// replans is how often a path is planned again before the walk is given up.
	replans = 6
)

// FindPath returns the tiles from a to b, both included, by breadth-first search over the tiles that can
// be walked on, diagonals only where both sides are free; nil when b cannot be reached within PathReach.
// With near set, a tile beside b will do. Tiles of avoid are not walked on, but for b.
func FindPath(w *island.Island, a, b grid.Tile, near bool, avoid map[grid.Tile]bool) []grid.Tile {
	const side = 2*PathReach + 1
	var from [side * side]int16 // 1 + direction that led here; 0: not seen
	at := func(t grid.Tile) int {
		x, y := t.X-a.X+PathReach, t.Y-a.Y+PathReach
		if x < 0 || y < 0 || x >= side || y >= side {
			return -1
		}
		return int(y)*side + int(x)
	}
	from[at(a)] = 9
	queue := []grid.Tile{a}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t == b || near && Abs(t.X-b.X) <= 1 && Abs(t.Y-b.Y) <= 1 {
			return trace(from[:], at, a, t)
		}
		for d, s := range Steps {
			n := t.Add(s.X, s.Y)
			i := at(n)
			if i < 0 || from[i] != 0 || !Walkable(w, n) || avoid[n] && n != b {
				continue
			}
			if s.X != 0 && s.Y != 0 && (!Walkable(w, t.Add(s.X, 0)) || !Walkable(w, t.Add(0, s.Y))) {
				continue
			}
			from[i] = int16(d) + 1
			queue = append(queue, n)
		}
	}
	return nil
}

// Steps are the eight directions, straight ones first so that paths are not needlessly crooked.
var Steps = [8]grid.Tile{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: -1}, {X: 1, Y: -1}}

func trace(from []int16, at func(grid.Tile) int, a, t grid.Tile) []grid.Tile {
	path := []grid.Tile{t}
	for t != a {
		s := Steps[from[at(t)]-1]
		t = t.Add(-s.X, -s.Y)
		path = append(path, t)
	}
	slices.Reverse(path)
	return path
}

// Walkable says whether a figure can stand on t.
func Walkable(w *island.Island, t grid.Tile) bool {
	g, b, state, ok := w.TileAt(t)
	return ok && !tile.Solid(b, state) && !g.Info().Solid && g != tile.DeepWater
}

// bodiesInTheWay returns the tiles with crates and balls. People block nobody: they walk through one another.
func bodiesInTheWay(h *Actor) map[grid.Tile]bool {
	out := map[grid.Tile]bool{}
	me := h.Body()
	bodies := h.World.Space.Bodies()
	for i := range bodies {
		if b := &bodies[i]; b.ID != me.Other && (b.Kind == entity.Crate || b.Kind == entity.Ball) {
			out[grid.TileAt(b.Pos)] = true
		}
	}
	return out
}

func Abs(n int32) int32 { return max(n, -n) }

// WalkTo goes to a tile, round obstacles.
type WalkTo struct {
	Goal  grid.Tile
	Near  bool // beside the goal is enough
	path  []grid.Tile
	leg   game.Tick // when the present leg began
	Tries int
	dir   fixed.SVec
	stop  *issueCommand
}

func (w *WalkTo) Step(h *Actor) (bool, string, error) {
	pos, ok := h.place()
	if !ok {
		return true, "", notice.New("order_outside")
	}
	if w.stop != nil {
		done, _, err := w.stop.Step(h)
		return done, "at " + Words(h), err
	}
	if w.path == nil || h.World.Clock > w.leg+legPatience {
		if w.Tries++; w.Tries > replans {
			w.halt(h)
			return true, "", fmt.Errorf("cannot reach %d %d; stopped at %s", w.Goal.X, w.Goal.Y, Words(h))
		}
		w.path = nil
		if w.Tries > 1 { // a crate stands there
			w.path = FindPath(h.World, grid.TileAt(pos), w.Goal, w.Near, bodiesInTheWay(h))
		}
		if w.path == nil { // where there is no way round, it is pushed
			w.path = FindPath(h.World, grid.TileAt(pos), w.Goal, w.Near, nil)
		}
		if w.path == nil {
			w.halt(h)
			return true, "", fmt.Errorf("no path to %d %d from %s", w.Goal.X, w.Goal.Y, Words(h))
		}
		w.leg = h.World.Clock
	}
	for len(w.path) > 0 && near(pos, w.path[0].Centre()) {
		w.path, w.leg = w.path[1:], h.World.Clock
	}
	if len(w.path) == 0 {
		w.stop = &issueCommand{cmd: command.Command{Kind: command.Move, Face: facing(w.dir)}}
		return w.Step(h)
	}
	w.head(h, pos, w.path[0].Centre())
	return false, "", nil
}

// head turns the figure toward a place, with a command only when the direction changes.
func (w *WalkTo) head(h *Actor, pos, to fixed.Vec) {
	dir := fixed.SVec{X: sign(to.X - pos.X), Y: sign(to.Y - pos.Y)}
	if dir.X != 0 && dir.Y != 0 {
		dir.X, dir.Y = dir.X.Mul(46341), dir.Y.Mul(46341) // 1/√2
	}
	if dir != w.dir {
		w.dir = dir
		h.Issue(command.Command{Kind: command.Move, Dir: dir, Face: facing(dir)})
	}
}

// halt lets the figure stand still without waiting for the answer.
func (w *WalkTo) halt(h *Actor) {
	h.Issue(command.Command{Kind: command.Move, Face: facing(w.dir)})
}

// close enough to the middle of a tile to turn to the next, in tiles.
const arrival = fixed.One / 4

func near(a, b fixed.Vec) bool {
	return max(a.X-b.X, b.X-a.X) < arrival && max(a.Y-b.Y, b.Y-a.Y) < arrival
}

// sign returns the direction of a difference, zero when it is too small to walk for.
func sign(d fixed.Q) fixed.S {
	switch {
	case d > arrival/2:
		return fixed.One
	case d < -arrival/2:
		return -fixed.One
	}
	return 0
}

package terrain

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// walks reports whether one walks from a tile to another: it tries the tiles that are nearest to the goal
// first.
func (w *land) walks(from, to grid.Tile) bool {
	far := func(t grid.Tile) int32 { return magnitude(t.X-to.X) + magnitude(t.Y-to.Y) }
	const most = 1200
	var tries [most][]grid.Tile // by their distance
	seen := map[grid.Tile]bool{from: true}
	tries[far(from)] = []grid.Tile{from}
	for d := far(from); d < most; {
		n := len(tries[d])
		if n == 0 {
			d++
			continue
		}
		here := tries[d][n-1]
		tries[d] = tries[d][:n-1]
		if here == to {
			return true
		}
		for _, s := range [4]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
			next := here.Add(s.X, s.Y)
			if v := far(next); !seen[next] && v < most && w.walkable(next) {
				seen[next] = true
				tries[v] = append(tries[v], next)
				d = min(d, v)
			}
		}
	}
	return false
}

// litLand is a world with the layer Stocked whose regions are made at their first use.
func litLand(seed uint64) *land {
	w := newLand(seed)
	w.layer = Stocked
	return w
}

// TestLightsAreReached: in every world the grounds of all nine lighthouses, and a hearth there, are reached
// on foot from the spawn, without digging and without a bridge.
func TestLightsAreReached(t *testing.T) {
	for seed := range uint64(24) {
		w, lights := litLand(seed), Lights(seed)
		spawn := Spawn(seed)
		for n, at := range lights {
			if _, b := w.at(at); b != tile.Beacon {
				t.Fatalf("world %d: light %d is %s", seed, n, b)
			}
			if n > 0 && !w.walks(spawn, at.Add(0, LightReach-1)) {
				t.Errorf("world %d: one cannot walk to light %d at %v", seed, n, at)
			}
			hearth := at.Add(HearthEast, HearthSouth)
			if _, b := w.at(hearth); n > 0 && Puzzle(n) != OfCart && (b != tile.Hearth || !w.walks(at.Add(0, LightReach-1), hearth.Add(0, 1))) {
				t.Errorf("world %d: at the hearth of light %d stands %s", seed, n, b)
			}
		}
	}
}

// TestLightsStandApart: the distances grow, lighthouses never overlap, and each has its name and its chest.
func TestLightsStandApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		lights, spawn := Lights(seed), Spawn(seed)
		if lights[0] != Lighthouse(seed) {
			t.Fatalf("the first is %v, that of the home %v", lights[0], Lighthouse(seed))
		}
		for n, at := range lights {
			dx, dy := at.X-spawn.X, at.Y-spawn.Y
			far := lightDistances[n]
			if d := dx*dx + dy*dy; n > 0 && (d > far*far || d < (far-2)*(far-2)) {
				t.Errorf("light %d is %d %d from the spawn", n, dx, dy)
			}
			for m, o := range lights[:n] {
				if magnitude(at.X-o.X) <= LightReach && magnitude(at.Y-o.Y) <= LightReach {
					t.Errorf("lights %d and %d are at %v and %v", m, n, o, at)
				}
			}
			named := 0
			for _, l := range Places(seed, at.Region()) {
				if l.Tile == at && l.Kind == Tower && l.Name == LightName(seed, n) && l.Name.Form != NoName {
					named++
				}
			}
			if trove, ok := TroveAt(seed, at.Add(-2, 0)); named != 1 || !ok || trove.Of != at {
				t.Errorf("light %d has %d names and the chest %v %+v", n, named, ok, trove)
			}
		}
	})
}

// TestLightsAreLocked: as they are found, nobody gets to the lantern of a puzzle on dry feet, also who digs
// all that can be dug. A shaft is open to those who climb.
func TestLightsAreLocked(t *testing.T) {
	for seed := range uint64(24) {
		w, lights := litLand(seed), Lights(seed)
		for n := 1; n < LightCount; n++ {
			at := lights[n]
			if Puzzle(n) == OfClimb {
				continue
			}
			dry := func(here grid.Tile) bool {
				g, b := w.at(here)
				return !g.Info().Liquid && (!tile.Solid(b, 0) || b.Info().DigTicks > 0) && (b != tile.Rail || g != tile.DeepWater)
			}
			seen, list := map[grid.Tile]bool{}, []grid.Tile{at.Add(0, LightReach-1)}
			for len(list) > 0 {
				here := list[0]
				list = list[1:]
				for _, d := range [4]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
					next := here.Add(d.X, d.Y)
					if !seen[next] && magnitude(next.X-at.X) <= LightReach && magnitude(next.Y-at.Y) <= LightReach && dry(next) {
						seen[next] = true
						list = append(list, next)
					}
				}
			}
			for here := range seen {
				if dx, dy := here.X-at.X, here.Y-at.Y; dx*dx+dy*dy <= 12 {
					t.Fatalf("world %d: one comes to %d %d of light %d", seed, dx, dy, n)
				}
			}
		}
	}
}

package terrain

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// furnished is a world with the layer Furnished.
func furnished(seed uint64) *land {
	w := newLand(seed)
	for y := int32(-2); y <= 1; y++ {
		for x := int32(-2); x <= 1; x++ {
			Build(seed, grid.Region{X: x, Y: y}, Furnished, w.region(grid.Region{X: x, Y: y}))
		}
	}
	return w
}

// TestLighthouseOfHome: in every world a dark lighthouse stands on the first screen of 27 by 15 tiles. Its
// lantern can be reached from the spawn, and hearth and names are still there.
func TestLighthouseOfHome(t *testing.T) {
	for seed := range uint64(200) {
		w, spawn, at := furnished(seed), Spawn(seed), Lighthouse(seed)
		if dx, dy := magnitude(at.X-spawn.X), magnitude(at.Y-spawn.Y); dx > 13 || dy > 7 {
			t.Errorf("world %d: the lighthouse is at %d, %d from the spawn", seed, dx, dy)
		}
		r := w.region(at.Region())
		if r.Block[at.Index()] != tile.Beacon || r.State[at.Index()] != 0 {
			t.Fatalf("world %d: %s stands at %v", seed, r.Block[at.Index()], at)
		}
		seen, list := map[grid.Tile]bool{spawn: true}, []grid.Tile{spawn}
		reached := false
		for len(list) > 0 && !reached {
			here := list[0]
			list = list[1:]
			for _, d := range [4]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
				n := here.Add(d.X, d.Y)
				reached = reached || n == at
				if !seen[n] && w.walkable(n) && magnitude(n.X-spawn.X) < 25 && magnitude(n.Y-spawn.Y) < 25 {
					seen[n] = true
					list = append(list, n)
				}
			}
		}
		if !reached {
			t.Errorf("world %d: one cannot walk from %v to the lighthouse at %v", seed, spawn, at)
		}
		h := homeOf(seed)
		if _, b := w.at(spawn.Add(h.hearthX, h.hearthY)); b != tile.Hearth || !w.walkable(spawn) {
			t.Errorf("world %d: at the hearth stands %s", seed, b)
		}
		named := false
		for _, l := range Places(seed, at.Region()) {
			named = named || l.Tile == at && l.Kind == Tower && l.Name.Form != NoName
		}
		if !named {
			t.Errorf("world %d: the lighthouse has no name", seed)
		}
	}
}

// TestSmallLandmarks: each stands at its place from Places, with a name and a kind of its own, outside
// great ones, and every kind is frequent enough.
func TestSmallLandmarks(t *testing.T) {
	var kinds [LandmarkKindCount]int
	total := 0
	for seed := range uint64(2) {
		for y := range int32(12) {
			for x := range int32(12) {
				r := grid.Region{X: x + 3, Y: y + 3}
				great := map[grid.Tile]bool{}
				for _, l := range Landmarks(seed, r) {
					great[l.Tile] = true
				}
				var before, after tile.Region
				Generate(seed, r, &before)
				Build(seed, r, Furnished, &after)
				for _, l := range Places(seed, r) {
					if great[l.Tile] {
						if k := l.Tile.Index(); l.Kind == Tower && after.Block[k] != tile.Lamp {
							t.Errorf("world %d: the tower at %v has no lamp", seed, l.Tile)
						}
						for g := range great {
							if g != l.Tile && magnitude(g.X-l.Tile.X) < 2*landmarkReach && magnitude(g.Y-l.Tile.Y) < 2*landmarkReach {
								t.Errorf("world %d: two landmarks at %v", seed, g)
							}
						}
						continue
					}
					for g := range great {
						if magnitude(g.X-l.Tile.X) < oddApart && magnitude(g.Y-l.Tile.Y) < oddApart {
							t.Errorf("world %d: %s at %v is in the landmark at %v", seed, l.Kind, l.Tile, g)
						}
					}
					if l.Kind < Cairn || l.Kind >= LandmarkKindCount || l.Name.Form == NoName || l.Tile.Region() != r {
						t.Fatalf("world %d: %+v", seed, l)
					}
					changed := false
					around(l.Tile, oddReach, func(o grid.Tile, dx, dy int32) {
						k := o.Index()
						changed = changed || o.Region() == r && (before.Block[k] != after.Block[k] || before.Ground[k] != after.Ground[k])
					})
					if !changed {
						t.Errorf("world %d: nothing was built for %+v", seed, l)
					}
					kinds[l.Kind]++
					total++
				}
			}
		}
	}
	t.Logf("%d small landmarks, kinds %v", total, kinds)
	for k := Cairn; k < LandmarkKindCount; k++ {
		if kinds[k]*20 < total {
			t.Errorf("%s: %d of %d", k, kinds[k], total)
		}
	}
}

package terrain

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestSpawn checks the guarantees of Spawn in any world.
func TestSpawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		w, at := newLand(seed), Spawn(seed)
		if g, b := w.at(at); g != tile.Grass || b != tile.NoBlock {
			t.Fatalf("the spawn %v is ground %d with block %d", at, g, b)
		}
		var water, trees, hearths, blocked int
		around(at, 40, func(p grid.Tile, dx, dy int32) {
			g, b := w.at(p)
			d := dx*dx + dy*dy
			if (g == tile.Water || g == tile.DeepWater) && d <= 30*30 {
				water++
			}
			if b == tile.Oak || b == tile.Pine {
				trees++
			}
			if b == tile.Hearth && d <= 4*4 {
				hearths++
				if _, _, state := w.full(p); state&tile.StateBit0 != 0 {
					t.Fatalf("the hearth of world %d burns", seed)
				}
			}
			if d <= 4*4 && b != tile.Hearth && b != tile.Stump && tile.Solid(b, 0) {
				blocked++
			}
		})
		if water < 40 || trees < 40 || hearths != 1 || blocked != 0 {
			t.Fatalf("world %d: near the spawn %d tiles of water, %d trees, %d hearths, %d obstacles", seed, water, trees, hearths, blocked)
		}
	})
}

// TestSpawnReaches walks from the spawn: a large dry land can be reached without swimming.
func TestSpawnReaches(t *testing.T) {
	const (
		enough = 10000 // tiles
		far    = 100   // tiles from the spawn, along an axis
	)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		w, at := newLand(seed), Spawn(seed)
		reached, furthest := w.walk(at, enough)
		if reached < enough || furthest < far/2 {
			t.Fatalf("world %d: from the spawn one reaches %d tiles, up to %d tiles away", seed, reached, furthest)
		}
	})
}

// walk counts the dry tiles that can be reached from a place through dry and shallow ones, up to enough.
func (l *land) walk(from grid.Tile, enough int) (dry int, furthest int32) {
	seen := map[grid.Tile]bool{from: true}
	for queue := []grid.Tile{from}; len(queue) > 0 && dry < enough; queue = queue[1:] {
		at := queue[0]
		if g, _ := l.at(at); g != tile.Water {
			dry++
			furthest = max(furthest, magnitude(at.X-from.X), magnitude(at.Y-from.Y))
		}
		for _, next := range [4]grid.Tile{at.Add(1, 0), at.Add(-1, 0), at.Add(0, 1), at.Add(0, -1)} {
			if !seen[next] && l.walkable(next) {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return dry, furthest
}

func (l *land) full(t grid.Tile) (tile.Ground, tile.Block, uint8) {
	r, i := l.region(t.Region()), t.Index()
	return r.Ground[i], r.Block[i], r.State[i]
}

// TestLandmarks walks over worlds: a landmark is within reach of most land, no two have the same place, and
// each stands where Generate builds it.
func TestLandmarks(t *testing.T) {
	const side = 24 // regions
	var kinds [LandmarkKindCount]int
	squares, total := map[grid.Tile]int{}, 0
	names := map[Name]bool{}
	for seed := range uint64(3) {
		w := newLand(seed)
		for y := range int32(side) {
			for x := range int32(side) {
				r := grid.Region{X: x, Y: y}
				for _, l := range Landmarks(seed, r) {
					if l.Tile.Region() != r || l.Name.Form == NoName || l.Kind == NoLandmark || l.Kind >= LandmarkKindCount {
						t.Fatalf("region %v of world %d: %+v", r, seed, l)
					}
					kinds[l.Kind]++
					total++
					names[l.Name] = true
					square := grid.Tile{X: floorDiv(l.Tile.X, LandmarkSpacing), Y: floorDiv(l.Tile.Y, LandmarkSpacing)}
					if squares[square]++; squares[square] > int(seed)+1 {
						t.Fatalf("two landmarks in the square of %+v", l)
					}
					if !w.built(l) {
						t.Errorf("world %d: nothing stands at %+v", seed, l)
					}
				}
			}
		}
	}
	possible := 3 * side * side * grid.RegionTiles / (LandmarkSpacing * LandmarkSpacing)
	t.Logf("%d landmarks of %d squares, %d names, kinds %v", total, possible, len(names), kinds)
	if total*100 < possible*55 {
		t.Errorf("only %d landmarks in %d squares", total, possible)
	}
	for k, n := range kinds {
		if k := LandmarkKind(k); k != NoLandmark && k <= Tower && n*50 < total {
			t.Errorf("%v: %d of %d landmarks", LandmarkKind(k), n, total)
		}
	}
}

// built reports whether the mark of the kind stands at or near its tile.
func (l *land) built(m Landmark) bool {
	want := [LandmarkKindCount]tile.Block{Ruin: tile.RuinWall, StoneCircle: tile.StandingStone, Grove: tile.StandingStone,
		Wreck: tile.WoodWall, HotSpring: tile.Boulder, OldHearth: tile.Hearth, Tower: tile.Lamp}[m.Kind]
	found := false
	around(m.Tile, landmarkReach, func(t grid.Tile, _, _ int32) {
		_, b := l.at(t)
		found = found || b == want
	})
	return found
}

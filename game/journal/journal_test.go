package journal

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// land is an untouched world that makes its regions at the first query.
type land struct {
	seed    uint64
	regions map[grid.Region]*tile.Region
}

func (l *land) TileAt(t grid.Tile) (tile.Ground, tile.Block, uint8, bool) {
	r := l.regions[t.Region()]
	if r == nil {
		r = new(tile.Region)
		terrain.Build(l.seed, t.Region(), terrain.Furnished, r)
		l.regions[t.Region()] = r
	}
	k := t.Index()
	return r.Ground[k], r.Block[k], r.State[k], true
}

// every lists all finds but places.
func every() (all []Find) {
	for p := Countries; p < PageCount; p++ {
		for n := range 256 {
			if p.HasTile() {
				continue
			}
			if f := (Find{Page: p, Number: uint8(n)}); f.Valid() {
				all = append(all, f)
			}
		}
	}
	return all
}

// TestLinesComeBack: a written line is read as the same find, and any other line is refused.
func TestLinesComeBack(t *testing.T) {
	all := every()
	if len(all) < 30 {
		t.Fatalf("only %d kinds of things to find", len(all))
	}
	for _, f := range append(all, Find{Page: Places, Number: uint8(terrain.Tower), Tile: grid.Tile{X: -40, Y: 1 << 24}}, Find{Page: Lights, Number: 1, Tile: grid.Tile{X: 5}},
		Find{Page: Hoards, Number: uint8(terrain.Boat), Tile: grid.Tile{X: 5, Y: -3}}) {
		line := strings.TrimSuffix(string(Append(nil, f)), "\n")
		if got, ok := Parse(line); !ok || got != f {
			t.Errorf("%q is read as %v, %v; want %v", line, got, ok, f)
		}
	}
	for _, line := range []string{"", "1", "1 1", "1 0 3 4", "2 0 3 4", "3 0", "9 1", "2 1 ", "2 01", "2 -1", "1 1 3 x", "1 1 3 9999999999", "6 0", "2 300"} {
		if f, ok := Parse(line); ok {
			t.Errorf("%q is read as %v", line, f)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("1 7 -40 33")
	f.Add("3 5")
	f.Fuzz(func(t *testing.T, line string) {
		if got, ok := Parse(line); ok && string(Append(nil, got)) != line+"\n" {
			t.Errorf("%q is read as %v", line, got)
		}
	})
}

// TestLookFindsWhatIsNear: a player finds exactly the landmarks within reach and the blocks beside them.
func TestLookFindsWhatIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64Range(0, 3).Draw(t, "seed")
		scene := rapid.Uint8Range(0, 3).Draw(t, "scene")
		world := &land{seed, map[grid.Region]*tile.Region{}}
		at := grid.Tile{X: rapid.Int32Range(-150, 150).Draw(t, "x"), Y: rapid.Int32Range(-150, 150).Draw(t, "y")}
		atlas := Atlas{Seed: func(s uint8) uint64 {
			if s == scene {
				return seed
			}
			return 99
		}}
		found := map[Find]bool{}
		for _, f := range atlas.Look(nil, shifted{world, scene}, at.InScene(scene), game.Tick(rapid.Uint32().Draw(t, "tick"))) {
			if !f.Valid() {
				t.Fatalf("%v is no find", f)
			}
			found[f] = true
		}
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				r := at.Region()
				for _, l := range terrain.Places(seed, grid.Region{X: r.X + dx, Y: r.Y + dy}) {
					if want := near(l.Tile, at, PlaceReach); found[OfPlace(l, scene)] != want {
						t.Fatalf("%s at %v, seen from %v: %v", l.Name, l.Tile, at, !want)
					}
				}
			}
		}
		for b := range tile.BlockCount {
			f, ok := OfBlock(b)
			if !ok {
				continue
			}
			beside := false
			for dy := int32(-Reach); dy <= Reach; dy++ {
				for dx := int32(-Reach); dx <= Reach; dx++ {
					_, o, _, _ := world.TileAt(at.Add(dx, dy))
					beside = beside || o == b
				}
			}
			if found[f] != beside {
				t.Fatalf("%s beside %v: %v", b, at, beside)
			}
		}
	})
}

// shifted is a land as it lies in a scene.
type shifted struct {
	*land
	scene uint8
}

func (s shifted) TileAt(t grid.Tile) (tile.Ground, tile.Block, uint8, bool) {
	return s.land.TileAt(t.Add(-int32(s.scene)*grid.SceneSide*grid.RegionSide, 0))
}

package chart

import (
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// chartOf opens a file with a text as the map of a world, and returns its path.
func chartOf(t *testing.T, text string) (*Chart, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.map")
	if text != "" {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := new(Chart)
	if err := c.Open(path, 7); err != nil {
		t.Fatal(err)
	}
	return c, path
}

// TestBadLinesArePassedOver: of a damaged file, of another one, and of one from another world, all that can
// be read is taken and nothing else.
func TestBadLinesArePassedOver(t *testing.T) {
	const good = "seen 0 0 ff\npin 3 4 2\nsign 5 6 4\n"
	for _, c := range []struct {
		name, text          string
		regions, pins, ways int
	}{
		{"no file", "", 0, 0, 0},
		{"an empty file", "\n", 0, 0, 0},
		{"another file", "1 7 -40 33\n" + good, 0, 0, 0},
		{"a later version", "manyhold map 2\n" + good, 0, 0, 0},
		{"all is well", header + "\n" + good, 1, 1, 1},
		{"cut short", header + "\n" + good + "pin 9 ", 1, 1, 1},
		{"unknown lines", header + "\nsaw 0 0 ff\n" + good + "\n\x00\xff\npin\n", 1, 1, 1},
		{"far outside", header + "\nseen 16777216 0 ff\nseen 0 -16777217 ff\npin 1073741825 0 1\npin 99999999999 0 1\n", 0, 0, 0},
		{"no such sign", header + "\npin 1 1 0\npin 1 1 7\npin 1 1 -1\nsign 1 1 1\nsign 1 1 99\nsign 1 1 300\n", 0, 0, 0},
		{"nothing seen", header + "\nseen 3 3 0\nseen 3 3 -1\nseen 3 3 10000000000000000\n", 0, 0, 0},
		{"a pin twice", header + "\npin 1 1 1\npin 1 1 2\n", 0, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := chartOf(t, c.text)
			if len(m.seen) != c.regions || len(m.pins) != c.pins || len(m.stands) != c.ways {
				t.Errorf("%d regions, %d pins, %d signs", len(m.seen), len(m.pins), len(m.stands))
			}
		})
	}
}

// TestTooManyPins: the map takes so many and no more, from the hand as from the file; those there can change
// and go, and then there is room.
func TestTooManyPins(t *testing.T) {
	text := header + "\n"
	for n := range 3 * model.MostPins {
		text += fmt.Sprintf("pin %d 0 1\n", n)
	}
	c, _ := chartOf(t, text)
	if len(c.pins) != model.MostPins {
		t.Fatalf("%d pins are taken from the file", len(c.pins))
	}
	for _, row := range []struct {
		at   grid.Tile
		sign uint8
		ok   bool
		left int
	}{
		{grid.Tile{Y: 5}, 1, false, model.MostPins}, {grid.Tile{X: 3}, entity.PinSigns, true, model.MostPins}, {grid.Tile{X: 3}, entity.PinSigns + 1, false, model.MostPins},
		{grid.Tile{Y: 5}, 0, false, model.MostPins}, {grid.Tile{X: 3}, 0, true, model.MostPins - 1}, {grid.Tile{Y: 5}, 1, true, model.MostPins},
		{grid.Tile{X: 4}, 0, true, model.MostPins - 1}, {grid.Tile{X: command.MaxCoordinate + 1}, 1, false, model.MostPins - 1},
	} {
		if ok := c.SetPin(row.at, row.sign); ok != row.ok || len(c.pins) != row.left {
			t.Errorf("%v, sign %d: %v, %d pins", row.at, row.sign, ok, len(c.pins))
		}
	}
}

// TestMapIsKept: whatever was seen and pinned is there again after a restart.
func TestMapIsKept(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, path := chartOf(t, "")
		at := func() grid.Tile {
			return grid.Tile{X: rapid.Int32Range(-300, 300).Draw(rt, "x"), Y: rapid.Int32Range(-300, 300).Draw(rt, "y")}.InScene(uint8(rapid.IntRange(0, 1).Draw(rt, "scene")))
		}
		for range rapid.IntRange(1, 12).Draw(rt, "n") {
			switch rapid.IntRange(0, 2).Draw(rt, "what") {
			case 0:
				c.Uncover(at(), rapid.Int32Range(0, 140).Draw(rt, "reach"))
			case 1:
				c.SetPin(at(), uint8(rapid.IntRange(0, 7).Draw(rt, "sign")))
			default:
				c.stand(at(), []model.SignKind{model.HearthSign, model.PortalSign, model.VaultSign}[rapid.IntRange(0, 2).Draw(rt, "kind")])
			}
		}
		c.Save(func(err error) { rt.Error(err) })
		c.Wait()
		var again Chart
		if err := again.Open(path, 7); err != nil {
			rt.Fatal(err)
		}
		if len(again.seen) != len(c.seen) || !slices.Equal(again.pins, c.pins) || len(again.stands) != len(c.stands) {
			rt.Fatalf("%d of %d regions, pins %v of %v, %d of %d signs", len(again.seen), len(c.seen), again.pins, c.pins, len(again.stands), len(c.stands))
		}
		for r, mask := range c.seen {
			if again.seen[r] != mask {
				rt.Fatalf("region %v: %x, not %x", r, again.seen[r], mask)
			}
		}
	})
}

// TestUncover: exactly the cells are seen whose middle is within reach, and the rectangle around all has
// them.
func TestUncover(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, _ := chartOf(t, "")
		at, reach := grid.Tile{X: rapid.Int32Range(-500, 500).Draw(rt, "x"), Y: rapid.Int32Range(-500, 500).Draw(rt, "y")}, rapid.Int32Range(8, 150).Draw(rt, "reach")
		c.Uncover(at, reach)
		if !c.Knows(at) {
			rt.Fatal("the place itself was not seen")
		}
		cells, box := 0, c.bounds[0]
		for r, mask := range c.seen {
			cells += bits.OnesCount64(mask)
			if r.Tile(0).X > box.most.X || r.Tile(0).Y > box.most.Y {
				rt.Fatalf("%v is beyond %v", r, box.most)
			}
		}
		for dy := -reach - 20; dy <= reach+20; dy += 3 {
			for dx := -reach - 20; dx <= reach+20; dx += 3 {
				p := at.Add(dx, dy)
				mx, my := int64(p.X&^7+4-at.X), int64(p.Y&^7+4-at.Y)
				if want := mx*mx+my*my <= int64(reach)*int64(reach); c.Knows(p) != want {
					rt.Fatalf("%v from %v with reach %d: %v", p, at, reach, !want)
				}
				if c.Knows(p) && (p.X < box.least.X || p.Y < box.least.Y || p.X > box.most.X || p.Y > box.most.Y) {
					rt.Fatalf("%v was seen and is not between %v and %v", p, box.least, box.most)
				}
			}
		}
	})
}

// TestLandsBehindPortals: the land of each scene has a rectangle of its own, so that the map of one does not
// lead to another.
func TestLandsBehindPortals(t *testing.T) {
	c, _ := chartOf(t, "")
	at := grid.Tile{X: 40, Y: -20}
	c.Uncover(at, 20)
	c.Uncover(at.InScene(2), 20)
	for scene := range uint8(4) {
		b := c.bounds[scene]
		if seen := b.least != b.most; seen != (scene == 0 || scene == 2) {
			t.Errorf("scene %d: %+v", scene, b)
		} else if here := at.InScene(scene); seen && (b.least.X > here.X || b.most.X < here.X || b.most.X-b.least.X > 60) {
			t.Errorf("scene %d: %+v is not around %v", scene, b, here)
		}
	}
}

// TestFogIsBounded: a player who sees more land than the map has room for sees no more, and nothing breaks.
func TestFogIsBounded(t *testing.T) {
	c, _ := chartOf(t, "")
	for n := range int32(mostRegions + 50) {
		c.see(grid.Region{X: n % 400, Y: n / 400}, 1)
	}
	if len(c.seen) != mostRegions {
		t.Errorf("%d regions", len(c.seen))
	}
	c.see(grid.Region{}, 3)
	if c.Seen(grid.Region{}) != 3 {
		t.Error("a region that is known shows no more")
	}
}

// TestLightsShowTheLand: a walker sees what is near; when a light burns, all within its reach is seen, by
// everybody, and stays so when it is dim.
func TestLightsShowTheLand(t *testing.T) {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	c, _ := chartOf(t, "")
	fail := func(err error) { t.Error(err) }
	light := terrain.Lights(7)[6]
	c.Walk(&w.State, w.SpawnTile, fail)
	if !c.Knows(w.SpawnTile.Add(16, 0)) || c.Knows(w.SpawnTile.Add(40, 0)) || c.Knows(light) {
		t.Error("a walker sees too little, or too much")
	}
	if c.Reveal(light.Region()) != nil {
		t.Error("land shows that was not seen")
	}
	w.Lights.Light(6, lights.Entry{At: light})
	c.Walk(&w.State, w.SpawnTile, fail)
	for _, d := range []grid.Tile{{}, {X: 100}, {Y: -110}, {X: -80, Y: 80}} {
		if at := light.Add(d.X, d.Y); !c.Knows(at) || !w.Lights.Reach(at, w.Clock) {
			t.Errorf("%v beside the light does not show", d)
		}
	}
	if c.Knows(light.Add(140, 0)) || c.Knows(light.Add(110, 110)) {
		t.Error("more shows than is within reach")
	}
	if r := c.Reveal(light.Region()); r == nil || r != c.Reveal(light.Region()) {
		t.Error("the land of the light is not there")
	}
	for n := range int32(4 * mostLands) {
		c.Reveal(grid.Region{X: light.Region().X + n%3 - 1, Y: light.Region().Y + n/3%3 - 1})
		if len(c.lands.list) > mostLands {
			t.Fatal("too much land is kept")
		}
	}
	if h := c.stands[w.SpawnTile]; h != model.NoSign && h != model.HearthSign {
		t.Errorf("at the spawn stands %d", h)
	}
	if !slices.Contains(slices.Collect(func(yield func(model.SignKind) bool) {
		for n := 0; n < 9; n++ {
			c.Walk(&w.State, w.SpawnTile, fail)
		}
		for _, at := range c.standing() {
			if !yield(c.stands[at]) {
				return
			}
		}
	}), model.HearthSign) {
		t.Error("the hearth of home is not on the map")
	}
}

// TestAreas: land that was seen has the names of its biomes, at places that were seen and are of that biome.
func TestAreas(t *testing.T) {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	c, _ := chartOf(t, "")
	c.Uncover(w.SpawnTile, 150)
	for range 40 {
		c.name()
	}
	if len(c.areas.list) == 0 || len(c.areas.list) > mostAreas {
		t.Fatalf("%d areas", len(c.areas.list))
	}
	for _, a := range c.areas.list {
		if b := terrain.BiomeAt(world.SceneSeed(7, 0), a.at); b != a.biome || a.size < leastArea || nameless[b] {
			t.Errorf("at %v is %v, not %v of size %d", a.at, b, a.biome, a.size)
		}
		if !c.Knows(a.at) && !c.Knows(a.at.Add(-4, -4)) {
			t.Errorf("%v was not seen", a.at)
		}
	}
}

// field is land as a picture: a wall is #, a path =, meadow . and fog ?.
func field(rows []string) func(grid.Tile) int {
	return func(t grid.Tile) int {
		if t.Y < 0 || int(t.Y) >= len(rows) || t.X < 0 || int(t.X) >= len(rows[t.Y]) {
			return 0
		}
		return map[byte]int{'#': 0, '=': 5, '.': 14, '?': fogCost}[rows[t.Y][t.X]]
	}
}

// TestWay: the way is straight where it can be, leads around walls, takes a path where that is shorter in
// time, goes straight through fog, and is a line where there is none.
func TestWay(t *testing.T) {
	for _, c := range []struct {
		name  string
		rows  []string
		to    grid.Tile
		far   int
		turns int
		has   grid.Tile // a tile of the way
	}{
		{"straight", []string{"........"}, grid.Tile{X: 7}, 7, 2, grid.Tile{X: 7}},
		{"aslant", []string{"........", "........", "........", "........"}, grid.Tile{X: 6, Y: 3}, 7, 2, grid.Tile{}},
		{"around a wall", []string{"...#...", "...#...", "...#...", "......."}, grid.Tile{X: 6}, 0, 0, grid.Tile{X: 3, Y: 3}},
		{"by a path", []string{".....................", "=....................", "=....................", "====================="}, grid.Tile{X: 20, Y: 3}, 0, 0, grid.Tile{X: 3, Y: 3}},
		{"through fog", []string{"...???..."}, grid.Tile{X: 8}, 8, 2, grid.Tile{X: 8}},
		{"no way", []string{"...#...", "...#..."}, grid.Tile{X: 6}, 6, 2, grid.Tile{X: 6}},
		{"into a wall", []string{"...#"}, grid.Tile{X: 3}, 3, 2, grid.Tile{X: 3}},
		{"here", []string{"..."}, grid.Tile{}, 0, 2, grid.Tile{}},
		{"too far", []string{"..."}, grid.Tile{X: wayMost + 1}, wayMost + 1, 2, grid.Tile{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, far := Way(field(c.rows), grid.Tile{}, c.to)
			if path[0] != (grid.Tile{}) || path[len(path)-1] != c.to || c.turns > 0 && (len(path) != c.turns || far != c.far) {
				t.Errorf("%v, %d tiles", path, far)
			}
			if c.turns == 0 && !slices.ContainsFunc(path, func(p grid.Tile) bool { return distance(p, c.has) <= 1 }) {
				t.Errorf("%v does not lead by %v", path, c.has)
			}
		})
	}
}

// TestWayNeverLeadsThroughWalls: each piece of a way that was found is free.
func TestWayNeverLeadsThroughWalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []string
		for range 12 {
			rows = append(rows, strings.Map(func(r rune) rune { return r }, rapid.StringMatching(`[.=#]{12}`).Draw(t, "row")))
		}
		cost, to := field(rows), grid.Tile{X: 11, Y: 11}
		path, far := Way(cost, grid.Tile{}, to)
		if len(path) == 2 && far == 11 {
			return // none
		}
		if far < 11 || far > 150 {
			t.Fatalf("%d tiles", far)
		}
		for k, p := range path[:len(path)-1] {
			if k > 0 && cost(p) == 0 {
				t.Fatalf("%v turns in a wall at %v", path, p)
			}
			if along(cost, p, path[k+1], 1<<20) > 1<<20 {
				t.Fatalf("%v leads through a wall after %v", path, p)
			}
		}
	})
}

// TestTheWayEnds: the target is forgotten when the player arrives, and when it goes to another land.
func TestTheWayEnds(t *testing.T) {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	at := w.SpawnTile
	for _, c := range []struct {
		to grid.Tile
		on bool
	}{{at.Add(30, 0), true}, {at.Add(3, -3), false}, {at.InScene(2), false}} {
		m, _ := chartOf(t, "")
		m.SetTarget(true, c.to, "there")
		m.lead(&w.State, at)
		var got model.Target
		if m.showTarget(&got); got.On != c.on || c.on && (got.Tile != c.to || len(got.Path) < 2 || got.Far < 25) {
			t.Errorf("to %v: %+v", c.to, got)
		}
	}
}

// TestLandIsRemembered: what people built and dug is on the map after a restart, though the land is not there
// any more; what grew back is forgotten, and land that was not seen shows nothing.
func TestLandIsRemembered(t *testing.T) {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	c, path := chartOf(t, "")
	fail := func(err error) { t.Error(err) }
	look := func() {
		for range 9 {
			c.Walk(&w.State, w.SpawnTile, fail)
		}
	}
	built := map[grid.Tile]remembered{}
	for n := range int32(6) {
		at := w.SpawnTile.Add(n-3, 5)
		tiles := w.Land.Tiles(at.Region())
		m := remembered{at.Index(), tile.WoodFloor, []tile.Block{tile.WoodWall, tile.Lamp, tile.Door, tile.NoBlock, tile.Chest, tile.Glass}[n]}
		tiles.Ground[m.at], tiles.Block[m.at] = m.ground, m.block
		built[at] = m
	}
	look()
	c.Save(fail)
	c.Wait()
	again := new(Chart)
	if err := again.Open(path, 7); err != nil {
		t.Fatal(err)
	}
	for at, m := range built {
		r := again.Reveal(at.Region())
		if r == nil || r.Ground[m.at] != m.ground || r.Block[m.at] != m.block {
			t.Errorf("%s at %v is not remembered", m.block, at)
		}
	}
	far := w.SpawnTile.Add(1000, 0).Region()
	if again.Reveal(far) != nil {
		t.Error("land shows that was not seen")
	}
	for at, m := range built {
		tiles := w.Land.Tiles(at.Region())
		fresh := new(tile.Region)
		c.untouched(at.Region(), fresh)
		tiles.Ground[m.at], tiles.Block[m.at] = fresh.Ground[m.at], fresh.Block[m.at]
	}
	look()
	for at, m := range built {
		if r := c.Reveal(at.Region()); r.Ground[m.at] == tile.WoodFloor {
			t.Errorf("at %v a floor is remembered that is gone", at)
		}
	}
}

// TestMemoryIsBounded: of a region that is rebuilt from edge to edge, a bounded number of tiles is
// remembered, and what people built before the rest; damaged lines are passed over.
func TestMemoryIsBounded(t *testing.T) {
	c, _ := chartOf(t, "")
	c.see(grid.Region{}, 1<<64-1)
	r := new(tile.Region)
	c.untouched(grid.Region{}, r)
	for k := range r.Ground {
		r.Ground[k], r.Block[k] = tile.Pit, tile.NoBlock
		if k >= grid.RegionTiles-mostTiles {
			r.Ground[k], r.Block[k] = tile.WoodFloor, tile.WoodWall
		}
	}
	c.remember(grid.Region{}, r)
	list := c.memory.of[grid.Region{}]
	if len(list) != mostTiles || !list[0].built() {
		t.Errorf("%d tiles, the first %+v", len(list), list[0])
	}
	for _, line := range []string{"", "1 2", "1 2 !", "1 2 AA", "99999999 0 AAAAAA", "1 2 //8AAA", "1 2 AAD/AA"} {
		var m memory
		if m.readLine(line); len(m.of) > 0 {
			t.Errorf("%q is taken: %v", line, m.of)
		}
	}
}

// TestHints: near land that was seen the chart tells where land and water is, and further off nothing.
func TestHints(t *testing.T) {
	c, _ := chartOf(t, "")
	c.see(grid.Region{}, 1)
	near := grid.Region{X: 1, Y: 1}
	if _, told := c.Hint(near); told != 0 {
		t.Fatal("known before it was asked for")
	}
	for range 99 { // it is asked for once, so that there is room for others
		c.Hint(near)
	}
	other := grid.Region{X: -1, Y: -1}
	c.Hint(other)
	c.hear()
	if _, told := c.Hint(other); told == 0 {
		t.Error("one region keeps the others out")
	}
	land, told := c.Hint(near)
	if told == 0 {
		t.Fatal("nothing is told of land near what was seen")
	}
	for n := range int32(model.Hints * model.Hints) {
		at := near.Tile(0).Add(n%model.Hints*model.HintSide+model.HintSide/2, n/model.Hints*model.HintSide+model.HintSide/2)
		if dry := terrain.BiomeAt(world.SceneSeed(7, 0), at) != terrain.Ocean; dry != (land>>n&1 != 0) {
			t.Errorf("at %v: land %v", at, dry)
		}
	}
	far := grid.Region{X: 9}
	c.Hint(far)
	c.hear()
	if _, told := c.Hint(far); told != 0 {
		t.Error("something is told of land far off")
	}
}

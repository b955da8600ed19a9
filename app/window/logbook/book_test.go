package logbook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/settings"
	"manyhold/assets"
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/terrain"
	"manyhold/game/world"
	"manyhold/render/ui/kit"
)

// TestFindingsAreKept: discoveries are there again after a restart, damaged lines are passed over, and
// nothing is found twice.
func TestFindingsAreKept(t *testing.T) {
	const seed = 7
	dir, err := settings.OpenData(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules})
	var f Book
	if err := f.Open(filepath.Join(dir, "a.journal"), seed); err != nil {
		t.Fatal(err)
	}
	fail := func(err error) { t.Error(err) }
	fresh := f.Look(w, w.SpawnTile, 0, nil, fail)
	if len(fresh) < 2 || len(f.Look(w, w.SpawnTile, 0, nil, fail)) != 0 {
		t.Fatalf("found %v, and something of it again", fresh)
	}
	f.Look(w, w.SpawnTile.Add(12, 0), 0, nil, fail)
	f.Wait()
	b, err := os.ReadFile(filepath.Join(dir, "a.journal"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.journal"), append([]byte("nonsense\n1 2\n"), append(b, "3 5 "...)...), 0o600); err != nil {
		t.Fatal(err)
	}
	var again Book
	if err := again.Open(filepath.Join(dir, "a.journal"), seed); err != nil {
		t.Fatal(err)
	}
	if len(again.list) != len(f.list) {
		t.Errorf("%d finds came back of %d", len(again.list), len(f.list))
	}
	if fresh := again.Look(w, w.SpawnTile, 0, nil, fail); len(fresh) != 0 {
		t.Errorf("found again: %v", fresh)
	}
}

// TestEveryFindHasItsWords: in each language, and a place has its own name.
func TestEveryFindHasItsWords(t *testing.T) {
	var f Book
	f.atlas.Seed = func(scene uint8) uint64 { return world.SceneSeed(7, scene) }
	for _, code := range assets.Languages() {
		words, err := kit.ParseWords(assets.WordsOf(code))
		if err != nil {
			t.Fatal(err)
		}
		for page := journal.Countries; page < journal.PageCount; page++ {
			for n := range 256 {
				if page.HasTile() {
					continue
				}
				if find := (journal.Find{Page: page, Number: uint8(n)}); find.Valid() && strings.HasPrefix(f.Name(words, find), "find.") {
					t.Errorf("%s: there is no %s", code, f.Name(words, find))
				}
			}
		}
		places := 0
		for x := range int32(4) {
			for _, l := range terrain.Places(f.atlas.Seed(2), grid.Region{X: x}) {
				places++
				got := f.Name(words, journal.OfPlace(l, 2))
				if code == "en" && got != l.Name.String() || strings.Contains(got, "place.") || strings.ContainsAny(got, "{}") {
					t.Errorf("%s: %s is called %q", code, l.Name, got)
				}
			}
		}
		if places == 0 {
			t.Error("there is no place to be called by its name")
		}
	}
}

// TestPagesAndMarks: the journal has a page for each kind of find, and the maps show found places as found.
func TestPagesAndMarks(t *testing.T) {
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	var f Book
	if err := f.Open(filepath.Join(t.TempDir(), "a.journal"), 7); err != nil {
		t.Fatal(err)
	}
	at := terrain.Spawn(7)
	around := f.atlas.Around(at)
	if len(around) == 0 {
		t.Fatal("there is no place near the spawn")
	}
	if len(f.Entries(words)) != 0 || f.Marks(nil, at)[0].Found {
		t.Error("something was found before anybody looked")
	}
	place := journal.OfPlace(around[0], 0)
	for _, n := range []journal.Find{{Page: journal.Plants, Number: 6}, place, {Page: journal.Plants, Number: 5}} {
		if !f.add(n) || f.add(n) {
			t.Errorf("%v was not new, or new twice", n)
		}
	}
	pages := f.Entries(words)
	if len(pages) != 2 || pages[0].Lines[0] != around[0].Name.String() || len(pages[1].Lines) != 1 || pages[1].Lines[0] != "Pine, oak" {
		t.Errorf("the pages are %+v", pages)
	}
	if m := f.Marks(nil, at); len(m) != len(around) || !m[0].Found || len(m) > 1 && m[1].Found {
		t.Errorf("the marks are %+v", m)
	}
}

// TestALighthouseShowsTheLand: once one was seen to burn, the land around it is on the map, with its places,
// also after a restart, and no land further away.
func TestALighthouseShowsTheLand(t *testing.T) {
	var f Book
	if err := f.Open(filepath.Join(t.TempDir(), "a.journal"), 7); err != nil {
		t.Fatal(err)
	}
	light := terrain.Lighthouse(7)
	far := light.Add(4*grid.RegionSide, 0) // two regions further the land is dark again
	beside := light.Region()
	beside.X += lightRegions
	if f.Reveal(beside) != nil {
		t.Fatal("land is shown without a light")
	}
	before := len(f.Marks(nil, far))
	if !f.add(journal.Find{Page: journal.Lights, Number: 1, Tile: light}) {
		t.Fatal("the light is not new")
	}
	r := f.Reveal(beside)
	if r == nil || r != f.Reveal(beside) || f.Reveal(far.Region()) != nil {
		t.Error("the land around the light is not shown, or more than that")
	}
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	if have, want := f.Reveal(light.Region()), w.Region(light.Region()); want == nil || have == nil || *have != *want {
		t.Error("what is shown is not what is there")
	}
	if after := len(f.Marks(nil, far)); after <= before {
		t.Errorf("%d places on the map, %d before", after, before)
	}
}

package logbook

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/app/settings"
	"manyhold/assets"
	"manyhold/game"
	"manyhold/game/annals"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
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

// bookOf returns a journal of a new world, with its words.
func bookOf(t *testing.T) (*Book, *island.Island, *kit.Words) {
	t.Helper()
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	f := new(Book)
	if err := f.Open(filepath.Join(t.TempDir(), "a.journal"), 7); err != nil {
		t.Fatal(err)
	}
	return f, island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules}), words
}

// TestPages: the journal counts what was found of all that there is, each tab for itself, and a new find is
// on its page at once.
func TestPages(t *testing.T) {
	f, w, words := bookOf(t)
	at := terrain.Spawn(7)
	around := f.atlas.Around(at)
	if len(around) == 0 {
		t.Fatal("there is no place near the spawn")
	}
	c, all := f.Collection(words, w), 0
	for p := journal.NoPage + 1; p < journal.PageCount; p++ {
		all += len(journal.Kinds(p))
	}
	if c.Have != 0 || c.All != all || len(c.Tabs) != len(tabs) {
		t.Fatalf("%d of %d found before anybody looked, in %d tabs", c.Have, c.All, len(c.Tabs))
	}
	for _, n := range []journal.Find{{Page: journal.Plants, Number: uint8(tile.Pine)}, journal.OfPlace(around[0], 0), {Page: journal.Plants, Number: uint8(tile.Oak)},
		{Page: journal.Hoards, Number: 1, Tile: at}, {Page: journal.Hoards, Number: 1, Tile: at.Add(1, 0)}} {
		if !f.add(n) || f.add(n) {
			t.Errorf("%v was not new, or new twice", n)
		}
	}
	c = f.Collection(words, w)
	found := map[string]model.Entry{}
	sum := 0
	for _, tab := range c.Tabs {
		have := 0
		for _, e := range tab.Entries {
			if e.Found {
				have++
				found[e.Name] = e
			}
			if e.Name == "" || e.About == "" || strings.Contains(e.About, "find.") {
				t.Errorf("%s has an entry without words: %+v", tab.Name, e)
			}
		}
		if have != tab.Have || len(tab.Entries) != tab.All {
			t.Errorf("%s says %d of %d, and has %d of %d", tab.Name, tab.Have, tab.All, have, len(tab.Entries))
		}
		sum += have
	}
	if sum != 4 || c.Have != 4 || c.Tabs[1].Have != 2 || !found["Oak"].Found || found["Natural chests"].Note != "2 opened" {
		t.Errorf("found %d, said %d: %+v", sum, c.Have, found)
	}
}

// TestPagesInEveryLanguage: each entry has a name and a sentence in each language.
func TestPagesInEveryLanguage(t *testing.T) {
	f, w, _ := bookOf(t)
	for _, code := range assets.Languages() {
		words := tablesOf(t)[code]
		for _, tab := range f.Collection(words, w).Tabs {
			for _, e := range tab.Entries {
				for _, s := range []string{tab.Name, e.Name, e.About} {
					if s == "" || strings.Contains(s, "_") || strings.HasPrefix(s, "find.") || strings.HasPrefix(s, "Find.") {
						t.Errorf("%s: %q of %+v", code, s, e)
					}
				}
			}
		}
	}
}

// TestMilestones: lights with who lit them and when, the first player and the others, in the order of time.
func TestMilestones(t *testing.T) {
	f, w, words := bookOf(t)
	for n, name := range []string{"Ada", "Bo"} {
		turn := w.Begin(game.TicksPerTurn)
		if _, err := turn.Append([32]byte{byte(n + 1)}, 1, command.Append(nil, command.Command{Kind: command.Enter, Text: name})); err != nil {
			t.Fatal(err)
		}
		w.Step(turn.Turn())
	}
	for n, at := range terrain.Lights(7) {
		w.Lights.Light(n, lights.Entry{At: at, Since: w.Clock + game.Tick(n+1)*game.TicksPerDay, Name: entity.NameOf("Ada")})
	}
	var all []string
	for _, m := range f.Collection(words, w).Milestones {
		all = append(all, m.When+": "+m.Text)
	}
	if len(all) != 12 || !strings.Contains(all[0], "day 1, 08:00: Ada was the first") || !strings.Contains(all[1], "Bo arrived") ||
		!strings.HasPrefix(all[2], "day 2, 08:00: Ada lit the first light: ") || !strings.Contains(all[11], "festival") {
		t.Errorf("the history is %q", all)
	}
}

// TestFirstsAreMilestones: what was done for the first time is told in each language with the name of the
// player and the time, also where nobody saw who it was.
func TestFirstsAreMilestones(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		words, err := kit.ParseWords(assets.WordsOf(language))
		if err != nil {
			t.Fatal(err)
		}
		f, w, _ := bookOf(t)
		seen := map[string]bool{}
		for n := range annals.Rows {
			if !words.Has("milestone." + annals.Rows[n].Name) {
				t.Errorf("%s: no words for %s", language, annals.Rows[n].Name)
			}
			w.Annals.Note(n, annals.Entry{Since: game.Tick(n+1) * game.TicksPerDay, Name: entity.NameOf("Ada")})
		}
		for n, m := range f.Collection(words, w).Milestones {
			if seen[m.Text] || !strings.Contains(m.Text, "Ada") && annals.Rows[n].Name != "challenge" || m.Subject.Kind == model.NoSubject || !strings.Contains(m.When, fmt.Sprint(n+2)) {
				t.Errorf("%s: %+v", language, m)
			}
			seen[m.Text] = true
		}
		if len(seen) != len(annals.Rows) {
			t.Errorf("%s: %d of %d milestones", language, len(seen), len(annals.Rows))
		}
		f, w, _ = bookOf(t)
		w.Annals.Note(6, annals.Entry{Since: 1})
		if list := f.Collection(words, w).Milestones; len(list) != 1 || !strings.HasPrefix(list[0].Text, words.Get("milestone.somebody")) {
			t.Errorf("%s: %+v", language, list)
		}
	}
}

// TestSmallFindsAreBatched: small finds are told together, after a while or when there are many; large ones
// at once. Each is told exactly once.
func TestSmallFindsAreBatched(t *testing.T) {
	plant := func(n tile.Block) journal.Find { return journal.Find{Page: journal.Plants, Number: uint8(n)} }
	biome := journal.Find{Page: journal.Countries, Number: uint8(terrain.Swamp)}
	var b Batch
	for n, c := range []struct {
		at   uint64
		add  []journal.Find
		want int
	}{
		{0, nil, 0}, {1, []journal.Find{plant(tile.Oak)}, 0}, {300, []journal.Find{plant(tile.Pine), biome}, 1}, {batchTime, nil, 0},
		{batchTime + 1, nil, 2}, {batchTime + 2, nil, 0}, {9000, make([]journal.Find, 0), 0}, {9001, slices.Repeat([]journal.Find{plant(tile.Bush)}, batchMost), batchMost},
		{9002, nil, 0},
	} {
		if tell := b.Add(c.add, c.at); len(tell) != c.want {
			t.Errorf("%d: told of %v", n, tell)
		}
	}
	f, _, words := bookOf(t)
	for n, want := range []string{"", "New in your journal: oak", "New in your journal: oak and pine", "New in your journal: oak and 2 others", "New in your journal: oak and 3 others"} {
		if got := f.Notice(words, []journal.Find{plant(tile.Oak), plant(tile.Pine), plant(tile.Bush), plant(tile.Tuft)}[:n]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEveryFindIsToldOnce: whatever is found when, nothing is told twice, and nothing is forgotten.
func TestEveryFindIsToldOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b Batch
		told := map[journal.Find]int{}
		now, n := uint64(0), 0
		note := func(list []journal.Find) {
			for _, f := range list {
				told[f]++
			}
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			now += uint64(rapid.IntRange(1, 400).Draw(t, "wait"))
			var fresh []journal.Find
			for range rapid.IntRange(0, 4).Draw(t, "fresh") {
				fresh = append(fresh, journal.Find{Page: journal.Page(rapid.IntRange(1, 9).Draw(t, "page")), Tile: grid.Tile{X: int32(n)}})
				n++
			}
			note(b.Add(fresh, now))
		}
		note(b.Add(nil, now+batchTime))
		if len(told) != n {
			t.Fatalf("told of %d, found %d", len(told), n)
		}
		for f, k := range told {
			if k != 1 {
				t.Fatalf("%v told %d times", f, k)
			}
		}
	})
}

// TestSigns: places that were found have their names, others only show; a chest that was opened is there, and
// a lighthouse only once it burns, shows, or was found.
func TestSigns(t *testing.T) {
	f, w, words := bookOf(t)
	at := terrain.Spawn(7)
	kinds := func() (n [model.SignKinds]int) {
		for _, s := range f.Signs(nil, words, w, at) {
			if s.Name == "" {
				t.Errorf("%+v has no name", s)
			}
			n[s.Kind]++
		}
		return n
	}
	before := kinds()
	if before[model.UnseenSign] == 0 || before[model.PlaceSign] != 0 || before[model.LitSign]+before[model.DarkSign] != 0 {
		t.Fatalf("the signs at first: %v", before)
	}
	for _, l := range f.atlas.Around(at) {
		f.add(journal.OfPlace(l, 0))
	}
	f.add(journal.Find{Page: journal.Hoards, Number: 1, Tile: at})
	if n := kinds(); n[model.UnseenSign] != 0 || n[model.PlaceSign] == 0 || n[model.HoardSign] != 1 || n[model.DarkSign] == 0 || n[model.LitSign] != 0 {
		t.Errorf("the signs of what was found: %v", n)
	}
	w.Lights.Light(6, lights.Entry{At: terrain.Lights(7)[6]})
	f.Look(w, at, 0, nil, func(err error) { t.Error(err) })
	if n := kinds(); n[model.LitSign] != 1 || n[model.UnseenSign] == 0 {
		t.Errorf("the signs with a light far away: %v", n)
	}
	f.Wait()
}

// TestALighthouseShowsThePlaces: once one was seen to burn, the places around it are on the map, also after a
// restart, and none further away.
func TestALighthouseShowsThePlaces(t *testing.T) {
	f, w, words := bookOf(t)
	light := terrain.Lighthouse(7)
	far := light.Add(4*grid.RegionSide, 0)
	before := len(f.Signs(nil, words, w, far))
	if !f.add(journal.Find{Page: journal.Lights, Number: 1, Tile: light}) {
		t.Fatal("the light is not new")
	}
	beside := light.Region()
	if beside.X += lightRegions; !f.shown[beside] || f.shown[far.Region()] {
		t.Error("the land around the light is not shown, or more than that")
	}
	if after := len(f.Signs(nil, words, w, far)); after <= before {
		t.Errorf("%d places on the map, %d before", after, before)
	}
}

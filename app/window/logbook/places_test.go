package logbook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	order "manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/stage"
	"manyhold/assets"
	"manyhold/audio"
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/journal"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// tablesOf returns the words of each language.
func tablesOf(t *testing.T) map[string]*kit.Words {
	t.Helper()
	all := map[string]*kit.Words{}
	for _, code := range assets.Languages() {
		words, err := kit.ParseWords(assets.WordsOf(code))
		if err != nil {
			t.Fatal(err)
		}
		all[code] = words
	}
	return all
}

// TestEveryNameInEveryLanguage puts every name together that a landmark can have: in English as package
// terrain says it, in other languages whole and otherwise.
func TestEveryNameInEveryLanguage(t *testing.T) {
	tables := tablesOf(t)
	seen, other := map[string]bool{}, 0
	for seed := range uint64(60) {
		for x := range int32(3) {
			for _, l := range terrain.Places(seed, grid.Region{X: x, Y: 2}) {
				for code, words := range tables {
					got := placeName(words, l.Name)
					if strings.Contains(got, "place.") || strings.ContainsAny(got, "{}") || code == "en" && got != l.Name.String() {
						t.Errorf("%s: %q is called %q", code, l.Name, got)
					}
					if code == "de" && got != l.Name.String() {
						other++
					}
				}
				seen[l.Name.String()] = true
			}
		}
	}
	if len(seen) < 300 || other*10 < len(seen)*8 {
		t.Errorf("%d names, %d of them otherwise in German", len(seen), other)
	}
	for want, n := range map[string]terrain.Name{
		"Halle des Geduldigen Reihers": {Form: terrain.PhraseName, Kind: terrain.Ruin},
		"Licht von Alwick":             {Form: terrain.OldName, Kind: terrain.Tower, Noun: 1, Second: 1},
		"Die Sieben Tanten":            {Form: terrain.CircleName, Kind: terrain.StoneCircle},
	} {
		if got := placeName(tables["de"], n); got != want {
			t.Errorf("%q is called %q, want %q", n, got, want)
		}
	}
}

// litWorld is a world in which Ada has lit the lighthouse of the home.
func litWorld(t *testing.T) (w *island.Island, light grid.Tile) {
	t.Helper()
	const seed = 4 // its lighthouse can be reached on foot
	s, light := stage.NewStage(island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules}), game.PlayerID{}), terrain.Lighthouse(seed)
	cast, err := stage.ParseCast("Ada", "place torch ~1 ~1")
	if err != nil {
		t.Fatal(err)
	}
	h := s.World.SpawnTile
	for dy := int32(-5); dy <= 5; dy++ {
		for dx := int32(-5); dx <= 5; dx++ {
			if _, b, _, _ := s.World.TileAt(s.World.SpawnTile.Add(dx, dy)); b == tile.Hearth {
				h = s.World.SpawnTile.Add(dx, dy)
			}
		}
	}
	for _, line := range []string{"walk near", "use", "use", "walk near light", "use light"} {
		at, what := h, line
		if strings.HasSuffix(line, " light") {
			at, what = light, strings.TrimSuffix(line, " light")
		}
		if what == "use" {
			e, err := order.ParseOrder("use " + fmt.Sprintf("%d %d", at.X, at.Y))
			if err != nil {
				t.Fatal(err)
			}
			cast[0].List = append(cast[0].List, e)
		} else {
			cast[0].List = append(cast[0].List, &order.WalkTo{Goal: at, Near: true})
		}
	}
	s.Perform(cast)
	for n := 0; n < 60*game.TicksPerSecond && (n < 60 || len(s.Cast[0].List) > 0); n++ {
		s.Tick()
	}
	if s.Cast[0].Wrong != nil {
		t.Fatal(s.Cast[0].Wrong)
	}
	if names, _ := s.World.Keepers(light); names != "Ada" {
		t.Fatalf("the lighthouse is kept by %q", names)
	}
	return s.World, light
}

// TestKeepersAreRemembered: the keeper of a lighthouse stands in the journal, also after a restart, and on
// the lighthouse when one looks at it, at its foot as at its lantern.
func TestKeepersAreRemembered(t *testing.T) {
	words := tablesOf(t)["en"]
	w, light := litWorld(t)
	dir, err := settings.OpenData(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	seed := w.Gen.Seed
	var f Book
	if err := f.Open(filepath.Join(dir, "a.journal"), seed); err != nil {
		t.Fatal(err)
	}
	fail := func(err error) { t.Error(err) }
	f.Look(w, light.Add(1, 1), w.Clock, nil, fail)
	f.Wait()
	name := f.place(words, light)
	said := func(f *Book) string {
		all := ""
		for _, tab := range f.Collection(words, w).Tabs {
			for _, e := range tab.Entries {
				all += e.Name + ": " + e.Note + "\n"
			}
		}
		return all
	}
	if want := name + ": Lit by Ada, day 1, 08:00 · Keepers: Ada\n"; !strings.Contains(said(&f), want) {
		t.Errorf("the journal does not say %q:\n%s", want, said(&f))
	}
	for _, at := range []grid.Tile{light, light.Add(0, -1), light.Add(0, -2)} {
		if p := f.Plate(words, w, at); p.Title != name || p.Text != "Lit by Ada" {
			t.Errorf("on the lighthouse stands %+v", p)
		}
	}
	if p := f.Plate(words, w, light.Add(1, 0)); p != (model.Plate{}) {
		t.Errorf("beside it stands %+v", p)
	}
	var again Book
	if err := again.Open(filepath.Join(dir, "a.journal"), seed); err != nil {
		t.Fatal(err)
	}
	if said(&again) != said(&f) {
		t.Errorf("after a restart the journal says\n%s, not\n%s", said(&again), said(&f))
	}
	b, err := os.ReadFile(filepath.Join(dir, "a.journal"))
	if err != nil || !strings.Contains(string(b), ` "Ada"`) {
		t.Errorf("%v:\n%s", err, b)
	}
	var wild Book
	if err := wild.Open(filepath.Join(dir, "b.journal"), seed); err != nil {
		t.Fatal(err)
	}
	n := journal.Find{Page: journal.Lights, Number: 1, Tile: light}
	for _, names := range []string{"Ada \"the one\", Bo", "日本\n語", `\`, "a, b \x00"} {
		wild.add(n)
		wild.keeper[light] = names
		line := strings.TrimSuffix(string(wild.appendLine(nil, n)), "\n")
		wild.keeper[light] = ""
		if wild.readLine(line); wild.keeper[light] != names {
			t.Errorf("%q comes back as %q from %q", names, wild.keeper[light], line)
		}
	}
}

// TestThemesOfPlaces: a lighthouse has its music from when it was lit, dark ones have none, other great
// places have theirs, and one hears it a little further on the way out than on the way in.
func TestThemesOfPlaces(t *testing.T) {
	w, light := litWorld(t)
	var f Book
	if err := f.Open(filepath.Join(t.TempDir(), "a.journal"), w.Gen.Seed); err != nil {
		t.Fatal(err)
	}
	_, since := w.Keepers(light)
	in := f.Theme(w, light.Add(lightReach, 0), audio.Theme{})
	if in.Character != audio.OfLight || in.Since != since || since == 0 {
		t.Fatalf("at the light there is %+v, since %d", in, since)
	}
	if out := f.Theme(w, light.Add(lightReach+1, 0), audio.Theme{}); out.Character == audio.OfLight {
		t.Error("the light is heard from too far")
	}
	if out := f.Theme(w, light.Add(lightReach+themeMore, 0), in); out != in {
		t.Error("the light falls silent at once")
	}
	dark := island.New(w.Gen)
	if out := f.Theme(dark, light, audio.Theme{}); out.Character == audio.OfLight {
		t.Error("a dark lighthouse has music")
	}
	var heard []audio.Theme
	for x := int32(-3); x <= 3; x++ {
		for y := int32(-3); y <= 3; y++ {
			for _, l := range f.atlas.In(grid.Region{X: x, Y: y}) {
				if c := characters[l.Kind]; c != audio.NoCharacter && l.Kind != terrain.Tower {
					one := f.Theme(w, l.Tile, audio.Theme{})
					if one.Character != c {
						t.Errorf("at %s there is %+v", l.Name, one)
					}
					heard = append(heard, one)
				}
			}
		}
	}
	seeds := map[uint64]bool{}
	for _, one := range heard {
		seeds[one.Seed] = true
	}
	if len(heard) < 3 || len(seeds) != len(heard) {
		t.Errorf("%d themes at %d places", len(seeds), len(heard))
	}
}

// TestAnimalsAndChestsAreFound: an animal that is seen and a chest of the land that was opened come into the
// journal once, a chest of one's own does not.
func TestAnimalsAndChestsAreFound(t *testing.T) {
	words := tablesOf(t)["en"]
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	var f Book
	if err := f.Open(filepath.Join(t.TempDir(), "a.journal"), 7); err != nil {
		t.Fatal(err)
	}
	fresh := f.Look(w, w.SpawnTile, 0, []journal.Creature{journal.Crab, journal.Hen, journal.Crab}, func(error) {})
	f.Wait()
	n := 0
	for _, one := range fresh {
		if one.Page == journal.Creatures {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d animals were found of 2: %v", n, fresh)
	}
	light := terrain.Lighthouse(7)
	hoard, of, ok := f.atlas.Hoard(light.Add(-2, 0))
	if !ok || of != light || !f.add(hoard) || f.add(hoard) {
		t.Errorf("the chest of the lighthouse is %+v of %v", hoard, of)
	}
	if got, want := f.Name(words, hoard), "chest at "+f.place(words, light); got != want {
		t.Errorf("it is called %q, want %q", got, want)
	}
	if _, _, ok := f.atlas.Hoard(light.Add(-1, 0)); ok {
		t.Error("a chest that nobody laid out is a find")
	}
}

package logbook

import (
	"path/filepath"
	"testing"

	"manyhold/audio"
	"manyhold/game"
	"manyhold/game/island"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/world"
)

// TestLightsOfTheWorldShowTheLand: lighthouses that others have lit, far away, show everybody the places two
// regions around them.
func TestLightsOfTheWorldShowTheLand(t *testing.T) {
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	var f Book
	if err := f.Open(filepath.Join(t.TempDir(), "a.journal"), 7); err != nil {
		t.Fatal(err)
	}
	defer f.Wait()
	look := func() { f.Look(w, w.SpawnTile, 0, nil, func(err error) { t.Error(err) }) }
	at := terrain.Lights(7)[6]
	near, far := at.Region(), at.Region()
	near.X, far.X = near.X+lightRegions, far.X+lightRegions+1
	if look(); f.shown[near] {
		t.Fatal("a dark light shows land")
	}
	w.Lights.Light(6, lights.Entry{At: at})
	look()
	if !f.shown[at.Region()] || !f.shown[near] || f.shown[far] {
		t.Error("it shows other land")
	}
	for n, at := range terrain.Lights(7) {
		w.Lights.Light(n, lights.Entry{At: at})
	}
	look()
	for n, at := range terrain.Lights(7) {
		if !f.shown[at.Region()] {
			t.Errorf("light %d shows nothing", n)
		}
	}
}

// TestMusicOfTheFestival: while it lasts there is one music everywhere, from its beginning on. A light that
// flickers asks for embers.
func TestMusicOfTheFestival(t *testing.T) {
	w, light := litWorld(t)
	var f Book
	if err := f.Open(filepath.Join(t.TempDir(), "a.journal"), w.Gen.Seed); err != nil {
		t.Fatal(err)
	}
	far := light.Add(5000, 0)
	for n, at := range terrain.Lights(w.Gen.Seed) {
		if f.Theme(w, far, audio.Theme{}).Seed == festivalTheme {
			t.Fatalf("with %d lights", n)
		}
		w.Lights.Light(n, lights.Entry{At: at, Since: w.Clock})
	}
	if m := f.Theme(w, far, audio.Theme{}); m != f.Theme(w, light, audio.Theme{}) || m.Character != audio.OfLight || m.Since != w.Clock {
		t.Errorf("the music is %+v", m)
	}
	words := tablesOf(t)["en"]
	dark := f.Plate(words, w, light).Text
	w.Clock += lights.FestivalTime
	if f.Theme(w, far, audio.Theme{}).Seed == festivalTheme {
		t.Error("the music does not end")
	}
	if got := f.Plate(words, w, light).Text; got != dark || got == words.Get("find.flickers") {
		t.Errorf("on the plate is %q", got)
	}
	w.Clock, _ = w.Lights.Due(0)
	if got := f.Plate(words, w, light).Text; got != words.Get("find.flickers") {
		t.Errorf("on the plate of a light that flickers is %q", got)
	}
}

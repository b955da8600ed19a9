package engine_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"manyhold/app/maker"
	"manyhold/app/maker/engine"
	"manyhold/assets"
	"manyhold/assets/engines"
	"manyhold/game/match"
	"manyhold/net/asset"
)

// TestEngines: each engine of the program is in order, can be given to a room, and is played to its end by
// bots: the same with any number of workers and with snapshots.
func TestEngines(t *testing.T) {
	for _, name := range engine.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, wrong := maker.ReadEngine(engines.Folder(name), nil)
			if len(wrong) > 0 {
				t.Fatal(wrong)
			}
			if p.Name() != name {
				t.Errorf("it calls itself %s", p.Name())
			}
			e, err := engine.Room(p)
			if err != nil {
				t.Fatal(err)
			}
			data, is, err := engine.Bundle(p)
			if err != nil || asset.Name(e.Hash) != is {
				t.Fatal(is, err)
			}
			again, err := engine.Open(data, e.Hash)
			if err != nil || !bytes.Equal(match.Append(nil, again), data) {
				t.Errorf("what is sent is another: %v", err)
			}
			if _, err := engine.Open(data, [32]byte{1}); err == nil {
				t.Error("it is taken for another engine")
			}
			first, err := engine.Rehearse(p, engine.Plan{Seed: 1})
			if err != nil || first.Failed() {
				t.Fatal(err, first, first.Remarks)
			}
			if testing.Short() {
				return
			}
			plans := []engine.Plan{{Seed: 1, Workers: 8, Every: 200}}
			if figures {
				plans = []engine.Plan{{Seed: 1, Workers: 8}, {Seed: 1, Workers: 2, Every: 200}}
			}
			for _, o := range plans {
				if r, err := engine.Rehearse(again, o); err != nil || r.String() != first.String() {
					t.Errorf("%+v: %v, and not %v (%v)", o, r, first, err)
				}
			}
			if r, err := engine.Rehearse(p, engine.Plan{Seed: 2}); err != nil || r.Digest == first.Digest {
				t.Errorf("another seed makes no difference: %v", err)
			}
		})
	}
}

// TestEnginesSpeak: each engine of the program has words for all that players read of it, in each other
// language of the game: settings, options, stages, states and sides. Its hint and its description are among
// the game's words.
func TestEnginesSpeak(t *testing.T) {
	for _, name := range engine.Names() {
		p, wrong := maker.ReadEngine(engines.Folder(name), nil)
		if len(wrong) > 0 {
			t.Fatal(wrong)
		}
		texts := append([]string(nil), p.Stages...)
		for _, s := range p.States {
			texts = append(texts, s.Name)
		}
		for _, s := range p.Settings {
			texts = append(append(texts, s.Label), s.Options...)
		}
		for _, language := range assets.Languages() {
			if language == "en" {
				continue
			}
			for _, text := range texts {
				if p.Say(language, text) == text {
					t.Errorf("%s: %q has no words in %s", name, text, language)
				}
			}
			for _, seat := range p.Roster {
				if p.SaySeat(language, seat) == seat {
					t.Errorf("%s: the seat %q has no words in %s", name, seat, language)
				}
			}
		}
	}
}

// TestFind: engines are found by name and by folder, and what is none is told.
func TestFind(t *testing.T) {
	if p, err := engine.Find("Emberball"); err != nil || p.Title != "Emberball" {
		t.Error(err)
	}
	dir := t.TempDir() + "/Mine"
	if err := maker.NewLike(dir, "Mine", engines.Folder("emberball")); err != nil {
		t.Fatal(err)
	}
	p, err := engine.Find(dir)
	if err != nil || p.Title != "Mine" || p.Name() != "mine" {
		t.Fatal(p, err)
	}
	if err := os.WriteFile(dir+"/referee.star", []byte("def begin(me):\n    spwan(\"Ember\", 1, 2)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"emberbal":    `there is no engine "emberbal"; did you mean emberball?`,
		t.TempDir():   "engine.toml:1:1: the file is missing",
		dir:           "referee.star:2:5: nothing has the name spwan; did you mean spawn?",
		dir + "/nope": "there is no engine",
	} {
		if _, err := engine.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMagic: assets know engines by the bytes with which they begin.
func TestMagic(t *testing.T) {
	if match.Magic != asset.EngineMagic || match.MaxBytes != asset.MaxEngine {
		t.Error("two meanings of an engine")
	}
}

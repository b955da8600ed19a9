package main

import (
	"encoding/hex"
	"image"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/rig"
	"manyhold/game"
	"manyhold/game/island"
	"manyhold/net/store"
)

func TestVisitABranch(t *testing.T) {
	path, b := rig.LostBranch(t, t.TempDir())
	for word, ok := range map[string]bool{"last": true, hex.EncodeToString(b.ID[:]): true, "B001": true, "b0": false, "cccc": false, "": false} {
		if got, err := findArchive(path, word); (err == nil && got.ID == b.ID) != ok {
			t.Errorf("%q: %x %v", word, got.ID[:4], err)
		}
	}
	v, err := openVisit(path, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	if v.words != "The branch Bo went on with for 34 minutes, archived on 20 November" {
		t.Errorf("it is called %q", v.words)
	}
	if body := v.world.Body(v.world.PlayerByKey(game.PlayerID{2}).Body); body == nil || v.at != body.Pos {
		t.Error("it does not begin where Bo stood")
	}
	for range 60 * 60 { // a minute to the east, beyond what was active
		v.float(1, 0)
	}
	if v.view.World.Region(v.world.Spawn().Region()) == nil || len(v.world.Regions()) > island.MaxRegions {
		t.Error("the regions around are not there")
	}
	if at := v.at; at.X <= v.world.Spawn().Centre().X {
		t.Error("one cannot float")
	}
	for what, bad := range map[string]store.Branch{"tip": {Base: b.Base}, "base": {Tip: b.Tip}} {
		if _, err := visitBranch(bad); err == nil {
			t.Errorf("a branch without a %s was opened", what)
		}
	}
}

// TestVisitInTheWindow opens a branch by its flag, looks, floats, and goes back to the title.
func TestVisitInTheWindow(t *testing.T) {
	data := t.TempDir()
	rig.LostBranch(t, data)
	g := newGuest(t, 1280, 720, data, "--no-lan", "--archive", "last")
	g.ticks(60)
	first := g.frame("visit")
	if n := rig.Legible(first, image.Rect(200, 0, 1080, 90)); n < 200 {
		t.Errorf("%d legible pixels of the banner", n)
	}
	g.PressKey(ebiten.KeyD)
	g.ticks(90)
	g.ReleaseKey(ebiten.KeyD)
	g.ticks(30)
	if c := changed(first, g.frame("visit-floated"), wholeWindow); c < 0.3 {
		t.Errorf("one does not float: %.1f %% of the pixels changed", 100*c)
	}
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	menu := g.frame("visit-menu")
	for range 4 { // to "Leave to the title"
		g.press(ebiten.KeyDown, 2)
	}
	g.press(ebiten.KeyEnter, 2)
	g.ticks(60)
	if c := changed(menu, g.frame("visit-title"), wholeWindow); c < 0.3 {
		t.Errorf("one does not come back to the title: %.1f %% of the pixels changed", 100*c)
	}
}

func TestArchiveFlag(t *testing.T) {
	data := t.TempDir()
	rig.LostBranch(t, data)
	out, code := commandLine(t, "world", "info", "--data", data, "Hill")
	if code != exitDone || !strings.Contains(out, "b0010203") || !strings.Contains(out, "Bo alone") {
		t.Errorf("world info, %d, does not list it:\n%s", code, out)
	}
	if _, code = commandLine(t, "play", "--data", data, "--archive", "last", "--headless"); code != exitUsage {
		t.Errorf("--archive without a window: %d", code)
	}
}

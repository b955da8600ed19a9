package main

import (
	"context"
	"encoding/hex"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/net/key"
	"manyhold/net/store"
)

// lostBranch makes a world with a lost branch, on which Bo built a row of lamps for half an hour, and
// returns its file and the branch.
func lostBranch(t *testing.T, data string) (string, store.Branch) {
	t.Helper()
	g := newGenesis(key.Generate().ID(), "Hill", "7")
	w, err := store.Create(data, g)
	if err != nil {
		t.Fatal(err)
	}
	i := island.New(island.Genesis{Seed: g.Seed, Rules: game.CurrentRules})
	bo, seq := game.PlayerID{2}, uint64(0)
	ask := func(c command.Command) {
		seq++
		turn, taken, err := i.Append(i.Begin(nil, 3), bo, seq, command.Append(nil, c))
		if err != nil || !taken {
			t.Fatalf("%s: %v %v", c.Kind, taken, err)
		}
		if err := i.Step(turn); err != nil {
			t.Fatal(err)
		}
	}
	ask(command.Command{Kind: command.Enter, Text: "Bo", Look: entity.Look{Shirt: 3}})
	b := store.Branch{ID: [32]byte{0xb0, 1, 2, 3}, Base: i.Snapshot(nil), Records: [][]byte{[]byte("provisional")}, Words: "Bo alone",
		At: time.Date(2026, 11, 20, 20, 15, 0, 0, time.UTC), Island: island.Home}
	w.Save(store.Checkpoint{Epoch: 1, Turn: 1, Digest: i.Digest(), Snapshot: b.Base})
	b.Turn = 1
	for n := range int32(5) {
		ask(command.Command{Kind: command.Place, Tile: i.Spawn().Add(n-2, -2), Slot: 3})
	}
	for i.Now() < 34*60*game.TicksPerSecond+game.TicksPerTurn {
		if err := i.Step(i.Begin(nil, game.MaxTicksPerTurn)); err != nil {
			t.Fatal(err)
		}
	}
	b.Tip = store.Checkpoint{Epoch: 2, Turn: i.Tick() / 3, Digest: i.Digest(), Snapshot: i.Snapshot(nil)}
	done := make(chan error, 1)
	w.Archive(b, func(err error) { done <- err })
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := w.Close(ctx); err != nil {
		t.Fatal(err)
	}
	return store.Path(data, g.ID()), b
}

func TestVisitABranch(t *testing.T) {
	path, b := lostBranch(t, t.TempDir())
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
	lostBranch(t, data)
	g := newGuest(t, 1280, 720, data, "--no-lan", "--archive", "last")
	g.ticks(60)
	first := g.frame("visit")
	if n := legible(first, image.Rect(200, 0, 1080, 90)); n < 200 {
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
	for range 4 { // to "Leave to title"
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
	lostBranch(t, data)
	out, code := commandLine(t, "world", "info", "--data", data, "Hill")
	if code != exitDone || !strings.Contains(out, "b0010203") || !strings.Contains(out, "Bo alone") {
		t.Errorf("world info, %d, does not list it:\n%s", code, out)
	}
	if _, code = commandLine(t, "play", "--data", data, "--archive", "last", "--headless"); code != exitUsage {
		t.Errorf("--archive without a window: %d", code)
	}
}

package main

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/record"
	"manyhold/render/ui/model"
)

// tapedWalk writes a recording in which a player walks east for some turns, and another stands beside.
func tapedWalk(t testing.TB, path string, turns int) {
	t.Helper()
	w := island.New(island.Genesis{Seed: 7, Rules: game.CurrentRules})
	var file bytes.Buffer
	out, err := record.NewWriter(&file, record.HeaderOf(w, [32]byte{1}, 5), w.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	for n := range turns {
		turn := w.Begin(nil, game.TicksPerTurn)
		for k, name := range []string{"Ada", "Bo"} {
			c := command.Command{Kind: command.Enter, Text: name}
			switch {
			case n == 0:
			case k == 0 && n == 3:
				c = command.Command{Kind: command.Move, Dir: fixed.Direction(0)}
			default:
				continue
			}
			me := [32]byte{byte(k + 1)}
			if turn, _, err = w.Append(turn, me, w.Sequence(me)+1, command.Append(nil, c)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Step(turn); err != nil {
			t.Fatal(err)
		}
		if err := out.Turn(uint64(5+n), w.Digest(), turn); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.End(w.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestReplayer: a recording runs as fast as it was, or at any pace, goes on by turns and to any place, and
// bodies never jump while it runs.
func TestReplayer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mhrec")
	tapedWalk(t, path, 200)
	v, err := openWatch(path)
	if err != nil {
		t.Fatal(err)
	}
	run := func(frames int) (turns uint64, farthest fixed.Q) {
		before, was := v.tape.Turn(), v.at
		for range frames {
			v.advance()
			v.show()
			farthest = max(farthest, v.at.Sub(was).Len())
			was = v.at
		}
		return v.tape.Turn() - before, farthest
	}
	if p := v.tape.World().PlayerByKey(v.follow); p == nil || p.Name.String() != "Ada" {
		t.Fatalf("the camera follows %v", p)
	}
	if n, far := run(60); n < 19 || n > 21 || far == 0 || far > fixed.One/4 {
		t.Errorf("in a second %d turns; at most %v tiles in a frame", n, far)
	}
	v.act(model.PaceReplay{By: 2})
	if n, _ := run(30); n < 39 || n > 41 {
		t.Errorf("four times as fast, in half a second: %d turns", n)
	}
	v.act(model.PaceReplay{By: -100})
	if n, _ := run(48); n != 2 {
		t.Errorf("at an eighth, in 48 frames: %d turns", n)
	}
	v.act(model.PauseReplay{})
	if n, far := run(30); n != 0 || far != 0 {
		t.Errorf("it stands still, and goes on by %d turns", n)
	}
	at := v.tape.Turn()
	v.act(model.StepReplay{By: 1})
	v.act(model.StepReplay{By: 1})
	v.act(model.StepReplay{By: -1})
	if v.tape.Turn() != at+1 || !v.paused {
		t.Errorf("two turns on and one back of %d is %d", at, v.tape.Turn())
	}
	v.act(model.StepReplay{By: -10000})
	if v.tape.Turn() != v.tape.First() {
		t.Errorf("before the beginning: %d", v.tape.Turn())
	}
	v.act(model.SeekReplay{Turn: 190})
	v.act(model.PaceReplay{By: 100})
	v.act(model.PauseReplay{})
	if run(60); v.tape.Turn() != v.tape.Last() || !v.paused {
		t.Errorf("at turn %d of %d, paused %v", v.tape.Turn(), v.tape.Last(), v.paused)
	}
	v.act(model.PauseReplay{})
	if v.tape.Turn() != v.tape.First() || v.paused {
		t.Error("it does not begin anew")
	}
	v.act(model.FollowReplay{})
	if p := v.tape.World().PlayerByKey(v.follow); p == nil || p.Name.String() != "Bo" {
		t.Error("the next is not followed")
	}
	v.act(model.FollowReplay{})
	v.show()
	old := v.at
	v.float(1, 0)
	v.show()
	if v.follow != (game.PlayerID{}) || v.at.X <= old.X {
		t.Error("the camera does not float")
	}
	if v.tape.Differs != 0 {
		t.Errorf("turn %d differs", v.tape.Differs)
	}
}

// TestWatch looks at a recording in the window: it moves, stands still, goes on by a turn, goes to a place of the
// line that is clicked, and the menu leads to the title, which lists what was recorded there.
func TestWatch(t *testing.T) {
	data := t.TempDir()
	path := filepath.Join(recordingsDir(data), "2026-11-20T10-11-12"+recordingEnding)
	tapedWalk(t, path, 400)
	g := guestOf(t, 1280, 720, data, "replay", "--watch", "--data", data, path)
	bar := image.Rect(278, 577, 954, 591) // the line of the turns
	differ := func(what string, least, most float64, f func()) {
		t.Helper()
		a := g.frame("watch-before")
		f()
		b := g.frame("watch-" + what)
		if c := changed(a, b, bar); c < least || c > most {
			t.Errorf("%s: %.2f %% of the window differ", what, 100*c)
		}
	}
	g.ticks(60)
	differ("runs", 0.005, 0.3, func() { g.ticks(60) })
	g.press(ebiten.KeySpace, 2)
	g.ticks(60) // what flies comes down, and the camera comes to rest
	differ("stands", 0, 0, func() { g.ticks(30) })
	differ("steps", 0.001, 0.1, func() {
		for range 6 {
			g.press(ebiten.KeyBracketRight, 2)
		}
		g.ticks(30)
	})
	differ("goes", 0.2, 1, func() { g.click(700, 586, ebiten.MouseButtonLeft, 2); g.ticks(60) })
	g.press(ebiten.KeyEscape, 2)
	g.ticks(20)
	g.press(ebiten.KeyArrowRight, 2)
	g.down(1) // to leave
	watched := g.frame("watch-menu")
	g.press(ebiten.KeyEnter, 2)
	g.ticks(90)
	if c := changed(watched, g.frame("watch-title"), wholeWindow); c < 0.3 {
		t.Errorf("the title: %.1f %% of the window differ", 100*c)
	}
}

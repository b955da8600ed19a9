package island_test

import (
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/rig"
)

// pasture returns a stage with a flock, a pen that lacks one wall, and a ball that frightens.
func pasture(t *testing.T) *rig.Stage {
	s := rig.NewStage(t).Enter(1)
	mid := s.SpawnTile
	if !s.Flock.Add(5, s.Clock, 300, mid.Centre().S(), 12*fixed.One) {
		t.Fatal("no room for sheep")
	}
	ball := entity.Body{ID: s.Space.NewID(1), Kind: entity.Ball, Pos: mid.Add(9, 0).Centre()}
	s.Space.Insert(ball)
	s.Flock.SetFear(ball.ID, 8*fixed.One)
	s.Flock.SetPen(3, flock.Pen{X: int16(mid.X - 8), Y: int16(mid.Y - 4), W: 8, H: 8})
	return s
}

// TestFlockIsState: the flock is in digest, snapshot and copies, and a difference is named.
func TestFlockIsState(t *testing.T) {
	s := pasture(t)
	s.Run(120)
	var back island.Island
	if err := back.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if field, differ := island.Diff(s.Island, &back); differ || s.Digest() != back.Digest() {
		t.Fatalf("a restored state differs: %s", field)
	}
	for range 100 {
		s.Step(s.Begin(game.TicksPerTurn).Turn())
		back.Step(back.Begin(game.TicksPerTurn).Turn())
	}
	if s.Digest() != back.Digest() {
		t.Fatal("a restored state goes another way")
	}
	back.Flock.SetFear(77, fixed.One)
	if field, differ := island.Diff(s.Island, &back); !differ || !strings.Contains(field, "fear") || s.Digest() == back.Digest() {
		t.Errorf("a difference of the flocks is called %q", field)
	}
	var near island.Island
	s.CopyNear(&near, s.SpawnTile)
	was := near.Flock.All()[0]
	if near.StepTick(nil); len(near.Flock.All()) != 300 || near.Flock.All()[0] != was {
		t.Error("a copy for prediction shows the flock as it was")
	}
}

// TestFlockMeetsWalls: sheep neither stand in what bodies cannot enter nor get there.
func TestFlockMeetsWalls(t *testing.T) {
	s := pasture(t)
	was := map[int]grid.Tile{}
	for k, o := range s.Flock.All() {
		was[k] = grid.TileAt(o.Pos.Vec())
	}
	s.Run(600)
	moved := 0
	for k, o := range s.Flock.All() {
		to := grid.TileAt(o.Pos.Vec())
		if to == was[k] {
			continue
		}
		moved++
		if _, b, _, _ := s.TileAt(to); b.Info().Solid {
			t.Errorf("sheep %d walked into %v", k, b)
		}
	}
	if moved < 200 {
		t.Errorf("%d of 300 sheep moved", moved)
	}
}

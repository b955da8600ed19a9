package living_test

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestStream: a pump that has a signal makes a stream from lake to lake, which drags a crate, a ball and a
// player along to the other lake; none of the water is lost; without the signal the stream runs dry and drags
// nothing.
func TestStream(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(16).Build(exhibit.Stream).Put(1, 4, 4)
	crate, ball := s.Crate(2, 0).ID, s.Animal(entity.Ball, 6, 0)
	s.Run(1200)
	s.Balanced()
	lake := s.At(10, 0).Corner().X
	for name, b := range map[string]*entity.Body{"crate": s.Space.Body(crate), "ball": s.Space.Body(ball)} {
		if b.Pos.X < lake-fixed.One/2 {
			t.Errorf("the %s was dragged to %.2f only", name, float64(b.Pos.X-s.SpawnTile.Corner().X)/fixed.One)
		}
	}
	s.Put(1, 4, 0)
	if s.Run(240); s.Body(1).Pos.X < s.At(7, 0).Corner().X {
		t.Error("who stands in the stream is not dragged along")
	}
	if v := living.Current(&s.Island.State, s.At(5, 0)); v.X <= 0 || v.Y != 0 || v.X > living.CurrentMost {
		t.Errorf("the stream flows at %v", v)
	}
	living.SetTile(&s.State, s.At(0, 1), tile.Grass, tile.Lever, 0)
	s.Run(1200)
	for x := int32(1); x < 10; x++ {
		if v := living.Current(&s.Island.State, s.At(x, 0)); v.X.Abs() > 2*living.CurrentFall && x < 9 {
			t.Errorf("at %d it flows still: %v", x, v)
		}
	}
	s.Balanced()
	s.Put(1, 2, 0).Run(3)
	if s.Run(120); s.Body(1).Pos.X > s.At(4, 0).Corner().X {
		t.Error("water that stands drags somebody along")
	}
}

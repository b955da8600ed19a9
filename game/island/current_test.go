package island_test

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/tile"
)

// TestStream: a pump that has a signal makes a stream from lake to lake, which drags a crate, a ball and a
// player along to the other lake; none of the water is lost; without the signal the stream runs dry and drags
// nothing.
func TestStream(t *testing.T) {
	s := newStage(t).enter(1).clear(16).build(exhibit.Stream).put(1, 4, 4)
	crate, ball := s.crate(2, 0).ID, s.animal(entity.Ball, 6, 0)
	s.run(1200)
	s.balanced()
	lake := s.at(10, 0).Corner().X
	for name, b := range map[string]*entity.Body{"crate": s.Space.Body(crate), "ball": s.Space.Body(ball)} {
		if b.Pos.X < lake-fixed.One/2 {
			t.Errorf("the %s was dragged to %.2f only", name, float64(b.Pos.X-s.SpawnTile.Corner().X)/fixed.One)
		}
	}
	s.put(1, 4, 0)
	if s.run(240); s.body(1).Pos.X < s.at(7, 0).Corner().X {
		t.Error("who stands in the stream is not dragged along")
	}
	if v := living.Current(&s.Island.State, s.at(5, 0)); v.X <= 0 || v.Y != 0 || v.X > living.CurrentMost {
		t.Errorf("the stream flows at %v", v)
	}
	living.SetTile(&s.State, s.at(0, 1), tile.Grass, tile.Lever, 0)
	s.run(1200)
	for x := int32(1); x < 10; x++ {
		if v := living.Current(&s.Island.State, s.at(x, 0)); v.X.Abs() > 2*living.CurrentFall && x < 9 {
			t.Errorf("at %d it flows still: %v", x, v)
		}
	}
	s.balanced()
	s.put(1, 2, 0).run(3)
	if s.run(120); s.body(1).Pos.X > s.at(4, 0).Corner().X {
		t.Error("water that stands drags somebody along")
	}
}

package living_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestHerding: a sheep flees before a player that walks at it, and through a gap in a fence if that is the
// way. It follows a player with wheat in hand, and hens follow seeds.
func TestHerding(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(20).Put(1, -8, 0)
	id := s.Animal(entity.Sheep, -5, 0)
	for range 60 {
		s.Ask(1, rig.Moving(fixed.One/3, 0))
		s.Run(6)
		if d := s.Body(1).Pos.Sub(s.Space.Body(id).Pos).Len(); d < fixed.One/2 {
			t.Fatal("it let itself be caught")
		}
	}
	if x := s.Space.Body(id).Pos.X - s.At(-5, 0).Centre().X; x < 4*fixed.One {
		t.Errorf("driven %.1f tiles", float64(x)/fixed.One)
	}
	for k, feed := range map[entity.Kind]item.Kind{entity.Hen: item.Seeds, entity.Sheep: item.WheatEar} {
		s := rig.NewStage(t).Enter(1).Clear(20).Put(1, 0, 0)
		id := s.Animal(k, 6, 0)
		s.Give(1, feed, 1).Hold(1, feed)
		s.Run(300)
		if d := s.Far(id, 0, 0); d > 2*fixed.One {
			t.Errorf("%s does not come: %.1f tiles", k, float64(d)/fixed.One)
		}
	}
}

// TestFlock: sheep that see each other stay together, and fenced sheep stay in.
func TestFlock(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(20).Put(1, 18, 18)
	ids := s.Build(exhibit.Fold).All(entity.Sheep)
	moved := false
	for range 60 {
		s.Run(60)
		for _, id := range ids {
			at := grid.TileAt(s.Space.Body(id).Pos)
			if max(at.X-s.SpawnTile.X, s.SpawnTile.X-at.X, at.Y-s.SpawnTile.Y, s.SpawnTile.Y-at.Y) > 4 {
				t.Fatal("one got out")
			}
			moved = moved || s.Space.Body(id).Vel != fixed.SVec{}
		}
	}
	near := 0
	for _, id := range ids {
		for _, j := range s.Space.Around(s.Space.Body(id).Pos, entity.Sheep.Habits().FlockFrom) {
			if o := &s.Space.Bodies()[j]; o.Kind == entity.Sheep && o.ID != id {
				near++
				break
			}
		}
	}
	if !moved || near < 4 || len(ids) != exhibit.FlockSize {
		t.Errorf("moved %v, %d of 6 are with others", moved, near)
	}
}

// TestCartGoesRound a ring of rails that one signal drives, and stops where rails end.
func TestCartGoesRound(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 8)
	id := s.Build(exhibit.Railway).All(entity.Cart)[0]
	s.Run(30)
	if s.Space.Body(id).Vel != (fixed.SVec{}) {
		t.Fatal("moves by itself")
	}
	s.Put(1, 0, 7)
	s.Use(1, 0, 5)
	seen := map[grid.Tile]bool{}
	for range 600 {
		s.Run(3)
		at := grid.TileAt(s.Space.Body(id).Pos)
		seen[at] = true
		if _, b, _, _ := s.TileAt(at); b != tile.Rail {
			t.Fatal("left the rails")
		}
	}
	if len(seen) != 32 {
		t.Errorf("came over %d of 32 rails", len(seen))
	}
	living.SetTile(&s.State, s.At(4, 0), tile.Grass, tile.NoBlock, 0)
	living.SetTile(&s.State, s.At(-4, 0), tile.Grass, tile.NoBlock, 0)
	s.Use(1, 0, 5)
	s.Run(600)
	if at := grid.TileAt(s.Space.Body(id).Pos); s.Space.Body(id).Vel != (fixed.SVec{}) || at == s.At(4, 0) || at == s.At(-4, 0) {
		t.Errorf("did not stop: %v", at)
	}
}

// TestCartIsPushed along its rail, and keeps to it.
func TestCartIsPushed(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -2, 0)
	for k := int32(-1); k <= 8; k++ {
		s.Set(k, 0, tile.Rail, 0)
	}
	id := s.Animal(entity.Cart, 0, 0)
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(150)
	s.Ask(1, command.Command{Kind: command.Move})
	s.Run(600)
	if at := grid.TileAt(s.Space.Body(id).Pos); at.Y != s.At(0, 0).Y || at.X < s.At(3, 0).X || at.X > s.At(8, 0).X {
		t.Errorf("the cart is at %d %d", at.X-s.At(0, 0).X, at.Y-s.At(0, 0).Y)
	}
}

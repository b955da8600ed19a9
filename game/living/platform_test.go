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
	"manyhold/game/world"
)

// TestPlatform: it goes to and fro round a bend by itself. A crate, a player who does not walk, and things
// lying on it go along and keep their place on it; a signal holds it.
func TestPlatform(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Build(exhibit.Shuttleway).Put(1, 7, 0)
	floor, ball := s.All(entity.Platform)[0], s.All(entity.Ball)[0]
	seen := map[grid.Tile]int{}
	for range 400 {
		s.Run(3)
		p := s.Space.Body(floor)
		for name, b := range map[string]*entity.Body{"player": s.Body(1), "ball": s.Space.Body(ball)} {
			if d := b.Pos.Sub(p.Pos); d.X.Abs() > living.PlatformHalf || d.Y.Abs() > living.PlatformHalf {
				t.Fatalf("tick %d: the %s is left behind: %v", s.Tick(), name, d)
			}
		}
		if _, b, _, _ := s.TileAt(grid.TileAt(p.Pos)); b != tile.Rail {
			t.Fatal("left the rails")
		}
		seen[grid.TileAt(p.Pos)]++
	}
	if len(seen) != 14 || seen[s.At(7, -3)] < living.PlatformRest/3 || seen[s.At(13, 4)] < living.PlatformRest/3 {
		t.Errorf("was over %d of 14 rails: %v", len(seen), seen)
	}
	s.Put(1, 0, 0)
	for at := range seen {
		if _, b, _, _ := s.TileAt(at.Add(-1, 0)); b == tile.NoBlock {
			living.SetTile(&s.State, at.Add(-1, 0), tile.Grass, tile.Lever, tile.StateBit0)
		}
	}
	s.Run(120)
	from := s.Space.Body(floor).Pos
	if s.Run(120); s.Space.Body(floor).Pos != from || s.Space.Awake() > 1 {
		t.Errorf("a signal does not hold it, or %d bodies are awake", s.Space.Awake())
	}
	s.Balanced()
}

// TestPlatformMeetsWalls: a player against a wall is not taken through it, and slides off.
func TestPlatformMeetsWalls(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14)
	for x := int32(0); x < 6; x++ {
		living.SetTile(&s.State, s.At(x, 0), tile.Grass, tile.Rail, 0)
	}
	living.SetTile(&s.State, s.At(3, 1), tile.Grass, tile.StoneWall, 0)
	floor := s.Animal(entity.Platform, 0, 0)
	s.Put(1, 0, 0)
	s.Body(1).Pos.Y += 3 * fixed.One / 8 // at the edge, where the wall will be
	s.Space.Rebuild()
	s.Run(240)
	if at := s.Body(1).Pos.X; at >= s.At(3, 0).Corner().X || s.Space.Body(floor).Pos.X < s.At(4, 0).Corner().X {
		t.Errorf("the player is at %.2f, the platform at %.2f", float64(at-s.SpawnTile.Corner().X)/fixed.One, float64(s.Space.Body(floor).Pos.X-s.SpawnTile.Corner().X)/fixed.One)
	}
}

// TestMud: water that stands on earth makes mud of it and none is lost, mud is dug and laid, and holds
// walkers and rolling things; in worlds of older rules it stays earth, and nobody makes a platform.
func TestMud(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 0)
	exhibit.Round(s.Island).Ring(2, tile.StoneWall)
	living.SetTile(&s.State, s.At(1, 0), tile.Dirt, tile.NoBlock, 0)
	exhibit.Round(s.Island).Pour(1, 0, 9)
	s.Run(60)
	if s.GroundAt(1, 0) != tile.Mud || s.GroundAt(0, 0) != tile.Grass {
		t.Fatalf("water makes %s of earth, and %s of grass", s.GroundAt(1, 0), s.GroundAt(0, 0))
	}
	s.Balanced()
	far := func(g tile.Ground) (walked, rolled fixed.Q) {
		s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 0)
		for x := int32(0); x < 12; x++ {
			living.SetTile(&s.State, s.At(x, 0), g, tile.NoBlock, 0)
			living.SetTile(&s.State, s.At(x, 2), g, tile.NoBlock, 0)
		}
		ball := s.Animal(entity.Ball, 0, 2)
		k, _ := s.Space.Find(ball)
		s.Space.Bodies()[k].Vel.X = 5 * fixed.One
		s.Ask(1, rig.Moving(fixed.One, 0))
		s.Run(90)
		return s.Body(1).Pos.X - s.At(0, 0).Centre().X, s.Space.Body(ball).Pos.X - s.At(0, 0).Centre().X
	}
	walked, rolled := far(tile.Mud)
	if w, r := far(tile.Dirt); 2*walked > w || 3*rolled > r || walked == 0 || rolled == 0 {
		t.Errorf("in mud one walks %.2f and a ball rolls %.2f, on earth %.2f and %.2f", float64(walked)/fixed.One, float64(rolled)/fixed.One, float64(w)/fixed.One, float64(r)/fixed.One)
	}
	s = rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(1, 0), tile.Mud, tile.NoBlock, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(30)
	if _, _, present := world.Audit(&s.State); s.GroundAt(1, 0) != tile.Pit || present[item.Mud] != 1 {
		t.Fatalf("%s is left, and %d mud", s.GroundAt(1, 0), present[item.Mud])
	}
	exhibit.Round(s.Island).Give(s.Player(1), item.Mud, 1)
	s.Place(1, item.Mud, 1, 0)
	s.Run(3).Allowed()
	if s.GroundAt(1, 0) != tile.Mud {
		t.Error("mud does not fill a pit")
	}
	s.Balanced()
}

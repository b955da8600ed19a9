package act_test

import (
	"manyhold/game/physics"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestTwoStopOrPass: under the law two players who walk at each other stop a shoulder apart; without it they
// pass.
func TestTwoStopOrPass(t *testing.T) {
	for _, blocking := range []bool{true, false} {
		s := rig.NewStage(t).Enter(2).Clear(6)
		if blocking {
			s.Rule(world.Blocking)
		}
		s.Put(1, -3, 0).Put(2, 3, 0)
		s.Walk(1, fixed.One, 0)
		s.Walk(2, -fixed.One, 0)
		nearest := s.Between(1, 2)
		for range 30 {
			s.Run(3)
			nearest = min(nearest, s.Between(1, 2))
		}
		passed := s.Body(1).Pos.X > s.Body(2).Pos.X
		if passed == blocking || blocking && (nearest < act.ElbowRoom-fixed.One/256 || nearest > act.ElbowRoom+fixed.One/16) {
			t.Errorf("blocking %v: passed %v, nearest %d/65536 tiles", blocking, passed, nearest)
		}
	}
}

// TestWhoIsInNobodysWay: sleepers block nobody, and neither do players that the walker already stands in.
func TestWhoIsInNobodysWay(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(6).Rule(world.Blocking)
	s.Put(1, -2, 0).Put(2, 0, 0)
	s.Sleep(2)
	s.Walk(1, fixed.One, 0)
	if s.Run(60); s.Body(1).Pos.X <= s.Body(2).Pos.X {
		t.Error("a sleeper is in the way")
	}

	s = rig.NewStage(t).Enter(2).Clear(6).Rule(world.Blocking)
	s.Put(1, 0, 0).Put(2, 0, 0)
	s.Walk(1, fixed.One, 0)
	if s.Run(30); s.Between(1, 2) < fixed.One {
		t.Error("who stands in another does not get away")
	}
}

// TestNobodyIsShutIn: a player in a dead end one tile wide, with an unmoving player in its mouth, is out
// after SqueezeTime.
func TestNobodyIsShutIn(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(6).Rule(world.Blocking)
	for x := int32(-1); x <= 2; x++ {
		for _, y := range []int32{-1, 1} {
			living.SetTile(&s.State, s.At(x, y), s.GroundAt(x, y), tile.StoneWall, 0)
		}
	}
	living.SetTile(&s.State, s.At(-1, 0), s.GroundAt(-1, 0), tile.StoneWall, 0)
	s.Put(1, 0, 0).Put(2, 2, 0)
	s.Walk(1, fixed.One, 0)
	if s.Run(int(act.SqueezeTime)); s.Body(1).Pos.X >= s.Body(2).Pos.X {
		t.Fatal("nobody blocks the way out")
	}
	if s.Run(2 * game.TicksPerSecond); s.Body(1).Pos.X < s.Body(2).Pos.X+act.ElbowRoom {
		t.Fatal("shut in")
	}
	if s.Components.Get(act.PressColumn, s.Body(1).ID) != nil {
		t.Error("squeezes past others for ever")
	}
}

// TestBlockingNeverHarms: players walk anywhere among walls, from anywhere. None gets into a wall, no
// standing player is moved, and two that were apart overlap only by squeezing past, or a little where one
// slips round a corner.
func TestBlockingNeverHarms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const people = 3
		s := rig.NewStage(t).Enter(people).Clear(5).Rule(world.Blocking)
		for range rapid.IntRange(0, 12).Draw(rt, "walls") {
			x, y := rapid.Int32Range(-3, 3).Draw(rt, "x"), rapid.Int32Range(-3, 3).Draw(rt, "y")
			living.SetTile(&s.State, s.At(x, y), s.GroundAt(x, y), tile.StoneWall, 0)
		}
		for n := 1; n <= people; n++ {
			x, y := rapid.Int32Range(-3, 3).Draw(rt, "from x"), rapid.Int32Range(-3, 3).Draw(rt, "from y")
			if s.Block(x, y) == tile.NoBlock {
				s.Put(n, x, y)
			}
		}
		for range rapid.IntRange(1, 3).Draw(rt, "turns of direction") {
			for n := 1; n <= people; n++ {
				dir := fixed.SVec{}
				if a := rapid.Uint8Range(0, 8).Draw(rt, "way"); a < 8 {
					dir = entity.Facing(a * 32).Direction()
				}
				s.Walk(n, dir.X, dir.Y)
				s.Run(3)
			}
			for range rapid.IntRange(1, 25).Draw(rt, "for") {
				jostle(s, rt, people)
			}
		}
	})
}

// jostle runs a tick and checks the promises of TestBlockingNeverHarms.
func jostle(s *rig.Stage, rt *rapid.T, people int) {
	var before [5]entity.Body
	for n := 1; n <= people; n++ {
		before[n] = *s.Body(n)
	}
	s.Run(1)
	for n := 1; n <= people; n++ {
		b := s.Body(n)
		if !physics.Free(&s.Land, entity.Player, b.Pos) && physics.Free(&s.Land, entity.Player, before[n].Pos) {
			rt.Fatalf("player %d was brought into a wall", n)
		}
		if s.Player(n).Move == (fixed.SVec{}) && before[n].Vel == (fixed.SVec{}) && b.Pos != before[n].Pos {
			rt.Fatalf("player %d was moved by others", n)
		}
		for m := 1; m < n; m++ {
			was, is := before[n].Pos.Sub(before[m].Pos).Len(), s.Between(n, m)
			if was >= act.ElbowRoom && is < act.ElbowRoom-physics.Slip-fixed.One/64 && !squeezes(s, n) && !squeezes(s, m) {
				rt.Fatalf("players %d and %d came to be in each other: %d from %d /65536 tiles", n, m, is, was)
			}
		}
	}
}

func squeezes(s *rig.Stage, n int) bool {
	row := s.Components.Get(act.PressColumn, s.Body(n).ID)
	return row != nil && row[0] >= act.Squeezing
}

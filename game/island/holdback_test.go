package island_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// walk lets player n walk in a direction from now on.
func (s *stage) walk(n int, x, y fixed.S) {
	s.t.Helper()
	s.ask(n, command.Command{Kind: command.Move, Dir: direction(x, y)})
}

// between is how far two players are from each other, in tiles.
func (s *stage) between(a, b int) fixed.Q { return s.body(a).Pos.Sub(s.body(b).Pos).Len() }

// TestTwoStopOrPass: under the law two players who walk at each other stop a shoulder apart; without it they
// pass.
func TestTwoStopOrPass(t *testing.T) {
	for _, blocking := range []bool{true, false} {
		s := newStage(t).enter(2).clear(6)
		if blocking {
			s.rule(world.Blocking)
		}
		s.put(1, -3, 0).put(2, 3, 0)
		s.walk(1, fixed.One, 0)
		s.walk(2, -fixed.One, 0)
		nearest := s.between(1, 2)
		for range 30 {
			s.run(3)
			nearest = min(nearest, s.between(1, 2))
		}
		passed := s.body(1).Pos.X > s.body(2).Pos.X
		if passed == blocking || blocking && (nearest < act.ElbowRoom-fixed.One/256 || nearest > act.ElbowRoom+fixed.One/16) {
			t.Errorf("blocking %v: passed %v, nearest %d/65536 tiles", blocking, passed, nearest)
		}
	}
}

// TestWhoIsInNobodysWay: sleepers block nobody, and neither do players that the walker already stands in.
func TestWhoIsInNobodysWay(t *testing.T) {
	s := newStage(t).enter(2).clear(6).rule(world.Blocking)
	s.put(1, -2, 0).put(2, 0, 0)
	s.sleep(2)
	s.walk(1, fixed.One, 0)
	if s.run(60); s.body(1).Pos.X <= s.body(2).Pos.X {
		t.Error("a sleeper is in the way")
	}

	s = newStage(t).enter(2).clear(6).rule(world.Blocking)
	s.put(1, 0, 0).put(2, 0, 0)
	s.walk(1, fixed.One, 0)
	if s.run(30); s.between(1, 2) < fixed.One {
		t.Error("who stands in another does not get away")
	}
}

// TestNobodyIsShutIn: a player in a dead end one tile wide, with an unmoving player in its mouth, is out
// after SqueezeTime.
func TestNobodyIsShutIn(t *testing.T) {
	s := newStage(t).enter(2).clear(6).rule(world.Blocking)
	for x := int32(-1); x <= 2; x++ {
		for _, y := range []int32{-1, 1} {
			living.SetTile(&s.State, s.at(x, y), s.groundAt(x, y), tile.StoneWall, 0)
		}
	}
	living.SetTile(&s.State, s.at(-1, 0), s.groundAt(-1, 0), tile.StoneWall, 0)
	s.put(1, 0, 0).put(2, 2, 0)
	s.walk(1, fixed.One, 0)
	if s.run(int(act.SqueezeTime)); s.body(1).Pos.X >= s.body(2).Pos.X {
		t.Fatal("nobody blocks the way out")
	}
	if s.run(2 * game.TicksPerSecond); s.body(1).Pos.X < s.body(2).Pos.X+act.ElbowRoom {
		t.Fatal("shut in")
	}
	if s.Components.Get(act.PressColumn, s.body(1).ID) != nil {
		t.Error("squeezes past others for ever")
	}
}

// TestBlockingNeverHarms: players walk anywhere among walls, from anywhere. None gets into a wall, no
// standing player is moved, and two that were apart overlap only by squeezing past, or a little where one
// slips round a corner.
func TestBlockingNeverHarms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const people = 3
		s := newStage(t).enter(people).clear(5).rule(world.Blocking)
		for range rapid.IntRange(0, 12).Draw(rt, "walls") {
			x, y := rapid.Int32Range(-3, 3).Draw(rt, "x"), rapid.Int32Range(-3, 3).Draw(rt, "y")
			living.SetTile(&s.State, s.at(x, y), s.groundAt(x, y), tile.StoneWall, 0)
		}
		for n := 1; n <= people; n++ {
			x, y := rapid.Int32Range(-3, 3).Draw(rt, "from x"), rapid.Int32Range(-3, 3).Draw(rt, "from y")
			if s.block(x, y) == tile.NoBlock {
				s.put(n, x, y)
			}
		}
		for range rapid.IntRange(1, 3).Draw(rt, "turns of direction") {
			for n := 1; n <= people; n++ {
				dir := fixed.SVec{}
				if a := rapid.Uint8Range(0, 8).Draw(rt, "way"); a < 8 {
					dir = entity.Facing(a * 32).Direction()
				}
				s.walk(n, dir.X, dir.Y)
				s.run(3)
			}
			for range rapid.IntRange(1, 25).Draw(rt, "for") {
				s.jostle(rt, people)
			}
		}
	})
}

// jostle runs a tick and checks the promises of TestBlockingNeverHarms.
func (s *stage) jostle(rt *rapid.T, people int) {
	var before [5]entity.Body
	for n := 1; n <= people; n++ {
		before[n] = *s.body(n)
	}
	s.run(1)
	for n := 1; n <= people; n++ {
		b := s.body(n)
		if !physics.Free(&s.Land, entity.Player, b.Pos) && physics.Free(&s.Land, entity.Player, before[n].Pos) {
			rt.Fatalf("player %d was brought into a wall", n)
		}
		if s.player(n).Move == (fixed.SVec{}) && before[n].Vel == (fixed.SVec{}) && b.Pos != before[n].Pos {
			rt.Fatalf("player %d was moved by others", n)
		}
		for m := 1; m < n; m++ {
			was, is := before[n].Pos.Sub(before[m].Pos).Len(), s.between(n, m)
			if was >= act.ElbowRoom && is < act.ElbowRoom-physics.Slip-fixed.One/64 && !s.squeezes(n) && !s.squeezes(m) {
				rt.Fatalf("players %d and %d came to be in each other: %d from %d /65536 tiles", n, m, is, was)
			}
		}
	}
}

func (s *stage) squeezes(n int) bool {
	row := s.Components.Get(act.PressColumn, s.body(n).ID)
	return row != nil && row[0] >= act.Squeezing
}

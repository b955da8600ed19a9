package wedge_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/wedge"
)

// thing puts a loose thing at (x, y) tiles from the spawn, in sixteenths, turned by a part of a circle.
func thing(s *rig.Stage, n int, kind entity.Kind, x, y int32, angle uint32) {
	c := s.At(0, 0).Centre()
	b := entity.Body{Kind: kind, Pos: fixed.Vec{X: c.X + fixed.Q(x)*fixed.One/16, Y: c.Y + fixed.Q(y)*fixed.One/16}, Angle: angle}
	if !physics.Free(&s.Land, kind, b.Pos) {
		return
	}
	b.ID = s.Space.NewID(77, uint64(n), 0)
	s.Space.Insert(b)
}

// gone returns how far player n is from the spawn along an axis, in tiles.
func gone(s *rig.Stage, n int) int32 {
	d := s.Body(n).Pos.Sub(s.At(0, 0).Centre())
	return int32(max(d.X.Abs(), d.Y.Abs()) >> fixed.Bits)
}

// loose returns how many things lie about.
func loose(s *rig.Stage) int {
	return len(s.All(entity.Crate)) + len(s.All(entity.Ball)) + len(s.All(entity.Cart))
}

// TestNobodyIsJammed: whatever lies about, and whatever stands around, a player that walks along an open way
// gets through within seconds, and so does a newcomer whose spawn is under a pile. No thing is lost, and an
// island that is read from its bytes goes the same way.
func TestNobodyIsJammed(t *testing.T) {
	kinds := []entity.Kind{entity.Crate, entity.Crate, entity.Crate, entity.Ball, entity.Cart}
	rapid.Check(t, func(rt *rapid.T) {
		s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 0)
		ways := [4]fixed.SVec{{X: fixed.One}, {Y: fixed.One}, {X: -fixed.One}, {Y: -fixed.One}}
		way := rapid.IntRange(0, 3).Draw(rt, "way")
		dx, dy := tile.Heading(way).Step()
		newcomer := rapid.Bool().Draw(rt, "newcomer") // which may enter anywhere near
		stones := rapid.IntRange(0, 40).Draw(rt, "stones")
		if newcomer {
			stones = 0
		}
		for range stones { // not on the way
			x, y := rapid.Int32Range(-7, 7).Draw(rt, "x"), rapid.Int32Range(-7, 7).Draw(rt, "y")
			if x*dy+y*dx != 0 {
				s.Set(x, y, tile.Boulder, 0)
			}
		}
		if rapid.Bool().Draw(rt, "corridor") && !newcomer {
			for n := int32(-1); n < 12; n++ {
				s.Set(n*dx+dy, n*dy+dx, tile.StoneWall, 0)
				s.Set(n*dx-dy, n*dy-dx, tile.StoneWall, 0)
			}
		}
		things := rapid.IntRange(1, 40).Draw(rt, "things")
		for n := range things {
			thing(s, n, rapid.SampledFrom(kinds).Draw(rt, "kind"), rapid.Int32Range(-70, 70).Draw(rt, "tx"), rapid.Int32Range(-70, 70).Draw(rt, "ty"), rapid.Uint32().Draw(rt, "angle"))
		}
		had := loose(s)
		who := 1
		if newcomer {
			s.Enter(2)
			who = 2
		}
		const most = 12 * game.TicksPerSecond
		ticks := 0
		for ; gone(s, who) < 9; ticks += 6 {
			dir, off := ways[way], s.Body(who).Pos.Sub(s.At(0, 0).Centre())
			aside := fixed.SVec{X: fixed.S(-off.X) * fixed.S(dy*dy), Y: fixed.S(-off.Y) * fixed.S(dx*dx)}
			if !newcomer && aside.Len() > fixed.One/8 { // pushed off the way: back first
				dir = aside.Scale(8 * fixed.One).Clamp(fixed.One)
			}
			s.Ask(who, command.Command{Kind: command.Move, Dir: dir})
			if s.Run(6); ticks > most {
				rt.Fatalf("after %d ticks the player is %d tiles from the spawn, slim %v", ticks, gone(s, who), s.Body(who).Flags&entity.Slim != 0)
			}
		}
		s.Ask(who, command.Command{Kind: command.Move})
		rig.Holds(rt, s.Island)
		if n := loose(s); n != had {
			rt.Fatalf("there were %d things, there are %d", had, n)
		}
	})
}

// TestBetweenHearthAndCrates is the place in which a player was shut in for twelve seconds: a hearth, a tree
// and two crates that it had pushed.
func TestBetweenHearthAndCrates(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(10).Put(1, 0, 0)
	for _, w := range [...][2]int32{{-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {2, -1}, {-1, 1}, {-1, 2}, {0, 2}, {2, 0}, {1, 2}, {2, 2}} {
		s.Set(w[0], w[1], tile.Hearth, 0)
	}
	s.Crate(1, 0)
	s.Crate(0, 1)
	s.Crate(1, 1)
	s.Set(2, 1, tile.NoBlock, 0)
	s.Crate(2, 1)
	before := gone(s, 1)
	for range 6 { // it tries to the east and to the south, in turn
		s.Ask(1, rig.Moving(fixed.One, fixed.One/2))
		s.Run(90)
		s.Ask(1, rig.Moving(fixed.One/2, fixed.One))
		s.Run(30)
	}
	if n := gone(s, 1); n < before+3 {
		t.Errorf("it is %d tiles away", n)
	}
	if s.Body(1).Flags&entity.Slim != 0 {
		t.Error("it squeezes through nothing")
	}
}

// TestPushingIsNotSqueezing: somebody who pushes a crate over open land goes on pushing it, also slowly in
// mud; and where a gate's arm is near, nobody squeezes through.
func TestPushingIsNotSqueezing(t *testing.T) {
	for _, g := range []tile.Ground{tile.Grass, tile.Mud, tile.Sand} {
		s := rig.NewStage(t).Enter(1).Clear(14).Put(1, -10, 0)
		for x := int32(-12); x < 14; x++ {
			for y := int32(-1); y <= 1; y++ {
				living.SetTile(&s.State, s.At(x, y), g, tile.NoBlock, 0)
			}
		}
		crate := s.Crate(-9, 0).ID
		s.Ask(1, rig.Moving(fixed.One, 0))
		for range 60 {
			if s.Run(6); s.Body(1).Flags&entity.Slim != 0 {
				t.Fatalf("on %s it squeezes through", g)
			}
		}
		if at := grid.TileAt(s.Space.Body(crate).Pos); at.X < s.At(-6, 0).X {
			t.Errorf("on %s the crate is at %v", g, at)
		}
	}
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 0)
	for y := int32(-4); y <= 4; y++ {
		s.Set(2, y, tile.StoneWall, 0)
	}
	s.Set(2, 0, tile.NoBlock, 0)
	s.Set(2, 1, tile.NoBlock, 0)
	s.Set(2, 0, tile.SwingGate, tile.South)
	s.Crate(1, 0)
	s.Ask(1, rig.Moving(fixed.One, 0))
	for range 100 {
		if s.Run(6); s.Body(1).Flags&entity.Slim != 0 {
			t.Fatal("it squeezes through beside a gate")
		}
	}
}

// TestColumnIsTidy: nobody who stands still or walks in the open has a row.
func TestColumnIsTidy(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(10).Put(1, 0, 0)
	s.Crate(1, 0)
	s.Set(2, 0, tile.StoneWall, 0)
	has := func() bool { return s.Components.Get(wedge.Column, s.Body(1).ID) != nil }
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(30)
	if !has() {
		t.Error("nothing is counted")
	}
	s.Ask(1, rig.Moving(0, 0))
	s.Run(60)
	s.Ask(1, rig.Moving(-fixed.One, 0))
	s.Run(60)
	if has() {
		t.Error("somebody in the open has a row")
	}
}

package rig

import (
	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Walk lets player n walk in a direction from now on.
func (s *Stage) Walk(n int, x, y fixed.S) {
	s.T.Helper()
	s.Ask(n, command.Command{Kind: command.Move, Dir: Direction(x, y)})
}

// Between is how far two players are from each other, in tiles.
func (s *Stage) Between(a, b int) fixed.Q { return s.Body(a).Pos.Sub(s.Body(b).Pos).Len() }

// Jostle runs a tick and checks the promises of TestBlockingNeverHarms.
func (s *Stage) Jostle(rt *rapid.T, people int) {
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
			if was >= act.ElbowRoom && is < act.ElbowRoom-physics.Slip-fixed.One/64 && !s.squeezes(n) && !s.squeezes(m) {
				rt.Fatalf("players %d and %d came to be in each other: %d from %d /65536 tiles", n, m, is, was)
			}
		}
	}
}

func (s *Stage) squeezes(n int) bool {
	row := s.Components.Get(act.PressColumn, s.Body(n).ID)
	return row != nil && row[0] >= act.Squeezing
}

// Seated fails unless player n sits in a cart, which is where the player is.
func (s *Stage) Seated(n int) *entity.Body {
	s.T.Helper()
	b := s.Body(n)
	o := s.Space.Body(b.Other)
	if b.Flags&entity.Riding == 0 || o == nil || o.Kind != entity.Cart || o.Pos != b.Pos || o.Z != 0 {
		s.T.Fatalf("does not sit in a cart: %+v %+v", b, o)
	}
	return o
}

// Use asks that player n uses a tile.
func (s *Stage) Use(n int, dx, dy int32) *Stage {
	s.Ask(n, command.Command{Kind: command.Use, Tile: s.At(dx, dy)})
	return s.Run(3)
}

func (s *Stage) Lit() bool {
	_, b, state, _ := s.TileAt(s.At(2, 0))
	return b == tile.Beacon && tile.Emits(b, state) > 0
}

// Find returns the index of the first body of a kind.
func (s *Stage) Find(k entity.Kind) int {
	s.T.Helper()
	for i := range s.Space.Bodies() {
		if s.Space.Bodies()[i].Kind == k {
			return i
		}
	}
	s.T.Fatalf("there is no %s", k)
	return 0
}

// Open reports whether the gate is.
func (s *Stage) Open() bool {
	_, b, state, _ := s.TileAt(s.At(0, -3))
	return b == tile.Gate && !tile.Solid(b, state)
}

// Rule lets laws hold, through the bytes of a turn as in earnest.
func (s *Stage) Rule(laws ...world.Law) *Stage {
	s.T.Helper()
	bits := uint8(0)
	for _, l := range laws {
		bits |= 1 << l
	}
	if !s.Building().Proclaim(world.Ordinance{Topic: world.OfLaws, Value: uint64(bits), Word: s.Word() + 1}) {
		s.T.Fatalf("the laws %v cannot be proclaimed", laws)
	}
	return s.Run(game.TicksPerTurn)
}

// Decide lets an ordinance hold, through the bytes of a turn as in earnest. Its word is later than all
// others.
func (s *Stage) Decide(o world.Ordinance) *Stage {
	s.T.Helper()
	o.Word = 1
	for _, had := range s.Code.List() {
		o.Word = max(o.Word, had.Word+1)
	}
	if !s.Building().Proclaim(o) {
		s.T.Fatalf("the ordinance %+v cannot be proclaimed", o)
	}
	return s.Run(game.TicksPerTurn)
}

// Grant gives a player a rank by name.
func (s *Stage) Grant(who int, r rights.Rank) *Stage {
	return s.Decide(world.Ordinance{Topic: world.OfRank, Subject: Key(who), Value: uint64(r)})
}

// Moving makes a command that holds a direction.
func Moving(x, y fixed.S) command.Command {
	d := fixed.SVec{X: x, Y: y}
	return command.Command{Kind: command.Move, Dir: d, Face: entity.FacingOf(d)}
}

package rig

import (
	"manyhold/game/item"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// Walk lets player n walk in a direction from now on.
func (s *Stage) Walk(n int, x, y fixed.S) {
	s.T.Helper()
	s.Ask(n, command.Command{Kind: command.Move, Dir: Direction(x, y)})
}

// Use asks that player n uses a tile.
func (s *Stage) Use(n int, dx, dy int32) *Stage {
	s.Ask(n, command.Command{Kind: command.Use, Tile: s.At(dx, dy)})
	return s.Run(3)
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

// Apply asks player n to put an item to use on a tile.
func (s *Stage) Apply(n int, k item.Kind, dx, dy int32) *Stage {
	s.T.Helper()
	if s.Count(n, k) == 0 {
		s.Give(n, k, 5)
	}
	s.Place(n, k, dx, dy)
	return s.Run(3)
}

package carry_test

import (
	"testing"

	"manyhold/game/carry/bond"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/fixed"
	"manyhold/game/rig"
)

var goHome = command.Command{Kind: command.Home}

// whose counts the events of a kind by player n in the last run.
func whose(s *rig.Stage, k event.Kind, n int) (sum int) {
	for _, e := range s.Log {
		if e.Kind == k && e.Seat == s.Player(n).Seat {
			sum++
		}
	}
	return sum
}

// TestHomeTogether: a carrier goes home with its load, awake or knocked out, and both are told of the way. A
// load that goes home by itself gets off before, and goes alone.
func TestHomeTogether(t *testing.T) {
	for _, out := range []bool{false, true} {
		s := pair(t)
		s.Put(1, 9, 9).Put(2, 10, 9)
		if out {
			knock(s, 2)
		}
		if do(s, 1, 2); !out {
			do(s, 2, 1)
		}
		s.Ask(1, goHome)
		s.Run(3).Allowed()
		if !together(s, 1, 2) || !s.Body(1).Pos.Sub(s.SpawnTile.Centre()).Near(3*fixed.One) || fall.Out(&s.State, s.Player(2)) != out {
			t.Errorf("out %v: at home player 1 does not carry player 2: %v", out, s.Log)
		}
		if whose(s, event.Travelled, 1) != 1 || whose(s, event.Travelled, 2) != 1 || s.Saw(event.SetDown) != nil {
			t.Errorf("out %v: told %v", out, s.Log)
		}
		s.Balanced()
	}
	s := pair(t)
	s.Put(1, 9, 9).Put(2, 10, 9)
	ride(s)
	s.Ask(2, goHome)
	s.Run(3).Allowed()
	if e := s.Saw(event.SetDown); e == nil || e.Entity != s.Player(2).Body || whose(s, event.SetDown, 1) != 1 {
		t.Errorf("it got off, and nobody is told: %v", s.Log)
	}
	if b := s.Body(2); together(s, 1, 2) || b.Z != 0 || !b.Pos.Sub(s.SpawnTile.Centre()).Near(3*fixed.One) || s.Between(1, 2) < 6*fixed.One {
		t.Errorf("player 2 is at %v, %d high", b.Pos, b.Z)
	}
}

// TestVisitTogether: a guest that is let in brings its load along. A load that is let in gets off before.
func TestVisitTogether(t *testing.T) {
	visit := func(s *rig.Stage, guest, host int) {
		s.Ask(guest, command.Command{Kind: command.Visit, Entity: s.Player(host).Body})
		s.Run(3).Allowed()
		s.Ask(host, command.Command{Kind: command.Welcome, Entity: s.Player(guest).Body})
		s.Run(3).Allowed()
	}
	s := pair(t)
	s.Enter(3).Put(3, -9, -3)
	ride(s)
	if visit(s, 1, 3); !together(s, 1, 2) || s.Between(1, 3) > 2*fixed.One || whose(s, event.Visited, 1) != 1 || whose(s, event.Visited, 2) != 1 {
		t.Errorf("the guest is %d/65536 from its host, with its load %v: %v", s.Between(1, 3), together(s, 1, 2), s.Log)
	}
	s = pair(t)
	s.Enter(3).Put(3, -9, -3)
	ride(s)
	if visit(s, 2, 3); together(s, 1, 2) || s.Between(2, 3) > 2*fixed.One || s.Between(1, 3) < 6*fixed.One || whose(s, event.SetDown, 1) != 1 {
		t.Errorf("the load did not get off: %v", s.Log)
	}
}

// TestNotWithBoth: a load that takes something up, or gets into a cart, in the same moment in which its
// carrier goes, stays behind, and gets off before.
func TestNotWithBoth(t *testing.T) {
	for name, ask := range map[string]func(s *rig.Stage) command.Command{
		"takes a crate up": func(s *rig.Stage) command.Command {
			return command.Command{Kind: command.PickUp, Entity: s.Crate(10, 10).ID}
		},
		"gets into a cart": func(s *rig.Stage) command.Command {
			s.Animal(entity.Cart, 9, 9)
			return command.Command{Kind: command.Use, Tile: s.At(9, 9)}
		},
	} {
		both := false
		for n := range 24 { // until the load comes first
			s := pair(t)
			s.Put(1, 9, 9).Put(2, 10, 9)
			ride(s)
			c := ask(s)
			s.Run(1 + n)
			s.Ask(2, c)
			s.Ask(1, goHome)
			s.Run(3)
			busy := s.Body(2).Flags&(entity.Carrying|entity.Riding) != 0
			if busy && s.Between(1, 2) > 6*fixed.One && bond.Load(&s.State, s.Player(1).Body) == 0 && s.Saw(event.SetDown) != nil {
				both = true
				break
			}
			if !together(s, 1, 2) && !busy {
				t.Fatalf("%s: they are apart for no reason: %v", name, s.Log)
			}
		}
		if !both {
			t.Errorf("%s: it never came first", name)
		}
	}
}

// TestHomeInAFork: a fork in which a pair went home has it there after the merge, together.
func TestHomeInAFork(t *testing.T) {
	s := met(t)
	s.Put(1, 9, 9).Put(2, 9, 9)
	s.Run(3)
	f := rig.ForkOf(s, []int{1, 2}, nil)
	f.Here.Ask(1, goHome)
	f.Here.Run(30)
	f.There.Run(60)
	f.Merge()
	f.Here.Run(6)
	if !together(f.Here, 1, 2) || !f.Here.Body(1).Pos.Sub(s.SpawnTile.Centre()).Near(3*fixed.One) {
		t.Errorf("after the merge player 1 is at %v, player 2 at %v", f.Here.Body(1).Pos, f.Here.Body(2).Pos)
	}
	rig.Balanced(t, f.Here.Island)
}

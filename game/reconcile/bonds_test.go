package reconcile_test

import (
	"testing"

	"manyhold/game/carry/bond"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// lift lets player n carry player o on a stage, knocked out or by agreement.
func lift(t *testing.T, s *rig.Stage, n, o int, out bool) {
	t.Helper()
	if out {
		living.Hurt(&s.State, s.Player(o), world.MaxHealth)
		s.Run(6)
	}
	s.Ask(n, command.Command{Kind: command.Carry, Entity: s.Player(o).Body})
	s.Run(6)
	if !out {
		s.Ask(o, command.Command{Kind: command.Carry, Entity: s.Player(n).Body})
		s.Run(6)
	}
	if !together(s, n, o) {
		t.Fatalf("player %d does not carry player %d: %v", n, o, s.Log)
	}
}

func together(s *rig.Stage, n, o int) bool {
	return bond.Carrier(&s.State, s.Player(o).Body) == s.Player(n).Body && s.Between(n, o) < fixed.One/4
}

// TestAPairSurvivesAMerge: players who carry each other on a branch, awake or knocked out, are together in
// the result, also where their bodies have other IDs there, and when the world has gone on without them.
func TestAPairSurvivesAMerge(t *testing.T) {
	for _, c := range []struct{ out, taken bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		s := rig.NewStage(t).Enter(3).Clear(12).Put(1, 0, 0).Put(2, 5, 0).Put(3, 6, 0)
		f := rig.ForkOf(s.Rule(world.Keep), []int{1}, []int{2, 3})
		lift(t, f.There, 2, 3, c.out)
		f.There.Ask(2, rig.Moving(-fixed.One, 0))
		f.There.Run(30)
		f.There.Ask(2, rig.Moving(0, 0))
		f.There.Run(30)
		f.Here.Ask(1, rig.Moving(0, fixed.One))
		f.Here.Run(60)
		if c.taken { // here bodies have come that have the IDs of theirs there
			for n := 2; n <= 3; n++ {
				k, _ := f.Here.Space.Find(f.Here.Player(n).Body)
				b := f.Here.Space.Bodies()[k]
				id := b.ID
				f.Here.Space.Remove(k)
				b.ID = f.Here.Space.NewID(uint64(n), 5)
				f.Here.Space.Insert(b)
				f.Here.Player(n).Body = b.ID
				f.Here.Space.Insert(entity.Body{ID: id, Kind: entity.Crate, Pos: f.Here.At(-5, int32(n)).Centre()})
			}
		}
		was := f.There.Body(2).Pos
		f.Merge()
		if !together(f.Here, 2, 3) || f.Here.Body(2).Pos != was {
			t.Errorf("%+v: they are apart after the merge, %.2f tiles", c, float64(f.Here.Between(2, 3))/fixed.One)
		}
		f.Here.Run(30)
		if !together(f.Here, 2, 3) {
			t.Errorf("%+v: they part after the merge", c)
		}
		if c.taken && f.Here.Player(2).Body == f.There.Player(2).Body {
			t.Error("the body of player 2 has the ID of a crate")
		}
	}
}

// TestAPairOfTwoSides: a friend that was carried here by one, and there by another, is with one of them, and
// nobody has two loads, or hangs in the air.
func TestAPairOfTwoSides(t *testing.T) {
	s := rig.NewStage(t).Enter(4).Clear(12).Put(1, 0, 0).Put(2, 1, 0).Put(3, 5, 0).Put(4, 6, 0)
	s.Rule(world.Keep)
	living.Hurt(&s.State, s.Player(2), world.MaxHealth)
	s.Run(6)
	f := rig.ForkOf(s, []int{1}, []int{3, 4})
	lift(t, f.There, 3, 4, false)
	f.There.Put(3, 1, 1).Run(3)
	f.There.Ask(4, rig.Moving(0, fixed.One)) // gets off
	f.There.Run(6)
	f.There.Ask(4, rig.Moving(0, 0))
	f.There.Put(3, 1, 1).Run(3)
	f.There.Ask(3, command.Command{Kind: command.Carry, Entity: f.There.Player(2).Body})
	f.There.Run(6)
	f.Here.Ask(1, command.Command{Kind: command.Carry, Entity: f.Here.Player(2).Body})
	f.Here.Run(6)
	if !together(f.Here, 1, 2) || !together(f.There, 3, 2) {
		t.Fatalf("they do not come together: %v, %v", f.Here.Log, f.There.Log)
	}
	f.Merge()
	f.Here.Run(6)
	n := 0
	for _, by := range []int{1, 3} {
		if together(f.Here, by, 2) {
			n++
		}
	}
	if n > 1 {
		t.Error("two carry one")
	}
	if k, ok := f.Here.Components.Find(bond.Column); ok {
		for _, id := range f.Here.Components.Columns[k].Ids {
			c := bond.Carrier(&f.Here.State, id)
			if c != 0 && (f.Here.Space.Body(c) == nil || bond.Load(&f.Here.State, c) != id || bond.Carrier(&f.Here.State, c) != 0) {
				t.Errorf("the bond of %x is broken", id)
			}
		}
	}
	if b := f.Here.Body(2); n == 0 && b.Z != 0 {
		t.Error("player 2 hangs in the air")
	}
}
